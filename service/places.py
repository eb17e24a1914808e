"""The places where matches are shown."""

from collections.abc import Collection
from dataclasses import replace

from games import SEATS, Seat, other_side
from language import mark
from matches.codes import code_of
from matches.deliveries import SEARCH_DELAY, Delivery, OldPost, Posting
from matches.errors import NoMatch, Refusal
from matches.model import BOARD_EVENTS, Match, Place, Venue
from matches.notices import NOTICE_KINDS
from matches.results import SERVER_GONE, end, own_end
from service.boards import archive, old_board, show_board
from service.change import Change, Departure
from service.core import Part, queries, query, reading, transaction
from service.notices import END, TURN
from service.remarks import MOVED
from service.tournament_posts import queue_pings, release_pings
from service.tournaments import ends_silently, lose_channel
from storage.store import Tables

LOST = NOTICE_KINDS.declare(
    "lost",
    to="player",
    public="place",
    text=mark(
        "{you}, I can no longer post your match in its channel. Use `/match move-here` where you want to continue, "
        "or choose the match in `/matches` · {title}"
    ),
    buttons=(),
    urgency="none",
    shares={"dm", "use"},
    until=None,
    linked=False,
)


class Places(Part):
    """Manages the places where matches are shown: channels, threads and direct messages that contain their boards."""

    async def postings(self, match: Match) -> list[Posting]:
        async with self._core.store.read_once() as view:
            postings, outages = await view.postings.of(match.id)
        if not outages or match.clock is None or match.over:
            return postings
        async with self._core.store.read() as view:
            away, delayed = await self._outage_before(view, match)
        return [replace(posting, away=away, delayed=delayed) for posting in postings]

    @query
    async def old_post(self, view: Tables, match_id: int, rev: int, guild_id: int | None) -> OldPost:
        """Return what a match's board showed in this server at a given revision.

        If `guild_id` is None, the board was posted outside servers. Raises NoMatch if the match does not exist.
        """
        posted = await view.postings.old(match_id, rev, guild_id)
        if posted is None:
            raise NoMatch(code_of(match_id))
        return posted

    async def _outage_before(self, view: Tables, match: Match) -> tuple[int, Seat]:
        """Return how many seconds outages of the bot have added to the last turn's deadline.

        Also returns the seat of the player whose deadline it was. Outages during a vacation do not count, because the
        clock was paused.
        """
        waiting = other_side(match.turn)
        boards = [event for event in await view.events.of(match.id) if event.kind in BOARD_EVENTS]
        if len(boards) < 2:
            return 0, waiting
        began, newest = boards[-2:]
        mover = newest.seat if newest.kind == "move" and newest.seat is not None else waiting
        vacations = await view.vacations.since(match.players[mover].id, began.at)
        outages = await view.pulse.outages(began.at, newest.at)
        running = [
            outage.seconds
            for outage in outages
            if not any(away.started_at <= outage.at - outage.seconds < away.ends_at for away in vacations)
        ]
        return sum(running), mover

    of = queries(lambda view: view.places.of)
    in_use = queries(lambda view: view.places.in_use)

    @reading
    async def has_boards(self, view: Tables, channel_id: int) -> bool:
        """Return whether any match's board has ever been posted in this channel or thread."""
        return any(place.message_id is not None for place in await view.places.in_channel(channel_id))

    @transaction
    async def without_thread(self, change: Change, place: Place) -> Place:
        """Show a match in the channel itself, because the bot cannot open a thread for it."""
        shown = replace(place, channel_id=place.thread_of or place.channel_id, thread_of=None)
        return await self._show_instead(change, place, shown)

    @transaction
    async def in_thread(self, change: Change, place: Place) -> Place:
        """Move a match into the thread started from its first board, and remove the buttons from that board.

        The first board stays in the channel until one of its players is forgotten.
        """
        first = place.message_id or 0
        await change.queue(old_board(place.match_id, place.shown_rev, place.channel_id, place.guild_id, first))
        match = await self._core.match(change.tx, place.match_id)
        people = {player.id for player in match.players if player.level is None}
        change.tx.privacy.add_publication(first, place.channel_id, place.guild_id, people)
        shown = replace(place, channel_id=first, message_id=None, shown_rev=0)
        return await self._show_instead(change, place, shown)

    async def _show_instead(self, change: Change, place: Place, replacement: Place) -> Place:
        """Show a match in one place instead of another, and queue its newest board for the new place."""
        await change.tx.places.remove(place.match_id, place.channel_id)
        await change.tx.outbox.forget("board", place.match_id, place.channel_id)
        await change.tx.places.add(replacement)
        await show_board(change, await self._core.match(change.tx, place.match_id), replacement)
        return replacement

    @transaction
    async def move_here(
        self, change: Change, match_id: int, person_id: int, venue: Venue, *, other_venue: Venue | None = None
    ) -> Place:
        """Move a match from all its places to one channel.

        If the channel is this player's DM channel, `other_venue` is where the opponent sees the match. A thread opened
        for a match is archived once no match is running in it. Raises NotAPlayer, Over, and Refusal outside the server
        that votes in the match.
        """
        match, seat = await self._core.acting(change.tx, match_id, person_id, None)
        if any(player.guild_id not in {None, venue.guild_id} for player in match.players):
            raise Refusal("Match #{code} stays in the server that plays it.", code=match.code)
        new = {venue.channel_id, other_venue.channel_id if other_venue else venue.channel_id}
        for place in await change.tx.places.of(match_id):
            was_thread = await change.tx.places.is_thread(place.channel_id)
            await change.tx.places.remove(match_id, place.channel_id)
            await change.tx.outbox.forget("board", match_id, place.channel_id)
            if place.message_id is not None and not place.guest:
                board = (match.board_rev, place.channel_id, place.guild_id, place.message_id)
                await change.queue(old_board(match_id, *board))
            if not place.guest and place.channel_id not in new:
                # The remark does not belong to the player: when they are forgotten, a posted one must still be found.
                remark = Delivery("word", match_id, f"{match.rev}:{place.channel_id}:{MOVED}", match.rev, way=str(seat))
                await change.queue(replace(remark, about=MOVED, channel_id=place.channel_id, guild_id=place.guild_id))
                if was_thread:
                    await change.queue(archive(match_id, match.rev, place.channel_id), SEARCH_DELAY)
        for player in match.players:
            await change.tx.notices.forget(match_id, player.id, [LOST])
        moved = await change.show_in(match, person_id, venue, other_venue)
        await show_board(change, match)
        return moved

    @transaction
    async def note_absence(self, change: Change, match_id: int, seat: Seat, guild_id: int, *, absent: bool) -> bool:
        """Record that a player has left the server where a match is shown, or has come back if `absent` is false.

        Returns False if that was known. From now on, a player who has left gets notices by direct message, starting
        with the one about their turn.
        """
        match = await self._core.match(change.tx, match_id)
        changed = [
            place
            for place in await change.tx.places.of(match_id)
            if place.seat is None and place.guild_id == guild_id and place.misses(seat) != absent
        ]
        for place in changed:
            await change.tx.places.save_absent(place.without(seat, absent=absent))
        if changed and absent:
            await change.depart(Departure(match.players[seat].id, "left", guild_id))
        if changed and absent and not match.over and match.turn == seat:
            queued = await change.tx.outbox.of("notice", match_id)
            person_id = match.players[seat].id
            if all(notice.way == "channel" for notice in queued if notice.person_id == person_id):
                await change.notices.tell(match, seat, TURN)
        return bool(changed)

    @reading
    async def sibling_threads(self, view: Tables, place: Place) -> list[int]:
        """Return the IDs of the other threads in the same channel that show running matches of this match's players."""
        match = await self._core.match(view, place.match_id)
        places = [
            other
            for player in match.players
            if place.guild_id is not None and player.id > 0
            for other in await view.places.public_of(player.id, place.guild_id)
        ]
        return sorted({other.channel_id for other in places if other.thread_of == place.thread_of} - {place.channel_id})

    @transaction
    async def remove_lost(
        self,
        change: Change,
        channel_id: int,
        person_id: int | None = None,
        *,
        also: Collection[int] = (),
        by_vote: bool = False,
    ) -> list[Match]:
        """Stop showing running matches in channels that were deleted or that the bot can no longer use.

        These are `channel_id` and the channels in `also`. Returns the running matches left without a place. Players who
        see a match in no other place are notified, or told the result if the last board was not shown. `person_id` is
        the person who is using the bot, and is shown the result after the answer. Matches by vote are included only if
        `by_vote` is true: they cannot move elsewhere, so they must not end while their channel is only hidden.
        """
        stranded = []
        for lost_id in (channel_id, *also):
            await lose_channel(change, lost_id)
            for place in await change.tx.places.unfinished_in(lost_id):
                match = await self._core.match(change.tx, place.match_id)
                if (by_vote or not match.by_vote) and await _lose(change, match, place, person_id):
                    stranded.append(match)
        return stranded


