"""The bot as it runs on Discord: without the sandbox's clock, whose file is read whenever the bot asks for the time.

The system knows its threads by their names, so that the processor time of pictures can be told from that of the rest.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bot import main

LONGEST_NAME = 15
"""Bytes of a thread's name that Linux keeps."""


class _Named(threading.Thread):
    """A thread that tells the system its name when it begins."""

    def run(self) -> None:
        """Tell the name, then do what the thread is for."""
        comm = Path(f"/proc/self/task/{threading.get_native_id()}/comm")
        comm.write_bytes(self.name.encode()[:LONGEST_NAME])
        super().run()


if __name__ == "__main__":
    threading.Thread = _Named  # type: ignore[misc]  # executors make their threads of it
    os.environ.pop("TIDEPOOL_CLOCK", None)
    sys.argv = ["bot.py"]
    sys.exit(main())
