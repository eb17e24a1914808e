"""A record's movetext: numbered moves with their times, and variations in brackets.

The grammar is in `docs/records.md`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from games import Seat
from language import mark, one_line
from matches.errors import Refusal
from matches.timecontrol import EARLIEST, LATEST

MAIN = 0
"""The number of the main line."""
MOST_MOVES = 5_000
"""The most moves in a record, including those of its lines."""
MOST_LINES = 20
"""The most lines in a record, not counting the main line."""

RecordedResult = Literal["1-0", "0-1", "1/2-1/2", "none", "*"]
"""The result: a win by the first side, a win by the second, a draw, no result, or `*` while the match is running."""
RECORDED_RESULTS: tuple[RecordedResult, ...] = ("1-0", "0-1", "1/2-1/2", "none", "*")

NUMBER = re.compile(r"([0-9]{1,6})\.")
OPENED = re.compile(r"\(\s*([0-9]{1,6})\.")
TIMES = re.compile(r"\{([0-9TZ:-]{20})(?: (-?[0-9]{1,9}))?\}")
TOKEN = re.compile(r"[^\s\[\]{}()\"]{1,40}")
SPACE = re.compile(r"\s*")
ISO_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
TIME = "%Y-%m-%dT%H:%M:%SZ"


def recorded_result(winner: Seat | None) -> RecordedResult:
    """Return a finished match's result in record notation. A `winner` of None means a draw."""
    return "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]


@dataclass(frozen=True, slots=True)
class RecordedMove:
    text: str
    at: int | None = None
    left: int | None = None
    """How many seconds the mover had left, or None without a clock."""


@dataclass(frozen=True, slots=True)
class Line:
    """A variation: a sequence of moves that branches off another line."""

    of: int
    """The number of the parent line."""
    after: int
    """The ply at which the line branches off, at least one move after the parent line begins."""
    moves: Sequence[str]


@dataclass(frozen=True, slots=True)
class Movetext:
    """The part of a record after its tags."""

    moves: Sequence[RecordedMove]
    result: RecordedResult
    lines: Mapping[int, Line]
    """The variations by number, in the order in which they are written."""


def write_moves(text: Movetext) -> Iterator[str]:
    """Yield the moves and the result as tokens, with each variation after the move it replaces or continues."""
    branches: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, line in sorted(text.lines.items()):
        branches[line.of, line.after].append(number)

    def tokens(number: int, after: int, moves: Iterable[str]) -> Iterator[str]:
        ply = after
        for ply, move in enumerate(moves, after + 1):
            yield f"{ply}. {move}"
            yield from brackets(number, ply - 1)
        yield from brackets(number, ply)

    def brackets(parent: int, after: int) -> Iterator[str]:
        for number in branches[parent, after]:
            inner = list(tokens(number, after, text.lines[number].moves))
            inner[0] = f"({inner[0]}"
            inner[-1] = f"{inner[-1]})"
            yield from inner

    yield from tokens(MAIN, 0, (f"{move.text}{_times(move)}" for move in text.moves))
    yield text.result


@dataclass(slots=True)
class _Open:
    of: int
    after: int
    moves: list[RecordedMove] = field(default_factory=list)
    ended: bool = False
    """Whether a variation continues from the line's end, so that the line cannot have further moves."""

    @property
    def count(self) -> int:
        """The ply at the line's end."""
        return self.after + len(self.moves)


def read_moves(text: str, index: int) -> Movetext:
    """Parse the movetext from `index` to the end, without checking its moves. Raises Refusal if it is malformed."""
    lines = [_Open(MAIN, 0)]
    open_lines = [MAIN]
    while True:
        line = lines[open_lines[-1]]
        if result := _read_result(text, index):
            if line is not lines[MAIN]:
                raise Refusal("The bracket before move {number} is not closed.", number=line.after + 1)
            return Movetext(line.moves, result, _in_order(lines))
        if line.moves and line is not lines[MAIN] and text.startswith(")", index):
            open_lines.pop()
            index = past_space(text, index + 1)
            continue
        if opened := OPENED.match(text, index):
            open_lines.append(len(lines))
            lines.append(_branch(lines, open_lines[-2], int(opened[1])))
            line, index = lines[-1], opened.start(1)
        numbered = NUMBER.match(text, index)
        if numbered is None or int(numbered[1]) != line.count + 1 or line.ended:
            raise _unexpected(text[index : index + 41], line.count + 1)
        if sum(len(other.moves) for other in lines) == MOST_MOVES:
            raise too_many_moves()
        move, index = _read_move(text, past_space(text, numbered.end()), line.count + 1, timed=line is lines[MAIN])
        line.moves.append(move)


