"""An append-only JSON Lines file that stores the world. The last line for an object is its current state."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from sandbox.discord.errors import Json


class Line(NamedTuple):
    """The state of an object; its data is None after a deletion."""

    kind: str
    id: str
    data: Json | None


class Journal:
    """Appends to a file, or stores nothing if there is no path."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def read(self) -> list[Line]:
        """Read every object once, in the order of first lines, and compact the file."""
        if self._path is None:
            return []
        newest: dict[tuple[str, str], Line] = {}
        if self._path.exists():
            for line in _lines(self._path):
                newest[line.kind, line.id] = line
        current = [line for line in newest.values() if line.data is not None]
        draft = self._path.with_suffix(".new")
        with draft.open("w", encoding="utf-8") as file:
            file.writelines(_text(line) for line in current)
        draft.replace(self._path)
        self._file = self._path.open("a", encoding="utf-8", buffering=1)
        return current

    @property
    def persistent(self) -> bool:
        """Whether changes are stored in a file."""
        return self._file is not None

    def write(self, kind: str, object_id: str, data: Json | None) -> None:
        """Store the new state of an object; None means that it was deleted."""
        if self._file is not None:
            self._file.write(_text(Line(kind, object_id, data)))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _text(line: Line) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _lines(path: Path) -> Iterator[Line]:
    with path.open(encoding="utf-8") as file:
        for text in file:
            if not text.endswith("\n"):
                return  # the program was killed while writing the last line
            yield Line(*json.loads(text))