async def _lose(change: Change, match: Match, place: Place, person_id: int | None) -> bool:
    """Stop showing a match in a place, notify the players, and return whether it runs on without a place.

    A finished match whose result the place shows stays there, in case the channel is reopened.
    """
    if match.over and place.shown_rev >= match.board_rev:
        await change.tx.outbox.forget("board", match.id, place.channel_id)
        return False
    await change.tx.places.remove(match.id, place.channel_id)
    await change.tx.outbox.forget("board", match.id, place.channel_id)
    if place.message_id is not None and not place.guest:  # in case the channel is reopened
        await change.queue(old_board(match.id, place.shown_rev, place.channel_id, place.guild_id, place.message_id))
    left = await change.tx.places.of(match.id)
    stranded = not (left or match.over)
    if stranded and (match.watched or match.by_vote):
        await change.revise(end(match, own_end("place_gone"), change.now), "stop", None)
        return False
    seat = match.server_side(place.guild_id)
    if seat is not None and not match.over and all(other.guild_id != place.guild_id for other in left):
        await change.revise(end(match, own_end(SERVER_GONE[seat]), change.now), "stop", None)
        return False
    tournament = await change.tx.tournaments.running_with(match.id)
    if tournament is not None and stranded:
        await queue_pings(change, tournament, match)
        await release_pings(change, tournament)
        return True
    for seat in SEATS:
        if place.seat not in {None, seat} or any(other.seen_by(seat) for other in left):
            continue
        if not match.over:
            await change.notices.tell(match, seat, LOST)
        elif place.shown_rev < match.board_rev:
            await _tell_end(change, match, seat, person_id)
    return stranded


async def _tell_end(change: Change, match: Match, seat: Seat, actor_id: int | None) -> None:
    """Tell a player the result of a match that cannot be shown, unless they get it by direct message."""
    person_id = match.players[seat].id
    if person_id == actor_id:
        await change.notices.show_end(match, person_id)
        return
    if await ends_silently(change.tx, match):
        await change.notices.tell_elsewhere(match, person_id, END)
        return
    ended_by = (await change.tx.events.of(match.id))[-1].seat
    if seat == ended_by or not await change.notices.goes_directly(person_id, END):
        await change.tx.notices.forget(match.id, person_id, [END])
        await change.notices.tell(match, seat, END)
