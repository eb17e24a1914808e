"""A helper process, which runs one call at a time for the pool.

It is a new interpreter that runs this file. It reads calls from its standard input and writes results to its standard
output, both pickled; functions are pickled by name.
"""

import contextlib
import logging
import os
import pickle
import signal
import struct
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO, TypeAlias

NICE = 10
"""The niceness of helper processes. It makes sure that the bot gets processor time before they do."""
LENGTH = struct.Struct("<Q")
"""The header of each call and of each answer, which holds its length in bytes."""
Logged: TypeAlias = tuple[str, int, str]
"""A logger's name, the level and the text."""
Answer: TypeAlias = tuple[bool, Any, int, list[Logged]]
"""Whether a call succeeded, its result or its error, the helper's peak memory in MiB, and what the call logged."""


def _peak_memory() -> int:
    """Return this process's peak resident memory in MiB, or 0 if it is unknown."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux, getrusage includes the peak of the parent process
        peak = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM"))
        return int(peak.split()[1]) // 1024
    try:
        import resource  # noqa: PLC0415 (missing on Windows)
    except ImportError:
        return 0
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size // (1 << 20 if sys.platform == "darwin" else 1 << 10)


@contextlib.contextmanager
def _limit_memory(memory: int | None) -> Iterator[None]:
    """A context manager that limits how many MiB this process can allocate. None means no limit.

    Beyond the limit, MemoryError is raised. Only Linux supports a limit.
    """
    status = Path("/proc/self/status")
    if memory is None or not status.exists():
        yield
        return
    import resource  # noqa: PLC0415 (missing on Windows)

    now = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmData"))
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, ((int(now.split()[1]) << 10) + (memory << 20), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


class _Log(logging.Handler):
    """A log handler that collects entries to be sent to the bot's process and logged there."""

    def __init__(self) -> None:
        super().__init__()
        self._collected: list[Logged] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._collected.append((record.name, record.levelno, self.format(record)))

    def take(self) -> list[Logged]:
        """Return what has been logged since the last call."""
        collected, self._collected = self._collected, []
        return collected


def _answer(call: bytes, log: _Log) -> bytes:
    def packed(value: object, *, succeeded: bool) -> bytes:
        return pickle.dumps((succeeded, value, _peak_memory(), logged))

    logged: list[Logged] = []
    try:
        function, args, named, memory = pickle.loads(call)  # noqa: S301 (our own process)
        try:
            with _limit_memory(memory):
                value = function(*args, **named)
        finally:
            logged = log.take()
        return packed(value, succeeded=True)
    except Exception as error:  # noqa: BLE001 (the caller gets it, whatever it is)
        with contextlib.suppress(Exception):
            answer = packed(error, succeeded=False)
            pickle.loads(answer)  # noqa: S301 (some errors cannot be unpickled)
            return answer
        return packed(RuntimeError(f"{type(error).__name__}: {error}"), succeeded=False)


def _listen(calls: BinaryIO, received: SimpleQueue[bytes]) -> None:
    """Read calls from the pool until the bot's process ends and thereby closes the input, and then exit."""
    while len(head := calls.read(LENGTH.size)) == LENGTH.size:
        (size,) = LENGTH.unpack(head)
        received.put(calls.read(size))
    os._exit(0)  # even in the middle of a computation


def _help(received: SimpleQueue[bytes], answers: BinaryIO) -> None:
    """Run each incoming call and write its answer, until the process ends."""
    log = _Log()
    logging.getLogger().addHandler(log)
    while True:
        answer = _answer(received.get(), log)
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parents[1])  # import modules from the root, not from this file's folder
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C, the bot ends its helpers itself
    if hasattr(os, "nice"):
        os.nice(NICE)
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # printed output must not mix with the answers
    queue = SimpleQueue[bytes]()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, queue), daemon=True).start()
    with contextlib.suppress(BrokenPipeError):
        _help(queue, results)
    os._exit(0)  # a normal exit would wait for the thread that reads the input
