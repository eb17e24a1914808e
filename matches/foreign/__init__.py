"""Game records in other programs' formats, for the games that Tidepool and the other program both support."""

from typing import Protocol

from matches.foreign import abstractplay, ludii, opentafl
from matches.notation import Record


class Format(Protocol):
    """The record format of another program. Each format is a module of this package."""

    KEY: str
    """The format's name in commands, custom_ids and file names."""
    NAME: str
    """The program's name, which is not translated."""
    SUFFIX: str
    """The file name extension, without a dot."""
    GAME: str
    """The key of the game that both programs support."""

    def recognises(self, text: str) -> bool:
        """Return whether the text looks like a record in this format."""

    def read(self, text: str) -> Record:
        """Parse a text of at most `notation.LONGEST` characters, without checking the moves.

        Raises Refusal with the reason.
        """

    def fits(self, record: Record) -> bool:
        """Return whether the format can represent this record."""

    def write(self, record: Record) -> str:
        """Serialise a record that `fits` accepts. The text is deterministic. Raises Refusal for illegal moves."""


FORMATS: tuple[Format, ...] = (abstractplay, ludii, opentafl)


def format_of(text: str) -> Format | None:
    return next((foreign for foreign in FORMATS if foreign.recognises(text)), None)


def formats_for(record: Record) -> list[Format]:
    return [foreign for foreign in FORMATS if record.game == foreign.GAME and not record.start and foreign.fits(record)]
