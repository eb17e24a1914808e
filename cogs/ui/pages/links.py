"""Buttons that open a match or a task on the board page in a browser."""

from cogs.ui.context import Context
from cogs.wire.controls import Button, link_button
from matches.model import Match


async def page_links(context: Context, match: Match, row: int | None = None, task: str = "") -> list[Button]:
    """If the person plays, votes in or follows the match, return a button with a new link to the board page.

    Returns [] for anybody else. The link opens the match or, if `task` is given, the task at this address.
    """
    if context.client.board_url is None or not await context.service.visits.opens(context.me.id, match):
        return []
    secret = await context.service.visits.link(context.me.id, match.id)
    return [opens_board(context, secret, row, task)]


def opens_board(context: Context, secret: str, row: int | None = None, task: str = "") -> Button:
    """Return a button that opens the board page through a link containing this secret.

    If `task` is given, the button opens the task at that address.
    """
    query = f"?{task}" if task else ""
    return link_button("Open in browser", f"{context.client.board_url}/{query}#{secret}", row)