def too_many_moves() -> Refusal:
    return Refusal("A record can have at most {most} moves.", most=MOST_MOVES)


def _unexpected(text: str, number: int) -> Refusal:
    if not text:
        return Refusal("The record ends before move {number} or a result.", number=number)
    message = mark("Expected move {number} or the result, but found “{found}”.")
    return Refusal(message, found=shorten_part(text), number=number)


def _branch(lines: Sequence[_Open], parent: int, number: int) -> _Open:
    """Open a variation starting with move `number`, which replaces or follows the last move of line `parent`.

    Raises Refusal for any other number.
    """
    line = lines[parent]
    if number not in {line.count, line.count + 1} or (number == line.count and not line.moves):
        message = mark("A variation after move {count} must start with move {count} or {next}, not {number}.")
        raise Refusal(message, count=line.count, next=line.count + 1, number=number)
    if len(lines) > MOST_LINES:
        raise Refusal("A record can have at most {most} variations.", most=MOST_LINES)
    line.ended |= number > line.count
    # If it replaces the first move of a variation, both branch off the same line.
    while parent != MAIN and number - 1 <= lines[parent].after:
        parent = lines[parent].of
    return _Open(parent, number - 1)


def _in_order(lines: Sequence[_Open]) -> dict[int, Line]:
    """Renumber variations in the order used by `write_moves`."""
    branches: dict[int, list[int]] = defaultdict(list)
    for number, line in enumerate(lines[1:], 1):
        branches[line.of].append(number)
    order = [MAIN]

    def visit(parent: int) -> None:
        for number in sorted(branches[parent], key=lambda branch: (lines[branch].after, branch)):
            order.append(number)
            visit(number)

    visit(MAIN)
    return {
        number: Line(order.index(lines[old].of), lines[old].after, [move.text for move in lines[old].moves])
        for number, old in enumerate(order)
        if number != MAIN
    }


def _read_result(text: str, index: int) -> RecordedResult | None:
    """Return the result at an index of the text, or None. Raises Refusal if more text follows the result."""
    token = TOKEN.match(text, index)
    result = next((result for result in RECORDED_RESULTS if token and result == token[0]), None)
    if result and past_space(text, index + len(result)) != len(text):
        raise Refusal("There is more text after the result {result}.", result=result)
    return result


def _read_move(text: str, index: int, number: int, *, timed: bool) -> tuple[RecordedMove, int]:
    token = TOKEN.match(text, index)
    if token is None:
        raise Refusal("The text of move {number} is missing.", number=number)
    index = past_space(text, token.end())
    times = TIMES.match(text, index) if timed else None
    if times is None:
        return RecordedMove(token[0]), index
    left = int(times[2]) if times[2] else None
    return RecordedMove(token[0], parse_time(times[1]), left), past_space(text, times.end())


def past_space(text: str, index: int) -> int:
    """Return the index of the first non-whitespace character at or after `index`."""
    space = SPACE.match(text, index)
    return space.end() if space else index


def time_text(at: int | None) -> str:
    """Format a time, given in UTC seconds, for use in a record. Returns "" for None."""
    # `strftime` takes ten times as long.
    return "" if at is None else f"{datetime.fromtimestamp(at, UTC).isoformat()[:19]}Z"


def parse_time(text: str | None) -> int | None:
    """Parse a time written by `time_text` into UTC seconds. Raises Refusal for any other text."""
    if text is None:
        return None
    try:
        # `fromisoformat` is much faster than `strptime`.
        return timestamp(datetime.fromisoformat(text if ISO_TIME.fullmatch(text) else ""))
    except ValueError as error:
        raise bad_time(text) from error


def timestamp(at: datetime) -> int:
    """Convert a time to UTC seconds. Raises ValueError if it is not between EARLIEST and LATEST."""
    seconds = int(at.timestamp())
    if not EARLIEST <= seconds <= LATEST:
        raise ValueError(f"{at} is too early or too late")
    return seconds


def bad_time(text: str) -> Refusal:
    return Refusal("“{found}” is not a time. Times look like 2026-01-31T12:00:00Z.", found=shorten_part(text))


def shorten_part(text: str) -> str:
    """Shorten part of a record for quoting in a message."""
    shown = one_line(text)
    return shown if len(shown) <= 40 else shown[:40] + "…"


def _times(move: RecordedMove) -> str:
    if move.at is None:
        return ""
    return f" {{{time_text(move.at)}}}" if move.left is None else f" {{{time_text(move.at)} {move.left}}}"
