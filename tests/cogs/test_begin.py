"""A match begins in one place, whatever else the bot does at that moment."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from cogs import _challenge
from cogs._posts import Posts
from matches.records import Venue
from matches.service import Matches
from tests.matches.conftest import ANN, BOB, CHANNEL, StillClock
from tests.matches.dict_store import DictStore

if TYPE_CHECKING:
    import pytest

    from matches.places import Posting
    from matches.records import Match, Table

THREAD = Venue(200, CHANNEL.guild_id)


async def test_the_sweep_does_not_show_in_the_channel_what_is_about_to_get_a_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matches = Matches(DictStore(), StillClock(), random.Random(1))
    bot: Any = SimpleNamespace(matches=matches)
    bot.posts = Posts(bot)
    posted: list[int] = []

    async def nothing(*_: object) -> None:
        return None

    async def post(_: Posts, table: Table, posting: Posting, __: object) -> None:
        place = posting.place
        posted.append(place.channel_id)
        await matches.shown(table.match.id, place.channel_id, table.match.board_rev, 500)

    async def give_thread(_: object, match: Match) -> None:
        sweeping.append(asyncio.create_task(bot.posts.sweep()))
        await asyncio.sleep(0.05)
        await matches.moved_place(match.id, CHANNEL.channel_id, THREAD)

    sweeping: list[asyncio.Task[None]] = []
    bot.notices = SimpleNamespace(clean_up=nothing)
    monkeypatch.setattr(Posts, "_post", post)
    monkeypatch.setattr(Posts, "_find", nothing)
    monkeypatch.setattr(_challenge, "give_thread", give_thread)
    monkeypatch.setattr(_challenge, "show_settled", nothing)
    interaction: Any = SimpleNamespace(client=bot, message=None, response=SimpleNamespace(is_done=lambda: True))
    challenge = await matches.challenge("konane", ANN, BOB, CHANNEL, "first")
    await _challenge.begin(interaction, await matches.accept(challenge.id, BOB))
    await asyncio.gather(*sweeping)
    assert posted == [THREAD.channel_id]
