"""Run a program that ends with its parent: `python child.py bot.py`.

The parent must hold its standard input open.
"""

import os
import runpy
import signal
import sys
import threading
import time
from pathlib import Path

PATIENCE = 10.0
"""Real seconds between SIGTERM and SIGABRT."""


def _watch() -> None:
    """Wait until the parent dies or closes the standard input, then end the program."""
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
