"""One private line below the first board or challenge of a server."""

import logging

from cogs.texts.markdown import say
from cogs.ui.context import Context
from cogs.wire.controls import Controls, button
from cogs.wire.failures import FAILURES
from language import mark
from storage.errors import Unavailable

log = logging.getLogger(__name__)

HELLO = mark("To move, tap **Move** below the board. The move counts once you confirm it.")
MANAGERS = mark("Server settings: `/server`.")


async def welcome(context: Context, game: str) -> None:
    """Tell the first player of a server how to move, and the first manager where its settings are.

    Nobody is told outside servers or where the bot is a guest. A failure is only logged.
    """
    guild_id, settings = context.guild_id, context.service.settings
    if guild_id is None or context.here.guest:
        return
    try:
        chosen, lines = await settings.of_server(guild_id), []
        if not chosen.greeted and await settings.first_time(guild_id, "greeted"):
            lines.append(say(HELLO))
        manages = context.interaction.permissions.manage_guild
        if manages and not chosen.introduced and await settings.first_time(guild_id, "introduced"):
            lines.append(say(MANAGERS))
        if lines:
            await context.tell(" ".join(lines), Controls(button("Rules", "rules", 0, 0, game)))
    except (*FAILURES, Unavailable) as error:
        log.info("A server could not be greeted: %s", error)
