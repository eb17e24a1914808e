"""The bot with long limits before it tells Discord to wait: run in place of bot.py.

Where BOARD_WAITS is set, a board waits so many seconds for the computer player's answer. Where REQUEST_WAITS is set,
a signed request may be on its way for so many seconds.

Every board stays in its channel as a message of its own, so that tests can count the boards: old ones become lines.
With BOARDS=usual, boards are deleted and edited as they are by default.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

sys.path.insert(0, str(Path(__file__).parents[2]))

ANSWER = 45.0
"""Seconds before the bot tells Discord to wait."""
LOOK = 6.0
"""Seconds for which the bot asks Discord whether somebody may see a match."""


def keep_every_board() -> None:
    """Let old boards become lines, and post a new board after each move against the computer."""
    from cogs.posts.board_posts import BoardPosts
    from matches.deliveries import Posting
    from matches.model import Match
    from matches.settings import ServerSettings

    def watched(match: Match, posting: Posting, _: object) -> bool:
        return match.watched and posting.place.message_id is not None

    patch.object(BoardPosts, "_renews", AsyncMock(side_effect=watched)).start()
    named = [field.name for field in fields(ServerSettings)]
    defaults = dict(zip(named, ServerSettings.__init__.__defaults__ or (), strict=True))
    ServerSettings.__init__.__defaults__ = tuple({**defaults, "past_boards": "line"}.values())


def translate_commands_here() -> None:
    """Translate the commands without a helper process, whose start would cost more than everything else at a start."""
    from cogs.commands.localisation import translations
    from processes import Pool

    run = Pool.run

    async def here(pool: Pool, function: Callable[..., Any], *args: object, **named: object) -> Any:
        return function(*args) if function is translations else await run(pool, function, *args, **named)

    patch.object(Pool, "run", here).start()


def main() -> int:
    """Run the bot."""
    import bot
    from cogs.posts import boards
    from cogs.wire import permissions, replies
    from web import _listening, interactions

    if waits := int(os.environ.get("REQUEST_WAITS", "0")):
        patient = partial(_listening.runner, idle=waits)
        patch.multiple(interactions, OLDEST=waits, SLOWEST=waits, runner=patient).start()
    replies.PATIENCE, permissions.PATIENCE = ANSWER, LOOK
    translate_commands_here()
    if os.environ.get("BOARDS") != "usual":
        keep_every_board()
    boards.PATIENCE = float(os.environ.get("BOARD_WAITS", boards.PATIENCE))
    return bot.main()


if __name__ == "__main__":
    sys.exit(main())
