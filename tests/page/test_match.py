"""Two people play a match through the page, the sandbox and the real bot."""

import random
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from games.konane import Konane
from sandbox import Sandbox
from tests.page.browser import Windows
from tests.page.match import Person
from tests.support.patience import PatientBot

SEED = 53
"""The seed of a match on the small board that is over after nine moves."""


def line() -> list[tuple[Konane, str]]:
    """The match, found by the rules: each position, and the move that is played in it."""
    chance, position, moves = random.Random(SEED), Konane.start(size="6"), []
    while position.result() is None:
        move = chance.choice(position.legal_moves())
        moves.append((position, position.format(move)))
        position = position.play(move)
    return moves


async def play(people: tuple[Person, Person], ply: int, position: Konane, text: str) -> None:
    """Let the player to move play, by command and by buttons in turn, and check that both see the board."""
    mover = people[position.turn]
    for person in people:
        await person.sees_move(ply + 1)
    if ply % 2:
        await mover.pick(position, text)
    else:
        await mover.move(text)
    await expect(people[1 - position.turn].said(text)).to_contain_text(re.compile("took|jumped"))


@pytest.fixture
async def people(windows: Windows) -> tuple[Person, Person]:
    return Person("Alice", await windows.open()), Person("Bob", await windows.open())


@pytest.mark.long
async def test_a_match_of_konane_is_played_to_its_end_through_a_restart(
    people: tuple[Person, Person], tmp_path: Path
) -> None:
    alice, bob = people
    moves = list(enumerate(line()))
    middle = len(moves) // 2
    home, database = tmp_path / "world", tmp_path / "tidepool.sqlite3"
    async with Sandbox(home) as sandbox, PatientBot(sandbox, database):
        for person in people:
            await person.arrive(sandbox, "games")
        await alice.challenge("@Bob", side="first", size="6")
        await expect(bob.said("Alice used /konane challenge")).to_contain_text("@Bob")
        await bob.newest("Accept").click()
        for ply, (position, text) in moves[:middle]:
            await play(people, ply, position, text)
        assert sandbox.refusals == []
    async with Sandbox(home) as sandbox, PatientBot(sandbox, database):
        for person in people:
            await person.arrive(sandbox, "games")
        for ply, (position, text) in moves[middle:]:
            await play(people, ply, position, text)
        for person in people:
            await expect(person.said("has no jump left")).to_be_visible()
        assert sandbox.refusals == []
