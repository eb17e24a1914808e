"""`/help`: what Tidepool is and how to play."""

from discord import app_commands

from cogs.commands.options import everywhere, extension
from cogs.texts.markdown import say
from cogs.ui.acts.play_page import play_button
from cogs.ui.context import Context
from cogs.ui.pages.rules import rules_select
from cogs.wire.controls import Controls
from cogs.wire.pictures import games_picture
from cogs.wire.replies import Interaction
from language import mark

HELP = mark("""\
**Tidepool** hosts six board games, against people or the computer.
**Play** or `/play`: begin a match.
**Move** below the board: choose a move. It counts once you confirm it.
**More** there: everything else.
`/matches`: all your matches. `/puzzle`: find the move that wins.
`/settings`, `/notifications`, `/vacation`: your preferences.\
""")


@app_commands.command(name="help", description="What Tidepool is and how to play")
@everywhere
async def help_(interaction: Interaction) -> None:
    context = Context(interaction)
    picture = await games_picture(await context.theme())
    await context.tell(say(HELP), Controls(play_button(), rules_select()), picture)


setup = extension(help_)
