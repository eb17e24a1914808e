"""Every control answers, whatever its custom_id says, and also when Discord accepts no answer any more."""

import asyncio
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from cogs.buttons import Buttons, use
from cogs.ui.actions import CONTROLS
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import custom_id, number, parse_custom_id
from cogs.wire.failures import FAILURES, LATE, code_of
from tests.support.controls import NAMES, form
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, begin_game
from tests.support.presses import Client, pressed, trouble
from tests.support.releases import changes_of, with_history
from tests.support.world import NO_SCENE, World, held


async def begin(client: Client) -> int:
    """The id of a match of Konane in which Ann is to move."""
    return (await begin_game(client.service)).match.id


@with_history
def test_no_name_that_an_older_version_gave_to_a_control_is_left_out() -> None:
    changes = changes_of("cogs", "control\\(")
    lists = re.findall(r'(?m)^\+@control\((?:\n\+)?\s*((?:"[^"]+",\s*)+)', changes)
    given = {name for names in lists for name in re.findall(r'"([^"]+)"', names)}
    assert len(given) > 170
    gone = given - set(NAMES)
    assert not gone, f"these stand on messages: name them in @control of what replaces them, behind its name: {gone}"


OLD = ("serve-more", "serve-channels", "serve-role", "serve-clock", "serve-keep", "serve-large")


@pytest.mark.parametrize("name", OLD)
async def test_a_control_of_an_older_page_of_the_server_opens_the_page_and_changes_nothing(
    world: World, name: str
) -> None:
    async with world.client() as client:
        before = await held(client)
        (answer,) = (await world.press(client, name)).answers.sent
        assert answer["edited"]
        assert answer["content"].startswith("### This server's settings\n")
        assert await held(client) == before


UNKNOWN = 10062
"""Discord's code for an interaction that it has forgotten."""
ERRORS: list[Exception] = [*map(trouble, sorted(LATE)), trouble(0, 503), aiohttp.ClientOSError()]
"""What may meet an answer."""


async def what_is_left(world: World, name: str, failures: list[Exception], error: Exception | None = None) -> Any:
    """Use a control, with an interaction that meets every answer with the error. Returns what the database holds then.

    No use may be refused: each control has something to do in this world.
    """
    async with world.client() as client:
        await world.press(client, name, error=error)
        forgiven = error is None or code_of(error) in LATE
        assert [one for one in failures if forgiven or not isinstance(one, FAILURES)] == [], f"{name} {NO_SCENE}"
        return await held(client)


def late() -> Iterator[object]:
    """Every third control with one error, which take turns, and in a long test each one with all others."""
    for place, name in enumerate(NAMES):
        taken = place // 3 % len(ERRORS)
        yield pytest.param(name, [ERRORS[taken]], id=f"{name}-one", marks=[pytest.mark.long] * (place % 3 > 0))
        rest = ERRORS[:taken] + ERRORS[taken + 1 :]
        yield pytest.param(name, rest, id=f"{name}-others", marks=pytest.mark.long)


@pytest.mark.parametrize(("name", "errors"), list(late()))
async def test_a_control_that_is_answered_too_late_has_done_the_same_and_logs_no_traceback(
    world: World, failures: list[Exception], caplog: pytest.LogCaptureFixture, name: str, errors: list[Exception]
) -> None:
    caplog.set_level(logging.INFO)
    in_time = await what_is_left(world, name, failures)
    for error in errors:
        assert await what_is_left(world, name, failures, error) == in_time, error
        assert not [record for record in caplog.records if record.exc_info], error


async def test_a_move_that_is_confirmed_too_late_counts_and_is_shown(world: World) -> None:
    async with world.client() as client:
        await world.press(client, "confirm", error=trouble(UNKNOWN))
        match = await client.service.lookup.match(world.scenes["running"].subject)
        assert match.ply == 1
        assert [post["file"].filename for post in client.channel.posted] == [f"konane-{match.code}-2.png"]


