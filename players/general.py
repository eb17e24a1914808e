"""A search for any game: UCT (upper confidence bounds on trees) with short playouts, in pure Python.

It uses only the rules. A playout that does not end soon is scored by mobility: the side with more moves is ahead. It
plays the games that have no kernel, and replaces kernels that cannot run. In a position with thousands of moves, it
plays each move once to find wins, and searches only some of them.
"""

from __future__ import annotations

import math
import time
from random import Random
from typing import Any, Final

from games import Position
from players.results import Candidate, SearchResult

EXPLORATION: Final = 0.4
"""The exploration constant of UCT."""
FPU_REDUCTION: Final = 0.1
"""First play urgency. An untried move's estimate is this much below the chance of the position."""
PLAYOUT_PLIES: Final = 12
"""After this many plies, a playout is scored by mobility."""
PLAYOUT_MOVES: Final = 3_000
"""A playout is also scored by mobility once it has listed this many legal moves, because listing them is slow."""
LEAST_TRIED: Final = 24
"""How many moves are tried before the tree grows, no matter how long it takes to try them."""
MOST_TRIED: Final = 240
"""How many moves are tried before the tree grows if there is enough time to try them."""
PRIOR: Final = 4
"""How many playouts the prior counts for. To smooth small samples, each move starts with the mean chance of all."""
MOST_NODES: Final = 20_000
"""The maximum number of nodes in the tree. It limits how much memory a helper process needs."""


def wins(position: Position[Any], move: Any) -> bool:  # noqa: ANN401 (each game has its own moves)
    """Return whether a legal move wins immediately."""
    result = position.play(move).result()
    return result is not None and result.winner == position.turn


class _Node:
    """A position in the search tree. Its chances are seat 0's, regardless of the side to move."""

    __slots__ = ("children", "moves", "position", "proven", "value", "visits")

    def __init__(self, position: Position[Any], random: Random) -> None:
        self.position = position
        self.moves: list[Any] = list(position.legal_moves())
        """The legal moves, in the random order they are tried in."""
        random.shuffle(self.moves)
        self.children: list[_Node] = []
        """The positions after the moves tried so far, in the same order."""
        self.visits = 0
        self.value = 0.0
        """The sum of the chances over all visits."""
        self.proven: float | None = None if self.moves else _outcome(position)
        """The chance once it is proven, else None."""

    def add_child(self, random: Random) -> _Node:
        """Add a child node for the next untried move, and return it."""
        child = _Node(self.position.play(self.moves[len(self.children)]), random)
        self.children.append(child)
        return child

    def visit(self, chance: float) -> None:
        self.visits += 1
        self.value += chance

    def mean(self) -> float:
        return self.proven if self.proven is not None else self.value / self.visits

    def prove(self) -> None:
        """Mark this node as proven if a child is a proven win for the side to move or if all moves are proven."""
        if self.proven is not None:
            return
        known = [_seen_by(self.position.turn, child.proven) for child in self.children if child.proven is not None]
        if known and (max(known) == 1 or len(known) == len(self.moves)):
            self.proven = _seen_by(self.position.turn, max(known))


def _seen_by(seat: int, chance: float) -> float:
    """Convert seat 0's chance to `seat`'s, or back."""
    return 1 - chance if seat else chance


def think(position: Position[Any], *, playouts: int, seconds: float, seed: int) -> SearchResult[Any]:
    """Search a position for at most `seconds`, with at most `playouts` random games (0 for no limit).

    The search never overlooks a win in one move. The result leaves out moves that were never tried.
    """
    random = Random(f"{seed} {position.ply}")
    deadline = time.monotonic() + seconds
    root = _Node(position, random)
    if len(root.moves) > LEAST_TRIED:
        root.moves.sort(key=lambda move: not wins(position, move))
    for tried in range(min(len(root.moves), MOST_TRIED)):
        if tried >= LEAST_TRIED and time.monotonic() > deadline:
            break
        child = root.add_child(random)
        chance = _playout(child, random)
        child.visit(chance)
        root.visit(chance)
    root.prove()
    grown, done = len(root.children), 0
    while root.proven is None and (not playouts or done < playouts) and time.monotonic() < deadline:
        grown += _walk(root, random, may_grow=grown < MOST_NODES)
        done += 1
    return _result(root)


