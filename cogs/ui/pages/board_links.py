"""The private links that open a match or the board editor on the board page, where the bot has one."""

import discord

from cogs.texts.markdown import say
from cogs.ui.acts.challenges import check_beginning
from cogs.ui.context import Context
from cogs.wire.controls import Controls, link_button
from games import GAMES
from language import Sentence
from matches.errors import Refusal
from matches.model import Match


async def page_links(context: Context, match: Match, row: int | None = None) -> list[discord.ui.Button[Controls]]:
    """A button with a new link, for a person who plays or follows the match; otherwise none."""
    if context.board_url is None or not await context.service.visits.opens(context.me.id, match):
        return []
    secret = await context.service.visits.link(context.me.id, match.id)
    return [_opens_board(context, secret, row)]


async def link_editor(context: Context, game: str) -> None:
    """Answer with a new link to a game's board editor. A match against the computer begins here if that is allowed."""
    try:
        await check_beginning(context)
        venue = None if context.here.guest else context.here
    except Refusal:
        venue = None
    secret = await context.service.visits.editor_link(context.me, game, venue)
    said = say(
        "Set up a {game} position on the board page, then study it or play from it.",
        game=Sentence(GAMES[game].info.name),
    )
    await context.tell(said, Controls(_opens_board(context, secret)))


def _opens_board(context: Context, secret: str, row: int | None = None) -> discord.ui.Button[Controls]:
    return link_button("Open the board", f"{context.board_url}/#{secret}", row)
