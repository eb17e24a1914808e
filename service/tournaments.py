"""Tournaments: joining and leaving them, and the alarm that begins, continues and ends each one."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from matches.alarms import Alarm
from matches.clock import time_used
from matches.deliveries import Delivery
from matches.errors import NoTournament, Refusal
from matches.model import Challenge, Match, Person
from matches.tournaments.model import FEWEST, MOST, Entrant, Fixture, Meeting, Status, Tournament
from matches.tournaments.progress import Progress
from service.challenges import first_snapshot, thread_in
from service.change import Change, Departure, Happening, after
from service.core import Core, Part, alarm, reading, reads, transaction
from service.leaving import leave
from service.play import both_moved, start_turn
from service.tournament_posts import (
    BYE,
    PAUSE,
    Pairing,
    gather,
    queue_final,
    queue_ping,
    queue_pings,
    queue_post,
    queue_roll_call,
    queue_withdrawn,
    release_pings,
    release_round,
)
from storage.store import Tables

MOST_AT_ONCE = 5
"""The most tournaments that a server may have open or running."""
MOST_LISTED = 25
"""The most tournaments in a list."""


@after("end", order=20)
async def follow_match(change: Change, happening: Happening) -> None:
    """Continue a tournament after one of its matches has ended.

    If a player left before both had moved, the result pings nobody and is posted only where a board is shown.
    """
    match = happening.match
    if tournament := await change.tx.tournaments.running_with(match.id):
        await change.arm("tournament", tournament.id, change.now)
        if await ends_silently(change.tx, match):
            change.notices.silence_end(match.id)


class Tournaments(Part):
    """Runs tournaments.

    Callers must make sure that the person who manages a tournament may do so.
    """

    @transaction
    async def create(self, change: Change, draft: Tournament) -> Tournament:
        """Open a tournament, so that people can join it.

        It begins at `begins_at`, or as soon as it is full.

        Its matches have the game's fair options, such as the swap of the corals. Raises Refusal for a number of places
        out of range, for a clock without a limit, if it would begin in the past, and beyond MOST_AT_ONCE.
        """
        info = self._core.games[draft.game].info
        if not FEWEST <= draft.places <= MOST:
            raise Refusal("A tournament has {fewest} to {most} places.", fewest=FEWEST, most=MOST)
        if not draft.clock.hard:
            raise Refusal("A tournament needs a clock that ends matches. Choose another one.")
        if draft.begins_at <= change.now:
            raise Refusal("A tournament cannot begin in the past. Choose a later time.")
        known = await change.tx.tournaments.in_server(draft.guild_id, MOST_LISTED)
        if sum(tournament.status in {"joining", "running"} for tournament in known) >= MOST_AT_ONCE:
            raise Refusal.counted(
                "This server already has {count} tournament. Wait until it is over.",
                "This server already has {count} tournaments. Wait until one is over.",
                MOST_AT_ONCE,
            )
        draft = replace(draft, options={**draft.options, **info.fair}, created_at=change.now, status="joining", rev=1)
        tournament = replace(draft, id=await change.tx.tournaments.add(draft))
        await queue_post(change, tournament)
        await change.arm("tournament", tournament.id, tournament.begins_at)
        return tournament

    @transaction
    async def record_message(self, change: Change, tournament_id: int, message_id: int) -> None:
        """Record the message that shows the public post."""
        await change.tx.tournaments.store_message(tournament_id, message_id)

    @transaction
    async def join(self, change: Change, tournament_id: int, person: Person) -> Progress:
        """Let a person join a tournament.

        Raises NoTournament if it does not exist. Raises Refusal if it has begun, if it is full, or if the person has
        already joined.
        """
        progress = await _load(change.tx, tournament_id)
        tournament, entrants = progress.tournament, progress.entrants
        if tournament.status != "joining" or tournament.begins_at <= change.now:
            raise Refusal("This tournament has begun, so it is too late to join.")
        if progress.entrant_of(person.id):
            raise Refusal("You have already joined this tournament.")
        if len(entrants) >= tournament.places:
            raise Refusal("This tournament is full.")
        await change.tx.people.save(person)
        number = max((entrant.number for entrant in entrants), default=0) + 1
        entrant = Entrant(tournament_id, person, number, change.now)
        await change.tx.tournaments.add_entrant(entrant)
        if len(entrants) + 1 == tournament.places:
            await change.arm("tournament", tournament_id, change.now)
        return replace(progress, tournament=await _revise(change, tournament), entrants=[*entrants, entrant])

    @transaction
    async def withdraw(
        self, change: Change, tournament_id: int, person_id: int, *, by_moderator: bool = False
    ) -> Progress:
        """Withdraw a person from a tournament, resigning their running matches in it.

        A person whom a moderator removes is told. Raises NoTournament, and Refusal if the person is not in it or has
        withdrawn, and after its end.
        """
        progress = await _load(change.tx, tournament_id)
        entrant = progress.entrant_of(person_id)
        if progress.tournament.status not in {"joining", "running"}:
            raise Refusal("This tournament is over.")
        if entrant is None:
            raise Refusal("You are not in this tournament.")
        if entrant.withdrawn_at is not None and not entrant.vanished:
            raise Refusal("You have withdrawn from this tournament.")
        await _withdraw(change, progress, entrant)
        if by_moderator:
            await queue_withdrawn(change, "removed", progress.tournament, person_id)
        return await _load(change.tx, tournament_id)

    @transaction
    async def come_back(self, change: Change, tournament_id: int, person_id: int) -> Progress:
        """Let a person rejoin a tournament from which they were withdrawn for being absent.

        This is possible only during the stage in which they were withdrawn. Raises NoTournament and Refusal.
        """
        progress = await _load(change.tx, tournament_id)
        entrant = progress.entrant_of(person_id)
        if progress.tournament.status != "running" or entrant is None or not entrant.vanished:
            raise Refusal("You cannot rejoin this tournament.")
        if progress.course.is_behind(entrant.number):
            raise Refusal("The next stage has begun, so you cannot rejoin this tournament.")
        back = replace(entrant, withdrawn_at=None, vanished=False, back_at=change.now)
        await change.tx.tournaments.save_entrant(back)
        await _revise(change, progress.tournament)
        await change.arm("tournament", tournament_id, change.now)
        return await _load(change.tx, tournament_id)

    @transaction
    async def begin(self, change: Change, tournament_id: int, absent: Collection[int]) -> None:
        """Begin a tournament without the `absent` entrants, who have left the server.

        Does nothing if it has begun. With fewer than FEWEST people, it ends.
        """
        progress = await _load(change.tx, tournament_id)
        if progress.tournament.status == "joining":
            for entrant in progress.entrants:
                if entrant.person.id in absent:
                    await change.tx.tournaments.remove_entrant(entrant)
            await _draw(self._core, change, await _load(change.tx, tournament_id))

    @transaction
    async def start_now(self, change: Change, tournament_id: int) -> Tournament:
        """Begin a tournament before its planned time.

        Raises NoTournament if it does not exist. Raises Refusal if it has begun, or if too few people have joined it.
        """
        progress = await _load(change.tx, tournament_id)
        tournament, joined = progress.tournament, len(progress.entrants)
        if tournament.status != "joining" or tournament.begins_at <= change.now:
            raise Refusal("This tournament has begun.")
        if joined < FEWEST:
            raise Refusal.counted(
                "A tournament needs {fewest} players; {count} has joined.",
                "A tournament needs {fewest} players; {count} have joined.",
                joined,
                fewest=FEWEST,
            )
        await change.arm("tournament", tournament_id, change.now)
        return await _revise(change, replace(tournament, begins_at=change.now))

    @transaction
    async def miss(self, change: Change, tournament_id: int, person_id: int) -> None:
        """Withdraw a person who has left the server from all of its running tournaments.

        The server is that of the tournament with this ID.
        """
        tournament = (await _load(change.tx, tournament_id)).tournament
        await change.depart(Departure(person_id, "left", tournament.guild_id))

    @transaction
    async def end(self, change: Change, tournament_id: int) -> Tournament:
        """End a tournament without a winner, while its running matches continue.

        Raises NoTournament if it does not exist, and Refusal if it is over.
        """
        progress = await _load(change.tx, tournament_id)
        if progress.tournament.status not in {"joining", "running"}:
            raise Refusal("This tournament is over.")
        ended = await _close(change, progress.tournament, "cancelled")
        await release_round(change, progress)
        if not ended.channel_id:  # elsewhere, the public post says so
            await queue_final(change, ended, progress.entrants)
        return ended

    @transaction
    async def ping_each(self, change: Change, pings: Sequence[Delivery]) -> None:
        """Send each of these pings as a separate message, because the channel refused the post that contained them."""
        for number, ping in enumerate(pings):
            await change.queue(ping, number * PAUSE)

    @transaction
    async def end_directly(self, change: Change, tournament_id: int) -> None:
        """Tell all entrants by direct message how a tournament ended, because its channel is gone."""
        progress = await _load(change.tx, tournament_id)
        if progress.tournament.channel_id:
            lost = replace(progress.tournament, channel_id=0, message_id=None)
            await queue_final(change, await _revise(change, lost), progress.entrants)

    @reading
    async def running_of(self, view: Tables, tournament_id: int, person_id: int) -> list[Pairing]:
        """Return a person's running matches in a tournament, each with the place where they see it."""
        progress = await _load(view, tournament_id)
        entrant = progress.entrant_of(person_id)
        if entrant is None:
            return []
        pairings = []
        for meeting in progress.meetings:
            seat = meeting.fixture.seat_of(entrant.number)
            if seat is not None and meeting.match_id is not None and not meeting.over:
                match = await self._core.match(view, meeting.match_id)
                seen = [place for place in await view.places.of(match.id) if place.seen_by(seat)]
                pairings.append(Pairing(match, seen[-1] if seen else None))
        return pairings

    @reading
    async def of_match(self, view: Tables, match_id: int) -> Progress | None:
        """Return the tournament to which a match belongs, or None if there is none."""
        tournament = await view.tournaments.with_match(match_id)
        return await _load(view, tournament.id) if tournament is not None else None

    of = reads(lambda view: partial(_load, view))
    in_server = reads(lambda view: view.tournaments.in_server)
    with_match = reads(lambda view: view.tournaments.with_match)

    @reading
    async def awaited_by(self, view: Tables, person_id: int) -> list[Tournament]:
        """Return the tournaments that a person has joined and that have not begun, newest first."""
        joined = await view.tournaments.of_person(person_id)
        return [tournament for tournament in joined if tournament.status == "joining"]


