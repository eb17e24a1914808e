"""Import game records from uploaded files or pasted text, in our format or a foreign one."""

import codecs
import re

from games.base import plain_record
from language import listing, mark
from matches.errors import Refusal
from matches.foreign import FORMATS, format_of
from matches.notation import LONGEST, Record, check_length, read

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
        text = content.decode(_encoding(content))
    except UnicodeDecodeError as error:
        raise Refusal("This file is no text in UTF-8, so it is no record of a match.") from error
    return read_text(text)


def _encoding(content: bytes) -> str:
    """UTF-16 if the file starts with its byte order mark or has zeros in every other byte at the start; else UTF-8."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    beginning = content[:20]
    if beginning and len(content) % 2 == 0:
        if not any(beginning[1::2]) and all(beginning[::2]):
            return "utf-16-le"
        if not any(beginning[::2]) and all(beginning[1::2]):
            return "utf-16-be"
    return "utf-8"


def read_text(text: str) -> Record:
    """Parse a text in any known format. Raises Refusal with the reason."""
    text = plain_record(text.removeprefix(BYTE_ORDER_MARK))
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
