"""The second half of the page of `/server`: where matches begin, and who moderates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.texts.challenges import clock_choices
from cogs.texts.markdown import say
from cogs.ui import limits
from cogs.ui.actions import control
from cogs.ui.context import one_of
from cogs.ui.controls import Choice, Controls, button, custom_id, number, select
from cogs.ui.moderators import told
from language import mark
from matches.errors import Refusal

if TYPE_CHECKING:
    from cogs.ui.context import Context
    from matches.settings import ServerSettings

CHANNELS = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum]


@control("serve-more")
async def open_more(context: Context) -> None:
    """Open this half."""
    await _show(context, await context.service.settings.of_server(_managed(context)))


@control("serve-channels")
async def choose_channels(context: Context) -> None:
    """Let matches begin in these channels alone; in all, if none is chosen."""
    await _keep(context, channels=tuple(number(value) for value in context.values))


@control("serve-role")
async def choose_role(context: Context) -> None:
    """Let whoever has this role moderate; nobody but managers, if none is chosen."""
    await _keep(context, moderator_role=number(context.values[0]) if context.values else None)


@control("serve-clock")
async def choose_clock(context: Context) -> None:
    """The clock of challenges that name none."""
    await _keep(context, clock=one_of(context.value(), clock_choices()))


@control("serve-keep")
async def choose_kept(context: Context) -> None:
    """Whether older boards of a match stay."""
    await _keep(context, keep=context.one_of(0, ("all", "newest")))


@control("serve-large")
async def choose_at_large(context: Context) -> None:
    """Who may challenge everybody at once."""
    await _keep(context, at_large=context.one_of(0, ("everybody", "moderators")))


async def _keep(context: Context, **changes: Any) -> None:  # noqa: ANN401 (fields of ServerSettings)
    guild_id, settings = _managed(context), context.service.settings
    chosen = replace(await settings.of_server(guild_id), **changes)
    await _show(context, await settings.choose_for_server(guild_id, chosen))


async def _show(context: Context, chosen: ServerSettings) -> None:
    clocks = [Choice(value, say("Clock: {clock}", clock=name)) for value, name in clock_choices().items()]
    channels = ui.ChannelSelect[Controls](
        custom_id=custom_id("serve-channels"),
        channel_types=CHANNELS,
        placeholder=say("Channels where matches may begin"),
        min_values=0,
        max_values=limits.OPTIONS,
        default_values=[discord.SelectDefaultValue.from_channel(discord.Object(one)) for one in chosen.channels],
    )
    role = ui.RoleSelect[Controls](
        custom_id=custom_id("serve-role"),
        placeholder=say("A role of moderators"),
        min_values=0,
        default_values=[discord.SelectDefaultValue.from_role(discord.Object(chosen.moderator_role))]
        if chosen.moderator_role
        else [],
    )
    newest, everybody = chosen.keep == "newest", chosen.at_large == "everybody"
    await context.answer(
        "\n".join([say("### Channels and moderators"), *told(chosen)]),
        Controls(
            channels,
            role,
            select("serve-clock", clocks, chosen=chosen.clock),
            button(
                mark("Keep all boards") if newest else mark("Keep only the newest board"),
                "serve-keep",
                0,
                0,
                "all" if newest else "newest",
            ),
            button(
                mark("Only moderators challenge everybody") if everybody else mark("All may challenge everybody"),
                "serve-large",
                0,
                0,
                "moderators" if everybody else "everybody",
            ),
        ),
    )


def _managed(context: Context) -> int:
    if context.guild_id is None or not context.interaction.permissions.manage_guild:
        raise Refusal("Only those who have the **Manage Server** permission can change this.")
    return context.guild_id
