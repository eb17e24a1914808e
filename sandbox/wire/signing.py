"""Ed25519 signatures, by which a bot verifies Discord's requests."""

from __future__ import annotations

import importlib.util
import secrets

UNKNOWN_KEY = "0" * 64


class Signer:
    """Signs the timestamp followed by the body, as Discord does."""

    def __init__(self, seed: str) -> None:
        """`seed` is the seed of the secret key as 64 hexadecimal digits."""
        self._seed = bytes.fromhex(seed)

    @staticmethod
    def available() -> bool:
        """Whether PyNaCl is installed; only signatures need it."""
        return importlib.util.find_spec("nacl") is not None

    @property
    def verify_key(self) -> str:
        """The public key in hexadecimal digits; zeros without PyNaCl."""
        if not self.available():
            return UNKNOWN_KEY
        from nacl.signing import SigningKey  # noqa: PLC0415 (installed only for interactions over HTTP)

        return bytes(SigningKey(self._seed).verify_key).hex()

    def sign(self, timestamp: str, body: bytes) -> str:
        """The signature in hexadecimal digits. Raises ModuleNotFoundError without PyNaCl."""
        from nacl.signing import SigningKey  # noqa: PLC0415 (installed only for interactions over HTTP)

        return SigningKey(self._seed).sign(timestamp.encode() + body).signature.hex()

    @classmethod
    def stranger(cls) -> Signer:
        """A signer with a random key, whose signatures the bot must reject."""
        return cls(secrets.token_hex(32))
