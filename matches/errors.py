"""Refusals of the service: errors whose text is the sentence that the player reads."""

from __future__ import annotations

from language import Sentence, SpokenError, mark


class Refusal(SpokenError):
    """Something that cannot be done now, and what to do instead."""


class Unknown(Refusal):
    """There is no such match or challenge."""


class NoMatch(Unknown):
    """There is no such match, or none that this person may see: both read the same."""

    def __init__(self, code: str) -> None:
        super().__init__(mark("There is no match #{code} that you can see."), code=code)


class NoChallenge(Unknown):
    """There is no such challenge, or none that this person may see: both read the same."""

    def __init__(self, code: str) -> None:
        super().__init__(mark("There is no challenge #{code} that you can see."), code=code)


class NotAPlayer(Refusal):
    """Somebody who does not play this match tried to act in it."""


class Settled(Refusal):
    """The challenge was already accepted, declined, withdrawn, or has expired."""

    def __init__(self, message: str | Sentence, /, *, challenge_id: int, **fields: object) -> None:
        super().__init__(message, **fields)
        self.challenge_id = challenge_id


class AboutMatch(Refusal):
    """A refusal because of how a match stands now."""

    def __init__(self, message: str | Sentence, /, *, match_id: int | None = None, **fields: object) -> None:
        super().__init__(message, **fields)
        self.match_id = match_id
        """None where it is not known which match it was."""


class NotYourTurn(AboutMatch):
    """The other player is to move."""


class Over(AboutMatch):
    """The match has ended."""


class OtherRuns(AboutMatch):
    """Another match is in the way: the player goes on there, or ends it first."""


class ShowRuns(OtherRuns):
    """A match for show has to be stopped before another one begins."""


class Damaged(Refusal):
    """A record cannot be read. Nothing else has to suffer from that."""

    def __init__(
        self,
        message: str = mark("Something that was kept cannot be read: the log tells whoever runs this bot why."),
        /,
        **fields: object,
    ) -> None:
        super().__init__(message, **fields)


class DamagedMatch(Damaged):
    """A match cannot be read."""

    def __init__(self, code: str) -> None:
        super().__init__(mark("Match #{code} cannot be read: the log tells whoever runs this bot why."), code=code)


class DamagedMoves(Damaged):
    """A move of a match cannot be read: without it the others mean nothing."""

    def __init__(self, code: str) -> None:
        message = mark("The moves of match #{code} cannot be read: the log tells whoever runs this bot why.")
        super().__init__(message, code=code)


class DamagedChallenge(Damaged):
    """A challenge cannot be read."""

    def __init__(self, code: str) -> None:
        super().__init__(mark("Challenge #{code} cannot be read: the log tells whoever runs this bot why."), code=code)


class DamagedStudy(Damaged):
    """A study cannot be read."""

    def __init__(self) -> None:
        super().__init__(mark("This study cannot be read: the log tells whoever runs this bot why."))


class Stale(AboutMatch):
    """Something else happened first: the board that was acted on is no longer the newest."""


class Ahead(Stale):
    """The match has not come to the board that was acted on: the database was set back since that was shown."""
