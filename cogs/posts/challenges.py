"""Posts open challenges, and edits their messages once the challenges are settled."""

import logging
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

import discord

from cogs.posts.controls import learn_button, withdraw_button
from cogs.posts.old_boards import IN_VAIN
from cogs.posts.poster import Poster
from cogs.posts.threads import change_in
from cogs.texts.challenges import invitation, settled_text
from cogs.wire.controls import Controls, bears, button, custom_id
from cogs.wire.failures import code_of, is_refused
from cogs.wire.languages import spoken_in, spoken_to
from cogs.wire.lookback import messages_around
from cogs.wire.people import pinging
from cogs.wire.pictures import Picture, small_board
from cogs.wire.replies import Interaction, Reply, with_picture
from looks import known_theme
from matches.alarms import MEANWHILE
from matches.deliveries import AGAIN, Delivery
from matches.model import Challenge
from storage.errors import Unavailable

log = logging.getLogger(__name__)


class ChallengePosts(Poster, kind="challenge"):
    async def answer(self, interaction: Interaction, challenge: Challenge) -> bool:
        """Respond to an interaction by posting the challenge it created.

        Returns False if the response comes too late.
        """
        with self._beside.holding(("challenge", challenge.id, "")):
            image, message = await self._message(challenge)
            shown = await Reply.to(interaction).post(image, guest=challenge.venue.guest, **message)
            if not shown:
                return False
            try:
                await self._service.outbox.challenge_shown(challenge.id, shown)
            except Unavailable as error:  # the message exists, so the next delivery attempt will find it
                log.error("A challenge's message was not recorded: %s", error)  # noqa: TRY400 (one line says it all)
        return True

    async def post(self, challenge: Challenge) -> None:
        """Post a challenge as a new message. Raises one of FAILURES if the request fails."""
        with self._beside.holding(("challenge", challenge.id, "")):
            queued, *_ = [
                *await self._service.outbox.of("challenge", challenge.id),
                Delivery("challenge", challenge.id),
            ]
            message = with_picture(*await self._message(challenge))
            await self._service.outbox.confirm([queued])
            sent = await self.channel(challenge.venue).send(nonce=queued.nonce, **message)
            await self._service.outbox.challenge_shown(challenge.id, sent.id)

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Post each challenge's message, or update it if it already exists."""
        for delivery in deliveries:
            challenge = await self._service.challenges.of(delivery.subject)
            unknown = challenge.message_id is None and not challenge.venue.guest
            if unknown and delivery.doubtful and challenge.status == "open":
                challenge = await self._look_back(challenge)
            try:
                if challenge.status != "open":
                    await self.settle(challenge, again=delivery.about == AGAIN)
                elif challenge.message_id is None and challenge.venue.guest:
                    # A guest can only answer an interaction, which is too late here.
                    await self._service.challenges.withdraw(challenge.id, challenge.challenger.id)
                elif challenge.message_id is None:
                    await self.post(challenge)
                elif self._is_stale(challenge):
                    await self._change(challenge, challenge.message_id, {"view": self._controls(challenge)})
            except discord.HTTPException as error:
                if not is_refused(error):
                    raise
                log.info("Challenge #%s cannot be shown: %s", challenge.code, error)
                if challenge.status == "open":
                    await self._service.challenges.withdraw(challenge.id, challenge.challenger.id)
            await self._service.outbox.record_challenge(delivery, challenge)

    async def settle(self, challenge: Challenge, *, again: bool = False) -> None:
        """Replace a settled challenge's text, picture and buttons with the challenge's outcome.

        Raises one of FAILURES if a retry could succeed. If the process was killed or a response was lost, there may be
        several messages; each of them is edited. `again` also edits messages that already show the outcome, because
        they name a forgotten person.
        """
        if challenge.venue.guest or challenge.invitation:
            return
        messages = await self._posted_for(challenge)
        wanted = {message.id for message in messages if shows(message, challenge)}
        if challenge.message_id and (again or challenge.message_id not in {message.id for message in messages}):
            wanted.add(challenge.message_id)
        with shown_to(challenge):
            shown: dict[str, Any] = {"content": settled_text(challenge), "attachments": [], "view": None}
        for message_id in sorted(wanted):
            await self._change(challenge, message_id, shown)

    async def _change(self, challenge: Challenge, message_id: int, shown: Mapping[str, Any]) -> None:
        """Edit a challenge's message. Raises one of FAILURES if a retry could succeed."""
        message = self.channel(challenge.venue).get_partial_message(message_id)
        try:
            await change_in(self._client, challenge.venue.channel_id, partial(message.edit, **shown), waited=False)
        except discord.HTTPException as error:
            if code_of(error) not in IN_VAIN:
                raise
            log.info("The message of challenge #%s could not be edited: %s", challenge.code, error)

    async def _posted_for(self, challenge: Challenge) -> list[discord.Message]:
        """Return the messages posted around the time the challenge was made, or [] if the bot may not read them."""
        try:
            channel, me = self.channel(challenge.venue), self._client.user
            return await messages_around(channel, me, challenge.created_at, challenge.message_id)
        except (discord.Forbidden, discord.NotFound):
            return []

    async def _message(self, challenge: Challenge) -> tuple[Picture, dict[str, Any]]:
        """Compose an open challenge's message with a small board, which pings the opponent if there is one."""
        server = await self._service.settings.of_server(challenge.venue.guild_id)
        with shown_to(challenge):
            image = await small_board(challenge, known_theme(server.theme))
            lessons, person = self._service.lessons, challenge.opponent
            learn = person is not None and await lessons.is_left(person.id, challenge.game)
            new = learn and person is not None and await lessons.is_new(person.id, challenge.game)
            return image, {
                "content": invitation(challenge, new=new),
                "view": self._controls(challenge, learn=learn),
                "allowed_mentions": pinging({challenge.opponent.id} if challenge.opponent else ()),
            }

    def _controls(self, challenge: Challenge, *, learn: bool = False) -> Controls:
        alone = challenge.opponent is None
        decline = [] if alone else [button("Decline", "decline", challenge.id)]
        withdraw = [withdraw_button(challenge.id)] if alone else []
        meanwhile = button("Play the computer meanwhile", "meanwhile", challenge.id)
        return Controls(
            button("Accept", "accept", challenge.id, style="success"),
            *decline,
            learn_button(challenge.game) if learn else button("Rules", "rules", 0, 0, challenge.game),
            *withdraw,
            *([meanwhile] if self._is_stale(challenge) else []),
        )

    def _is_stale(self, challenge: Challenge) -> bool:
        """Return whether a challenge has been open for so long that its message should offer a computer opponent."""
        return challenge.opponent is None and self._service.clock.now() >= challenge.created_at + MEANWHILE

    async def _look_back(self, challenge: Challenge) -> Challenge:
        """Record the message posted by an earlier attempt, if there is one, and return the up-to-date challenge."""
        ids = [message.id for message in await self._posted_for(challenge) if shows(message, challenge)]
        if not ids:
            return challenge
        await self._service.outbox.challenge_shown(challenge.id, max(ids))
        return await self._service.challenges.of(challenge.id)


def shown_to(challenge: Challenge) -> AbstractContextManager[None]:
    """Return a context manager that switches to the language of the people who see the challenge's message."""
    venue, opponent = challenge.venue, challenge.opponent
    if venue.direct and opponent is not None:
        return spoken_to(opponent.id)
    return spoken_in(venue.guild_id, [challenge.challenger, *([opponent] if opponent else [])])


def shows(message: discord.Message, challenge: Challenge) -> bool:
    """Return whether this message shows the challenge with the buttons for answering it."""
    return bears(message, custom_id("accept", challenge.id))
