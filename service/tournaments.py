"""Tournaments: joining and leaving them, and the alarm by which they begin, go on and end by themselves."""

from dataclasses import replace
from functools import partial

from matches.alarms import Alarm
from matches.errors import NoTournament, Refusal
from matches.model import Challenge, Person
from matches.tournaments.model import FEWEST, MOST, Entrant, Meeting, Status, Tournament
from matches.tournaments.progress import Progress
from service.challenges import first_snapshot, thread_for
from service.change import Change
from service.core import Core, Part, alarm, reading, reads, transaction
from service.leaving import leave
from service.play import start_turn
from service.tournament_posts import (
    PAUSE,
    Pairing,
    owe_final,
    owe_pings,
    owe_post,
    owe_withdrawn,
    release_pings,
)
from storage.store import Tables

MOST_AT_ONCE = 5
"""The most tournaments of a server that are open or running."""
MOST_LISTED = 25
"""The most tournaments in a list."""


class Tournaments(Part):
    """Tournaments. The caller must have checked that a person may manage one."""

    @transaction
    async def create(self, change: Change, draft: Tournament) -> Tournament:
        """Open a tournament for joining; it begins at `begins_at`, or when all places are taken.

        Its matches have the game's fair options, such as the swap of the corals. Raises Refusal for a number of places
        out of range, for a clock without a limit, if it would begin in the past, and beyond MOST_AT_ONCE.
        """
        info = self._core.games[draft.game].info
        if not FEWEST <= draft.places <= MOST:
            raise Refusal("A tournament has {fewest} to {most} places.", fewest=FEWEST, most=MOST)
        if not draft.clock.hard:
            raise Refusal("A tournament needs a clock that ends matches: choose another one.")
        if draft.begins_at <= change.now:
            raise Refusal("A tournament begins later than now: choose another time.")
        known = await change.tx.tournaments.in_server(draft.guild_id, MOST_LISTED)
        if sum(tournament.status in {"joining", "running"} for tournament in known) >= MOST_AT_ONCE:
            raise Refusal.counted(
                "This server has {count} tournament already: wait until it is over.",
                "This server has {count} tournaments already: wait until one is over.",
                MOST_AT_ONCE,
            )
        draft = replace(draft, options={**draft.options, **info.fair}, created_at=change.now, status="joining", rev=1)
        tournament = replace(draft, id=await change.tx.tournaments.add(draft))
        await owe_post(change, tournament)
        await change.arm("tournament", tournament.id, tournament.begins_at)
        return tournament

    @transaction
    async def shown(self, change: Change, tournament_id: int, message_id: int) -> None:
        """Record the message of the public post."""
        await change.tx.tournaments.shown(tournament_id, message_id)

    @transaction
    async def join(self, change: Change, tournament_id: int, person: Person) -> Progress:
        """Join a tournament. Raises NoTournament, and Refusal if it has begun, is full, or was joined already."""
        progress = await _of(change.tx, tournament_id)
        tournament, entrants = progress.tournament, progress.entrants
        if tournament.status != "joining" or tournament.begins_at <= change.now:
            raise Refusal("This tournament has begun, so nobody can join it any longer.")
        if progress.entrant_of(person.id):
            raise Refusal("You have joined this tournament already.")
        if len(entrants) >= tournament.places:
            raise Refusal("All places of this tournament are taken.")
        await change.tx.people.save(person)
        number = max((entrant.number for entrant in entrants), default=0) + 1
        entrant = Entrant(tournament_id, person, number, change.now)
        await change.tx.tournaments.add_entrant(entrant)
        if len(entrants) + 1 == tournament.places:
            await change.arm("tournament", tournament_id, change.now)
        return replace(progress, tournament=await _revised(change, tournament), entrants=[*entrants, entrant])

    @transaction
    async def withdraw(
        self, change: Change, tournament_id: int, person_id: int, *, by_moderator: bool = False
    ) -> Progress:
        """Leave a tournament; running matches in it are aborted at their start, otherwise resigned.

        Somebody whom a moderator removes is told. Raises NoTournament, and Refusal for somebody who is not in it or has
        withdrawn, and after its end.
        """
        progress = await _of(change.tx, tournament_id)
        entrant = progress.entrant_of(person_id)
        if progress.tournament.status not in {"joining", "running"}:
            raise Refusal("This tournament is over.")
        if entrant is None:
            raise Refusal("You are not in this tournament.")
        if entrant.withdrawn_at is not None and not entrant.vanished:
            raise Refusal("You have withdrawn from this tournament.")
        await _withdraw(change, progress, entrant)
        if by_moderator:
            await owe_withdrawn(change, "removed", progress.tournament, person_id)
        return await _of(change.tx, tournament_id)

    @transaction
    async def come_back(self, change: Change, tournament_id: int, person_id: int) -> Progress:
        """Rejoin a tournament after vanishing, while its stage goes on. Raises NoTournament and Refusal."""
        progress = await _of(change.tx, tournament_id)
        entrant = progress.entrant_of(person_id)
        if progress.tournament.status != "running" or entrant is None or not entrant.vanished:
            raise Refusal("You cannot rejoin this tournament.")
        if progress.has_gone_on(entrant.number):
            raise Refusal("The next stage has begun, so you cannot rejoin this tournament.")
        back = replace(entrant, withdrawn_at=None, vanished=False, back_at=change.now)
        await change.tx.tournaments.save_entrant(back)
        await _revised(change, progress.tournament)
        await change.arm("tournament", tournament_id, change.now)
        return await _of(change.tx, tournament_id)

    @transaction
    async def end(self, change: Change, tournament_id: int) -> Tournament:
        """End a tournament without a winner. Running matches go on. Raises NoTournament and Refusal."""
        tournament = (await _of(change.tx, tournament_id)).tournament
        if tournament.status not in {"joining", "running"}:
            raise Refusal("This tournament is over.")
        return await _close(change, tournament, "cancelled")

    @reading
    async def running_of(self, view: Tables, tournament_id: int, person_id: int) -> list[Pairing]:
        """The running matches of a person in a tournament, with the place where the person sees each."""
        progress = await _of(view, tournament_id)
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

    of = reads(lambda view: partial(_of, view))
    in_server = reads(lambda view: view.tournaments.in_server)
    of_person = reads(lambda view: view.tournaments.of_person)
    with_match = reads(lambda view: view.tournaments.with_match)


