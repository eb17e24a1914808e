"""What a tournament owes Discord: its public post, one ping for each person, and its end."""

from dataclasses import dataclass, replace
from typing import Literal

from matches.deliveries import DELIVERY_KINDS, Delivery, DeliveryKind
from matches.model import Match, Place
from matches.notices import ways_to_notify
from matches.timecontrol import HOUR
from matches.tournaments.model import Tournament
from service.change import Change

for _kind in ("tournament", "pairings", "vanished", "removed", "final"):
    DELIVERY_KINDS.declare(DeliveryKind(_kind, "tournament"))

PAUSE = 2
"""Seconds between two matches that a tournament begins, and between their pings, so that moves are not delayed."""
SETTLED = 5
"""Seconds after the last of several matches has begun, when their boards are posted and people are told."""
LONGEST_BEGINNING = HOUR
"""Seconds after which people are told of their matches although others have not begun."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A running match of a tournament, for one of its players."""

    match: Match
    place: Place | None
    """Where the player sees it; None if its channel is gone."""


async def owe_post(change: Change, tournament: Tournament) -> None:
    """Owe the public post in its current state. Without a channel there is none."""
    if tournament.channel_id:
        await change.owe(replace(_delivery("tournament", tournament), message_id=tournament.message_id))


async def owe_pings(change: Change, tournament: Tournament, match: Match) -> None:
    """Owe the players of a new match one ping each, which `release_pings` makes due when all matches have begun."""
    for player in match.players:
        chosen = (await change.tx.settings.of_player(player.id)).notifications
        for way, _ in ways_to_notify(chosen, "ask", change.now, placed=bool(tournament.channel_id)):
            ping = replace(
                _delivery("pairings", tournament, player.id), key=f"{player.id}:{way}", rev=match.id, way=way
            )
            await change.owe(ping, LONGEST_BEGINNING)


async def release_pings(change: Change, tournament: Tournament) -> None:
    """Make the owed pings due, PAUSE from each other or at the time that the person has chosen."""
    for number, ping in enumerate(await change.tx.outbox.of("pairings", tournament.id)):
        begun = change.now + SETTLED + number * PAUSE
        chosen = (await change.tx.settings.of_player(ping.person_id or 0)).notifications
        due = [due_at for way, due_at in ways_to_notify(chosen, "ask", begun) if way == ping.way]
        await change.owe(ping, max([begun, *(due_at or begun for due_at in due)]) - change.now)


async def owe_withdrawn(
    change: Change, kind: Literal["vanished", "removed"], tournament: Tournament, person_id: int
) -> None:
    """Owe a direct message to somebody who was withdrawn; to somebody who has vanished, with the way back."""
    await change.owe(_delivery(kind, tournament, person_id))


async def owe_final(change: Change, tournament: Tournament) -> None:
    """Owe the post with the winner and the final table."""
    if tournament.channel_id:
        await change.owe(_delivery("final", tournament))


def _delivery(kind: str, tournament: Tournament, person_id: int | None = None) -> Delivery:
    """A delivery about a tournament's newest revision, to everybody or to one person."""
    key = "" if person_id is None else str(person_id)
    about = Delivery(kind, tournament.id, key, tournament.rev, person_id)
    return replace(about, channel_id=tournament.channel_id or None, guild_id=tournament.guild_id)
