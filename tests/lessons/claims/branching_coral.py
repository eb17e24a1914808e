from lessons import Tried
from tests.lessons.claims import Claims, brain_coral, replies
from tests.lessons.claims.brain_coral import closed


def lifted(tried: Tried) -> set[str]:
    """The cells on which a stone no longer lies."""
    return set(tried.before.placement()) - set(tried.after.placement())


def room(tried: Tried, cell: str) -> int:
    """How many empty cells lie beside a cell after the move."""
    board, empty = tried.after.board, set(tried.after.board.names(tried.after.empty))
    return len(set(board.names(board.neighbours[board.bit[cell]])) & empty)


CLAIMS: Claims = {
    "grow": brain_coral.CLAIMS["grow"],
    "new": brain_coral.CLAIMS["new"],
    "lift": [
        lambda tried: lifted(tried) == {"a1"} and room(tried, "a1") == 1,
        lambda tried: not lifted(tried) and {"a2", "b2"} <= set(replies(tried)),
    ],
    "own": [
        lambda tried: len(lifted(tried)) == 1 and not lifted(tried) & {"b1", "e3"},
        lambda tried: "b1" in lifted(tried) and len(lifted(tried)) == 2,
        lambda tried: not lifted(tried) and room(tried, "a1") == room(tried, "c1") == 2,
    ],
    "room": [
        lambda tried: tried.text in {"a2", "b2"} and "a1" in closed(tried) and room(tried, "a1") == 1,
        lambda tried: tried.text == "a1",
        lambda tried: {"a1", "a2", "b2"} <= set(replies(tried)),
    ],
    "edge": [
        lambda tried: {tried.text, "c3"} | closed(tried) == {"c3", "d2", "d3"},
        lambda tried: tried.text == "c3",
        lambda tried: {"c3", "d2", "d3"} <= set(replies(tried)),
    ],
    "end": [
        lambda tried: (
            tried.before.scores() == (5, 6)
            and tried.after.scores() == (6, 5)
            and lifted(tried) == {"e3"}
            and len(tried.after.groups(1)) == len(tried.before.groups(1)) - 1
        ),
        lambda tried: lifted(tried) == {"c3"} and tried.after.scores() == (5, 6) and tried.after.result().winner == 1,
        lambda tried: not lifted(tried) and tried.after.scores() == (5, 6) and tried.after.result().winner == 1,
    ],
}
