"""Prepares incoming interactions: adds missing fields, rejects bad input, and estimates when people acted."""

from collections import deque
from collections.abc import Mapping
from typing import Any

from discord.utils import snowflake_time

from cogs.wire.replies import Interaction
from language import mark
from matches.errors import Refusal
from service.clock import Clock

KEPT = 20
"""The number of recent interactions compared. The fastest is assumed to have arrived without delay."""
SIZE = 10 * 1024 * 1024
"""The maximum file size, in bytes, assumed if Discord does not report one."""
INTERACTION: Mapping[str, Any] = {"version": 1, "entitlements": [], "attachment_size_limit": SIZE}
MEMBER: Mapping[str, Any] = {"roles": [], "flags": 0, "permissions": "0"}
THREAD: Mapping[str, Any] = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": None}
CHANNEL: Mapping[str, Any] = {
    "name": "",
    "position": 0,
    "bitrate": 0,
    "user_limit": 0,
    "parent_id": "0",
    "owner_id": "0",
    "message_count": 0,
    "member_count": 0,
}
"""The fields that discord.py requires in every type of channel."""


class Arrivals:
    """Estimates how long interactions take to arrive, using the creation times contained in their IDs."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._apart: deque[float] = deque(maxlen=KEPT)
        """For each recent interaction, its arrival on the steady clock minus its creation time at Discord."""

    def note(self, interaction: Interaction) -> None:
        self._apart.append(self._clock.steady() - _created_at(interaction))

    def sent_at(self, interaction: Interaction) -> float:
        """Return the time at which the person acted, in UTC seconds by the bot's clock.

        Returns the current time if that time is unknown.
        """
        apart = self._clock.steady() - _created_at(interaction)
        return self._clock.exact() - (apart - min(self._apart, default=apart))


def _created_at(interaction: Interaction) -> float:
    return snowflake_time(interaction.id).timestamp()


def fill_in_fields(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return an interaction's payload with all the fields discord.py needs to parse it.

    Discord sends partial channels, and omits or nulls fields that do not apply. Raises ValueError if the interaction
    names no user.
    """
    full = {**INTERACTION, **_without_nulls(payload)}
    if "guild_id" in full and "user" in full:
        full.setdefault("member", {"user": full["user"]})
    if "member" in full:
        full["member"] = {**MEMBER, **_without_nulls(full["member"])}
    elif "user" not in full:
        raise ValueError("the interaction names no user")
    if "channel" in full:
        full["channel"] = {**CHANNEL, "thread_metadata": THREAD, **_without_nulls(full["channel"])}
    return full


def _without_nulls(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that are not null, because discord.py cannot iterate over null."""
    return {key: value for key, value in fields.items() if value is not None}


class Malformed(Refusal):
    """Raised if this version of the bot cannot interpret a custom_id, choice or form."""

    def __init__(self) -> None:
        super().__init__(mark("This button no longer works. Use the newest board, or choose the match in `/matches`."))
