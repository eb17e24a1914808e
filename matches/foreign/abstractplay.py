"""AbstractPlay game records, in the recranks project's JSON schema.

The only game that both sites support is Konane.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from games import GAMES
from language import listing, mark
from matches.checking import in_our_notation
from matches.errors import Refusal
from matches.movetext import MOST_MOVES, RecordedMove, RecordedResult, bad_time, shorten_part, timestamp, too_many_moves
from matches.notation import Record

KEY, NAME, SUFFIX, GAME = "abstractplay", "AbstractPlay", "json", "konane"
BOARDS = {"6": "6x6 board", "8": "8x8 board"}
"""AbstractPlay's names for the boards supported here, by the value of our option `size`."""
ENDS = {"resignation": "resign", "time": "timeout", "draw_agreed": "draw", "abandoned": "abandoned"}
"""AbstractPlay's entries for endings, which follow the last move, by the key of our ending."""
SCORES: dict[RecordedResult, tuple[int, int]] = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (1, 1), "none": (0, 0)}
"""The players' results as numbers, by our result."""
TIME = "%Y-%m-%dT%H:%M:%S.000Z"


def recognises(text: str) -> bool:
    """Return whether text looks like an AbstractPlay record."""
    return text.lstrip().startswith("{")


def bad_json() -> Refusal:
    """Return the refusal for text that is not JSON."""
    return Refusal("This file looks like JSON but cannot be read.")


def read(text: str) -> Record:
    """Parse a record without checking its moves. Raises Refusal if the record is malformed or unsupported."""
    try:
        document = json.loads(text)
        json.dumps(document, ensure_ascii=False).encode()  # lone surrogates cannot be stored
    except (ValueError, RecursionError) as error:
        raise bad_json() from error
    header = _part(_part({"file": document}, "file", dict), "header", dict)
    game = _part(header, "game", dict)
    if game.get("name") != "Konane":
        raise Refusal(
            "From AbstractPlay, only Konane can be imported, not “{found}”.", found=str(game.get("name"))[:40]
        )
    players = [player for player in _part(header, "players", list) if isinstance(player, dict)]
    if len(players) != 2:
        raise Refusal("An AbstractPlay record must name two players.")
    size = _size(_part(game, "variants", list))
    texts = list(_texts(_part(document, "moves", list)))
    reason = next((key for key, entry in ENDS.items() if texts[-1:] == [entry]), "")
    moves = [RecordedMove(_mirror_move(text, int(size))) for text in (texts[:-1] if reason else texts)]
    return Record(
        GAME,
        {"size": size},
        GAMES[GAME].info.rules_version,
        (str(players[0].get("name", ""))[:200], str(players[1].get("name", ""))[:200]),
        moves,
        _result(players),
        reason,
        rated=header.get("unrated") is not True,
        begun=_parse_time(header.get("date-start")),
        ended=_parse_time(header.get("date-end")),
    )


def _part(parent: Any, name: str, kind: type[Any]) -> Any:  # noqa: ANN401 (JSON)
    value = parent.get(name)
    if not isinstance(value, kind):
        raise Refusal("An AbstractPlay record must have “{name}”.", name=name)
    return value


def _size(variants: list[object]) -> str:
    """Return our `size` option for AbstractPlay's board variant. Raises Refusal if Tidepool has no such board."""
    for size, board in BOARDS.items():
        if variants == [board]:
            return size
    message = mark("AbstractPlay's Konane can be opened here on its {known}, not on “{found}”.")
    named = shorten_part(", ".join(map(str, variants)))
    raise Refusal(message, known=listing(list(BOARDS.values()), last="or"), found=named)


def _texts(rounds: list[Any]) -> Iterator[str]:
    """Yield the move texts in playing order."""
    count = 0
    for turns in rounds:
        if not isinstance(turns, list):
            raise Refusal("The moves of an AbstractPlay record must be a list of rounds, each one a list.")
        played = [turn if isinstance(turn, dict) else {"move": turn} for turn in turns if turn is not None]
        for turn in sorted(played, key=lambda turn: turn["sequence"] if isinstance(turn.get("sequence"), int) else 0):
            count += 1
            text = turn.get("move")
            if not isinstance(text, str) or len(text) > 40:
                raise Refusal("Move {number} of this record is not text.", number=count)
            if count > MOST_MOVES:
                raise too_many_moves()
            yield text.strip().lower()


def _mirror_move(text: str, size: int) -> str:
    """Convert a move between our coordinates and AbstractPlay's, which numbers the ranks from the opposite side."""
    return "-".join(_square(square, size) for square in text.split("-"))


def _square(square: str, size: int) -> str:
    file, rank = square[:1], square[1:]
    if not (file.isalpha() and rank.isascii() and rank.isdigit()):
        return square or "?"
    return f"{file}{size + 1 - int(rank)}"


def _result(players: list[dict[str, Any]]) -> RecordedResult:
    """Return the result, given both players' scores. The higher score wins.

    Equal scores mean a draw, and zeros no result. If a score is missing, the game is unfinished.
    """
    first, second = (player.get("result") for player in players)
    if not (isinstance(first, int | float) and isinstance(second, int | float)):
        return "*"
    if first == second:
        return "1/2-1/2" if first else "none"
    return "1-0" if first > second else "0-1"


def _parse_time(text: object) -> int | None:
    if not isinstance(text, str):
        return None
    try:
        at = datetime.fromisoformat(text)
        return timestamp(at if at.tzinfo else at.replace(tzinfo=UTC))
    except ValueError as error:
        raise bad_time(text) from error


def fits(record: Record) -> bool:
    """Return whether AbstractPlay can represent a record.

    The game must be finished and dated, and its board size supported.
    """
    dated = None not in {record.begun, record.ended}
    return dated and record.result in SCORES and _chosen_size(record) in BOARDS


def write(record: Record) -> str:
    """Return a record as AbstractPlay's JSON. Call this only if `fits` returns True."""
    record = in_our_notation(record)
    size = _chosen_size(record)
    header = {
        "game": {"name": "Konane", "variants": [BOARDS[size]]},
        "site": {"name": "Tidepool", **({"gameid": record.code} if record.code else {})},
        "date-start": _dated(record.begun),
        "date-end": _dated(record.ended),
        "date-generated": _dated(record.ended),
        "players": [
            {"name": name or side, "result": score}
            for name, side, score in zip(record.players, GAMES[GAME].info.seats, SCORES[record.result], strict=True)
        ],
        **({} if record.rated else {"unrated": True}),
    }
    return json.dumps({"header": header, "moves": _rounds(record, int(size))}, indent=1, ensure_ascii=False) + "\n"


def _chosen_size(record: Record) -> str:
    return record.options.get("size", GAMES[GAME].info.options["size"][0])


def _rounds(record: Record, size: int) -> list[list[str]]:
    """Return the moves in pairs, followed by whatever else ended the game, such as a resignation."""
    entries = [_mirror_move(move.text, size) for move in record.moves]
    entries += filter(None, [ENDS["abandoned"] if record.result == "none" else ENDS.get(record.reason)])
    return [entries[number : number + 2] for number in range(0, len(entries), 2)]


def _dated(time: int | None) -> str:
    return "" if time is None else datetime.fromtimestamp(time, UTC).strftime(TIME)
