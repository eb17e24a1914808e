"""The file that stores the world. Each change is a line of JSON; the newest line of a record counts."""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sandbox.discord.errors import Json


class Line(NamedTuple):
    """The state of one record. Its data is None after the record was deleted."""

    kind: str
    id: str
    data: Json | None


class Journal:
    """Appends to a file; without a path it remembers nothing."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def read(self) -> list[Line]:
        """Return each record once, in the order of their first lines, and remove outdated lines from the file."""
        if self._path is None:
            return []
        newest: dict[tuple[str, str], Line] = {}
        if self._path.exists():
            for line in _lines(self._path):
                newest[line.kind, line.id] = line
        known = [line for line in newest.values() if line.data is not None]
        draft = self._path.with_suffix(".new")
        with draft.open("w", encoding="utf-8") as file:
            file.writelines(_text(line) for line in known)
        draft.replace(self._path)
        self._file = self._path.open("a", encoding="utf-8", buffering=1)
        return known

    @property
    def remembers(self) -> bool:
        """Whether it has a file."""
        return self._file is not None

    def write(self, kind: str, record_id: str, data: Json | None) -> None:
        """Keep the new state of a record. None means that it was deleted."""
        if self._file is not None:
            self._file.write(_text(Line(kind, record_id, data)))

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
                return  # the program was killed while it wrote the last line
            yield Line(*json.loads(text))
