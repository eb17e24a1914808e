"""The stages of choosing a move in a few taps, found from the steps of the legal moves alone."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import TYPE_CHECKING, Any

from render import cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from games import Position
    from render.geometry import Point

MOST = 16
"""The most choices at one stage: four rows of four buttons, which a phone shows below the picture."""
PART = "@"
"""The beginning of a choice that narrows the cells down to a part of the board, and is no step of a move."""
SINGLE = re.compile(r"(\D*)(\d*)")
"""The name of one cell: its letters, and its number."""

Steps = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a picker stands after some choices."""

    settled: Steps
    """The first steps of the move, which are chosen."""
    following: Steps
    """The steps that may come next."""
    parts: Mapping[str, Steps]
    """The steps that may come next by parts of the board, if one message cannot hold them; the keys begin with PART."""
    move: Any = None
    """The move to look at, once nothing is open but its effect (of which there are several in `following`, or none)."""


def stage(position: Position[Any], path: Steps) -> Stage:
    """Follow the choices of `path` through the legal moves. Raises LookupError if they lead nowhere."""
    where = cells(position)
    moves = {position.steps(move): move for move in position.legal_moves()}
    effect: Steps = ()
    for choice in path:
        following = _following(moves)
        if _only_effects(moves, where):
            effect = (choice,)
            break
        wanted = _parts(following, where)[choice] if choice.startswith(PART) else (choice,)
        depth = len(_shared(moves))
        moves = {steps: move for steps, move in moves.items() if steps[depth : depth + 1] and steps[depth] in wanted}
        if not moves:
            raise LookupError(choice)
    settled, following = _shared(moves), _following(moves)
    if _only_effects(moves, where):
        return Stage(settled, following, {}, moves[settled + (effect or following[:1])])
    return Stage(settled, following, _parts(following, where) if len(following) > MOST else {})


def path_to(position: Position[Any], move: Any) -> Steps:  # noqa: ANN401 (a move of any game)
    """The choices that lead to a move, without the steps that are taken by themselves."""
    return path_along(position, position.steps(move))


def path_along(position: Position[Any], steps: Sequence[str]) -> Steps:
    """The choices that lead as far along these first steps of a move as they can be chosen."""
    path: Steps = ()
    for step in steps:
        if step in stage(position, path).following:
            path += (step,)
    return path


def path_of_beginning(position: Position[Any], moves: Sequence[Any]) -> Steps:
    """The choices that lead as far as all these moves go the same way."""
    return path_along(position, _shared([position.steps(move) for move in moves]))


def _only_effects(moves: Iterable[Steps], where: Mapping[str, Point]) -> bool:
    """Whether all cells of the move are settled."""
    return bool(_shared(moves)) and not any(step in where for step in _following(moves))


def _shared(moves: Iterable[Steps]) -> Steps:
    """The steps with which all these moves begin."""
    return tuple(level[0] for level in takewhile(lambda level: len(set(level)) == 1, zip(*moves, strict=False)))


def _following(moves: Iterable[Steps]) -> Steps:
    """The different steps that come after the shared ones; none if only one move is left."""
    depth = len(_shared(moves))
    return tuple(dict.fromkeys(steps[depth] for steps in moves if len(steps) > depth))


def _parts(steps: Steps, where: Mapping[str, Point]) -> dict[str, Steps]:
    """The steps by the row of the board on which they lie, or by parts of the only row; what is no cell stands alone.

    There are at most MOST parts: neighbouring rows are joined where there are more.
    """
    words = [step for step in steps if step not in where]
    rows: dict[float, list[str]] = {}
    for step in sorted((step for step in steps if step in where), key=lambda step: _reading(where[step])):
        rows.setdefault(where[step][1], []).append(step)
    parts = list(rows.values())
    if len(parts) == 1:
        parts = _joined([[step] for step in parts[0]], math.ceil(len(parts[0]) / MOST))
        named = {f"{PART}{part[0]}–{part[-1]}": tuple(part) for part in parts}
    else:
        joined = _joined(parts, MOST - len(words))
        named = {PART + _name(part, where): tuple(part) for part in joined}
    return named | {PART + word: (word,) for word in words}


def _reading(point: Point) -> tuple[float, float]:
    """A key that sorts points in the order of reading: row by row, from the left."""
    x, y = point
    return y, x


def _joined(parts: Sequence[list[str]], most: int) -> list[list[str]]:
    """Neighbouring parts together, evenly, so that there are at most `most`."""
    size = max(1, math.ceil(len(parts) / max(most, 1)))
    return [list(chain.from_iterable(parts[n : n + size])) for n in range(0, len(parts), size)]


def _name(part: Sequence[str], where: Mapping[str, Point]) -> str:
    """The name of a row, or of the first and the last of several."""
    rows = list(dict.fromkeys(row_of(step, where) for step in part))
    return rows[0] if len(rows) == 1 else f"{rows[0]}–{rows[-1]}"


def row_of(cell: str, where: Mapping[str, Point]) -> str:
    """What the names of a row's cells have in common, the letters before or the number behind; else its ends.

    Names of several cells, such as `a7b7`, do not count: others of the same row are `a7` and `b7`.
    """
    height = where[cell][1]
    row = sorted((name for name, point in where.items() if point[1] == height), key=lambda name: where[name][0])
    single = [found for found in map(SINGLE.fullmatch, row) if found]
    letters, numbers = {found[1] for found in single}, {found[2] for found in single}
    for common in (letters, numbers) if len(row) > 1 else ():
        if len(common) == 1:
            return next(iter(common))
    return row[0] if len(row) == 1 else f"{row[0]}–{row[-1]}"
