"""Vacations: days on which one's own clocks stand still."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs.ui.controls import Controls, Press, button, control
from cogs.ui.errors import whisper
from language import plural, say
from matches.timecontrol import HOUR, lasting
from matches.vacations import DAYS_A_YEAR

if TYPE_CHECKING:
    from discord import ui

    from cogs._client import Interaction, Tidepool

RUNNING = "A deadline that has passed already is not revived, and matches without a clock do not notice."


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class VacationCog(commands.GroupCog, group_name="vacation", group_description="Stop your clocks while you are away"):
    """`/vacation start`, `stop` and `status`"""

    def __init__(self, bot: Tidepool) -> None:
        super().__init__()
        self.bot = bot

    @app_commands.command(description="Stop your clocks in all your matches, from now on")
    @app_commands.describe(days="How many days you are away")
    async def start(self, interaction: Interaction, days: app_commands.Range[int, 1, DAYS_A_YEAR]) -> None:
        await self.bot.service.vacations.start(interaction.user.id, days)
        self.bot.rounds.clocks_changed(interaction.user.id)
        await whisper(interaction, f"{await _status(interaction)}\n-# {RUNNING}", view=Controls(_come_back()))

    @app_commands.command(description="Come back early: your clocks run again")
    async def stop(self, interaction: Interaction) -> None:
        await self.bot.service.vacations.stop(interaction.user.id)
        self.bot.rounds.clocks_changed(interaction.user.id)
        await whisper(interaction, f"Welcome back! {await _status(interaction)}")

    @app_commands.command(description="Whether you are on vacation, and how many days you have left this year")
    async def status(self, interaction: Interaction) -> None:
        away = (await self.bot.service.vacations.balance(interaction.user.id)).vacation is not None
        await whisper(interaction, await _status(interaction), **({"view": Controls(_come_back())} if away else {}))


@control("back")
async def come_back(press: Press) -> None:
    """The button of somebody on vacation."""
    interaction = press.interaction
    await interaction.client.service.vacations.stop(interaction.user.id)
    interaction.client.rounds.clocks_changed(interaction.user.id)
    text = f"Welcome back! {await _status(interaction)}"
    await interaction.response.edit_message(content=text, view=None)


async def _status(interaction: Interaction) -> str:
    """Whether the clocks stand still, and what is left of the year's balance."""
    balance = await interaction.client.service.vacations.balance(interaction.user.id)
    if balance.left < HOUR:
        left = say("You have no vacation left this year.")
    else:
        left = plural(
            "You have {time} of vacation left this year, of {count} day.",
            "You have {time} of vacation left this year, of {count} days.",
            count=DAYS_A_YEAR,
            time=lasting(balance.left - balance.left % HOUR),
        )
    if balance.vacation is None:
        return f"Your clocks run. {left}"
    ends_at = balance.vacation.ends_at
    return f"You are on vacation until <t:{ends_at}:f> (<t:{ends_at}:R>): your clocks stand still. {left}"


def _come_back() -> ui.Button[Controls]:
    return button("Come back now", "back")


async def setup(bot: Tidepool) -> None:
    await bot.add_cog(VacationCog(bot))
