"""Match clocks, reminders to move, and vacations, which pause the clocks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from games import Seat
from matches.model import Match, Ply
from matches.timecontrol import DAY, HOUR, MINUTE

DAYS_A_YEAR = 21


@dataclass(frozen=True, slots=True)
class Outage:
    """A period in which the bot was not running or not connected to Discord.

    Running deadlines are extended by its length.
    """

    at: int
    """When the outage ended."""
    seconds: int


FREE_TAKEBACK = 60
"""How long a move can be taken back without asking, in seconds, as long as the opponent has not acted."""
ReminderKind = Literal["third left", "six hours left"]

REMIND_HOURS = 6 * HOUR
"""How long before the deadline the second reminder is sent, in seconds."""
REMIND_APART = 4 * HOUR
"""The shortest interval between two reminders, in seconds. A later reminder that would come sooner is dropped."""
LIVE = HOUR
"""The longest turn for which both players are assumed to be present, in seconds. Such a turn has only one reminder."""
REMIND_LIVE = 5 * MINUTE
"""How long before the deadline, at most, the only reminder of a short turn is sent, in seconds."""
REMIND_LAST = MINUTE
"""How long before the deadline, at least, a reminder is still useful, in seconds."""


def seconds_left(match: Match, now: int) -> int | None:
    """Return how many seconds the side to move has left, or None if the match has no clock.

    After the deadline, the number is negative.
    """
    if match.deadline is not None:
        return match.deadline - now
    return match.paused


def begin_turn(match: Match, now: int, *, away: bool, used: int = 0) -> Match:
    """Start the clock of the side to move, or leave it paused if that player is on vacation (`away`).

    `used` is how many seconds of this turn the player has used already.
    """
    if match.left is None:
        return match
    left = match.left[match.turn] - used
    return replace(match, deadline=None if away else now + left, paused=left if away else None)


def end_turn(match: Match, now: int) -> Match:
    """Stop the clock of the side to move and add the increment. Call this before the turn changes."""
    left = seconds_left(match, now)
    if match.clock is None or left is None:
        return match
    return replace(
        match, left=_with_bank(match, match.turn, match.clock.bank_after_move(left)), deadline=None, paused=None
    )


def taken_back(match: Match, plies: Sequence[Ply], now: int) -> tuple[Match, int]:
    """Reset the clocks to their state before the last move.

    Returns the match and the seconds to charge to the mover: those spent on the move, and those that have passed since.

    The time after the move is charged to its player, not to the opponent, so nobody gains time by taking back. The
    opponent's clock counts it, so vacations and outages are free after the first FREE_TAKEBACK seconds.
    """
    *before, move = plies
    left = seconds_left(match, now)
    if match.clock is None or match.left is None or left is None or move.left is None:
        return match, 0
    earlier = [ply.left for ply in before if ply.seat == move.seat and ply.left is not None]
    bank = match.clock.bank_after_move(earlier[-1]) if earlier else match.clock.start
    since = max(match.left[match.turn] - left, min(now - move.at, FREE_TAKEBACK), 0)
    return replace(match, left=_with_bank(match, move.seat, bank)), bank - move.left + since


def _with_bank(match: Match, seat: Seat, seconds: int) -> tuple[int, int] | None:
    """Return both players' time banks, with this seat's set to `seconds`, or None if the match has no clock."""
    if match.left is None:
        return None
    return (seconds, match.left[1]) if seat == 0 else (match.left[0], seconds)


def pause(match: Match, now: int) -> Match:
    """Pause the running clock because its player is on vacation. Does nothing if the deadline has passed."""
    if match.deadline is None or match.deadline <= now:
        return match
    return replace(match, deadline=None, paused=match.deadline - now)


def resume(match: Match, now: int) -> Match:
    if match.paused is None:
        return match
    return replace(match, deadline=now + match.paused, paused=None)


def out_of_time(match: Match, now: int) -> bool:
    """Return whether the side to move has lost on time. Always false for a side that votes on its moves.

    When its time is up, its vote is counted or extended.
    """
    return match.deadline is not None and now >= match.deadline and not match.voting


def reminders(deadline: int, left: int) -> list[tuple[int, ReminderKind]]:
    """Return the times at which to send a turn's reminders, along with their kinds, earliest first.

    The turn begins with `left` seconds on the clock. One reminder is sent when a third of that time is left, the other
    six hours before the deadline. If they are less than four hours apart, only the earlier one is sent. A turn of at
    most an hour has one reminder, when half of its time is left, but at most five minutes before the deadline; none if
    that is less than a minute before it.
    """
    if left <= LIVE:
        before = min(left // 2, REMIND_LIVE)
        return [(deadline - before, "third left")] if before >= REMIND_LAST else []
    planned: list[tuple[int, ReminderKind]] = [(deadline - left // 3, "third left")]
    if left > REMIND_HOURS:
        planned.append((deadline - REMIND_HOURS, "six hours left"))
    planned.sort()
    return [entry for n, entry in enumerate(planned) if n == 0 or entry[0] - planned[n - 1][0] >= REMIND_APART]


@dataclass(frozen=True, slots=True)
class Vacation:
    """A person's vacation, from `started_at` to `ends_at` (UTC seconds)."""

    person_id: int
    started_at: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class Balance:
    """A person's current vacation, if any, and the seconds left in their allowance for this UTC year."""

    vacation: Vacation | None
    left: int


def year_of(time: int) -> tuple[int, int]:
    """Return the start of the UTC year containing `time` and the start of the following year."""
    year = datetime.fromtimestamp(time, UTC).year
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp()), int(datetime(year + 1, 1, 1, tzinfo=UTC).timestamp())


def left_in_year(vacations: Iterable[Vacation], time: int) -> int:
    """Return how many seconds of the vacation allowance are left in the UTC year containing `time`."""
    begin, end = year_of(time)
    spent = sum(max(0, min(away.ends_at, end) - max(away.started_at, begin)) for away in vacations)
    return DAYS_A_YEAR * DAY - spent


def affordable(vacations: Iterable[Vacation], wanted: Vacation) -> bool:
    """Return whether a vacation fits within the allowance of every year it covers."""
    together = [*vacations, wanted]
    return left_in_year(together, wanted.started_at) >= 0 and left_in_year(together, wanted.ends_at) >= 0


def vacation_seconds(match: Match, plies: Sequence[Ply], vacations: Iterable[Vacation], now: int) -> int:
    """Return how many seconds of vacation the side to move has taken during its turns in this match.

    A turn whose move was taken back goes on. `plies` may lack the move that started the current turn.
    """
    times = [match.created_at, *(ply.at for ply in plies), match.moved_at]
    turns = [(times[at], ply.at) for at, ply in enumerate(plies) if ply.seat == match.turn]
    turns.append((times[match.ply], now))
    away = {(vacation.started_at, vacation.ends_at) for vacation in vacations}
    return sum(max(0, min(end, back) - max(begun, left)) for begun, end in turns for left, back in away)


def time_used(match: Match, plies: Iterable[Ply]) -> tuple[int, int]:
    """Return how many seconds each side of a finished match used on its clock, excluding pauses."""
    if match.clock is None:
        return 0, 0
    spent, banks = [0, 0], [match.clock.start, match.clock.start]
    for ply in plies:
        if ply.left is not None:
            spent[ply.seat] += banks[ply.seat] - ply.left
            banks[ply.seat] = match.clock.bank_after_move(ply.left)
    spent[match.turn] += min(banks[match.turn], (match.ended_at or match.moved_at) - match.moved_at)
    return spent[0], spent[1]
