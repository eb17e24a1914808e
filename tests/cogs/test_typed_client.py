"""mypy knows the bot's client, and so finds an attribute that it does not have."""

from typing import assert_type

import discord
import pytest

from cogs.ui.context import Client, Context
from cogs.wire.replies import Interaction
from tests.support import presses
from tests.support.matches import ANN, CHANNEL


async def test_mypy_refuses_an_unknown_attribute_of_the_client(client: presses.Client) -> None:
    interaction: Interaction = presses.pressed(client, ANN, CHANNEL)
    context = Context(interaction)
    assert_type(context.client, Client)
    assert_type(interaction.client, discord.Client)
    with pytest.raises(AttributeError):
        context.client.lighthouses  # type: ignore[attr-defined]  # noqa: B018 (there are none)
    with pytest.raises(AttributeError):
        interaction.client.lighthouses  # type: ignore[attr-defined]  # noqa: B018 (there are none)
