"""A match as plain text: tags and numbered moves, the same for all games. `docs/records.md` has the grammar."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games import GAMES
from language import one_line
from matches.errors import Refusal
from matches.movetext import (
    Movetext,
    RecordedMove,
    as_recorded,
    moment,
    past_space,
    read_moves,
    shortened,
    write_moves,
    written,
)
from matches.openings import LONGEST_CODE
from matches.timecontrol import TimeControl, clock_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from matches.model import Match, Ply
    from matches.movetext import Line, RecordedResult

FORMAT = "1"
"""The version of the format, in the tag that every record begins with."""
LONGEST = 200_000
"""The most characters of a record: a match of a thousand moves has some 40,000."""
MOST_TAGS = 40
LONGEST_VALUE = 200
WIDTH = 100
"""The most characters of a line of moves."""

TAG = re.compile(r'\[\s*([A-Za-z]{1,20})\s+"((?:[^"\\]|\\["\\])*)"\s*\]')
NUMBERED = re.compile(r"(?<!\S)([0-9]{1,6})\.(?=\s)")
"""The number of a move, as records are written here."""
LAST = 400
"""How many characters at the end of a record certainly contain the last move."""


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
    lines: Mapping[int, Line] = field(default_factory=dict)
    """The lines that leave the game, by number from 1; a line comes after the one that it leaves."""


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
    words = write_moves(Movetext(record.moves, record.outcome, record.lines))
    return "\n".join([*_tags(record), "", *_lines(words)]) + "\n"


def read(text: str) -> Record:
    """The record that a text holds, on one line or on many. The moves are not checked here.

    Raises Refusal that says what is wrong, and where.
    """
    check_length(text)
    tags, at = _read_tags(text)
    if tags.get("Tidepool") != FORMAT:
        raise Refusal('This is no record of a match: it must begin with [Tidepool "1"].')
    game = tags.get("Game", "")
    if game not in GAMES:
        raise Refusal(
            "The tag Game must name one of {known}, not “{found}”.", known=", ".join(GAMES), found=shortened(game)
        )
    found = read_moves(text, at)
    if found.outcome != tags.get("Result", found.outcome):
        raise Refusal("The tag Result and the end of the moves do not agree.")
    return Record(
        game,
        _options(tags.get("Options", "")),
        _whole(tags, "Rules") or 0,
        (tags.get("First", ""), tags.get("Second", "")),
        found.moves,
        found.outcome,
        tags.get("Reason", ""),
        tags.get("Match", ""),
        tags.get("Server", ""),
        TimeControl.parse(tags.get("Clock", "none")),
        tags.get("Rated", "no") == "yes",
        moment(tags.get("Begun")),
        moment(tags.get("Ended")),
        tags.get("Start", ""),
        found.lines,
    )


def check_length(text: str) -> None:
    """Raise Refusal for a text that is too long for a record, in whatever format."""
    if len(text) > LONGEST:
        raise Refusal("A record has at most {most} characters; this one has {length}.", most=LONGEST, length=len(text))


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
    return as_recorded(match.winner)


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
        "Begun": written(record.begun),
        "Ended": written(record.ended),
        "Result": record.outcome,
        "Reason": record.reason,
    }
    for name, value in values.items():
        if value:
            yield f'[{name} "{in_tag(value, LONGEST_CODE if name == "Start" else LONGEST_VALUE)}"]'


def in_tag(value: str, most: int = LONGEST_VALUE) -> str:
    """A value as a tag quotes it, shortened to some characters."""
    return one_line(value)[:most].replace("\\", "\\\\").replace('"', '\\"')


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
    at = past_space(text, 1 if text.startswith("\ufeff") else 0)
    while found := TAG.match(text, at):
        name, value = found.groups()
        if name in tags:
            raise Refusal("The tag {name} stands there twice.", name=name)
        if len(value) > (LONGEST_CODE if name == "Start" else 2 * LONGEST_VALUE) or len(tags) == MOST_TAGS:
            raise Refusal("The tag {name} is too long, or one too many.", name=name)
        tags[name] = re.sub(r"\\(.)", r"\1", value)
        at = past_space(text, found.end())
    return tags, at


def _options(text: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in text.split()]
    return {name: value for name, _, value in pairs}


def _whole(tags: Mapping[str, str], name: str) -> int | None:
    value = tags.get(name)
    if value is None:
        return None
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        raise Refusal("The tag {name} must be a number, not “{found}”.", name=name, found=shortened(value))
    return int(value)
