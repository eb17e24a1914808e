"""Deleting what is not kept any longer: an alarm takes a slice of it each day, and goes on soon if more is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.retention import Retention
from matches.timecontrol import DAY
from service.core import alarm
from storage.key_values import value_of

if TYPE_CHECKING:
    from matches.alarms import Alarm
    from service.change import Change
    from service.core import Core

SLICE = 50
"""How many matches, and ten times as many challenges, are looked at in one transaction."""
SOON = 5
"""Seconds until the next slice, if there is more."""
FIRST = 3600
"""Seconds from the start of the bot to the first slice."""
SWEPT = "challenges swept"
"""The key for the id up to which challenges have been checked."""
PEOPLE_SWEPT = "people swept"
"""The key for the id up to which people have been checked; 0 after all of them."""
MATCHES_DELETED = "matches deleted"
"""The key for the number of deleted matches. If there are any, ratings cannot be recomputed."""


async def begin(change: Change, retention: Retention) -> None:
    """Plan the next slice, or none where everything is kept."""
    if retention == Retention.off():
        await change.arm("retention", 0, None)
    elif await change.tx.alarms.at("retention", 0) is None:
        await change.arm("retention", 0, change.now + FIRST)


@alarm("retention", "other")
async def sweep(core: Core, change: Change, _: Alarm) -> None:
    """Delete a slice of what is old enough, and plan the next one."""
    retention, more = core.retention, False
    if retention.vacations is not None:
        await change.tx.retention.remove_vacations(change.now - retention.vacations * DAY)
    if retention.studies is not None:
        await change.tx.retention.remove_studies(change.now - retention.studies * DAY)
    if retention.challenges is not None:
        more |= await _challenges(change, change.now - retention.challenges * DAY)
    if retention.matches is not None:
        more |= await _matches(change, change.now - retention.matches * DAY)
    more |= await _people(change)
    await change.arm("retention", 0, change.now + (SOON if more else DAY))


async def _people(change: Change) -> bool:
    """Delete a slice of the people of whom nothing else is kept; whether there may be more."""
    last = await change.tx.retention.sweep_people(value_of(await change.tx.key_values.get(PEOPLE_SWEPT), 0), SLICE)
    change.tx.key_values.set(PEOPLE_SWEPT, str(last or 0))
    return last is not None


async def _challenges(change: Change, before: int) -> bool:
    """Delete a slice of the challenges that were made before this time; whether there may be more."""
    after = value_of(await change.tx.key_values.get(SWEPT), 0)
    last, seen = await change.tx.retention.sweep_challenges(after, before, 10 * SLICE)
    if seen:
        change.tx.key_values.set(SWEPT, str(last))
    return seen == 10 * SLICE


async def _matches(change: Change, before: int) -> bool:
    """Delete a slice of the matches that ended before this time; whether there may be more."""
    newest = await change.tx.retention.newest_id()
    old = await change.tx.retention.old_matches(before, SLICE)
    gone = [ended for ended in old if ended.match_id != newest]
    for ended in gone:
        change.tx.retention.remove_match(ended)
        change.replays.drop(ended.match_id)
    if gone:
        known = value_of(await change.tx.key_values.get(MATCHES_DELETED), 0)
        change.tx.key_values.set(MATCHES_DELETED, str(known + len(gone)))
    return len(old) == SLICE
