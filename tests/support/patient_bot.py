"""The bot with long limits before it tells Discord to wait: run in place of bot.py.

Where BOARD_WAITS is set, a board waits so many seconds for the computer player's answer. Where REQUEST_WAITS is set,
a signed request may be on its way for so many seconds.
"""

import os
import sys
from functools import partial
from pathlib import Path
from unittest.mock import patch

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
    from web import _listening, interactions

    if waits := int(os.environ.get("REQUEST_WAITS", "0")):
        patient = partial(_listening.runner, idle=waits)
        patch.multiple(interactions, OLDEST=waits, SLOWEST=waits, runner=patient).start()
    replies.PATIENCE, permissions.PATIENCE = ANSWER, LOOK
    boards.PATIENCE = float(os.environ.get("BOARD_WAITS", boards.PATIENCE))
    return bot.main()


if __name__ == "__main__":
    sys.exit(main())
