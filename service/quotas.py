"""Enforces the limits in `Limits`: hourly limits on actions, and limits on concurrent matches."""

from collections import deque
from collections.abc import Mapping
from typing import Literal

from language import counted, mark_plural
from matches.errors import Refusal
from matches.limits import Limits, check_hour
from matches.model import Challenge, Person
from matches.timecontrol import HOUR
from service.change import Change
from service.core import Core, Part, reading, transaction
from storage.store import Tables

Use = Literal["picker", "hint", "bump", "import", "export", "start"]
"""The things that people can do only a limited number of times per hour. The limit's name is the plural."""
MOST_PEOPLE = 10_000
"""The most people counted for one kind of use. Beyond that, the counts start from zero again."""


REFUSALS: Mapping[Use, tuple[str, str]] = {
    "picker": mark_plural(
        "You have opened the picker {count} time in the last hour. Type your move, or try again in {time}.",
        "You have opened the picker {count} times in the last hour. Type your move, or try again in {time}.",
    ),
    "hint": mark_plural(
        "You have asked for {count} hint in the last hour. Play without one, or try again in {time}.",
        "You have asked for {count} hints in the last hour. Play without one, or try again in {time}.",
    ),
    "bump": mark_plural(
        "You have reposted {count} board in the last hour. You can repost the next one in {time}.",
        "You have reposted {count} boards in the last hour. You can repost the next one in {time}.",
    ),
    "import": mark_plural(
        "You have imported {count} record in the last hour. You can import the next one in {time}.",
        "You have imported {count} records in the last hour. You can import the next one in {time}.",
    ),
    "export": mark_plural(
        "You have downloaded {count} file of this kind in the last hour. You can download the next one in {time}.",
        "You have downloaded {count} files of this kind in the last hour. You can download the next one in {time}.",
    ),
    "start": mark_plural(
        "You have started {count} match with the computer in the last hour. You can start the next one in {time}.",
        "You have started {count} matches with the computer in the last hour. You can start the next one in {time}.",
    ),
}
"""The refusals beyond the hourly limits, by kind of use."""


class Quotas(Part):
    """Counts each person's actions, and refuses any beyond an hourly limit."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._times: dict[Use, dict[int, deque[int]]] = {}
        """By kind of use, the times of each person's uses, newest first."""

    def count(self, use: Literal["picker", "hint"], person_id: int) -> None:
        """Count, in memory only, an action that takes CPU time but changes nothing.

        Raises Refusal if the person has reached the hourly limit.
        """
        most = _most(self._core.limits, use)
        if most is None:
            return
        people, now = self._times.setdefault(use, {}), self._core.clock.now()
        if person_id not in people and len(people) >= MOST_PEOPLE:
            people.clear()
        times = people.setdefault(person_id, deque(maxlen=most))
        check_hour(times, most, now, counted(*REFUSALS[use], most))
        times.appendleft(now)

    @transaction
    async def count_stored(self, change: Change, use: Literal["import", "export"], person_id: int) -> None:
        """Count an import or an export in the database, or raise Refusal if the person has reached the hourly limit.

        An import is that of a record or a position. An export is that of all records or all data of a person.
        """
        await check_use(change, use, person_id)

    @reading
    async def check_practice(self, view: Tables, person_id: int) -> None:
        """Raise Refusal if a limit prevents this person from beginning a practice match now.

        Call this before sending any request to Discord.
        """
        limits = self._core.limits
        await check_practice(view, limits, person_id)
        await _check_hour(view, limits, "start", person_id, self._core.clock.now())


async def check_use(change: Change, use: Use, person_id: int) -> None:
    """Count an action, or raise Refusal if the person has reached the limit."""
    if _most(change.limits, use) is not None:
        await _check_hour(change.tx, change.limits, use, person_id, change.now)
        await change.tx.uses.add(use, person_id, change.now)


