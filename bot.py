"""Start Tidepool: on Discord if there is a token, otherwise in the browser sandbox."""

import gc
import sys
from importlib.util import find_spec

if __name__ == "__main__":
    gc.disable()  # until `main`: collecting garbage during the imports would take a fifth of the startup
    if sys.version_info < (3, 11) or find_spec("discord") is None:
        sys.exit(
            f"{sys.executable} is older than Python 3.11 or lacks the packages that Tidepool needs. "
            "`make run` sets up one that has them: .venv/bin/python bot.py"
        )

import os

import discord

import hosting
from admin._dispatch import Program, dispatch
from admin._settings import FILE, Settings
from admin._version import build
from cogs.wire.permissions import NEEDED
from storage.sqlite.files import used_by


def main() -> int:
    """Run the subcommand named on the command line, and return its exit code."""
    gc.freeze()  # imported modules are never freed, so collections can skip them
    gc.enable()
    os.umask(0o077)  # only the owner may read the files that this program writes
    needed = {name: discord.Permissions(**{name: True}).value for name, granted in NEEDED if granted}
    return dispatch(sys.argv[1:], Program(build().version, discord.__version__, hosting.run, _open_sandbox, needed))


def _open_sandbox(settings: Settings, fresh: bool) -> int:
    """Run the bot in the sandbox. Returns the exit code."""
    from sandbox import free_ports, run_sandbox  # noqa: PLC0415 (only the bot without a token needs it)

    (port,) = free_ports(1)
    page = {"TIDEPOOL_BOARD": f"127.0.0.1:{port}", "TIDEPOOL_BOARD_URL": f"http://127.0.0.1:{port}"}
    return run_sandbox(settings.database_file() or FILE, fresh=fresh, used_by=used_by, settings=page)


if __name__ == "__main__":
    sys.exit(main())
