"""The outbox: what Discord is still to show, who delivers it, and what became of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from matches.deliveries import CLAIM, ERASURE_PAUSE, SOON, Delivery, backoff
from matches.notices import PRIVATE
from service.boards import archive, old_board, strays
from service.core import Part, query, reading, transaction
from service.news import keyed
from service.quotas import check_bump
from storage.errors import Conflict
from storage.key_values import RESTORED

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from matches.model import Challenge, Match, Place
    from matches.notices import NoticeWay
    from service.change import Change
    from storage.store import Tables

A_SECOND = 2
"""In how many places the bot looks each second for boards that came after a restored backup: each is some requests."""
LASTING = frozenset({"end", "lost", "followed end"})
"""The kinds of notices whose messages never get out of date."""


class TakenOver(Exception):
    """Another process has taken over what this one was to deliver."""


class Outbox(Part):
    """The part of the service that knows what Discord is to show.

    To run it: `start()` once; then, over and over, `until_due()` and `take()`; each delivery that was taken ends with
    one of the methods that say what became of it, or with `give_back()`, or is due again after CLAIM seconds.
    """

    async def start(self) -> None:
        """Let what an earlier run had claimed be due now; what other processes have claimed is theirs.

        After a restore, look in all places for boards that came after the backup.
        """
        await self._restored()
        if self._core.alone:
            await self._release()

    @transaction
    async def _release(self, change: Change) -> None:
        await change.tx.outbox.release(self._core.worker, change.now)

    @transaction
    async def _restored(self, change: Change) -> None:
        if await change.tx.key_values.get(RESTORED):
            await change.tx.outbox.doubt_all(change.now, A_SECOND)
            change.tx.key_values.set(RESTORED, "")

    async def hand_over(self) -> None:
        """Let other processes deliver what this one has claimed and not delivered, because it ends."""
        if not self._core.alone:
            await self._hand_over()

    @transaction
    async def _hand_over(self, change: Change) -> None:
        await change.tx.outbox.hand_over(self._core.worker, change.now)

    @query
    async def next_due(self, view: Tables) -> int | None:
        """The next time at which there is something to deliver; None if there never is."""
        return await view.outbox.next()

    async def until_due(self) -> None:
        """Return when there is something to deliver, also if that comes about only while waiting."""
        await self._core.until(self.next_due, self._core.outbox_wakeup)

    @transaction
    async def take(self, change: Change, most: int = 100) -> list[Delivery]:
        """Claim what is due, the earliest first: at most `most`, and whole digests.

        Each is returned as it was before, but for the time: it is due again when the claim runs out.
        """
        until = change.now + CLAIM
        due = await change.tx.outbox.due(change.now, most)
        for one in due:
            await self._doubt_others(change, one)
        claimed = [one for one in due if await change.tx.outbox.claim(one, until, self._core.worker)]
        change.tell_at(until)
        return [replace(one, due_at=until) for one in claimed]

    @transaction
    async def give_back(self, change: Change, deliveries: Collection[Delivery]) -> None:
        """Let these be due now that were taken and not tried, unless something else became of them meanwhile."""
        for delivery in deliveries:
            await change.tx.outbox.claim(delivery, change.now, self._core.worker)  # only if it is as it was taken
        change.tell_at(change.now)

    async def confirm(self, deliveries: Collection[Delivery]) -> None:
        """Claim these anew, right before they are sent: this process may have been held up for longer than its claim.

        What has a newer revision by now is not claimed: it is another delivery. Raises TakenOver if another process
        delivers them, or has done so.
        """
        if not self._core.alone and not await self._confirm(deliveries):
            raise TakenOver

    @transaction
    async def _confirm(self, change: Change, deliveries: Collection[Delivery]) -> bool:
        for delivery in deliveries:
            owed = await change.tx.outbox.of(delivery.kind, delivery.subject)
            now = next((one for one in owed if one.key == delivery.key), None)
            if now is None or now.wanted != delivery.wanted:
                return False
            if now.claimed_by not in {None, self._core.worker} and (now.due_at or 0) > change.now:
                return False
            await self._doubt_others(change, now)
            until = change.now + CLAIM
            if now.rev == delivery.rev and not await change.tx.outbox.claim(now, until, self._core.worker):
                return False
        return True

    async def _doubt_others(self, change: Change, taken: Delivery) -> None:
        """Look soon for boards that this process takes over from another one: they may be shown already."""
        if taken.kind == "board" and taken.claimed_by not in {None, self._core.worker} and not self._core.alone:
            await change.tx.outbox.doubt_others(taken.subject, self._core.worker, change.now + SOON)

    @query
    async def of(self, view: Tables, kind: str, subject: int) -> list[Delivery]:
        """What is still to be delivered of this kind about one match or challenge, the oldest first."""
        return await view.outbox.of(kind, subject)

    @query
    async def owed_as_guest(self, view: Tables, channel_id: int, most: int) -> list[Delivery]:
        """The boards that are owed in a channel where the bot is a guest, at most `most`."""
        return await view.outbox.owed_as_guest(channel_id, most)

    async def done(self, deliveries: Collection[Delivery]) -> None:
        """Note that these are shown, or need not be shown any more."""
        if not deliveries:
            return
        async with self._core.store.write() as tx:
            for delivery in deliveries:
                await tx.outbox.done(delivery)

    @transaction
    async def gone_over(self, change: Change, erasure: Delivery, rev: int | None) -> None:
        """The boards up to this revision name nobody any more who was forgotten; None says that all are done."""
        if not await change.tx.outbox.was_owed(erasure) or rev is None:
            return
        await change.owe(replace(erasure, rev=rev, tried=0, claimed_by=None), ERASURE_PAUSE)

    @reading
    async def sharing(self, view: Tables, notice: Delivery) -> list[Delivery]:
        """The other notices to the same person that one message tells together with this one, and that still hold."""
        if notice.message_id is None:
            return []
        others = await view.notices.in_message(notice.message_id, notice.person_id or 0)
        return [one for one in others if one.name != notice.name]

    @reading
    async def with_board(self, view: Tables, match_id: int) -> list[Delivery]:
        """Whom the post of the newest board is to ping; everybody else is named without a ping."""
        return await view.notices.with_board(match_id)

    @transaction
    async def put_off(self, change: Change, deliveries: Sequence[Delivery], *, refused: bool, tried: int = 0) -> int:
        """Note that these could not be delivered: they are due after a pause, a longer one where Discord refused them.

        Each failure doubles the pause; `tried` says how often something was refused in their place. Returns when the
        last of them is due.
        """
        last = change.now
        for delivery in deliveries:
            owed = await change.tx.outbox.of(delivery.kind, delivery.subject)
            often = max(tried, next((one.tried for one in owed if one.key == delivery.key), 0))
            until = change.now + backoff(often, refused=refused)
            await change.tx.outbox.put_off(delivery, until, None if refused else self._core.worker)
            change.tell_at(until)
            last = max(last, until)
        return last

    @transaction
    async def postpone(self, change: Change, deliveries: Sequence[Delivery], until: int) -> None:
        """Let these be due at that time: they were taken and not tried, because Discord refuses too much now."""
        for delivery in deliveries:
            await change.tx.outbox.postpone(delivery, until)
        change.tell_at(until)

    @transaction
    async def doubt(self, change: Change, match_id: int, place: Place) -> None:
        """A board may have been posted in a place though nobody could note that: soon it is looked for there."""
        if place.guest:
            return  # the bot cannot read there
        known = [one for one in await change.tx.outbox.of("strays", match_id) if one.key == str(place.channel_id)]
        wanted = replace(known[0], rev=known[0].rev + 1) if known else strays(place)
        await change.owe(replace(wanted, tried=0, claimed_by=None), SOON)

    @reading
    async def refused_channels(self, view: Tables) -> set[int]:
        """The channels in which Discord has refused something that is still owed."""
        return await view.outbox.refused_channels()

    @transaction
    async def hurry(self, change: Change, channel_id: int) -> None:
        """Somebody uses the bot in this channel: try again at once what was refused there."""
        await change.tx.outbox.hurry(channel_id, change.now)
        change.tell_at(change.now)

    @transaction
    async def bump(self, change: Change, match_id: int, by: int, channel_id: int) -> None:
        """Let the newest board be posted again in a channel, without a ping; the caller delivers it. Raises Refusal."""
        await check_bump(change, by)
        match = await self._core.match(change.tx, match_id)
        for place in await change.tx.places.of(match_id):
            if place.channel_id == channel_id:
                quiet = "quiet" if place.shown_rev >= match.board_rev else ""
                await change.show_board(match, place, about=quiet)

    async def board_shown(
        self,
        match: Match,
        known: Place,
        message_id: int,
        called: Collection[int],
        done: Collection[Delivery] = (),
        seen_by: int | None = None,
    ) -> list[Delivery]:
        """Note that this board has been posted as this message, and that it pinged these people.

        `seen_by` is who was shown it by their own use of the bot: they need not be told of it in any other way.

        `known` is the place as it was right before: as a rule it still is, and need not be read again. `done` are
        deliveries that were done together with it. Returns the deliveries that follow, claimed. One takes the buttons
        off the board that was the newest there until now, or off this one if a newer one was noted first. Another
        archives the thread in which a match has ended, if it was opened for a match.
        """
        rev, channel_id = match.board_rev, known.channel_id
        if known.shown_rev <= rev:
            with suppress(Conflict):
                async with self._core.store.write() as tx:
                    await _note_shown(tx, match, channel_id, called, done, seen_by)
                    await tx.places.shown_next(known, rev, message_id)
                    return await self._following(tx, match, known, message_id)
        async with self._core.store.write() as tx:
            await _note_shown(tx, match, channel_id, called, done, seen_by)
            place = next((one for one in await tx.places.of(match.id) if one.channel_id == channel_id), None)
            if place is None:
                return []
            if place.shown_rev <= rev:
                await tx.places.shown(match.id, channel_id, rev, message_id)
            return await self._following(tx, match, place, message_id)

    async def _following(self, tx: Tables, match: Match, place: Place, message_id: int) -> list[Delivery]:
        """What follows from a board that was posted as this message in a place, which is given as it was before."""
        rev, channel_id = match.board_rev, place.channel_id
        following: list[Delivery] = []
        late = place.shown_rev > rev
        old = message_id if late else place.message_id
        if old is not None and message_id != place.message_id and not place.guest:
            following.append(old_board(match.id, rev if late else place.shown_rev, channel_id, place.guild_id, old))
        if match.over and await tx.places.is_thread(channel_id):
            following.append(archive(match.id, rev, channel_id))
        due_at = self._core.clock.now() + CLAIM
        following = [replace(one, due_at=due_at, claimed_by=self._core.worker) for one in following]
        for one in following:
            await tx.outbox.save(one)
        return following

    @transaction
    async def old_boards(self, change: Change, found: Collection[Delivery], done: Collection[Delivery] = ()) -> None:
        """Boards of a match that still have their buttons though they are not the newest: let them lose those.

        Where one is of a revision that the match has not, the newest is posted again: it stands far above, without
        buttons.
        """
        for delivery in found:
            await change.tx.outbox.save(replace(delivery, due_at=change.now))
        for delivery in done:
            await change.tx.outbox.done(delivery)
        if found:
            await self._show_above(change, found)
        change.tell_at(change.now)

    async def _show_above(self, change: Change, found: Collection[Delivery]) -> None:
        match_id = next(iter(found)).subject
        match = await self._core.match(change.tx, match_id)
        lost = {one.channel_id for one in found if one.rev > match.rev}
        for place in await change.tx.places.of(match_id) if lost else ():
            if place.channel_id in lost:
                await change.show_board(match, place, about="quiet", claimed=False)

    @transaction
    async def challenge_shown(self, change: Change, challenge_id: int, message_id: int) -> None:
        """Note the message that shows a challenge. If it is settled already, its message is to say so."""
        challenge = replace(await self._core.challenge(change.tx, challenge_id), message_id=message_id)
        await change.tx.challenges.save(challenge)
        await change.tx.outbox.done(Delivery("challenge", challenge_id))
        if challenge.status != "open":
            await change.show_challenge(challenge, claimed=False)

    @transaction
    async def challenge_delivered(self, change: Change, delivery: Delivery, shown: Challenge) -> None:
        """Note that Discord shows a challenge as it was then. If it has changed since, its delivery stays owed."""
        now = await self._core.challenge(change.tx, shown.id)
        if replace(now, message_id=None) == replace(shown, message_id=None):
            await change.tx.outbox.done(delivery)

    @transaction
    async def notices_sent(self, change: Change, notices: Sequence[Delivery], channel_id: int, message_id: int) -> None:
        """Note that these notices were sent as this message, which is removed when it is out of date.

        A digest stays as it was: it speaks of a day, and of other matches, too.
        """
        for notice in notices:
            current = await change.tx.outbox.was_owed(notice)
            if notice.about in LASTING or notice.way == "digest":
                continue
            sent = replace(notice, channel_id=channel_id, message_id=message_id, due_at=None, tried=0, claimed_by=None)
            if not current:  # it went out of date while it was being sent
                sent = replace(sent, wanted="removed", due_at=change.now)
                change.tell_at(change.now)
            await change.tx.outbox.save(sent)

    @transaction
    async def undeliverable(self, change: Change, notices: Sequence[Delivery]) -> None:
        """Send these notices the other way, for they cannot be sent this way, unless the other was tried, too.

        That a direct message was refused is remembered: later ones to this person go to the channel at once.
        """
        for notice in notices:
            await self._other_way(change.tx, notice, change.now)
        change.tell_at(change.now)

    @transaction
    async def unshown(self, change: Change, match_id: int, place: Place) -> None:
        """A board could not be posted in a place, where only somebody's next use can show it: it waits for that.

        The people whom it was to ping get a direct message.
        """
        if place.guest:
            await change.tx.outbox.wait(match_id, place.channel_id)
        for notice in await change.tx.notices.with_board(match_id):
            await self._other_way(change.tx, notice, change.now)
        change.tell_at(change.now)

    async def _other_way(self, tx: Tables, notice: Delivery, now: int) -> None:
        person_id = notice.person_id or 0
        settings = await tx.settings.of_player(person_id)
        chosen = settings.notifications
        other: NoticeWay | None
        if notice.way == "channel":
            other = None if chosen.dm_closed else "dm"
        else:
            closed = replace(settings, notifications=replace(chosen, dm_closed=True))
            await tx.settings.keep_player(person_id, closed)
            shown = notice.about not in PRIVATE and await tx.places.of(notice.subject)
            other = "channel" if shown else None
        if await tx.outbox.was_owed(notice) and other is not None and chosen.way != "both":
            await tx.outbox.save(keyed(replace(notice, way=other, due_at=now, tried=0, claimed_by=None)))


async def _note_shown(
    tx: Tables,
    match: Match,
    channel_id: int,
    called: Collection[int],
    done: Collection[Delivery],
    seen_by: int | None,
) -> None:
    """Owe a board no more that was posted in a channel, nor its pings, nor what was done together with it."""
    for delivery in done:
        await tx.outbox.done(delivery)
    await tx.outbox.board_done(match.id, channel_id, match.board_rev)
    await tx.notices.shown_with_board(match.id, match.board_rev, called)
    if seen_by is not None:
        await tx.notices.seen(match.id, match.board_rev, seen_by)