async def games_won(view: Tables, person_id: int) -> list[str]:
    """Return the games in which a person has won tournaments, alone or jointly.

    Only the last MOST_LISTED tournaments that the person joined are considered.
    """
    joined = (await view.tournaments.of_person(person_id))[:MOST_LISTED]
    ended = [await _load(view, tournament.id) for tournament in joined if tournament.status == "over"]
    return [
        progress.tournament.game
        for progress in ended
        if person_id in {winner.person.id for winner in progress.winners()}
    ]


async def lose_channel(change: Change, channel_id: int) -> None:
    """Continue tournaments by direct messages only, because their channel was deleted or closed to the bot."""
    for tournament in await change.tx.tournaments.in_channel(channel_id):
        await change.tx.outbox.forget("round", tournament.id, channel_id)
        await release_pings(change, await _revise(change, replace(tournament, channel_id=0, message_id=None)))


async def ends_silently(view: Tables, match: Match) -> bool:
    """Return whether a match's result pings nobody, because a player left the tournament before both had moved."""
    tournament = await view.tournaments.with_match(match.id)
    if tournament is None or await both_moved(view, match.id):
        return False
    return (await _load(view, tournament.id)).ends_silently(match.id)


@after("forgotten", "banned", order=230)
async def leave_all(change: Change, departure: Departure) -> None:
    """Withdraw a person who was banned, or whose data is being deleted, from all open and running tournaments.

    If the data is being deleted, also remove their name from the posts of these and of ended tournaments.
    """
    person_id = departure.person_id
    for tournament in await change.tx.tournaments.of_person(person_id):
        if tournament.status in {"running", "over"} and departure.kind == "forgotten":
            await queue_post(change, tournament)
        if tournament.status in {"joining", "running"} and departure.concerns(tournament.guild_id):
            progress = await _load(change.tx, tournament.id)
            entrant = progress.entrant_of(person_id)
            if entrant is not None and (entrant.withdrawn_at is None or entrant.vanished):
                await _withdraw(change, progress, entrant)


