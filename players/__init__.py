"""Computer players: `choose` finds a move at a level from 1 to 5, `assess` judges a position.

Both are synchronous and may take seconds of one core: call them in a helper process (`processes/`). Their arguments
and results can be pickled. They know positions, but no matches, people or Discord.
"""

from __future__ import annotations

import logging
import math
import secrets
from dataclasses import replace
from operator import index
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

from players import engines, general
from players.ends import wins
from players.engines import without_kernels
from players.levels import LEVELS, Level, level_of, opening_plies
from players.thought import Assessment, Candidate, Thought, pick

if TYPE_CHECKING:
    from games import Position

__all__ = ["LEVELS", "Assessment", "assess", "assess_as", "choose", "has_kernel", "play_as", "think", "without_kernels"]

log = logging.getLogger(__name__)
FIRST_PLIES: Final = 2
"""The plies of a match that no level makes in a hurry: there the swap rule decides a lot."""
MOST_SECONDS: Final = 24 * 60 * 60
"""The most seconds that a caller may give to a thought. A kernel counts its time in milliseconds, in 32 bits."""
MOST_MODEST: Final = 12
"""How many first moves are looked at where the opponent may take over the one that is played."""
Move = TypeVar("Move")
_weaker: Final[set[str]] = set()
"""The games of which the log says already that the general search plays them."""


def choose(position: Position[Move], level: int, *, seed: int | None = None, seconds: float | None = None) -> Move:
    """The move of the computer player of `level`, from 1 to 5.

    `seed` should be the same for a whole match: it decides how a level misjudges, so that its errors are consistent.
    With a seed the same position always gets the same move, unless a search reaches its time limit. `seconds`, from 0
    to MOST_SECONDS, replaces the time limit of the level; with 0 a kernel that counts positions has no time limit, and
    any other search is as short as it can be. From level 2 on a win in one move is always played. Raises ValueError for
    another level or another number of seconds, and for a finished game; TypeError for a seed that is no whole number.
    """
    return play_as(position, level_of(position.info.key, level, position.turn), seed=seed, seconds=seconds)


def play_as(position: Position[Move], how: Level, *, seed: int | None = None, seconds: float | None = None) -> Move:
    """The move of a player who plays as `how` says, which need not be one of the five levels; else like `choose`."""
    if seconds is not None:
        _check(seconds)
    seed = secrets.randbits(32) if seed is None else index(seed)
    moves = position.legal_moves()
    if not moves:
        raise ValueError("the game is over: there is no move to choose")
    if len(moves) == 1:
        return moves[0]
    if how.takes_wins and has_kernel(position) and (win := _winning(position)) is not None:
        return win
    if _in_a_hurry(position, how, seed):
        how = how.in_a_hurry(level_of(position.info.key, LEVELS[0], position.turn))
    seconds = how.seconds if seconds is None else seconds
    if _may_be_swapped(position):
        thought = _modest(position, how, seconds=seconds, seed=seed)
    else:
        thought = think(position, how, seconds=seconds, seed=seed)
    margin = how.opening if position.ply < opening_plies() else how.margin
    return pick(thought, margin, Random(f"{seed} {position.encode()}"))


def _check(seconds: float) -> None:
    """Raises ValueError for a number of seconds that no thought can take."""
    if not 0 <= seconds <= MOST_SECONDS:  # which is not true of nan, either
        raise ValueError(f"a thought takes from 0 to {MOST_SECONDS} seconds, not {seconds}")


def _may_be_swapped(position: Position[Move]) -> bool:
    """Whether the opponent could take this first move over, because the match has options that even the chances."""
    fair = position.info.fair
    return position.ply == 0 and bool(fair) and fair.items() <= position.chosen.items()


