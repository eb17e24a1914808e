"""Matches in which nobody moves for a long time: the players are asked, then the match is closed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from matches.alarms import ASKED
from matches.results import end, own_end
from service.core import alarm

if TYPE_CHECKING:
    from matches.alarms import Alarm
    from matches.model import Match
    from service.change import Change
    from service.core import Core


@alarm("idle", "match", moved_by_outage=True)
async def ask_or_close(core: Core, change: Change, due: Alarm) -> Match | None:
    """Ask whether an idle match continues; close it if nobody has answered. A vacation postpones both."""
    match = await core.match(change.tx, due.subject)
    if match.over:
        return None
    vacation = await change.tx.vacations.current(match.players[match.turn].id, change.now)
    if vacation is not None:
        await change.arm("idle", match.id, vacation.ends_at + ASKED)
        return None
    if match.asked_at is None:
        return await change.revise(replace(match, asked_at=change.now), "ask", None)
    return await change.revise(end(match, own_end("abandoned"), change.now), "abandon", None)
