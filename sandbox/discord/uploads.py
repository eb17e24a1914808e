"""Store the bytes of uploads in one file, and read the size of pictures from their headers."""

import mimetypes
import re
import struct
import tempfile
from pathlib import Path
from typing import IO, NamedTuple

from sandbox.discord.model import Attachment

LARGEST = 10 * 1024 * 1024
"""The most bytes that a bot may upload in one file (Discord's limit without boosts)."""
_PNG = b"\x89PNG\r\n\x1a\n"
_UNSAFE = re.compile(r"[^\w.\-]")


class Upload(NamedTuple):
    """A file received in a request."""

    filename: str
    data: bytes


class Uploads:
    """Stores the bytes of attachments by ID."""

    def __init__(self, path: Path | None = None) -> None:
        self._file: IO[bytes] = path.open("a+b") if path else tempfile.TemporaryFile()  # noqa: SIM115 (closed by close)
        self._extents: dict[str, tuple[int, int]] = {}

    def put(self, attachment_id: str, data: bytes) -> tuple[int, int]:
        """Store the bytes. Returns their offset and size, for `remember` after a restart."""
        self._file.seek(0, 2)
        extent = (self._file.tell(), len(data))
        self._file.write(data)
        self._file.flush()
        self._extents[attachment_id] = extent
        return extent

    def remember(self, attachment_id: str, start: int, size: int) -> None:
        self._extents[attachment_id] = (start, size)

    def get(self, attachment_id: str) -> bytes:
        """The bytes of an attachment. Raises KeyError if there is none with this ID."""
        start, size = self._extents[attachment_id]
        self._file.seek(start)
        return self._file.read(size)

    def close(self) -> None:
        self._file.close()


def describe(attachment_id: str, upload: Upload, description: str | None) -> Attachment:
    """The attachment for an upload, with the content type and pixel size that Discord would detect."""
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
    """The width and height of a PNG; None for any other file."""
    if len(data) < 24 or not data.startswith(_PNG):
        return None, None
    width, height = struct.unpack(">II", data[16:24])
    return int(width), int(height)
