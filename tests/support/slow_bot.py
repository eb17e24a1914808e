"""The bot on a machine with a slow disk and a slow drawing thread: run in place of bot.py.

The file that SLOW names has two numbers: the seconds by which each transaction and each picture take longer.
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))


def slow(which: int) -> None:
    """Wait for the seconds that the file currently names."""
    time.sleep(float(Path(os.environ["SLOW"]).read_text(encoding="utf-8").split()[which]))


def main() -> int:
    """Run the bot."""
    import bot
    from cogs.wire import pictures
    from storage.sqlite.connection import Connection

    execute_all, draw = Connection._execute_all, vars(pictures)["draw"]

    def slowly_written(connection: Connection, statements: Any) -> Any:
        if statements[0][0] == "BEGIN IMMEDIATE":
            slow(0)
        return execute_all(connection, statements)

    def slowly_drawn(scene: Any) -> bytes:
        slow(1)
        png: bytes = draw(scene)
        return png

    setattr(Connection, "_execute_all", slowly_written)  # noqa: B010 (mypy lets nobody replace a method)
    setattr(pictures, "draw", slowly_drawn)  # noqa: B010 (mypy knows it as a function of another module)
    return bot.main()


if __name__ == "__main__":
    sys.exit(main())
