"""A disk cache of paintings: the pre-rendered sprites and backgrounds needed by the first boards.

It is kept next to the compiled code, and read only if the sources, the fonts and Pillow have not changed since it was
written. If its folder is not writable, the program paints again at each start.
"""

import contextlib
import importlib.util
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from mmap import ACCESS_READ, mmap
from pathlib import Path
from struct import Struct

from render.brush import Sprite
from render.theme import Theme

HOME = Path(__file__).parent.parent
ROOMS = ("render", "games")
"""The rooms whose source code determines the paintings."""
PACKAGES = ("pillow", "fontpkg-rubik", "fontpkg-noto-sans")
"""The packages that also determine the paintings."""
LENGTH = 16
"""The length of keys and checksums, in bytes."""
_ENTRY = Struct(f">{LENGTH}sI")
"""The header of a painting in the file, which holds the key and the length of the bytes that follow."""


class Paintings:
    """A thread-safe cache of painted sprites and backgrounds, by key.

    They are either read from a file or collected so that they can be written to one.
    """

    def __init__(self) -> None:
        self._slices: dict[bytes, slice] = {}
        self._content: mmap | None = None
        self._collected: dict[bytes, bytes] | None = None

    def of(self, key: Callable[[], bytes | None], paint: Callable[[], bytes]) -> bytes:
        """Return the painting stored under a key, or call `paint` to make it if it is not stored or the key is None."""
        if self._content is None and self._collected is None:
            return paint()
        name = key()
        if name is None:
            return paint()
        if self._content is not None and (part := self._slices.get(name)):
            return self._content[part]
        if self._collected is None:
            return paint()
        if name not in self._collected:
            self._collected[name] = paint()
        return self._collected[name]

    def read(self, path: Path) -> bool:
        """Start using the paintings in a file. Returns False if the file is missing, damaged or out of date."""
        try:
            with path.open("rb") as file:
                content = mmap(file.fileno(), 0, access=ACCESS_READ)
        except (OSError, ValueError):  # an empty file cannot be mapped
            return False
        if content[:LENGTH] != sources() or content[LENGTH : 2 * LENGTH] != _checksum(content[2 * LENGTH :]):
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
    def collecting(self) -> Iterator[Mapping[bytes, bytes]]:
        """Collect all paintings made inside this context manager, making each only once."""
        collected: dict[bytes, bytes] = {}
        self._collected = collected
        try:
            yield collected
        finally:
            self._collected = None


paintings = Paintings()
"""The paintings of this process. It is empty until a file is read."""


def file() -> Path:
    """Return the path of the paintings file, which is in the folder with the compiled code."""
    return Path(importlib.util.cache_from_source(__file__)).with_suffix(".bin")


def write(path: Path, collected: Mapping[bytes, bytes]) -> bool:
    """Write paintings to a file readable only by its owner. Returns False if the file cannot be written.

    The file is replaced atomically, so several processes may write and read it concurrently.
    """
    entries = b"".join(_ENTRY.pack(key, len(data)) + data for key, data in sorted(collected.items()))
    with contextlib.suppress(OSError), contextlib.ExitStack() as undo:
        path.parent.mkdir(exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as new:
            undo.callback(Path(new.name).unlink, missing_ok=True)
            new.write(sources() + _checksum(entries) + entries)
        Path(new.name).replace(path)
        return True
    return False


@cache
def sources() -> bytes:
    """Return a checksum of all source files and package versions that determine how the paintings look."""
    files = sorted(path for room in ROOMS for path in (HOME / room).rglob("*") if path.suffix in {".py", ".json"})
    versions = [f"{name} {version(name)}".encode() for name in PACKAGES]
    return _checksum(b"".join([*versions, *(_checksum(path.read_bytes()) for path in files)]))


def key_of(*parts: object) -> bytes | None:
    """Return the key of a painting that depends only on these values, or None if any of them is None."""
    return None if any(part is None for part in parts) else _checksum(repr(parts).encode())


def about_sprite(sprite: Sprite) -> str | None:
    """Return the part of a key that identifies a sprite regardless of its size and colours.

    Return None if the function that draws the sprite cannot be imported by name.
    """
    shape, *others = sprite
    name = f"{shape.__module__}.{shape.__qualname__}"
    return None if "<" in name else repr((name, others))


@cache
def about_theme(theme: Theme) -> str:
    """Return the part of a key that identifies a theme, based on its colours."""
    return repr(sorted(theme.colours.items()))


def _checksum(data: bytes) -> bytes:
    return blake2b(data, digest_size=LENGTH).digest()
