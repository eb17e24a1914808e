"""Queues the messages about a tournament.

They are its public post, the pairings of each round, pings, and the final result.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from matches.deliveries import DELIVERY_KINDS, Delivery
from matches.model import Match, Place
from matches.notices import NoticeWay, ways_to_notify
from matches.timecontrol import HOUR
from matches.tournaments.model import Entrant, Tournament
from matches.tournaments.progress import Progress
from matches.tournaments.together import portions
from service.change import Change

for _kind in ("tournament", "round", "roll_call", "vanished", "removed"):
    DELIVERY_KINDS.declare(_kind, "tournament")
DELIVERY_KINDS.declare("final", "tournament", follows={"board"})
DELIVERY_KINDS.declare("pairings", "tournament", ways=get_args(NoticeWay))

BYE = 3
"""The revision of a ping about a bye. The revision of any other ping is the ID of a match."""
PAUSE = 2
"""The seconds between two matches that a tournament begins, and between their pings, so that moves are not delayed."""
SETTLED = 5
"""How long after the last of several matches has begun people are notified, in seconds."""
LONGEST_BEGINNING = HOUR
"""The longest time that people wait to be notified of their matches while others have not begun, in seconds."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A player's running match in a tournament, as that player sees it."""

    match: Match
    place: Place | None
    """Where the player sees the match, or None if that channel is gone."""


async def queue_post(change: Change, tournament: Tournament) -> None:
    """Queue a post or edit that shows a tournament's current state, if the tournament has a channel."""
    if tournament.channel_id:
        await change.queue(replace(_delivery("tournament", tournament), message_id=tournament.message_id))


async def queue_roll_call(change: Change, tournament: Tournament) -> None:
    """Queue a check for entrants who have left the server, after which the tournament begins."""
    await change.queue(_delivery("roll_call", tournament))


async def queue_pings(change: Change, tournament: Tournament, match: Match) -> None:
    """Queue a ping for each player of a new match, to be sent once `release_pings` is called."""
    for player in match.players:
        await queue_ping(change, tournament, player.id, match.id)


async def queue_ping(change: Change, tournament: Tournament, person_id: int, rev: int) -> None:
    """Queue a ping for a person, to be sent once `release_pings` is called.

    `rev` is the ID of the match that the ping is about, or BYE if the person has a bye.
    """
    chosen = (await change.tx.settings.of_player(person_id)).notifications
    for way, _ in ways_to_notify(chosen, None, change.now, placed=bool(tournament.channel_id)):
        ping = replace(_delivery("pairings", tournament, person_id), key=f"{person_id}:{way}", rev=rev, way=way)
        await change.queue(ping, LONGEST_BEGINNING)


async def gather(change: Change, tournament: Tournament, match_id: int) -> None:
    """Add a new match to the post announcing all matches that begin together.

    The post is not due before `release_round` is called. The key of the post's delivery begins with the first match,
    and its `rev` is the last one.
    """
    if tournament.channel_id:
        gathered = await _gather(change, tournament) or replace(_delivery("round", tournament), key=f"{match_id}:0")
        await change.tx.outbox.save(replace(gathered, rev=match_id))


async def _gather(change: Change, tournament: Tournament) -> Delivery | None:
    """Return the queued post announcing the matches that are beginning now, or None if there is none."""
    return next((post for post in await change.tx.outbox.of("round", tournament.id) if post.due_at is None), None)


async def release_round(change: Change, progress: Progress) -> None:
    """Release the queued post announcing all matches that begin together.

    One post, or several for many people, names all pairings. It carries the pings in the channel that are due at once;
    all other pings are sent on their own.
    """
    tournament = progress.tournament
    gathered = await _gather(change, tournament)
    if gathered is not None:
        first, last = int(gathered.key.partition(":")[0]), gathered.rev
        begun = progress.meetings_between(first, last)
        named = progress.named_people(begun)
        for ping in await change.tx.outbox.of("pairings", tournament.id):
            told = ping.way == "channel" and ping.person_id in named and told_by(ping, first, last)
            if told and await _at_once(change, ping):
                await change.tx.outbox.save(replace(ping, due_at=None))
        for number in range(max(1, len(portions(begun)))):
            await change.queue(replace(gathered, key=f"{first}:{number}"), SETTLED)
    await release_pings(change, tournament)


def told_by(ping: Delivery, first: int, last: int) -> bool:
    """Return whether a post about the matches with IDs from `first` to `last` also covers what a ping is about."""
    return ping.rev == BYE or first <= ping.rev <= last


async def _at_once(change: Change, ping: Delivery) -> bool:
    """Return whether a person's settings allow this ping to be sent immediately.

    A ping in a way that they no longer choose is allowed.
    """
    chosen = (await change.tx.settings.of_player(ping.person_id or 0)).notifications
    return all(at == change.now for way, at in ways_to_notify(chosen, None, change.now) if way == ping.way)


async def release_pings(change: Change, tournament: Tournament) -> None:
    """Schedule a tournament's queued pings, PAUSE seconds apart.

    A ping is due later if its recipient has chosen a later time. Pings carried by a post of pairings still wait for the
    post.
    """
    carried = bool(await change.tx.outbox.of("round", tournament.id))
    pings = await change.tx.outbox.of("pairings", tournament.id)
    for number, ping in enumerate(ping for ping in pings if not (carried and ping.due_at is None)):
        begun = change.now + SETTLED + number * PAUSE
        chosen = (await change.tx.settings.of_player(ping.person_id or 0)).notifications
        due = [due_at for way, due_at in ways_to_notify(chosen, None, begun) if way == ping.way]
        await change.queue(ping, max([begun, *(due_at or begun for due_at in due)]) - change.now)


async def queue_withdrawn(
    change: Change, kind: Literal["vanished", "removed"], tournament: Tournament, person_id: int
) -> None:
    """Queue a direct message telling a person that they have been withdrawn from a tournament.

    If `kind` is "vanished", the message also says how the person can come back.
    """
    await change.queue(_delivery(kind, tournament, person_id))


async def queue_final(change: Change, tournament: Tournament, entrants: Sequence[Entrant]) -> None:
    """Queue a post with a tournament's winner and final table.

    It follows the results of all matches. If the tournament has no channel, queue a direct message to each entrant
    instead.
    """
    if tournament.channel_id:
        await change.queue(_delivery("final", tournament))
        return
    people = [entrant.person.id for entrant in entrants if entrant.person.id > 0]
    for number, person_id in enumerate(people):
        await change.queue(_delivery("final", tournament, person_id), number * PAUSE)


def _delivery(kind: str, tournament: Tournament, person_id: int | None = None) -> Delivery:
    """Return the delivery of a message about a tournament's newest revision.

    The message goes to one person if `person_id` is given, and to the tournament's channel if it is None. A delivery
    for one person has no channel, so it does not wait for a channel that refuses posts.
    """
    if person_id is not None:
        return Delivery(kind, tournament.id, str(person_id), tournament.rev, person_id, guild_id=tournament.guild_id)
    about = Delivery(kind, tournament.id, rev=tournament.rev, guild_id=tournament.guild_id)
    return replace(about, channel_id=tournament.channel_id or None)
