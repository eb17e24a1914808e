"""Refusals of the match service; their text is the sentence that the player reads."""

from __future__ import annotations


class Refusal(Exception):
    """Something that cannot be done now; the text says why and what to do instead."""


class Unknown(Refusal):
    """There is no such match or challenge."""


class NotAPlayer(Refusal):
    """Somebody who does not play this match tried to act in it."""


class Settled(Refusal):
    """The challenge was already accepted, declined, withdrawn, or has expired."""

    def __init__(self, text: str, challenge_id: int) -> None:
        super().__init__(text)
        self.challenge_id = challenge_id


class AboutMatch(Refusal):
    """A refusal because of how a match stands now."""

    def __init__(self, text: str, match_id: int | None = None) -> None:
        super().__init__(text)
        self.match_id = match_id
        """None where it is not known which match it was."""


class NotYourTurn(AboutMatch):
    """The other player is to move."""


class Over(AboutMatch):
    """The match has ended."""


class Stale(AboutMatch):
    """Something else happened first: the board that was acted on is no longer the newest."""
