"""The bot with long limits before it tells Discord to wait: run in place of bot.py."""

from __future__ import annotations

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
    from cogs.posts import viewers
    from cogs.ui import replies

    replies.PATIENCE, viewers.PATIENCE = ANSWER, LOOK
    return bot.main()


if __name__ == "__main__":
    sys.exit(main())
