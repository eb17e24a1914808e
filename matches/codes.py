"""Match and challenge codes: IDs in base 36, for people to read and type."""

import re
from random import Random

from games.base import bare, shorten
from matches.errors import Refusal

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
INVITATION_DIGITS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of invitations. No two of them look alike."""
INVITATION_LENGTH = 8
_NAMED = re.compile(r"#([0-9a-z]+)\b", re.ASCII)


def code_of(number: int) -> str:
    """Return the ID in base 36, such as `1f3k`."""
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits or "0"


def id_of(code: str) -> int:
    """Return the ID for a code, ignoring any other text around it, as in `Konane #1f3k`.

    Letter case does not matter.

    Raises Refusal if the code is malformed.
    """
    typed = bare(code).lower()
    named = _NAMED.search(typed)
    digits = named[1] if named else typed
    if not (4 <= len(digits) <= 10 and all(digit in DIGITS for digit in digits)):
        raise Refusal("“{typed}” is not a match code. Codes look like #1f3k.", typed=shorten(code))
    return int(digits, 36)


def new_invitation(random: Random) -> str:
    """Return a random 39-bit secret that is easy to read aloud, such as `K7QM-4XWD`."""
    digits = "".join(random.choice(INVITATION_DIGITS) for _ in range(INVITATION_LENGTH))
    return _grouped(digits)


def read_invitation(typed: str) -> str:
    """Parse a typed invitation, ignoring case, spaces, hyphens and Markdown. Raises Refusal if it is malformed."""
    digits = re.sub(r"[\s`*_-]", "", bare(typed)).upper()
    if len(digits) != INVITATION_LENGTH or not set(digits) <= set(INVITATION_DIGITS):
        raise Refusal("“{typed}” is not a server's code. Such codes look like K7QM-4XWD.", typed=shorten(typed))
    return _grouped(digits)


def _grouped(digits: str) -> str:
    half = INVITATION_LENGTH // 2
    return f"{digits[:half]}-{digits[half:]}"
