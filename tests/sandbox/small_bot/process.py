"""The small bot as a program of its own; its environment says how it behaves."""

import asyncio
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.sandbox.small_bot import SmallBot


def main() -> int:
    api = yarl.URL(os.environ["TIDEPOOL_API"])
    Route.BASE = str(api / "api" / "v10")
    DiscordWebSocket.DEFAULT_GATEWAY = api.with_scheme("ws") / "gateway"
    database = Path(os.environ["TIDEPOOL_DATABASE"])
    if database.exists() and database.read_text() == "broken":
        sys.stderr.write("The database is broken.\n")
        return 3
    database.write_text(str(os.getpid()))
    asyncio.run(SmallBot().start(os.environ["DISCORD_TOKEN"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
