"""`/help`: what Tidepool is and how to play."""

from discord import app_commands

from cogs.commands.options import everywhere, extension
from cogs.texts.markdown import say
from cogs.ui.acts.play_page import play_button
from cogs.ui.context import Context
from cogs.ui.pages.rules import rules_select
from cogs.wire.controls import Controls, button
from cogs.wire.pictures import games_picture
from cogs.wire.replies import Interaction
from language import mark

HELP = mark("""\
**Tidepool** hosts six board games, against people or the computer.
**Play** or `/play`: begin a match.
{move} below the board: choose a move. For a minute you can take it back.
{more} there: everything else.
`/matches`: all your matches. `/puzzle`: find the move that wins.
`/settings`, `/notifications`, `/vacation`: your preferences.\
""")


@app_commands.command(name="help", description="What Tidepool is and how to play")
@everywhere
async def help_(interaction: Interaction) -> None:
    context = Context(interaction)
    picture = await games_picture(await context.theme())
    text = say(HELP, move=context.as_posted("Move"), more=context.as_posted("More"))
    await context.tell(text, Controls(play_button(), button("Learn a game", "learn"), rules_select()), picture)


setup = extension(help_)
