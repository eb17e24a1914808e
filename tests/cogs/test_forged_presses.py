"""Forged custom_ids, from any message or as a form: nothing public is edited, and Discord takes the answer."""

import logging
from itertools import product
from typing import Any

import discord
import pytest

from cogs.ui.actions import CONTROLS
from cogs.wire.replies import Reply
from tests.support.controls import NAMES
from tests.support.shares import share
from tests.support.world import World


async def _on_a_board(interaction: Any) -> None:
    """Press the control on a public message that does not have it."""
    interaction.message.flags.ephemeral = False
    interaction.message.components = []


async def _on_a_board_late(interaction: Any) -> None:
    """The same, on a bot so slow that the answer was deferred."""
    await _on_a_board(interaction)
    await Reply.to(interaction)._defer(thinking=False)


async def _as_form(interaction: Any) -> None:
    """Submit a form with the custom_id of the control, as after a command."""
    interaction.type = discord.InteractionType.modal_submit
    interaction.message = None


@pytest.mark.parametrize(("name", "forge"), share(8, product(NAMES, [_on_a_board, _on_a_board_late, _as_form])))
async def test_a_forged_press_edits_nothing_public_and_is_answered_as_discord_allows(
    world: World, caplog: pytest.LogCaptureFixture, name: str, forge: Any
) -> None:
    caplog.set_level(logging.WARNING)
    async with world.client() as client:
        interaction = await world.press(client, name, forge)
        # "… is thinking" is a private message.
        thinking = any(answer.get("thinking") for answer in interaction.answers.sent)
        for answer in interaction.answers.sent:
            assert not answer.get("edited"), answer
            assert not answer.get("original") or thinking, answer
            assert forge is not _as_form or "form" not in answer, answer
            assert answer.get("thinking", True) or forge is _on_a_board_late, answer
        assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("name", [name for name in NAMES if CONTROLS[name].example.public])
async def test_only_a_challenge_edits_the_public_message_that_was_used(world: World, name: str) -> None:
    async with world.client() as client:
        interaction = await world.press(client, name)
        assert not [answer for answer in interaction.answers.sent if answer.get("edited")]


@pytest.mark.parametrize("name", ["decline", "withdraw"])
async def test_a_challenge_is_settled_on_its_message(world: World, name: str) -> None:
    async def on_the_challenge(interaction: Any) -> None:
        (item,) = interaction.message.components[0].children
        item.custom_id = item.custom_id.replace(name, "accept")

    async with world.client() as client:
        interaction = await world.press(client, name, on_the_challenge)
        assert interaction.answers.sent[0]["edited"]
