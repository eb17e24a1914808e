"""The boards of Brain Coral and Branching Coral by the names of their cells, and random games on them."""

import random
from collections.abc import Iterator

import pytest

from games import IllegalMove
from games._placement import Placement

LETTERS = "abcdefghijklmno"
GRIDS = [(grid, order) for grid in ("limping", "hex") for order in range(3, 9)]
every_grid = pytest.mark.parametrize(("grid", "order"), GRIDS)


def refused(position: Placement, text: str) -> str:
    """The sentence with which a move is refused."""
    assert text not in position.legal_moves()
    with pytest.raises(IllegalMove) as refusal:
        position.parse(text)
    return str(refusal.value)


def row_lengths(grid: str, order: int) -> list[int]:
    """The number of cells in each row from the bottom: one more each row up to the middle, then one fewer."""
    top = order if grid == "hex" else order - 1
    longest = order + (order - 1 if grid == "hex" else order - 2)
    return [*range(order, longest + 1), *range(longest - 1, top - 1, -1)]


def neighbours(grid: str, order: int) -> dict[str, set[str]]:
    """The neighbours of each cell, by the rule for names: the cells that share a side with it."""
    rows = row_lengths(grid, order)
    beside: dict[str, set[str]] = {}
    for row, length in enumerate(rows):
        for index in range(1, length + 1):
            near = [(row, index - 1), (row, index + 1)]
            for other in (row - 1, row + 1):
                if 0 <= other < len(rows):
                    near += [(other, index), (other, index + 1 if rows[other] > length else index - 1)]
            beside[f"{LETTERS[row]}{index}"] = {f"{LETTERS[r]}{i}" for r, i in near if 1 <= i <= rows[r]}
    return beside


def stones_on(position: Placement) -> dict[str, str]:
    """The stones of a position, `B` or `W`, by the names of their cells."""
    board = position.board
    return dict.fromkeys(board.names(position.black), "B") | dict.fromkeys(board.names(position.white), "W")


def random_game(position: Placement, seed: int) -> Iterator[tuple[Placement, str, Placement]]:
    """Each move of a random game with the positions before and after it."""
    dice = random.Random(seed)
    while moves := position.legal_moves():
        move = dice.choice(moves)
        after = position.play(move)
        yield position, move, after
        position = after


def mover_wins(position: Placement, known: dict[tuple[int, int, int], bool] | None = None) -> bool:
    """Whether the side to move wins against every defence, found by searching every line."""
    known = {} if known is None else known
    board = (position.black, position.white, position.turn)
    if board not in known:
        result = position.result()
        known[board] = (
            result.winner == position.turn
            if result
            else any(not mover_wins(position.play(move), known) for move in position.legal_moves())
        )
    return known[board]