FORGED = [
    "t1:mine:-1:0",
    "t1:mine::",
    "t1:mine",
    "t1:",
    "t1:mine:1e9:0",
    "t1:mine:٣:0",
    f"t1:mine:{2**63}:0",
    f"t1:mine:0:{'9' * 80}",
    "t1:nothing:1:1",
    "t1:rules:0:0:../../x",
    "t1:rules:0:0",
    "t1:page:0:0:konane:-1",
    "t1:page:0:0:konane",
    "t1:at:{match}:0:0:2",
    "t1:at:{match}:0",
    "t1:confirm:{match}:1",
    "t1:list:0:0:x",
    "t1:theirs:0:0:0",
    "t1:entry:0:0:0",
    "t1:set:0:0:view:sideways",
    "t1:set:0:0:nothing:at all",
    "t1:serve:0:0:days:-4",
    "t1:tell:0:0:way:shouting",
    "t1:if-pick:{match}:1",
    "t1:if-pick:{match}:1:zzzzz",
    "t1:if-line:{match}:1",
    "t1:typed:{match}:1",
    "t1:zone:0:0",
    "t1:start:0:0:konane:9",
    "t2:mine:{match}:1",
    "mine:{match}:1:x",
    "hello",
    "",
]


@pytest.mark.parametrize("text", FORGED)
async def test_a_forged_custom_id_is_one_private_sentence_and_one_line_of_log(
    client: Client, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    match_id = await begin(client)
    caplog.set_level(logging.INFO)
    interaction = pressed(client, BOB if "if-" in text else ANN, CHANNEL, custom_id=text.format(match=match_id))
    await Buttons().on_interaction(interaction)
    assert interaction.answers.sent == [{"content": str(Malformed()), "ephemeral": True}]
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("INFO", None)]


@pytest.mark.parametrize("text", ["t1:mine:{match}:1", "t1:nothing:1:1"])
async def test_the_page_gives_way_from_the_arrival_of_an_interaction_until_its_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    interaction = pressed(client, ANN, CHANNEL, custom_id=text.format(match=await begin(client)))
    interactions, waiting = client.service.interactions, list[bool]()
    answer = interaction.response.send_message

    async def noted(**message: Any) -> Any:
        waiting.append(interaction.id in interactions._unanswered)
        return await answer(**message)

    monkeypatch.setattr(interaction.response, "send_message", noted)
    await Buttons().on_interaction(interaction)
    assert waiting == [True]
    assert not interactions._unanswered
    await asyncio.wait_for(interactions.quiet(60), 30)


async def test_a_picker_cannot_be_led_astray(client: Client) -> None:
    interaction = pressed(client, ANN, CHANNEL, custom_id=f"t1:pick:{await begin(client)}:1:@99:zz:zz:zz")
    await use(interaction, interaction.data)
    assert "no longer possible" in interaction.answers.text()


async def test_a_forged_form_renames_nobody(client: Client) -> None:
    match_id = await begin(client)
    somewhere = CHANNEL.__class__(CHANNEL.channel_id, CHANNEL.guild_id, guest=True)
    data: dict[str, Any] = {"components": form({"note": "Hello"})}
    text = f"t1:start-go:{BOB.id}:0:konane:p:r::Mallory:"
    interaction = pressed(client, CAROL, somewhere, custom_id=text, **data)
    await use(interaction, interaction.data)
    assert "Mallory" not in interaction.answers.text()
    assert (await client.service.lookup.match(match_id)).players[1].name != "Mallory"


def test_a_custom_id_is_read_as_it_was_written() -> None:
    assert parse_custom_id(custom_id("pick", 47_000, 12, "a1", "b2")) == ("pick", 47_000, 12, ("a1", "b2"))


@pytest.mark.parametrize("text", ["", "-1", "+1", "1_000", " 1", "1.0", "²", str(2**63), "0" * 30])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        number(text)


async def test_a_fault_of_ours_is_one_sentence_and_a_traceback(
    client: Client, world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setitem(CONTROLS, "keep", replace(CONTROLS["keep"], action=fail))
    interaction = await world.press(client, "keep")
    assert "Something went wrong" in interaction.answers.text()
    assert [record.exc_info is not None for record in caplog.records] == [True]