def _modest(position: Position[Move], how: Level, *, seconds: float, seed: int) -> Thought[Move]:
    """Judge first moves that the opponent may take over: the best one leaves both sides about the same chances.

    A search of all moves together looks too little at the swap after each of them. So the position after each is
    searched by itself: of moves that are alike after only one, and of many only after some, strong and weak ones.
    """
    kinds, random = position.alike(), Random(seed)
    moves = [random.choice(kind) for kind in kinds[:: math.ceil(len(kinds) / MOST_MODEST)]]
    each = replace(how, nodes=how.nodes and max(1, how.nodes // len(moves)))
    judged = []
    for move in moves:
        after = position.play(move)
        best = think(after, each, seconds=seconds / len(moves), seed=seed).candidates[0]
        judged.append(Candidate(move, best.chance if after.turn == position.turn else 1 - best.chance))
    judged.sort(key=lambda one: -one.chance)
    return Thought(tuple(judged), (judged[0].move,), certain=judged[0].chance in (0, 1))


def _in_a_hurry(position: Position[Move], how: Level, seed: int) -> bool:
    """Whether the level makes this move in a hurry. `seed` decides how many moves of a match these are."""
    if position.ply < FIRST_PLIES:
        return False
    return Random(f"{seed} {position.encode()} hurry").random() < how.hurried(seed)


def assess(position: Position[Move], *, seconds: float) -> Assessment:
    """The chances of either seat and the best line, found at full strength after at most `seconds`.

    Raises ValueError unless `seconds` is from 0 to MOST_SECONDS.
    """
    _check(seconds)
    return assess_as(position, level_of(position.info.key, LEVELS[-1], position.turn), seconds=seconds)


def assess_as(position: Position[Move], how: Level, *, seconds: float) -> Assessment:
    """The chances of either seat and the best line, as a player finds them who thinks as `how` says.

    Where the side to move has weights that were set by hand, these find the line, and a second search finds the
    chances. Where the opponent may take over the first move, the chances are those after the best one. Each of the two
    searches has half of the seconds, and all nodes of `how`.
    """
    result = position.result()
    if result is not None:
        chances = (0.5, 0.5) if result.winner is None else (1.0 - result.winner, float(result.winner))
        return Assessment(chances, (), certain=True)
    if _may_be_swapped(position):
        modest = _modest(position, how, seconds=seconds / 2, seed=0)
        first = modest.candidates[0].move
        after = assess_as(position.play(first), how, seconds=seconds / 2)
        return Assessment(after.chances, (first, *after.line), certain=modest.certain and after.certain)
    engine, judging = engines.engine(position), engines.engine_for_chances(position)
    twice = engine and judging and engine.weights_of(position.turn) != judging.weights_of(position.turn)
    each = seconds / 2 if twice else seconds
    thought = judged = think(position, how, seconds=each, seed=0)
    if twice and judging and not thought.certain:
        judged = _think(judging, position, how, seconds=each, seed=0)
    chance = judged.candidates[0].chance
    chances = (1 - chance, chance) if position.turn else (chance, 1 - chance)
    return Assessment(chances, thought.line, certain=judged.certain)


def think(position: Position[Move], level: Level, *, seconds: float, seed: int) -> Thought[Move]:
    """Judge the moves of a position that is not over, by the kernel of the game or else by the general search.

    Where the kernel fails in this thought, the general search judges, too.
    """
    return _think(engines.load(position), position, level, seconds=seconds, seed=seed)


def _think(
    found: engines.Engine | str, position: Position[Move], level: Level, *, seconds: float, seed: int
) -> Thought[Move]:
    """Think by an engine, or without one for the reason `found`."""
    if isinstance(found, engines.Engine):
        try:
            return found.think(position, level, seconds=seconds, seed=seed)
        except Exception as error:  # noqa: BLE001 (a damaged kernel may fail in any way, and memory may be short)
            found = engines.cannot_run(error)
    _say_weaker(position.info.name, found)
    return general.think(position, playouts=level.playouts, seconds=seconds, seed=seed)


def has_kernel(position: Position[Move]) -> bool:
    """Whether a kernel runs here for the position. Without one the general search plays, which is much weaker."""
    return engines.engine(position) is not None


def _say_weaker(name: str, reason: str) -> None:
    """Say in the log that the general search plays a game, and the first reason for it."""
    if name not in _weaker:
        _weaker.add(name)
        log.warning("%s is played by the general search, which is weaker: %s.", name, reason)


def _winning(position: Position[Move]) -> Move | None:
    """A move that wins at once, or None. The general search looks for one by itself."""
    return next((move for move in position.legal_moves() if wins(position, move)), None)
