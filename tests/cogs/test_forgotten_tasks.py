"""A lesson or a puzzle that somebody left open in Discord when they were forgotten."""

from typing import Any

import pytest

from cogs.buttons import use
from cogs.wire.controls import custom_id
from puzzles import collection
from service import Service
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.presses import Client, pressed, snowflake

SAID = "Your data was deleted after you had opened this. Open it again to start afresh."
NUMBER = collection.active_numbers("konane")[-1]
OPEN = {
    "lesson-pick": (0, "konane", "start", "d3"),
    "lesson-done": (0, "konane", "start", "d3"),
    "lesson-type": (0, "konane", "start"),
    "puzzle-pick": (NUMBER,),
    "puzzle-done": (NUMBER, collection.puzzle(NUMBER).answers[0]),
    "puzzle-next": (NUMBER,),
    "puzzle-again": (NUMBER,),
    "puzzle-study": (NUMBER,),
    "puzzle": (NUMBER,),
}
"""Controls of the private messages, with their subjects and arguments."""


async def press(client: Client, action: str, sent_at: int, *, private: bool = True) -> Any:
    """Ann uses a control on a message that was sent then."""
    subject, *args = OPEN[action]
    control_id = custom_id(action, int(subject), 0, *map(str, args))
    interaction = pressed(client, ANN, CHANNEL, custom_id=control_id, private=private)
    interaction.message.id = snowflake(sent_at)
    await use(interaction, interaction.data)
    return interaction.answers.sent[-1]


@pytest.fixture(autouse=True)
def linked(client: Client) -> None:
    """Let each page make links to the board page, which store who asked."""
    client.board_url = "https://board.example.org"


@pytest.mark.parametrize("action", OPEN)
async def test_what_was_left_open_stores_nothing_about_a_forgotten_person(
    client: Client, clock: StillClock, action: str
) -> None:
    service, opened_at = client.service, clock.time
    await service.lessons.answer(ANN.id, "konane", "start", "d3")
    clock.time += 60
    await service.privacy.forget(ANN.id)
    clock.time += 60
    assert (await press(client, action, opened_at))["content"] == SAID
    assert not (await service.privacy.extent(ANN.id)).known


async def test_what_is_opened_afterwards_and_what_others_left_open_works(
    client: Client, service: Service, clock: StillClock
) -> None:
    opened_at = clock.time
    await service.privacy.forget(BOB.id)
    assert "White now takes off" in (await press(client, "lesson-done", opened_at))["content"]
    clock.time += 60
    await service.privacy.forget(ANN.id)
    clock.time += 60
    assert "White now takes off" in (await press(client, "lesson-done", clock.time))["content"]


async def test_the_solve_button_of_a_post_works_for_somebody_who_was_forgotten_since(
    client: Client, clock: StillClock
) -> None:
    opened_at = clock.time
    clock.time += 60
    await client.service.privacy.forget(ANN.id)
    assert "Find the" in (await press(client, "puzzle-pick", opened_at, private=False))["content"]
