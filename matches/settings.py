"""The settings of people and servers, with their defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from matches.timecontrol import DAY

Way = Literal["channel", "dm", "both", "digest"]
"""How a person is notified: a ping in the channel, a direct message, both, or a daily digest."""
ServerView = Literal["first", "second", "mover"]
OwnView = Literal["own", "first", "second", "mover"]

LONGEST_CHALLENGE = 30
"""The longest lifetime of a challenge that a server may choose, in days."""


@dataclass(frozen=True, slots=True)
class Notifications:
    """How and when a person is notified; times are minutes of the day in `zone`, an IANA time zone."""

    way: Way = "channel"
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: str = "UTC"
    digest_at: int = 9 * 60
    dm_closed: bool = False
    """Discord refused a direct message: use the channel until the person changes the settings."""


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """A person's settings; `theme` None means the server's."""

    theme: str | None = None
    view: OwnView = "own"
    preview: bool = False
    """Whether a typed move must be confirmed in a preview."""
    notifications: Notifications = Notifications()
    listed: bool = False
    """Whether the global leaderboards may list this person."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings."""

    theme: str | None = None
    view: ServerView = "first"
    place: Literal["channel", "thread"] = "channel"
    challenge_days: int = 7
    greeted: bool = False
    """Whether the bot has greeted its first user there."""
    introduced: bool = False
    """Whether a person with permission to change the settings has seen the `/server` page."""
    rated: bool = False
    """Whether challenges are rated by default."""
    channels: tuple[int, ...] = ()
    """The channels where matches may start; empty for all."""
    clock: str = "3d"
    """The default clock of challenges."""
    keep: Literal["all", "newest"] = "all"
    """Whether older boards are kept without buttons or deleted."""
    at_large: Literal["everybody", "moderators"] = "everybody"
    """Who may post open challenges."""
    moderator_role: int | None = None
    """A role whose members may moderate, in addition to those who manage the server."""
    table_channel: int | None = None
    """The channel for the weekly leaderboards; None to post none."""

    @property
    def challenge_lifetime(self) -> int:
        """Seconds before an open challenge expires."""
        return self.challenge_days * DAY
