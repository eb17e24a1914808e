"""In another language nothing stays English: every posted word was translated.

A public post is in the language of its place, and a private answer in the language of its reader, no matter who caused
it.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from cogs.buttons import use
from cogs.wire import languages, pictures
from cogs.wire.controls import custom_id
from games import GAMES
from language import ENGLISH, learn, speaking
from matches.model import Person
from matches.settings import Notifications, PlayerSettings
from service import Service
from storage.store import Store
from tests.games.lines import shortest
from tests.support.brackets import BRACKETED, Bracketed, bracket_everything, left_out
from tests.support.kill_stories import STORIES
from tests.support.kills import Run, first_run
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.presses import Client, pressed, words_in
from tests.support.samples import spread
from tests.support.shares import share
from tests.support.stores import Stores
from tests.support.thinker import Puppet

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


class Table:
    """A match of two people, and all that they read: posts, private answers and direct messages."""

    def __init__(self, client: Client, match_id: int) -> None:
        self._client, self._id = client, match_id
        self.posts: list[str] = []
        """What was posted, in the channel and in direct messages."""
        self.answers: list[str] = []

    async def press(self, who: Person, name: str, *args: str, private: bool = True) -> None:
        """Use a control of the match, and let everything be sent that follows from it."""
        client, service = self._client, self._client.service
        rev = 0 if name == "accept" else (await service.lookup.match(self._id)).rev
        interaction = pressed(client, who, CHANNEL, private=private, custom_id=custom_id(name, self._id, rev, *args))
        await use(interaction, interaction.data)
        due = await service.outbox.next_due()
        if due is not None and due <= service.clock.now():
            await client.relay.deliver_due()
        while tasks := list(client.relay._tasks):
            await asyncio.gather(*tasks)
        self.answers += all_words(interaction.answers.sent)
        self.posts += all_words(client.channel.posted)
        client.channel.posted.clear()


def all_words(messages: list[dict[str, Any]]) -> list[str]:
    """All that is read in these messages, with the descriptions of their pictures."""
    files = [message["file"] for message in messages if message.get("file")]
    return [*(word for message in messages for word in words_in(message)), *(file.description or "" for file in files)]


@pytest.mark.parametrize("key", share(2, ((key,) for key in GAMES)))
async def test_a_match_is_played_to_its_end_in_another_language(
    key: str, store: Store, monkeypatch: pytest.MonkeyPatch, failures: list[Exception]
) -> None:
    bracket_everything(monkeypatch)
    monkeypatch.setattr(pictures, "draw", lambda _: b"")  # nobody looks at them here
    service, line = Service(store, StillClock(), random.Random(1), thinker=Puppet()), shortest(key)
    for person in (ANN, BOB):
        await service.settings.choose(person.id, PlayerSettings(notifications=Notifications("dm")))
    made = await service.challenges.invite(key, ANN, BOB, CHANNEL, "first", dict(line.options))
    table = Table(Client(service), made.id)
    await table.press(BOB, "accept", private=False)
    for text in line.moves:
        match = await service.lookup.match(made.id)
        mover = match.players[match.turn]
        await table.press(mover, "move", private=False)
        await table.press(mover, "confirm", text)
    match = await service.lookup.match(made.id)
    assert (match.over, match.ply) == (True, len(line.moves))
    for name, *args in (("mine",), ("letters",), ("moves", "0", "0"), ("more",), ("review",)):
        await table.press(ANN, name, *args)
    assert failures == []
    assert len(table.posts) > 2 * len(line.moves), "each board, and a direct message about it"
    assert len(table.answers) > 2 * len(line.moves), "each picker, and what was played"
    assert {text: words for text in (*table.posts, *table.answers) if (words := left_out(text))} == {}
