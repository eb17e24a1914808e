"""What a person has done with a puzzle."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games import RuleError
from puzzles import collection
from puzzles.collection import Puzzle

MOST_TRIES = 3
"""The most tries at a puzzle of the day."""
FIRST_MISSED = 1_000_000
"""Added to the ID of a match, it is the number of the puzzle from this match. The collection's numbers are lower."""
FIRST_DAY = 20_783
"""The first day with a puzzle of the day, counted from 1970: 2026-11-26."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's attempt at a puzzle."""

    person_id: int
    puzzle: int
    """The puzzle's number in the collection, or that of a puzzle from a match."""
    tries: int = 0
    """How many moves they have tried, the right one included."""
    solved_at: int | None = None


@dataclass(frozen=True, slots=True)
class MissedPuzzle:
    """A puzzle from a finished match of a server, in which a player missed the right move."""

    match_id: int
    guild_id: int
    puzzle: str
    """The puzzle as a line of the collection."""

    @property
    def number(self) -> int:
        return FIRST_MISSED + self.match_id


@dataclass(frozen=True, slots=True)
class PuzzlePost:
    """A puzzle of the day as a server was shown it."""

    guild_id: int
    day: int
    """The day in UTC, counted from 1970."""
    puzzle: int
    channel_id: int
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """What a person has done with a server's puzzle of the day."""

    guild_id: int
    day: int
    person_id: int
    tries: int = 0
    solved_at: int | None = None
    wrong: str | None = None
    """The first wrong move."""

    @property
    def first(self) -> bool:
        """Whether the puzzle was solved at the first try."""
        return self.solved_at is not None and self.tries == 1

    @property
    def used_up(self) -> bool:
        return self.solved_at is None and self.tries >= MOST_TRIES


@dataclass(frozen=True, slots=True)
class Standing:
    """What a person has done with a server's puzzles of the day."""

    name: str
    solved: int
    first: int
    """How many of them at the first try."""
    streak: int
    """How many of the last posts in a row were solved; the open one counts once it is solved."""


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """A server's puzzle of the day with what people have done so far."""

    post: PuzzlePost
    open: bool
    """Whether it is still the newest."""
    tried: int
    first: int
    names: Sequence[str]
    """Who has solved it, first ones first, apart from people who do not want to be named."""
    before: PuzzlePost | None
    """The puzzle of the day before."""
    trap: str | None
    """The wrong move that most people tried first in that one."""


def number_of_day(day: int) -> int:
    """The number of the puzzle of this day: a game in turn each day, and its puzzles in order.

    No puzzle comes twice before the collection is used up, even if the collection grows or puzzles are retired.
    """
    games = collection.games()
    turn, place = divmod(day - FIRST_DAY, len(games))
    numbers = collection.offered(games[place])
    return numbers[turn % len(numbers)]


def streak(posts: Sequence[int], solved: Collection[int]) -> int:
    """How many of the last posts, given by their days from the newest on, were solved in a row."""
    counted = posts if posts and posts[0] in solved else posts[1:]
    return next((number for number, day in enumerate(counted) if day not in solved), len(counted))


@dataclass(frozen=True, slots=True)
class Answer:
    """A move that a person tried."""

    puzzle: Puzzle
    attempt: Attempt
    """The attempt after it."""
    move: str
    right: bool
    daily: PuzzleTry | None = None
    """The person's try at the puzzle of the day after it, if this is one."""


def solution(puzzle: Puzzle, answer: str) -> Sequence[str]:
    """The solution with this right answer in it; with the first right one if the other moves do not fit."""
    line = [answer, *puzzle.line[1:]]
    position = puzzle.board()
    try:
        for text in line:
            position = position.play(position.parse(text))
    except RuleError:
        return puzzle.line
    return line


def moves_of(line: Sequence[str]) -> str:
    """A line of moves, numbered from the side that begins: `1. d4-d7 g6-e8 2. c3-c6`."""
    return " ".join(text if place % 2 else f"{place // 2 + 1}. {text}" for place, text in enumerate(line))
