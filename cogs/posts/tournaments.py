"""Posts tournaments with their pictures and final results, and pings players when their matches begin."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

import language
from cogs.posts.poster import OncePoster
from cogs.texts.matches import game_name
from cogs.texts.tournaments import (
    DECIDED_BY,
    WITHDRAW,
    announcement,
    bracket_in_letters,
    bye_text,
    ending,
    group_name,
    halves,
    level_lines,
    name_of,
    out_line,
    pairings_text,
    progress_of,
    removed_text,
    round_name,
    table_in_letters,
    title,
    vanished_text,
)
from cogs.wire.controls import Controls, button, custom_id
from cogs.wire.failures import FAILURES, NO_ACCESS, code_of, is_refused
from cogs.wire.languages import spoken_to
from cogs.wire.permissions import Viewers
from cogs.wire.pictures import Picture, draw_in_thread
from looks import known_theme
from matches.deliveries import Delivery
from matches.tournaments.course import GroupCourse, KnockoutCourse, Tie
from matches.tournaments.model import Meeting, Tournament
from matches.tournaments.progress import Progress
from matches.tournaments.table import Line, scores, table
from render.bracket import ROUNDS, Round, Side, draw_bracket
from render.crosstable import Result, Row, draw_crosstable

log = logging.getLogger(__name__)

# The revision in the custom_ids of a tournament's posts; in a ping, it is BYE or the ID of a match, which is higher.
POST, FINAL, BACK = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a tournament with its own picture: a group or a section of the bracket."""

    meetings: Sequence[Meeting]
    name: str = ""
    """The group's name."""
    rounds: Sequence[Sequence[Tie]] = ()
    """The section's rounds, each with its pairings in this section."""

    def has(self, entrant: int) -> bool:
        """Return whether an entrant plays or has a bye in this part of the tournament."""
        if self.rounds:
            return any(entrant in tie.entrants for ties in self.rounds for tie in ties)
        return any(meeting.involves(entrant) for meeting in self.meetings)


