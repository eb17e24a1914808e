"""Dispatches each use of a button, select menu or form to its handler."""

import contextlib
import importlib
import pkgutil
from collections.abc import Mapping
from functools import partial
from typing import Any

import discord
from discord.ext import commands

import cogs.ui
from cogs.commands.tree import check_ban
from cogs.ui.actions import CONTROLS
from cogs.ui.context import Context
from cogs.ui.error_replies import answer_failure
from cogs.wire import controls
from cogs.wire.arrivals import Malformed
from cogs.wire.replies import Interaction, Reply
from storage.errors import Unavailable


class Buttons(commands.Cog):
    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Dispatch the use of a button, select menu or form to its handler.

        Afterwards, retries the deliveries that Discord refused in this channel.
        """
        client = Context(interaction).client
        if interaction.type is not discord.InteractionType.autocomplete:
            interactions = client.service.interactions
            interactions.expect(interaction.id)
            Reply.to(interaction).expect(partial(interactions.note_answered, interaction.id))
            client.arrivals.note(interaction)
        data: Mapping[str, Any] = interaction.data or {}
        if "custom_id" in data:
            await use(interaction, data)
        with contextlib.suppress(Unavailable):  # the person has already been told
            await client.relay.retry_refused(interaction.channel_id or 0)

    @commands.Cog.listener()
    async def on_app_command_completion(self, interaction: Interaction, _: object) -> None:
        await Context(interaction).finish()


async def use(interaction: Interaction, data: Mapping[str, Any]) -> None:
    """Call the handler of the control that was used."""
    context = Context(interaction)
    context.speak()
    try:
        name, subject, rev, args = controls.parse_custom_id(str(data["custom_id"]))
        action = CONTROLS[name].action if name in CONTROLS else _unknown
        await check_ban(context, name)
        await context.note_person()
        values = tuple(str(value) for value in data.get("values", ()))
        await action(Context(interaction, subject, rev, args, values, dict(_form_values(data))))
    except Exception as error:  # noqa: BLE001 (any error is answered with a sentence, and bugs are logged)
        await answer_failure(context, error)
    await context.finish()


async def _unknown(_: Context) -> None:
    raise Malformed


def _form_values(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return a submitted form's fields as (name, value) pairs, including those nested in rows or labels."""
    fields: list[tuple[str, str]] = []
    for part in data.get("components", ()):
        inner = part.get("component")
        for item in [inner] if inner else part.get("components", ()):
            value = item["value"] if "value" in item else ",".join(item.get("values", ()))
            fields.append((item["custom_id"], value))
    return fields


async def setup(bot: commands.Bot) -> None:
    for module in pkgutil.walk_packages(cogs.ui.__path__, "cogs.ui."):
        importlib.import_module(module.name)  # which registers the functions of its controls
    await bot.add_cog(Buttons())
