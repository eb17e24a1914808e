"""The clock, and the ids that are made from its time."""

from pathlib import Path

from discord.utils import snowflake_time

from sandbox import Sandbox
from sandbox.discord.snowflakes import Snowflakes


async def test_time_moves_for_everybody_and_is_kept(tmp_path: Path) -> None:
    async with Sandbox(tmp_path) as box:
        before = box.clock.now()
        box.move_clock(3600)
        assert box.clock.now() - before >= 3600
        assert float(box.clock.path.read_text()) == 3600
        assert snowflake_time(int(box.world.snowflakes.next())).timestamp() - before >= 3599
    async with Sandbox(tmp_path) as box:
        assert box.clock.offset == 3600


def test_ids_only_rise_even_when_time_does_not() -> None:
    now = 1_700_000_000.0
    snowflakes = Snowflakes(lambda: now)
    first, second = snowflakes.next(), snowflakes.next()
    now -= 1000
    third = snowflakes.next()
    assert int(first) < int(second) < int(third)
    assert snowflake_time(int(first)).timestamp() == 1_700_000_000.0
