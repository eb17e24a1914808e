"""Enforces `Limits`: refuses what exceeds them, and says when to try again."""

from collections import deque
from collections.abc import Mapping
from typing import Literal

from language import counted, mark_plural
from matches.errors import Refusal
from matches.limits import Limits, check_hour
from matches.model import Challenge, Person
from matches.timecontrol import HOUR
from service.change import Change
from service.core import Core, Part, transaction

Use = Literal["picker", "hint", "bump", "import", "export"]
"""What is limited to so many times an hour. The plural is the name of the limit."""
MOST_PEOPLE = 10_000
"""The most people counted for one kind of use; beyond that, the counts start again from zero."""


REFUSALS: Mapping[Use, tuple[str, str]] = {
    "picker": mark_plural(
        "You have opened the picker {count} time within an hour: type your move, or try again in {time}.",
        "You have opened the picker {count} times within an hour: type your move, or try again in {time}.",
    ),
    "hint": mark_plural(
        "You have asked for {count} hint within an hour: play without one, or try again in {time}.",
        "You have asked for {count} hints within an hour: play without one, or try again in {time}.",
    ),
    "bump": mark_plural(
        "You have posted {count} board again within an hour: post the next one in {time}.",
        "You have posted {count} boards again within an hour: post the next one in {time}.",
    ),
    "import": mark_plural(
        "You have handed in {count} record within an hour: hand in the next one in {time}.",
        "You have handed in {count} records within an hour: hand in the next one in {time}.",
    ),
    "export": mark_plural(
        "You have taken {count} such file within an hour: take the next one in {time}.",
        "You have taken {count} such files within an hour: take the next one in {time}.",
    ),
}
"""The refusal of each use beyond its hourly limit."""


class Quotas(Part):
    """Counts uses, and refuses those beyond their hourly limits."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._times: dict[Use, dict[int, deque[int]]] = {}
        """By kind, the times at which each person did it, newest first."""

    def count(self, use: Literal["picker", "hint"], by: int) -> None:
        """Count, only in memory, what costs CPU time but changes nothing. Raises Refusal beyond the limit."""
        most = _most(self._core.limits, use)
        if most is None:
            return
        people, now = self._times.setdefault(use, {}), self._core.clock.now()
        if by not in people and len(people) >= MOST_PEOPLE:
            people.clear()
        times = people.setdefault(by, deque(maxlen=most))
        check_hour(times, most, now, counted(*REFUSALS[use], most))
        times.appendleft(now)

    @transaction
    async def count_stored(self, change: Change, use: Literal["import", "export"], by: int) -> None:
        """Count the import of a record or position, or the export of all records or data. Raises Refusal."""
        await check_use(change, use, by)


async def check_use(change: Change, use: Use, by: int) -> None:
    """Count a use. Raises Refusal beyond the limit."""
    most = _most(change.limits, use)
    if most is not None:
        times = await change.tx.uses.newest(use, by, change.now - HOUR, most)
        check_hour(times, most, change.now, counted(*REFUSALS[use], most))
        await change.tx.uses.add(use, by, change.now)


def _most(limits: Limits, use: Use) -> int | None:
    most: int | None = getattr(limits, f"{use}s")
    return most


async def check_challenge(change: Change, draft: Challenge) -> None:
    """Refuse a challenge beyond the hourly limits of its challenger, pair or server, or the limit of open ones."""
    tx, limits, now, since = change.tx, change.limits, change.now, change.now - HOUR
    by, opponent, guild_id = draft.challenger.id, draft.opponent, draft.venue.guild_id
    if limits.challenges is not None:
        times = await tx.challenges.made_by(by, since, limits.challenges)
        refusal = counted(
            "You have made {count} challenge within an hour: make the next one in {time}.",
            "You have made {count} challenges within an hour: make the next one in {time}.",
            limits.challenges,
        )
        check_hour(times, limits.challenges, now, refusal)
    if limits.challenges_to_one is not None and opponent is not None:
        times = await tx.challenges.made_to(by, opponent.id, since, limits.challenges_to_one)
        refusal = counted(
            "You have challenged {name} {count} time within an hour: try again in {time}.",
            "You have challenged {name} {count} times within an hour: try again in {time}.",
            limits.challenges_to_one,
            name=opponent.name,
        )
        check_hour(times, limits.challenges_to_one, now, refusal)
    if limits.challenges_in_server is not None and guild_id is not None:
        times = await tx.challenges.made_in(guild_id, since, limits.challenges_in_server)
        refusal = counted(
            "There has been {count} challenge in this server within an hour: try again in {time}.",
            "There have been {count} challenges in this server within an hour: try again in {time}.",
            limits.challenges_in_server,
        )
        check_hour(times, limits.challenges_in_server, now, refusal)
    if limits.open_challenges is not None and await tx.challenges.count_open_by(by) >= limits.open_challenges:
        raise Refusal.counted(
            "You have {count} open challenge: withdraw it, or wait for an answer.",
            "You have {count} open challenges: withdraw one, or wait for an answer.",
            limits.open_challenges,
        )
    await check_matches(change, draft.challenger, opponent)


async def check_matches(change: Change, person: Person, other: Person | None) -> None:
    """Refuse another match if the person, the other person or the pair already has as many as the limits allow."""
    most, of_pair = change.limits.matches, change.limits.matches_of_pair
    if most is not None and await change.tx.matches.count_running(person.id) >= most:
        raise Refusal.counted(
            "You have {count} running match: finish it before you begin another.",
            "You have {count} running matches: finish one before you begin another.",
            most,
        )
    if other is None:
        return
    if most is not None and await change.tx.matches.count_running(other.id) >= most:
        raise Refusal.counted(
            "{name} has {count} running match, and nobody may have more here: try again when it is over.",
            "{name} has {count} running matches, and nobody may have more here: try again when one is over.",
            most,
            name=other.name,
        )
    if of_pair is not None and await change.tx.matches.count_between(person.id, other.id) >= of_pair:
        raise Refusal.counted(
            "{name} and you have {count} running match: finish it before you begin another.",
            "{name} and you have {count} running matches: finish one before you begin another.",
            of_pair,
            name=other.name,
        )
