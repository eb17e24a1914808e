from lessons import Tried
from tests.lessons.claims import Claims, replies, reply


def own(tried: Tried) -> tuple[int, int]:
    """The first side's points before the move and after it."""
    return tried.before.scores()[0], tried.after.scores()[0]


def joined(tried: Tried) -> int:
    """How many groups of its own side the new stone has joined to one, itself included."""
    seat = tried.before.turn
    return len(tried.before.groups(seat)) + 1 - len(tried.after.groups(seat)) + 1


def closed(tried: Tried) -> set[str]:
    return set(tried.after.board.names(tried.after.empty)) - set(replies(tried))


CLAIMS: Claims = {
    "grow": [
        lambda tried: tried.after.sizes(0) == [3] and own(tried)[1] == 4,
        lambda tried: tried.after.sizes(0) == [2, 1],
    ],
    "new": [
        lambda tried: tried.after.sizes(0) == [3, 1] and own(tried)[1] == 5,
        lambda tried: tried.after.sizes(0) == [4],
    ],
    "join": [
        lambda tried: tried.before.sizes(0) == [2, 2] and tried.after.sizes(0) == [5] and own(tried) == (4, 6),
        lambda tried: tried.after.sizes(0) == [3, 2] and own(tried) == (4, 5),
        lambda tried: tried.after.sizes(0) == [2, 2, 1] and own(tried) == (4, 5),
    ],
    "apart": [
        lambda tried: tried.text == "b3" and all(len(one.after.groups(1)) >= 2 for one in tried.replies),
        lambda tried: (
            tried.after.scores()[1] == 4
            and reply(tried, "b3").after.sizes(1) == [5]
            and reply(tried, "b3").after.scores()[1] == 6
        ),
    ],
    "beside": [
        lambda tried: {tried.text} | closed(tried) == {"b1", "b2"},
        lambda tried: {"b1", "b2"} <= set(replies(tried)),
    ],
    "edge": [
        lambda tried: {tried.text} | closed(tried) == {"d2", "d3"} and "c3" in replies(tried),
        lambda tried: tried.text == "c3",
        lambda tried: {"c3", "d2", "d3"} <= set(replies(tried)),
    ],
    "end": [
        lambda tried: (
            tried.before.scores() == (6, 7)
            and tried.after.scores() == (8, 7)
            and tried.before.sizes(0) == [3, 2, 1]
            and tried.after.sizes(0) == [6, 1]
        ),
        lambda tried: (
            tried.over
            and tried.after.scores() == (6, 7)
            and tried.after.result().winner == 1
            and len(tried.after.groups(0)) == 3
        ),
    ],
}
