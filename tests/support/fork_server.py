"""The fork server: a process that has imported the bot once, and forks a copy of itself for each start.

`tests.support.forks` runs it. It does nothing else, and has neither threads nor an event loop, so that a fork of it
equals a fresh interpreter. Each request names a program, its environment and its folder, and brings four files: the
standard input, output and error of the program, and a pipe into which this process writes the pid and later the exit
code.
"""

import gc
import importlib
import json
import os
import pkgutil
import runpy
import selectors
import signal
import socket
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
MOST = 1 << 18
"""The size of the largest request in bytes."""


def prepare() -> None:
    """Import everything that a start of the bot imports, and read its catalogues and paintings."""
    sys.path[0] = str(ROOT)
    importlib.import_module("bot")
    for room in ("admin", "cogs"):
        for module in pkgutil.walk_packages([str(ROOT / room)], f"{room}."):
            importlib.import_module(module.name)
    localisation = importlib.import_module("cogs.commands.localisation")
    localisation.catalogue = cache(localisation.catalogue)  # type: ignore[attr-defined]  # (mypy knows no names of it)
    localisation.translations([])
    importlib.import_module("render.first_boards").prepare()


def serve(requests: socket.socket) -> None:
    """Fork a copy for each request until the socket is closed. In a copy the call ends with its program."""
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    lines: dict[int, int] = {}
    with selectors.DefaultSelector() as ready:
        ready.register(requests, selectors.EVENT_READ)
        ready.register(told, selectors.EVENT_READ)
        while True:
            for key, _ in ready.select():
                if key.fd == told:
                    os.read(told, MOST)
                    _report(lines)
                    continue
                request, files, _, _ = socket.recv_fds(requests, MOST, 4)
                if not request:
                    return
                *streams, line = files
                if pid := os.fork():
                    for file in streams:
                        os.close(file)
                    lines[pid] = line
                    with suppress(BrokenPipeError):  # the process that asked has ended
                        os.write(line, f"{pid}\n".encode())
                    continue
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                ready.close()
                requests.close()
                for file in (told, tell, line, *lines.values()):
                    os.close(file)
                _become(json.loads(request), streams)


def _report(lines: dict[int, int]) -> None:
    """Report the exit codes of the copies that have ended."""
    while lines:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        line = lines.pop(pid)
        with suppress(BrokenPipeError):  # the process that asked has ended
            os.write(line, f"{os.waitstatus_to_exitcode(status)}\n".encode())
        os.close(line)


def _become(request: dict[str, Any], streams: list[int]) -> None:
    """Run a program to its end as a fresh interpreter would."""
    os.setsid()
    for number, file in enumerate(streams):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.argv = request["program"]
    runpy.run_path(sys.argv[0], run_name="__main__")
    sys.exit()


if __name__ == "__main__":
    gc.disable()  # the bot enables it in its `main`, as in a fresh start
    prepare()
    with socket.socket(fileno=int(sys.argv[1])) as channel:
        serve(channel)
