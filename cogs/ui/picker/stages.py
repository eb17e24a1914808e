"""Divides the choice of a move into stages.

The stages are derived from the steps of the legal moves, without any knowledge of the game.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Any

from cogs.wire import discord_limits
from games import Position
from render import cells
from render.geometry import Point

MOST = 23
"""The maximum number of choices at a stage. Together with two other buttons, they fill five rows of five."""
MOST_WAYS = 6
"""The maximum number of whole moves offered at once. More arrows would be confusing."""
MOST_ENDS = 20
"""The maximum number of possible last cells with which the effect of a move is chosen before its last cell."""
MOST_PARTS = 16
"""The maximum number of parts of a board. Their names are longer than those of cells."""
OTHERS = 2
"""The maximum number of other buttons: one to type the move or go back, and one to leave or for the next match."""
PART = "@"
"""The prefix of a choice that narrows the cells to a part of the board instead of making a step."""
EFFECT = "~"
"""The prefix of an effect that is chosen before the move's last cell."""
SINGLE = re.compile(r"(\D*)(\d*)")
"""The name of a single cell: letters followed by a number."""

# A message on a phone of 390 pixels leaves 314 for its buttons.
PHONE, PADDING, GAP, CHARACTER, EMOJI = 314, 28, 6, 8, 18

Steps = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """The state of the picker after some choices."""

    settled: Steps
    """The move's first steps, already chosen."""
    following: tuple[Steps, ...]
    """The possible choices. Each adds one step or, if there are only a few ways, all remaining cells."""
    parts: Mapping[str, tuple[Steps, ...]]
    """Each part of the board with its choices, if there are too many for one message. Keys start with PART."""
    back: Steps | None
    """The choices that led to the previous stage, or None at the first stage."""
    move: Any = None
    """The move to preview, set once all but its effect is chosen. `following` then has the effects."""
    effects: Steps = ()
    """The move's effect and the alternative, if every choice completes the move with one of these two."""
    foretold: bool = False
    """Whether the effect of `move` could be chosen before the last cell."""


def stage(position: Position[Any], path: Steps, ways: int = MOST_WAYS) -> Stage:
    """Return the stage that follows the choices in `path`. Raises LookupError if they match no legal move.

    If at most `ways` ways lead through the remaining cells, whole moves are offered.
    """
    where = cells(position)
    moves = {position.steps(move): move for move in position.legal_moves()}
    done, back, wanted = 0, None, ""
    effect, effects, early = Steps(), Steps(), ""
    while done < len(path):
        if _only_effects(moves, where):
            effect = path[done:]
            break
        effects = _early_effects(moves, where, ways)
        early = _usual_early(position, effects, moves, where)
        if path[done].startswith(EFFECT):
            wanted = path[done].removeprefix(EFFECT)
            if wanted not in effects:
                raise LookupError(path[done])
            done += 1
            continue
        back = path[:done]
        choice = path[done : done + 1]
        offered = _next_choices(moves, where, ways)
        if path[done].startswith(PART):
            chosen = _parts(offered, where)[path[done]]
        else:
            choice = next((steps for steps in offered if path[done : done + len(steps)] == steps), choice)
            chosen = (choice,)
        moves = _beginning(moves, chosen)
        done += len(choice)
    settled, following = _common_prefix(moves), _next_choices(moves, where, ways)
    if _only_effects(moves, where):
        left = [step for (step,) in following]
        usual = wanted if wanted in left else position.usual_effect(left, settled[-1]) if left else ""
        foretold = bool(effects) and usual in {"", wanted or early}
        return Stage(
            settled, following, {}, back, moves[settled + (effect or (usual,) * bool(left))], foretold=foretold
        )
    if len(following) > MOST:
        return Stage(settled, following, _parts(following, where), back)
    effects = _early_effects(moves, where, ways)
    if effects:
        usual = wanted or _usual_early(position, effects, moves, where)
        effects = tuple(sorted(effects, key=usual.__ne__))
    return Stage(settled, following, {}, back, effects=effects)


def is_complete(position: Position[Any], path: Steps, here: Stage) -> bool:
    """Return whether the choices in `path` complete a move, leaving nothing to choose.

    The last choice must be the move's last step, unless that step was taken automatically because the effect could be
    chosen first.
    """
    return here.move is not None and (here.foretold or path[-1:] == position.steps(here.move)[-1:])


def played_at_once(position: Position[Any], path: Steps, here: Stage) -> bool:
    """Return whether the choices in `path` cause the move to be played immediately when previews are turned off.

    The choices must complete the move. A move that loses or draws always has a preview, because it cannot be taken
    back.
    """
    if not is_complete(position, path, here):
        return False
    result = position.play(here.move).result()
    return result is None or result.winner == position.turn


