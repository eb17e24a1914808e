"""Derives the picker's stages from the steps of the legal moves, without knowing the game."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Any

from games import Position
from render import cells
from render.geometry import Point

MOST = 16
"""The most choices at one stage: four rows of four buttons, which fit below the picture on a phone."""
PART = "@"
"""The prefix of a choice that narrows the cells to a part of the board, rather than being a step of a move."""
SINGLE = re.compile(r"(\D*)(\d*)")
"""The name of a single cell: letters, then a number."""

Steps = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """The state of a picker after some choices."""

    settled: Steps
    """The chosen first steps of the move."""
    following: Steps
    """The possible next steps."""
    parts: Mapping[str, Steps]
    """If there are too many for one message, maps parts of the board (keys starting with PART) to the next steps."""
    move: Any = None
    """The move to preview, once only its effect is open (`following` then holds the effects, if there is a choice)."""


def stage(position: Position[Any], path: Steps) -> Stage:
    """Apply the choices of `path` to the legal moves. Raises LookupError if no move is left."""
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
    """The choices that lead to a move, without the automatic steps."""
    return path_along(position, position.steps(move))


def path_along(position: Position[Any], steps: Sequence[str]) -> Steps:
    """The choices that lead through these first steps of a move, as far as the picker offers them."""
    path: Steps = ()
    for step in steps:
        if step in stage(position, path).following:
            path += (step,)
    return path


def path_of_beginning(position: Position[Any], moves: Sequence[Any]) -> Steps:
    """The choices that all these moves have in common."""
    return path_along(position, _shared([position.steps(move) for move in moves]))


def _only_effects(moves: Iterable[Steps], where: Mapping[str, Point]) -> bool:
    """Whether all cells of the move are chosen, so that only effects are left."""
    return bool(_shared(moves)) and not any(step in where for step in _following(moves))


def _shared(moves: Iterable[Steps]) -> Steps:
    """The common prefix of these moves."""
    return tuple(level[0] for level in takewhile(lambda level: len(set(level)) == 1, zip(*moves, strict=False)))


def _following(moves: Iterable[Steps]) -> Steps:
    """The distinct steps after the common prefix; empty if only one move is left."""
    depth = len(_shared(moves))
    return tuple(dict.fromkeys(steps[depth] for steps in moves if len(steps) > depth))


def _parts(steps: Steps, where: Mapping[str, Point]) -> dict[str, Steps]:
    """Groups the steps by row of the board, or by parts of a single row. A step that is not a cell is its own part.

    Joins neighbouring rows so that there are at most MOST parts.
    """
    others = [step for step in steps if step not in where]
    rows: dict[float, list[str]] = {}
    for step in sorted((step for step in steps if step in where), key=lambda step: _reading(where[step])):
        rows.setdefault(where[step][1], []).append(step)
    parts = list(rows.values())
    if len(parts) == 1:
        parts = _joined([[step] for step in parts[0]], math.ceil(len(parts[0]) / MOST))
        named = {f"{PART}{part[0]}–{part[-1]}": tuple(part) for part in parts}
    else:
        joined = _joined(parts, MOST - len(others))
        named = {PART + _name(part, where): tuple(part) for part in joined}
    return named | {PART + step: (step,) for step in others}


def _reading(point: Point) -> tuple[float, float]:
    """A sort key for points in reading order: row by row, from the left."""
    x, y = point
    return y, x


def _joined(parts: Sequence[list[str]], most: int) -> list[list[str]]:
    """Joins neighbouring parts evenly into at most `most` parts."""
    size = max(1, math.ceil(len(parts) / max(most, 1)))
    return [list(chain.from_iterable(parts[n : n + size])) for n in range(0, len(parts), size)]


def _name(part: Sequence[str], where: Mapping[str, Point]) -> str:
    """The name of a row, or of the first and last of several rows."""
    rows = list(dict.fromkeys(row_of(step, where) for step in part))
    return rows[0] if len(rows) == 1 else f"{rows[0]}–{rows[-1]}"


def row_of(cell: str, where: Mapping[str, Point]) -> str:
    """The name of a cell's row: the letters or the number that its cells share, or else its first and last cell.

    Ignores names of several cells, such as `a7b7`, because the same row also has `a7` and `b7`.
    """
    height = where[cell][1]
    row = sorted((name for name, point in where.items() if point[1] == height), key=lambda name: where[name][0])
    single = [name for name in map(SINGLE.fullmatch, row) if name]
    letters, numbers = {name[1] for name in single}, {name[2] for name in single}
    for common in (letters, numbers) if len(row) > 1 else ():
        if len(common) == 1:
            return next(iter(common))
    return row[0] if len(row) == 1 else f"{row[0]}–{row[-1]}"
