"""The bot as it runs on Discord: without the sandbox's clock, whose file is read whenever the bot asks for the time."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bot import main

if __name__ == "__main__":
    os.environ.pop("TIDEPOOL_CLOCK", None)
    sys.argv = ["bot.py"]
    sys.exit(main())
