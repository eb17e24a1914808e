"""Derives the picker's stages from the steps of the legal moves, without knowing the game."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Any

from cogs.wire import discord_limits
from games import Position
from render import cells
from render.geometry import Point

MOST = 23
"""The most choices at one stage: with two other buttons, five rows of five."""
MOST_WAYS = 20
"""The most ways through all remaining cells of a move that are offered as one stage."""
MOST_PARTS = 16
"""The most parts of the board, whose names are longer than those of cells."""
OTHERS = 2
"""The most other buttons: one to type the move or to go back, and one to leave or to the next match."""
PART = "@"
"""The prefix of a choice that narrows the cells to a part of the board, rather than being a step of a move."""
SINGLE = re.compile(r"(\D*)(\d*)")
"""The name of a single cell: letters, then a number."""

# A message on a phone of 390 pixels leaves 314 for its buttons.
PHONE, PADDING, GAP, CHARACTER, EMOJI = 314, 28, 6, 8, 18

Steps = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """The state of a picker after some choices."""

    settled: Steps
    """The chosen first steps of the move."""
    following: tuple[Steps, ...]
    """The possible choices, each with the steps that it adds: one, or all remaining cells if there are few ways."""
    parts: Mapping[str, tuple[Steps, ...]]
    """If there are too many choices for one message, maps parts of the board (keys starting with PART) to them."""
    back: Steps | None
    """The choices that led to the stage before; None at the first stage."""
    move: Any = None
    """The move to preview, once only its effect is open (`following` then holds the effects, if there is a choice)."""


def stage(position: Position[Any], path: Steps) -> Stage:
    """Apply the choices of `path` to the legal moves. Raises LookupError if no move is left."""
    where = cells(position)
    moves = {position.steps(move): move for move in position.legal_moves()}
    done, back = 0, None
    effect: Steps = ()
    while done < len(path):
        if _only_effects(moves, where):
            effect = path[done:]
            break
        back = path[:done]
        choice = path[done : done + 1]
        offered = _offered(moves, where)
        if path[done].startswith(PART):
            chosen = _parts(offered, where)[path[done]]
        else:
            choice = next((steps for steps in offered if path[done : done + len(steps)] == steps), choice)
            chosen = (choice,)
        moves = _beginning(moves, chosen)
        done += len(choice)
    settled, following = _shared(moves), _offered(moves, where)
    if _only_effects(moves, where):
        usual = (position.usual_effect([step for (step,) in following]),) if following else ()
        return Stage(settled, following, {}, back, moves[settled + (effect or usual)])
    return Stage(settled, following, _parts(following, where) if len(following) > MOST else {}, back)


def path_to(position: Position[Any], move: Any) -> Steps:  # noqa: ANN401 (a move of any game)
    """The choices that lead to a move, without the automatic steps and the parts of the board."""
    return path_along(position, position.steps(move))


def path_along(position: Position[Any], steps: Steps) -> Steps:
    """The choices that lead through these first steps of a move, as far as the picker offers them."""
    path: Steps = ()
    while True:
        here = stage(position, path)
        left = steps[len(here.settled) :]
        choice = next((choice for choice in here.following if choice[: len(left)] == left[: len(choice)]), ())
        path += choice[: len(left)]
        if here.move is not None or not choice or not left:
            return path


def path_of_beginning(position: Position[Any], moves: Sequence[Any]) -> Steps:
    """The choices that all these moves have in common."""
    return path_along(position, _shared([position.steps(move) for move in moves]))


def in_a_row(labels: Iterable[str]) -> int:
    """How many buttons fit side by side on a phone if the longest has one of these labels."""
    widest = max(map(_width, labels), default=0)
    return max(1, min(discord_limits.ROW, (PHONE + GAP) // (widest + GAP)))


def fit(labels: Sequence[str], others: int = OTHERS) -> bool:
    """Whether buttons with these labels, and `others` more, fit below the picture on a phone."""
    return len(labels) + others <= discord_limits.ROWS * in_a_row(labels)


def _width(label: str) -> int:
    """About how many pixels wide a button is on a phone."""
    return PADDING + sum(EMOJI if ord(sign) > 0xFFFF else CHARACTER for sign in label)


def name_of(steps: Steps) -> str:
    """The name of several cells: `a1-a3`."""
    return "-".join(steps)


def _only_effects(moves: Iterable[Steps], where: Mapping[str, Point]) -> bool:
    """Whether all cells of the move are chosen, so that only effects are left."""
    return bool(_shared(moves)) and not any(step in where for step in _next_steps(moves))


def _shared(moves: Iterable[Steps]) -> Steps:
    """The common prefix of these moves."""
    return tuple(level[0] for level in takewhile(lambda level: len(set(level)) == 1, zip(*moves, strict=False)))


def _next_steps(moves: Iterable[Steps]) -> Steps:
    """The distinct steps after the common prefix; empty if only one move is left."""
    depth = len(_shared(moves))
    return tuple(dict.fromkeys(steps[depth] for steps in moves if len(steps) > depth))


def _beginning(moves: Mapping[Steps, Any], chosen: Iterable[Steps]) -> dict[Steps, Any]:
    """The moves that go on with one of these choices. Raises LookupError if there is none."""
    depth = len(_shared(moves))
    left = {
        steps: move
        for steps, move in moves.items()
        if any(steps[depth : depth + len(choice)] == choice for choice in chosen)
    }
    if not left:
        raise LookupError(chosen)
    return left


def _offered(moves: Mapping[Steps, Any], where: Mapping[str, Point]) -> tuple[Steps, ...]:
    """The choices after the common prefix: the ways through all remaining cells if they are few, else single steps."""
    depth = len(_shared(moves))
    ways = {
        steps[depth : depth + 1] + tuple(takewhile(where.__contains__, steps[depth + 1 :])): None
        for steps in moves
        if len(steps) > depth
    }
    if len(ways) <= MOST_WAYS and fit([name_of(way) for way in ways]) and all(way[0] in where for way in ways):
        return tuple(ways)
    return tuple((step,) for step in _next_steps(moves))


def _parts(choices: Iterable[Steps], where: Mapping[str, Point]) -> dict[str, tuple[Steps, ...]]:
    """Groups choices by row of the board, or by parts of a single row. A choice that is not a cell is its own part.

    Joins neighbouring rows so that there are at most MOST_PARTS parts.
    """
    others = [choice for choice in choices if choice[0] not in where]
    rows: dict[float, list[Steps]] = {}
    for choice in sorted(
        (choice for choice in choices if choice[0] in where), key=lambda choice: reading(where[choice[0]])
    ):
        rows.setdefault(where[choice[0]][1], []).append(choice)
    parts = list(rows.values())
    if len(parts) == 1:
        parts = _joined([[choice] for choice in parts[0]], math.ceil(len(parts[0]) / MOST_PARTS))
        named = {f"{PART}{part[0][0]}–{part[-1][0]}": tuple(part) for part in parts}
    else:
        joined = _joined(parts, MOST_PARTS - len(others))
        named = {PART + _name(part, where): tuple(part) for part in joined}
    return named | {PART + choice[0]: (choice,) for choice in others}


def reading(point: Point) -> tuple[float, float]:
    """A sort key for points in reading order: row by row, from the left."""
    x, y = point
    return y, x


def _joined(parts: Sequence[list[Steps]], most: int) -> list[list[Steps]]:
    """Joins neighbouring parts evenly into at most `most` parts."""
    size = max(1, math.ceil(len(parts) / max(most, 1)))
    return [list(chain.from_iterable(parts[n : n + size])) for n in range(0, len(parts), size)]


def _name(part: Sequence[Steps], where: Mapping[str, Point]) -> str:
    """The name of a row, or of the first and last of several rows."""
    rows = list(dict.fromkeys(row_of(step, where) for step, *_ in part))
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
