"""Records in the formats of other programs, as far as they have games that are played here, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from matches.foreign import abstractplay, ludii, opentafl

if TYPE_CHECKING:
    from matches.notation import Record


class Format(Protocol):
    """The format of another program: a module of this room."""

    KEY: str
    """Its name in commands and controls, and in the names of files."""
    NAME: str
    """The name of the program. It is not translated."""
    SUFFIX: str
    """How the names of its files end."""
    GAME: str
    """The key of the game that is played there and here."""

    def recognised(self, text: str) -> bool:
        """Whether a text looks like a record in this format."""

    def read(self, text: str) -> Record:
        """The record that a text of at most `notation.LONGEST` characters holds, its moves not yet checked.

        Raises Refusal that says what is wrong.
        """

    def fits(self, record: Record) -> bool:
        """Whether the format can say what this record says of the game."""

    def write(self, record: Record) -> str:
        """A record that fits, as text; the same record always gives the same text. Raises Refusal for illegal moves."""


FORMATS: tuple[Format, ...] = (abstractplay, ludii, opentafl)


def format_of(text: str) -> Format | None:
    """The format in which this text is; None where it is in no format of others."""
    return next((known for known in FORMATS if known.recognised(text)), None)


def formats_for(record: Record) -> list[Format]:
    """The formats in which this record can be written."""
    return [known for known in FORMATS if record.game == known.GAME and not record.start and known.fits(record)]
