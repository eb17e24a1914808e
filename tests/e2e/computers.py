"""Matches of Alice against a computer player."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sandbox import Message
from tests.e2e.conftest import House
from tests.e2e.rooms import Match, Room
from tests.e2e.whereabouts import code_in
from tests.support.helpers import helpers_of
from tests.support.patience import HELPERS


def helpers(house: House) -> Iterator[int]:
    """The helper processes of the bot."""
    return helpers_of(house.bot.pid)


@contextmanager
def standing_still(house: House) -> Iterator[list[int]]:
    """Let the helpers that the bot has now stand still inside this context: no search ends, however long it takes."""
    stopped = list(helpers(house))
    for helper in stopped:
        os.kill(helper, signal.SIGSTOP)
    try:
        yield stopped
    finally:
        for helper in stopped:
            with suppress(ProcessLookupError):  # it was killed
                os.kill(helper, signal.SIGCONT)


async def practice(room: Room, game: str = "konane", **options: object) -> tuple[Match, Message]:
    """A match of Alice against the computer, and its first board."""
    command = f"/{game.replace('_', '-')}"
    begun = await room.public(await room.alice.slash(f"{command} practice", **options))
    return Match(room, command, code_in(begun), (room.alice, room.alice)), begun


async def turn(room: Room, match: Match, number: int) -> Message:
    """The board under which Alice makes her move of this number."""
    return await room.sandbox.wait_for(
        lambda: next(
            (message for message in match.posts() if f"-{match.code}-{number}." in message.attachments[0].filename),
            None,
        ),
        HELPERS,
        f"the board of move {number}",
    )
