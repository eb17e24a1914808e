"""A fork of the process that has imported the bot equals a fresh start of a program."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.bot_process import CHILD
from tests.support import forks
from tests.support.forks import Fork

ROOT = Path(__file__).parents[1]
PROGRAM = """
import json, os, signal, sys, threading
mine = {
    "argv": sys.argv, "path": sys.path[0], "environment": dict(os.environ), "folder": os.getcwd(),
    "leads": os.getsid(0) == os.getpid(), "bot": "bot" in sys.modules, "threads": threading.active_count(),
    "files": len(os.listdir("/proc/self/fd")), "child": signal.getsignal(signal.SIGCHLD) == signal.SIG_DFL,
}
print(json.dumps(mine), file=sys.stderr)
print("to nobody")
sys.exit(7)
"""
WAITING = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_DFL)\ntime.sleep(600)\n"
LEFT_ALONE = """
import asyncio, os, sys
from tests.support.forks import Fork

async def main():
    fork = await Fork.of(sys.argv[1:], os.environ)
    forker = open(f"/proc/{fork.pid}/stat").read().rsplit(")", 1)[1].split()[1]
    print(fork.pid, forker, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""

pytestmark = pytest.mark.skipif(not forks.POSSIBLE, reason="every start is a fresh one on this system")


def _alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


async def test_a_program_finds_itself_alone_with_what_it_was_given(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    environment = {"WHO": "Ann", "HOME": str(tmp_path)}
    waiting = tmp_path / "waiting.py"
    waiting.write_text(WAITING)
    other = await Fork.of(
        [str(CHILD), str(waiting)], environment
    )  # the second program must not get the files of this one
    fork = await Fork.of([str(CHILD), str(program), "--fresh"], environment)
    assert fork.stderr
    said = json.loads(await fork.stderr.read())
    assert await fork.wait() == fork.returncode == 7
    assert said == {
        "argv": [str(program), "--fresh"],
        "path": str(tmp_path),
        "environment": environment,
        "folder": str(Path.cwd()),
        "leads": True,
        "bot": True,
        "threads": 2,  # one of the two watches the standard input
        "files": 4,  # three streams, and the folder that is being listed
        "child": True,
    }
    assert other.returncode is None
    other.kill()
    assert await other.wait() == -signal.SIGKILL
    other.kill()  # no other process may get this signal


async def test_no_program_outlives_the_process_that_started_it(tmp_path: Path) -> None:
    """Tests that are killed leave neither bots behind nor the fork server."""
    program = tmp_path / "program.py"
    program.write_text(WAITING)
    starter = await asyncio.create_subprocess_exec(
        sys.executable, "-c", LEFT_ALONE, str(CHILD), str(program), cwd=ROOT, stdout=subprocess.PIPE
    )
    assert starter.stdout
    left = [int(word) for word in (await starter.stdout.readline()).split()]
    assert len(left) == 2
    assert all(map(_alive, left))
    starter.kill()
    await starter.wait()
    async with asyncio.timeout(60):
        while any(map(_alive, left)):  # noqa: ASYNC110 (no event tells of the end of another's child)
            await asyncio.sleep(0.05)
