"""A match of every game is played to its end on the page by clicks alone: Move, cells, rows, effects, Confirm.

Both players use windows of a phone's size: at every stage the picture, the prompt and the buttons fit the screen.
"""

from typing import Any

import pytest
from playwright.async_api import expect

from games import GAMES
from sandbox import Driver, Sandbox
from tests.games.lines import shortest
from tests.page.browser import Windows
from tests.page.match import Person

LINES: dict[str, tuple[dict[str, str], str]] = {
    "squalma": ({}, "a2-b2 h7-g7 b2-b4 g7-g5 b4-b5 g5-g6 b5-b4 g6-g5 b4-b5 g5-g6 b5-b4 g6-g5"),
    "konane": ({"size": "6"}, "c4 c5 e4-c4 e5-c5 b5-d5 b4-d4 e2-e4 b2-b4 c2-c4"),
    "kings_convoy": ({}, "a5-a2 g6-d6 m9-i9 g7-g6 g12-l12 g5-a5 l12-k12 g6-l6 m5-g5 l6-l1 a2-a3 l1-m1"),
    "brain_coral": ({"order": "3"}, "b4 c1 a1 b3 d2 b2 c2 a3"),
    "branching_coral": ({"order": "3"}, "c1 c3 c2 b1 b3 a2"),
    "coral_clash": ({}, "+b8 d2-a5 d7-a4 e3-e4 a4-b5+ h2-g3+ b5-h5+ d3-e3^ h5-e5+ e2-g4+ e5-a5+"),
}
"""For some games their options, and a short line to a result that was found by the rules."""


def line_of(key: str) -> tuple[dict[str, str], list[str]]:
    """The options and the moves of the line of a game; without one in `LINES`, of its shortest playthrough."""
    if key in LINES:
        options, line = LINES[key]
        return options, line.split()
    kept = shortest(key)
    return dict(kept.options), kept.moves


@pytest.mark.long
@pytest.mark.parametrize("key", sorted(GAMES))
async def test_a_match_is_played_to_its_end_by_clicking_alone(windows: Windows, sandbox: Sandbox, key: str) -> None:
    options, line = line_of(key)
    people = tuple([Person(name, await windows.open(phone=True)) for name in ("Alice", "Bob")])
    channel = sandbox.world.add_channel(key.replace("_", "-"))
    for person in people:
        await person.page.goto(f"{sandbox.page_url}&as={person.name.lower()}&channel={channel.id}")
        await person.page.locator("#messages[aria-label]:not([aria-busy])").wait_for(state="attached")
    alice, bob = (sandbox.world.user(person.name) for person in people)
    command = f"/{key.replace('_', '-')} challenge"
    await Driver(sandbox, alice, channel).slash(command, opponent=bob.id, side="first", **dict[str, Any](options))
    await people[1].newest("Accept").click()
    position = GAMES[key].start(**options)
    for ply, text in enumerate(line, 1):
        mover = people[position.turn]
        await mover.sees_move(ply)
        await mover.pick(position, text)
        position = position.play(position.parse(text))
    for person in people:
        await expect(person.said(f"{len(line)} moves in ")).to_be_visible()
