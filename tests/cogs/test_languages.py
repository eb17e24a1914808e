"""In another language nothing stays English: every posted word was translated.

A public post is in the language of its place, and a private answer in the language of its reader, no matter who caused
it.
"""

from collections.abc import Awaitable, Callable

import pytest

from cogs.wire import languages
from language import ENGLISH, learn, speaking
from tests.support.brackets import BRACKETED, Bracketed, left_out
from tests.support.kill_stories import STORIES
from tests.support.kills import Run, first_run
from tests.support.samples import spread
from tests.support.stores import Stores

INBOXES = 10_000
"""Channels with this id or a higher one are direct messages."""


def test_a_word_that_was_not_translated_is_seen() -> None:
    assert left_out("⟦⟦a⟧ said⟧ Hello <@5> #1f3k <t:5:R>") == ["Hello"]


@pytest.mark.parametrize(
    ("story", "spoken"),
    spread(STORIES, [(BRACKETED, ENGLISH), (ENGLISH, BRACKETED)]),
    ids=lambda value: getattr(value, "__name__", None),
)
async def test_every_post_is_said_in_the_language_of_its_readers(
    story: Callable[[Run], Awaitable[None]],
    stores: Stores,
    monkeypatch: pytest.MonkeyPatch,
    spoken: tuple[str, str],
) -> None:
    public, private = spoken
    learn(BRACKETED, Bracketed())
    monkeypatch.setattr(languages, "of_server", lambda _: public)
    monkeypatch.setattr(languages, "of_person", lambda _: private)
    async with first_run(stores) as run:
        with speaking(private):  # as in the task that answers an interaction
            await story(run)
            await run.quiet()
    assert run.channels.messages
    said = [(name, public) for name in run.channels.thread_names]
    for message in run.channels.messages.values():
        wanted = private if message.channel_id >= INBOXES else public
        said += [(text, wanted) for text in (message.content, message.alt, *message.labels)]
    for text, wanted in said:
        assert left_out(text) == [] if wanted == BRACKETED else "⟦" not in text, text
