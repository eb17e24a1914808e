"""A process that is frozen for a while, as a machine that is out of memory freezes it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Freeze a process inside this context; it goes on afterwards whatever happens, so that it can be stopped."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)
