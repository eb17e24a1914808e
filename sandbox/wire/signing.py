"""The Ed25519 key of the application, by which a bot recognises Discord's requests."""

from __future__ import annotations

import importlib.util
import secrets

UNKNOWN_KEY = "0" * 64


class Signer:
    """Signs as Discord does: the timestamp followed by the body."""

    def __init__(self, seed: str) -> None:
        """The secret key is made from the seed: 64 hexadecimal digits."""
        self._seed = bytes.fromhex(seed)

    @staticmethod
    def available() -> bool:
        """Whether PyNaCl is installed. Nothing else in the sandbox needs it."""
        return importlib.util.find_spec("nacl") is not None

    @property
    def verify_key(self) -> str:
        """The public key in hexadecimal digits; zeros without PyNaCl."""
        if not self.available():
            return UNKNOWN_KEY
        from nacl.signing import SigningKey  # noqa: PLC0415 (only who takes interactions over HTTP has it)

        return bytes(SigningKey(self._seed).verify_key).hex()

    def sign(self, timestamp: str, body: bytes) -> str:
        """The signature in hexadecimal digits. Raises ModuleNotFoundError without PyNaCl."""
        from nacl.signing import SigningKey  # noqa: PLC0415 (only who takes interactions over HTTP has it)

        return SigningKey(self._seed).sign(timestamp.encode() + body).signature.hex()

    @classmethod
    def stranger(cls) -> Signer:
        """A signer whose signatures the bot must refuse."""
        return cls(secrets.token_hex(32))
