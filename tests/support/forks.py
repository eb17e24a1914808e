"""Starts the bot as a fork of a process that has imported it, in a fifth of the processor time of a fresh start."""

import asyncio
import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Self

from sandbox import BotDied

FORK_SERVER = Path(__file__).with_name("fork_server.py")
POSSIBLE = sys.platform == "linux"
"""Whether forks work on this system. macOS libraries fail in a fork, and Windows cannot fork."""


class Fork:
    """A program that runs in a fork of the fork server, as `BotProcess` sees it."""

    def __init__(self, pid: int, line: asyncio.StreamReader, stderr: asyncio.StreamReader, stdin: int) -> None:
        """The exit code arrives on `line`. The program ends when all copies of `stdin` are closed."""
        self.pid = pid
        self.returncode: int | None = None
        self.stderr: asyncio.StreamReader | None = stderr
        self._stdin = stdin
        self._ended = asyncio.create_task(self._end(line))

    @classmethod
    async def of(cls, program: Sequence[str], environment: Mapping[str, str]) -> Self:
        """Run a Python program with its arguments in a session of its own."""
        stdin, held = os.pipe()
        errors, stderr = os.pipe()
        told, tell = os.pipe()
        nothing = os.open(os.devnull, os.O_WRONLY)
        request = {"program": list(program), "environment": dict(environment), "folder": str(Path.cwd())}
        given = [stdin, nothing, stderr, tell]
        try:
            socket.send_fds(_fork_server(), [json.dumps(request).encode()], given)
        finally:
            for file in given:
                os.close(file)
        line, heard = await _reader(told), await _reader(errors)
        if not (pid := await line.readline()):
            raise BotDied("There is nothing to fork: the process that imports the bot ended, and wrote why.")
        return cls(int(pid), line, heard, held)

    def send_signal(self, sign: int) -> None:
        """Send a signal to the program unless it has ended."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, sign)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Wait until the program ends. Returns its exit code."""
        return await asyncio.shield(self._ended)

    async def _end(self, line: asyncio.StreamReader) -> int:
        code = await line.readline()
        if not code:  # the fork server was killed, so the exit code will never arrive
            self.kill()
        self.returncode = int(code or -signal.SIGKILL)
        os.close(self._stdin)
        return self.returncode


async def _reader(file: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, os.fdopen(file, "rb"))
    return reader


@cache
def _fork_server() -> socket.socket:
    """A socket to this process's fork server, which ends with this process."""
    mine, yours = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with yours:
        process = subprocess.Popen(
            [sys.executable, str(FORK_SERVER), str(yours.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[yours.fileno()],
            start_new_session=True,
        )

    def end() -> None:
        mine.close()
        process.wait()

    atexit.register(end)
    return mine
