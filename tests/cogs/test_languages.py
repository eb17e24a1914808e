"""In another language nothing stays English: every word that is posted went through a translation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from language import learn, speaking
from tests.cogs.test_kills import STORIES, CutStore, Moments, Run
from tests.support.brackets import BRACKETED, Bracketed, left_out
from tests.support.channels import Channels
from tests.support.matches import StillClock

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path


def test_what_is_left_out_is_seen() -> None:
    assert left_out("⟦⟦a⟧ said⟧ Hello <@5> #1f3k <t:5:R>") == ["Hello"]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
async def test_every_post_is_said_in_the_language_of_its_readers(
    story: Callable[[Run], Awaitable[None]], tmp_path: Path
) -> None:
    learn(BRACKETED, Bracketed())
    clock = StillClock()
    channels = Channels(clock)
    async with CutStore.opened(tmp_path / "tidepool.db") as store:
        with speaking(BRACKETED):
            run = Run(store, channels, clock, Moments(None))
            await story(run)
            await run.quiet()
    posted = [message.content for message in channels.messages.values()]
    assert posted
    assert {text: left_out(text) for text in posted if left_out(text)} == {}
