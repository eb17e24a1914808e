"""Ports of this machine for the tests."""

from __future__ import annotations

import socket


def free_ports(count: int) -> list[int]:
    """Ports at which nobody listens just now."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()
