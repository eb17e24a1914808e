"""Input that was made by hand or by another version."""

from language import mark
from matches.errors import Refusal


class Malformed(Refusal):
    """A custom_id, a choice or a form that this version cannot read."""

    def __init__(self) -> None:
        super().__init__(mark("This button no longer works. Use the newest board, or choose the match in `/matches`."))
