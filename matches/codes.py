"""Codes: match and challenge IDs in base 36, which people read and type."""

import re

from games.base import bare, shorten
from matches.errors import Refusal

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NAMED = re.compile(r"#([0-9a-z]+)\b", re.ASCII)


def code_of(number: int) -> str:
    """Return the ID in base 36: `1f3k`."""
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits or "0"


def id_of(code: str) -> int:
    """Parse a code, or a text that names one (`Konane #1f3k`), into an ID, ignoring case.

    Raises Refusal for a malformed code.
    """
    typed = bare(code).lower()
    named = _NAMED.search(typed)
    digits = named[1] if named else typed
    if not (4 <= len(digits) <= 10 and all(digit in DIGITS for digit in digits)):
        raise Refusal("“{typed}” is not a match code. Codes look like #1f3k.", typed=shorten(code))
    return int(digits, 36)
