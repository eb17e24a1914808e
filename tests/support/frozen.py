"""Freezing a process for a while, as a machine without free memory does."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Freeze a process inside this context. It always resumes afterwards, so that it can be stopped."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)