async def _check_hour(tx: Tables, limits: Limits, use: Use, person_id: int, now: int) -> None:
    """Raise Refusal if a person has reached the hourly limit for this kind of action."""
    if (most := _most(limits, use)) is not None:
        check_hour(await tx.uses.newest(use, person_id, now - HOUR, most), most, now, counted(*REFUSALS[use], most))


async def check_practice(tx: Tables, limits: Limits, person_id: int) -> None:
    """Raise Refusal if a person has reached the limit on concurrent matches against the computer."""
    most = limits.practice
    if most is not None and await tx.matches.count_practice(person_id) >= most:
        raise Refusal.counted(
            "You have {count} running match against the computer. Finish or abort it first.",
            "You have {count} running matches against the computer. Finish or abort one of them first.",
            most,
        )


def _most(limits: Limits, use: Use) -> int | None:
    most: int | None = getattr(limits, f"{use}s")
    return most


async def check_challenge(change: Change, draft: Challenge) -> None:
    """Raise Refusal if a challenge would exceed a limit.

    There are hourly limits for the challenger, for the pair of players and for the server, and a limit of open
    challenges.
    """
    tx, limits, now, since = change.tx, change.limits, change.now, change.now - HOUR
    by, opponent, guild_id = draft.challenger.id, draft.opponent, draft.venue.guild_id
    if limits.challenges is not None:
        times = await tx.challenges.made_by(by, since, limits.challenges)
        refusal = counted(
            "You have made {count} challenge in the last hour. You can make the next one in {time}.",
            "You have made {count} challenges in the last hour. You can make the next one in {time}.",
            limits.challenges,
        )
        check_hour(times, limits.challenges, now, refusal)
    if limits.challenges_to_one is not None and opponent is not None:
        times = await tx.challenges.made_to(by, opponent.id, since, limits.challenges_to_one)
        refusal = counted(
            "You have challenged {name} {count} time in the last hour. Try again in {time}.",
            "You have challenged {name} {count} times in the last hour. Try again in {time}.",
            limits.challenges_to_one,
            name=opponent.name,
        )
        check_hour(times, limits.challenges_to_one, now, refusal)
    if limits.challenges_in_server is not None and guild_id is not None:
        times = await tx.challenges.made_in(guild_id, since, limits.challenges_in_server)
        refusal = counted(
            "There has been {count} challenge in this server in the last hour. Try again in {time}.",
            "There have been {count} challenges in this server in the last hour. Try again in {time}.",
            limits.challenges_in_server,
        )
        check_hour(times, limits.challenges_in_server, now, refusal)
    if limits.open_challenges is not None and await tx.challenges.count_open_by(by) >= limits.open_challenges:
        raise Refusal.counted(
            "You have {count} open challenge. Withdraw it, or wait for an answer.",
            "You have {count} open challenges. Withdraw one, or wait for an answer.",
            limits.open_challenges,
        )
    await check_matches(change, draft.challenger, opponent)


async def check_matches(change: Change, person: Person, other: Person | None) -> None:
    """Raise Refusal if either of these people has reached the limit on concurrent matches.

    There is also a limit for the matches that two people may have against each other.
    """
    most, of_pair = change.limits.matches, change.limits.matches_of_pair
    if most is not None and await change.tx.matches.count_running(person.id) >= most:
        raise Refusal.counted(
            "You have {count} running match. Finish it before you begin another.",
            "You have {count} running matches. Finish one before you begin another.",
            most,
        )
    if other is None:
        return
    if most is not None and await change.tx.matches.count_running(other.id) >= most:
        raise Refusal.counted(
            "{name} has {count} running match, the most allowed here. Try again when it is over.",
            "{name} has {count} running matches, the most allowed here. Try again when one is over.",
            most,
            name=other.name,
        )
    if of_pair is not None and await change.tx.matches.count_between(person.id, other.id) >= of_pair:
        raise Refusal.counted(
            "You and {name} have {count} running match. Finish it before you begin another.",
            "You and {name} have {count} running matches. Finish one before you begin another.",
            of_pair,
            name=other.name,
        )
