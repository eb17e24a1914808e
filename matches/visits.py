"""Board page sessions. A one-time link opens a session, which lasts for a day."""

from dataclasses import dataclass

from language import mark
from matches.errors import Fixed
from matches.timecontrol import DAY

LINK_LIFETIME = 600
"""How long a link can be opened, in seconds."""
VISIT_LIFETIME = DAY
"""How long a session lasts, in seconds."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What a board page link or session allows, and when it expires."""

    person_id: int
    match_id: int
    """The ID of the match for which the link was made, or 0 for the board editor."""
    expires_at: int
    game: str | None = None
    """The game whose board editor is opened, if the link is not for a match."""
    channel_id: int | None = None
    """The channel where a match from the board editor begins, or None if none may begin where the link was made."""
    guild_id: int | None = None
    """That channel's server or, without a channel, the server where the link was made."""

    @property
    def opened_at(self) -> int:
        """When the session was opened, in UTC seconds."""
        return self.expires_at - VISIT_LIFETIME


class NotVisiting(Fixed):
    """Raised if a link or session is unknown, already used or expired. The message does not reveal which."""


class LinkUsed(NotVisiting):
    MESSAGE = mark(
        "This link was used before or has expired. If its page is still open in another tab, continue there. For a new "
        "link, press Move in Discord, or open the lesson or puzzle there again."
    )


class VisitOver(NotVisiting):
    MESSAGE = mark(
        "Your session has ended. For a new link, press Move in Discord, or open the lesson or puzzle there again."
    )
