from typing import Any

from lessons import Tried
from tests.lessons.claims import Claims, replies, reply


def loses(position: Any) -> bool:
    """Whether the side to move loses with best play."""
    result = position.result()
    if result is not None:
        return bool(result.winner != position.turn)
    return not any(loses(position.play(move)) for move in position.legal_moves())


def takes(tried: Tried, answer: str, cell: str) -> bool:
    """Whether the opponent can take the stone on this cell by that answer."""
    return cell in tried.after.placement() and cell not in reply(tried, answer).after.placement()


CLAIMS: Claims = {
    "start": [
        lambda tried: tried.after.ply == 1 and all(tried.after.placement()[cell] == ("W",) for cell in replies(tried)),
    ],
    "jump": [
        lambda tried: tried.text == "b3-d3" and "c3" not in tried.after.placement(),
        lambda tried: tried.text == "d5-f5" and "e5" not in tried.after.placement(),
    ],
    "jump-on": [
        lambda tried: tried.text == "b3-f3" and not {"c3", "e3"} & tried.after.placement().keys(),
        lambda tried: (
            tried.text == "b3-d3"
            and "e3" in tried.after.placement()
            and "b3-f3" in map(tried.before.format, tried.before.legal_moves())
        ),
        lambda tried: tried.text == "b3-b5" and tried.taken == 1,
    ],
    "stuck": [
        lambda tried: tried.won and not tried.replies,
        lambda tried: replies(tried) == ["c1-a1"] and takes(tried, "c1-a1", "b1"),
    ],
    "safe": [
        lambda tried: tried.stop == "e4" and not {"d4", "f4", "e3", "e5"} & tried.after.placement().keys(),
        lambda tried: tried.stop == "c4" and takes(tried, "d4-b4", "c4"),
        lambda tried: tried.stop == "e2" and takes(tried, "f2-d2", "e2"),
    ],
    "save": [
        lambda tried: (
            loses(tried.after)
            and all("a6-e6" in map(one.after.format, one.after.legal_moves()) for one in tried.replies)
        ),
        lambda tried: tried.start == "a6" and takes(tried, "e3-c3", "d3") and loses(reply(tried, "e3-c3").after),
    ],
    "last": [
        lambda tried: tried.won and not tried.replies,
        lambda tried: tried.stop == "c6" and takes(tried, "d6-b6", "c6"),
    ],
}
FOLLOWS = "d3-f3", "a1-c1"
