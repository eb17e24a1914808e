"""Positions drawn as text, one line per row from the top, with or without coordinates."""

from typing import TypeVar

from games import Seat
from games._placement import Placement
from games._placement_info import OPTIONS
from games.base import chosen_options
from games.coral_clash import CoralClash
from games.coral_clash.board import Board
from games.konane import Konane
from games.squalma import SquAlma

P = TypeVar("P", bound=Placement)


def _squares(text: str) -> list[list[str]]:
    """The contents of the squares, row by row, without coordinates. A dot is an empty square."""
    rows = [[part for part in line.split() if not part.isdigit()] for line in text.splitlines()]
    return [row for row in rows if row and row[0] != "a"]


def draw_konane(text: str, *, turn: Seat = 0) -> Konane:
    """The drawn position. If both stones have been removed, the ply is 2 or 3, depending on whose turn it is."""
    board = "/".join("".join(row) for row in _squares(text))
    holes = board.count(".")
    return Konane.decode(f"{board} {holes if holes < 2 else 2 + turn}")


def draw_squalma(text: str, *, turn: Seat = 0) -> SquAlma:
    """The drawn position, without history. Stacks are written from bottom to top, such as `BWB`."""
    rows = [",".join("" if stack == "." else stack for stack in row) for row in _squares(text)]
    return SquAlma.decode(f"{turn} {turn} {'/'.join(rows)}")


def draw_clash(text: str, *, turn: Seat = 0, ply: int | None = None, steps: str = "text") -> CoralClash:
    """The drawn position. By default, the setup move has just been made."""
    ranks = [[token for token in line.split() if len(token) > 1] for line in text.splitlines()]
    board = Board.from_tokens([token for rank in reversed(ranks) for token in rank], steps)
    position = CoralClash.decode(f"{steps} {3 - turn if ply is None else ply} {board.line()}")
    assert position.turn == turn, "the ply fits the side to move"
    return position


def draw_coral(game: type[P], text: str, *, turn: Seat = 0, **options: str) -> P:
    """The drawn position of Brain Coral or Branching Coral. The row lengths say which board it is.

    The ply is the number of stones, or one more if `turn` requires it.
    """
    rows = ["".join(part for part in line.split() if part in {"B", "W", "."}) for line in text.splitlines()]
    board = [row for row in reversed(rows) if row]
    grid = "limping" if len(board) == 2 * len(board[0]) - 2 else "hex"
    chosen = chosen_options(game.info, {**options, "grid": grid, "order": str(len(board[0]))})
    stones = sum(sign != "." for row in board for sign in row)
    values = " ".join(chosen[name] for name in OPTIONS)
    return game.decode(f"{values} {stones + (stones + turn) % 2} {'/'.join(board)}")
