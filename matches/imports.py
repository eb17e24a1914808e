"""Reading what somebody hands in as a record: a file or a text, in our format or in one of others."""

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
"""The most bytes of a file that is read: as many as the longest record can have in UTF-8."""
BYTE_ORDER_MARK = "\ufeff"
"""What some programs write before a text in UTF-8."""
HALVES = re.compile("[\ud800-\udfff]")
"""Halves of characters, which a text in JSON can bring along; nothing can be kept that has them."""
PACKED = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ\x00",
    b"7z\xbc\xaf\x27\x1c",
    b"\x28\xb5\x2f\xfd",
)
"""How packed files begin: zip, gzip, bzip2, xz, 7z, zstd."""


def check_size(size: int) -> None:
    """Refuse a file that is too large, before it is fetched."""
    if size > LARGEST:
        message = mark("A record has at most {most} kB; this file has {size} kB.")
        raise Refusal(message, most=LARGEST // 1000, size=-(-size // 1000))


def read_file(content: bytes) -> Record:
    """The record in a file. Nothing is ever unpacked. Raises Refusal that says what is wrong."""
    check_size(len(content))
    if content.startswith(PACKED):
        raise Refusal("This is a packed file: unpack it, then import one of the records in it.")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise Refusal("This file is no text in UTF-8, so it is no record of a match.") from error
    return read_text(text)


def read_text(text: str) -> Record:
    """The record in a text. Raises Refusal that says what is wrong."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if "\0" in text or HALVES.search(text):
        raise Refusal("This file is no text in UTF-8, so it is no record of a match.")
    check_length(text)
    if foreign := format_of(text):
        return foreign.read(text)
    if "[Tidepool" not in text:
        message = mark(
            'This is no record of a match: it neither begins with [Tidepool "1"], nor is it in the format of {others}.'
        )
        raise Refusal(message, others=listing([known.NAME for known in FORMATS], last="or"))
    return read(text)
