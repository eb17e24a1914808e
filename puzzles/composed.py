"""Composes positions of King's Convoy in which the attackers closely surround the king.

In matches the king escapes far more often than he is captured, so their endings give puzzles for the defenders. Here
the king and a few boats of a match's position are moved to random squares near each other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from games import Position
from games.kings_convoy import KingsConvoy
from games.kings_convoy.board import ATTACKER, ATTACKERS, CORNERS, DEFENDER, DEFENDERS, EMPTY, KING, SIZE, THRONE

NEAR: Final = 2
"""The largest distance, in steps, between the king and a moved boat."""
CLOSE_IN: Final = {ATTACKER: range(3, 6), DEFENDER: range(1, 4)}
"""The numbers of boats that may be moved near the king, by side."""
FROM_A_MATCH: Final = 200
"""The number of positions composed from each match."""


def compose(positions: Sequence[Position[Any]], seed: int) -> Iterator[KingsConvoy]:
    """Yield positions with the attackers to move and a mobile king, based on the second half of a match."""
    random = Random(f"composed {seed}")
    for _ in range(FROM_A_MATCH):
        played: Any = random.choice(positions[len(positions) // 2 : -1])
        board = _closed_in(played.board, random)
        position: KingsConvoy = replace(played, board=board, turn=ATTACKERS, ply=played.ply // 2 * 2, earlier=())
        passed: KingsConvoy = replace(position, turn=DEFENDERS)
        if any(move.origin == board.index(KING) for move in passed.legal_moves()):
            yield position


def _closed_in(board: bytes, random: Random) -> bytes:
    cells = bytearray(board)
    squares = [square for square in range(SIZE * SIZE) if square not in CORNERS and square != THRONE]
    cells[cells.index(KING)] = EMPTY
    king = random.choice([square for square in [*squares, THRONE] if cells[square] == EMPTY])
    cells[king] = KING
    for boat, counts in CLOSE_IN.items():
        moved = random.choice(counts)
        far = [square for square in squares if cells[square] == boat and _steps(square, king) > NEAR]
        free = [square for square in squares if cells[square] == EMPTY and _steps(square, king) <= NEAR]
        for origin, target in zip(_some(far, moved, random), _some(free, moved, random), strict=False):
            cells[origin], cells[target] = EMPTY, boat
    return bytes(cells)


def _some(squares: Sequence[int], limit: int, random: Random) -> Sequence[int]:
    return random.sample(squares, min(limit, len(squares)))


def _steps(square: int, other: int) -> int:
    """Return the distance between two squares in steps along rows and columns."""
    return abs(square % SIZE - other % SIZE) + abs(square // SIZE - other // SIZE)
