"""Composes the message showing a match's newest board in a channel, posts it by the fastest route, and records it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import discord

from cogs.posts.controls import turn_controls
from cogs.posts.poster import Beside
from cogs.posts.threads import change_in, channel_of, ensure_thread
from cogs.texts import matches as texts
from cogs.texts import posts
from cogs.texts.markdown import say
from cogs.texts.practice import place_in_queue
from cogs.texts.standing import aftermath
from cogs.texts.tournaments import table_ending
from cogs.wire.failures import CLOSED, FAILURES, GONE, NO_ACCESS, NO_MESSAGE, TOO_OLD, code_of, may_have_succeeded
from cogs.wire.languages import spoken_at
from cogs.wire.lookback import followed_by
from cogs.wire.people import pinging
from cogs.wire.permissions import answers_privately
from cogs.wire.pictures import Picture, picture
from cogs.wire.replies import Interaction, Reply
from looks import posted_look
from matches.crowds import Ballot
from matches.deliveries import Posting
from matches.model import Match, Place, Snapshot
from matches.standing import Score
from matches.timecontrol import lasting
from matches.tournaments.progress import Progress
from service import Service
from service.boards import newest_board
from storage.errors import Unavailable

IN_SIGHT = 10
"""How many later messages push a board out of sight."""


class BoardPosts:
    """Posts a match's newest board in one of the match's channels."""

    def __init__(self, client: discord.Client, service: Service, beside: Beside) -> None:
        self._client = client
        self._service = service
        self._beside = beside
        self._unrecorded = set[tuple[int, int]]()
        """The (match, channel) pairs for which this process posted a board but could not record it."""

    async def post(
        self,
        snapshot: Snapshot,
        posting: Posting,
        interaction: Interaction | None,
        *,
        quietly: bool = False,
        late: bool = False,
    ) -> str | None:
        """Post the match's newest board in one channel.

        Raises one of FAILURES if the post failed but a retry could succeed. Returns None or, if the board can never be
        posted there, a sentence explaining why, which is empty if the players are told the result in another way.
        `late` means that the person who used the bot is no longer waiting for the board.
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
                posting = posting_for(replace(posting, place=place), match, by, interaction.channel_id)
            called = set() if quietly else posting.pinged
            snapshot, ballot, votes = await self._service.crowds.votes_to_show(snapshot, place.guild_id)
            image = await picture(snapshot, **posted_look(match, posting), votes=votes)
            progress = await tournament_of_ended(self._service, match, posting)
            message: dict[str, Any] = {
                "content": await board_text(self._service, snapshot, called, posting, ballot, progress),
                "allowed_mentions": pinging(called),
                "silent": place.guild_id is None and not called,  # outside servers, every other message pings
                "view": turn_controls(
                    match,
                    votes=ballot is None or ballot.ours,
                    in_tournament=posting.in_tournament,
                    tournament_id=None if progress is None else progress.tournament.id,
                    faultless=self._service.mistakes.is_faultless(match),
                ),
            }
        try:
            message_id = None
            silent = place.message_id is not None and progress is not None and progress.ends_silently(match.id)
            if not (quietly or called) and (silent or await self._renews(match, posting, interaction)):
                message_id = await self._renew(match, place, image, message)
            if message_id is None:
                message_id = await self._send(match, place, interaction, image, message)
        except FAILURES as error:
            if may_have_succeeded(error):
                await self._service.outbox.doubt(place)
            trouble = await self._abandon(error, match, place, by)
            if trouble is None:
                raise
            return trouble
        if message_id is None:
            await self._service.outbox.unshown(match, place, by)
            return texts.guest_channel_text(match, privately=_privately(interaction, place))
        await self.note(match, place, message_id, called, posting.seen_by, quietly=quietly)
        return None

    async def _send(
        self, match: Match, place: Place, interaction: Interaction | None, image: Picture, message: dict[str, Any]
    ) -> int | None:
        """Post a board by the fastest route, and return its message's ID, or None if only a response can show it."""
        if interaction is not None and interaction.channel_id == place.channel_id:
            if _privately(interaction, place):
                return None
            answer = await Reply.to(interaction).post(image, guest=place.guest, **message)
            if answer is not None:
                return answer
        if place.guest:
            return None
        queued = await self._service.outbox.of("board", match.id)
        # The row may refer to a newer board by now, so record the revision of the posted board.
        here = [replace(delivery, rev=match.board_rev) for delivery in queued if delivery.key == str(place.channel_id)]
        await self._service.outbox.confirm(here or [newest_board(match, place)])
        nonces = [delivery.nonce for delivery in here]
        channel = self._client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        return (await channel.send(file=image.file(), nonce="".join(nonces[:1]), **message)).id

    async def _renews(self, match: Match, posting: Posting, interaction: Interaction | None) -> bool:
        """Return whether to edit the previous board's message instead of posting a new one.

        Computer matches edit their board, so that they do not flood the channel. A person's board is edited only when
        they use the bot while the board is in sight. The final board is posted again unless it would be the last
        message, so that everybody sees the result.
        """
        place = posting.place
        if place.message_id is None or place.guest:
            return False
        if match.watched:
            return True
        if posting.seen_by is None or interaction is None:
            return False
        newest = getattr(interaction.channel, "last_message_id", None)
        if newest == place.message_id:  # nearly always the case, and saves the request below
            return True
        channel = self._client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        most = 1 if match.over else IN_SIGHT
        try:
            return await followed_by(channel, place.message_id, most) < most
        except FAILURES:
            return False

    async def _renew(self, match: Match, place: Place, image: Picture, message: dict[str, Any]) -> int | None:
        """Edit the previous board's message to show the new board, and return the message's ID.

        Returns None if the message can no longer be edited. If both players are computers, the error is raised instead.

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

        try:
            await change_in(self._client, place.channel_id, edit, waited=False, goes_on=not match.over)
        except discord.HTTPException as error:
            if not match.watched and code_of(error) in {NO_MESSAGE, TOO_OLD}:
                return None
            raise
        return place.message_id

    async def note(
        self,
        match: Match,
        place: Place,
        message_id: int,
        pinged: Collection[int],
        seen_by: int | None,
        *,
        quietly: bool,
    ) -> None:
        """Record that a message shows the newest board, and queue any follow-up deliveries.

        A board that was reposted `quietly`, far from any move, is deleted when one of its players is forgotten. Any
        board is deleted when a voter whom it names is forgotten.
        """
        people = [player.id for player in match.players] if quietly else []
        if match.by_vote:
            outcome = (await self._service.crowds.ballot(match, place.guild_id)).outcome
            people += [reason.person_id for reason in outcome.reasons if reason.name is not None] if outcome else []
        if people:
            await self._service.privacy.record_mentions(message_id, place.channel_id, place.guild_id, people)
        done = self._beside.take_done()
        try:
            following = await self._service.outbox.board_shown(match, place, message_id, pinged, done, seen_by)
        except Unavailable:
            self._unrecorded.add((match.id, place.channel_id))
            raise
        if following:
            self._beside.start(following)

    async def _abandon(self, error: Exception, match: Match, place: Place, person_id: int | None) -> str | None:
        """Stop posting in a closed channel, and return what `post` should return, or None if a retry could help."""
        code = code_of(error)
        if code == NO_MESSAGE and match.watched:
            await self._service.practice.stop_deleted(match.id)
            return say("The message of {match} was deleted, so the match was stopped.", match=texts.title(match))
        gone = code in NO_ACCESS and not place.guest
        if not gone and code not in CLOSED:
            return None
        if match.by_vote and await self._is_hidden(code, place):
            return None
        ended = match.over and not match.watched
        if not ended:  # first, so that the board is still queued if the process is killed in between
            await self._service.outbox.notify_otherwise([newest_board(match, place)])
        await self._service.places.remove_lost(
            place.channel_id,
            person_id,
            also=await self._lost_with(place) if gone else (),
            by_vote=match.by_vote or code in GONE,
        )
        if ended:
            return ""
        return texts.channel_gone_text(match) if gone else texts.closed_inbox_text(match, place.seat or 0)

    async def _is_hidden(self, code: int, place: Place) -> bool:
        """Return whether a channel that the bot cannot use still exists, in a server that the bot has not left."""
        if code in GONE:
            return False
        try:
            await self._client.fetch_guild(place.guild_id or 0, with_counts=False)
        except FAILURES as error:
            return code_of(error) not in NO_ACCESS
        return True

    async def _lost_with(self, place: Place) -> list[int]:
        """Return the IDs of the players' other threads in a thread's parent channel if it was deleted, or else []."""
        if not place.in_thread:
            return []
        try:
            await channel_of(self._client, place.thread_of or 0)
        except FAILURES as error:
            return await self._service.places.sibling_threads(place) if code_of(error) in NO_ACCESS else []
        return []


def posting_for(posting: Posting, match: Match, person_id: int, channel_id: int | None) -> Posting:
    """Adapt a post's details to the person whose interaction in this channel triggered the post.

    In a practice match, the response already shows that person the board, so the post does not ping them.
    """
    if not match.practice or posting.place.channel_id != channel_id:
        return posting
    return replace(posting, pinged=posting.pinged - {person_id}, seen_by=person_id)


async def tournament_of_ended(service: Service, match: Match, posting: Posting) -> Progress | None:
    """Return the tournament of a match that has ended, or None for any other match."""
    ended = match.over and posting.in_tournament
    return await service.tournaments.of_match(match.id) if ended else None


async def board_text(
    service: Service,
    snapshot: Snapshot,
    pinged: Collection[int],
    posting: Posting,
    ballot: Ballot | None,
    progress: Progress | None = None,
) -> str:
    """Compose the text above a match's newest board in one channel. It pings the people in `pinged`.

    `progress` is the tournament of a match that has ended, or None.
    """
    match = snapshot.match
    events = await service.lookup.events(match.id) if match.rev > match.board_rev else []
    after = await describe_changes(service, match, progress)
    if match.thinking:
        after = place_in_queue(service.computer_turns.calls_ahead(match.id))
    away = ""
    if posting.away:
        player = match.players[posting.delayed].name
        time = lasting(posting.away)
        away = say("-# I was offline for {time}, so {player} got that time back.", time=time, player=player)
    text = posts.content(snapshot, pinged, ballot, in_tournament=posting.in_tournament, events=events)
    return "\n".join(filter(None, [text, away, after]))


async def describe_changes(service: Service, match: Match, progress: Progress | None) -> str:
    """Describe how a finished match changed ratings, standings and its tournament. Returns "" for a running match.

    `progress` is the match's tournament, or None.
    """
    if not match.over:
        return ""
    changes = await service.standing.aftermath(match)
    if progress is not None:  # its table counts the points
        changes = replace(changes, score=Score())
    return "\n".join(filter(None, [table_ending(progress, match.id), aftermath(match, changes)]))


def _privately(interaction: Interaction | None, place: Place) -> bool:
    """Return whether the interaction came from this channel and Discord makes its response private."""
    return interaction is not None and interaction.channel_id == place.channel_id and answers_privately(interaction)
