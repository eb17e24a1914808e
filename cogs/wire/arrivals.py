"""Estimates when people acted, although Discord's clock and ours may differ."""

from collections import deque

from discord.utils import snowflake_time

from cogs.wire.replies import Interaction
from service.clock import Clock

KEPT = 20
"""How many recent interactions are compared. The fastest one is assumed to have taken no time."""


class Arrivals:
    """Compares the time in an interaction's id with the time of its arrival."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._apart: deque[float] = deque(maxlen=KEPT)
        """The steady time of arrival less Discord's time of creation, for each recent interaction."""

    def note(self, interaction: Interaction) -> None:
        self._apart.append(self._clock.steady() - _created_at(interaction))

    def sent_at(self, interaction: Interaction) -> float:
        """When the person acted, in UTC seconds by our clock; the current time if no interaction tells."""
        apart = self._clock.steady() - _created_at(interaction)
        return self._clock.exact() - (apart - min(self._apart, default=apart))


def _created_at(interaction: Interaction) -> float:
    return snowflake_time(interaction.id).timestamp()
