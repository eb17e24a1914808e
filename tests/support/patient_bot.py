"""The bot with long limits before it tells Discord to wait: run in place of bot.py.

Where BOARD_WAITS is set, a board waits so many seconds for the computer player's answer.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

ANSWER = 45.0
"""Seconds before the bot tells Discord to wait."""
LOOK = 6.0
"""Seconds for which the bot asks Discord whether somebody may see a match."""


def main() -> int:
    """Run the bot."""
    import bot
    from cogs.posts import boards
    from cogs.wire import permissions, replies

    replies.PATIENCE, permissions.PATIENCE = ANSWER, LOOK
    boards.PATIENCE = float(os.environ.get("BOARD_WAITS", boards.PATIENCE))
    return bot.main()


if __name__ == "__main__":
    sys.exit(main())
