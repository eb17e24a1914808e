"""Makes PNG files from strips, which are compressed separately and then joined.

Compression takes most of the time of drawing, and most strips do not change between two moves, so compressed strips are
cached. Each strip ends with a full flush (RFC 1951): it ends at a byte boundary and no later data refers back to it, so
it can be reused in any picture at any height.
"""

import struct
from collections.abc import Sequence
from functools import reduce
from io import BytesIO
from typing import NamedTuple

from PIL import Image
from zlib_ng import zlib_ng as zlib  # which Pillow uses, too; twice as fast as the standard library

LEVEL = 5
SMALL_LEVEL = 7
"""The zlib level for pictures drawn once. Level 9 would save 1/15 of the bytes but take twice as long."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
STREAM_HEADER = b"\x78\x9c"
"""The header of a zlib stream (RFC 1950): deflate with a 32 KiB window."""
LAST_BLOCK = b"\x03\x00"
"""The end of a deflate stream, which is an empty final block."""
ADLER = 65521
"""The modulus of the Adler-32 checksum (RFC 1950)."""


class Strip(NamedTuple):
    """Compressed rows of a picture."""

    data: bytes
    """Deflate blocks that end at a byte boundary."""
    length: int
    """The number of bytes before compression."""
    adler: int
    """The Adler-32 checksum of the bytes before they were compressed."""


def pack(raw: bytes | bytearray) -> Strip:
    """Compress rows of pixels, each starting with the byte 0 (filter type "none")."""
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Strip(deflate.compress(raw) + deflate.flush(zlib.Z_FULL_FLUSH), len(raw), zlib.adler32(raw))


def png(width: int, palette: bytes, strips: Sequence[Strip]) -> bytes:
    """Return a PNG made of these strips, top to bottom. `palette` contains each colour's red, green and blue bytes."""
    whole = reduce(_join_strips, strips)
    header = struct.pack(">IIBBBBB", width, whole.length // (width + 1), 8, 3, 0, 0, 0)
    stream = STREAM_HEADER + whole.data + LAST_BLOCK + whole.adler.to_bytes(4, "big")
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", stream), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)


def small_png(image: Image.Image, colours: int) -> bytes:
    """Return a small PNG of an image, reduced to this number of colours.

    Use this for pictures drawn only once.
    """
    file = BytesIO()
    image.quantize(colours, dither=Image.Dither.NONE).save(file, "PNG", compress_level=SMALL_LEVEL)
    return file.getvalue()


def _join_strips(above: Strip, below: Strip) -> Strip:
    """Join two strips and combine their checksums."""
    low, high = above.adler & 0xFFFF, above.adler >> 16
    lows = (low + (below.adler & 0xFFFF) - 1) % ADLER
    highs = (high + (below.adler >> 16) + below.length * (low - 1)) % ADLER
    return Strip(above.data + below.data, above.length + below.length, highs << 16 | lows)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
