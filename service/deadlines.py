"""Scheduled events in a running match: reminders, deadlines, and the closing of idle matches."""

from dataclasses import replace
from typing import get_args

from games import other_side
from language import mark
from matches.alarms import ALARM_KINDS, ASKED, Alarm, idle_at, next_reminder
from matches.clock import ReminderKind, out_of_time, reminders
from matches.model import BOARD_EVENTS
from matches.notices import NOTICE_KINDS, TIME_LEFT, NoticeButton
from matches.results import end, own_end
from service.change import Change, Happening, MatchEvent, after
from service.core import Core, alarm
from service.play import on_time

CLOCK_EVENTS: frozenset[MatchEvent] = BOARD_EVENTS | {"vacation", "back", "extend"}
"""The events after which the deadline's alarms are set again. After other events, a due alarm stays due."""
LIFE_EVENTS: frozenset[MatchEvent] = BOARD_EVENTS | {"ask", "keep"}
"""The events that restart the countdown until a match is abandoned."""

REMINDERS = [
    NOTICE_KINDS.declare(
        name,
        to="player",
        public="clock",
        text=mark("{you}, your move against {opponent} is due {when} · {title}"),
        buttons=(NoticeButton("move", alone=mark("Move"), style="primary"),),
        urgency="urgent",
        shares={"channel", "dm", "use"},
        until={"vacation"},
        heading=TIME_LEFT,
    )
    for name in get_args(ReminderKind)
]
CLAIM = NOTICE_KINDS.declare(
    "claim",
    to="player",
    public="clock",
    text=mark("{you}, {opponent} ran out of time. Claim the win or wait · {title}"),
    buttons=(NoticeButton("claim", alone=mark("Claim the win"), among=mark("Claim the win: #{code}")),),
    urgency="none",
    shares={"channel", "dm", "use"},
    until=(),
)
NOTICE_KINDS.declare(
    "ask",
    to="player",
    public="event",
    text=mark(
        "{you}, nobody has moved for 30 days. Do you want to continue? Without an answer, the match closes in a "
        "week · {title}"
    ),
    buttons=(NoticeButton("keep-on", alone=mark("Continue"), among=mark("Continue #{code}")),),
    urgency="none",
    shares={"channel", "dm", "use"},
    until={"keep"},
    after={"ask"},
)


@after("any", order=35)
async def drop_alarms(change: Change, happening: Happening) -> None:
    """Remove the alarms that an event makes obsolete.

    If the match has ended, all of its alarms are removed.
    """
    match = happening.match
    for kind in ALARM_KINDS.values():
        if kind.concerns == "match" and (match.over or happening.kind in (kind.until or ())):
            await change.arm(kind.name, match.id, None)


@after(*CLOCK_EVENTS, order=40)
async def follow_clock(change: Change, happening: Happening) -> None:
    """Set the alarms for a player's deadline and the reminder before it.

    The deadline of a vote has an alarm of its own.
    """
    match = happening.match
    await change.arm("flag", match.id, None if match.voting else match.deadline)
    await change.arm("reminder", match.id, None if match.voting else next_reminder(match, change.now))


@after(*LIFE_EVENTS, order=50)
async def follow_life(change: Change, happening: Happening) -> None:
    """Set the alarm for an idle match."""
    await change.arm("idle", happening.match.id, idle_at(happening.match))


@alarm("flag", "match", moved_by_outage=True, until=())
async def pass_deadline(core: Core, change: Change, due: Alarm) -> None:
    """End a match if a player has run out of time.

    This applies to a hard clock. If the clock is soft, tell the opponent that they can claim the win or wait.
    """
    match = await core.match(change.tx, due.subject)
    if match.over or match.clock is None or not out_of_time(match, change.now):
        return
    opponent = other_side(match.turn)
    if not match.clock.hard:
        await change.notices.tell(match, opponent, CLAIM)
    elif not (await change.tx.places.of(match.id) or await change.tx.tournaments.running_with(match.id)):
        # Nobody could see the board, so nobody is at fault. A tournament has its own page.
        await change.revise(end(match, own_end("place_gone"), change.now), "abandon", None)
    else:
        await change.revise(end(match, await on_time(change.tx, match, opponent), change.now), "time", None)


@alarm("reminder", "match", moved_by_outage=True, until=())
async def remind(core: Core, change: Change, due: Alarm) -> None:
    """Remind a player that their time is running out, and schedule the next reminder."""
    match = await core.match(change.tx, due.subject)
    if match.over or match.deadline is None or match.left is None or out_of_time(match, change.now):
        return
    planned = reminders(match.deadline, match.left[match.turn])
    passed = [kind for moment, kind in planned if due.at <= moment <= change.now]
    if passed:
        # This reminder was delayed by quiet hours and would coincide with the next one.
        await change.tx.notices.forget(match.id, match.players[match.turn].id, REMINDERS)
        await change.notices.tell(match, match.turn, NOTICE_KINDS[passed[-1]])
    await change.arm("reminder", match.id, next_reminder(match, change.now))


@alarm("idle", "match", moved_by_outage=True, until=())
async def ask_or_close(core: Core, change: Change, due: Alarm) -> None:
    """Ask the players whether an idle match should continue, or end it if they have been asked and did not answer.

    A vacation postpones this.
    """
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
