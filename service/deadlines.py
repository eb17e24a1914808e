"""Timed events of running matches: reminders, passed deadlines and inactivity."""

from dataclasses import replace

from games import other_side
from matches.alarms import ASKED, Alarm, next_reminder
from matches.clock import out_of_time, reminders
from matches.notices import URGENT
from matches.results import end, own_end
from service.change import Change
from service.core import Core, alarm
from service.play import on_time


@alarm("flag", "match", moved_by_outage=True)
async def pass_deadline(core: Core, change: Change, due: Alarm) -> None:
    """With a hard clock, end the match; with a soft clock, notify the opponent that the win can be claimed."""
    match = await core.match(change.tx, due.subject)
    if match.over or match.clock is None or not out_of_time(match, change.now):
        return
    opponent = other_side(match.turn)
    if not match.clock.hard:
        await change.notices.tell(match, opponent, "claim")
    elif not (await change.tx.places.of(match.id) or await change.tx.tournaments.running_with(match.id)):
        # nobody could see the board, so nobody is at fault; a tournament has its own page
        await change.revise(end(match, own_end("place_gone"), change.now), "abandon", None)
    else:
        await change.revise(end(match, await on_time(change.tx, match, opponent), change.now), "time", None)


@alarm("reminder", "match", moved_by_outage=True)
async def remind(core: Core, change: Change, due: Alarm) -> None:
    """Remind the player to move that time is running out, and arm the next reminder."""
    match = await core.match(change.tx, due.subject)
    if match.over or match.deadline is None or match.left is None or out_of_time(match, change.now):
        return
    planned = reminders(match.deadline, match.left[match.turn])
    passed = [kind for moment, kind in planned if due.at <= moment <= change.now]
    if passed:
        # A reminder delayed by quiet hours would be sent at the same time as this one.
        await change.tx.notices.forget(match.id, match.players[match.turn].id, URGENT)
        await change.notices.tell(match, match.turn, passed[-1])
    await change.arm("reminder", match.id, next_reminder(match, change.now))


@alarm("idle", "match", moved_by_outage=True)
async def ask_or_close(core: Core, change: Change, due: Alarm) -> None:
    """Ask whether an idle match continues; close it if nobody has answered. A vacation postpones both."""
    match = await core.match(change.tx, due.subject)
    if match.over:
        return
    vacation = await change.tx.vacations.current(match.players[match.turn].id, change.now)
    if vacation is not None:
        await change.arm("idle", match.id, vacation.ends_at + ASKED)
    elif match.asked_at is None:
        await change.revise(replace(match, asked_at=change.now), "ask", None)
    else:
        await change.revise(end(match, own_end("abandoned"), change.now), "abandon", None)
