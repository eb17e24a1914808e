"""What the outbox holds, and its deliveries as the Discord side would report them."""

from collections.abc import Collection

from matches.deliveries import Delivery
from matches.model import Match
from service import Service
from tests.support.matches import CHANNEL

LATER = 10**6
"""Seconds after which every claim has run out."""


async def everything(service: Service) -> list[Delivery]:
    """All deliveries that have a time, due or not."""
    core = service.outbox._core
    async with core.store.read() as view:
        return await view.outbox.due(core.clock.now() + LATER, 1000)


async def taken(service: Service) -> list[Delivery]:
    """The boards that a process takes to deliver them now."""
    return [one for one in await service.outbox.take() if one.kind == "board"]


async def boards_owed(service: Service) -> list[tuple[int, int | None]]:
    """The matches and channels of the boards that are still to be posted."""
    return [(one.subject, one.channel_id) for one in await everything(service) if one.kind == "board"]


async def old_boards(service: Service) -> list[int | None]:
    """The messages that still have their buttons though they are not the newest."""
    return [one.message_id for one in await everything(service) if one.kind == "old board"]


async def notices_due(service: Service, most: int = 100) -> list[Delivery]:
    """The notices that are due now."""
    core = service.outbox._core
    async with core.store.read() as view:
        due = await view.outbox.due(core.clock.now(), most)
    return [one for one in due if one.kind == "notice" and one.wanted == "shown"]


async def notices_out_of_date(service: Service) -> list[Delivery]:
    """The notices whose messages are to be removed."""
    return [one for one in await everything(service) if one.kind == "notice" and one.wanted == "removed"]


async def show(
    service: Service,
    match: Match,
    message_id: int,
    channel_id: int = CHANNEL.channel_id,
    called: Collection[int] | None = None,
    seen_by: int | None = None,
) -> list[Delivery]:
    """Post the board of a match. It pings everybody whom it is to ping, or only `called`."""
    if called is None:
        called = {one.person_id or 0 for one in await service.outbox.with_board(match.id)}
    (place,) = [one for one in await service.places.of(match.id) if one.channel_id == channel_id]
    return await service.outbox.board_shown(match, place, message_id, called, seen_by=seen_by)


async def pings(service: Service, kind: str) -> list[int]:
    """The people whom due notices of a kind are for. The notices count as sent then."""
    notices = [notice for notice in await notices_due(service) if notice.about == kind]
    await service.outbox.done(notices)
    return [notice.person_id or 0 for notice in notices]
