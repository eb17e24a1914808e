"""Posts of a tournament: the public one, a ping for each player when matches begin, and the end."""

import logging
from functools import partial
from typing import Any

import discord

from cogs.posts.once import OncePoster
from cogs.posts.tournaments import part_picture, parts
from cogs.texts.tournaments import announcement, ending, pairings_text, removed_text, vanished_text
from cogs.wire.controls import Controls, button, custom_id
from cogs.wire.failures import CLOSED, NO_ACCESS, NO_MESSAGE, UNREACHABLE, code_of
from cogs.wire.languages import spoken_to
from looks import known_theme
from matches.deliveries import Delivery
from matches.tournaments.progress import Progress

log = logging.getLogger(__name__)

# The revision in the custom_ids of a tournament's posts; in a ping, it is the ID of a match, which is higher.
POST, FINAL, BACK = 0, 1, 2


class TournamentPosts(OncePoster, kind="tournament"):
    """Posts a tournament without pings, and edits the post whenever the tournament changes."""

    async def post(self, delivery: Delivery) -> None:
        progress = await self._service.tournaments.of(delivery.subject)
        tournament = progress.tournament
        text, controls = announcement(progress), tournament_controls(progress)
        try:
            message_id = tournament.message_id
            if message_id is None:
                channel = self.channel(tournament.venue)
                about: Any = {
                    "since": tournament.created_at,
                    "control_id": custom_id("tournament", tournament.id, POST),
                }
                # an earlier revision may have been sent, whose delivery this one has replaced
                earlier = await self.sent_before(channel, text, **about) if tournament.rev > 1 else None
                sent = earlier or await self.send_once(delivery, text, controls=controls, **about)
                await self._service.tournaments.shown(tournament.id, sent.id)
                if earlier is None:
                    return
                message_id = earlier.id
            await self.correct(delivery, message_id, text, controls)
        except discord.HTTPException as error:
            if code_of(error) in NO_ACCESS:
                await self._service.places.lost(tournament.channel_id)
            elif code_of(error) != NO_MESSAGE:
                raise
            log.info("Tournament %d is not shown in its channel: %s", tournament.id, error)


class PairingPosts(OncePoster, kind="pairings"):
    """Pings each player once when their matches have begun, where they see the first of them or directly."""

    async def post(self, delivery: Delivery) -> None:
        person_id = delivery.person_id or 0
        progress = await self._service.tournaments.of(delivery.subject)
        pairings = await self._service.tournaments.running_of(delivery.subject, person_id)
        places = [pairing.place for pairing in pairings if pairing.place is not None]
        if not pairings or (delivery.way == "channel" and not places):
            return  # without a place, direct messages are owed instead
        about = "tournament", delivery.subject, delivery.rev, "0", str(person_id)  # unlike that of any other ping
        once = partial(
            self.send_once,
            delivery,
            controls=Controls(button("Standings", *about)),
            pinged={person_id},
            silent=False,
            control_id=custom_id(*about),
        )
        if delivery.way != "channel":
            with spoken_to(person_id):
                text = pairings_text(progress.tournament, person_id, pairings)
            try:
                await once(text, channel_id=await self.inbox(person_id))
            except discord.HTTPException as error:
                if code_of(error) not in CLOSED:
                    raise
            else:
                return
        if places:
            await once(pairings_text(progress.tournament, person_id, pairings), channel_id=places[0].channel_id)


class VanishedPosts(OncePoster, kind="vanished"):
    """Tells somebody directly that they were withdrawn, with the way back."""

    gone = UNREACHABLE

    async def post(self, delivery: Delivery) -> None:
        person_id = delivery.person_id or 0
        progress = await self._service.tournaments.of(delivery.subject)
        entrant = progress.entrant_of(person_id)
        if entrant is None or not entrant.vanished or progress.tournament.status != "running":
            return
        with spoken_to(person_id):
            controls = Controls(button("I am back", "tournament-back", delivery.subject, BACK))
            text = vanished_text(progress.tournament)
        await self.send_once(
            delivery,
            text,
            channel_id=await self.inbox(person_id),
            controls=controls,
            silent=False,
            since=entrant.withdrawn_at,
            control_id=custom_id("tournament-back", delivery.subject, BACK),
        )


class RemovedPosts(OncePoster, kind="removed"):
    """Tells somebody directly that a moderator removed them."""

    gone = UNREACHABLE

    async def post(self, delivery: Delivery) -> None:
        person_id = delivery.person_id or 0
        progress = await self._service.tournaments.of(delivery.subject)
        with spoken_to(person_id):
            text = removed_text(progress.tournament)
        inbox = await self.inbox(person_id)
        await self.send_once(delivery, text, channel_id=inbox, silent=False, since=progress.tournament.created_at)


class FinalPosts(OncePoster, kind="final"):
    """Posts the winner with the final table, or that a tournament did not begin."""

    async def post(self, delivery: Delivery) -> None:
        progress = await self._service.tournaments.of(delivery.subject)
        tournament = progress.tournament
        picture = None
        if progress.meetings:
            theme = known_theme((await self._service.settings.of_server(tournament.guild_id)).theme)
            picture = await part_picture(progress, parts(progress)[0], theme)
        await self.send_once(
            delivery,
            ending(progress),
            picture=picture,
            controls=Controls(button("Standings", "tournament", tournament.id, FINAL)) if progress.meetings else None,
            people={entrant.person.id for entrant in progress.entrants} if progress.meetings else (),
            since=tournament.ended_at,
            control_id=custom_id("tournament", tournament.id, FINAL) if progress.meetings else "",
        )


def tournament_controls(progress: Progress) -> Controls:
    """The buttons of the public post."""
    tournament = progress.tournament
    about = (tournament.id, POST)
    if tournament.status == "joining":
        return Controls(
            button("Join", "tournament-join", *about, style=discord.ButtonStyle.success),
            button("Withdraw", "tournament-withdraw", *about),
            button("Standings", "tournament", *about),
            button("Rules", "rules", 0, 0, tournament.game),
        )
    begun = progress.meetings or tournament.status == "running"
    return Controls(button("Standings", "tournament", *about)) if begun else Controls()
