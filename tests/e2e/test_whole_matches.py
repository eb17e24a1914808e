"""Whole matches of every game through the real bot process, which is killed in the middle of each."""

import asyncio
import re
from collections.abc import Coroutine, Iterable
from typing import Any

import pytest

from games import GAMES
from tests.e2e.conftest import House
from tests.games.lines import Playthrough, playthroughs, shortest

LINES = [shortest(key) for key in GAMES if playthroughs(key)]  # `test_completeness` names a game that has none


@pytest.mark.long
async def test_every_game_is_played_to_its_end_though_the_bot_is_killed_in_the_middle(
    own_house: House,
) -> None:
    games = [Game(own_house, line) for line in LINES]
    for game in games:
        await game.begin()
    await _some_at_once(game.first_half() for game in games)
    await own_house.bot.kill()
    await own_house.bot.start()
    await _some_at_once(game.second_half() for game in games)
    assert own_house.sandbox.refusals == []


async def _some_at_once(halves: Iterable[Coroutine[Any, Any, None]], limit: int = 5) -> None:
    """Play `limit` games side by side: with more, a small machine would not answer within three seconds."""
    seats = asyncio.Semaphore(limit)

    async def seated(half: Coroutine[Any, Any, None]) -> None:
        async with seats:
            await half

    await asyncio.gather(*map(seated, halves))


class Game:
    """A match that replays a known game."""

    def __init__(self, house: House, line: Playthrough) -> None:
        self.line = line
        self.room = house.room()
        self.position = GAMES[line.key].start(**line.options)
        self.half = len(line.moves) // 2

    async def begin(self) -> None:
        self.match = await self.room.match(self.line.key, **dict[str, Any](self.line.options))
        await self.match.note_board(await self.match.post())

    async def first_half(self) -> None:
        self.position = await self.match.replay(self.position, self.line.moves[: self.half])

    async def second_half(self) -> None:
        """Play to the end, and check that the match is over."""
        match, line = self.match, self.line
        end = await match.replay(self.position, line.moves[self.half :])
        result = end.result()
        assert result is not None
        last = await match.post()
        plain = re.sub(r"\*\*|<@|>", "", last.content.split("\n")[0])
        names = [seat.user.id if seat.user.mention in last.content else seat.user.global_name for seat in match.seats]
        told = result.sentence(names) if result.winner is None else result.why(names)
        assert str(told).casefold() in plain.casefold()
        await self.room.sandbox.wait_for(
            lambda: not any(button.label == "Move" for post in match.posts() for button in post.buttons),
            what="the last Move button to go",
        )
        assert len(match.boards) == len(line.moves) + 1
        refused = await match.move(end.turn, line.moves[0])
        assert refused.private
        assert "is over" in refused.content
