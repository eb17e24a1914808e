"""Drawn boards of King's Convoy for its rule tests."""

from games.kings_convoy import KingsConvoy
from games.kings_convoy.board import LETTERS, NAMES, SQUARES


def around(corner: str, rows: str, *, turn: int = 0, throne: str = "always") -> KingsConvoy:
    """A board with the drawn rows, whose lowest left square is on `corner`.

    If the drawing has no king, one stands far away on k10; likewise an attacker on j3.
    """
    cells = {"j3": "A"} | ({} if "K" in rows else {"k10": "K"}) | placed(corner, rows)
    lines = ("".join(cells.get(f"{column}{row}", ".") for column in "abcdefghijklm") for row in reversed(range(1, 14)))
    return KingsConvoy.draw("\n".join(lines), turn=1 if turn else 0, throne=throne)


def placed(corner: str, rows: str) -> dict[str, str]:
    """The boats of the drawing, by the names of their squares."""
    drawn = [line.split() for line in rows.strip().splitlines()]
    left = SQUARES[corner]
    return {NAMES[left + 13 * up + x]: boat for up, row in enumerate(reversed(drawn)) for x, boat in enumerate(row)}


def shows(position: KingsConvoy, corner: str, rows: str) -> bool:
    """Whether exactly the drawn boats stand on the squares that the drawing covers."""
    board = {name: LETTERS[boat].replace(".", "-") for name, boat in zip(NAMES, position.board, strict=True)}
    return all(board[name] == boat.replace(".", "-") for name, boat in placed(corner, rows).items())
