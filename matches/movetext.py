"""The moves of a record as text: numbered, with times, and with lines in brackets that leave the game.

`docs/records.md` has the grammar.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from language import mark, one_line
from matches.errors import Refusal
from matches.timecontrol import EARLIEST, LATEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games import Seat

MAIN = 0
"""The number of the line that was played."""
MOST_MOVES = 5_000
"""The most moves of a record, with those of all its lines."""
MOST_LINES = 20
"""The most lines of a record beside the main one."""

RecordedResult = Literal["1-0", "0-1", "1/2-1/2", "none", "*"]
"""Won by the first side, by the second, a draw, no result; `*` while the match runs."""
RECORDED_RESULTS: tuple[RecordedResult, ...] = ("1-0", "0-1", "1/2-1/2", "none", "*")

NUMBER = re.compile(r"([0-9]{1,6})\.")
OPENED = re.compile(r"\(\s*([0-9]{1,6})\.")
TIMES = re.compile(r"\{([0-9TZ:-]{20})(?: (-?[0-9]{1,9}))?\}")
WORD = re.compile(r"[^\s\[\]{}()\"]{1,40}")
SPACE = re.compile(r"\s*")
MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
TIME = "%Y-%m-%dT%H:%M:%SZ"


def as_recorded(winner: Seat | None) -> RecordedResult:
    """The result of a match that has ended with this winner, or drawn, as a record says it."""
    return "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One move of a record."""

    text: str
    at: int | None = None
    """When it was played."""
    left: int | None = None
    """The seconds that the mover had left on the clock; None without a clock."""


@dataclass(frozen=True, slots=True)
class Line:
    """Moves that leave another line."""

    of: int
    """The number of the line that they leave."""
    after: int
    """After how many moves, counted from the start, they leave it: at least one of these is a move of that line."""
    moves: Sequence[str]


@dataclass(frozen=True, slots=True)
class Movetext:
    """What stands behind the tags of a record."""

    moves: Sequence[RecordedMove]
    outcome: RecordedResult
    lines: Mapping[int, Line]
    """The lines that leave the game, by number, in the order in which they are written."""


def write_moves(text: Movetext) -> Iterator[str]:
    """The words of the moves and the outcome; a line stands behind the move that it replaces, or goes on at the end."""
    leaving: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, line in sorted(text.lines.items()):
        leaving[line.of, line.after].append(number)

    def words(number: int, after: int, moves: Iterable[str]) -> Iterator[str]:
        ply = after
        for ply, move in enumerate(moves, after + 1):
            yield f"{ply}. {move}"
            yield from brackets(number, ply - 1)
        yield from brackets(number, ply)

    def brackets(of: int, after: int) -> Iterator[str]:
        for number in leaving[of, after]:
            inner = list(words(number, after, text.lines[number].moves))
            inner[0] = f"({inner[0]}"
            inner[-1] = f"{inner[-1]})"
            yield from inner

    yield from words(MAIN, 0, (f"{move.text}{_times(move)}" for move in text.moves))
    yield text.outcome


@dataclass(slots=True)
class _Open:
    """A line that is being read."""

    of: int
    after: int
    moves: list[RecordedMove] = field(default_factory=list)
    ended: bool = False
    """Another line went on from its end, so it cannot become longer."""

    @property
    def count(self) -> int:
        """How many moves have been played at its end."""
        return self.after + len(self.moves)


def read_moves(text: str, at: int) -> Movetext:
    """The moves from there on to the end of the text. They are not checked here. Raises Refusal."""
    begun = [_Open(MAIN, 0)]
    open_lines = [MAIN]
    while True:
        line = begun[open_lines[-1]]
        if outcome := _outcome(text, at):
            if line is not begun[MAIN]:
                raise Refusal("The bracket before move {number} is not closed.", number=line.after + 1)
            return Movetext(line.moves, outcome, _in_order(begun))
        if line.moves and line is not begun[MAIN] and text.startswith(")", at):
            open_lines.pop()
            at = past_space(text, at + 1)
            continue
        if opened := OPENED.match(text, at):
            open_lines.append(len(begun))
            begun.append(_leaving(begun, open_lines[-2], int(opened[1])))
            line, at = begun[-1], opened.start(1)
        numbered = NUMBER.match(text, at)
        if numbered is None or int(numbered[1]) != line.count + 1 or line.ended:
            raise _unexpected(text[at : at + 41], line.count + 1)
        if sum(len(one.moves) for one in begun) == MOST_MOVES:
            raise too_many_moves()
        move, at = _read_move(text, past_space(text, numbered.end()), line.count + 1, timed=line is begun[MAIN])
        line.moves.append(move)


