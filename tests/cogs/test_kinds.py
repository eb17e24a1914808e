"""A post by the clock needs a module of the service and one of the posts, and no other file changes."""

import asyncio
import sys
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

import service as service_room
from cogs import posts
from cogs.posts.poster import POSTERS, Poster
from cogs.posts.relay import OutboxRelay
from matches.alarms import ALARM_KINDS
from matches.deliveries import DELIVERY_KINDS, Delivery
from matches.kinds import import_modules
from matches.notices import NOTICE_KINDS, NoticeKind
from service import Service
from storage.store import Store
from tests.support.channels import ChannelClient, Channels
from tests.support.declaring import WHERE, as_module
from tests.support.matches import ANN, CHANNEL, StillClock

TIDES = """
from matches.deliveries import DELIVERY_KINDS, Delivery
from service.core import alarm

DELIVERY_KINDS.declare("tide", "server")

@alarm("tide", "server")
async def rise(core, change, due):
    await change.queue(Delivery("tide", due.subject, channel_id={channel_id}))
    await change.arm("tide", due.subject, change.now + 60)
"""
TIDE_POSTS = """
from cogs.posts.poster import OncePoster

class TidePosts(OncePoster, kind="tide"):
    async def post(self, tide):
        await self.send_once(tide, "High tide", since=0)
"""


@pytest.fixture(autouse=True)
def undeclared() -> Iterator[None]:
    """Forget what a test has declared."""
    registries: tuple[dict[str, Any], ...] = (ALARM_KINDS, DELIVERY_KINDS, POSTERS)
    known = [dict(registry) for registry in registries]
    yield
    for registry, before in zip(registries, known, strict=True):
        registry.clear()
        registry.update(before)
    for name in ("service.tides", "cogs.posts.tides"):
        sys.modules.pop(name, None)


async def test_new_modules_are_found(
    store: Store, service: Service, clock: StillClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for room, source in ((service_room, TIDES.format(channel_id=CHANNEL.channel_id)), (posts, TIDE_POSTS)):
        folder = tmp_path / room.__name__
        folder.mkdir()
        (folder / "tides.py").write_text(source, encoding="utf-8")
        monkeypatch.setattr(room, "__path__", [*room.__path__, str(folder)])
    import_modules(service_room.__name__, service_room.__path__)
    channels = Channels(clock)
    client: Any = ChannelClient(channels, service)
    relay = OutboxRelay(client, service)
    async with store.write() as tx:
        await tx.alarms.set("tide", 10, clock.time)
    await service.schedule.act()
    await relay.deliver_due()
    await asyncio.gather(*relay._tasks)
    assert [message.content for message in channels.messages.values()] == ["High tide"]
    assert await service.outbox.of("tide", 10) == []
    assert await service.schedule.next_due() == clock.time + 60


async def test_storage_treats_a_kind_as_it_is_declared(store: Store) -> None:
    DELIVERY_KINDS.declare("tide", "match")
    ALARM_KINDS.declare("tide", "person", act=None)
    async with store.write() as tx:
        await tx.outbox.save(Delivery("tide", 50_000))
        assert [delivery.kind for delivery in await tx.outbox.about_match(50_000)] == ["tide"]
        await tx.alarms.set("tide", ANN.id, 1)
        await tx.privacy.replace(ANN.id, ANN.id)
        assert await tx.alarms.at("tide", ANN.id) is None


def test_every_kind_of_delivery_has_a_poster() -> None:
    import_modules(posts.__name__, posts.__path__)
    assert POSTERS.keys() == DELIVERY_KINDS.keys()


def test_two_kinds_or_posters_cannot_have_the_same_name() -> None:
    with pytest.raises(ValueError, match="'board' is already taken"):
        DELIVERY_KINDS.declare("board", "match")
    with pytest.raises(ValueError, match="Boards already delivers the kind 'board'"):

        class MoreBoards(Poster, kind="board"):
            async def deliver(self, deliveries: Sequence[Delivery]) -> None:
                """Deliver nothing."""


@pytest.mark.parametrize(
    "fact", [fact.name for fact in fields(NoticeKind) if fact.init and fact.default is fact.default_factory is MISSING]
)
def test_a_kind_of_notice_that_leaves_a_fact_out_does_not_start_and_says_what_to_do(fact: str) -> None:
    claim = NOTICE_KINDS["claim"]
    facts = {field.name: getattr(claim, field.name) for field in fields(claim) if field.init and field.name != fact}
    with pytest.raises(TypeError) as raised:
        as_module(lambda: NOTICE_KINDS.declare(**facts))
    name = None if fact == "name" else "claim"
    assert (
        str(raised.value)
        == f"{WHERE}the kind {name!r} must also say {fact}; NoticeKind in matches.notices explains each."
    )


async def test_a_delivery_of_an_undeclared_kind_cannot_be_queued(store: Store) -> None:
    async with store.write() as tx:
        with pytest.raises(KeyError, match="tide"):
            await tx.outbox.save(Delivery("tide", 10))
