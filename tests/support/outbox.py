"""What the outbox holds, and its deliveries as the Discord side would report them."""

from collections.abc import Collection
from dataclasses import replace

from matches.deliveries import Delivery
from matches.model import Match
from service import Service
from storage.store import Store
from tests.support.matches import CHANNEL

LATER = 10**6
"""Seconds after which every claim has run out."""


async def close_dms(store: Store, person_id: int) -> None:
    """Close somebody's direct messages, as a refused one does."""
    async with store.write() as tx:
        settings = await tx.settings.of_player(person_id)
        closed = replace(settings.notifications, dm_closed=True)
        await tx.settings.save_player(person_id, replace(settings, notifications=closed))


async def everything(service: Service) -> list[Delivery]:
    """All deliveries that have a time, due or not."""
    core = service.outbox._core
    async with core.store.read() as view:
        return await view.outbox.due(core.clock.now() + LATER, 1000)


async def taken(service: Service) -> list[Delivery]:
    """The boards that a process takes to deliver them now."""
    return [delivery for delivery in await service.outbox.take() if delivery.kind == "board"]


async def boards_queued(service: Service) -> list[tuple[int, int | None]]:
    """The matches and channels of the boards that are still to be posted."""
    return [
        (delivery.subject, delivery.channel_id) for delivery in await everything(service) if delivery.kind == "board"
    ]


async def old_boards(service: Service) -> list[int | None]:
    """The messages that still have their buttons though they are not the newest."""
    return [delivery.message_id for delivery in await everything(service) if delivery.kind == "old board"]


async def notices_due(service: Service, limit: int = 100) -> list[Delivery]:
    """The notices that are due now."""
    core = service.outbox._core
    async with core.store.read() as view:
        due = await view.outbox.due(core.clock.now(), limit)
    return [notice for notice in due if notice.kind == "notice" and notice.wanted == "shown"]


async def notices_out_of_date(service: Service) -> list[Delivery]:
    """The notices whose messages are to be removed."""
    return [
        delivery for delivery in await everything(service) if delivery.kind == "notice" and delivery.wanted == "removed"
    ]


async def with_board(service: Service, match_id: int) -> list[Delivery]:
    """The notices that the post of a match's newest board includes as pings."""
    async with service.outbox._core.store.read() as view:
        return await view.notices.with_board(match_id)


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
        called = {delivery.person_id or 0 for delivery in await with_board(service, match.id)}
    (place,) = [shown_at for shown_at in await service.places.of(match.id) if shown_at.channel_id == channel_id]
    return await service.outbox.board_shown(match, place, message_id, called, seen_by=seen_by)


async def pings(service: Service, kind: str) -> list[int]:
    """The recipients of due notices of a kind; the notices are then marked as sent."""
    notices = [notice for notice in await notices_due(service) if notice.about == kind]
    await service.outbox.record_done(notices)
    return [notice.person_id or 0 for notice in notices]