async def games_won(view: Tables, person_id: int) -> list[str]:
    """The game of each tournament that a person has won or shared, among the newest MOST_LISTED that they joined."""
    joined = (await view.tournaments.of_person(person_id))[:MOST_LISTED]
    ended = [await _of(view, tournament.id) for tournament in joined if tournament.status == "over"]
    return [
        progress.tournament.game
        for progress in ended
        if person_id in {winner.person.id for winner in progress.winners()}
    ]


async def lose_channel(change: Change, channel_id: int) -> None:
    """Go on without a channel that was deleted or closed to the bot: matches begin in direct messages alone."""
    for tournament in await change.tx.tournaments.in_channel(channel_id):
        await _revised(change, replace(tournament, channel_id=0, message_id=None))


async def leave_all(change: Change, person_id: int, guild_id: int | None = None, *, named: bool = True) -> None:
    """Withdraw a person from all open and running tournaments, or only from those of a server.

    If the person is no longer to be `named`, the posts of ended tournaments are also owed again.
    """
    for tournament in await change.tx.tournaments.of_person(person_id):
        if tournament.status == "over" and not named:
            await owe_post(change, tournament)
        if tournament.status in {"joining", "running"} and guild_id in {None, tournament.guild_id}:
            progress = await _of(change.tx, tournament.id)
            entrant = progress.entrant_of(person_id)
            if entrant is not None and (entrant.withdrawn_at is None or entrant.vanished):
                await _withdraw(change, progress, entrant)


async def miss_absent(change: Change, match_id: int, person_id: int) -> None:
    """Withdraw a person who has left the server from the running tournament of this match, as if they had vanished."""
    tournament = await change.tx.tournaments.running_with(match_id)
    if tournament is not None:
        entrant = (await _of(change.tx, tournament.id)).entrant_of(person_id)
        if entrant is not None and entrant.withdrawn_at is None:
            await _miss(change, tournament, entrant)