def path_to(position: Position[Any], move: Any) -> Steps:  # noqa: ANN401 (a move of any game)
    """Return the choices that lead to a move.

    Steps that the picker takes automatically and parts of the board are left out.
    """
    return path_along(position, position.steps(move))


def path_along(position: Position[Any], steps: Steps, ways: int = MOST_WAYS) -> Steps:
    """Return the choices that lead through the given first steps of a move.

    The path ends where the picker offers no further choice.
    """
    path: Steps = ()
    while True:
        here = stage(position, path, ways)
        left = steps[len(here.settled) :]
        choice = next((choice for choice in here.following if choice[: len(left)] == left[: len(choice)]), ())
        path += choice[: len(left)]
        if here.move is not None or not choice or not left:
            return path


def path_of_beginning(position: Position[Any], moves: Sequence[Any], ways: int = MOST_WAYS) -> Steps:
    """Return the choices shared by all these moves."""
    return path_along(position, _common_prefix([position.steps(move) for move in moves]), ways)


def in_a_row(labels: Iterable[str]) -> int:
    """Return how many of these buttons can be in each row on a phone without a row that wraps."""
    wide = [_width(label) + GAP for label in labels]

    def fits(count: int) -> bool:
        return all(sum(wide[first : first + count]) <= PHONE + GAP for first in range(0, len(wide), count))

    return next((count for count in range(discord_limits.ROW, 1, -1) if fits(count)), 1)


def fit(labels: Sequence[str], others: int = OTHERS) -> bool:
    """Return whether buttons with these labels, plus `others` more buttons, fit below a picture on a phone."""
    return len(labels) + others <= discord_limits.ROWS * in_a_row(labels)


def rows_on_phone(rows: Iterable[Iterable[str]]) -> int:
    """Return how many rows these buttons take up on a phone, where a row that is too wide wraps."""
    count = 0
    for labels in rows:
        left = 0
        for label in labels:
            if _width(label) > left:
                count, left = count + 1, PHONE
            left -= _width(label) + GAP
    return count


def _width(label: str) -> int:
    """Estimate the width, in pixels, of a button with this label on a phone."""
    return PADDING + sum(EMOJI if ord(sign) > 0xFFFF else CHARACTER for sign in label)


def names_of(choices: Sequence[Steps], settled: Steps) -> dict[Steps, str]:
    """Map each choice to its name.

    A whole move is named by its first and its last cell, such as `a1-a5`, and the rest of a move by its last cell. If
    two names would be the same, all cells are named.
    """
    names = {choice: choice[-1] if settled or len(choice) == 1 else f"{choice[0]}-{choice[-1]}" for choice in choices}
    return names if len(set(names.values())) == len(names) else {choice: "-".join(choice) for choice in choices}


def _only_effects(moves: Iterable[Steps], points: Mapping[str, Point]) -> bool:
    """Return whether all of the move's cells have been chosen, leaving only an effect to choose."""
    return bool(_common_prefix(moves)) and not any(step in points for step in _next_steps(moves))


def _common_prefix(moves: Iterable[Steps]) -> Steps:
    """Return these moves' common prefix."""
    return tuple(level[0] for level in takewhile(lambda level: len(set(level)) == 1, zip(*moves, strict=False)))


def _next_steps(moves: Iterable[Steps]) -> Steps:
    """Return the distinct steps that can follow these moves' common prefix, or none if only one move is left."""
    depth = len(_common_prefix(moves))
    return tuple(dict.fromkeys(steps[depth] for steps in moves if len(steps) > depth))


def _beginning(moves: Mapping[Steps, Any], chosen: Iterable[Steps]) -> dict[Steps, Any]:
    """Return the moves that continue with one of the chosen steps. Raises LookupError if none do."""
    depth = len(_common_prefix(moves))
    left = {
        steps: move
        for steps, move in moves.items()
        if any(steps[depth : depth + len(choice)] == choice for choice in chosen)
    }
    if not left:
        raise LookupError(chosen)
    return left


def _next_choices(moves: Mapping[Steps, Any], points: Mapping[str, Point], limit: int) -> tuple[Steps, ...]:
    """Return the choices that can follow these moves' common prefix.

    A choice consists of all cells that remain or, if there are more than `limit` such ways, of one step. A step that
    leaves only one way includes the rest of it.
    """
    depth = len(_common_prefix(moves))
    ways = {
        steps[depth : depth + 1] + tuple(takewhile(points.__contains__, steps[depth + 1 :])): None
        for steps in moves
        if len(steps) > depth
    }
    if not all(way[0] in points for way in ways):
        return tuple((step,) for step in _next_steps(moves))
    if len(ways) > limit:
        beginnings = Counter(way[0] for way in ways)
        ways = {way if beginnings[way[0]] == 1 else way[:1]: None for way in ways}
    names = names_of(tuple(ways), _common_prefix(moves))
    return tuple(ways if fit(tuple(names.values())) else {way[:1]: None for way in ways})


