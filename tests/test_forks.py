"""Forked programs and their fork server end with the process that started them."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.bot_process import CHILD
from tests.support import forks

ROOT = Path(__file__).parents[1]
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
