"""Codes: the IDs of matches and challenges in the base-36 form that people read and type."""

from __future__ import annotations

from games.base import shorten
from matches.errors import Refusal

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def code_of(number: int) -> str:
    """The ID in base 36: `1f3k`."""
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits or "0"


def id_of(code: str) -> int:
    """Parse a code into an ID, ignoring case, surrounding spaces and a leading “#”.

    Raises Refusal for a malformed code.
    """
    digits = code.strip().removeprefix("#").lower()
    if not (4 <= len(digits) <= 10 and all(digit in DIGITS for digit in digits)):
        raise Refusal("“{typed}” is not the code of a match: codes look like #1f3k.", typed=shorten(code))
    return int(digits, 36)
