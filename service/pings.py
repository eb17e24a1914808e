"""Limits how often a person can ping somebody who does not respond."""

from collections.abc import Sequence

from language import counted
from matches.limits import Limits, check_hour, seconds_to_wait
from matches.model import Person
from matches.notices import NoticeWay
from matches.timecontrol import HOUR
from storage.store import Tables


class Pings:
    """The pings caused by one transaction, stored when the transaction commits."""

    def __init__(self, tx: Tables, now: int, limits: Limits) -> None:
        self._tx = tx
        self._now = now
        self._most = limits.pings
        self._caused: list[tuple[int, int]] = []
        """Each ping as the IDs of its sender and recipient."""

    async def by_challenge(self, sender_id: int, person: Person) -> None:
        """Count a challenge as a ping to the challenged person, or raise Refusal if that exceeds the limit.

        The challenge also counts as a response to earlier pings from that person.
        """
        await self.reset(person.id, sender_id)
        await self._count(sender_id, person, refuse=True)

    async def within_limit(
        self,
        ways: Sequence[tuple[NoticeWay, int | None]],
        sender_id: int,
        person: Person,
        left_out: NoticeWay | None,
        *,
        refuse: bool,
    ) -> list[tuple[NoticeWay, int | None]]:
        """Return the ways in which a notice may be sent, leaving out any ping beyond the limit.

        If `left_out` is given, it replaces each of these pings. A daily digest is not a ping. If `refuse` is true, a
        ping beyond the limit raises Refusal.
        """
        kept: list[tuple[NoticeWay, int | None]] = []
        for way, due_at in ways:
            if way == "digest" or await self._count(sender_id, person, refuse=refuse):
                kept.append((way, due_at))
            elif left_out is not None:
                kept.append((left_out, due_at))
        return kept

    async def reset(self, sender_id: int, person_id: int) -> None:
        """Forget all earlier pings from `sender_id` to `person_id`, now that `person_id` has responded."""
        await self._tx.pings.delete_answered(sender_id, person_id)

    def drop(self, sender_id: int, person_id: int) -> None:
        """Cancel the ping from `sender_id` to `person_id` that this transaction would have stored."""
        self._caused = [ping for ping in self._caused if ping != (sender_id, person_id)]

    def clear(self) -> None:
        """Drop all pings."""
        self._caused.clear()

    async def write(self) -> None:
        """Store the pings. Call this once, just before the transaction commits."""
        for by, person_id in self._caused:
            await self._tx.pings.add(by, person_id, self._now)

    def ask(self, sender_id: int, person_id: int) -> None:
        """As part of the next query, prefetch a sender's recent pings to a person, which count towards the limit."""
        if self._most is not None:
            self._tx.pings.ask_newest(sender_id, person_id, self._now - HOUR, self._most)

    async def _count(self, sender_id: int, person: Person, *, refuse: bool) -> bool:
        """Count a ping. Beyond the limit, raise Refusal if `refuse` is true, or else return False."""
        if self._most is None:
            return True
        known = await self._tx.pings.newest(sender_id, person.id, self._now - HOUR, self._most)
        times = [self._now] * self._caused.count((sender_id, person.id)) + known
        if refuse:
            refusal = counted(
                "{name} has been pinged {count} time in the last hour and has not answered. Try again in {time}.",
                "{name} has been pinged {count} times in the last hour and has not answered. Try again in {time}.",
                self._most,
                name=person.name,
            )
            check_hour(times, self._most, self._now, refusal)
        if seconds_to_wait(times, self._most, self._now):
            return False
        self._caused.append((sender_id, person.id))
        return True