@alarm("tournament", "tournament")
async def go_on(core: Core, change: Change, due: Alarm) -> None:
    """Take the next step of a tournament, and schedule the one after it.

    A step begins one match, adds fixtures, withdraws who has vanished, or ends the tournament. What is running is ended
    by clocks, and each end of a match schedules the next step.
    """
    progress = await _of(change.tx, due.subject)
    tournament = progress.tournament
    if tournament.status == "joining":
        await _begin(core, change, progress)
    elif tournament.status == "running":
        if vanished := progress.vanished():
            await _miss(change, tournament, vanished[0])
        elif unbegun := progress.unbegun():
            await _play(core, change, progress, unbegun[0])
            if len(unbegun) == 1:
                await release_pings(change, tournament)
            await change.arm("tournament", tournament.id, change.now + PAUSE)
        elif fixtures := progress.course.due(lambda: core.random.random() < 0.5):
            await change.tx.tournaments.add_fixtures(tournament.id, fixtures)
            await _revised(change, tournament)
            await change.arm("tournament", tournament.id, change.now)
        elif progress.course.winners() is not None:
            await owe_final(change, await _close(change, tournament, "over"))


async def _begin(core: Core, change: Change, progress: Progress) -> None:
    """Draw the numbers of the entrants by rating, else by lot; with fewer than FEWEST, end the tournament."""
    tournament, entrants = progress.tournament, list(progress.entrants)
    if len(entrants) < FEWEST:
        await owe_final(change, await _close(change, tournament, "cancelled"))
        return
    core.random.shuffle(entrants)
    ratings = [await change.tx.ratings.of(entrant.person.id, tournament.game) for entrant in entrants]
    strengths = [rating.rating if rating is not None else 0.0 for rating in ratings]
    for entrant in replace(progress, entrants=entrants).drawn(strengths):
        await change.tx.tournaments.save_entrant(entrant)
    await _revised(change, replace(tournament, status="running"))
    await change.arm("tournament", tournament.id, change.now)


async def _play(core: Core, change: Change, progress: Progress, meeting: Meeting) -> None:
    """Begin a match, or play it again, where the server shows its matches. Its players get one ping for all of them."""
    tournament, players = progress.tournament, progress.people(meeting.fixture)
    challenge = await change.tx.challenges.add(
        Challenge(
            tournament.game,
            tournament.options,
            *players,
            side="first",
            venue=tournament.venue,
            status="accepted",
            created_at=tournament.created_at,  # not now: it counts for nobody's limit of challenges
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
        thread_id = await thread_for(change, replace(challenge, message_id=tournament.message_id))
        await change.begin(snapshot.match, None, tournament.venue, None, thread_id)
    else:
        await change.begin(snapshot.match, None, None, None)
    await owe_pings(change, tournament, snapshot.match)
    change.snapshots.append(snapshot)


async def _withdraw(change: Change, progress: Progress, entrant: Entrant) -> None:
    tournament = progress.tournament
    if tournament.status == "joining":
        await change.tx.tournaments.remove_entrant(entrant)
        await _revised(change, tournament)
        return
    withdrawn_at = entrant.withdrawn_at or change.now  # of somebody who has vanished, the earlier time counts
    await change.tx.tournaments.save_entrant(replace(entrant, withdrawn_at=withdrawn_at, vanished=False))
    await _revised(change, tournament)
    for meeting in progress.meetings:
        if meeting.involves(entrant.number) and meeting.match_id is not None and not meeting.over:
            match = await change.tx.matches.of(meeting.match_id)
            if match is not None and not match.over:
                await leave(change, match, entrant.person.id)
    await change.arm("tournament", tournament.id, change.now)


async def _miss(change: Change, tournament: Tournament, entrant: Entrant) -> None:
    """Withdraw somebody who may come back. Their matches go on until the clock ends them."""
    await change.tx.tournaments.save_entrant(replace(entrant, withdrawn_at=change.now, vanished=True))
    await owe_withdrawn(change, "vanished", await _revised(change, tournament), entrant.person.id)
    await change.arm("tournament", tournament.id, change.now)


async def _close(change: Change, tournament: Tournament, status: Status) -> Tournament:
    await change.arm("tournament", tournament.id, None)
    closed = replace(tournament, status=status, ended_at=change.now)
    return await _revised(change, closed)


async def _revised(change: Change, tournament: Tournament) -> Tournament:
    """Store the next revision of a tournament."""
    revised = replace(tournament, rev=tournament.rev + 1)
    await change.tx.tournaments.save(revised)
    await owe_post(change, revised)
    return revised


async def _of(view: Tables, tournament_id: int) -> Progress:
    """A tournament with its entrants and matches. Raises NoTournament."""
    tournament = await view.tournaments.of(tournament_id)
    if tournament is None:
        raise NoTournament
    return Progress(
        tournament, await view.tournaments.entrants(tournament_id), await view.tournaments.meetings(tournament_id)
    )
