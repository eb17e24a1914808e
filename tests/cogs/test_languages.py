"""In another language nothing stays English: every posted word was translated.

A public post is in the language of its place, and a private answer in the language of its reader, no matter who caused
it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cogs.posts import languages
from language import ENGLISH, learn, speaking
from tests.support.brackets import BRACKETED, Bracketed, left_out
from tests.support.channels import Channels
from tests.support.kill_stories import STORIES
from tests.support.kills import CutStore, Moments, Run
from tests.support.matches import StillClock

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.support.stores import Stores

INBOXES = 10_000
"""Channels with this id or a higher one are direct messages."""


def test_a_word_that_was_not_translated_is_seen() -> None:
    assert left_out("⟦⟦a⟧ said⟧ Hello <@5> #1f3k <t:5:R>") == ["Hello"]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
@pytest.mark.parametrize(("public", "private"), [(BRACKETED, ENGLISH), (ENGLISH, BRACKETED)])
async def test_every_post_is_said_in_the_language_of_its_readers(
    story: Callable[[Run], Awaitable[None]],
    stores: Stores,
    monkeypatch: pytest.MonkeyPatch,
    public: str,
    private: str,
) -> None:
    learn(BRACKETED, Bracketed())
    monkeypatch.setattr(languages, "of_server", lambda _: public)
    monkeypatch.setattr(languages, "of_person", lambda _: private)
    clock = StillClock()
    channels = Channels(clock)
    async with stores.lent(CutStore) as store:
        with speaking(private):  # as in the task that answers an interaction
            run = Run(store, channels, clock, Moments(None))
            await story(run)
            await run.quiet()
    assert channels.messages
    said = [(name, public) for name in channels.thread_names]
    for message in channels.messages.values():
        wanted = private if message.channel_id >= INBOXES else public
        said += [(text, wanted) for text in (message.content, message.alt, *message.labels)]
    for text, wanted in said:
        assert left_out(text) == [] if wanted == BRACKETED else "⟦" not in text, text
