"""Computer players. `choose` finds a move at one of five levels, and `assess` estimates each side's chances.

Both are synchronous and may occupy a core for seconds, so call them in a helper process (`processes/`). Their arguments
and results can be pickled. They know positions, but not matches, people or Discord.
"""

import logging
import math
import secrets
from dataclasses import replace
from operator import index
from random import Random
from typing import Final, TypeVar

from games import Position
from players import engines, general
from players.engines import without_kernels
from players.general import wins
from players.levels import LEVELS, Level, level_of, opening_plies
from players.results import Assessment, Candidate, SearchResult, pick

__all__ = ["LEVELS", "Assessment", "assess", "assess_as", "choose", "has_kernel", "play_as", "think", "without_kernels"]

log = logging.getLogger(__name__)
FIRST_PLIES: Final = 2
"""How many plies at the start of a match no level plays in a hurry. They matter most under a swap rule."""
MOST_SECONDS: Final = 24 * 60 * 60
"""The longest search that a caller may request, in seconds. Kernels count milliseconds in 32 bits."""
MOST_FIRST_MOVES: Final = 12
"""The maximum number of first moves to search if the opponent may swap."""
Move = TypeVar("Move")
_warned: Final[set[str]] = set()
"""The games for which a warning that the general search plays them has already been logged."""


def choose(position: Position[Move], level: int, *, seed: int | None = None, seconds: float | None = None) -> Move:
    """Return the move of a computer player at a level from 1 to 5.

    Pass the same `seed` throughout a match: it decides which mistakes a level makes, so that they are consistent. With
    a seed, the same position always gets the same move unless a search reaches its time limit. `seconds`, from 0 to
    MOST_SECONDS, replaces the level's time limit; with 0, a kernel with a node limit has no time limit, and any other
    search is as short as possible. From level 2 on, a win in one move is always played. Raises ValueError for another
    level or number of seconds and for a finished game, TypeError for a seed that is not an integer.
    """
    return play_as(position, level_of(position.info.key, level, position.turn), seed=seed, seconds=seconds)


def play_as(position: Position[Move], level: Level, *, seed: int | None = None, seconds: float | None = None) -> Move:
    """Return a move as `choose` does, but with arbitrary settings instead of one of the five levels."""
    if seconds is not None:
        _check_seconds(seconds)
    seed = secrets.randbits(32) if seed is None else index(seed)
    moves = position.legal_moves()
    if not moves:
        raise ValueError("the game is over: there is no move to choose")
    if len(moves) == 1:
        return moves[0]
    if level.takes_wins and has_kernel(position):  # the general search finds such a win itself
        for move in moves:
            if wins(position, move):
                return move
    if _in_a_hurry(position, level, seed):
        level = level.in_a_hurry(level_of(position.info.key, LEVELS[0], position.turn))
    seconds = level.seconds if seconds is None else seconds
    search = _score_swaps if _may_be_swapped(position) else think
    result = search(position, level, seconds=seconds, seed=seed)
    margin = level.opening if position.ply < opening_plies() else level.margin
    return pick(result, margin, Random(f"{seed} {position.encode()}"))


def _check_seconds(seconds: float) -> None:
    """Raise ValueError if `seconds` is not an allowed duration for a search."""
    if not 0 <= seconds <= MOST_SECONDS:  # false for nan, too
        raise ValueError(f"a search takes from 0 to {MOST_SECONDS} seconds, not {seconds}")


def _may_be_swapped(position: Position[Move]) -> bool:
    """Return True if this is the first move of a match and the opponent may take it over by swapping."""
    fair = position.info.fair
    return position.ply == 0 and bool(fair) and fair.items() <= position.chosen.items()


