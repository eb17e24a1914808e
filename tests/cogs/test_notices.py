"""Messages that do not go with a board: what they hold, and what is kept of those that Discord does not take."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from cogs.posts.notices import FORGET, MORE, TRY_AGAIN, Notices, digest
from cogs.ui.limits import MESSAGE
from service import Service
from tests.support.matches import ANN, BOB, CHANNEL, StillClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from storage.store import Store


@pytest.mark.parametrize("last", range(1, 200, 3))
def test_a_digest_is_never_longer_than_a_message(last: int) -> None:
    text = digest(["x" * 150] * 12 + ["y" * last] + ["z" * 150] * 5)
    assert len(text) <= MESSAGE
    assert text.endswith(MORE)


def test_a_digest_that_just_fits_is_whole() -> None:
    whole = digest(["x" * 100, "y" * (MESSAGE - 121)])
    assert len(whole) == MESSAGE
    assert whole.endswith("y")


class ClosedChannel:
    """A channel in which the bot may not post."""

    async def send(self, **_: object) -> None:
        answer: Any = SimpleNamespace(status=403, reason="Forbidden")
        raise discord.Forbidden(answer, {"code": 50013, "message": "Missing Permissions"})

    async def history(self, **_: object) -> AsyncIterator[discord.Message]:
        nothing: tuple[discord.Message, ...] = ()
        for message in nothing:
            yield message


async def test_a_notice_that_is_refused_for_days_is_kept_in_mind_once(store: Store) -> None:
    clock = StillClock()
    service = Service(store, clock, random.Random(1))
    client: Any = SimpleNamespace(user=None, get_partial_messageable=lambda _: ClosedChannel())
    posts: Any = SimpleNamespace(settled=service.places.of)
    notices = Notices(client, service, posts)
    notices.began_at = clock.now()
    for _ in range(3):
        challenge = await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
        match = (await service.challenges.accept(challenge.id, BOB)).match
        await service.agreements.offer_draw(match.id, ANN.id)
        for _ in range(20):
            await notices.deliver()
            assert len(notices._doubtful) == 1
            clock.time += TRY_AGAIN
        await service.play.resign(match.id, BOB.id)
        clock.time += FORGET
