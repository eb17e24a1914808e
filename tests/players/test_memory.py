"""A process that has thought in all games needs little memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MOST_MIB = 128
THINK = """
from pathlib import Path
from random import Random
from games import GAMES
from players import choose
for key, game in GAMES.items():
    position, chance = game.start(), Random(1)
    for _ in range(6):
        position = position.play(chance.choice(position.legal_moves()))
    choose(position, 5, seed=1, seconds=1.5)
print(next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")))
"""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the most memory of a process")
def test_thinking_in_all_games_takes_no_more_memory_than_promised() -> None:
    run = subprocess.run([sys.executable, "-c", THINK], check=True, capture_output=True, text=True)
    _, kib, _ = run.stdout.split()
    assert int(kib) / 1024 < MOST_MIB
