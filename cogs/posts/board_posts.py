"""Composes the board for one place, sends it by the shortest route, and records it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import discord

from cogs.posts.controls import turn_controls
from cogs.posts.poster import Beside
from cogs.posts.threads import change_in, ensure_thread
from cogs.texts import matches as texts
from cogs.texts import posts
from cogs.texts.markdown import say
from cogs.texts.practice import place_in_queue
from cogs.texts.standing import aftermath
from cogs.wire.failures import CLOSED, FAILURES, NO_ACCESS, NO_MESSAGE, code_of, lost
from cogs.wire.languages import spoken_at
from cogs.wire.people import pinging
from cogs.wire.permissions import answers_privately
from cogs.wire.pictures import Picture, picture
from cogs.wire.replies import Interaction, Reply
from looks import posted_look
from matches.deliveries import Posting
from matches.model import Match, Place, Snapshot
from matches.timecontrol import lasting
from service import Service
from service.boards import newest_board
from storage.errors import Unavailable


class BoardPosts:
    """Posts the newest board of a match in one of its places."""

    def __init__(self, client: discord.Client, service: Service, beside: Beside) -> None:
        self._client = client
        self._service = service
        self._beside = beside
        self._unrecorded = set[tuple[int, int]]()
        """(Match, channel) pairs in which this process posted a board but the database could not record it."""

    async def post(
        self,
        snapshot: Snapshot,
        posting: Posting,
        interaction: Interaction | None,
        *,
        quietly: bool = False,
        late: bool = False,
    ) -> str | None:
        """Post the newest board in one place. Raises FAILURES if a retry may succeed.

        Returns None, or the sentence that explains why the board can never be posted there; it is empty if the players
        are told the end in another way. `late` means that the person who used the bot no longer waits for the board.
        """
        match, place = snapshot.match, posting.place
        by = None if interaction is None or late else interaction.user.id
        if (match.id, place.channel_id) in self._unrecorded:
            await self._service.outbox.doubt(place)
            self._unrecorded.discard((match.id, place.channel_id))
        with spoken_at(match, place):
            if not quietly:
                place = await ensure_thread(self._client, self._service, match, place)
            if interaction is not None and by is not None:
                posting = seen(replace(posting, place=place), match, by, interaction.channel_id)
            called = set() if quietly else posting.pinged
            image = await picture(snapshot, **posted_look(match, posting))
            after = await changed_by(self._service, match) or self._queue(match)
            message: dict[str, Any] = {
                "content": _content(snapshot, called, posting, after),
                "allowed_mentions": pinging(called),
                "silent": place.guild_id is None and not called,  # outside servers, every other message pings
                "view": turn_controls(match),
            }
        try:
            renews = match.watched and place.message_id is not None and not quietly
            message_id = await (
                self._renew(match, place, image, message)
                if renews
                else self._send(match, place, interaction, image, message)
            )
        except FAILURES as error:
            if lost(error):
                await self._service.outbox.doubt(place)
            trouble = await self._lost(error, match, place, by)
            if trouble is None:
                raise
            return trouble
        if message_id is None:
            await self._service.outbox.unshown(match, place, by)
            return texts.only_answered(match, privately=_privately(interaction, place))
        await self.note(match, place, message_id, called, posting.seen_by, quietly=quietly)
        return None

    def _queue(self, match: Match) -> str:
        """Tells how many answers are queued ahead of the computer player's."""
        return place_in_queue(self._service.thoughts.ahead(match.id)) if match.thinking else ""

    async def _send(
        self, match: Match, place: Place, interaction: Interaction | None, image: Picture, message: dict[str, Any]
    ) -> int | None:
        """Post a board by the shortest route. None if only a later interaction can show it."""
        if interaction is not None and interaction.channel_id == place.channel_id:
            if _privately(interaction, place):
                return None
            answer = await Reply.to(interaction).post(image, guest=place.guest, **message)
            if answer is not None:
                return answer
        if place.guest:
            return None
        owed = await self._service.outbox.of("board", match.id)
        # The row may owe a newer board by now, so record the revision of the posted board.
        here = [replace(delivery, rev=match.board_rev) for delivery in owed if delivery.key == str(place.channel_id)]
        await self._service.outbox.confirm(here or [newest_board(match, place)])
        nonces = [delivery.nonce for delivery in here]
        channel = self._client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        return (await channel.send(file=image.file(), nonce="".join(nonces[:1]), **message)).id

    async def _renew(self, match: Match, place: Place, image: Picture, message: dict[str, Any]) -> int | None:
        """Edit the existing message of a watched match, so that it does not flood the channel.

        Discord does not count an edit as activity. If the thread archived itself meanwhile, it is reopened.
        """
        channel = self._client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        old = channel.get_partial_message(place.message_id or 0)

        async def edit() -> None:
            await old.edit(
                content=message["content"],
                attachments=[image.file()],
                view=message["view"],
                allowed_mentions=message["allowed_mentions"],
            )

        await change_in(self._client, place.channel_id, edit, waited=False, goes_on=not match.over)
        return old.id

    async def note(
        self,
        match: Match,
        place: Place,
        message_id: int,
        called: Collection[int],
        seen_by: int | None,
        *,
        quietly: bool,
    ) -> None:
        """Record that a place shows this board, and start the deliveries that this causes.

        A board that was reposted `quietly`, far from any move, is deleted when one of its players is forgotten.
        """
        if quietly:
            people = [player.id for player in match.players]
            await self._service.privacy.published(message_id, place.channel_id, place.guild_id, people)
        done = self._beside.take_done()
        try:
            following = await self._service.outbox.board_shown(match, place, message_id, called, done, seen_by)
        except Unavailable:
            self._unrecorded.add((match.id, place.channel_id))
            raise
        if following:
            self._beside.start(following)

    async def _lost(self, error: Exception, match: Match, place: Place, by: int | None) -> str | None:
        """Give up a place where no board can be posted. Returns as `post` does; None if a retry may succeed."""
        code = code_of(error)
        if code == NO_MESSAGE and match.watched:
            await self._service.practice.gone(match.id)
            return say("The message of {match} was deleted, so the match was stopped.", match=texts.title(match))
        gone = code in NO_ACCESS and not place.guest
        if not gone and code not in CLOSED:
            return None
        await self._service.places.lost(place.channel_id, by)
        if match.over and not match.watched:
            return ""
        return texts.channel_gone(match) if gone else texts.inbox_closed(match, place.seat or 0)


def seen(posting: Posting, match: Match, person_id: int, channel_id: int | None) -> Posting:
    """The posting, given that this person's use of the bot in this channel caused it.

    In a practice match, the answer shows that person the board, so the post does not ping them.
    """
    if not match.practice or posting.place.channel_id != channel_id:
        return posting
    return replace(posting, pinged=posting.pinged - {person_id}, seen_by=person_id)


def _content(snapshot: Snapshot, called: Collection[int], posting: Posting, after: str) -> str:
    away = ""
    if posting.away:
        player = snapshot.match.players[posting.delayed].name
        time = lasting(posting.away)
        away = say("-# I was offline for {time}, so {player} got that time back.", time=time, player=player)
    return "\n".join(filter(None, [posts.content(snapshot, called), away, after]))


async def changed_by(service: Service, match: Match) -> str:
    """What the end of the match changed; empty while it is running."""
    return aftermath(match, await service.standing.after(match)) if match.over else ""


def _privately(interaction: Interaction | None, place: Place) -> bool:
    """Whether the interaction came from this place and Discord forces the answer to be private."""
    return interaction is not None and interaction.channel_id == place.channel_id and answers_privately(interaction)
