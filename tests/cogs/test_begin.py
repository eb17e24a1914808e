"""A match begins in one place, whatever else the bot does at that moment."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from cogs.posts.boards import Posts
from cogs.ui import challenges
from cogs.ui.context import Context
from matches.records import Venue
from service import Service
from tests.support.matches import ANN, BOB, CHANNEL, StillClock

if TYPE_CHECKING:
    import pytest

    from matches.records import Match, Snapshot
    from service.places import Posting
    from storage.store import Store

THREAD = Venue(200, CHANNEL.guild_id)


async def test_the_sweep_does_not_show_in_the_channel_what_is_about_to_get_a_thread(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service(store, StillClock(), random.Random(1))
    bot: Any = SimpleNamespace(service=service)
    bot.posts = Posts(bot, service)
    posted: list[int] = []

    async def nothing(*_: object) -> None:
        return None

    async def post(_: Posts, snapshot: Snapshot, posting: Posting, __: object) -> None:
        place = posting.place
        posted.append(place.channel_id)
        await service.places.shown(snapshot.match.id, place.channel_id, snapshot.match.board_rev, 500)

    async def give_thread(_: object, __: object, match: Match) -> None:
        sweeping.append(asyncio.create_task(bot.posts.sweep()))
        await asyncio.sleep(0.05)
        await service.places.replace(match.id, CHANNEL.channel_id, THREAD)

    sweeping: list[asyncio.Task[None]] = []
    bot.notices = SimpleNamespace(clean_up=nothing)
    monkeypatch.setattr(Posts, "_post", post)
    monkeypatch.setattr(Posts, "_find", nothing)
    monkeypatch.setattr(challenges, "give_thread", give_thread)
    monkeypatch.setattr(challenges, "show_settled", nothing)
    interaction: Any = SimpleNamespace(client=bot, message=None, response=SimpleNamespace(is_done=lambda: True))
    challenge = await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
    await challenges.begin(Context(interaction), await service.challenges.accept(challenge.id, BOB))
    await asyncio.gather(*sweeping)
    assert posted == [THREAD.channel_id]
