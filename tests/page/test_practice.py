"""A whole match against the computer in a window of a phone's size."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from games.konane import Konane
from players import play_as
from players.levels import Level
from sandbox import Sandbox
from tests.page.match import Person
from tests.support.patience import HELPERS, PatientBot

if TYPE_CHECKING:
    from pathlib import Path

    from tests.page.browser import Windows

STRONG = Level(nodes=3000, seconds=0)
"""The level at which Alice plays, so that she wins."""


def played(database: Path) -> Konane:
    """The position of the only match, from its moves in the database."""
    position = Konane.start(size="6")
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as rows:
        for (text,) in rows.execute("SELECT text FROM move ORDER BY ply"):
            position = position.play(position.parse(text))
    return position


def answered(database: Path, before: int) -> bool:
    """Whether it is Alice's turn again, or the match is over, after the ply in which she moved."""
    now = played(database)
    return now.ply > before and (now.turn == 0 or now.result() is not None)


@pytest.mark.long
async def test_a_match_against_the_computer_is_played_by_touch_to_its_end(windows: Windows, tmp_path: Path) -> None:
    alice = Person("Alice", await windows.open(phone=True))
    database = tmp_path / "tidepool.sqlite3"
    async with Sandbox() as sandbox, PatientBot(sandbox, database):
        channel = next(one for one in sandbox.world.channels.values() if one.name == "games")
        await alice.page.goto(f"{sandbox.page_url}&as=alice&channel={channel.id}")
        await alice.page.locator("#messages[aria-label]:not([aria-busy])").wait_for(state="attached")
        await alice.command("konane practice")
        for option, typed, shown in (("level", "1", "Ripple"), ("side", "first", "first"), ("size", "6", "6")):
            await alice.choose(option, typed, shown)
        await alice.page.keyboard.press("Enter")
        await alice.sees_move(1)
        while (position := played(database)).result() is None:
            await alice.pick(position, position.format(play_as(position, STRONG, seed=1)))
            await sandbox.wait_for(partial(answered, database, position.ply), HELPERS, "the answer")
            if played(database).result() is None:
                await alice.sees_move(played(database).ply + 1)
        end = position.result()
        assert end
        assert end.winner == 0
        await expect(alice.said("has no jump left")).to_be_visible()
        await alice.newest("Harder: Swell").click()
        swapped = alice.page.get_by_role("img", name=re.compile(r"White \(Alice\) to move"))
        await expect(swapped.last).to_be_visible()
        wide = await alice.page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert not wide
        assert sandbox.refusals == []
