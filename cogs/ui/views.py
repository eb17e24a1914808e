"""How a private board is shown: as a picture from either side, or as text. Each custom_id contains the view."""

from cogs.ui.context import Context
from games import Seat

AS_TEXT = "letters"
"""The value for a board as text, in place of the seat at the bottom of a picture."""


def shown_as(context: Context, n: int) -> str:
    """The nth argument: the seat at the bottom, or AS_TEXT. Raises Malformed."""
    return context.one_of(n, (AS_TEXT, "0", "1"))


def seat_below(shown: str) -> Seat:
    """The seat at the bottom of a picture; the first seat for AS_TEXT."""
    return 1 if shown == "1" else 0
