"""Playthroughs: whole games kept as text, with functions that read them, write them and return their moves.

A playthrough is a file `playthroughs/<game key>*.txt`:

# Any comment.
start size=6
(the diagram of the starting position, indented)
1. c4 (4)
(the diagram after the move)
...
result Black: no jump left

The number in brackets counts the legal moves after the move; the last line is `result draw: …` when nobody won.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games import GAMES, Position

FOLDER = Path(__file__).parent / "playthroughs"
_TURN = re.compile(r"\d+\. (\S+) \((\d+)\)")


@dataclass(frozen=True, slots=True)
class Turn:
    """A move of a playthrough, with the diagram and the number of legal moves after it."""

    move: str
    replies: int
    diagram: str


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A whole game as it stands in its file."""

    key: str
    options: Mapping[str, str]
    opening: str
    """The diagram of the starting position."""
    turns: Sequence[Turn]
    result: str
    """`<side>: <reason>` or `draw: <reason>`."""

    @property
    def moves(self) -> list[str]:
        """The move texts from the first to the last."""
        return [turn.move for turn in self.turns]


def paths(key: str) -> list[Path]:
    """The playthrough files of a game: `<key>.txt` first, then `<key>-<anything>.txt`."""
    paths = (path for path in FOLDER.glob(f"{key}*.txt") if path.stem.split("-")[0] == key)
    return sorted(paths, key=lambda path: (path.stem != key, path.name))


def playthroughs(key: str) -> list[Playthrough]:
    """Every playthrough of a game, each at most 120 plies long."""
    return [read(path) for path in paths(key)]


def shortest(key: str) -> Playthrough:
    """The shortest playthrough of a game."""
    return min(playthroughs(key), key=lambda line: len(line.moves))


def read(path: Path) -> Playthrough:
    """The playthrough in the file.

    Raises ValueError, which names the line, for anything that does not fit the format.
    """
    options: dict[str, str] = {}
    headings: list[tuple[str, list[str]]] = []
    result = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("  ") and headings:
            headings[-1][1].append(line[2:])
        elif line.startswith("start") and not headings:
            options = dict(word.split("=", 1) for word in line.split()[1:])
            headings.append(("start", []))
        elif line.startswith("result "):
            result = line.removeprefix("result ")
        elif _TURN.fullmatch(line) and headings:
            headings.append((line, []))
        else:
            raise ValueError(f"{path.name}, line {number}: {line!r} is neither start, a move, a diagram nor a result")
    turns = []
    for heading, diagram in headings[1:]:
        match = _TURN.fullmatch(heading)
        assert match
        turns.append(Turn(match[1], int(match[2]), "\n".join(diagram)))
    return Playthrough(path.stem.split("-")[0], options, "\n".join(headings[0][1]), turns, result)


def told_result(position: Position[Any]) -> str:
    """The result as a playthrough writes it; empty while the game goes on."""
    result = position.result()
    if result is None:
        return ""
    winner = "draw" if result.winner is None else position.info.seats[result.winner]
    return f"{winner}: {result.reason}"


def plain_diagram(position: Position[Any]) -> str:
    """The diagram as a playthrough writes it: without empty lines and without spaces at the ends of lines."""
    return "\n".join(line.rstrip() for line in position.diagram().splitlines() if line.strip())


def write(path: Path, comment: str, key: str, options: Mapping[str, str], moves: Sequence[str]) -> None:
    """Play the moves from the start and write the whole game to the file."""
    position = GAMES[key].start(**options)
    lines = [f"# {comment}", " ".join(["start", *(f"{name}={value}" for name, value in options.items())])]
    lines += _indented(position)
    for ply, text in enumerate(moves, 1):
        position = position.play(position.parse(text))
        lines.append(f"{ply}. {text} ({len(position.legal_moves())})")
        lines += _indented(position)
    lines.append(f"result {told_result(position)}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _indented(position: Position[Any]) -> list[str]:
    return [f"  {line}" for line in plain_diagram(position).splitlines()]
