"""The rules of all games: the options with which they are played, and tables of move counts (perft).

The tables of a game stand in `tests/games/perft/<game key>.txt`, as paragraphs divided by empty lines, each of
lines that begin with a keyword:

    start size=8                       the options; or `position <encoded>`
    after +c7 e2-e4                    optional: moves played before counting begins
    counts 4 12 28 172                 sequences of exactly 1, 2, 3, 4 … plies
    slow 892 7124                      optional: the next depths, counted by `make test-all` and `make perft`
    source two independent programs    where the numbers are from

Lines that begin with `#` are comments. Each paragraph is one table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games import GAMES, Position

VARIANTS: list[tuple[str, Mapping[str, str]]] = [
    (key, options)
    for key, game in GAMES.items()
    for options in ({}, *({name: value} for name, values in game.info.options.items() for value in values[1:]))
]
"""Each game with its usual options, and with each other value of an option."""
FOLDER = Path(__file__).parents[1] / "games" / "perft"


@dataclass(frozen=True, slots=True)
class Table:
    """A paragraph of a perft file: where counting begins and how many sequences there are, by depth."""

    title: str
    position: Position[Any]
    counts: tuple[int, ...]
    """The numbers of sequences of 1, 2, 3 … plies."""
    slow: tuple[int, ...]
    """The numbers of sequences of the next lengths, which take long to count."""


def tables(key: str) -> list[Table]:
    """The tables of a game. Raises ValueError for a paragraph without counts or without their source."""
    paragraphs = (FOLDER / f"{key}.txt").read_text(encoding="utf-8").split("\n\n")
    return [table for paragraph in paragraphs if (table := _read(key, paragraph))]


def _read(key: str, paragraph: str) -> Table | None:
    lines = [line for line in paragraph.splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        return None
    told: dict[str, str] = {}
    for line in lines:
        keyword, _, rest = line.partition(" ")
        if keyword not in {"start", "position", "after", "counts", "slow", "source"}:
            raise ValueError(f"perft/{key}.txt: unknown line {line!r}")
        told[keyword] = rest.strip()
    if not told.get("counts") or not told.get("source"):
        raise ValueError(f"perft/{key}.txt: a paragraph lacks its counts or their source:\n{paragraph}")
    if "position" in told:
        position = GAMES[key].decode(told["position"])
    else:
        position = GAMES[key].start(**dict(word.split("=", 1) for word in told.get("start", "").split()))
    for text in told.get("after", "").split():
        position = position.play(position.parse(text))
    counts, slow = (tuple(map(int, told.get(word, "").split())) for word in ("counts", "slow"))
    title = " ".join([key, *(told[word][:40] for word in ("start", "position", "after") if told.get(word))])
    return Table(title, position, counts, slow)


def perft(position: Position[Any], depth: int) -> int:
    """The number of move sequences of exactly `depth` plies (at least 1)."""
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)


TABLES = [table for key in GAMES if (FOLDER / f"{key}.txt").exists() for table in tables(key)]
