"""AbstractPlay's game records: JSON by the schema of its project recranks. Of our games it has Konane."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from games import GAMES
from matches.checking import in_our_notation
from matches.errors import Refusal
from matches.movetext import MOST_MOVES, TIME, RecordedMove, no_time, seconds, too_many_moves
from matches.notation import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matches.movetext import RecordedResult

KEY, NAME, SUFFIX, GAME = "abstractplay", "AbstractPlay", "json", "konane"
KONANE = {"6": "6", "8": "8"}
"""The sizes of its boards that are boards here, too."""
USUAL_SIZE = "6"
ENDS = {"resign": "resignation", "resigned": "resignation", "timeout": "time", "drawagreed": "draw_agreed"}
"""What stands in place of a move where a player ended the game."""
ENDED = {"resignation": "resign", "time": "timeout"}
"""What is written as the loser's last entry, by how the game ended."""
SCORES = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0, 0)}
"""The results of both players, of which the greater one wins."""


def recognised(text: str) -> bool:
    """Whether this looks like such a record."""
    return text.lstrip().startswith("{")


def read(text: str) -> Record:
    """The record, its moves in our notation and not yet checked. Raises Refusal that says what is wrong."""
    try:
        found = json.loads(text)
        json.dumps(found, ensure_ascii=False).encode()  # halves of characters could be kept nowhere
    except (ValueError, RecursionError) as error:
        raise Refusal("This file begins like JSON, but cannot be read as such.") from error
    header = _part(_part({"file": found}, "file", dict), "header", dict)
    game = _part(header, "game", dict)
    if game.get("name") != "Konane":
        raise Refusal(
            "Of AbstractPlay's games only Konane is played here, not “{found}”.", found=str(game.get("name"))[:40]
        )
    players = [player for player in _part(header, "players", list) if isinstance(player, dict)]
    if len(players) != 2:
        raise Refusal("A record of AbstractPlay must name two players.")
    size = _size(game.get("variants"))
    texts = list(_texts(_part(found, "moves", list)))
    ended = next((ENDS[text] for text in texts if text in ENDS), "")
    moves = [RecordedMove(_moved(text, int(size))) for text in texts if text not in ENDS and text]
    return Record(
        GAME,
        {"size": size},
        GAMES[GAME].info.rules_version,
        (str(players[0].get("name", ""))[:200], str(players[1].get("name", ""))[:200]),
        moves,
        _outcome(players),
        ended,
        rated=header.get("unrated") is False,
        begun=_moment(header.get("date-start")),
        ended=_moment(header.get("date-end")),
    )


def _part(parent: Any, name: str, kind: type[Any]) -> Any:  # noqa: ANN401 (JSON)
    found = parent.get(name)
    if not isinstance(found, kind):
        raise Refusal("A record of AbstractPlay must have “{name}”, as its schema says.", name=name)
    return found


def _size(variants: object) -> str:
    """The size of the board: that of the variant that names one."""
    digits = (
        ["".join(filter(str.isascii, filter(str.isdigit, str(one)))) for one in variants]
        if isinstance(variants, list)
        else []
    )
    size = next(filter(None, digits), USUAL_SIZE)[:4]
    if size not in KONANE:
        raise Refusal("AbstractPlay's Konane is read on boards of 6 or 8 squares a side, not of {size}.", size=size)
    return KONANE[size]


def _texts(rounds: list[Any]) -> Iterator[str]:
    """The moves in the order in which they were played."""
    count = 0
    for turns in rounds:
        if not isinstance(turns, list):
            raise Refusal("The moves of a record of AbstractPlay stand in rounds, each a list.")
        played = [turn if isinstance(turn, dict) else {"move": turn} for turn in turns if turn is not None]
        for turn in sorted(played, key=lambda one: one["sequence"] if isinstance(one.get("sequence"), int) else 0):
            count += 1
            text = turn.get("move")
            if not isinstance(text, str) or len(text) > 40:
                raise Refusal("Move {number} of this record is no text of a move.", number=count)
            if count > MOST_MOVES:
                raise too_many_moves()
            yield text.strip().lower()


def _moved(text: str, size: int) -> str:
    """A move on our board, whose ranks count from the other side: a1 is Black's there and White's here."""
    return "-".join(_square(square, size) for square in text.split("-"))


def _square(square: str, size: int) -> str:
    file, rank = square[:1], square[1:]
    if not (file.isalpha() and rank.isascii() and rank.isdigit()):
        return square or "?"
    return f"{file}{size + 1 - int(rank)}"


def _outcome(players: list[dict[str, Any]]) -> RecordedResult:
    results = [player.get("result") for player in players]
    first, second = (result if isinstance(result, int) else 0 for result in results)
    if None in results:
        return "*"
    return "1/2-1/2" if first == second else "1-0" if first > second else "0-1"


def _moment(text: object) -> int | None:
    if not isinstance(text, str):
        return None
    try:
        at = datetime.fromisoformat(text)
        return seconds(at if at.tzinfo else at.replace(tzinfo=UTC))
    except ValueError as error:
        raise no_time(text) from error


def fits(record: Record) -> bool:
    """Whether the game ended with a result, on one of its boards: it has no records of other games."""
    dated = None not in {record.begun, record.ended}
    return dated and record.outcome in SCORES and _chosen_size(record) in KONANE.values()


def write(record: Record) -> str:
    """A record that fits, as its schema says."""
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
            for name, side, score in zip(record.players, GAMES[GAME].info.seats, SCORES[record.outcome], strict=True)
        ],
    }
    return json.dumps({"header": header, "moves": _rounds(record, int(size))}, indent=1, ensure_ascii=False) + "\n"


def _chosen_size(record: Record) -> str:
    return record.options.get("size", GAMES[GAME].info.options["size"][0])


def _rounds(record: Record, size: int) -> list[list[str | None]]:
    """The moves of each round, by seat; the entry that ends the game is the loser's."""
    entries: list[str | None] = [_moved(move.text, size) for move in record.moves]
    last = ENDED.get(record.reason)
    if last is not None:
        loser = 1 if record.outcome == "1-0" else 0
        entries += [None] * (len(entries) % 2 != loser) + [last]
    return [entries[number : number + 2] for number in range(0, len(entries), 2)]


def _dated(at: int | None) -> str:
    return "" if at is None else datetime.fromtimestamp(at, UTC).strftime(TIME)
