"""`/learn`: a game's first lesson, shown privately."""

from discord import app_commands

from cogs.commands.options import as_choices, everywhere, extension
from cogs.ui.context import Context
from cogs.ui.pages.lessons import choose_lesson, open_lesson
from cogs.wire.replies import Interaction
from games import GAMES
from lessons import LESSONS


@app_commands.command(description="Learn a game in three minutes by playing it")
@app_commands.describe(game="The game to learn")
@app_commands.choices(game=as_choices({key: GAMES[key].info.name for key in LESSONS}))
@everywhere
async def learn(interaction: Interaction, game: str | None = None) -> None:
    context = Context(interaction)
    if game is None:
        await choose_lesson(context)
    else:
        await open_lesson(context, game)


setup = extension(learn)
