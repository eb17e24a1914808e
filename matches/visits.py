"""Sessions on the board page: a one-time link opens a session, which lasts a day."""

from dataclasses import dataclass

from language import mark
from matches.errors import Fixed
from matches.timecontrol import DAY

LINK_LIFETIME = 600
"""Seconds within which a link must be opened."""
VISIT_LIFETIME = DAY
"""Seconds after which a session ends."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What a link or a session allows, and until when."""

    person_id: int
    match_id: int
    """The match for which the link was made; 0 for the board editor."""
    expires_at: int
    game: str | None = None
    """The game whose board editor was opened without a match."""
    channel_id: int | None = None
    """The channel in which a match from that editor begins; None if none may begin where the link was made."""
    guild_id: int | None = None
    """The server of that channel or, without one, the server in which the link was made."""

    @property
    def opened_at(self) -> int:
        """When the session was opened, in UTC seconds."""
        return self.expires_at - VISIT_LIFETIME


class NotVisiting(Fixed):
    """The link or the session is unknown, used or expired; the text does not say which."""


class LinkUsed(NotVisiting):
    MESSAGE = mark("This link was used before or has expired. Get a new one in Discord.")


class VisitOver(NotVisiting):
    MESSAGE = mark("Your session has ended. Get a new link in Discord.")
