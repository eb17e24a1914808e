from typing import Any

from lessons import Tried
from tests.lessons.claims import Claims

NEAR = {column + row for column in "abcklm" for row in ("1", "2", "3", "11", "12", "13")}
"""The squares within two of a corner."""
DIAGONAL = {"b2", "l2", "b12", "l12"}
CORNERS = {"a1", "m1", "a13", "m13"}


def open_corners(position: Any) -> set[str]:
    """The corners to which the king could sail if it were the Defender's turn."""
    mine = position if position.turn == 1 else position.after_null_move()
    tried = [Tried(mine, move) for move in mine.legal_moves()]
    return {one.stop for one in tried if one.won} & CORNERS


def piece(tried: Tried) -> str:
    """The piece that moves."""
    (piece,) = tried.before.placement()[tried.start]
    return str(piece)


CLAIMS: Claims = {
    "corner": [
        lambda tried: tried.text == "d1-a1" and tried.won,
        lambda tried: open_corners(tried.after) >= {"a1"},
        lambda tried: (
            tried.stop[0] in "efg" and tried.before.placement()["h1"] == ("A",) and "a1" in open_corners(tried.after)
        ),
        lambda tried: (
            (tried.text == "d1-d2" or piece(tried) == "D") and not tried.over and open_corners(tried.before) == {"a1"}
        ),
    ],
    "between": [
        lambda tried: tried.text == "k5-e5" and "e4" not in tried.after.placement(),
        lambda tried: tried.start == "k5" and tried.stop != "e5" and tried.taken == 0,
        lambda tried: tried.start == "e3" and tried.taken == 0,
    ],
    "help": [
        lambda tried: tried.text == "k3-a3" and "a2" not in tried.after.placement(),
        lambda tried: piece(tried) == "K" and tried.taken == 0 and tried.stop != "a3",
        lambda tried: tried.start == "k3" and tried.stop != "a3" and tried.taken == 0,
    ],
    "king": [
        lambda tried: tried.text == "j6-e6" and tried.won,
        lambda tried: tried.start == "j6" and "e6" not in tried.after.placement() and not tried.over,
        lambda tried: tried.start in {"d5", "f5", "e4"} and not tried.over,
    ],
    "first": [
        lambda tried: tried.stop in DIAGONAL and not any(reply.taken for reply in tried.replies),
        lambda tried: tried.stop in NEAR - DIAGONAL,
        lambda tried: (
            tried.stop not in NEAR and {"g2-b2", "b7-b2"} <= {*map(tried.before.format, tried.before.legal_moves())}
        ),
    ],
    "two-ways": [
        lambda tried: (
            open_corners(tried.after) == {"a1", "m1"} and all(open_corners(one.after) for one in tried.replies)
        ),
        lambda tried: len(open_corners(tried.after)) == 1 and any(not open_corners(one.after) for one in tried.replies),
        lambda tried: not open_corners(tried.after),
    ],
    "home": [
        lambda tried: tried.text == "f1-m1" and tried.won,
        lambda tried: open_corners(tried.after) == {"m1"} and tried.before.placement()["c1"] == ("A",),
        lambda tried: piece(tried) == "K" and not tried.over and open_corners(tried.before) == {"m1"},
    ],
}
FOLLOWS = "f4-f1", "c6-c1"
