"""The processor time and memory that a process uses, from Linux."""

import re
from contextlib import suppress
from pathlib import Path
from time import clock_gettime

BOT = Path(__file__).parent / "_bot.py"
"""The program of the bot that is measured."""


def program_of(checkout: Path) -> Path:
    """The program of the bot of another checkout, which runs in this environment. Refuses a folder without one."""
    program = checkout.resolve() / "benchmarks" / BOT.name
    if not program.is_file():
        raise SystemExit(f"{checkout} is no checkout: it has no {program.relative_to(checkout.resolve())}")
    return program


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used so far, in system calls and in all of its threads."""
    return clock_gettime(~pid << 3 | 2)  # Linux's clock of the process, as clock_getcpuclockid(3) returns it


def by_thread(pid: int) -> dict[str, float]:
    """Seconds of processor time of the threads that a process has now, by name."""
    seconds: dict[str, float] = {}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            name = (thread / "comm").read_text(encoding="utf-8").strip()
            ran = int((thread / "schedstat").read_text(encoding="ascii").split()[0])
            seconds[name] = seconds.get(name, 0.0) + ran / 1e9
    return seconds


def memory(pid: int) -> float:
    """MiB of a process's resident set."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
    if found is None:
        raise ProcessLookupError(pid)
    return int(found[1]) / 1024
