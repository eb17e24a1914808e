"""Posts a tournament round's pairings in one message that pings each player once."""

import logging
from collections.abc import Mapping, Sequence

import discord

from cogs.posts.poster import OncePoster
from cogs.posts.threads import ensure_thread
from cogs.posts.tournaments import has_left, round_controls
from cogs.texts.markdown import Markdown
from cogs.texts.matches import newest_link
from cogs.texts.tournaments import round_text
from cogs.wire.controls import custom_id
from cogs.wire.failures import is_refused
from matches.deliveries import Delivery
from matches.tournaments.model import Meeting, Tournament
from matches.tournaments.together import portions
from service.tournament_posts import told_by

log = logging.getLogger(__name__)


class RoundPosts(OncePoster, kind="round"):
    """Posts the pairings of matches that began together, pinging all players except those to be pinged later.

    Boards appear with the first moves. In a thread, they are already there, and the post links to them.
    """

    async def post(self, delivery: Delivery) -> None:
        progress = await self._service.tournaments.of(delivery.subject)
        first, number = map(int, delivery.key.split(":"))
        together = portions(progress.meetings_between(first, delivery.rev))[number : number + 1]
        if not together:
            return
        (meetings,) = together
        byes, named = progress.byes_beside(meetings), progress.named_people(meetings)
        carried = [
            ping
            for ping in await self._service.outbox.of("pairings", delivery.subject)
            if ping.due_at is None and ping.person_id in named and told_by(ping, first, delivery.rev)
        ]
        pinged = set[int]()
        for ping in carried:
            if await has_left(self._viewers, ping.person_id or 0, progress.tournament):
                await self._service.tournaments.miss(delivery.subject, ping.person_id or 0)
            else:
                pinged.add(ping.person_id or 0)
        about = delivery.subject, delivery.rev, str(number)
        try:
            channel_id, links = await self._where(progress.tournament, meetings)
            await self.send_once(
                delivery,
                round_text(progress, meetings, byes, pinged, links),
                channel_id=channel_id,
                controls=round_controls(*about),
                people=named,
                pinged=pinged,
                silent=False,
                control_id=custom_id("tournament-move", *about),
            )
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            log.info("The pairings of a tournament are told to each player: %s", error)
            await self._service.tournaments.ping_each(carried)
        else:
            await self._service.outbox.record_done([delivery, *carried])

    async def _where(self, tournament: Tournament, meetings: Sequence[Meeting]) -> tuple[int, Mapping[int, Markdown]]:
        """Return the ID of the channel to post in, along with a dict that maps match IDs to links to their boards.

        Matches whose boards are not shown yet are missing from the dict. Raises one of FAILURES if a request fails.
        """
        shown = {meeting.match_id: await self._service.places.of(meeting.match_id or 0) for meeting in meetings}
        threads = [place for places in shown.values() for place in places if place.channel_id == tournament.message_id]
        if not threads:
            return tournament.channel_id, {}
        match = await self._service.lookup.match(threads[0].match_id)
        where = await ensure_thread(self._client, self._service, match, threads[0])
        linked = {match_id or 0: newest_link(places) for match_id, places in shown.items()}
        return where.channel_id, {match_id: link for match_id, link in linked.items() if link is not None}