def _walk(root: _Node, random: Random, *, may_grow: bool) -> int:
    """Walk down the tree once and play random moves from the last node. Returns the number of nodes added, 0 or 1."""
    path, grown = [root], 0
    while path[-1].proven is None and not grown:
        node = path[-1]
        child = _best_child(node)
        expected = _seen_by(node.position.turn, node.mean()) if node.visits else 0.5
        first_try = expected - FPU_REDUCTION + EXPLORATION * math.sqrt(math.log(node.visits + 2))
        if len(node.children) < len(node.moves) and may_grow and (child is None or _bound(child, node) < first_try):
            path.append(node.add_child(random))
            grown = 1
        elif child is None:
            break
        else:
            path.append(child)
    leaf = path[-1]
    chance = leaf.mean() if leaf.proven is not None else _playout(leaf, random)
    for node in reversed(path):
        node.visit(chance)
        node.prove()
    return grown


def _best_child(node: _Node) -> _Node | None:
    """Return the unproven child with the highest upper confidence bound."""
    unproven = [child for child in node.children if child.proven is None]
    return max(unproven, key=lambda child: _bound(child, node), default=None)


def _bound(child: _Node, node: _Node) -> float:
    return _seen_by(node.position.turn, child.mean()) + EXPLORATION * math.sqrt(
        math.log(node.visits + 2) / child.visits
    )


def _playout(node: _Node, random: Random) -> float:
    """Play random moves from a node, and return seat 0's chance by the result or, without one, by mobility."""
    if node.proven is not None:
        return node.proven
    position, moves, seen = node.position, node.moves, 0
    mobility = [0, 0]
    for _ in range(PLAYOUT_PLIES):
        if seen > PLAYOUT_MOVES:
            break
        mobility[position.turn] = len(moves)
        seen += len(moves)
        position = position.play(random.choice(moves))
        moves = list(position.legal_moves())
        if not moves:
            return _outcome(position)
    mobility[position.turn] = len(moves)
    return mobility[0] / sum(mobility) if all(mobility) else 0.5  # only one side was to move


def _chance(child: _Node, mean: float) -> float:
    """Return a position's estimated chance, which is closer to `mean` the fewer playouts it has had."""
    return child.proven if child.proven is not None else (child.value + PRIOR * mean) / (child.visits + PRIOR)


def _outcome(position: Position[Any]) -> float:
    result = position.result()
    return 0.5 if result is None or result.winner is None else _seen_by(result.winner, 1.0)


def _result(root: _Node) -> SearchResult[Any]:
    turn, most = root.position.turn, max(child.visits for child in root.children)
    win, loss = _seen_by(turn, 1.0), _seen_by(turn, 0.0)
    ranked = sorted(
        zip(root.moves, root.children, strict=False),
        key=lambda tried: (
            tried[1].proven == win,
            tried[1].proven != loss,
            tried[1].visits,
            _seen_by(turn, tried[1].mean()),
        ),
        reverse=True,
    )
    line, node = [ranked[0][0]], ranked[0][1]
    while node.children:
        win = _seen_by(node.position.turn, 1.0)
        step = max(range(len(node.children)), key=lambda i: (node.children[i].proven == win, node.children[i].visits))
        line.append(node.moves[step])
        node = node.children[step]
    mean = root.mean()
    candidates = tuple(
        Candidate(move, _seen_by(turn, _chance(child, mean)), child.visits / most) for move, child in ranked
    )
    return SearchResult(candidates, tuple(line), certain=root.proven is not None, nodes=root.visits)
