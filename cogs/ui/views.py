"""How a private board is shown: as a picture from one of the sides, or as text. It stands in each custom_id."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.ui.context import Context
    from games import Seat

AS_TEXT = "letters"
"""In place of a seat: the board as text instead of a picture from that seat's side."""


def shown_as(context: Context, n: int) -> str:
    """The argument of this number: the seat at the bottom, or AS_TEXT. Raises Malformed."""
    return context.one_of(n, (AS_TEXT, "0", "1"))


def seat_below(shown: str) -> Seat:
    """The seat at the bottom of a picture of what is shown so; the first one for text."""
    return 1 if shown == "1" else 0
