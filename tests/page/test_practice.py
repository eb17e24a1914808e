"""Whole matches of every game against the weakest and the strongest computer player, in a window of a phone's size."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import expect

from games import GAMES
from sandbox import Sandbox
from tests.page.match import Person
from tests.support.patience import HELPERS, PatientBot
from tests.support.soon import NEXT, answer_to, check_winner

if TYPE_CHECKING:
    from pathlib import Path

    from games import Position
    from tests.page.browser import Windows

LEVELS = {1: "Ripple", 5: "Maelstrom"}


def options_of(key: str) -> dict[str, str]:
    """The options of the match: a small board where there is one, and no swap rule, which level 5 would offer."""
    wanted = {"size": "6", "pie": "off"}
    return {name: value for name, value in wanted.items() if name in GAMES[key].info.options}


def played(database: Path, key: str) -> Position[Any]:
    """The position of the only match, from its moves in the database."""
    position: Position[Any] = GAMES[key].start(**options_of(key))
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as rows:
        for (text,) in rows.execute("SELECT text FROM move ORDER BY ply"):
            position = position.play(position.parse(text))
    return position


def answered(database: Path, key: str, ply: int) -> bool:
    """Whether at least so many moves are played, and it is Alice's turn or the match is over."""
    now = played(database, key)
    return now.ply >= ply and (now.turn == 0 or now.result() is not None)


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("key", GAMES)
async def test_a_match_against_the_computer_is_played_by_touch_to_its_end(
    windows: Windows, tmp_path: Path, key: str, level: int
) -> None:
    alice = Person("Alice", await windows.open(phone=True))
    database = tmp_path / "tidepool.sqlite3"
    async with Sandbox() as sandbox, PatientBot(sandbox, database):
        channel = next(one for one in sandbox.world.channels.values() if one.name == "games")
        await alice.page.goto(f"{sandbox.page_url}&as=alice&channel={channel.id}")
        await alice.page.locator("#messages[aria-label]:not([aria-busy])").wait_for(state="attached")
        await alice.command(f"{key.replace('_', '-')} practice")
        await alice.choose("level", str(level), LEVELS[level])
        await alice.choose("side", "first", "first")
        for option, value in options_of(key).items():
            await alice.choose(option, value, value)
        await alice.page.keyboard.press("Enter")
        await expect(alice.said("Settings of this server")).to_be_visible()  # the greeting is over
        ply = 0
        while True:
            await sandbox.wait_for(partial(answered, database, key, ply), HELPERS, "the answer")
            position = played(database, key)
            if position.result():
                break
            await alice.sees_move(position.ply + 1)
            await alice.pick(position, answer_to(position, level))
            ply = position.ply + 1
        end = position.result()
        assert end
        check_winner(key, level, end)
        outcome = re.escape(end.sentence(("Alice", LEVELS[level])).said()).replace("Alice", "@?Alice")
        await expect(alice.said(re.compile(outcome))).to_be_visible()
        await alice.newest(NEXT[level]).click()
        side = GAMES[key].info.side(1).said()
        swapped = alice.page.get_by_role("img", name=f"{side} (Alice) to move")
        await expect(swapped.last).to_be_visible()
        wide = await alice.page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert not wide
        assert sandbox.refusals == []
