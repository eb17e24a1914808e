"""The example in the sandbox's README runs, and its tables name methods that exist."""

import asyncio
import re
import sys
from pathlib import Path

from sandbox import BotProcess, Driver, Sandbox

README = Path(__file__).parents[2] / "sandbox" / "README.md"
PROGRAM = Path(__file__).parent / "small_bot" / "process.py"


def written() -> str:
    return README.read_text(encoding="utf-8")


async def test_the_example_runs_as_it_is_written(tmp_path: Path) -> None:
    (example, *_) = re.findall(r"```python\n(.*?)```", written(), re.DOTALL)
    example = example.replace('"my_bot.py"', repr(str(PROGRAM))).replace('prefix="MY_BOT_"', 'prefix="TIDEPOOL_"')
    program = tmp_path / "example.py"
    program.write_text(example)
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        str(program),
        cwd=tmp_path,
        env={"PYTHONPATH": str(README.parents[1]), "PATH": ""},
        stderr=asyncio.subprocess.PIPE,
    )
    _, errors = await running.communicate()
    assert running.returncode == 0, errors.decode()


async def test_the_methods_in_the_readme_exist() -> None:
    async with Sandbox() as box:
        named: dict[str, object] = {"sandbox": box, "sandbox.trouble": box.trouble, "sandbox.endpoint": box.endpoint}
        named |= {"alice": Driver(box, "Alice"), "bot": BotProcess(box, ""), "sandbox.world": box.world}
        methods = set(re.findall(r"\b((?:sandbox\.)?(?:trouble|endpoint|world)|sandbox|alice|bot)\.(\w+)\(", written()))
        assert len(methods) > 10
        for owner, name in methods:
            assert hasattr(named[owner], name), f"{owner}.{name}"
