"""Recognises puzzles that are correct but no fun. These kinds of puzzle were found by solving samples by hand."""

from collections.abc import Callable, Mapping
from typing import Final

from games import other_side
from games.branching_coral import BranchingCoral
from games.kings_convoy import KingsConvoy
from games.kings_convoy.board import CORNERS, KING, NEIGHBOURS
from puzzles.collection import Puzzle

FAR: Final = 7
"""From this many plies before the end of a coral game, a person must count every line to see which stone wins."""


def walks_to_a_corner(puzzle: Puzzle) -> bool:
    """Return True if the right move captures nothing and is the king's only move to a square next to a corner."""
    position = KingsConvoy.decode(puzzle.position)
    answer = position.parse(puzzle.answers[0])
    king = position.board.index(KING)
    ways = [
        move
        for move in position.legal_moves()
        if move.origin == king and not CORNERS.isdisjoint(NEIGHBOURS[move.target])
    ]
    return ways == [answer] and position.play(answer).board.count(0) == position.board.count(0)


def needs_a_count(puzzle: Puzzle) -> bool:
    """Return True if the end of the game is many moves away and the right move is hard to find.

    Such an answer cannot be an obvious joining of groups.
    """
    return puzzle.plies >= FAR and puzzle.stars > 1


def gains_nothing_yet(puzzle: Puzzle) -> bool:
    """Return True if the end of the game is many moves away and the right move gains almost nothing at first.

    That is, it lifts no enemy stone and gains at most one point.
    """
    if puzzle.plies < FAR:
        return False
    position = BranchingCoral.decode(puzzle.position)
    after, mine, other = position.play(puzzle.answers[0]), position.turn, other_side(position.turn)
    before, now = position.scores(), after.scores()
    gained = now[mine] - now[other] - before[mine] + before[other]
    return after.stones(other) == position.stones(other) and gained <= 1


RULES: Final[Mapping[str, Callable[[Puzzle], bool]]] = {
    "kings_convoy": walks_to_a_corner,
    "brain_coral": needs_a_count,
    "branching_coral": gains_nothing_yet,
}


def dull(puzzle: Puzzle) -> bool:
    """Return True if a puzzle is of a kind that is no fun to solve."""
    return puzzle.game in RULES and RULES[puzzle.game](puzzle)
