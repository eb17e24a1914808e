"""Studies and replays on the page: a record is attached, and every step of it fits the screen of a phone."""

import random
import re

import pytest
from playwright.async_api import expect

from games import GAMES
from matches.movetext import RecordedMove
from matches.notation import Record, write
from sandbox import Driver, Sandbox
from tests.page.browser import Windows
from tests.page.match import Person, fits

PLIES = 12


def record(key: str) -> str:
    """The record of the beginning of a random game."""
    chance, position, moves = random.Random(3), GAMES[key].start(), list[RecordedMove]()
    while len(moves) < PLIES and position.result() is None:
        text = position.format(chance.choice(position.legal_moves()))
        moves.append(RecordedMove(text))
        position = position.play(position.parse(text))
    return write(Record(key, {}, 1, ("Alexandra Featherstonehaugh", "Bartholomew Cholmondeley"), moves))


@pytest.mark.parametrize(
    "key",
    [key if key == "konane" else pytest.param(key, marks=pytest.mark.long) for key in sorted(GAMES)],
)
async def test_a_study_fits_a_phone_also_beside_other_lines(windows: Windows, sandbox: Sandbox, key: str) -> None:
    alice = Person("Alice", await windows.open(phone=True))
    channel = sandbox.world.add_channel(f"study-{key.replace('_', '-')}")
    await Driver(sandbox, "Alice", channel).slash("/help")
    page = alice.page
    await page.goto(f"{sandbox.page_url}&as=alice&channel={channel.id}")
    await page.locator("#messages[aria-label]:not([aria-busy])").wait_for(state="attached")
    await alice.type("/import ", "file:")
    file = {"name": "record.txt", "mimeType": "text/plain", "buffer": record(key).encode()}
    await page.locator('input[type="file"]').set_input_files(file)  # type: ignore[arg-type]  # a file as it takes them
    await page.get_by_role("button", name="Send").click()
    study = page.get_by_role("article").filter(has_text=re.compile(r"Study of|Move \d+: "))
    await expect(study).to_contain_text(f"after move {PLIES} of {PLIES}")
    await fits(study)
    await study.get_by_role("button", name="◀ Back").click()
    await expect(study).to_contain_text(f"after move {PLIES - 1} of {PLIES}")
    await fits(study)
    await study.get_by_role("button", name="Play").click()
    await expect(study.get_by_role("button", name="Back", exact=True)).to_be_visible()
    await fits(study)
    await study.get_by_role("button", name="Back", exact=True).click()
    await study.get_by_role("button", name="More").click()
    await expect(study.get_by_role("button", name="Delete study")).to_be_visible()
    await study.get_by_role("button", name="Back to the board").click()
    await expect(study.get_by_role("button", name="Play")).to_be_visible()
