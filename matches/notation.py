"""A match as plain text: tags and numbered moves, the same for all games. `docs/records.md` has the grammar."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from games import GAMES
from language import mark, one_line
from matches.errors import Refusal
from matches.openings import LONGEST_CODE
from matches.timecontrol import TimeControl, clock_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from matches.records import Match, Ply

FORMAT = "1"
"""The version of the format, in the tag that every record begins with."""
LONGEST = 200_000
"""Characters of a record: a match of a thousand moves has some 40,000."""
MOST_MOVES = 5_000
MOST_TAGS = 40
LONGEST_VALUE = 200
WIDTH = 100
"""Characters of a line of moves."""

RecordedResult = Literal["1-0", "0-1", "1/2-1/2", "none", "*"]
"""Won by the first side, by the second, a draw, no result; `*` while the match runs."""
RECORDED_RESULTS: tuple[RecordedResult, ...] = ("1-0", "0-1", "1/2-1/2", "none", "*")

TAG = re.compile(r'\[\s*([A-Za-z]{1,20})\s+"((?:[^"\\]|\\["\\])*)"\s*\]')
NUMBER = re.compile(r"([0-9]{1,6})\.")
NUMBERED = re.compile(r"(?<!\S)([0-9]{1,6})\.(?=\s)")
"""The number of a move, as records are written here."""
LAST = 400
"""Characters at the end of a record among which the last move stands whole."""
TIMES = re.compile(r"\{([0-9TZ:-]{20})(?: (-?[0-9]{1,9}))?\}")
WORD = re.compile(r"[^\s\[\]{}\"]{1,40}")
SPACE = re.compile(r"\s*")
MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
TIME = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One move of a record."""

    text: str
    at: int | None = None
    """When it was played."""
    left: int | None = None
    """The seconds that the mover had left on the clock; None without a clock."""


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that a record says of a match."""

    game: str
    options: Mapping[str, str]
    rules_version: int
    players: tuple[str, str]
    moves: Sequence[RecordedMove] = ()
    outcome: RecordedResult = "*"
    reason: str = ""
    """The key of the way in which it ended, with its numbers: `points first=12 second=9`."""
    code: str = ""
    server: str = ""
    """The id of the server where it was played."""
    clock: TimeControl | None = None
    rated: bool = False
    begun: int | None = None
    ended: int | None = None
    start: str = ""
    """The code of the position before the first move; empty for the start that the options give."""


def record_of(match: Match, plies: Sequence[Ply], guild_id: int | None) -> Record:
    """The record of a match as it stands."""
    numbers = [f"{name}={number}" for name, number in sorted(match.ending_fields.items())]
    return Record(
        match.game,
        dict(match.options),
        match.rules_version,
        (match.players[0].name, match.players[1].name),
        [RecordedMove(ply.text, ply.at, ply.left) for ply in plies],
        _outcome(match),
        " ".join([match.ending or "", *numbers]).strip(),
        match.code,
        str(guild_id or ""),
        match.clock,
        match.rated,
        match.created_at,
        match.ended_at,
        match.start,
    )


def write(record: Record) -> str:
    """The record as text; the same record always gives the same text."""
    return "\n".join([*_tags(record), "", *_lines(_words(record))]) + "\n"


def read(text: str) -> Record:
    """The record that a text holds, on one line or on many. The moves are not checked here.

    Raises Refusal that says what is wrong, and where.
    """
    if len(text) > LONGEST:
        raise Refusal("A record has at most {most} characters; this one has {length}.", most=LONGEST, length=len(text))
    tags, at = _read_tags(text)
    if tags.get("Tidepool") != FORMAT:
        raise Refusal('This is no record of a match: it must begin with [Tidepool "1"].')
    game = tags.get("Game", "")
    if game not in GAMES:
        raise Refusal(
            "The tag Game must name one of {known}, not “{found}”.", known=", ".join(GAMES), found=_shortened(game)
        )
    moves, outcome = _read_moves(text, at)
    if outcome != tags.get("Result", outcome):
        raise Refusal("The tag Result and the end of the moves do not agree.")
    return Record(
        game,
        _options(tags.get("Options", "")),
        _whole(tags, "Rules") or 0,
        (tags.get("First", ""), tags.get("Second", "")),
        moves,
        outcome,
        tags.get("Reason", ""),
        tags.get("Match", ""),
        tags.get("Server", ""),
        TimeControl.parse(tags.get("Clock", "none")),
        tags.get("Rated", "no") == "yes",
        _moment(tags.get("Begun")),
        _moment(tags.get("Ended")),
        tags.get("Start", ""),
    )


def summary(text: str) -> tuple[tuple[str, str], int]:
    """The players and the number of moves of a record that `write` has made, whose moves are not read."""
    tags, at = _read_tags(text)
    numbers = NUMBERED.findall(text, max(at, len(text) - LAST))
    return (tags.get("First", ""), tags.get("Second", "")), int(numbers[-1]) if numbers else 0


def _outcome(match: Match) -> RecordedResult:
    if not match.over:
        return "*"
    if match.void:
        return "none"
    return "1/2-1/2" if match.winner is None else ("1-0", "0-1")[match.winner]


def _tags(record: Record) -> Iterator[str]:
    options = " ".join(f"{name}={value}" for name, value in record.options.items())
    values = {
        "Tidepool": FORMAT,
        "Game": record.game,
        "Rules": str(record.rules_version),
        "Options": options,
        "Start": record.start,
        "Match": record.code,
        "Server": record.server,
        "First": record.players[0],
        "Second": record.players[1],
        "Clock": clock_text(record.clock),
        "Rated": "yes" if record.rated else "no",
        "Begun": _written(record.begun),
        "Ended": _written(record.ended),
        "Result": record.outcome,
        "Reason": record.reason,
    }
    for name, value in values.items():
        if value:
            most = LONGEST_CODE if name == "Start" else LONGEST_VALUE
            escaped = one_line(value)[:most].replace("\\", "\\\\").replace('"', '\\"')
            yield f'[{name} "{escaped}"]'


def _words(record: Record) -> Iterator[str]:
    for number, move in enumerate(record.moves, 1):
        yield f"{number}. {move.text}{_times(move)}"
    yield record.outcome


def _times(move: RecordedMove) -> str:
    if move.at is None:
        return ""
    return f" {{{_written(move.at)}}}" if move.left is None else f" {{{_written(move.at)} {move.left}}}"


def _lines(words: Iterable[str]) -> Iterator[str]:
    """The words in lines of at most WIDTH characters."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    yield line


