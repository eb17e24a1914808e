"""Opens the picker automatically below the first board of a person's first match."""

import logging

from cogs.ui.context import Context
from cogs.ui.picker.pages import open_picker
from cogs.wire.failures import FAILURES
from matches.errors import Refusal
from storage.errors import Unavailable

log = logging.getLogger(__name__)


async def show_first_picker(context: Context, match_id: int) -> None:
    """If it is this person's turn and they have never chosen a move before, open the picker privately.

    Otherwise, their first use of **Move** welcomes them. The board has been shown already, so a failure is only logged.
    """
    try:
        if (await context.service.settings.of_player(context.me.id)).welcomed:
            return
        snapshot = await context.service.lookup.snapshot(match_id)
        match = snapshot.match
        if not match.over and match.turn == match.seat_of(context.me.id):
            await open_picker(context, snapshot, first=True)
    except (*FAILURES, Refusal, Unavailable) as error:
        log.info("A first picker could not be opened: %s", error)
