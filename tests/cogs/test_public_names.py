"""Whatever the bot posts in public, and however, it names nobody any more once they are forgotten.

The stories together queue every kind of delivery, so a new sender that does not say whom its messages name fails here.
"""

import re
from collections.abc import Awaitable, Callable, Mapping

import pytest

from matches.model import Person
from tests.support.kill_stories import (
    STORIES,
    a_tournament_that_begins_and_somebody_leaves,
    puzzles_of_two_days,
    reminders_that_come_together,
)
from tests.support.kills import INBOXES, Run, draw_nothing, first_run
from tests.support.matches import ANN, BOB, CAROL
from tests.support.shares import share
from tests.support.stores import Stores

PEOPLE = (ANN, BOB, CAROL, Person(7, "Fay"))
NAMES: Mapping[Callable[[Run], Awaitable[None]], int] = {
    a_tournament_that_begins_and_somebody_leaves: 3,
    puzzles_of_two_days: 1,
    reminders_that_come_together: 2,
}
"""Stories of which it is certain that their posts name so many people."""


def naming(run: Run, person: Person) -> list[str]:
    """The public messages that name or mention a person."""
    name = re.compile(rf"<@!?{person.id}>|\b{person.name}\b")
    posts = [post.content for post in run.channels.messages.values() if post.channel_id < INBOXES]
    return [text for text in posts if name.search(text)]


@pytest.mark.parametrize("story", share(2, zip(STORIES)), ids=lambda story: story.__name__)
async def test_no_public_message_names_somebody_who_is_forgotten(
    stores: Stores, monkeypatch: pytest.MonkeyPatch, story: Callable[[Run], Awaitable[None]]
) -> None:
    draw_nothing(monkeypatch)
    async with first_run(stores) as run:
        await run.tell(story)
        await run.quiet()
        assert sum(bool(naming(run, person)) for person in PEOPLE) >= NAMES.get(story, 0)
        run.channels.refusals.clear()  # a message that cannot be edited keeps its names
        for person in PEOPLE:
            await run.service.privacy.forget(person.id)
            for _ in range(8):
                await run.quiet()
            assert naming(run, person) == []
