from games.coral_clash.lines import names_of
from lessons import Tried
from tests.lessons.claims import Claims


def end(tried: Tried) -> str:
    """Where the piece is after the move."""
    return str(names_of(tried.move.end))


def whale(tried: Tried) -> bool:
    return tried.start == "d1e1"


CLAIMS: Claims = {
    "capture": [
        lambda tried: tried.text == "a4-f4" and tried.taken == 1,
        lambda tried: whale(tried) and tried.taken == 0,
        lambda tried: tried.start == "a4" and tried.taken == 0,
    ],
    "place": [
        lambda tried: tried.after.board.areas[0] == tried.before.board.areas[0] + 1,
        lambda tried: whale(tried) and not tried.move.placed,
        lambda tried: tried.start == "b2" and not tried.move.placed,
    ],
    "lift": [
        lambda tried: tried.text == "a2-a6^" and tried.after.board.areas == (0, 0) and tried.before.board.areas[1] == 1,
        lambda tried: whale(tried) and "a6" not in end(tried),
        lambda tried: tried.text == "a2-a6",
        lambda tried: tried.start == "a2" and end(tried) != "a6",
    ],
    "pass-over": [
        lambda tried: tried.start == "f2" and end(tried) == "f6",
        lambda tried: tried.start == "a6" and not {*"defgh"} & {end(tried)[0] if end(tried)[1] == "6" else ""},
        lambda tried: tried.start == "f2" and end(tried) != "f6",
        lambda tried: whale(tried) and "f6" not in end(tried),
    ],
    "whale": [
        lambda tried: tried.text == "d1e1-d3e3" and tried.taken == 2,
        lambda tried: whale(tried) and tried.taken < 2,
        lambda tried: tried.start == "a2" and tried.taken == 0,
    ],
    "area": [
        lambda tried: (
            tried.after.result().key == "last_row"
            and tried.before.board.areas == (3, 3)
            and tried.after.board.areas == (4, 3)
        ),
        lambda tried: tried.after.result().winner is None and tried.after.board.areas == (3, 3),
        lambda tried: tried.start == "f7" and end(tried)[1] != "8" and not tried.over,
        lambda tried: whale(tried) and not tried.over,
    ],
    "mate": [
        lambda tried: tried.start == "h3" and tried.after.result().key == "checkmate",
        lambda tried: tried.text == "g1-g8" and not tried.after.checkers,
        lambda tried: bool(tried.after.checkers) and not tried.over,
        lambda tried: not tried.after.checkers and not tried.over,
    ],
}
