"""The legal moves as steps, with what the page asks and shows at each of them."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from games import Position
from render import cells

Path = tuple[str, ...]


def steps_told(position: Position[Any], *, yours: bool) -> Mapping[str, Any]:
    """The legal moves. `yours` says whether the reader is the side to move.

    `labels` has the words of each step that is not a cell, by the steps up to it; `usual` the question after so many
    steps, and `questions` those that differ, by these steps. Steps are joined by `|`.
    """
    moves = [position.steps(move) for move in position.legal_moves()]
    before = dict.fromkeys(steps[:count] for steps in moves for count in range(len(steps)))
    asked = {path: position.question(path, yours=yours).said() for path in before}
    depth = max(map(len, moves), default=0)
    usual = [_commonest([text for path, text in asked.items() if len(path) == count]) for count in range(depth)]
    where = cells(position)
    return {
        "moves": moves,
        "usual": usual,
        "questions": {"|".join(path): text for path, text in asked.items() if text != usual[len(path)]},
        "labels": {
            "|".join(path): position.label(path[-1], path[:-1]).said()
            for path in dict.fromkeys(steps[: count + 1] for steps in moves for count in range(len(steps)))
            if path[-1] not in where
        },
    }


def _commonest(texts: list[str]) -> str:
    return Counter(texts).most_common(1)[0][0]
