"""Refusals: errors whose message is shown to the player."""

from typing import ClassVar, Self

from language import Sentence, SpokenError, counted, mark


class Refusal(SpokenError):
    """Raised if a request cannot currently be fulfilled. The message says what the person can do instead."""

    @classmethod
    def counted(cls, one: str, many: str, /, count: int, **fields: object) -> Self:
        """Create a refusal whose message has a singular and a plural form, as in `language.counted`."""
        return cls(counted(one, many, count, **fields))


class Fixed(Refusal):
    """A refusal whose message is fixed except for the code of the match or challenge."""

    MESSAGE: ClassVar[str]

    def __init__(self, code: str = "") -> None:
        super().__init__(self.MESSAGE, code=code)


class Unknown(Refusal):
    """Raised if a match, challenge or study does not exist."""


class NoMatch(Fixed, Unknown):
    """Raised if a match does not exist or is hidden from the person. The message does not reveal which."""

    MESSAGE = mark("There is no match #{code} that you can see.")


class NoTournament(Fixed, Unknown):
    """Raised if a tournament does not exist or is hidden from the person. The message does not reveal which."""

    MESSAGE = mark("There is no such tournament that you can see.")


class NoChallenge(Fixed, Unknown):
    """Raised if a challenge does not exist or is hidden from the person. The message does not reveal which."""

    MESSAGE = mark("There is no challenge #{code} that you can see.")


class Settled(Refusal):
    """Raised if a challenge has already been accepted, declined or withdrawn, or has expired."""


class AlreadyPosted(Refusal):
    """Raised if a person tries to post a challenge that has already been posted."""

    def __init__(self, challenge_id: int, code: str) -> None:
        super().__init__(
            mark("You have already posted this challenge as #{code}. Use `/play` to post another one."), code=code
        )
        self.challenge_id = challenge_id


class OwnChallenge(Refusal):
    """Raised if a person responds to their own challenge, which they can only withdraw."""

    def __init__(self, challenge_id: int) -> None:
        super().__init__(mark("This is your own challenge. You can withdraw it."))
        self.challenge_id = challenge_id


class AboutMatch(Refusal):
    """A refusal caused by the current state of a match."""

    def __init__(self, message: str | Sentence, /, *, match_id: int | None = None, **fields: object) -> None:
        super().__init__(message, **fields)
        self.match_id = match_id


class NotAPlayer(AboutMatch):
    """Raised if a person tries to act in a match they are not playing in."""


class NotYourTurn(AboutMatch):
    """Raised if it is the other player's turn."""


class Over(AboutMatch):
    """Raised if the match has ended."""


class NoMistakes(AboutMatch):
    """Raised if a player has made no clear mistake that could be practised."""


class OtherRuns(AboutMatch):
    """Raised if the person must first continue or end another running match."""


class ShowRuns(OtherRuns):
    """Raised if the person must first stop their running match between computer players."""


class Damaged(Fixed):
    """Raised if a stored row cannot be read."""

    MESSAGE = mark("Some stored data cannot be read. The bot's owner can find the reason in the log.")


class DamagedMatch(Damaged):
    MESSAGE = mark("Match #{code} cannot be read. The bot's owner can find the reason in the log.")


class DamagedMoves(Damaged):
    """Raised if a match cannot be replayed because one of its stored moves is unreadable."""

    MESSAGE = mark("The moves of match #{code} cannot be read. The bot's owner can find the reason in the log.")


class DamagedChallenge(Damaged):
    MESSAGE = mark("Challenge #{code} cannot be read. The bot's owner can find the reason in the log.")


class DamagedStudy(Damaged):
    MESSAGE = mark("This study cannot be read. The bot's owner can find the reason in the log.")


class Stale(AboutMatch):
    """Raised if a person acts on a board that is no longer the latest one."""


class Ahead(Stale):
    """Raised if a person acts on a board newer than the stored match, for example after a backup was restored."""
