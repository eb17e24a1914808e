"""Game records in other programs' formats, for games that those programs share with Tidepool."""

from typing import Protocol

from matches.foreign import abstractplay, ludii, opentafl
from matches.notation import Record


class Format(Protocol):
    """Another program's record format. Each format is a module of this package."""

    KEY: str
    """The format's name in commands, custom_ids and file names."""
    NAME: str
    """The program's name, which is not translated."""
    SUFFIX: str
    """The file name extension, without a dot."""
    GAME: str
    """The key of the game that both programs support."""

    def recognises(self, text: str) -> bool:
        """Return whether text looks like a record in this format."""

    def read(self, text: str) -> Record:
        """Parse text of at most `notation.LONGEST` characters. Does not check the moves.

        Raises Refusal if it is malformed.
        """

    def fits(self, record: Record) -> bool:
        """Return whether the format can represent a record."""

    def write(self, record: Record) -> str:
        """Return a record as text. Equal records produce equal text. Call this only if `fits` returns True.

        Raises Refusal for illegal moves.
        """


FORMATS: tuple[Format, ...] = (abstractplay, ludii, opentafl)


def format_of(text: str) -> Format | None:
    return next((foreign for foreign in FORMATS if foreign.recognises(text)), None)


def formats_for(record: Record) -> list[Format]:
    return [foreign for foreign in FORMATS if record.game == foreign.GAME and not record.start and foreign.fits(record)]
