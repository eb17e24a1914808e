"""A process that has thought in all games needs little memory."""

import subprocess
import sys
from pathlib import Path

import pytest

WITHOUT_TABLE = 64
"""The most memory of a process that thinks, in MiB, before it fills the table of a long search."""
WITH_TABLE = 128
"""The most memory of such a process, in MiB, with the table of a long search."""
THINK = """
from pathlib import Path
from random import Random
from games import GAMES
from players import choose

def memory(kind):
    status = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith(kind)).split()[1]) / 1024

def think_everywhere(level, seconds):
    for game in GAMES.values():
        position, chance = game.start(), Random(1)
        for _ in range(6):
            position = position.play(chance.choice(position.legal_moves()))
        choose(position, level, seed=1, seconds=seconds)

think_everywhere(1, None)
print(memory("VmHWM"))
think_everywhere(5, 1.5)
print(memory("VmHWM"), memory("VmRSS"))
"""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the most memory of a process")
def test_thinking_in_all_games_takes_no_more_memory_than_promised() -> None:
    run = subprocess.run([sys.executable, "-c", THINK], check=True, capture_output=True, text=True)
    kernels, most, left = map(float, run.stdout.split())
    assert kernels < WITHOUT_TABLE, "the kernels of all games are loaded, and have hardly searched"
    assert kernels + 8 < most < WITH_TABLE, "the tables were filled"
    assert left < WITHOUT_TABLE, "they are freed after each thought"
