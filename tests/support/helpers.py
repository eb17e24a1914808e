"""The helper processes of a bot, found among all processes of this machine."""

from collections.abc import Iterator
from pathlib import Path

from processes.pool import HELPER


def helpers_of(bot: int | None) -> Iterator[int]:
    """The process IDs of a bot's helpers."""
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text(encoding="ascii").rpartition(")")[2].split()[1])
            command = (status.parent / "cmdline").read_bytes()
        except OSError:  # the process has just ended
            continue
        if parent == bot and "/".join(HELPER.parts[-2:]).encode() in command:
            yield int(status.parent.name)
