"""Enforces `Limits`: refuses what exceeds them, and says when to try again."""

from collections import deque

from language import Sentence, counted
from matches.errors import Refusal
from matches.limits import check_hour
from matches.model import Challenge, Person
from matches.timecontrol import HOUR
from service.change import Change
from service.core import Core, Part

MOST_PEOPLE = 10_000
"""The most people counted for one kind of use; beyond that, the counts start again from zero."""


class Quotas(Part):
    """Throttles acts that cost CPU time but change nothing. The counts are kept only in memory."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._times: dict[str, dict[int, deque[int]]] = {}
        """By kind, the times at which each person did it, newest first."""

    def picker(self, by: int) -> None:
        """Count an opened picker, which costs a picture. Raises Refusal beyond the limit."""
        most = self._core.limits.pickers
        refusal = counted(
            "You have opened the picker {count} time within an hour: type your move, or try again in {time}.",
            "You have opened the picker {count} times within an hour: type your move, or try again in {time}.",
            most or 0,
        )
        self._count("picker", by, most, refusal)

    def hint(self, by: int) -> None:
        """Count a hint, which costs a computation. Raises Refusal beyond the limit."""
        most = self._core.limits.hints
        refusal = counted(
            "You have asked for {count} hint within an hour: play without one, or try again in {time}.",
            "You have asked for {count} hints within an hour: play without one, or try again in {time}.",
            most or 0,
        )
        self._count("hint", by, most, refusal)

    def _count(self, kind: str, by: int, most: int | None, refusal: Sentence) -> None:
        """Count a use of this kind. Raises Refusal with this sentence if there were `most` within an hour."""
        if most is None:
            return
        people, now = self._times.setdefault(kind, {}), self._core.clock.now()
        if by not in people and len(people) >= MOST_PEOPLE:
            people.clear()
        times = people.setdefault(by, deque(maxlen=most))
        check_hour(times, most, now, refusal)
        times.appendleft(now)


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
        raise Refusal(
            counted(
                "You have {count} open challenge: withdraw it, or wait for an answer.",
                "You have {count} open challenges: withdraw one, or wait for an answer.",
                limits.open_challenges,
            )
        )
    await check_matches(change, draft.challenger, opponent)


async def check_matches(change: Change, person: Person, other: Person | None) -> None:
    """Refuse another match if the person, the other person or the pair already has as many as the limits allow."""
    most, of_pair = change.limits.matches, change.limits.matches_of_pair
    if most is not None and await change.tx.matches.count_running(person.id) >= most:
        raise Refusal(
            counted(
                "You have {count} running match: finish it before you begin another.",
                "You have {count} running matches: finish one before you begin another.",
                most,
            )
        )
    if other is None:
        return
    if most is not None and await change.tx.matches.count_running(other.id) >= most:
        raise Refusal(
            counted(
                "{name} has {count} running match, and nobody may have more here: try again when it is over.",
                "{name} has {count} running matches, and nobody may have more here: try again when one is over.",
                most,
                name=other.name,
            )
        )
    if of_pair is not None and await change.tx.matches.count_between(person.id, other.id) >= of_pair:
        raise Refusal(
            counted(
                "{name} and you have {count} running match: finish it before you begin another.",
                "{name} and you have {count} running matches: finish one before you begin another.",
                of_pair,
                name=other.name,
            )
        )


async def check_bump(change: Change, by: int) -> None:
    """Count a bump. Raises Refusal beyond the limit."""
    most = change.limits.bumps
    refusal = counted(
        "You have bumped {count} board within an hour: bump the next one in {time}.",
        "You have bumped {count} boards within an hour: bump the next one in {time}.",
        most or 0,
    )
    await _count(change, "bump", by, most, refusal)


async def check_import(change: Change, by: int) -> None:
    """Count an imported record or position. Raises Refusal beyond the limit."""
    most = change.limits.imports
    refusal = counted(
        "You have handed in {count} record within an hour: hand in the next one in {time}.",
        "You have handed in {count} records within an hour: hand in the next one in {time}.",
        most or 0,
    )
    await _count(change, "import", by, most, refusal)


async def check_export(change: Change, by: int) -> None:
    """Count an export of all records or of all personal data. Raises Refusal beyond the limit."""
    most = change.limits.exports
    refusal = counted(
        "You have taken {count} such file within an hour: take the next one in {time}.",
        "You have taken {count} such files within an hour: take the next one in {time}.",
        most or 0,
    )
    await _count(change, "export", by, most, refusal)


async def _count(change: Change, kind: str, by: int, most: int | None, refusal: Sentence) -> None:
    """Count a use of this kind. Raises Refusal with this sentence if there were `most` within an hour."""
    if most is not None:
        check_hour(await change.tx.uses.newest(kind, by, change.now - HOUR, most), most, change.now, refusal)
        await change.tx.uses.add(kind, by, change.now)
