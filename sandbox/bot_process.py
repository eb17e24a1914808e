"""Run the bot in its own process against the sandbox: start, kill, stop and restart it."""

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, Self

from sandbox.discord.options import Impossible
from sandbox.server import Sandbox

BOT = Path(__file__).parent.parent / "bot.py"
CHILD = Path(__file__).parent / "child.py"
START_PATIENCE = 180.0
"""Real seconds allowed for a start. The first one renders boards, perhaps on a busy machine."""
STOP_PATIENCE = 15.0
"""Real seconds allowed for a stop."""
LAST_LINES = 20
"""How many lines of a bot that died are shown."""
LONGEST_LINE = 500
"""The most characters of each of these lines."""
_PAUSE = 0.2
_LONGEST_LINE = 1 << 24
"""The most bytes in a stderr line. asyncio's default limit is too small for JSON log lines."""


class BotDied(Impossible):
    """The bot exited on its own. The text contains the exit code and the last lines of its output."""


class Running(Protocol):
    """The part of `asyncio.subprocess.Process` that `BotProcess` needs."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    @property
    def stderr(self) -> asyncio.StreamReader | None: ...

    def send_signal(self, signal: int) -> None: ...

    def kill(self) -> None: ...

    async def wait(self) -> int: ...


class BotProcess:
    """A bot's program, run with the sandbox's token, address and clock. It dies with its parent process.

    Its environment contains `prefix` followed by `API` (the sandbox's address), `CLOCK` (a file with the seconds to
    add to real time) and `DATABASE`, and the token as `DISCORD_TOKEN`. For interactions over HTTP it also contains
    `DOOR=http` and `HTTP`, the address to listen on, such as `127.0.0.1:9001`.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        database: Path | str,
        *,
        program: Path = BOT,
        prefix: str = "TIDEPOOL_",
        http: str | None = None,
        on_line: Callable[[str], None] | None = None,
        **settings: str,
    ) -> None:
        """`settings` are further environment variables. `on_line` is called with each line of the bot's stderr.

        The bot is ready when it answers a PING at `http`, or without `http` when it has connected to the gateway.
        """
        self._sandbox = sandbox
        self.program = program
        """The program that the next start runs. Replace it to simulate an update."""
        self._http = http
        self._on_line = on_line
        endpoint = {f"{prefix}DOOR": "http", f"{prefix}HTTP": http} if http else {}
        self._settings = {
            f"{prefix}API": sandbox.base_url,
            f"{prefix}CLOCK": str(sandbox.clock.path),
            f"{prefix}DATABASE": str(database),
            "DISCORD_TOKEN": sandbox.world.token,
            **endpoint,
            **settings,
        }
        self._process: Running | None = None
        self._ended: Running | None = None
        """The process that `stop` or `kill` ended."""
        self._reported: Running | None = None
        """The process whose end `wait_for_death` has reported."""
        self._reading: asyncio.Task[None] | None = None
        self._errors: deque[str] = deque(maxlen=2000)
        self._restarting = asyncio.Lock()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def errors(self) -> str:
        """The last 2,000 lines that the bot wrote to stderr, in all its runs."""
        return "\n".join(self._errors)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        """The process ID of the bot. Raises BotDied if it is not running."""
        if self._process is None or self._process.returncode is not None:
            raise BotDied(self.errors)
        return self._process.pid

    async def start(self) -> None:
        """Start the bot and wait until it is ready. Raises BotDied or TimeoutError."""
        await self.launch()
        await self.ready()

    async def launch(self) -> None:
        """Start the bot without waiting for it to be ready."""
        self._identified_before = self._sandbox.gateway.identified
        self._process = await self._begin({**os.environ, **self._settings})
        self._reading = asyncio.create_task(self._read(self._process))

    async def ready(self) -> None:
        """Wait until the bot has synced its commands (in this run or an earlier one) and accepts interactions.

        Raises BotDied or TimeoutError.
        """

        def is_ready() -> bool:
            if not self.running:
                raise self.died(self._process.returncode if self._process else None)
            fresh = self._http or self._sandbox.gateway.identified > self._identified_before
            online = self._http or self._sandbox.gateway.online
            return bool(fresh and online and self._sandbox.world.commands)

        async with asyncio.timeout(START_PATIENCE):
            await self._sandbox.wait_for(is_ready, START_PATIENCE, "the bot to be ready")
            mine = f"http://{self._http}"
            while self._http and not await self._sandbox.endpoint.pings(f"{mine}/interactions", worker=mine):
                is_ready()
                await asyncio.sleep(_PAUSE)

    def died(self, code: int | None) -> BotDied:
        """The error for a bot that exited on its own with this code."""
        lines = [line[:LONGEST_LINE] for line in list(self._errors)[-LAST_LINES:]]
        return BotDied("\n".join([f"The bot has stopped on its own (exit code {code}). Its last lines:", *lines]))

    async def kill(self) -> None:
        """Kill the bot at once (SIGKILL), like a power cut."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int | None:
        """Stop the bot as its owner would (SIGTERM). Returns the exit code, or None if it was not running."""
        return await self._end(signal.SIGTERM)

    async def restart(self, *, kill: bool = False) -> None:
        """Stop or kill the bot and start it again. Overlapping restarts run one after the other."""
        async with self._restarting:
            await (self.kill() if kill else self.stop())
            await self.start()

    async def wait(self) -> int:
        """Wait until the bot exits. Returns its exit code."""
        assert self._process is not None  # noqa: S101 (started before)
        code = await self._process.wait()
        if self._reading:
            await self._reading
        return code

    async def wait_for_death(self) -> int:
        """Wait until the bot exits without `stop` or `kill`. Returns its exit code."""
        while True:
            process = self._process
            if process is None or process is self._reported:
                await asyncio.sleep(_PAUSE)
                continue
            reading = self._reading
            code = await process.wait()
            if reading:
                await reading
            self._reported = process
            if process is not self._ended:
                return code

    async def _begin(self, environment: Mapping[str, str]) -> Running:
        """Start the program in its own session, with pipes for standard input and error."""
        return await asyncio.create_subprocess_exec(
            sys.executable,
            str(CHILD),
            str(self.program),
            env=environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
            limit=_LONGEST_LINE,
        )

    async def _end(self, sign: signal.Signals) -> int | None:
        if self._process is None:
            return None
        self._ended = self._process
        if self._process.returncode is None:
            self._process.send_signal(sign)
        try:
            await asyncio.wait_for(self.wait(), STOP_PATIENCE)
        except TimeoutError:
            self._process.kill()
            await self.wait()
            raise
        code, self._process = self._process.returncode, None
        return code

    async def _read(self, process: Running) -> None:
        assert process.stderr is not None  # noqa: S101 (asked for at the start)
        async for raw in process.stderr:
            line = raw.decode(errors="replace").rstrip("\n")
            self._errors.append(line)
            if self._on_line:
                self._on_line(line)
