"""Tidepool's record format, which is used for all games and consists of tags and movetext.

The grammar is in `docs/records.md`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games import GAMES
from language import is_blank, one_line
from matches.errors import Refusal
from matches.model import Match, Ply
from matches.movetext import (
    Line,
    Movetext,
    RecordedMove,
    RecordedResult,
    parse_time,
    past_space,
    read_moves,
    recorded_result,
    shorten_part,
    time_text,
    write_moves,
)
from matches.openings import LONGEST_CODE
from matches.standing import decided
from matches.timecontrol import TimeControl, clock_text

FORMAT = "1"
"""The version of the format, which is the value of a record's first tag."""
LONGEST = 200_000
"""The longest record, in characters. A match of a thousand moves has about 40,000."""
MOST_TAGS = 40
LONGEST_VALUE = 200
WIDTH = 100
"""The longest line of movetext, in characters."""

TAG = re.compile(r'\[\s*([A-Za-z]{1,20})\s+"((?:[^"\\]|\\["\\])*)"\s*\]')
NUMBERED = re.compile(r"(?<!\S)([0-9]{1,6})\.(?=\s)")
"""Matches a move number as `write` writes it."""
TAIL = 400
"""The number of characters at the end of a record that are sure to include the last move number."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game record, for exchanging matches with other programs."""

    game: str
    options: Mapping[str, str]
    rules_version: int
    players: tuple[str, str]
    """The players' names, each empty if unknown or blank on screen."""
    moves: Sequence[RecordedMove] = ()
    result: RecordedResult = "*"
    reason: str = ""
    """The ending's key and numbers, such as `points first=12 second=9`."""
    code: str = ""
    server: str = ""
    clock: TimeControl | None = None
    rated: bool = False
    begun: int | None = None
    ended: int | None = None
    start: str = ""
    """The code of a custom starting position, or empty for the usual one."""
    lines: Mapping[int, Line] = field(default_factory=dict)
    """The variations by number, from 1. Each comes after its parent."""

    def __post_init__(self) -> None:
        if any(name and is_blank(name) for name in self.players):
            first, second = ("" if is_blank(name) else name for name in self.players)
            object.__setattr__(self, "players", (first, second))


def record_of(match: Match, plies: Sequence[Ply], guild_id: int | None) -> Record:
    numbers = [f"{name}={number}" for name, number in sorted(match.ending_fields.items())]
    return Record(
        match.game,
        dict(match.options),
        match.rules_version,
        (match.players[0].name, match.players[1].name),
        [RecordedMove(ply.text, ply.at, ply.left) for ply in plies],
        _result(match),
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
    """Return a record as text. Equal records produce equal text."""
    tokens = write_moves(Movetext(record.moves, record.result, record.lines))
    return "\n".join([*_tags(record), "", *_lines(tokens)]) + "\n"


def read(text: str) -> Record:
    """Parse a record without checking its moves. Raises Refusal, with the error's position, if it is malformed.

    Line breaks do not matter.
    """
    check_length(text)
    tags, at = _read_tags(text)
    if tags.get("Tidepool") != FORMAT:
        raise Refusal('This is not a game record: it must begin with [Tidepool "1"].')
    game = tags.get("Game", "")
    if game not in GAMES:
        raise Refusal(
            "The Game tag must be one of {known}, not “{found}”.", known=", ".join(GAMES), found=shorten_part(game)
        )
    movetext = read_moves(text, at)
    if movetext.result != tags.get("Result", movetext.result):
        raise Refusal("The Result tag and the end of the moves disagree.")
    return Record(
        game,
        _options(tags.get("Options", "")),
        _rules_version(tags.get("Rules", "0")),
        (tags.get("First", ""), tags.get("Second", "")),
        movetext.moves,
        movetext.result,
        tags.get("Reason", ""),
        tags.get("Match", ""),
        tags.get("Server", ""),
        TimeControl.parse(tags.get("Clock", "none")),
        tags.get("Rated", "no") == "yes",
        parse_time(tags.get("Begun")),
        parse_time(tags.get("Ended")),
        tags.get("Start", ""),
        movetext.lines,
    )


def check_length(text: str) -> None:
    """Raise Refusal if text is too long to be a record in any format."""
    if len(text) > LONGEST:
        raise Refusal(
            "A record can have at most {most} characters. This one has {length}.", most=LONGEST, length=len(text)
        )


def summary(text: str) -> tuple[tuple[str, str], int]:
    """Return the players' names and the number of moves in a record written by `write`, without parsing the moves."""
    tags, at = _read_tags(text)
    numbers = NUMBERED.findall(text, max(at, len(text) - TAIL))
    return (tags.get("First", ""), tags.get("Second", "")), int(numbers[-1]) if numbers else 0


def _result(match: Match) -> RecordedResult:
    if not match.over:
        return "*"
    winner, void = decided(match.ending, match.winner, void=match.void)
    return "none" if void else recorded_result(winner)


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
        "Begun": time_text(record.begun),
        "Ended": time_text(record.ended),
        "Result": record.result,
        "Reason": record.reason,
    }
    for name, value in values.items():
        if value:
            yield f'[{name} "{in_tag(value, LONGEST_CODE if name == "Start" else LONGEST_VALUE)}"]'


def in_tag(value: str, limit: int = LONGEST_VALUE) -> str:
    """Return a value truncated to `limit` characters and escaped for use in a tag."""
    return one_line(value)[:limit].replace("\\", "\\\\").replace('"', '\\"')


def _lines(tokens: Iterable[str]) -> Iterator[str]:
    """Yield the tokens joined into lines of at most WIDTH characters."""
    line = ""
    for token in tokens:
        if line and len(line) + 1 + len(token) > WIDTH:
            yield line
            line = ""
        line = f"{line} {token}" if line else token
    yield line


def _read_tags(text: str) -> tuple[dict[str, str], int]:
    """Return a record's tags, and the index at which its movetext begins."""
    tags: dict[str, str] = {}
    at = past_space(text, 1 if text.startswith("\ufeff") else 0)
    while tag := TAG.match(text, at):
        name, value = tag.groups()
        if name in tags:
            raise Refusal("The {name} tag appears twice.", name=name)
        if len(value) > (LONGEST_CODE if name == "Start" else 2 * LONGEST_VALUE) or len(tags) == MOST_TAGS:
            raise Refusal("The tag {name} is too long, or there are too many tags.", name=name)
        tags[name] = re.sub(r"\\(.)", r"\1", value)
        at = past_space(text, tag.end())
    return tags, at


def _options(text: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in text.split()]
    return {name: value for name, _, value in pairs}


def _rules_version(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refusal("The tag {name} must be a number, not “{found}”.", name="Rules", found=shorten_part(text))
    return int(text)
