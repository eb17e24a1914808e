"""A helper: a process that makes calls for the pool, one after the other.

It is a fresh interpreter that runs this file: it reads calls from its standard input and writes their results to its
standard output. Functions are handed over by name, arguments and results by pickle.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import signal
import struct
import sys
import threading
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO, TypeAlias

NICE = 10
"""The niceness of helpers: the system gives processor time to the bot first."""
LENGTH = struct.Struct("<Q")
"""What precedes each call and each answer: how many bytes it has."""
Logged: TypeAlias = tuple[str, int, str]
"""The name of a logger, the level and the text."""
Answer: TypeAlias = tuple[bool, Any, int, list[Logged]]
"""Whether a call went well, its result or error, the most memory its helper ever took, in MiB, and what it logged."""


def _most_memory() -> int:
    """The most memory that this process ever took, in MiB; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux, getrusage counts the memory of the process that started this one, too
        peak = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM"))
        return int(peak.split()[1]) // 1024
    try:
        import resource  # noqa: PLC0415 (there is none on Windows)
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (1 << 20 if sys.platform == "darwin" else 1 << 10)


class _Log(logging.Handler):
    """Takes down what is logged, for the process that has a log."""

    def __init__(self) -> None:
        super().__init__()
        self._taken: list[Logged] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._taken.append((record.name, record.levelno, self.format(record)))

    def take(self) -> list[Logged]:
        """What was logged since the last time."""
        taken, self._taken = self._taken, []
        return taken


def _answer(call: bytes, log: _Log) -> bytes:
    def packed(value: object, *, went_well: bool) -> bytes:
        return pickle.dumps((went_well, value, _most_memory(), logged))

    logged: list[Logged] = []
    try:
        function, args, named = pickle.loads(call)  # noqa: S301 (our own process)
        try:
            value = function(*args, **named)
        finally:
            logged = log.take()
        return packed(value, went_well=True)
    except Exception as error:  # noqa: BLE001 (the caller gets it, whatever it is)
        with contextlib.suppress(Exception):
            answer = packed(error, went_well=False)
            pickle.loads(answer)  # noqa: S301 (some errors cannot be unpickled)
            return answer
        return packed(RuntimeError(f"{type(error).__name__}: {error}"), went_well=False)


def _listen(calls: BinaryIO, heard: SimpleQueue[bytes]) -> None:
    """Read calls until the input ends, which it does when the bot has ended: then nobody waits for an answer."""
    while len(head := calls.read(LENGTH.size)) == LENGTH.size:
        (size,) = LENGTH.unpack(head)
        heard.put(calls.read(size))
    os._exit(0)  # in the middle of a computation, too


def _help(heard: SimpleQueue[bytes], answers: BinaryIO) -> None:
    """Answer one call after the other."""
    log = _Log()
    logging.getLogger().addHandler(log)
    while True:
        answer = _answer(heard.get(), log)
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parents[1])  # modules are found from the root on, not beside this file
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the bot, which ends its helpers itself
    if hasattr(os, "nice"):
        os.nice(NICE)
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output that a function prints must not come between the answers
    queue = SimpleQueue[bytes]()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, queue), daemon=True).start()
    with contextlib.suppress(BrokenPipeError):
        _help(queue, results)
    os._exit(0)  # an orderly end would wait for the input, which the other thread reads
