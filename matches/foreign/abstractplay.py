"""AbstractPlay game records: JSON in the schema of its recranks project. Konane is the only game in common."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from games import GAMES
from matches.checking import in_our_notation
from matches.errors import Refusal
from matches.movetext import MOST_MOVES, TIME, RecordedMove, RecordedResult, bad_time, timestamp, too_many_moves
from matches.notation import Record

KEY, NAME, SUFFIX, GAME = "abstractplay", "AbstractPlay", "json", "konane"
KONANE = {"6": "6", "8": "8"}
"""AbstractPlay's board sizes that are supported here, with the value of our option `size`."""
USUAL_SIZE = "6"
ENDS = {"resign": "resignation", "resigned": "resignation", "timeout": "time", "drawagreed": "draw_agreed"}
"""The entries that end a game in place of a move, with our ending."""
ENDED = {"resignation": "resign", "time": "timeout"}
"""The loser's last entry, by our ending."""
SCORES = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0, 0)}
"""The players' results as numbers; the greater one wins."""


def recognised(text: str) -> bool:
    """Whether the text looks like an AbstractPlay record."""
    return text.lstrip().startswith("{")


def read(text: str) -> Record:
    """Parse a record into our notation, without checking the moves. Raises Refusal with the reason."""
    try:
        document = json.loads(text)
        json.dumps(document, ensure_ascii=False).encode()  # lone surrogates cannot be stored
    except (ValueError, RecursionError) as error:
        raise Refusal("This file begins like JSON, but cannot be read as such.") from error
    header = _part(_part({"file": document}, "file", dict), "header", dict)
    game = _part(header, "game", dict)
    if game.get("name") != "Konane":
        raise Refusal(
            "Of AbstractPlay's games only Konane is played here, not “{found}”.", found=str(game.get("name"))[:40]
        )
    players = [player for player in _part(header, "players", list) if isinstance(player, dict)]
    if len(players) != 2:
        raise Refusal("A record of AbstractPlay must name two players.")
    size = _size(game.get("variants"))
    texts = list(_texts(_part(document, "moves", list)))
    ended = next((ENDS[text] for text in texts if text in ENDS), "")
    moves = [RecordedMove(_mirrored(text, int(size))) for text in texts if text not in ENDS and text]
    return Record(
        GAME,
        {"size": size},
        GAMES[GAME].info.rules_version,
        (str(players[0].get("name", ""))[:200], str(players[1].get("name", ""))[:200]),
        moves,
        _result(players),
        ended,
        rated=header.get("unrated") is False,
        begun=_parse_time(header.get("date-start")),
        ended=_parse_time(header.get("date-end")),
    )


def _part(parent: Any, name: str, kind: type[Any]) -> Any:  # noqa: ANN401 (JSON)
    value = parent.get(name)
    if not isinstance(value, kind):
        raise Refusal("A record of AbstractPlay must have “{name}”, as its schema says.", name=name)
    return value


def _size(variants: object) -> str:
    """Our option `size`, read from the first variant that contains a number."""
    digits = (
        ["".join(filter(str.isascii, filter(str.isdigit, str(variant)))) for variant in variants]
        if isinstance(variants, list)
        else []
    )
    size = next(filter(None, digits), USUAL_SIZE)[:4]
    if size not in KONANE:
        raise Refusal("AbstractPlay's Konane is read on boards of 6 or 8 squares a side, not of {size}.", size=size)
    return KONANE[size]


def _texts(rounds: list[Any]) -> Iterator[str]:
    """The move texts in playing order."""
    count = 0
    for turns in rounds:
        if not isinstance(turns, list):
            raise Refusal("The moves of a record of AbstractPlay stand in rounds, each a list.")
        played = [turn if isinstance(turn, dict) else {"move": turn} for turn in turns if turn is not None]
        for turn in sorted(played, key=lambda turn: turn["sequence"] if isinstance(turn.get("sequence"), int) else 0):
            count += 1
            text = turn.get("move")
            if not isinstance(text, str) or len(text) > 40:
                raise Refusal("Move {number} of this record is no text of a move.", number=count)
            if count > MOST_MOVES:
                raise too_many_moves()
            yield text.strip().lower()


def _mirrored(text: str, size: int) -> str:
    """Convert a move between our board and AbstractPlay's, whose ranks count from opposite sides."""
    return "-".join(_square(square, size) for square in text.split("-"))


def _square(square: str, size: int) -> str:
    file, rank = square[:1], square[1:]
    if not (file.isalpha() and rank.isascii() and rank.isdigit()):
        return square or "?"
    return f"{file}{size + 1 - int(rank)}"


def _result(players: list[dict[str, Any]]) -> RecordedResult:
    results = [player.get("result") for player in players]
    first, second = (result if isinstance(result, int) else 0 for result in results)
    if None in results:
        return "*"
    return "1/2-1/2" if first == second else "1-0" if first > second else "0-1"


def _parse_time(text: object) -> int | None:
    if not isinstance(text, str):
        return None
    try:
        at = datetime.fromisoformat(text)
        return timestamp(at if at.tzinfo else at.replace(tzinfo=UTC))
    except ValueError as error:
        raise bad_time(text) from error


def fits(record: Record) -> bool:
    """Whether the game has ended with a result, on a board that AbstractPlay has."""
    dated = None not in {record.begun, record.ended}
    return dated and record.result in SCORES and _chosen_size(record) in KONANE.values()


def write(record: Record) -> str:
    """Serialise a record that fits, as JSON in AbstractPlay's schema."""
    record = in_our_notation(record)
    size = _chosen_size(record)
    header = {
        "game": {"name": "Konane", **({} if size == USUAL_SIZE else {"variants": [f"size-{size}"]})},
        "site": {"name": "Tidepool", **({"gameid": record.code} if record.code else {})},
        "date-start": _dated(record.begun),
        "date-end": _dated(record.ended),
        "date-generated": _dated(record.ended),
        "unrated": not record.rated,
        "players": [
            {"name": name or side, "result": score}
            for name, side, score in zip(record.players, GAMES[GAME].info.seats, SCORES[record.result], strict=True)
        ],
    }
    return json.dumps({"header": header, "moves": _rounds(record, int(size))}, indent=1, ensure_ascii=False) + "\n"


def _chosen_size(record: Record) -> str:
    return record.options.get("size", GAMES[GAME].info.options["size"][0])


def _rounds(record: Record, size: int) -> list[list[str | None]]:
    """The moves of each round, by seat, with the loser's entry that ended the game."""
    entries: list[str | None] = [_mirrored(move.text, size) for move in record.moves]
    last = ENDED.get(record.reason)
    if last is not None:
        loser = 1 if record.result == "1-0" else 0
        entries += [None] * (len(entries) % 2 != loser) + [last]
    return [entries[number : number + 2] for number in range(0, len(entries), 2)]


def _dated(at: int | None) -> str:
    return "" if at is None else datetime.fromtimestamp(at, UTC).strftime(TIME)