def too_many_moves() -> Refusal:
    """The refusal of a record with more than MOST_MOVES moves."""
    return Refusal("A record has at most {most} moves.", most=MOST_MOVES)


def _unexpected(found: str, number: int) -> Refusal:
    if not found:
        return Refusal("The record ends where move {number} or the result must stand.", number=number)
    message = mark("“{found}” stands where move {number} or the result must stand.")
    return Refusal(message, found=shortened(found), number=number)


def _leaving(begun: Sequence[_Open], of: int, number: int) -> _Open:
    """The line that leaves this one in place of the move of that number, or goes on from its end. Raises Refusal."""
    line = begun[of]
    if number not in {line.count, line.count + 1} or (number == line.count and not line.moves):
        message = mark("A line in brackets after move {count} must begin with move {count} or {next}, not {number}.")
        raise Refusal(message, count=line.count, next=line.count + 1, number=number)
    if len(begun) > MOST_LINES:
        raise Refusal("A record has at most {most} lines in brackets.", most=MOST_LINES)
    line.ended |= number > line.count
    while of != MAIN and number - 1 <= begun[of].after:  # in place of its first move: it leaves the same line
        of = begun[of].of
    return _Open(of, number - 1)


def _in_order(begun: Sequence[_Open]) -> dict[int, Line]:
    """The lines beside the main one, with numbers in the order in which they are written."""
    leaving: dict[int, list[int]] = defaultdict(list)
    for number, line in enumerate(begun[1:], 1):
        leaving[line.of].append(number)
    order = [MAIN]

    def visit(of: int) -> None:
        for number in sorted(leaving[of], key=lambda one: (begun[one].after, one)):
            order.append(number)
            visit(number)

    visit(MAIN)
    return {
        number: Line(order.index(begun[old].of), begun[old].after, [move.text for move in begun[old].moves])
        for number, old in enumerate(order)
        if number != MAIN
    }


def _outcome(text: str, at: int) -> RecordedResult | None:
    """The outcome that stands there. Raises Refusal if anything follows it."""
    found = WORD.match(text, at)
    known = next((one for one in RECORDED_RESULTS if found and one == found[0]), None)
    if known and past_space(text, at + len(known)) != len(text):
        raise Refusal("Something follows after the result {result}.", result=known)
    return known


def _read_move(text: str, at: int, number: int, *, timed: bool) -> tuple[RecordedMove, int]:
    found = WORD.match(text, at)
    if found is None:
        raise Refusal("The text of move {number} is missing.", number=number)
    at = past_space(text, found.end())
    times = TIMES.match(text, at) if timed else None
    if times is None:
        return RecordedMove(found[0]), at
    left = int(times[2]) if times[2] else None
    return RecordedMove(found[0], moment(times[1]), left), past_space(text, times.end())


def past_space(text: str, at: int) -> int:
    """Where the next part begins."""
    found = SPACE.match(text, at)
    return found.end() if found else at


def written(at: int | None) -> str:
    """A time as records have it; empty for none."""
    # strftime takes ten times as long.
    return "" if at is None else f"{datetime.fromtimestamp(at, UTC).isoformat()[:19]}Z"


def moment(text: str | None) -> int | None:
    """The time that `written` wrote. Raises Refusal."""
    if text is None:
        return None
    known = MOMENT.fullmatch(text)
    try:
        return seconds(datetime.fromisoformat(known[0] if known else ""))  # much faster than `strptime`
    except ValueError as error:
        raise no_time(text) from error


def seconds(at: datetime) -> int:
    """A time as records keep it. Raises ValueError for one that no record can have."""
    found = int(at.timestamp())
    if not EARLIEST <= found <= LATEST:
        raise ValueError(f"{at} is too early or too late")
    return found


def no_time(text: str) -> Refusal:
    """The refusal of a text that is no time."""
    return Refusal("“{found}” is no time: times look like 2026-01-31T12:00:00Z.", found=shortened(text))


def shortened(text: str) -> str:
    """A part of a record, fit to be quoted."""
    shown = one_line(text)
    return shown if len(shown) <= 40 else shown[:40] + "…"


def _times(move: RecordedMove) -> str:
    if move.at is None:
        return ""
    return f" {{{written(move.at)}}}" if move.left is None else f" {{{written(move.at)} {move.left}}}"
