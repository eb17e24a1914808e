"""When people did what reaches the bot, although Discord's clock and ours need not agree."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from discord.utils import snowflake_time

if TYPE_CHECKING:
    from cogs.wire.replies import Interaction
    from service.clock import Clock

KEPT = 20
"""How many interactions the clocks are compared by: the quickest of them is taken to have needed no time."""


class Arrivals:
    """Compares the time in an interaction's id with the time of its arrival."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._apart: deque[float] = deque(maxlen=KEPT)
        """By how many seconds each of the last interactions arrived after it was made, each by another clock."""

    def note(self, interaction: Interaction) -> None:
        """Note that an interaction has just arrived."""
        self._apart.append(self._clock.exact() - _made_at(interaction))

    def sent_at(self, interaction: Interaction) -> float:
        """When the person did it, in UTC seconds by our clock; now, if nothing has arrived to compare it with."""
        made = _made_at(interaction)
        return made + min(self._apart, default=self._clock.exact() - made)


def _made_at(interaction: Interaction) -> float:
    return snowflake_time(interaction.id).timestamp()
