"""Run a program that ends together with its parent: `python child.py bot.py`.

The parent keeps its standard input open.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
import threading
import time
from pathlib import Path

PATIENCE = 10.0
"""Real seconds within which the program may end by itself."""


def _watch() -> None:
    """Wait until the parent closes the standard input, or dies."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os.kill(os.getpid(), signal.SIGABRT)


if __name__ == "__main__":
    program = Path(sys.argv[1]).absolute()
    sys.argv = [str(program), *sys.argv[2:]]
    sys.path[0] = str(program.parent)
    threading.Thread(target=_watch, daemon=True).start()
    runpy.run_path(str(program), run_name="__main__")
