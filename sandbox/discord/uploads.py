"""Keeps the bytes of uploaded files in one file, and reads the size of pictures from their headers."""

from __future__ import annotations

import mimetypes
import re
import struct
import tempfile
from typing import IO, TYPE_CHECKING, NamedTuple

from sandbox.discord.records import Attachment

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 10 * 1024 * 1024
"""The most bytes that a bot may upload in one file (Discord's limit without boosts)."""
_PNG = b"\x89PNG\r\n\x1a\n"
_UNSAFE = re.compile(r"[^\w.\-]")


class Upload(NamedTuple):
    """A file as it came in a request."""

    filename: str
    data: bytes


class Uploads:
    """Keeps bytes by the attachment's id."""

    def __init__(self, path: Path | None = None) -> None:
        self._file: IO[bytes] = path.open("a+b") if path else tempfile.TemporaryFile()  # noqa: SIM115 (closed by close)
        self._places: dict[str, tuple[int, int]] = {}

    def put(self, attachment_id: str, data: bytes) -> tuple[int, int]:
        """Store the bytes. Returns their place in the file, for `remember` after a restart."""
        self._file.seek(0, 2)
        place = (self._file.tell(), len(data))
        self._file.write(data)
        self._file.flush()
        self._places[attachment_id] = place
        return place

    def remember(self, attachment_id: str, start: int, size: int) -> None:
        self._places[attachment_id] = (start, size)

    def get(self, attachment_id: str) -> bytes:
        """The bytes. Raises KeyError if there is no such upload."""
        start, size = self._places[attachment_id]
        self._file.seek(start)
        return self._file.read(size)

    def close(self) -> None:
        self._file.close()


def describe(attachment_id: str, upload: Upload, description: str | None) -> Attachment:
    """The record of an upload, with the type and the size in pixels that Discord would detect."""
    width, height = _pixels(upload.data)
    return Attachment(
        id=attachment_id,
        filename=_UNSAFE.sub("_", upload.filename),
        size=len(upload.data),
        content_type=content_type(upload.filename),
        description=description or None,
        width=width,
        height=height,
    )


def content_type(filename: str) -> str:
    return mimetypes.guess_type(filename)[0] or "application/octet-stream"


def _pixels(data: bytes) -> tuple[int, int] | tuple[None, None]:
    """The width and height of a PNG. Other pictures are not measured."""
    if len(data) < 24 or not data.startswith(_PNG):
        return None, None
    width, height = struct.unpack(">II", data[16:24])
    return int(width), int(height)
