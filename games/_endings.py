"""How games end: the endings that each game declares, and the result of one game."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Self

from language import Sentence, mark

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Seat = Literal[0, 1]
"""A side of a match: 0 moves first unless the rules say otherwise."""
SEATS: tuple[Seat, Seat] = (0, 1)


def other_side(seat: Seat) -> Seat:
    """The opponent's seat."""
    return 0 if seat else 1


@dataclass(frozen=True, slots=True)
class Ending:
    """A way in which a match can end, in marked words. All fields but the players' names are whole numbers."""

    phrase: str
    """A short phrase for plates and logs: `{more} points to {less}`. It has every number as a field."""
    won: str = ""
    """The sentence if somebody won, with the fields `winner` and `loser`; empty if nobody can win this way."""
    drawn: str = ""
    """The sentence if nobody won, with the players as `first` and `second`; empty if somebody always wins."""
    plate: str = ""
    """What the loser's plate says where the phrase reads badly there: `no jump left`. Its numbers are in the phrase."""

    def read(self, phrase: str) -> Mapping[str, int] | None:
        """The numbers in a phrase of this ending, or None if it is not one."""
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[0-9]+)", re.escape(self.phrase))
        match = re.fullmatch(pattern, phrase)
        return {name: int(number) for name, number in match.groupdict().items()} if match else None


REPETITION = Ending(mark("threefold repetition"), drawn=mark("Draw: the same position came up for the third time"))
"""The third time of the same position: several games end so."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. Two results are equal if they have the same winner and reason."""

    winner: Seat | None
    """The winner's seat, or None for a draw."""
    reason: str
    """Why, as a short English phrase: `14 points to 13`."""
    key: str = field(default="", compare=False)
    """The key of the ending among those that the game declares."""
    fields: Mapping[str, int] = field(default_factory=dict, compare=False)
    """The numbers that belong to the ending."""
    ending: Ending | None = field(default=None, compare=False, repr=False)
    """The words of the ending. Without them, only the reason can be said."""

    @classmethod
    def of(cls, endings: Mapping[str, Ending], key: str, winner: Seat | None, **fields: int) -> Self:
        """The result with one of these endings."""
        ending = endings[key]
        return cls(winner, str(Sentence(ending.phrase, fields)), key, fields, ending)

    @property
    def phrase(self) -> Sentence:
        """The reason, to be said: `no legal move`."""
        if self.ending is None:
            return Sentence("{reason}", {"reason": self.reason})
        return Sentence(self.ending.phrase, self.fields)

    @property
    def plate(self) -> Sentence:
        """The reason as the loser's plate says it: `no jump left`."""
        if self.ending is None or not self.ending.plate:
            return self.phrase
        return Sentence(self.ending.plate, self.fields)

    def sentence(self, names: Sequence[object]) -> Sentence:
        """The whole sentence, to be said, with the players' names by seat: `Bob wins: Alice has no jump left`."""
        if self.ending is None:
            return self.phrase
        if self.winner is None:
            return Sentence(self.ending.drawn, {**self.fields, "first": names[0], "second": names[1]})
        winner, loser = names[self.winner], names[1 - self.winner]
        return Sentence(self.ending.won, {**self.fields, "winner": winner, "loser": loser})


def read_phrase(endings: Mapping[str, Ending], phrase: str) -> tuple[str, Mapping[str, int]] | None:
    """The key and the numbers of the ending whose English phrase (`Result.reason`) this is, or None."""
    for key, ending in endings.items():
        numbers = ending.read(phrase)
        if numbers is not None:
            return key, numbers
    return None
