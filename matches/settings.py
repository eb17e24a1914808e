"""What people and servers may choose, with the defaults for those who chose nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from matches.timecontrol import DAY

Way = Literal["channel", "dm", "both", "digest"]
"""How somebody is told of a turn: pinged in the channel, by direct message, both, or once a day in one message."""
ServerView = Literal["first", "second", "mover"]
OwnView = Literal["own", "first", "second", "mover"]

LONGEST_CHALLENGE = 30
"""The most days that a server may let its challenges live."""


@dataclass(frozen=True, slots=True)
class Notifications:
    """How and when somebody is told; times are minutes of the day in `zone`, an IANA name."""

    way: Way = "channel"
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: str = "UTC"
    digest_at: int = 9 * 60
    dm_closed: bool = False
    """A direct message was refused: use the channel until they choose anew."""


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What a person chose; `theme` None follows the server."""

    theme: str | None = None
    view: OwnView = "own"
    preview: bool = False
    """Whether a typed move is shown before it counts."""
    notifications: Notifications = Notifications()
    listed: bool = False
    """Whether the leaderboards of all servers together may name this person."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server chose for its channels."""

    theme: str | None = None
    view: ServerView = "first"
    place: Literal["channel", "thread"] = "channel"
    challenge_days: int = 7
    greeted: bool = False
    """Whether the bot has greeted the first person who used it there."""
    introduced: bool = False
    """Whether the page of `/server` was shown to somebody who may change what stands on it."""
    rated: bool = False
    """Whether a challenge that does not say otherwise is to a rated match."""
    channels: tuple[int, ...] = ()
    """The channels in which matches may begin; empty for all."""
    clock: str = "3d"
    """The clock of challenges that name none."""
    keep: Literal["all", "newest"] = "all"
    """Whether older boards of a match stay, without buttons, or are deleted."""
    at_large: Literal["everybody", "moderators"] = "everybody"
    """Who may challenge everybody at once."""
    moderator_role: int | None = None
    """The role whose people moderate beside those who manage the server."""
    table_channel: int | None = None
    """The channel in which the leaderboards are posted each week; None for nowhere."""

    @property
    def challenge_lifetime(self) -> int:
        """Seconds that a challenge stays open."""
        return self.challenge_days * DAY
