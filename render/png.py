"""PNG files put together from strips, each compressed by itself: a strip that is known already costs nothing.

From one move to the next most of a picture stays as it is, while compressing is nearly all of what a picture costs.
A full flush (RFC 1951) ends a strip at a whole byte and refers to nothing before it, so strips may stand in any row.
"""

from __future__ import annotations

import struct
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image
from zlib_ng import zlib_ng as zlib  # which Pillow packs with, too: twice as quick as the interpreter's

if TYPE_CHECKING:
    from collections.abc import Sequence

LEVEL = 5
SIGNATURE = b"\x89PNG\r\n\x1a\n"
BEGUN = b"\x78\x9c"
"""Of a zlib stream (RFC 1950): deflate with the usual window,"""
ENDED = b"\x03\x00"
"""and a last block with nothing in it."""
ADLER = 65521
"""The modulus of the Adler-32 sum (RFC 1950)."""


class Strip(NamedTuple):
    """Some rows of a picture, packed."""

    data: bytes
    """Blocks of deflate that end at a whole byte."""
    length: int
    """How many bytes they unpack to."""
    adler: int
    """The Adler-32 sum of those."""


def packed(image: Image.Image) -> Strip:
    """The rows of a palette image, each behind the byte that says it is not filtered."""
    rows = Image.new("P", (image.width + 1, image.height))
    rows.paste(image, (1, 0))
    raw = rows.tobytes()
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Strip(deflate.compress(raw) + deflate.flush(zlib.Z_FULL_FLUSH), len(raw), zlib.adler32(raw))


def png(width: int, palette: bytes, strips: Sequence[Strip]) -> bytes:
    """The picture that has these strips from the top to the bottom; `palette` is red, green and blue of each colour."""
    whole = reduce(_joined, strips)
    header = struct.pack(">IIBBBBB", width, whole.length // (width + 1), 8, 3, 0, 0, 0)
    stream = BEGUN + whole.data + ENDED + whole.adler.to_bytes(4, "big")
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", stream), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)


def _joined(one: Strip, other: Strip) -> Strip:
    """One strip above the other."""
    low, high = one.adler & 0xFFFF, one.adler >> 16
    lows = (low + (other.adler & 0xFFFF) - 1) % ADLER
    highs = (high + (other.adler >> 16) + other.length * (low - 1)) % ADLER
    return Strip(one.data + other.data, one.length + other.length, highs << 16 | lows)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
