"""What people and servers may choose, with the defaults for those who chose nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from matches.clocks import DAY
from matches.desk import Desk
from matches.errors import Refusal
from matches.hours import MINUTES_OF_DAY, zone_of

Way = Literal["channel", "dm", "both", "digest"]
"""How somebody is told of a turn: pinged in the channel, by direct message, both, or once a day in one message."""
ServerView = Literal["first", "second", "mover"]
OwnView = Literal["own", "first", "second", "mover"]

LONGEST_CHALLENGE = 30
"""Days that a server may let its challenges live."""


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


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server chose for its channels."""

    theme: str | None = None
    view: ServerView = "first"
    place: Literal["channel", "thread"] = "channel"
    challenge_days: int = 7

    @property
    def challenge_lifetime(self) -> int:
        """Seconds that a challenge stays open."""
        return self.challenge_days * DAY


class Choosing(Desk):
    """The part of the service that keeps choices."""

    async def settings(self, person_id: int) -> PlayerSettings:
        """What this person chose, or the defaults."""
        async with self.store.read() as view:
            return await view.settings.of_player(person_id)

    async def choose(self, person_id: int, settings: PlayerSettings) -> PlayerSettings:
        """Keep what this person chose; direct messages are tried again. Raises Refusal."""
        chosen = settings.notifications
        zone_of(chosen.zone)
        if (chosen.quiet_from is None) != (chosen.quiet_to is None):
            raise Refusal("Quiet hours need a beginning and an end.")
        for minute in (chosen.quiet_from, chosen.quiet_to, chosen.digest_at):
            if minute is not None and not 0 <= minute < MINUTES_OF_DAY:
                raise Refusal("That is no time of the day.")
        kept = replace(settings, notifications=replace(chosen, dm_closed=False))
        async with self.store.write() as tx:
            await tx.settings.keep_player(person_id, kept)
        return kept

    async def server_settings(self, guild_id: int | None) -> ServerSettings:
        """What this server chose, or the defaults; those also hold outside servers (None)."""
        async with self.store.read() as view:
            return await view.settings.of_server(guild_id)

    async def choose_for_server(self, guild_id: int, settings: ServerSettings) -> ServerSettings:
        """Keep what this server chose. Raises Refusal."""
        if not 1 <= settings.challenge_days <= LONGEST_CHALLENGE:
            raise Refusal(f"Challenges can live 1 to {LONGEST_CHALLENGE} days.")
        async with self.store.write() as tx:
            await tx.settings.keep_server(guild_id, settings)
        return settings
