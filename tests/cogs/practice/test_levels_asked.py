"""How the level of the computer is asked for, and what its buttons begin."""

import asyncio
import json
from collections.abc import Sequence

import discord
import pytest

from cogs.buttons import use
from cogs.texts.matches import link
from cogs.ui.acts.challenges import LAP, asked_at
from cogs.ui.acts.practice import ask_level, level_buttons, watch
from cogs.ui.context import Context
from games import GAMES
from matches.codes import code_of
from matches.computers import LEVELS
from matches.errors import Refusal
from matches.settings import ServerSettings
from storage.store import Store
from tests.support.matches import ANN, CHANNEL, StillClock
from tests.support.presses import Client, pressed
from tests.support.rows import changed, rows_of


@pytest.mark.parametrize("chosen", ["on", "off"])
async def test_the_buttons_of_the_levels_keep_whether_the_swap_rule_was_chosen(
    client: Client, store: Store, chosen: str
) -> None:
    interaction = pressed(client, ANN, CHANNEL)
    await ask_level(Context(interaction), "brain_coral", "first", {"pie": chosen, "order": "5"})
    (asked,) = interaction.answers.sent
    surge = next(item for item in asked["view"].children if item.label == "Surge, level 4")
    begun = pressed(client, ANN, CHANNEL, custom_id=surge.custom_id)
    await use(begun, begun.data)
    (row,) = await rows_of(store, "SELECT options FROM match")
    assert json.loads(row[0])["pie"] == chosen


async def test_in_a_channel_where_a_server_lets_no_match_begin_no_show_does_and_no_level_is_asked(
    client: Client, store: Store
) -> None:
    chosen = ServerSettings(channels=(999,))
    await client.service.settings.choose_for_server(CHANNEL.guild_id or 0, chosen)
    context = Context(pressed(client, ANN, CHANNEL))
    with pytest.raises(Refusal, match="matches start in other channels"):
        await watch(context, "konane", (1, 2), {})
    with pytest.raises(Refusal, match="matches start in other channels"):
        await ask_level(context, "konane", "first", {})
    await client.service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings())
    await watch(context, "konane", (1, 2), {})
    assert len(await rows_of(store, "SELECT 1 FROM match")) == 1


@pytest.mark.parametrize(
    ("beaten", "marked"),
    [((), "Ripple, level 1"), ((1,), "Swell, level 2"), ((3, 1), "Surge, level 4"), ((5,), "Maelstrom, level 5")],
)
async def test_the_buttons_of_the_levels_mark_the_one_that_suits_and_bear_the_time(
    client: Client, store: Store, beaten: Sequence[int], marked: str
) -> None:
    practice = client.service.practice
    for level in (5, *beaten):
        begun = await practice.begin("konane", ANN, level, CHANNEL, "first", {})
        await client.service.play.resign(begun.match.id, ANN.id)
    await changed(store, "UPDATE match SET winner = 0 WHERE id > (SELECT min(id) FROM match)")
    context, time = Context(pressed(client, ANN, CHANNEL)), client.service.clock.now() % LAP + 1
    shown = await level_buttons(context, "konane", "study-practice", 7, ["12", "0"], ["more"])
    buttons = shown.to_components()[0]["components"]
    assert [button["custom_id"] for button in buttons] == [
        f"t1:study-practice:7:{time}:12:0:{level}:more" for level in LEVELS
    ]
    primary = discord.ButtonStyle.primary.value
    assert [button["label"] for button in buttons if button["style"] == primary] == [marked]
    levels = await practice.levels_for(ANN.id)
    assert {levels[game] for game in GAMES if game != "konane"} == {1}, "a win counts only in its own game"


@pytest.mark.parametrize(("later", "read"), [(0, 0), (5, 0), (LAP - 1, 0), (LAP + 5, LAP)])
async def test_the_time_on_the_button_of_a_level_is_never_read_as_an_earlier_one(
    client: Client, clock: StillClock, later: int, read: int
) -> None:
    asked = clock.time = clock.time + LAP - 10
    clock.time += later
    context = Context(pressed(client, ANN, CHANNEL), rev=asked % LAP + 1)
    assert asked_at(context) == asked + read


async def test_a_button_of_an_older_version_does_not_tell_when_the_level_was_asked_for(client: Client) -> None:
    assert asked_at(Context(pressed(client, ANN, CHANNEL), rev=0)) is None


async def test_two_presses_of_the_levels_begin_one_match(client: Client, clock: StillClock, store: Store) -> None:
    asking = pressed(client, ANN, CHANNEL)
    await ask_level(Context(asking), "konane", "first", {})
    levels = [item.custom_id for item in asking.answers.sent[0]["view"].children]
    clock.time += 5
    presses = [pressed(client, ANN, CHANNEL, custom_id=levels[n]) for n in (0, 0, 4)]
    await asyncio.gather(*(use(press, press.data) for press in presses))
    (row,) = await rows_of(store, "SELECT id FROM match")
    (board,) = await client.service.places.of(row[0])
    refusal = (
        f"You have already started match #{code_of(row[0])}. Continue there, or use `/play` to start another one. "
        f"It is here: {link(board)}"
    )
    assert [press.answers.sent[-1]["content"] for press in presses].count(refusal) == 2
    clock.time += 5
    await ask_level(Context(anew := pressed(client, ANN, CHANNEL)), "konane", "first", {})
    press = pressed(client, ANN, CHANNEL, custom_id=anew.answers.sent[0]["view"].children[0].custom_id)
    await use(press, press.data)
    assert len(await rows_of(store, "SELECT 1 FROM match")) == 2


@pytest.mark.parametrize("game", GAMES)
async def test_a_button_has_room_for_all_options(client: Client, clock: StillClock, game: str) -> None:
    clock.time -= clock.time % LAP + 1  # the button bears the longest time
    longest = {name: max(values[1:], key=len) for name, values in GAMES[game].info.options.items()}
    shortest = {name: values[0] for name, values in GAMES[game].info.options.items()}
    for options in (longest, shortest, {**longest, **{name: shortest[name] for name in GAMES[game].info.fair}}):
        interaction = pressed(client, ANN, CHANNEL)
        await ask_level(Context(interaction), game, "random", options)
        assert len(interaction.answers.sent) == 1
