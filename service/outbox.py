"""The outbox: the queue of deliveries to Discord.

It also records which process makes each delivery, and whether the delivery succeeded.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace

from games import SEATS, other_side
from matches.deliveries import DELIVERY_KINDS, DELIVERY_LEASE, ERASURE_PAUSE, SEARCH_DELAY, Delivery, backoff
from matches.model import Challenge, Match, Place
from matches.notices import NOTICE_KINDS, NoticeWay
from service.boards import TOLD, archive, old_board, show_board, strays
from service.change import Change
from service.core import Part, queries, reading, reads, transaction
from service.notices import with_key
from service.quotas import check_use
from service.remarks import MOVED
from service.telling import TAKEN_BACK
from storage.bookkeeping import RESTORED
from storage.errors import Conflict
from storage.store import Tables

PLACES_A_SECOND = 2
"""How many places are searched per second for boards newer than a restored backup. Each takes a few requests."""


class TakenOver(Exception):
    """Raised if another process has taken over a delivery that this process had claimed."""


class Outbox(Part):
    """Queues deliveries to Discord, each of which is made at least once.

    To run it, call `start()` once, then `until_due()` and `take()` in a loop. `take` leases deliveries for
    DELIVERY_LEASE seconds. Each ends with a method that records its outcome, or with `give_back()`; otherwise it is due
    again when the lease expires.
    """

    _knows_waiting = False
    """Whether the core's `waiting` has been filled from the database."""

    @transaction
    async def start(self, change: Change) -> None:
        """Release the deliveries claimed by the bot's previous run, so that they are due at once.

        If other processes may still be making these deliveries, they are left alone.

        After a restore, search all places for boards that are newer than the backup.
        """
        if await change.tx.key_values.get(RESTORED):
            await change.tx.outbox.search_all_for_strays(change.now, PLACES_A_SECOND)
            change.tx.key_values.set(RESTORED, "")
        if self._core.alone:
            await change.tx.outbox.release_others(self._core.worker, change.now)

    async def hand_over(self) -> None:
        """Release this process's unfinished deliveries, because the process is stopping."""
        if not self._core.alone:
            await self._core.run(lambda change: change.tx.outbox.release_own(self._core.worker, change.now))

    next_due = queries(lambda view: view.outbox.next)

    async def until_due(self) -> None:
        """Wait until a delivery is due, including one scheduled during the wait."""
        await self._core.until(self.next_due, "delivery")

    @transaction
    async def take(self, change: Change, limit: int = 100) -> list[Delivery]:
        """Claim up to `limit` due deliveries, earliest first.

        A few more may be claimed, so that all notices of a digest stay together. Returns them as they were before the
        claim, but due again when the claim expires. A post that another process may have sent is only claimed now, and
        is due SEARCH_DELAY seconds later: if it was sent, Discord shows it by then.
        """
        until = change.now + DELIVERY_LEASE
        claimed = []
        for delivery in await change.tx.outbox.due(change.now, limit):
            if self._of_another(delivery) and not DELIVERY_KINDS[delivery.kind].edits:
                searched_at = change.now + SEARCH_DELAY
                if delivery.kind == "board":
                    await change.tx.outbox.search_for_strays(delivery.subject, self._core.worker, searched_at)
                await change.tx.outbox.claim(delivery, searched_at, self._core.worker)
                change.delivery_due(searched_at)
            elif await change.tx.outbox.claim(delivery, until, self._core.worker):
                claimed.append(replace(delivery, due_at=until))
        change.delivery_due(until)
        return claimed

    @transaction
    async def give_back(self, change: Change, deliveries: Collection[Delivery]) -> None:
        """Requeue deliveries that were claimed but not attempted.

        A delivery that has changed in the meantime is left as it is.
        """
        for delivery in deliveries:
            await change.tx.outbox.claim(delivery, change.now, self._core.worker)  # only if it is unchanged
        change.delivery_due(change.now)

    async def confirm(self, deliveries: Collection[Delivery]) -> None:
        """Renew this process's claims on deliveries just before sending them.

        This is needed because a claim may have expired in the meantime. Raises TakenOver if another process has since
        claimed one of them, or if this revision is no longer queued.
        """
        if not self._core.alone and not await self._confirm(deliveries):
            raise TakenOver

    @transaction
    async def _confirm(self, change: Change, deliveries: Collection[Delivery]) -> bool:
        for delivery in deliveries:
            current = await _current(change.tx, delivery)
            if current is None or (current.rev, current.wanted) != (delivery.rev, delivery.wanted):
                return False
            until = change.now + DELIVERY_LEASE
            if self._of_another(current) or not await change.tx.outbox.claim(current, until, self._core.worker):
                return False
        return True

    def _of_another(self, delivery: Delivery) -> bool:
        """Return whether this delivery was last claimed by another process that may still be running."""
        return delivery.claimed_by not in {None, self._core.worker} and not self._core.alone

    async def waiting(self, person_id: int) -> list[Delivery]:
        """Return the notices to show this person when they next use the bot, newest first.

        If no other process uses the store, only people who have had such notices need a query.
        """
        if self._core.alone and not self._knows_waiting:
            self._core.waiting.update(await self._people_waiting())
            self._knows_waiting = True
        if self._core.alone and person_id not in self._core.waiting:
            return []
        return await self._waiting(person_id)

    of = queries(lambda view: view.outbox.of)
    _waiting = queries(lambda view: view.notices.waiting)
    _people_waiting = queries(lambda view: view.notices.people_waiting)
    queued_as_guest = queries(lambda view: view.outbox.queued_as_guest)

    async def record_done(self, deliveries: Collection[Delivery]) -> None:
        """Record that these deliveries have been made or are no longer needed."""
        if not deliveries:
            return
        async with self._core.store.write() as tx:
            for delivery in deliveries:
                await tx.outbox.done(delivery)

    @transaction
    async def gone_over(self, change: Change, erasure: Delivery, rev: int | None) -> None:
        """Record that a match's boards up to revision `rev` no longer name a person whose data was deleted.

        If `rev` is None, none of the match's boards names the person any more, and nothing is queued.
        """
        if not await change.tx.outbox.delete_unchanged(erasure) or rev is None:
            return
        await change.queue(replace(erasure, rev=rev, tried=0, claimed_by=None), ERASURE_PAUSE)

    @reading
    async def sharing(self, view: Tables, notice: Delivery) -> list[Delivery]:
        """Return the other notices that were sent in the same message as this one and still apply to its recipient."""
        if notice.message_id is None:
            return []
        notices = await view.notices.in_message(notice.message_id, notice.person_id or 0)
        return [other for other in notices if other.name != notice.name]

    @transaction
    async def retry_later(
        self,
        change: Change,
        deliveries: Sequence[Delivery],
        *,
        refused: bool,
        attempts: int = 0,
        person_id: int | None = None,
    ) -> int:
        """Schedule retries of these failed deliveries, with exponential backoff.

        If Discord has `refused` them, the back-off is longer, and people are told by other means, as
        `notify_otherwise` does. `attempts` is the number of refusals in their place. Returns the time of the last
        retry.
        """
        last = change.now
        for delivery in deliveries:
            current = await _current(change.tx, delivery)
            until = change.now + backoff(max(attempts, current.tried if current else 0), refused=refused)
            await change.tx.outbox.retry_later(delivery, until, None if refused else self._core.worker)
            change.delivery_due(until)
            last = max(last, until)
        if refused:
            await self._elsewhere(change, deliveries, person_id)
        return last

    @reading
    async def held_until(self, view: Tables, delivery: Delivery) -> int | None:
        """Return when to try a delivery again if others must be made first, or None if it can be made now.

        Deliveries that Discord has refused, or that wait for somebody to use the bot, hold nothing back.
        """
        kind = DELIVERY_KINDS[delivery.kind]
        of = view.outbox.of_matches if kind.concerns == "tournament" else view.outbox.of
        earlier = [each for name in kind.follows for each in await of(name, delivery.subject)]
        tried = [each.tried for each in earlier if each.due_at is not None and (each.doubtful or not each.tried)]
        return self._core.clock.now() + backoff(max(tried), refused=False) if tried else None

    @transaction
    async def defer(self, change: Change, deliveries: Sequence[Delivery], until: int, *, refused: bool = False) -> None:
        """Postpone these deliveries until this time.

        They were not attempted, because Discord is refusing too many requests or because others must be made first. If
        their place has `refused` posts, people are told by other means, as `notify_otherwise` does.
        """
        for delivery in deliveries:
            await change.tx.outbox.defer(delivery, until)
        change.delivery_due(until)
        if refused:
            await self._elsewhere(change, deliveries)

    @transaction
    async def doubt(self, change: Change, place: Place) -> None:
        """Schedule a search of a place for a board that may have been posted without being recorded."""
        if place.guest:
            return  # the bot cannot read there
        search = strays(place)
        if current := await _current(change.tx, search):
            search = replace(current, rev=current.rev + 1)
        await change.queue(replace(search, tried=0, claimed_by=None), SEARCH_DELAY)

    refused_channels = reads(lambda view: view.outbox.refused_channels)

    @transaction
    async def retry_now(self, change: Change, channel_id: int) -> None:
        """Immediately retry the deliveries that this channel has refused.

        They are likely to succeed now, because somebody is using the bot in the channel.
        """
        await change.tx.outbox.retry_now(channel_id, change.now)
        change.delivery_due(change.now)

    @transaction
    async def bump(self, change: Change, match_id: int, person_id: int, channel_id: int) -> None:
        """Queue a repost of a match's newest board, so that the board is the last message in the channel.

        Nobody is pinged, and the caller makes the delivery. Raises Refusal if the person does this too often.
        """
        await check_use(change, "bump", person_id)
        match = await self._core.match(change.tx, match_id)
        for place in await change.tx.places.of(match_id):
            if place.channel_id == channel_id:
                quiet = "quiet" if place.shown_rev >= match.board_rev else ""
                await show_board(change, match, place, about=quiet)

    @transaction
    async def repost_deleted_board(self, change: Change, place: Place) -> None:
        """Queue a repost of a match's newest board, because the message with the board was deleted.

        Nobody is pinged.
        """
        match = await self._core.match(change.tx, place.match_id)
        if place.shown_rev == match.board_rev and place in await change.tx.places.of(match.id):
            await show_board(change, match, place, about="quiet", claimed=False)

    async def board_shown(
        self,
        match: Match,
        known: Place,
        message_id: int,
        pinged: Collection[int],
        done: Collection[Delivery] = (),
        seen_by: int | None = None,
    ) -> list[Delivery]:
        """Record which message shows a match's newest board in a place.

        `pinged` contains the IDs of the people whom the message pinged.

        `known` is the place as read before the post, which usually saves reading it again. `done` are edits to
        record in the same transaction. `seen_by` is the person who saw the board as a response. Returns the deliveries
        that follow, already claimed: one removes the buttons of the previous board there, or of this board if a newer
        one was recorded first; another archives the thread of a match that has ended.
        """
        rev, channel_id = match.board_rev, known.channel_id
        if known.shown_rev <= rev:
            with suppress(Conflict):
                async with self._core.store.write() as tx:
                    await _note_shown(tx, match, known, pinged, done, seen_by)
                    await tx.places.shown_next(known, rev, message_id)
                    return await self._following(tx, match, known, message_id)
        async with self._core.store.write() as tx:
            await _note_shown(tx, match, known, pinged, done, seen_by)
            place = next((place for place in await tx.places.of(match.id) if place.channel_id == channel_id), None)
            if place is None:
                return []
            if place.shown_rev <= rev:
                await tx.places.store_shown(match.id, channel_id, rev, message_id)
            return await self._following(tx, match, place, message_id)

    async def _following(self, tx: Tables, match: Match, place: Place, message_id: int) -> list[Delivery]:
        """Claim and return the deliveries that follow a board's post. `place` is as it was before the post."""
        rev, channel_id = match.board_rev, place.channel_id
        following: list[Delivery] = []
        late = place.shown_rev > rev
        old = message_id if late else place.message_id
        if old is not None and message_id != place.message_id and not place.guest:
            following.append(old_board(match.id, rev if late else place.shown_rev, channel_id, place.guild_id, old))
        if match.over and await tx.places.is_thread(channel_id):
            following.append(archive(match.id, rev, channel_id))
        due_at = self._core.clock.now() + DELIVERY_LEASE
        following = [replace(delivery, due_at=due_at, claimed_by=self._core.worker) for delivery in following]
        for delivery in following:
            await tx.outbox.save(delivery)
        return following

    @transaction
    async def old_boards(self, change: Change, boards: Collection[Delivery], done: Collection[Delivery] = ()) -> None:
        """Queue edits that remove the buttons from old boards found by a search.

        A board of a revision that the match does not have was posted after the backup that was restored. The newest
        board is then posted again, because the recorded one is far above it.
        """
        for board in boards:
            await change.queue(board)
        for search in done:
            await change.tx.outbox.done(search)
        for match_id in {board.subject for board in boards}:
            match = await self._core.match(change.tx, match_id)
            lost = {board.channel_id for board in boards if board.rev > match.rev}
            for place in await change.tx.places.of(match_id) if lost else ():
                if place.channel_id in lost:
                    await show_board(change, match, place, about="quiet", claimed=False)

    @transaction
    async def challenge_shown(self, change: Change, challenge_id: int, message_id: int) -> None:
        """Record which message shows a challenge.

        If the challenge has been closed in the meantime, queue an edit of the message.
        """
        challenge = replace(await self._core.challenge(change.tx, challenge_id), message_id=message_id)
        await change.tx.challenges.save(challenge)
        await change.tx.outbox.done(Delivery("challenge", challenge_id))
        if challenge.status != "open":
            await change.show_challenge(challenge, claimed=False)

    @transaction
    async def record_challenge(self, change: Change, delivery: Delivery, state: Challenge) -> None:
        """Record that a challenge's message now shows `state`.

        If the challenge has changed since, its delivery stays queued.
        """
        current = await self._core.challenge(change.tx, state.id)
        if replace(current, message_id=None) == replace(state, message_id=None):
            await change.tx.outbox.done(delivery)

    @transaction
    async def notices_sent(self, change: Change, notices: Sequence[Delivery], channel_id: int, message_id: int) -> None:
        """Record which message contains these notices, so that the message can be deleted once they no longer apply.

        A digest is never deleted, because it is about a day and several matches.
        """
        for notice in notices:
            lasts = NOTICE_KINDS[notice.about].until is None
            still_applies = await change.tx.outbox.delete_unchanged(notice)
            if lasts and notice.way == "channel":
                match = await self._core.match(change.tx, notice.subject)
                people = {player.id for player in match.players if player.id > 0}
                change.tx.privacy.add_publication(message_id, channel_id, None, people)
            if lasts or notice.way == "digest":
                continue
            sent = replace(notice, channel_id=channel_id, message_id=message_id, due_at=None, tried=0, claimed_by=None)
            if not still_applies:  # the notice became stale while it was being sent
                sent = replace(sent, wanted="removed", due_at=change.now)
                change.delivery_due(change.now)
            await change.tx.outbox.save(sent)

    @transaction
    async def undeliverable(self, change: Change, notices: Sequence[Delivery]) -> None:
        """Send each failed notice the other way: by direct message instead of in the channel, or vice versa.

        If both ways have failed, the notices are shown when the person next uses the bot. If direct messages were
        refused, later notices to this person go to the channel at once.
        """
        for notice in notices:
            await self._other_way(change.tx, notice, change.now)
        change.delivery_due(change.now)

    @transaction
    async def unshown(self, change: Change, match: Match, place: Place, person_id: int | None) -> None:
        """Keep a board queued until somebody uses the bot in its channel, since the bot cannot post there until then.

        The people whom the board would have pinged get a direct message. `person_id`, who is using the bot, is shown
        how the match ended.
        """
        if place.guest:
            await change.tx.outbox.wait_for_use(match.id, place.channel_id)
        await self._without_board(change, match, place.channel_id, person_id)

    async def _elsewhere(self, change: Change, deliveries: Sequence[Delivery], person_id: int | None = None) -> None:
        """Notify players by other means, because a channel has refused these deliveries.

        A board stays queued, and a remark is replaced. `person_id` is the person who is using the bot, or None.
        """
        for delivery in deliveries:
            match = await change.tx.matches.of(delivery.subject) if delivery.kind in {"board", "word"} else None
            if match is not None and delivery.kind == "board":
                await self._without_board(change, match, delivery.channel_id, person_id)
            elif match is not None and await change.tx.outbox.delete_unchanged(delivery):
                await self._without_remark(change, match, delivery)

    notify_otherwise = transaction(_elsewhere)

    async def _without_board(self, change: Change, match: Match, channel_id: int | None, person_id: int | None) -> None:
        """Send a board's notices separately, and tell the opponent of a takeback, because the channel refused it."""
        if match.over and person_id is not None and match.seat_of(person_id) is not None:
            await change.notices.show_end(match, person_id)
        for notice in await change.tx.notices.with_board(match.id):
            await self._other_way(change.tx, notice, change.now)
        await _tell_of_takeback(change, match, channel_id)
        change.delivery_due(change.now)

    async def _without_remark(self, change: Change, match: Match, remark: Delivery) -> None:
        """Tell the opponent directly what a refused remark says, unless the match has a newer board."""
        by = next((event.seat for event in await change.tx.events.of(match.id) if event.rev == remark.rev), None)
        if remark.about == MOVED:
            by = 0 if remark.way == "0" else 1
        other = None if by is None else match.players[1 - by]
        if other is not None and other.id > 0 and remark.rev >= match.board_rev:
            await change.notices.tell_elsewhere(match, other.id, NOTICE_KINDS[remark.about])

    async def _other_way(self, tx: Tables, notice: Delivery, now: int) -> None:
        person_id = notice.person_id or 0
        settings = await tx.settings.of_player(person_id)
        chosen, kind = settings.notifications, NOTICE_KINDS[notice.about]
        other: NoticeWay = "use"
        on_board = notice.way == "channel" or notice.due_at is None
        if on_board and not chosen.dm_closed:
            other = "dm"
        elif not on_board:
            closed = replace(settings, notifications=replace(chosen, dm_closed=True))
            await tx.settings.save_player(person_id, closed)
            if not kind.private and await _seen_by(tx, notice.subject, person_id):
                other = "channel"
        told = kind.to == "follower" if other == "use" else chosen.way == "both"
        if await tx.outbox.delete_unchanged(notice) and not told:
            due_at = None if other == "use" else now
            await tx.outbox.save(with_key(replace(notice, way=other, due_at=due_at, tried=0, claimed_by=None)))
            if other == "use":
                self._core.waiting.add(person_id)


