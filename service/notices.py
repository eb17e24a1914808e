"""Notices about a change, each sent in the way that the person chose."""

from collections.abc import Callable
from dataclasses import replace

from games import SEATS, Seat
from matches.deliveries import DELIVERY_KINDS, DELIVERY_LEASE, Delivery, DeliveryKind
from matches.errors import Refusal
from matches.model import BOARD_EVENTS, EventKind, Match
from matches.notices import PRIVATE, WITH_BOARD, NoticeKind, NoticeWay, ways_to_notify
from service.pings import Pings
from storage.store import Tables

DELIVERY_KINDS.declare(DeliveryKind("notice", "match"))


class Notices:
    """The notices that one transaction owes."""

    def __init__(self, tx: Tables, now: int, pings: Pings, due: Callable[[int], None]) -> None:
        """Calls `due` with the time of each notice that becomes due."""
        self._tx = tx
        self._now = now
        self._pings = pings
        self._due = due
        self.waiting = set[int]()
        """The people for whom one waits until they use the bot."""

    async def tell(
        self, match: Match, seat: Seat, kind: NoticeKind, by: int | None = None, *, awaited: bool = False
    ) -> None:
        """Owe a player a notice about what `by` (None for time) has done, in the way the player chose.

        Beyond the limit of pings by `by`, a notice that a board shows anyway is dropped, an offer raises Refusal, and
        other notices are sent without a ping. Pings by computer players are not limited. Computer players get no
        notices. A person who is banned where the match is shown gets none, and an offer to them raises Refusal. Players
        get a notice about their own act only if it makes it their turn, as accepting a challenge may, or ends a match
        that they see in no place. Of matches that the clock ends at once in one channel, only the
        first board pings.

        If the change is `awaited`, a notice that the board may make unnecessary is due DELIVERY_LEASE seconds later. It
        is dropped if the player's interaction has shown the board by then.
        """
        person = match.players[seat]
        if person.id < 0:
            return
        chosen, shown, banned = await self._tx.postings.choices_and_seats(match.id, person.id, seat)
        if banned:
            if kind == "offer":
                raise Refusal("{name} cannot use Tidepool here right now, so they could not answer.", name=person.name)
            return
        seats = shown & {None, seat}
        if kind == "end" and not seats and (awaited or by == person.id):
            await self.show_end(match, person.id)
            return
        if by == person.id and kind != "turn":
            return
        ways = ways_to_notify(
            chosen.notifications, kind, self._now, deadline=match.deadline, placed=bool(seats), direct=seats == {seat}
        )
        if by is not None and by > 0 and by != person.id:
            left_out: NoticeWay | None = "silent" if kind in PRIVATE or not seats else None
            ways = await self._pings.within_limit(ways, by, person, left_out, refuse=kind == "offer")
        if by is None and kind == "end" and await self._tx.notices.pinged_nearby(match.id, person.id):
            ways = [(way, due_at) for way, due_at in ways if (way, due_at) != ("channel", None)]
        earliest = self._now + DELIVERY_LEASE if awaited and kind in WITH_BOARD else self._now
        for way, due_at in ways:
            await self._owe(match, person.id, kind, way, None if due_at is None else max(due_at, earliest))

    async def show_end(self, match: Match, person_id: int) -> None:
        """Owe a player the end of a match with their use of the bot, usually the one that has ended it."""
        await self._tx.notices.forget(match.id, person_id, ["end"])
        await self._owe(match, person_id, "end", "use", None)

    async def goes_directly(self, person_id: int, kind: NoticeKind) -> bool:
        """Whether a notice of this kind is sent by direct message even if a board is shown."""
        chosen = (await self._tx.settings.of_player(person_id)).notifications
        return any(way != "channel" for way, _ in ways_to_notify(chosen, kind, self._now))

    async def tell_followers(self, match: Match) -> None:
        """Owe the match's followers a notice about its new board or its end, except those banned where it is shown.

        The end also removes the followers.
        """
        about: NoticeKind = "followed end" if match.over else "followed"
        for follow in await self._tx.follows.of(match.id):
            if not (match.over or follow.each_move):
                continue
            chosen, _, banned = await self._tx.postings.choices_and_seats(match.id, follow.person_id, None)
            for way, due_at in () if banned else ways_to_notify(chosen.notifications, about, self._now):
                await self._owe(match, follow.person_id, about, "silent" if way == "dm" else way, due_at)
        if match.over:
            await self._tx.follows.clear(match.id)

    async def _owe(self, match: Match, person_id: int, kind: NoticeKind, way: NoticeWay, due_at: int | None) -> None:
        """Owe a person one notice; without `due_at`, a board or the person's next use of the bot shows it."""
        notice = Delivery("notice", match.id, rev=match.rev, person_id=person_id, about=kind, way=way, due_at=due_at)
        await self._tx.outbox.save(keyed(notice))
        if way == "use":
            self.waiting.add(person_id)
        if due_at is not None:
            self._due(due_at)


def keyed(notice: Delivery) -> Delivery:
    """The notice with its unique key: revision, person, kind and way."""
    return replace(notice, key=f"{notice.rev}:{notice.person_id}:{notice.about}:{notice.way}")


def notices_of(match: Match, kind: EventKind, by: Seat | None) -> list[tuple[Seat, NoticeKind]]:
    """The notices that a change causes, each with the seat of the player whom it concerns."""
    others: list[Seat] = [seat for seat in SEATS if seat != by]
    if match.over:
        return [(seat, "end") for seat in SEATS]
    if kind in BOARD_EVENTS:
        return [(match.turn, "turn")] if match.turn != by else []
    if kind in {"offer draw", "ask take back", "offer abort"}:
        return [(seat, "offer") for seat in others]
    if kind == "ask":
        return [(seat, "ask") for seat in others]
    return []
