"""The look back before something is posted again: which messages count as earlier posts of the bot."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from discord.utils import snowflake_time, time_snowflake

from cogs.wire.lookback import (
    LOOK_BACK,
    SLACK,
    find_message,
    first_messages,
    messages_after,
    messages_around,
    recent_messages,
    shown_rev,
)
from tests.support.presses import trouble

ME, ANOTHER = SimpleNamespace(id=1), SimpleNamespace(id=2)
NOW = 1_800_000_000
MATCH: Any = SimpleNamespace(code="1f3k")


def message(text: str, age: int = 0, author: SimpleNamespace = ME, *files: str) -> Any:
    """A message that was posted `age` seconds before NOW."""
    return SimpleNamespace(
        content=text,
        author=author,
        created_at=datetime.fromtimestamp(NOW, UTC) - timedelta(seconds=age),
        attachments=[SimpleNamespace(filename=name) for name in files],
    )


class Channel:
    """A channel with these messages, the newest first. It records how it was read."""

    def __init__(self, *messages: Any, error: Exception | None = None) -> None:
        self.messages, self.error = messages, error
        self.asked: dict[str, Any] = {}

    async def history(self, **asked: Any) -> AsyncIterator[Any]:
        self.asked = asked
        if self.error is not None:
            raise self.error
        for one in self.messages:
            yield one


async def said_since(channel: Any, since: int, text: str = "hello") -> Any:
    return await find_message(channel, ME, since, lambda one: one.content == text)


async def test_the_bots_own_newest_message_that_says_it_is_found() -> None:
    newest, older = message("hello", 5), message("hello", 9)
    channel = Channel(message("other"), newest, older)
    assert await said_since(channel, NOW - 20) is newest
    assert channel.asked == {"limit": LOOK_BACK}


async def test_messages_of_others_do_not_count() -> None:
    assert await said_since(Channel(message("hello", 0, ANOTHER)), NOW) is None
    assert await recent_messages(Channel(message("hello", 0, ANOTHER)), ME) == []  # type: ignore[arg-type]  # stands for one
    assert await recent_messages(Channel(message("hello")), None) == []  # type: ignore[arg-type]  # before the bot knows itself


@pytest.mark.parametrize(("age", "counts"), [(SLACK, True), (SLACK + 1, False)])
async def test_a_message_from_before_the_event_does_not_count(age: int, *, counts: bool) -> None:
    found = await said_since(Channel(message("hello", age)), NOW)
    assert (found is not None) is counts, "Discord's clock and ours may differ a little"


@pytest.mark.parametrize("status", [403, 404])
async def test_where_the_bot_may_not_read_it_finds_nothing(status: int) -> None:
    assert await said_since(Channel(error=trouble(50001, status)), NOW) is None


async def test_discord_out_of_reach_is_not_taken_for_nothing() -> None:
    with pytest.raises(type(trouble(0, 503))):
        await said_since(Channel(error=trouble(0, 503)), NOW)


async def test_boards_are_read_from_a_message_on_or_from_a_time_on() -> None:
    channel: Any = Channel(message("hello"))
    await messages_after(channel, ME, 77, NOW)
    assert channel.asked["after"].id == 77
    await messages_after(channel, ME, None, NOW)
    assert snowflake_time(channel.asked["after"].id).timestamp() == NOW - SLACK
    await first_messages(channel, ME, NOW, slack=5)
    assert snowflake_time(channel.asked["after"].id).timestamp() == NOW - 5
    assert channel.asked["oldest_first"]


@pytest.mark.parametrize(("noted", "found"), [(None, 3), (-SLACK - 1, 2), (-SLACK, 3), (0, 3)])
async def test_messages_are_read_up_to_soon_after_the_noted_one(noted: int | None, found: int) -> None:
    channel: Any = Channel(message("first", 60), message("second", 10), message("late"))
    at = datetime.fromtimestamp(NOW + (noted or 0), UTC)
    read = await messages_around(channel, ME, NOW - 60, None if noted is None else time_snowflake(at))
    assert len(read) == found
    assert channel.asked["oldest_first"]


@pytest.mark.parametrize(
    ("name", "rev"),
    [
        ("konane-1f3k-12.png", 12),
        ("konane-1f3k-1.png", 1),
        ("konane-1f3l-12.png", None),
        ("konane-1f3k-review.png", None),
        ("konane-1f3k.png", None),
    ],
)
def test_a_board_is_known_by_the_name_of_its_picture(name: str, rev: int | None) -> None:
    assert shown_rev(message("", 0, ME, name), MATCH) == rev
    assert shown_rev(message(""), MATCH) is None
