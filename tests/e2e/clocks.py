"""What the tests of clocks share: deadlines as people read them, and time that passes."""

import re
from typing import Any

from sandbox import Change, Message
from tests.e2e.conftest import House
from tests.e2e.rooms import Match, Room

HOUR, DAY = 3600, 24 * 3600
BLINK = 30
"""Seconds that the steps between two looks at the clock may take."""


def due(text: str) -> int:
    """The only deadline in a text, which Discord shows as a relative time."""
    (stamp,) = re.findall(r"(?:due|·) <t:(\d+):R>", text)
    return int(stamp)


def headline(post: Message) -> str:
    return post.content.split("\n")[0]


def record(house: House, match: Match) -> Any:
    """The row of a match in the bot's database."""
    return house.rows("SELECT * FROM match WHERE id = ?", match.id)[0]


def go_to(house: House, moment: float) -> None:
    """Move the clock to this moment."""
    house.sandbox.move_clock(moment - house.sandbox.clock.now())


async def heartbeat(house: House) -> None:
    """Wait until the bot has noted at the present time that it runs."""
    await house.noted("SELECT 1 FROM heartbeat WHERE at > ?", house.sandbox.clock.now() - BLINK - 1)


async def return_after(house: House, seconds: float) -> None:
    """Kill the bot, move the clock by so many seconds, and start the bot again."""
    await heartbeat(house)
    await house.bot.kill()
    house.sandbox.move_clock(seconds)
    await house.bot.start()


async def gone(room: Room, message: Message) -> None:
    """Wait until a message is deleted."""
    look = room.sandbox.world.message
    await room.sandbox.wait_for(lambda: look(message.channel_id, message.id) is None, what="a message to go")


class Heard:
    """The bot's public messages since a moment, with those that were deleted later."""

    def __init__(self, house: House) -> None:
        self.messages: list[Message] = []
        house.sandbox.world.watch(self._hear)
        self._sandbox = house.sandbox

    def _hear(self, change: Change) -> None:
        new: Any = change.new
        if change.old is None and getattr(new, "author_id", None) == self._sandbox.world.bot.id and not new.private:
            self.messages.append(new)

    def with_words(self, *words: str) -> list[Message]:
        return [message for message in self.messages if all(word in message.content for word in words)]

    async def first(self, *words: str) -> Message:
        """The first message with these words, once it is there."""
        what = f"a message with {words}"
        return (await self._sandbox.wait_for(lambda: self.with_words(*words), what=what))[0]