@after("left", order=290)
async def miss_absent(change: Change, departure: Departure) -> None:
    """Withdraw a person who has left a server from its running tournaments.

    The person can still come back.
    """
    for tournament in await change.tx.tournaments.of_person(departure.person_id):
        if tournament.status == "running" and departure.concerns(tournament.guild_id):
            progress = await _load(change.tx, tournament.id)
            entrant = progress.entrant_of(departure.person_id)
            if entrant is not None and entrant.withdrawn_at is None:
                await _miss(change, progress, entrant)


@alarm("tournament", "tournament")
async def go_on(core: Core, change: Change, due: Alarm) -> None:
    """Take a tournament's next step, and schedule the one after it.

    A step begins one match, adds fixtures, withdraws an entrant who has vanished, or ends the tournament. Clocks end
    what is running, and each end of a match schedules the next step.
    """
    progress = await _load(change.tx, due.subject)
    tournament = progress.tournament
    if tournament.status == "joining" and len(progress.entrants) < FEWEST:
        await _end_small(change, progress)
    elif tournament.status == "joining":
        await queue_roll_call(change, tournament)
    elif tournament.status == "running":
        if vanished := progress.absent_entrants():
            await _miss(change, progress, vanished[0])
        elif unbegun := progress.unbegun():
            await _play(core, change, progress, unbegun[0])
            if len(unbegun) == 1:
                await release_round(change, await _load(change.tx, tournament.id))
            await change.arm("tournament", tournament.id, change.now + PAUSE)
        elif fixtures := progress.course.due_fixtures(lambda: core.random.random() < 0.5):
            await _add(change, progress, fixtures)
        elif progress.course.winners() is not None:
            await queue_final(change, await _close(change, tournament, "over"), progress.entrants)


