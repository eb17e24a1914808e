"""Notices about changes to matches, each sent in the way chosen by its recipient."""

from collections.abc import Callable, Collection, Container, Sequence
from dataclasses import replace
from typing import get_args

from games import Seat
from matches.deliveries import DELIVERY_KINDS, DELIVERY_LEASE, Delivery
from matches.errors import Refusal
from matches.model import Match
from matches.notices import ENDS, NOTICE_KINDS, NoticeKind, NoticeWay, Text, ways_to_notify
from matches.settings import Notifications
from service.pings import Pings
from storage.store import Tables

DELIVERY_KINDS.declare("notice", "match", abouts=NOTICE_KINDS.keys(), ways=get_args(NoticeWay))
TURN = NOTICE_KINDS.declare(
    "turn",
    to="player",
    public="board",
    text=Text.BOARD,
    buttons=(),
    urgency="timed",
    shares={"channel", "use"},
    until=(),
)
END = NOTICE_KINDS.declare(
    "end",
    to="player",
    public="board",
    text=Text.BOARD,
    buttons=(),
    urgency="none",
    shares={"channel", "dm"},
    until=None,
    heading=ENDS,
)


class Notices:
    """Queues one transaction's notices."""

    def __init__(self, tx: Tables, now: int, pings: Pings, due: Callable[[int], None], revised: Container[int]) -> None:
        """Prepare the notices of one transaction.

        For each notice that is queued, `due` is called with the time at which the notice is due. `revised` contains the
        IDs of the matches that have an event in this transaction.
        """
        self._tx = tx
        self._now = now
        self._pings = pings
        self._due = due
        self._revised = revised
        self.waiting = set[int]()
        """The people who have a notice waiting until they next use the bot."""
        self._silenced = set[int]()
        """The IDs of the matches whose results ping nobody."""

    def silence_end(self, match_id: int) -> None:
        """Let a match's result ping nobody, and make no new post.

        The board shows it, if it has been posted. Players who do not see the match anywhere are told without a ping.
        """
        self._silenced.add(match_id)

    def is_silenced(self, match_id: int) -> bool:
        """Return whether a match was given to `silence_end`."""
        return match_id in self._silenced

    async def tell(
        self, match: Match, seat: Seat, kind: NoticeKind, actor_id: int | None = None, *, awaited: bool = False
    ) -> None:
        """Notify a player of an event in a match, in the way chosen in the player's settings.

        `actor_id` is the person who caused the event, or None if the clock did. Beyond their limit of pings, a notice
        that a board shows anyway is dropped, an offer raises Refusal, and other notices are sent without a ping. Pings
        by computer players are not limited. Computer players get no notices. A person who is banned where the match is
        shown gets none, and an offer to them raises Refusal. Players are notified of their own act only if it makes it
        their turn, as accepting a challenge may, or if it ends a match that they do not see anywhere. If the clock ends
        several matches in one channel at once, only the first board pings; a board that cannot be posted is replaced by
        a direct message all the same. The end of a match given to `silence_end` pings nobody. If no event causes the
        notice, it replaces the person's earlier one of its kind, whose message is removed. Raises ValueError for a kind
        whose `public` is wrong.

        If the change is `awaited`, a notice that the board may make unnecessary is due DELIVERY_LEASE seconds later. It
        is dropped if the player's interaction has shown the board by then.
        """
        person = match.players[seat]
        if person.id < 0:
            return
        chosen, shown, banned = await self._tx.postings.choices_and_seats(match.id, person.id, seat)
        if banned:
            if kind.asks:
                raise Refusal(
                    "{name} cannot use Tidepool here right now, so they would not be able to answer.", name=person.name
                )
            return
        seats = shown & {None, seat}
        self._check_public(match, kind, placed=bool(seats))
        if kind is END and not seats and (awaited or actor_id == person.id):
            await self.show_end(match, person.id)
            return
        if actor_id == person.id and kind is not TURN:
            return
        if kind is END and match.id in self._silenced:
            if not seats:
                await self.tell_elsewhere(match, person.id, END)
            return
        ways = await self._ways(match, seat, kind, actor_id, chosen.notifications, seats)
        earliest = self._now + DELIVERY_LEASE if awaited and kind.with_board else self._now
        again = match.id not in self._revised and not kind.with_board
        if again:
            await self.end(match.id, match.rev + 1, [kind], person.id)
        for way, due_at in ways:
            due_at = None if due_at is None else max(due_at, earliest)  # noqa: PLW2901 (it is later now)
            await self._queue(match, person.id, kind, way, due_at, again=again)

    async def _ways(
        self,
        match: Match,
        seat: Seat,
        kind: NoticeKind,
        actor_id: int | None,
        chosen: Notifications,
        seats: Collection[Seat | None],
    ) -> list[tuple[NoticeWay, int | None]]:
        """Return the ways to notify a player as `ways_to_notify` does, without pings beyond a limit.

        `seats` are those of the places where the player sees the match. Raises Refusal for an offer beyond a limit.
        """
        person = match.players[seat]
        ways = ways_to_notify(
            chosen, kind, self._now, deadline=match.deadline, placed=bool(seats), direct=seats == {seat}
        )
        if actor_id is not None and actor_id > 0 and actor_id != person.id:
            left_out: NoticeWay | None = "silent" if kind.private or not seats else None
            ways = await self._pings.within_limit(ways, actor_id, person, left_out, refuse=kind.asks)
        if actor_id is None and kind is END and await self._tx.notices.pinged_nearby(match.id, person.id, END):
            ways = [("silent", None) if way == ("channel", None) else way for way in ways]
        return ways

    def _check_public(self, match: Match, kind: NoticeKind, *, placed: bool) -> None:
        """Raise ValueError if this notice would be shown in public but must not be.

        A kind of notice declares in `public` why everybody may read it. This reason must be true of the match.
        """
        left = isinstance(kind.text, str) and "{when}" in kind.text
        untrue = {
            "event": "it follows from no event in `after`" if not kind.after or match.id not in self._revised else "",
            "clock": "its text has no {when}, and no time has run out"
            if match.deadline is None or (match.deadline > self._now and not left)
            else "",
            "place": "the recipient still sees the match in a place" if placed else "",
        }
        if untrue.get(kind.public or ""):
            raise ValueError(
                f"{kind.where}the notice {kind.name!r} is declared with public={kind.public!r}, but of match "
                f"{match.id}, {untrue[kind.public or '']}. If only its recipient may read it, declare public=None."
            )

    async def end(
        self, match_id: int, before: int, kinds: Sequence[NoticeKind] | None = None, person_id: int | None = None
    ) -> None:
        """Remove the notices about a match's revisions earlier than `before`.

        If `kinds` or `person_id` is given, only notices of these kinds or to this person are removed.
        """
        if await self._tx.notices.outdate(match_id, before, self._now, kinds, person_id):
            self._due(self._now)

    async def show_end(self, match: Match, person_id: int) -> None:
        """Queue a match's result to be shown to a player when they next use the bot."""
        await self._tx.notices.forget(match.id, person_id, [END])
        await self._queue(match, person_id, END, "use", None)

    async def tell_elsewhere(self, match: Match, person_id: int, kind: NoticeKind) -> None:
        """Queue a notice to a person as a direct message that does not ping them.

        If the person does not accept direct messages, the notice is shown when they next use the bot.
        """
        chosen = (await self._tx.settings.of_player(person_id)).notifications
        way: NoticeWay = "use" if chosen.dm_closed else "silent"
        await self._queue(match, person_id, kind, way, None if chosen.dm_closed else self._now)

    async def goes_directly(self, person_id: int, kind: NoticeKind) -> bool:
        """Return whether a person gets notices of this kind by any means other than a board's own message."""
        chosen = (await self._tx.settings.of_player(person_id)).notifications
        return any(way != "channel" for way, _ in ways_to_notify(chosen, kind, self._now))

    async def tell_spectator(self, match: Match, person_id: int, kind: NoticeKind) -> None:
        """Queue a notice for a person who follows a match, without pinging the person.

        A person who is banned in a server that shows the match gets no notice.
        """
        chosen, _, banned = await self._tx.postings.choices_and_seats(match.id, person_id, None)
        for way, due_at in () if banned else ways_to_notify(chosen.notifications, kind, self._now):
            await self._queue(match, person_id, kind, "silent" if way == "dm" else way, due_at)

    async def _queue(
        self, match: Match, person_id: int, kind: NoticeKind, way: NoticeWay, due_at: int | None, *, again: bool = False
    ) -> None:
        """Queue one notice for a person.

        Without `due_at`, the notice is shown by a board or when the person next uses the bot. The notice replaces an
        equal one of the same revision, unless it is sent `again` while the earlier one's message is being removed.
        """
        notice = with_key(
            Delivery("notice", match.id, rev=match.rev, person_id=person_id, about=kind.name, way=way, due_at=due_at)
        )
        await self._tx.outbox.save(replace(notice, key=f"{notice.key}:{self._now}") if again else notice)
        if way == "use":
            self.waiting.add(person_id)
        if due_at is not None:
            self._due(due_at)


def with_key(notice: Delivery) -> Delivery:
    """Return a notice with its unique key, which combines its revision, recipient, kind and delivery method."""
    return replace(notice, key=f"{notice.rev}:{notice.person_id}:{notice.about}:{notice.way}")
