"""`/import` and `/studies`: game records to replay and analyse."""

import discord
from discord import app_commands

from cogs.commands.options import everywhere, example, extension
from cogs.ui.context import Context
from cogs.ui.studies.imports import import_record, list_studies
from cogs.wire.replies import Interaction


@example(text='[Game "konane"]\n\n1. d5 2. d4 *')
@app_commands.command(name="import", description="Open a game record as a private study")
@app_commands.describe(file="The record as a file", text="The record as text, in one line or more")
@everywhere
async def import_(interaction: Interaction, file: discord.Attachment | None = None, text: str = "") -> None:
    await import_record(Context(interaction), file, text)


@app_commands.command(description="Your studies: records and your own lines")
@everywhere
async def studies(interaction: Interaction) -> None:
    await list_studies(Context(interaction))


setup = extension(import_, studies)
