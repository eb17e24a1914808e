"""How long a vacation pauses a match of a tournament."""

from matches.alarms import Alarm
from matches.clock import resume
from matches.timecontrol import DAY
from matches.vacations import Vacation
from service.change import Change
from service.core import Core, alarm


async def holds(change: Change, match_id: int, vacation: Vacation) -> bool:
    """Whether a vacation pauses this match now. In a tournament, the match resumes after the days the server allows."""
    tournament = await change.tx.tournaments.running_with(match_id)
    if tournament is None:
        return True
    until = vacation.started_at + (await change.tx.settings.of_server(tournament.guild_id)).hold_days * DAY
    if until <= change.now:
        return False
    if until < vacation.ends_at:
        await change.arm("hold", match_id, until)
    return True


@alarm("hold", "match")
async def end_hold(core: Core, change: Change, due: Alarm) -> None:
    """Resume the clock of a player whose vacation has paused a match of a tournament for long enough."""
    match = await core.match(change.tx, due.subject)
    if match.over or match.paused is None:
        return
    vacation = await change.tx.vacations.current(match.players[match.turn].id, change.now)
    if vacation is not None and not await holds(change, match.id, vacation):
        await change.revise(resume(match, change.now), "back", match.turn)
