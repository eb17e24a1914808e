"""**Start** on the page of `/play`."""

import asyncio
from typing import Any

import pytest
from discord import ButtonStyle

from cogs.buttons import use
from cogs.texts.practice import USUAL_PAIR
from cogs.ui.acts.challenges import LAP
from cogs.ui.context import Context
from cogs.ui.picker.pages import WELCOME
from cogs.ui.tournaments.create import open_create
from cogs.wire.controls import custom_id
from storage.store import Store
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin_game
from tests.support.presses import Client, pressed
from tests.support.rows import changed, rows_of


async def start(client: Client, whom: str, presses: int = 1, *, side: str = "r") -> list[list[dict[str, Any]]]:
    """Press Start at the same time on one page, for Konane against `whom`. Returns the answers to each press."""
    page = custom_id("start-go", 0, client.service.clock.now() % LAP + 1, "konane", whom, side, "", "", "")
    made = [pressed(client, ANN, CHANNEL, custom_id=page) for _ in range(presses)]
    await asyncio.gather(*(use(press, press.data) for press in made))
    return [press.answers.sent for press in made]


async def test_two_presses_at_once_make_one_challenge(client: Client, store: Store, clock: StillClock) -> None:
    answers = await start(client, "a", 2)
    assert [row[0] for row in await rows_of(store, "SELECT status FROM challenge")] == ["open"]
    refused = [sent[-1]["content"] for sent in answers if "already posted" in sent[-1]["content"]]
    assert refused == ["You have already posted this challenge as #1000. Use `/play` to post another one."]
    (later,) = await start(client, "a")
    (row,) = await rows_of(store, "SELECT message_id FROM challenge")
    assert later[-1]["content"].endswith(
        f"It is here: https://discord.com/channels/{CHANNEL.guild_id}/{CHANNEL.channel_id}/{row[0]}"
    )
    clock.time += 1
    await start(client, "a")
    assert len(await rows_of(store, "SELECT id FROM challenge")) == 2, "from a page that was opened again"


async def test_the_picker_is_open_below_the_first_board_of_a_first_match(client: Client) -> None:
    for whom, welcomed in ((f"w{USUAL_PAIR}", 0), ("a", 0), ("1", 1), ("1", 0)):
        (sent,) = await start(client, whom, side="f")
        lines = [answer for answer in sent if WELCOME in str(answer.get("content", ""))]
        assert len(lines) == welcomed, whom
        for line in lines:
            assert line["ephemeral"]
            assert line["content"].count("\n") == 1, "the question follows"
            assert [item.label for item in line["view"].children][-2:] == ["Type a move", "Rules"]


async def test_the_page_begins_with_the_game_last_chosen_or_played(client: Client) -> None:
    async def preset() -> str:
        shown = pressed(client, ANN, CHANNEL, custom_id=custom_id("start"))
        await use(shown, shown.data)
        games = [item for item in shown.answers.sent[-1]["view"].children if item.row < 2]
        (chosen,) = [item.label for item in games if item.style == ButtonStyle.primary]
        return str(chosen)

    assert await preset() == "Konane"
    await begin_game(client.service, "coral_clash", BOB, ANN)
    assert await preset() == "Coral Clash"
    await start(client, "a")
    assert await preset() == "Konane"
    await begin_game(client.service, "squalma")
    assert await preset() == "SquAlma"
    made = pressed(client, ANN, CHANNEL)
    await open_create(Context(made))
    assert made.answers.text().startswith("**SquAlma tournament**")


async def shown_page(client: Client, page: str = "", chosen: int | None = None) -> dict[str, Any]:
    """Open the page, or use its control `page`. Returns the page that follows."""
    used = pressed(client, ANN, CHANNEL, custom_id=page or custom_id("start"))
    if chosen is not None:
        used.data["values"] = [str(chosen)]
    await use(used, used.data)
    answer: dict[str, Any] = used.answers.sent[-1]
    return answer


@pytest.mark.parametrize("whom", ["a", "v3", "vt"])
async def test_nobody_here_is_asked_to_play_unless_chosen_now(client: Client, whom: str) -> None:
    await client.service.settings.keep_start(ANN.id, f"konane:{whom}:r:::")
    assert "against Ripple (computer, level 1)" in (await shown_page(client))["content"]


async def test_each_game_has_its_own_level(client: Client, store: Store) -> None:
    begun = await client.service.practice.begin("konane", ANN, 1, CHANNEL, "first", {})
    await client.service.play.resign(begun.match.id, ANN.id)
    await changed(store, "UPDATE match SET winner = 0")
    await client.service.settings.keep_start(ANN.id, "konane:1:r:::")
    page = await shown_page(client)
    assert "**Konane** against Swell" in page["content"]
    other = next(item.custom_id for item in page["view"].children if getattr(item, "label", "") == "SquAlma")
    assert "**SquAlma** against Ripple" in (await shown_page(client, other))["content"]
    await client.service.settings.keep_start(ANN.id, "squalma:4:r:::")
    assert "**Konane** against Swell" in (await shown_page(client))["content"], "the level of another game"


async def test_a_person_who_cannot_be_challenged_leaves_the_page_as_it_was(client: Client) -> None:
    page = custom_id("start-person", 0, 1, "konane", "1", "r", "", "", "")
    lines = (await shown_page(client, page, ANN.id))["content"].splitlines()
    assert lines[:2] == [
        "You cannot challenge yourself. Choose another opponent.",
        "**Konane** against Ripple (computer, level 1)",
    ]
