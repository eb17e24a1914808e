"""`/play` and the user command **Challenge**: a page from which a match of any game can begin."""

from discord import app_commands

from cogs.commands.options import everywhere, extension
from cogs.ui.acts.play_page import open_play
from cogs.ui.context import Context
from cogs.wire.people import AnyUser
from cogs.wire.replies import Interaction


@app_commands.command(description="Choose a game and an opponent, and start")
@everywhere
async def play(interaction: Interaction) -> None:
    await open_play(Context(interaction))


@app_commands.context_menu(name="Challenge")
@everywhere
async def challenge(interaction: Interaction, user: AnyUser) -> None:
    await open_play(Context(interaction), user)


setup = extension(play, challenge)
