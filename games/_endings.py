"""The ways a game can end, and its result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Self

from language import Sentence, mark

Seat = Literal[0, 1]
"""A side in a match. The side 0 moves first unless the rules say otherwise."""
SEATS: tuple[Seat, Seat] = (0, 1)


def other_side(seat: Seat) -> Seat:
    return 0 if seat else 1


@dataclass(frozen=True, slots=True)
class Ending:
    """A way a game can end. Its texts have placeholders for numbers and for the players' names."""

    phrase: str
    """A short phrase for name plates and logs. Every number is a field: `{more} points to {less}`."""
    won: str = ""
    """The sentence that says why the winner won, with the field `loser`. It is empty if the game is always drawn."""
    drawn: str = ""
    """The sentence for a draw, with the fields `first` and `second`. It is empty if a player always wins."""
    plate: str | None = None
    """The text on the loser's name plate if it differs from `phrase`. Its only fields are numbers from `phrase`.

    It is empty if the counts on the plates already explain the result.
    """
    by: Seat | Literal["turn"] | None = None
    """Who caused an end without a winner: a player, or the side to move. None if it was both or neither."""
    once: str = ""
    """An earlier phrase that old databases hold. It is empty if `phrase` never changed."""


REPETITION = Ending(mark("threefold repetition"), drawn=mark("Draw: the same position came up for the third time"))
"""The ending that several games have in common."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game's result. Two results are equal if they have the same winner and reason."""

    winner: Seat | None
    """The winner's seat, or None for a draw."""
    reason: str
    """The ending's English phrase, such as `14 points to 13`."""
    key: str = field(default="", compare=False)
    fields: Mapping[str, int] = field(default_factory=dict, compare=False)
    """The numbers in the ending's texts."""
    ending: Ending | None = field(default=None, compare=False, repr=False)
    """The ending, or None if it is unknown. In that case, only `reason` can be shown."""

    @classmethod
    def of(cls, endings: Mapping[str, Ending], key: str, winner: Seat | None, **fields: int) -> Self:
        ending = endings[key]
        return cls(winner, str(Sentence(ending.phrase, fields)), key, fields, ending)

    @property
    def phrase(self) -> Sentence:
        """The reason for the result, such as `no legal move`, ready for translation."""
        if self.ending is None:
            return Sentence("{reason}", {"reason": self.reason})
        return Sentence(self.ending.phrase, self.fields)

    @property
    def plate(self) -> Sentence:
        """The reason for the result as shown on the loser's name plate, such as `no jump left`.

        It is empty if the counts on the name plates already explain the result.
        """
        if self.ending is None or self.ending.plate is None:
            return self.phrase
        return Sentence(self.ending.plate, self.fields)

    def sentence(self, names: Sequence[object]) -> Sentence:
        """Return the result as a sentence, such as `Bob wins: Alice has no jump left`. `names` are in seat order."""
        if self.winner is not None:
            return Sentence("{winner} wins: {reason}", {"winner": names[self.winner], "reason": self.why(names)})
        if self.ending is None:
            return self.phrase
        return Sentence(self.ending.drawn, {**self.fields, "first": names[0], "second": names[1]})

    def why(self, names: Sequence[object]) -> Sentence:
        """Return the reason for the result as a sentence naming the loser, such as `Alice has no jump left`."""
        if self.ending is None or self.winner is None:
            return self.phrase
        return Sentence(self.ending.won, {**self.fields, "loser": names[1 - self.winner]})