async def _add(change: Change, progress: Progress, fixtures: Sequence[Fixture]) -> None:
    """Add fixtures to a tournament. With the first fixtures, each entrant who has a bye is notified."""
    tournament = progress.tournament
    await change.tx.tournaments.add_fixtures(tournament.id, fixtures)
    for entrant in () if progress.meetings else progress.entrants:
        if progress.has_bye(entrant.person.id):
            await queue_ping(change, tournament, entrant.person.id, BYE)
    await _revise(change, tournament)
    await change.arm("tournament", tournament.id, change.now)


async def _end_small(change: Change, progress: Progress) -> None:
    """End a tournament that fewer than FEWEST people have joined."""
    await queue_final(change, await _close(change, progress.tournament, "cancelled"), progress.entrants)


async def _draw(core: Core, change: Change, progress: Progress) -> None:
    """Number the entrants by rating, with ties in random order, or end a tournament that is too small."""
    tournament, entrants = progress.tournament, list(progress.entrants)
    if len(entrants) < FEWEST:
        await _end_small(change, progress)
        return
    core.random.shuffle(entrants)
    ratings = [await change.tx.ratings.of(entrant.person.id, tournament.game) for entrant in entrants]
    strengths = [rating.rating if rating is not None else 0.0 for rating in ratings]
    for entrant in replace(progress, entrants=entrants).by_strength(strengths):
        await change.tx.tournaments.save_entrant(entrant)
    await _revise(change, replace(tournament, status="running"))
    await change.arm("tournament", tournament.id, change.now)


