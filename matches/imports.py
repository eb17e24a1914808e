"""Import game records from uploaded files or pasted text, in our format or a foreign one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from language import listing, mark
from matches.errors import Refusal
from matches.foreign import FORMATS, format_of
from matches.notation import LONGEST, check_length, read

if TYPE_CHECKING:
    from matches.notation import Record

LARGEST = 4 * LONGEST
"""The most bytes of a file: those of the longest record in UTF-8."""
BYTE_ORDER_MARK = "\ufeff"
"""Some programs write this before UTF-8 text."""
SURROGATES = re.compile("[\ud800-\udfff]")
"""Lone surrogates, which JSON text can contain and UTF-8 cannot store."""
PACKED = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ\x00",
    b"7z\xbc\xaf\x27\x1c",
    b"\x28\xb5\x2f\xfd",
)
"""The magic bytes of archives: zip (also empty), gzip, bzip2, xz, 7z, zstd."""


def check_size(size: int) -> None:
    """Raise Refusal if a file is too large. Call this before fetching it."""
    if size > LARGEST:
        message = mark("A record has at most {most} kB; this file has {size} kB.")
        raise Refusal(message, most=LARGEST // 1000, size=-(-size // 1000))


def read_file(content: bytes) -> Record:
    """Parse a file; archives are never unpacked. Raises Refusal with the reason."""
    check_size(len(content))
    if content.startswith(PACKED):
        raise Refusal("This is a packed file: unpack it, then import one of the records in it.")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise Refusal("This file is no text in UTF-8, so it is no record of a match.") from error
    return read_text(text)


def read_text(text: str) -> Record:
    """Parse a text in any known format. Raises Refusal with the reason."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if "\0" in text or SURROGATES.search(text):
        raise Refusal("This file is no text in UTF-8, so it is no record of a match.")
    check_length(text)
    if foreign := format_of(text):
        return foreign.read(text)
    if "[Tidepool" not in text:
        message = mark(
            'This is no record of a match: it neither begins with [Tidepool "1"], nor is it in the format of {others}.'
        )
        raise Refusal(message, others=listing([foreign.NAME for foreign in FORMATS], last="or"))
    return read(text)