async def _tell_of_takeback(change: Change, match: Match, channel_id: int | None) -> None:
    """Tell the opponent directly about a takeback that needed no consent, if a channel has refused its board."""
    board = next(
        (board for board in await change.tx.outbox.of("board", match.id) if board.channel_id == channel_id), None
    )
    other = other_side(match.turn)
    seen = any(place.channel_id == channel_id and place.seen_by(other) for place in await change.tx.places.of(match.id))
    newest = next(event for event in await change.tx.events.of(match.id) if event.rev == match.board_rev)
    taken_back = newest.kind == "take back" and newest.seat == match.turn
    if board is not None and not board.about and seen and taken_back and not match.over and match.players[other].id > 0:
        await change.tx.outbox.save(replace(board, about=TOLD))
        await change.notices.tell_elsewhere(match, match.players[other].id, TAKEN_BACK)


async def _seen_by(tx: Tables, match_id: int, person_id: int) -> bool:
    """Return whether this person can see a match in at least one place."""
    match, places = await tx.matches.of(match_id), await tx.places.of(match_id)
    seat = match.seat_of(person_id) if match else None
    return any(place.seen_by(seat) for place in places)


async def _current(tx: Tables, delivery: Delivery) -> Delivery | None:
    """Return the delivery currently queued under the same key as this one, or None if there is none."""
    queued = await tx.outbox.of(delivery.kind, delivery.subject)
    return next((current for current in queued if current.key == delivery.key), None)


async def _note_shown(
    tx: Tables, match: Match, place: Place, pinged: Collection[int], done: Collection[Delivery], seen_by: int | None
) -> None:
    """Record that a place shows a board, and remove what this settles from the queue."""
    for delivery in done:
        await tx.outbox.done(delivery)
    await tx.outbox.board_done(match.id, place.channel_id, match.board_rev)
    await tx.notices.shown_with_board(match.id, match.board_rev, pinged)
    if match.over:
        viewers = [player.id for seat, player in zip(SEATS, match.players, strict=True) if place.seen_by(seat)]
        await tx.notices.shown_with_board(match.id, match.board_rev, viewers, "silent")
    if seen_by is not None:
        await tx.notices.delete_seen(match.id, match.board_rev, seen_by)
