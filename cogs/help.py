"""`/help`: what Tidepool is and how to play."""

from discord import app_commands
from discord.ext import commands

from cogs.commands.options import everywhere
from cogs.texts.markdown import Markdown, say
from cogs.ui.acts.challenge_form import challenge_button
from cogs.ui.acts.practice import practice_button
from cogs.ui.context import Context
from cogs.wire.controls import Controls, button
from cogs.wire.replies import Interaction
from games import GAMES
from language import Sentence, mark

HELP = mark("""\
**Tidepool** hosts board games as matches that go on for days, right here.

{games}

**Begin**: `/konane challenge` with an opponent, or with none to challenge anyone here (any game, as many as you like).
**Alone**: `/konane practice` begins at once against the computer, which has five levels; **Hint** helps you.
**Move**: press **Move** under the board, or type `/konane move` and choose from the list.
**Look**: **My board** shows the board from your side, to you alone.
**All your matches**: `/matches` lists them, and leads from turn to turn.
**Your way**: `/notifications` for how you are told, `/settings` for how boards look, `/vacation` when you are away.
**Learn**: the buttons below, or `/konane rules`.
**Agree**: **Draw / Take back** under the board; **More** has all else, such as answers prepared for while you are away.
**Stop**: **Resign** under the board; it asks once more.\
""")


class Help(commands.Cog):
    @app_commands.command(description="What Tidepool is and how to play")
    @everywhere
    async def help(self, interaction: Interaction) -> None:
        lines = [
            say("- **{game}** — {summary}", game=Sentence(game.info.name), summary=Sentence(game.info.summary))
            for game in GAMES.values()
        ]
        readers = [
            button(Sentence("{game}: rules", {"game": Sentence(game.info.name)}), "rules", 0, 0, key)
            for key, game in GAMES.items()
        ]
        await Context(interaction).tell(
            say(HELP, games=Markdown("\n".join(lines))), Controls(challenge_button(), practice_button(), *readers)
        )


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Help())
