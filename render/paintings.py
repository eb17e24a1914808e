"""What every start would paint anew, kept beside the compiled code: the sprites and grounds of the first boards.

Like compiled code it is made from the sources alone. It is read only if neither the sources nor the fonts nor Pillow
have changed since. Where the folder cannot be written, every start paints.
"""

from __future__ import annotations

import contextlib
import importlib.util
import tempfile
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from mmap import ACCESS_READ, mmap
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from render.brush import Sprite
    from render.theme import Theme

HOME = Path(__file__).parent.parent
ROOMS = ("render", "games")
"""The rooms whose sources paintings are made from."""
PACKAGES = ("pillow", "fontpkg-rubik", "fontpkg-noto-sans")
"""The packages that they are made with."""
LENGTH = 16
"""The number of bytes of a key, and of a sum over sources or entries."""
_ENTRY = Struct(f">{LENGTH}sI")
"""The key of a painting and its length; its bytes follow."""


class Paintings:
    """Paintings by key: those of a file, or those that are recorded to be written to it. Threads may share it."""

    def __init__(self) -> None:
        self._slices: dict[bytes, slice] = {}
        self._content: mmap | None = None
        self._recorded: dict[bytes, bytes] | None = None

    def of(self, key: Callable[[], bytes | None], paint: Callable[[], bytes]) -> bytes:
        """The painting with this key, or what `paint` gives. None is the key of what cannot be kept."""
        if self._content is None and self._recorded is None:
            return paint()
        name = key()
        if name is None:
            return paint()
        if self._content is not None and (found := self._slices.get(name)):
            return self._content[found]
        if self._recorded is None:
            return paint()
        if name not in self._recorded:
            self._recorded[name] = paint()
        return self._recorded[name]

    def read(self, path: Path) -> bool:
        """Take paintings from this file from now on. False if there is none, or if it is damaged or out of date."""
        try:
            with path.open("rb") as file:
                content = mmap(file.fileno(), 0, access=ACCESS_READ)
        except (OSError, ValueError):  # an empty file cannot be mapped
            return False
        if content[:LENGTH] != sources() or content[LENGTH : 2 * LENGTH] != _sum(content[2 * LENGTH :]):
            content.close()
            return False
        start = 2 * LENGTH
        while start < len(content):
            key, length = _ENTRY.unpack_from(content, start)
            start += _ENTRY.size
            self._slices[key] = slice(start, start + length)
            start += length
        self._content = content
        return True

    @contextlib.contextmanager
    def recording(self) -> Iterator[Mapping[bytes, bytes]]:
        """Gather what is painted meanwhile, each painting once."""
        found: dict[bytes, bytes] = {}
        self._recorded = found
        try:
            yield found
        finally:
            self._recorded = None


paintings = Paintings()
"""The paintings of this process. Without a file it paints everything itself, as it does in tests of pictures."""


def file() -> Path:
    """The file in which paintings are kept: in the folder of the compiled code."""
    return Path(importlib.util.cache_from_source(__file__)).with_suffix(".bin")


def write(path: Path, found: Mapping[bytes, bytes]) -> bool:
    """Keep paintings in a file that only its owner can read. False where it cannot be written.

    It takes its place in one step, so several processes may write and read it at once.
    """
    entries = b"".join(_ENTRY.pack(key, len(data)) + data for key, data in sorted(found.items()))
    with contextlib.suppress(OSError), contextlib.ExitStack() as undo:
        path.parent.mkdir(exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as new:
            undo.callback(Path(new.name).unlink, missing_ok=True)
            new.write(sources() + _sum(entries) + entries)
        Path(new.name).replace(path)
        return True
    return False


@cache
def sources() -> bytes:
    """A sum over everything that paintings are made from."""
    files = sorted(path for room in ROOMS for path in (HOME / room).rglob("*") if path.suffix in {".py", ".json"})
    versions = [f"{name} {version(name)}".encode() for name in PACKAGES]
    return _sum(b"".join([*versions, *(_sum(path.read_bytes()) for path in files)]))


def key_of(*parts: object) -> bytes | None:
    """The key of something that depends on these values alone; None if one of them is None."""
    return None if any(part is None for part in parts) else _sum(repr(parts).encode())


def about_sprite(sprite: Sprite) -> str | None:
    """What a sprite looks like before it has a size and colours; None if its function has no name of its own."""
    shape, *others = sprite
    name = f"{shape.__module__}.{shape.__qualname__}"
    return None if "<" in name else repr((name, others))


@cache
def about_theme(theme: Theme) -> str:
    """The colours of a theme."""
    return repr(sorted(theme.colours.items()))


def _sum(data: bytes) -> bytes:
    return blake2b(data, digest_size=LENGTH).digest()
