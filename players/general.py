"""A search for any game of `games/`, in plain Python: upper confidence bounds on trees (UCT) with short playouts.

It knows nothing but the rules. A playout that does not end soon is judged by mobility: who has more moves is better
off. It is the opponent in games that have no kernel, and in all games where wasmtime is not installed.
"""

from __future__ import annotations

import math
import time
from random import Random
from typing import TYPE_CHECKING, Any, Final

from players.thought import Candidate, Thought

if TYPE_CHECKING:
    from games import Position

CURIOSITY: Final = 0.4
"""How strongly a move that was seldom tried attracts the search."""
FIRST_TRY: Final = 0.1
"""How much worse than the position itself a move is thought to be before it was tried."""
PLAYOUT_PLIES: Final = 12
"""After how many moves a playout is judged by mobility."""
MOST_NODES: Final = 20_000
"""The tree stops growing at this size, which keeps a helper's memory small."""


class _Node:
    """A position of the tree; all its values are those of the side that moved here."""

    __slots__ = ("children", "moves", "position", "proven", "value", "visits")

    def __init__(self, position: Position[Any], random: Random) -> None:
        self.position = position
        self.moves: list[Any] = list(position.legal_moves())
        """In the order in which they are tried, which is random."""
        random.shuffle(self.moves)
        self.children: list[_Node] = []
        """The positions after the first of these moves."""
        self.visits = 0
        self.value = 0.0
        """The sum of the chances found by all visits."""
        self.proven: float | None = None if self.moves else _outcome(position, 1 - position.turn)
        """The chance, once it is known for sure."""

    def add_child(self, random: Random) -> _Node:
        """Try the next move."""
        child = _Node(self.position.play(self.moves[len(self.children)]), random)
        self.children.append(child)
        return child

    def visit(self, chance: float) -> None:
        self.visits += 1
        self.value += chance

    def mean(self) -> float:
        return self.proven if self.proven is not None else self.value / self.visits

    def prove(self) -> None:
        """Note what follows from the children: one sure win suffices, and a loss needs all of them."""
        if self.proven is None and any(child.proven == 1 for child in self.children):
            self.proven = 0.0
        elif self.proven is None and len(self.children) == len(self.moves):
            known = [child.proven for child in self.children if child.proven is not None]
            if len(known) == len(self.moves):
                self.proven = 1 - max(known)


def think(position: Position[Any], *, playouts: int, seconds: float, seed: int) -> Thought[Any]:
    """Judge the moves of a position that is not over, by at most `playouts` playouts (0: no limit) within the time.

    Every move is tried once, whatever it costs: a win in one is never overlooked.
    """
    random = Random(f"{seed} {position.ply}")
    deadline = time.monotonic() + seconds
    root = _Node(position, random)
    grown = len(root.moves)
    for _ in root.moves:
        child = root.add_child(random)
        chance = _playout(child, len(root.moves), random)
        child.visit(chance)
        root.visit(1 - chance)
    root.prove()
    done = 0
    while root.proven is None and (not playouts or done < playouts) and time.monotonic() < deadline:
        grown += _walk(root, random, may_grow=grown < MOST_NODES)
        done += 1
    return _thought(root)


def _walk(root: _Node, random: Random, *, may_grow: bool) -> int:
    """One walk down the tree with a playout at its end; how many nodes were added."""
    path, grown = [root], 0
    while path[-1].proven is None and not grown:
        node = path[-1]
        child = _best_child(node)
        expected = 1 - node.mean() if node.visits else 0.5
        first_try = expected - FIRST_TRY + CURIOSITY * math.sqrt(math.log(node.visits + 2))
        if len(node.children) < len(node.moves) and may_grow and (child is None or _bound(child, node) < first_try):
            path.append(node.add_child(random))
            grown = 1
        elif child is None:
            break
        else:
            path.append(child)
    leaf = path[-1]
    chance = leaf.mean() if leaf.proven is not None else _playout(leaf, len(path[-2].moves), random)
    for node in reversed(path):
        node.visit(chance)
        node.prove()
        chance = 1 - chance
    return grown


def _best_child(node: _Node) -> _Node | None:
    """The child whose chance could turn out highest, among those not proven."""
    open_ones = [child for child in node.children if child.proven is None]
    return max(open_ones, key=lambda child: _bound(child, node), default=None)


def _bound(child: _Node, node: _Node) -> float:
    return child.mean() + CURIOSITY * math.sqrt(math.log(node.visits + 2) / child.visits)


def _playout(node: _Node, mobility: int, random: Random) -> float:
    """The chance of the side that moved to the node: a few random moves, then by who has more of them.

    `mobility` is how many moves that side had before.
    """
    if node.proven is not None:
        return node.proven
    position, moves = node.position, node.moves
    mover = 1 - position.turn
    for _ in range(PLAYOUT_PLIES):
        mobility = len(moves)
        position = position.play(random.choice(moves))
        moves = list(position.legal_moves())
        if not moves:
            return _outcome(position, mover)
    share = len(moves) / (len(moves) + mobility)
    return share if position.turn == mover else 1 - share


def _outcome(position: Position[Any], seat: int) -> float:
    result = position.result()
    if result is None or result.winner is None:
        return 0.5
    return 1.0 if result.winner == seat else 0.0


def _thought(root: _Node) -> Thought[Any]:
    most = max(child.visits for child in root.children)
    judged = sorted(
        zip(root.moves, root.children, strict=True),
        key=lambda one: (one[1].proven == 1, one[1].proven != 0, one[1].visits, one[1].mean()),
        reverse=True,
    )
    line, node = [judged[0][0]], judged[0][1]
    while node.children:
        step = max(range(len(node.children)), key=lambda i: (node.children[i].proven == 1, node.children[i].visits))
        line.append(node.moves[step])
        node = node.children[step]
    candidates = tuple(Candidate(move, child.mean(), child.visits / most) for move, child in judged)
    return Thought(candidates, tuple(line), certain=root.proven is not None, nodes=root.visits)
