"""Tells systemd when the bot has started and, from then on, that it is still running."""

import asyncio
import os
import socket

from service import Service
from web.status import OLDEST_BEAT

EVERY = 15
"""The interval between two messages to systemd, in seconds. It must be shorter than the unit's WatchdogSec."""


async def feed(service: Service) -> None:
    """Tell systemd that the bot is ready, and keep its watchdog fed while the bot's heartbeat is recent."""
    if not tell("READY=1"):
        return
    while True:
        age = service.schedule.beat_age()
        if age is None or age < OLDEST_BEAT:
            tell("WATCHDOG=1")
        await asyncio.sleep(EVERY)


def tell(text: str) -> bool:
    """Send a message to the supervisor at NOTIFY_SOCKET. Returns False if the bot runs without one."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address or not hasattr(socket, "AF_UNIX"):
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sending:
        sending.connect("\0" + address[1:] if address.startswith("@") else address)
        sending.sendall(text.encode())
    return True
