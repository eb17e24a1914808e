"""Posts a match's newest board exactly once in each of the match's channels.

A move is committed first and shown afterwards, if possible by the interaction that caused it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Collection, Sequence
from weakref import WeakValueDictionary

import discord

from cogs.posts.board_posts import BoardPosts, posting_for
from cogs.posts.poster import Beside, Poster
from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, say
from cogs.wire.failures import FAILURES, NO_MESSAGE, code_of
from cogs.wire.lookback import recent_messages, shown_rev
from cogs.wire.permissions import answers_privately
from cogs.wire.replies import Interaction, Reply
from games import Seat
from language import mark, series
from matches.deliveries import Delivery, Posting
from matches.errors import Refusal
from matches.model import Match, Place, Snapshot
from service import Service
from service.boards import newest_board
from service.outbox import TakenOver
from storage.errors import Unavailable

log = logging.getLogger(__name__)


SOON_SHOWN = mark("Saved. The board will appear soon.")
PATIENCE = 2.4
"""How long, in seconds, a board waits for the computer player's reply so that one post can show both moves.

This suffices for every answer that takes less than 2 s, and usually for the highest level, which thinks for 2 s.
Meanwhile `Reply` defers the interaction.
"""
FOLLOW_UP = 13 * 60
"""How long an interaction can be followed up, in seconds. Discord allows 15 minutes."""
POLL = 1.0
"""How often to check on a thinking computer player, in seconds, because a failed search is retried later."""


class Boards(Poster, kind="board"):
    """Shows matches in their channels."""

    def __init__(self, client: discord.Client, service: Service, beside: Beside) -> None:
        super().__init__(client, service, beside)
        self._posts = BoardPosts(client, service, beside)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def show(
        self,
        snapshot: Snapshot,
        interaction: Interaction,
        *,
        late: bool = False,
        answering: Awaitable[None] | None = None,
    ) -> Sequence[Place] | None:
        """Show a match's newest board in each of its channels that still shows an older one.

        Returns the places as they were before, or None if the database could not be read.

        If the interaction that caused the change came from one of these places, the board itself is the answer;
        otherwise a private message is. A board that cannot be posted is not an error: the move counts, and the person
        is told why. `late` means that the person is no longer waiting for the board, so it pings them if it is their
        turn. `answering` is the private answer, sent while the computer player thinks and before anything else.
        """
        try:
            try:
                snapshot = await self._with_answer(snapshot)
            finally:
                if answering is not None:
                    await answering
            return await self._show(snapshot, interaction, late=late)
        except Unavailable as error:
            log.error("A board waits: %s", error)  # noqa: TRY400 (one line says it all)
            if not Reply.to(interaction).said:
                await _tell(interaction, say(SOON_SHOWN))
            await Reply.to(interaction).finish()
        return None

    async def _show(self, snapshot: Snapshot, interaction: Interaction, *, late: bool) -> Sequence[Place]:
        match = snapshot.match
        async with self._lock(match.id):
            postings = await self._service.places.postings(match)
            troubles = [
                trouble
                for posting in sorted(postings, key=lambda posting: posting.place.channel_id != interaction.channel_id)
                if posting.place.shown_rev < match.board_rev
                and (trouble := await self._try_to_post(snapshot, posting, interaction, late=late))
            ]
        await self._finish(
            match, interaction, say("Done. {told}", told=Markdown("\n".join(troubles))) if troubles else ""
        )
        if match.thinking and any(posting.place.guest for posting in postings):
            self._beside.later(self.follow_up(match.id, interaction))
        return [posting.place for posting in postings]

    async def _with_answer(self, snapshot: Snapshot) -> Snapshot:
        """Wait briefly for the computer player's reply, then return an up-to-date snapshot of the match."""
        match_id = snapshot.match.id
        if not snapshot.match.thinking or snapshot.match.watched:
            return snapshot
        places = await self._service.places.of(match_id)
        with self._beside.holding(*(("board", match_id, str(place.channel_id)) for place in places)):
            answered = await self._service.computer_turns.answer(match_id, PATIENCE)
        return answered or await self._service.lookup.with_newest_board(match_id)

    async def follow_up(self, match_id: int, interaction: Interaction) -> None:
        """Wait until the computer player has moved or answered an offer, then show the newest board.

        In a server where the bot is not installed, only this interaction can show the board. After FOLLOW_UP seconds,
        the next use of the bot shows it.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + FOLLOW_UP
        while (left := until - loop.time()) > 0:
            await self._service.computer_turns.until_done(match_id, left)
            snapshot = await self._service.lookup.with_newest_board(match_id)
            if not snapshot.match.thinking and snapshot.match.answering is None:
                await self.show(snapshot, interaction, late=True)
                return
            await asyncio.sleep(POLL)

    async def places(self, match_id: int) -> list[Place]:
        """Wait until no board of the match is being posted, then return the channels that show the match."""
        async with self._lock(match_id):
            return await self._service.places.of(match_id)

    async def catch_up(self, match_id: int, interaction: Interaction) -> bool:
        """Respond with the match's board, if it is queued for this channel and the bot is not a member of the server.

        Returns whether it sent a response.
        """
        if Reply.to(interaction).said or answers_privately(interaction):
            return False
        places = await self.places(match_id)  # first: a board that is being posted is no longer queued afterwards
        queued = {delivery.channel_id for delivery in await self._service.outbox.of("board", match_id)}
        here = interaction.channel_id
        if here not in queued or not any(place.guest and place.channel_id == here for place in places):
            return False
        await self.show(await self._service.lookup.with_newest_board(match_id), interaction)
        return True

    def replace_deleted(self, matches: Sequence[Match], person_id: int) -> None:
        """In the background, repost any boards of a player's running matches whose messages were deleted."""
        played = [match.id for match in matches if not match.over and match.seat_of(person_id) is not None]
        self._beside.later(self._replace_deleted(played))

    async def _replace_deleted(self, match_ids: Sequence[int]) -> None:
        for match_id in match_ids:
            for place in await self.places(match_id):
                if place.guest or place.message_id is None:
                    continue
                try:
                    await self.channel(place).get_partial_message(place.message_id).fetch()
                except FAILURES as error:
                    if code_of(error) == NO_MESSAGE:
                        await self._service.outbox.repost_deleted_board(place)

    async def bump(self, snapshot: Snapshot, interaction: Interaction) -> None:
        """Repost the newest board at the bottom of the channel, without pinging anyone.

        Raises Refusal if this channel does not show the match. If the channel does not show the newest board yet, the
        board is posted as usual, so it may ping.
        """
        match = snapshot.match
        async with self._lock(match.id):
            here = await self.posting(match, interaction.channel_id)
            if here is None:
                raise Refusal(
                    "{match} is in another channel. Choose **Move it here** to continue here.",
                    match=texts.title(match),
                )
            await self._service.outbox.bump(match.id, interaction.user.id, here.place.channel_id)
            quietly = here.place.shown_rev >= match.board_rev
            trouble = await self._try_to_post(snapshot, here, interaction, quietly=quietly)
        await self._finish(match, interaction, trouble or "")

    async def _finish(self, match: Match, interaction: Interaction, trouble: str) -> None:
        """Finish the response after showing a board: report a failure, or link to a board in another channel."""
        reply = Reply.to(interaction)
        if not (trouble or reply.said):
            places = await self._service.places.of(match.id)
            here = any(place.channel_id == interaction.channel_id for place in places)
            if here and interaction.message is not None:
                await reply.acknowledge()
            if not (reply.deferred and here):
                told = whereabouts(match, places, match.seat_of(interaction.user.id))
                trouble = say("Done. {told}", told=Markdown(told)) if told else ""
        if trouble:
            await _tell(interaction, trouble)
        await reply.finish()

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Post the newest board in each channel it is queued for, unless an earlier attempt succeeded there."""
        for delivery in deliveries:
            messages: list[discord.Message] = []
            if delivery.doubtful:
                places = await self._service.places.of(delivery.subject)
                if not any(place.guest and place.channel_id == delivery.channel_id for place in places):
                    # before taking the lock, because this may be slow; a guest cannot read the history
                    messages = await recent_messages(self.channel(delivery), self._client.user)
            async with self._lock(delivery.subject):
                await self._post_or_find(delivery, messages)

    async def _post_or_find(self, delivery: Delivery, messages: Sequence[discord.Message]) -> None:
        snapshot = await self._service.lookup.with_newest_board(delivery.subject)
        match = snapshot.match
        here = await self.posting(match, delivery.channel_id)
        quietly = delivery.about == "quiet"
        stale = delivery.rev < match.board_rev  # the newer board is queued instead, perhaps by another process
        if stale or here is None or (here.place.shown_rev >= match.board_rev and not quietly):
            await self._service.outbox.record_done([delivery])
            return
        recorded = here.place.message_id or 0
        newer = (message for message in messages if message.id > recorded or (message.id == recorded and not quietly))
        newest = next((message for message in newer if shown_rev(message, match) == match.board_rev), None)
        if delivery.doubtful:
            await self._service.outbox.doubt(here.place)
        if newest is None:
            await self._posts.post(snapshot, here, None, quietly=quietly)
        else:
            edited, seat, cause = newest.id == recorded, match.against_computer, newest.interaction_metadata
            if edited and seat is not None:  # only the player's own use of the bot edits their board
                here = posting_for(here, match, match.players[seat].id, delivery.channel_id)
            elif cause is not None:
                here = posting_for(here, match, cause.user.id, delivery.channel_id)
            await self._posts.note(match, here.place, newest.id, here.pinged, here.seen_by, quietly=quietly)

    async def _try_to_post(
        self,
        snapshot: Snapshot,
        posting: Posting,
        interaction: Interaction,
        *,
        quietly: bool = False,
        late: bool = False,
    ) -> str | None:
        """Post the newest board in one channel. If that fails, returns a sentence that says why."""
        queued = newest_board(snapshot.match, posting.place)
        with self._beside.holding(queued.name):
            try:
                return await self._posts.post(snapshot, posting, interaction, quietly=quietly, late=late)
            except TakenOver:
                return None
            except Unavailable as error:
                log.error("A board waits: %s", error)  # noqa: TRY400 (one line says it all)
                return None if Reply.to(interaction).said else say(SOON_SHOWN)
            except FAILURES as error:
                await self._beside.retry_failed([queued], error, interaction.user.id)
                if isinstance(error, discord.Forbidden):
                    return say(
                        "I cannot post the board in {channel} until I have **View Channel**, **Send Messages**, "
                        "**Attach Files** and **Read Message History** there.",
                        channel=texts.channel(posting.place.channel_id),
                    )
                log.warning("A board could not be posted: %s", error)
                return say("Discord rejected the board just now. I will keep trying.")

    def _lock(self, match_id: int) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())


async def _tell(interaction: Interaction, text: str) -> None:
    """Send the user a private message, ignoring any failure."""
    try:
        await Reply.to(interaction).tell(text)
    except FAILURES as error:
        log.info("An answer was lost: %s", error)


def whereabouts(match: Match, places: Collection[Place], seat: Seat | None) -> str:
    """Return a sentence telling players who have used the bot in another channel where to find the board.

    Returns "" if the match is over and shown nowhere else, because a notice then shows the result.
    """
    seen = [place for place in places if place.seen_by(seat)]
    if not seen and match.over and seat is not None:
        return ""
    if places and not seen:
        return say(
            "The board is in a server that you have left. Use `/match move-here` to continue in direct messages."
        )
    if not seen:
        return texts.channel_gone_text(match)
    if seen[0].seat is not None:
        return say("The board is in your direct messages with me.")
    return say("The board is here: {links}", links=series([texts.link(place) for place in seen]))
