"""The private link that opens a match on the board page, where the bot has one."""

import discord

from cogs.ui.context import Context
from cogs.wire.controls import Controls, link_button
from matches.model import Match


async def page_links(context: Context, match: Match, row: int | None = None) -> list[discord.ui.Button[Controls]]:
    """A button with a new link, for a person who plays or follows the match; otherwise none."""
    if context.board_url is None or not await context.service.visits.opens(context.me.id, match):
        return []
    secret = await context.service.visits.link(context.me.id, match.id)
    return [link_button("Open the board", f"{context.board_url}/#{secret}", row)]
