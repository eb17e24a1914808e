"""Ports of this machine, for processes that are started later."""

from __future__ import annotations

import secrets
import socket
from contextlib import suppress

HOST = "127.0.0.1"
LOWEST = 20_000
"""The lowest port."""
HIGHEST = 32_000
"""The highest port: the system gives those above to connections and to whoever asks for any port, at any moment."""


def free_ports(count: int) -> list[int]:
    """Ports at which nobody listens now."""
    found: set[int] = set()
    while len(found) < count:
        port = LOWEST + secrets.randbelow(HIGHEST - LOWEST)
        with socket.socket() as one, suppress(OSError):
            one.bind((HOST, port))
            found.add(port)
    return list(found)
