"""Finds the squares the king could reach if nothing else moved, and explains how moves change them."""

from collections.abc import Sequence
from typing import NamedTuple

from games.kings_convoy.board import ATTACKER, CORNERS, KING, KING_RAYS, NAMES, SQUARES, Move
from language import Sentence, counted

WORTH_CUTTING = 4
"""How many squares a move must cut off from the king to be worth mentioning."""


class KingReach(NamedTuple):
    """The squares the king could reach, grouped by the number of moves he needs."""

    steps: tuple[frozenset[int], ...]
    """The squares that the king needs one move to reach, then those that he needs two moves to reach, and so on."""

    @property
    def squares(self) -> frozenset[int]:
        return frozenset[int]().union(*self.steps)

    @property
    def corners(self) -> frozenset[int]:
        return self.squares & CORNERS

    @property
    def to_corner(self) -> int | None:
        """The number of moves the king needs to reach the nearest corner, or None if he cannot reach any."""
        return next((number for number, step in enumerate(self.steps, 1) if step & CORNERS), None)

    def count_within(self, moves: int) -> int:
        """Return the number of squares the king can reach in at most `moves` moves."""
        return sum(map(len, self.steps[:moves]))


def king_reach(cells: bytes) -> KingReach:
    """Return the squares the king could reach, found by breadth-first search."""
    king = cells.find(KING)
    visited, frontier, steps = {king}, {king}, []
    while frontier:
        reached = set()
        for square in frontier:
            for ray in KING_RAYS[square]:
                for to, _ in ray:
                    if cells[to] and to != king:
                        break
                    reached.add(to)
        frontier = reached - visited
        visited |= frontier
        if frontier:
            steps.append(frozenset(frontier))
    return KingReach(tuple(steps))


def ways_home(cells: bytes) -> Sequence[Sequence[int]]:
    """Return each clear path from the king to a corner, as the list of squares he enters, ending with the corner."""
    ways = [[to for to, _ in ray] for ray in KING_RAYS[cells.find(KING)]]
    return [way for way in ways if way[-1] in CORNERS and not any(cells[to] for to in way)]


GUARDS = {
    SQUARES[corner]: frozenset(SQUARES[name] for name in names)
    for corner, names in {
        "a1": ("a3", "b2", "c1"),
        "m1": ("k1", "l2", "m3"),
        "a13": ("a11", "b12", "c13"),
        "m13": ("k13", "l12", "m11"),
    }.items()
}
"""For each corner, the three squares that seal it off if all of them are occupied."""


def closing(before: KingReach, after: KingReach, move: Move) -> Sentence | None:
    """Return a phrase about how an attacker's move blocks the king's paths to the corners, or None if it does not."""
    barred = len(before.corners - after.corners)
    if barred:
        return counted("it bars the king's way to {count} corner", "it bars the king's way to {count} corners", barred)
    if after.to_corner and before.to_corner and after.to_corner > before.to_corner:
        return Sentence(
            "the king now needs {after} moves to a corner instead of {before}",
            {"before": before.to_corner, "after": after.to_corner},
        )
    cut = len(before.squares - after.squares - {move.target})
    if cut >= WORTH_CUTTING:
        return counted("it cuts the king off from {count} square", "it cuts the king off from {count} squares", cut)
    return None


def opening(before: KingReach, after: KingReach) -> Sentence | None:
    """Return a phrase about how a defender's move clears paths to the corners for the king, or None if it does not."""
    opened = len(after.corners - before.corners)
    if opened:
        return counted(
            "it opens a way for the king to {count} corner", "it opens ways for the king to {count} corners", opened
        )
    if after.to_corner and (not before.to_corner or after.to_corner < before.to_corner):
        return counted(
            "the king could be in a corner in {count} more move",
            "the king could be in a corner in {count} more moves",
            after.to_corner,
        )
    return None


def room(board: bytes, move: Move, before: KingReach, after: KingReach) -> Sentence | None:
    """Describe how a move changes the king's mobility or helps to guard a corner, or return None if it does neither."""
    one_move, two_moves = after.count_within(1) - before.count_within(1), after.count_within(2) - before.count_within(2)
    if board[move.origin] == ATTACKER:
        for corner, guards in GUARDS.items():
            if move.target in guards and move.origin not in guards:
                standing = 1 + sum(board[square] == ATTACKER for square in guards)
                return counted(
                    "it guards the corner {corner}: {count} of the 3 boats that close it is there",
                    "it guards the corner {corner}: {count} of the 3 boats that close it are there",
                    standing,
                    corner=NAMES[corner],
                )
        one_move, two_moves = -one_move, -two_moves
        if one_move > 0:
            return counted("it takes {count} square from the king", "it takes {count} squares from the king", one_move)
        if two_moves > 0:
            return counted(
                "it takes {count} square from the king that he could reach in two moves",
                "it takes {count} squares from the king that he could reach in two moves",
                two_moves,
            )
        return None
    if one_move > 0:
        return counted(
            "it gives the king {count} more square to sail to",
            "it gives the king {count} more squares to sail to",
            one_move,
        )
    if two_moves > 0:
        return counted(
            "the king reaches {count} more square in two moves",
            "the king reaches {count} more squares in two moves",
            two_moves,
        )
    return None