def _score_swaps(position: Position[Move], level: Level, *, seconds: float, seed: int) -> SearchResult[Move]:
    """Score the possible first moves of a match in which the opponent may swap. The fairest move scores best.

    A single search of all moves would spend too little time on the swap after each move, so the position after each
    move is searched separately. Equivalent moves are searched once. If there are still too many, an evenly spaced
    selection has both strong and weak ones.
    """
    kinds, random = position.symmetries(), Random(seed)
    moves = [random.choice(kind) for kind in kinds[:: math.ceil(len(kinds) / MOST_FIRST_MOVES)]]
    each = replace(level, nodes=level.nodes and max(1, level.nodes // len(moves)))
    candidates = []
    for move in moves:
        after = position.play(move)
        best = think(after, each, seconds=seconds / len(moves), seed=seed).candidates[0]
        candidates.append(Candidate(move, best.chance if after.turn == position.turn else 1 - best.chance))
    candidates.sort(key=lambda candidate: -candidate.chance)
    return SearchResult(tuple(candidates), (candidates[0].move,), certain=candidates[0].chance in (0, 1))


def _in_a_hurry(position: Position[Move], level: Level, seed: int) -> bool:
    """Return True if this move is played in a hurry. `seed` determines the share of such moves in a match."""
    if position.ply < FIRST_PLIES:
        return False
    return Random(f"{seed} {position.encode()} hurry").random() < level.hurry_share(seed)


def assess(position: Position[Move], *, seconds: float) -> Assessment:
    """Return each seat's chances and the best line, from a full-strength search of at most `seconds`.

    Raises ValueError unless `seconds` is from 0 to MOST_SECONDS.
    """
    _check_seconds(seconds)
    return assess_as(position, level_of(position.info.key, LEVELS[-1], position.turn), seconds=seconds)


def assess_as(position: Position[Move], level: Level, *, seconds: float) -> Assessment:
    """Return each seat's chances and the best line, from a search with the settings of `level`.

    If the side to move has weights set by hand, the search with them finds the line, and a second search finds the
    chances. If the opponent may take over the first move, the chances are those after the best first move. If there are
    two searches, each gets half of the seconds but all nodes of `level`.
    """
    result = position.result()
    if result is not None:
        chances = (0.5, 0.5) if result.winner is None else (1.0 - result.winner, float(result.winner))
        return Assessment(chances, (), certain=True)
    if _may_be_swapped(position):
        balanced = _score_swaps(position, level, seconds=seconds / 2, seed=0)
        first = balanced.candidates[0].move
        after = assess_as(position.play(first), level, seconds=seconds / 2)
        return Assessment(after.chances, (first, *after.line), certain=balanced.certain and after.certain)
    engine, judging = engines.engine(position), engines.engine_for_chances(position)
    twice = engine and judging and engine.weights_of(position.turn) != judging.weights_of(position.turn)
    each = seconds / 2 if twice else seconds
    for_line = for_chances = think(position, level, seconds=each, seed=0)
    if twice and judging and not for_line.certain:
        for_chances = _think(judging, position, level, seconds=each, seed=0)
    chance = for_chances.candidates[0].chance
    chances = (1 - chance, chance) if position.turn else (chance, 1 - chance)
    return Assessment(chances, for_line.line, certain=for_chances.certain)


def think(position: Position[Move], level: Level, *, seconds: float, seed: int) -> SearchResult[Move]:
    """Search a position that is not final, falling back to the general search if the game's kernel fails."""
    return _think(engines.load(position), position, level, seconds=seconds, seed=seed)


def _think(
    engine: engines.Engine | str, position: Position[Move], level: Level, *, seconds: float, seed: int
) -> SearchResult[Move]:
    """Search with an engine or, if `engine` is a string saying why there is none, with the general search."""
    if isinstance(engine, engines.Engine):
        try:
            return engine.think(position, level, seconds=seconds, seed=seed)
        except Exception as error:  # noqa: BLE001 (a damaged kernel may fail in any way, and memory may be short)
            engine = engines.cannot_run(error)
    if position.info.name not in _warned:
        _warned.add(position.info.name)
        log.warning("%s is played by the general search, which is weaker: %s.", position.info.name, engine)
    return general.think(position, playouts=level.playouts, seconds=seconds, seed=seed)


def has_kernel(position: Position[Move]) -> bool:
    """Return True if this machine can run a kernel for the position, rather than the much weaker general search."""
    return engines.engine(position) is not None
