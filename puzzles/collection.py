"""The puzzle collection. A puzzle's number never changes, because servers store it.

A puzzle that turned out to be no fun is retired. It is never offered again, but posts that show it still work.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Literal, Self

from games import GAMES, Position
from language import SpokenError, mark

log = logging.getLogger(__name__)

FILE: Final = Path(__file__).with_name("collection.jsonl")
UNREADABLE: Final = mark("The puzzles cannot be read. Please tell the bot's owner, who can find the reason in the log.")
RETIRED: Final = ',"retired":true}'
"""The end of a retired puzzle's line."""
Kind = Literal["only", "fastest"]


class UnreadablePuzzles(SpokenError):
    """Raised if the file, or one of its lines, cannot be read. The reason is logged."""

    def __init__(self, reason: Exception) -> None:
        super().__init__(UNREADABLE)
        log.error("The puzzles in %s cannot be read: %s", FILE, reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position in which one move is proven to be right. Moves are strings as returned by `Position.format`."""

    game: str
    position: str
    """The position without its history, in the form that `Position.encode` produces."""
    kind: Kind
    """What makes the move right: every other move loses (`only`), or no other move wins as soon (`fastest`)."""
    plies: int
    """How long the solution is, in plies."""
    answers: Sequence[str]
    """The right first moves. If there are several, they are the same move with different effects."""
    line: Sequence[str]
    """The solution up to the end of the game. It begins with the first answer; the defence is the most stubborn one."""
    replies: Mapping[str, str] = field(default_factory=dict)
    """A refutation of each wrong move that people are likely to try."""
    stars: int
    """How hard it is, from 1 to 3. This is measured by how often weak computer players find the answer."""
    retired: bool = False
    """Whether it is no longer offered."""

    @property
    def moves(self) -> int:
        """How many of its own moves the winning side needs."""
        return (self.plies + 1) // 2

    def board(self) -> Position[Any]:
        return GAMES[self.game].decode(self.position)

    def to_line(self) -> str:
        """Return the puzzle as a line of the collection's file, including the key `retired` only if it is retired."""
        values = asdict(self)
        if not self.retired:
            del values["retired"]
        return json.dumps(values, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_line(cls, line: str) -> Self:
        """Parse a puzzle that `to_line` has written."""
        return cls(**json.loads(line))


@cache
def _lines() -> Sequence[str]:
    """Return the file's lines, one per puzzle. A line is parsed only when its puzzle is needed."""
    try:
        return FILE.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadablePuzzles(error) from error


def count() -> int:
    """Return the number of puzzles, including retired ones. Puzzles are numbered from 1."""
    return len(_lines())


@lru_cache(maxsize=64)
def puzzle(number: int) -> Puzzle:
    """Return the puzzle with this number. Raises IndexError if there is none."""
    if not 1 <= number <= count():
        raise IndexError(f"there is no puzzle {number}")
    try:
        found = Puzzle.from_line(_lines()[number - 1])
        found.board()
    except (ValueError, TypeError, LookupError) as error:
        raise UnreadablePuzzles(error) from error
    return found


@cache
def games() -> Sequence[str]:
    """Return the keys of all games with puzzles, in alphabetical order."""
    return sorted(game for game in GAMES if active_numbers(game))


@cache
def stars(game: str) -> Mapping[int, int]:
    """Return the difficulty of each of a game's puzzles, in stars, by puzzle number.

    Retired puzzles are left out.
    """
    try:
        return {number: json.loads(_lines()[number - 1])["stars"] for number in active_numbers(game)}
    except (ValueError, LookupError) as error:
        raise UnreadablePuzzles(error) from error


@cache
def active_numbers(game: str | None = None) -> Sequence[int]:
    """Return the sorted numbers of the active puzzles of `game`, or of all games if it is None."""
    beginning = "{" if game is None else f'{{"game":"{game}",'
    return [
        number for number, line in enumerate(_lines(), 1) if line.startswith(beginning) and not line.endswith(RETIRED)
    ]
