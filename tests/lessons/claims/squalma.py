from lessons import Tried
from tests.lessons.claims import Claims, reply

FEW = "a match has 16 discs a side, which would give dozens of wrong moves that have nothing to do with the idea"


def top(tried: Tried, cell: str, *, after: bool = True) -> str:
    """The disc on top of a cell, after the move or before it."""
    return str((tried.after if after else tried.before).placement().get(cell, ("",))[-1])


def height(tried: Tried) -> int:
    return len(tried.before.placement()[tried.start])


def makes_a_stack(tried: Tried, text: str) -> bool:
    """Whether this other move would put one of the learner's discs on another one of theirs."""
    after = tried.before.play(tried.before.parse(text))
    return bool(after.placement()[text.partition("-")[2]] == ("B", "B"))


CLAIMS: Claims = {
    "aim": [
        lambda tried: tried.text == "f4-e4" and tried.won,
        lambda tried: tried.start in {"c1", "c2", "d3", "d5", "e6", "e7", "e8"} and not tried.over,
        lambda tried: tried.start in {"f4", "f1"} and top(tried, "e4") == "" and not tried.over,
    ],
    "move": [
        lambda tried: tried.stop[1] == "3" and height(tried) == 1 and not tried.over and makes_a_stack(tried, "c1-c2"),
        lambda tried: tried.start[1] in "12" and tried.stop[1] in "12",
    ],
    "fly": [
        lambda tried: tried.start == "c3" and tried.stop[1] == "5" and top(tried, "c4", after=False) == "W",
        lambda tried: height(tried) == 2 and tried.stop[1] != "5",
        lambda tried: height(tried) == 3 and len(tried.before.placement()["c3"]) == 2,
        lambda tried: height(tried) == 1 and len(tried.before.placement()["c3"]) == 2,
    ],
    "cover": [
        lambda tried: (
            tried.text == "d4-d5"
            and top(tried, "d5") == "B"
            and "d4-e5" not in map(tried.before.format, tried.before.legal_moves())
        ),
        lambda tried: tried.start == "d4" and tried.stop != "d5",
        lambda tried: tried.start != "d4" and top(tried, "d4", after=False) == "B",
    ],
    "break": [
        lambda tried: top(tried, tried.stop, after=False) == "W" and not any(one.won for one in tried.replies),
        lambda tried: reply(tried, "c2-d1").won,
    ],
    "under": [
        lambda tried: tried.text == "a4-b5" and tried.after.placement()["d3"] == ("W", "B"),
        lambda tried: tried.start == "d3" and top(tried, "d3") == "W" and tried.after.result().winner == 1,
        lambda tried: top(tried, "b5") == "W" and top(tried, "a4", after=False) == "B" and not tried.over,
    ],
    "path": [
        lambda tried: tried.won,
        lambda tried: (
            all(tried.before.placement()[cell][-1] == "B" for cell in ("d1", "d2", "d3", "e4", "e5", "e7", "e8"))
            and tried.start in {"d1", "d2", "d3", "e4", "e5", "e7", "e8"}
            and not tried.won
        ),
        lambda tried: (
            tried.stop != "e6"
            and top(tried, "e6") == ""
            and "g4-e6" in map(tried.before.format, tried.before.legal_moves())
        ),
    ],
}
