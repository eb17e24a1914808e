"""Deletes a person's last private response about a match when the next one is sent, so that they do not pile up."""

import contextlib
from collections import OrderedDict

from cogs.wire.failures import FAILURES
from cogs.wire.replies import Interaction
from service.clock import Clock

VALID = 14 * 60
"""How long a response can be deleted, in seconds. Discord allows 15 minutes."""
MOST = 500
"""The most responses that are remembered."""


class LastAnswers:
    """The last private response to each person about each match. They are forgotten at a restart."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._answers = OrderedDict[tuple[int, int], tuple[float, Interaction]]()

    def reuse(self, interaction: Interaction) -> None:
        """Forget the response whose control was used, because the message is about to show something else."""
        used = interaction.message
        for key, (_, last) in list(self._answers.items()):
            if used is not None and last.message is not None and last.message.id == used.id:
                del self._answers[key]

    async def replace(self, match_id: int, interaction: Interaction) -> None:
        """Delete the person's last response about this match if Discord still allows it, and remember this one."""
        key, now = (interaction.user.id, match_id), self._clock.steady()
        answered_at, last = self._answers.pop(key, (now, None))
        self._answers[key] = (now, interaction)
        if len(self._answers) > MOST:
            self._answers.popitem(last=False)
        if last is not None and now - answered_at < VALID:
            with contextlib.suppress(*FAILURES):  # the person may have dismissed it
                await last.delete_original_response()
