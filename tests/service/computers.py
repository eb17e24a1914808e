"""Matches of Ann against a computer player of the game of a heap."""

from matches.model import Match, Side, Snapshot
from service import Service
from tests.support.matches import ANN, CHANNEL
from tests.support.thinker import SETTLES, Puppet


async def begin(service: Service, side: Side = "first", level: int = 3, size: str = "40") -> Match:
    return (await service.practice.begin("heap", ANN, level, CHANNEL, side, {"size": size})).match


async def in_search(service: Service, puppet: Puppet) -> Match:
    """A match in which the computer thinks about Ann's first move until the puppet's gate is opened."""
    match = await begin(service)
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 2")
    await service.computer_turns.act()
    await puppet.holds()
    return match


async def newest(service: Service, match: Match) -> Snapshot:
    return await service.lookup.snapshot(match.id)


async def play(service: Service, match: Match, text: str) -> Snapshot:
    """Ann moves, and the computer answers."""
    await service.play.move(match.id, ANN.id, text)
    return await settle(service, match)


async def settle(service: Service, match: Match) -> Snapshot:
    """Let every due search be done."""
    await service.computer_turns.act()
    await service.computer_turns.until_done(match.id, SETTLES)
    return await newest(service, match)


async def shown(service: Service, match: Match) -> None:
    """Note that the newest board is shown where the match is: one for show waits for that."""
    now = (await newest(service, match)).match
    for place in await service.places.of(match.id):
        await service.outbox.board_shown(now, place, 600, ())


async def told(service: Service, match: Match) -> list[tuple[int | None, str]]:
    """The notices, with the people whom they are for."""
    return [(delivery.person_id, delivery.about) for delivery in await service.outbox.of("notice", match.id)]
