"""Telling people what happened to their matches, each thing once, in the way they chose."""

from __future__ import annotations

import asyncio
import logging
import re
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

import discord

from cogs.posts.boards import LOOK_BACK, turn_controls
from cogs.posts.looks import personal_look
from cogs.posts.mentions import pinging
from cogs.posts.pictures import picture
from cogs.texts import matches as words
from cogs.ui import limits
from cogs.ui.controls import Controls, button
from cogs.ui.errors import CLOSED, NO_ACCESS, NO_MESSAGE
from cogs.ui.questions import offer_message
from matches.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.posts.boards import Posts
    from matches.notices import Notice
    from matches.records import Place, Snapshot
    from service import Service

log = logging.getLogger(__name__)

TRY_AGAIN = 300
"""Seconds until a notice that Discord did not take is sent again."""
FORGET = 3600
"""Seconds after which one that was to be sent again, and was not, is out of date."""
MORE = "\n- … and more: `/matches`"
"""The last line of a digest that cannot hold everything."""
PASSING = re.compile(r"<t:\d+:\w>|https://\S+")
"""What may have changed in a text when it is sent again: a deadline, the newest board."""


class Notices:
    """Delivers the messages that do not go with a board."""

    def __init__(self, client: discord.Client, service: Service, posts: Posts) -> None:
        self._client = client
        self._service = service
        self._posts = posts
        self.began_at = 0
        """When this run of the bot began, in UTC seconds."""
        self._cleaning = asyncio.Lock()
        self._doubtful: set[Notice] = set()
        """Those of which nobody knows whether Discord took them."""

    async def deliver(self) -> None:
        """Send every message that is due, those of one person's digest together."""
        due = await self._service.notices.due()
        digests = sorted((notice for notice in due if notice.way == "digest"), key=lambda notice: notice.person_id)
        for notice in due:
            if notice.way != "digest":
                await self._tell([notice])
        for _, notices in groupby(digests, key=lambda notice: notice.person_id):
            await self._tell(list(notices))
        await self.clean_up()

    async def clean_up(self) -> None:
        """Delete the messages that are out of date; of two calls at once the second finds nothing left to do."""
        async with self._cleaning:
            for notice in await self._service.notices.stale():
                if notice.channel_id and notice.message_id:
                    await self._delete(notice.channel_id, notice.message_id)
                await self._service.notices.cleaned(notice)

    async def _delete(self, channel_id: int, message_id: int) -> None:
        try:
            await self._client.get_partial_messageable(channel_id).get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            if error.code not in {NO_MESSAGE, *NO_ACCESS}:
                log.info("A notice that is out of date stays: %s", error)

    async def _tell(self, notices: Sequence[Notice]) -> None:
        """Send one message: a notice, or a person's digest, but for what a move has put out of date meanwhile."""
        service = self._service
        notices = [one for one in notices if one.rev >= (await service.lookup.match(one.match_id)).board_rev]
        if not notices:
            return
        try:
            channel_id, message = await self._message(notices)
            channel = self._client.get_partial_messageable(channel_id)
            sent = await self._sent_before(channel, notices, message["content"])
            sent = sent or await channel.send(nonce=_nonce(notices[0], len(notices)), **message)
        except LookupError:  # no place is left to tell it in
            await self._give_up(notices)
        except Refusal as refusal:  # a match that this version cannot replay
            log.warning("A notice waits: %s", refusal)
            await self._put_off(notices)
        except discord.HTTPException as error:
            log.info("A notice could not be sent: %s", error)
            if error.code not in CLOSED | NO_ACCESS:
                await self._put_off(notices)
                return
            for place in (await self._seen(notices[0]))[:1] if notices[0].way == "channel" else ():
                await service.places.lost(place.channel_id)
            await self._give_up(notices)
        else:
            for notice in notices:
                await service.notices.told(notice, channel_id, sent.id)
                self._doubtful.discard(notice)

    async def _sent_before(
        self, channel: discord.PartialMessageable, notices: Sequence[Notice], content: str
    ) -> discord.Message | None:
        """The message that says this already, if the bot was stopped, or cut off, before it could note that down.

        Discord itself refuses a double (see `_nonce`), but for some minutes only.
        """
        began_at = self.began_at
        if not any(notice in self._doubtful or (notice.due_at or 0) <= began_at for notice in notices):
            return None
        said = PASSING.sub("", content)
        try:
            async for message in channel.history(limit=LOOK_BACK):
                if message.author == self._client.user and PASSING.sub("", message.content) == said:
                    return message
        except (discord.Forbidden, discord.NotFound):
            return None  # sending will tell
        return None

    async def _give_up(self, notices: Sequence[Notice]) -> None:
        """This way there is no telling them."""
        for notice in notices:
            await self._service.notices.undeliverable(notice)
            self._doubtful.discard(notice)

    async def _put_off(self, notices: Sequence[Notice]) -> None:
        """Try again in some minutes."""
        now = self._service.clock.now()
        later = now + TRY_AGAIN
        # What a move has put out of date is never due again: it must not be kept for ever.
        self._doubtful = {one for one in self._doubtful if (one.due_at or 0) > now - FORGET}
        for notice in notices:
            await self._service.notices.postponed(notice, later)
            self._doubtful.discard(notice)
            self._doubtful.add(replace(notice, due_at=later))

    async def _message(self, notices: Sequence[Notice]) -> tuple[int, dict[str, Any]]:
        """The channel and the message. Raises LookupError where no place is left that the bot can post in."""
        first = notices[0]
        snapshots = [await self._service.lookup.snapshot(notice.match_id) for notice in notices]
        places = [await self._seen(notice) for notice in notices]
        if first.way == "channel":
            return places[0][0].channel_id, await _alone(self._service, first, snapshots[0], places[0][0])
        channel = await self._client.create_dm(discord.Object(first.person_id))
        if first.way == "dm":
            return channel.id, await _alone(self._service, first, snapshots[0], places[0][0] if places[0] else None)
        lines = []
        for notice, snapshot, shown in zip(notices, snapshots, places, strict=True):
            line = f"- {TEXTS[notice.kind].format_map(_facts(notice, snapshot))}"
            lines.append(line + (f" {words.link(shown[0])}" if shown else ""))
        return channel.id, {"content": digest(lines)}

    async def _seen(self, notice: Notice) -> list[Place]:
        """Where the one to be told sees the match; by a notice in the channel, only where the bot can post."""
        match = await self._service.lookup.match(notice.match_id)
        # The board may just be being posted; the message before it is not what they are to be led to.
        places = [
            place if place.shown_rev >= match.board_rev else replace(place, message_id=None)
            for place in await self._posts.settled(match.id)
        ]
        theirs = [place for place in places if place.seat in {None, match.seat_of(notice.person_id)}]
        return [place for place in theirs if not place.guest] if notice.way == "channel" else theirs