def _early_effects(moves: Mapping[Steps, Any], points: Mapping[str, Point], limit: int) -> Steps:
    """Return the two effects a person can choose between before choosing the last cell, or () if there are none.

    All last cells at which an effect must be chosen must have the same two effects.
    """
    depth = len(_common_prefix(moves))
    after: dict[Steps, list[Steps]] = {}
    for steps in moves:
        way = tuple(takewhile(points.__contains__, steps[depth:]))
        after.setdefault(way, []).append(steps[depth + len(way) :])
    pairs = {tuple(chain.from_iterable(effects)) for effects in after.values() if len(effects) > 1}
    few = len(after) <= MOST_ENDS and after.keys() == set(_next_choices(moves, points, limit))
    return next(iter(pairs)) if few and len(pairs) == 1 and len(next(iter(pairs))) == 2 else ()


def _usual_early(position: Position[Any], effects: Steps, moves: Iterable[Steps], points: Mapping[str, Point]) -> str:
    """Return the usual effect of the moves, if it does not depend on which cell is chosen last.

    Otherwise, returns the effect that is usual in general. Returns "" if there are no effects.
    """
    if not effects:
        return ""
    ends = {next(step for step in reversed(steps) if step in points) for steps in moves if steps[-1] in effects}
    usual = {position.usual_effect(effects, end) for end in ends}
    return usual.pop() if len(usual) == 1 else position.usual_effect(effects)


def _parts(choices: Iterable[Steps], points: Mapping[str, Point]) -> dict[str, tuple[Steps, ...]]:
    """Group the choices by row of the board.

    Neighbouring rows are joined until there are at most MOST_PARTS parts. A single row is divided into parts, and a
    choice that is not a cell becomes a part of its own.
    """
    others = [choice for choice in choices if choice[0] not in points]
    rows: dict[float, list[Steps]] = {}
    for choice in sorted(
        (choice for choice in choices if choice[0] in points), key=lambda choice: reading(points[choice[0]])
    ):
        rows.setdefault(points[choice[0]][1], []).append(choice)
    parts = list(rows.values())
    if len(parts) == 1:
        parts = _merge_parts([[choice] for choice in parts[0]], math.ceil(len(parts[0]) / MOST_PARTS))
        named = {f"{PART}{part[0][0]}–{part[-1][0]}": tuple(part) for part in parts}
    else:
        joined = _merge_parts(parts, MOST_PARTS - len(others))
        named = {PART + _name(part, points): tuple(part) for part in joined}
    return named | {PART + choice[0]: (choice,) for choice in others}


def reading(point: Point) -> tuple[float, float]:
    """Return a sort key for reading order: row by row, from left to right."""
    x, y = point
    return y, x


def _merge_parts(parts: Sequence[list[Steps]], limit: int) -> list[list[Steps]]:
    """Merge neighbouring parts into at most `limit` parts of about the same size."""
    size = max(1, math.ceil(len(parts) / max(limit, 1)))
    return [list(chain.from_iterable(parts[n : n + size])) for n in range(0, len(parts), size)]


def _name(part: Sequence[Steps], points: Mapping[str, Point]) -> str:
    """Return a board part's name: its row, or its first and last row."""
    rows = list(dict.fromkeys(row_of(step, points) for step, *_ in part))
    return rows[0] if len(rows) == 1 else f"{rows[0]}–{rows[-1]}"


def row_of(cell: str, points: Mapping[str, Point]) -> str:
    """Return the name of a cell's row.

    It is the letter or number that the names of all cells in the row share. If they share none, it consists of the
    row's first and last cells. Names of several cells, such as `a7b7`, are ignored, because the row also has `a7` and
    `b7`.
    """
    height = points[cell][1]
    row = sorted((name for name, point in points.items() if point[1] == height), key=lambda name: points[name][0])
    single = [name for name in map(SINGLE.fullmatch, row) if name]
    letters, numbers = {name[1] for name in single}, {name[2] for name in single}
    for common in (letters, numbers) if len(row) > 1 else ():
        if len(common) == 1:
            return next(iter(common))
    return row[0] if len(row) == 1 else f"{row[0]}–{row[-1]}"