def parts(progress: Progress) -> list[Part]:
    """Return a tournament's parts, most important first."""
    course = progress.course
    if isinstance(course, GroupCourse):
        stages = enumerate(course.stages(), 1)
        return [
            Part(meetings, group_name(len(groups), number, stage))
            for stage, groups in reversed([*stages])
            for number, meetings in enumerate(groups, 1)
        ]
    rounds, shown = course.rounds(), []
    last = max(0, len(rounds) - ROUNDS)
    for first in [last, *range(0, last, ROUNDS)]:
        depth = min(ROUNDS, len(rounds) - first)
        for section in range(-(-len(rounds[first]) // 2 ** (depth - 1))):
            sizes = [2 ** (depth - 1 - step) for step in range(depth)]
            ties = [rounds[first + step][section * n : (section + 1) * n] for step, n in enumerate(sizes)]
            shown.append(Part([meeting for part in ties for tie in part for meeting in tie.meetings], rounds=ties))
    return shown


def page_of(progress: Progress, reader: int) -> int:
    """Return the index of the part of the tournament in which the reader plays, or 0 if there is none."""
    entrant = progress.entrant_of(reader)
    if entrant is None or progress.tournament.status != "running" or progress.course.is_behind(entrant.number):
        return 0
    return next((page for page, part in enumerate(parts(progress)) if part.has(entrant.number)), 0)


async def part_picture(progress: Progress, part: Part, theme: str, reader: int = 0) -> Picture:
    """Draw one part of a tournament, highlighting the reader's row or pairing."""
    course = progress.course
    if isinstance(course, KnockoutCourse):
        return await _bracket(progress, course, part, theme, reader)
    lines = table(part.meetings, progress.withdrawals)
    game = game_name(progress.tournament.game).said()
    heading = f"{game}: {part.name}" if part.name else title(progress.tournament)
    rows = crosstable(progress, part.meetings, lines, reader)
    png = await draw_in_thread(draw_crosstable, heading, progress_of(progress, part.meetings), rows, theme)
    return Picture(png, table_in_letters(progress, lines), "tournament.png")


def crosstable(progress: Progress, meetings: Sequence[Meeting], lines: Sequence[Line], reader: int) -> list[Row]:
    """Return the rows of a group's table.

    Each row has one result per entrant, which shows the points scored against that entrant.
    """
    scored = scores(meetings, progress.withdrawals)

    def cell(entrant: int, opponent: int) -> Result | None:
        if entrant == opponent:
            return None
        if any(line.place is None for line in lines if line.entrant in {entrant, opponent}):
            return Result()
        pair = [score for score in scored if entrant in score and opponent in score]
        all_of_pair = sum(meeting.involves(entrant) and meeting.involves(opponent) for meeting in meetings)
        points, theirs = (sum(score[one] for score in pair) for one in (entrant, opponent))
        return Result(halves(points) if pair else "", points - theirs, open=len(pair) < all_of_pair)

    begun = bool(scored)
    return [
        Row(
            str(line.place or "") if begun else "",
            name_of(progress, line.entrant),
            [cell(line.entrant, other.entrant) for other in lines],
            halves(line.points),
            out=line.out,
            own=progress.by_number[line.entrant].person.id == reader,
        )
        for line in lines
    ]


async def _bracket(progress: Progress, course: KnockoutCourse, part: Part, theme: str, reader: int) -> Picture:
    rounds = course.rounds()
    drawn = [
        Round(
            round_name(len(rounds[ties[0].round - 1]), ties[0].round),
            [pairing(progress, tie, reader) for tie in ties],
            final=ties[0].round == len(rounds),
        )
        for ties in part.rounds
    ]
    about = progress_of(progress, progress.meetings)
    png = await draw_in_thread(draw_bracket, title(progress.tournament), about, drawn, theme)
    return Picture(png, bracket_in_letters(progress, part.rounds, course), "tournament.png")


def pairing(progress: Progress, tie: Tie, reader: int) -> tuple[Side, Side]:
    """Return a pairing's two lines in the bracket, with a note on the tie-break if the points are level."""
    sides = []
    for entrant, points in zip(tie.entrants, tie.points, strict=True):
        if entrant is None:
            bye = tie.round == 1
            sides.append(Side(language.say("bye") if bye else "", remark=bye))
            continue
        sides.append(
            Side(
                name_of(progress, entrant),
                halves(points) if tie.meetings else "",
                decided_by=language.say(DECIDED_BY[tie.level]) if tie.level and tie.winner == entrant else "",
                won=tie.winner == entrant,
                own=progress.by_number[entrant].person.id == reader,
            )
        )
    return sides[0], sides[1]


class TournamentPosts(OncePoster, kind="tournament"):
    """Posts a tournament without pinging anyone, and updates that post whenever the tournament changes."""

    async def post(self, delivery: Delivery) -> None:
        progress = await self._service.tournaments.of(delivery.subject)
        tournament = progress.tournament
        text, controls = announcement(progress), tournament_controls(progress)
        try:
            message_id = tournament.message_id
            if message_id is None:
                channel = self.channel(tournament.venue)
                control_id = custom_id("tournament", tournament.id, POST)
                about: Any = {"since": tournament.created_at, "control_id": control_id}
                # an earlier revision, whose delivery this one has replaced, may have been sent
                earlier = await self.sent_before(channel, text, **about) if tournament.rev > 1 else None
                sent = earlier or await self.send_once(delivery, text, controls=controls, **about)
                await self._service.tournaments.record_message(tournament.id, sent.id)
                if earlier is None:
                    return
                message_id = earlier.id
            await self.correct(delivery, message_id, text, controls)
        except discord.HTTPException as error:
            if code_of(error) in NO_ACCESS:
                await self._service.places.remove_lost(tournament.channel_id)
            raise


class RollCall(OncePoster, kind="roll_call"):
    """Starts a tournament after removing any entrants who have left its server."""

    async def post(self, delivery: Delivery) -> None:
        progress = await self._service.tournaments.of(delivery.subject)
        people = [entrant.person.id for entrant in progress.entrants]
        absent = [person_id for person_id in people if await has_left(self._viewers, person_id, progress.tournament)]
        await self._service.tournaments.begin(delivery.subject, absent)


async def has_left(viewers: Viewers, person_id: int, tournament: Tournament) -> bool:
    """Return whether a person has left a tournament's server. Returns False if Discord does not say."""
    try:
        return not await viewers.is_member(person_id, tournament.guild_id)
    except FAILURES as error:
        log.info("Could not tell whether somebody has left the server of a tournament: %s", error)
        return False


class PairingPosts(OncePoster, kind="pairings"):
    """Pings a player whose pairing was announced in a post that did not ping them.

    The ping is sent in the channel of the player's first match or as a direct message.
    """

    async def post(self, delivery: Delivery) -> None:
        person_id = delivery.person_id or 0
        progress = await self._service.tournaments.of(delivery.subject)
        pairings = await self._service.tournaments.running_of(delivery.subject, person_id)
        tournament = progress.tournament
        places = [pairing.place.channel_id for pairing in pairings if pairing.place is not None]
        bye = not pairings and progress.has_bye(person_id)
        if bye and tournament.channel_id:
            places = [tournament.channel_id]
        if not (pairings or bye) or (delivery.way == "channel" and not places):
            return  # without a place, direct messages are queued instead
        if await has_left(self._viewers, person_id, tournament):
            await self._service.tournaments.miss(delivery.subject, person_id)
            return
        about = delivery.subject, delivery.rev, "to", str(person_id)  # unlike that of any other ping
        once = partial(
            self.send_once,
            delivery,
            pinged={person_id},
            silent=False,
            control_id=custom_id("tournament-move", *about),
        )

        def text() -> str:
            return bye_text(tournament, person_id) if bye else pairings_text(tournament, person_id, pairings)

        async def here() -> None:
            if places:
                people = {person_id, *(player.id for pairing in pairings for player in pairing.match.players)}
                await once(text(), channel_id=places[0], controls=round_controls(*about), people=people)

        async def directly() -> None:
            with spoken_to(person_id):
                told, controls = text(), round_controls(*about)
            await once(told, channel_id=await self.inbox(person_id), controls=controls)

        first, second = (here, directly) if delivery.way == "channel" else (directly, here)
        try:
            await first()
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            log.info("A tournament's ping goes the other way: %s", error)
            await second()


class VanishedPosts(OncePoster, kind="vanished"):
    """Tells a person by direct message that they were withdrawn from a tournament, and how to rejoin."""

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
    """Tells a person by direct message that a moderator removed them from a tournament."""

    async def post(self, delivery: Delivery) -> None:
        person_id = delivery.person_id or 0
        progress = await self._service.tournaments.of(delivery.subject)
        with spoken_to(person_id):
            text = removed_text(progress.tournament)
        inbox = await self.inbox(person_id)
        await self.send_once(delivery, text, channel_id=inbox, silent=False, since=progress.tournament.created_at)


class FinalPosts(OncePoster, kind="final"):
    """Posts a tournament's winner and final table, or announces that the tournament did not begin.

    Without a channel, it is a direct message.
    """

    async def post(self, delivery: Delivery) -> None:
        progress = await self._service.tournaments.of(delivery.subject)
        tournament, person_id = progress.tournament, delivery.person_id
        if person_id is not None:
            with spoken_to(person_id):
                await self._post(delivery, progress, await self.inbox(person_id))
            return
        try:
            await self._post(delivery, progress)
        except discord.HTTPException as error:
            if is_refused(error):
                await self._service.tournaments.end_directly(tournament.id)
            raise

    async def _post(self, delivery: Delivery, progress: Progress, inbox: int | None = None) -> None:
        tournament = progress.tournament
        picture, out = None, ""
        if progress.meetings:
            out = out_line(progress, parts(progress)[0].meetings)
            theme = known_theme((await self._service.settings.of_server(tournament.guild_id)).theme)
            picture = await part_picture(progress, parts(progress)[0], theme)
        await self.send_once(
            delivery,
            "\n".join(filter(None, [ending(progress), out, *level_lines(progress)])),
            channel_id=inbox,
            picture=picture,
            controls=Controls(button("Standings", "tournament", tournament.id, FINAL)) if progress.meetings else None,
            people={entrant.person.id for entrant in progress.entrants} if progress.meetings and inbox is None else (),
            since=tournament.ended_at,
            control_id=custom_id("tournament", tournament.id, FINAL) if progress.meetings else "",
        )


def round_controls(tournament_id: int, rev: int, *args: str) -> Controls:
    """Return the buttons below a round's pairings.

    One lets readers move in their next match, and the other shows the standings.
    """
    move = button("Move", "tournament-move", tournament_id, rev, *args, style="primary")
    return Controls(move, button("Standings", "tournament", tournament_id, rev))


def tournament_controls(progress: Progress) -> Controls:
    tournament = progress.tournament
    about = (tournament.id, POST)
    if tournament.status == "joining":
        return Controls(
            button("Join", "tournament-join", *about, style="success"),
            button(WITHDRAW, "tournament-withdraw", *about),
            button("Standings", "tournament", *about),
            button("Rules", "rules", 0, 0, tournament.game),
        )
    begun = progress.meetings or tournament.status == "running"
    return Controls(button("Standings", "tournament", *about)) if begun else Controls()
