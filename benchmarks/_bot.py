"""The bot as it runs on Discord: without the sandbox's clock, which reads a file each time.

Linux gets the names of its threads, so that the processor time of pictures can be told from the rest. The lags of the
event loop are appended to the file that `BENCH_LAGS` names.
"""

import os
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import bot
import hosting
from admin._settings import Settings
from benchmarks._lag import SETTING, noted

run = hosting.run

LONGEST_NAME = 15
"""Bytes of a thread's name that Linux keeps."""


class _Named(threading.Thread):
    """A thread that gives Linux its name when it begins."""

    def run(self) -> None:
        """Set the name, then run."""
        comm = Path(f"/proc/self/task/{threading.get_native_id()}/comm")
        comm.write_bytes(self.name.encode()[:LONGEST_NAME])
        super().run()


async def _noted(settings: Settings, token: str) -> None:
    """Run the bot, and note the lags of its event loop."""
    async with noted(Path(os.environ[SETTING])):
        await run(settings, token)


if __name__ == "__main__":
    threading.Thread = _Named  # type: ignore[misc]  # executors make their threads of it
    os.environ.pop("TIDEPOOL_CLOCK", None)
    if SETTING in os.environ:
        hosting.run = _noted
    sys.argv = ["bot.py"]
    sys.exit(bot.main())