def _read_tags(text: str) -> tuple[dict[str, str], int]:
    """The tags at the beginning of a text, and where the moves begin."""
    tags: dict[str, str] = {}
    at = _past_space(text, 1 if text.startswith("\ufeff") else 0)
    while found := TAG.match(text, at):
        name, value = found.groups()
        if name in tags:
            raise Refusal("The tag {name} stands there twice.", name=name)
        if len(value) > (LONGEST_CODE if name == "Start" else 2 * LONGEST_VALUE) or len(tags) == MOST_TAGS:
            raise Refusal("The tag {name} is too long, or one too many.", name=name)
        tags[name] = re.sub(r"\\(.)", r"\1", value)
        at = _past_space(text, found.end())
    return tags, at


def _read_moves(text: str, at: int) -> tuple[list[RecordedMove], RecordedResult]:
    """The moves from there on, and the outcome at their end."""
    moves: list[RecordedMove] = []
    while True:
        found = WORD.match(text, at)
        word = found[0] if found else ""
        if known := next((one for one in RECORDED_RESULTS if one == word), None):
            if _past_space(text, at + len(word)) != len(text):
                raise Refusal("Something follows after the result {result}.", result=word)
            return moves, known
        numbered = NUMBER.match(text, at)
        if numbered is None or int(numbered[1]) != len(moves) + 1:
            message = mark("After {count} moves comes “{found}”, where move {number} or the result must stand.")
            excerpt = _shortened(text[at : at + 40])
            raise Refusal(message, count=len(moves), found=excerpt, number=len(moves) + 1)
        if len(moves) == MOST_MOVES:
            raise Refusal("A record has at most {most} moves.", most=MOST_MOVES)
        move, at = _read_move(text, _past_space(text, numbered.end()), len(moves) + 1)
        moves.append(move)


def _read_move(text: str, at: int, number: int) -> tuple[RecordedMove, int]:
    found = WORD.match(text, at)
    if found is None:
        raise Refusal("The text of move {number} is missing.", number=number)
    at = _past_space(text, found.end())
    times = TIMES.match(text, at)
    if times is None:
        return RecordedMove(found[0]), at
    left = int(times[2]) if times[2] else None
    return RecordedMove(found[0], _moment(times[1]), left), _past_space(text, times.end())


def _past_space(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at


def _options(text: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in text.split()]
    return {name: value for name, _, value in pairs}


def _whole(tags: Mapping[str, str], name: str) -> int | None:
    value = tags.get(name)
    if value is None:
        return None
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        raise Refusal("The tag {name} must be a number, not “{found}”.", name=name, found=_shortened(value))
    return int(value)


def _written(at: int | None) -> str:
    return "" if at is None else datetime.fromtimestamp(at, UTC).strftime(TIME).rjust(20, "0")


def _moment(text: str | None) -> int | None:
    if text is None:
        return None
    known = MOMENT.fullmatch(text)
    try:
        return int(datetime.fromisoformat(known[0] if known else "").timestamp())  # much faster than `strptime`
    except ValueError as error:
        raise Refusal("“{found}” is no time: times look like 2026-01-31T12:00:00Z.", found=_shortened(text)) from error


def _shortened(text: str) -> str:
    shown = one_line(text)
    return shown if len(shown) <= 40 else shown[:40] + "…"