async def _play(core: Core, change: Change, progress: Progress, meeting: Meeting) -> None:
    """Begin a tournament match in the channel where the server shows its tournament matches."""
    tournament, players = progress.tournament, progress.people(meeting.fixture)
    challenge = await change.tx.challenges.add(
        Challenge(
            tournament.game,
            tournament.options,
            *players,
            side="first",
            venue=tournament.venue,
            status="accepted",
            created_at=tournament.created_at,  # now would count against somebody's limit of challenges
            expires_at=change.now,
            clock=tournament.clock,
            rated=tournament.rated,
        )
    )
    snapshot = first_snapshot(core, challenge, players, change.now)
    snapshot = replace(snapshot, match=await start_turn(change, snapshot.match))
    await change.tx.tournaments.begin(
        tournament.id, meeting.fixture, snapshot.match.id, again=meeting.match_id is not None
    )
    if tournament.channel_id:
        thread_id = await thread_in(change, challenge.venue, tournament.message_id)
        await change.begin(snapshot.match, None, tournament.venue, None, thread_id)
    else:
        await change.begin(snapshot.match, None, None, None)
    await queue_pings(change, tournament, snapshot.match)
    await gather(change, tournament, snapshot.match.id)
    change.snapshots.append(snapshot)


async def _withdraw(change: Change, progress: Progress, entrant: Entrant) -> None:
    tournament = progress.tournament
    if tournament.status == "joining":
        await change.tx.tournaments.remove_entrant(entrant)
        await _revise(change, tournament)
        return
    leaving_at = progress.leaving_at(entrant, change.now)
    withdrawn_at = entrant.withdrawn_at or leaving_at  # for somebody who has vanished, the earlier time counts
    await change.tx.tournaments.save_entrant(replace(entrant, withdrawn_at=withdrawn_at, vanished=False))
    await _revise(change, tournament)
    for meeting in progress.meetings:
        if meeting.involves(entrant.number) and meeting.match_id is not None and not meeting.over:
            match = await change.tx.matches.of(meeting.match_id)
            if match is not None and not match.over:
                await leave(change, match, entrant.person.id, leaving_at)
    await change.arm("tournament", tournament.id, change.now)


async def _miss(change: Change, progress: Progress, entrant: Entrant) -> None:
    """Withdraw an absent person from a tournament, but let them come back. Their running matches end by the clock."""
    tournament, left_at = progress.tournament, progress.leaving_at(entrant, change.now)
    await change.tx.tournaments.save_entrant(replace(entrant, withdrawn_at=left_at, vanished=True))
    await queue_withdrawn(change, "vanished", await _revise(change, tournament), entrant.person.id)
    await change.arm("tournament", tournament.id, change.now)


async def _close(change: Change, tournament: Tournament, status: Status) -> Tournament:
    await change.arm("tournament", tournament.id, None)
    closed = replace(tournament, status=status, ended_at=change.now)
    return await _revise(change, closed)


async def _revise(change: Change, tournament: Tournament) -> Tournament:
    """Store the next revision of a tournament."""
    revised = replace(tournament, rev=tournament.rev + 1)
    await change.tx.tournaments.save(revised)
    await queue_post(change, revised)
    return revised


async def _load(view: Tables, tournament_id: int) -> Progress:
    """Return a tournament with its entrants and matches, or raise NoTournament if there is none."""
    tournament = await view.tournaments.of(tournament_id)
    if tournament is None:
        raise NoTournament
    meetings = await view.tournaments.meetings(tournament_id)
    progress = Progress(tournament, await view.tournaments.entrants(tournament_id), meetings)
    timed = {meeting: await _with_times(view, meeting) for meeting in progress.level()}
    return replace(progress, meetings=[timed.get(meeting, meeting) for meeting in meetings]) if timed else progress


async def _with_times(view: Tables, meeting: Meeting) -> Meeting:
    """Return a tournament fixture, adding the time each side used in its match."""
    match = await view.matches.of(meeting.match_id or 0)
    return meeting if match is None else replace(meeting, used=time_used(match, await view.plies.of(match.id)))
