"""Local ports for processes that start later."""

import secrets
import socket
from contextlib import suppress

HOST = "127.0.0.1"
LOWEST = 20_000
HIGHEST = 32_000
"""The upper bound. The system may assign ports above it to other programs at any time."""


def free_ports(count: int) -> list[int]:
    """Ports on which no process is listening."""
    ports: set[int] = set()
    while len(ports) < count:
        port = LOWEST + secrets.randbelow(HIGHEST - LOWEST)
        with socket.socket() as probe, suppress(OSError):
            probe.bind((HOST, port))
            ports.add(port)
    return list(ports)
