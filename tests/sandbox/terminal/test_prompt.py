"""The line prompt: the acts that it can do, and the lines that it prints."""

import re

import pytest

from sandbox import Driver, Sandbox
from sandbox.terminal.prompt import Prompt


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def prompt(box: Sandbox, alice: Driver, said: list[str]) -> Prompt:
    assert alice
    return Prompt(box, said.append)


async def test_the_prompt_plays(prompt: Prompt, said: list[str], alice: Driver) -> None:
    for line in (
        f"alice in #{alice.channel.name}",
        "alice /game challenge opponent:@bob side:First",
        "bob choose white",
        "bob click Move",
        "bob fill Move: d5",
        "bob click Move",
        "bob fill d6",
        "alice say hello there",
    ):
        await prompt.take(line)
    place = f"#{alice.channel.name}"
    assert said == [
        f"{place} Tidepool: @Bob, play for 3 days? <board.png> [Accept] [Move] [Later]",
        f"{place} Tidepool (only Bob): You chose white",
        "A form opened: Your move (Move). `bob fill …` sends it.",
        f"{place} Tidepool (only Bob): You wrote d5",
        "A form opened: Your move (Move). `bob fill …` sends it.",
        f"{place} Tidepool (only Bob): You wrote d6",
        f"{place} Alice: hello there",
    ]
    said.clear()
    await prompt.take("read")
    assert len(said) == 5


async def test_the_prompt_shows_names_times_and_commands_as_people_read_them(
    box: Sandbox, prompt: Prompt, said: list[str], alice: Driver
) -> None:
    await prompt.take(f"alice in #{alice.channel.name}")
    await prompt.take(f"alice say {box.world.user('Bob').mention} at <t:1700000000:R>, see </help:123>")
    assert re.search(r"Alice: @Bob at \d\d Nov \d\d:\d\d, see /help$", said[0])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("zoe /help", "There is nobody called zoe."),
        ("alice dance", "What should Alice do?"),
        ("alice /nope", "There is no command /nope"),
        ("alice /game challenge bob", "has no bob"),
        ("alice /game challenge who:bob", "is no option; there are opponent, side, days"),
        ("alice click Nothing", "There is no button Nothing here."),
        ("alice choose white", "There is no select here."),
        ("alice fill d5", "There is no form open."),
        ("restart", "did not start the bot"),
        ("help", "press a button"),
    ],
)
async def test_the_prompt_says_what_is_wrong(
    prompt: Prompt, said: list[str], alice: Driver, line: str, reason: str
) -> None:
    await prompt.take(f"alice in #{alice.channel.name}")
    await prompt.take("")
    await prompt.take(line)
    assert len(said) == 1
    assert reason in said[0]
