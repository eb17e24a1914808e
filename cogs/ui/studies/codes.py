"""Shows position codes: lines of text from which a position can be set up again."""

from typing import Any

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, say
from cogs.ui.context import Context
from cogs.ui.files.records import Document
from cogs.wire import discord_limits
from games import Position
from language import paragraph
from matches.openings import LONGEST_CODE

LONGEST_SHOWN = discord_limits.MESSAGE - 300
"""The maximum length, in characters, of a code shown in a message. Longer codes are sent as files."""


async def tell_code(context: Context, position: Position[Any]) -> None:
    code, game = position.encode(), texts.game_name(position.info.key)
    if len(code) <= LONGEST_SHOWN:
        block = Markdown(f"```\n{code}\n```")
        told = say("This {game} position as text:\n{code}", game=game, code=block)
        use = say("-# `/setup` opens it as a study, or starts a match from it.")
        await context.tell(f"{told}\n{use}")
        return
    document = Document(code.encode(), f"{position.info.key}-position.txt")
    told = say("The text of this {game} position includes its whole history, so it is long.", game=game)
    if len(code) > LONGEST_CODE:
        said = say("It is too long for `/setup`. Use **Export** for a record that can be imported.")
        told = Markdown(paragraph([told, said]))
    await context.tell(told, None, document)