TEXTS: Mapping[str, str] = {
    "turn": "{you}, your move in {title}: move {move}{due}",
    "end": "{you}, {outcome}",
    "third left": "{you}, a third of your time is left in {title}{due}",
    "six hours left": "{you}, six hours are left for your move in {title}{due}",
    "claim": "{you}, {opponent}'s time in {title} is up. You may claim the win, or wait.",
    "ask": "{you}, nobody has moved in {title} for 30 days. Does it go on? Without an answer it is closed in a week.",
    "lost": "{you}, the channel where {title} was shown is gone, or closed to me. Use `/match move-here` in the "
    "channel where you want to go on, or choose the match in `/matches`.",
    "offer": "{you}, you were asked something in {title}.",
}
"""What a notice says, by kind."""


def digest(lines: Sequence[str]) -> str:
    """One message of these lines, or of as many as it can hold."""
    text = "Your matches today:"
    for n, line in enumerate(lines):
        more = "" if n == len(lines) - 1 else MORE
        if len(f"{text}\n{line}{more}") > limits.MESSAGE:
            return text + MORE
        text += f"\n{line}"
    return text


def _facts(notice: Notice, snapshot: Snapshot) -> dict[str, str]:
    match = snapshot.match
    seat = match.seat_of(notice.person_id) or 0
    return {
        "you": words.mention(match.players[seat]),
        "opponent": words.plain(match.players[1 - seat].name),
        "title": words.title(match),
        "move": str(match.ply + 1),
        "due": words.time_left(match),
        "outcome": words.outcome(match) if match.over else "",
    }


async def _alone(service: Service, notice: Notice, snapshot: Snapshot, place: Place | None) -> dict[str, Any]:
    """A notice as a message of its own."""
    match = snapshot.match
    text = TEXTS[notice.kind].format_map(_facts(notice, snapshot))
    message: dict[str, Any] = {"allowed_mentions": pinging({notice.person_id})}
    if notice.kind == "offer":
        seat = match.seat_of(notice.person_id) or 0
        asked, message["view"] = offer_message(snapshot, seat)
        text = f"{words.mention(match.players[seat])}, {asked}"
    elif notice.kind == "claim":
        message["view"] = Controls(button("Claim the win", "claim", match.id, match.rev))
    elif notice.kind == "ask":
        message["view"] = Controls(button("It goes on", "keep-on", match.id, match.rev))
    elif notice.kind in {"turn", "end"} and notice.way == "dm":
        message["file"] = (await picture(snapshot, **await personal_look(service, match, notice.person_id))).file()
        if not match.over:
            message["view"] = turn_controls(match)
    if place is not None and notice.kind != "lost":
        text += f"\n{words.link(place)}"
    return {"content": text, **message}


def _nonce(notice: Notice, count: int) -> str:
    """The same for the same notice, so that Discord does not post it twice should we try again soon."""
    kind = list(TEXTS).index(notice.kind)
    return f"{notice.match_id:x}-{notice.rev}-{kind}{notice.way[0]}{count}{notice.person_id % 997}"[:25]
