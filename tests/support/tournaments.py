"""Tournaments of the game of a heap, and people who play in them."""

from collections.abc import Collection
from dataclasses import replace

from matches.model import Person
from matches.timecontrol import DAY, TimeControl
from matches.tournaments.model import Format, Tournament
from service import Service
from service.tournament_posts import PAUSE
from tests.support.matches import CHANNEL, StillClock

CLOCK = TimeControl(3 * DAY, 3 * DAY, 3 * DAY)
JOINING = 600
"""Seconds for joining."""


def open_tournament(clock: StillClock, kind: Format = "groups", places: int = 16) -> Tournament:
    """The draft of a tournament that begins in JOINING seconds."""
    begins_at = clock.time + JOINING
    return Tournament("heap", {}, kind, CLOCK, True, places, begins_at, CHANNEL.guild_id or 0, CHANNEL.channel_id)


async def joined(service: Service, clock: StillClock, kind: Format, people: int, *, rated: bool = True) -> int:
    """The ID of a tournament that this many people have joined and whose first matches have begun."""
    tournament = await service.tournaments.create(replace(open_tournament(clock, kind), rated=rated))
    for number in range(1, people + 1):
        await service.tournaments.join(tournament.id, Person(number, f"Player {number}"))
    clock.time = tournament.begins_at
    await going_on(service, clock)
    return tournament.id


async def going_on(service: Service, clock: StillClock) -> None:
    """Let everything happen that is due within a minute."""
    for _ in range(60 // PAUSE):
        while (at := await service.schedule.next_due()) is not None and at <= clock.time:
            await service.schedule.act()
        for tournament in await service.tournaments.in_server(CHANNEL.guild_id or 0, 25):
            await call_roll(service, tournament.id)
        clock.time += PAUSE


async def call_roll(service: Service, tournament_id: int, absent: Collection[int] = ()) -> None:
    """Answer the question who has left the server, if it is queued."""
    queued = await service.outbox.of("roll_call", tournament_id)
    await service.outbox.record_done(queued)
    if queued:
        await service.tournaments.begin(tournament_id, absent)
