"""`docs/commands.md` describes every command, option, button and setting of a server, and no other."""

import re
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.commands.client import Tidepool
from sandbox.discord.commands import command_faults
from tests.support.commands import COMMANDS
from tests.support.commands_page import (
    BUTTONS,
    PATH,
    UNWRITTEN,
    button_labels,
    described_commands,
    written,
)
from tests.support.labels import labels
from tests.support.messages import OWN_SERVER, all_commands
from tests.support.releases import last_release, with_history

PAGE = PATH.read_text(encoding="utf-8")
MENU = re.compile(r"^\| `([^/`][^`]*)` \| [^|]+ \|$", re.MULTILINE)

SWITCHES = "cogs/ui/pages/settings.py"
"""Where the labels are values of the settings."""
UNREADABLE = (
    "this label is found neither here nor in a constant: write it here, or mark it (language.mark) where it stands"
)


@pytest.fixture(scope="module")
async def tree() -> AsyncIterator[app_commands.CommandTree[Tidepool]]:
    async with all_commands() as bot:
        yield bot.tree


async def test_the_tables_are_as_the_commands_the_buttons_and_the_settings() -> None:
    new = written(PAGE, await described_commands(), button_labels()).splitlines()
    old = PAGE.splitlines()
    at = next((number for number, pair in enumerate(zip(old, new, strict=False), 1) if len({*pair}) > 1), len(old))
    assert old == new, f"docs/commands.md:{at}: run `make docs`, which writes the rows that are missing here"


@with_history
def test_the_changelog_tells_of_every_new_command() -> None:
    old, now = (set(re.findall(r"(?m)^\| `(/[^`]+)`", page)) for page in (last_release("docs/commands.md"), PAGE))
    unreleased = (PATH.parents[1] / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    untold = {name for name in now - old if name not in unreleased}
    assert not untold, f"CHANGELOG.md:6: name what is new under “Unreleased”: {sorted(untold)}"


def test_every_row_says_what_its_button_does() -> None:
    rows = [(number, BUTTONS.fullmatch(line)) for number, line in enumerate(PAGE.splitlines(), 1)]
    silent = [
        f"docs/commands.md:{number}: say what {row[1]} does" for number, row in rows if row and row[2] == UNWRITTEN
    ]
    assert not silent, "\n".join(silent)


async def test_a_row_is_written_as_the_program_is_and_keeps_what_it_says() -> None:
    page = changed = written(PAGE, await described_commands(), button_labels())
    for old, new in (
        ("`/puzzle` | `game`", "`/puzzle` | `gone`"),
        ("| **Next puzzle** |", "| **No such button** |"),
        ("**Accept the draw**, **Allow", "**Accept the draw**, **No such**, **Allow"),
        ("| Threads for matches |", "| No such setting |"),
    ):
        assert old in changed
        changed = changed.replace(old, new)
    changed = re.sub(r"\| `/(block|match export)`.*\n", "", changed) + "| `/nothing` | | It is not there. |\n"
    told = written(changed, await described_commands(), button_labels())
    block = "| `/block` | `user` | Block someone, or see and unblock the people you have blocked. |"
    export = "| `/match export` | `match` | Get a match and its moves as a file. |"
    assert re.search(rf"\| `/matches` .*\n{re.escape(block)}\n", told)
    assert re.search(rf"\| `/match .*\n{re.escape(export)}\n", told)
    kept = [line for line in page.splitlines() if not re.match(r"\| (`/(block|match export)`|\*\*Next puzzle)", line)]
    assert sorted(told.splitlines()) == sorted([*kept, block, export, f"| **Next puzzle** | {UNWRITTEN} |"])


def test_every_command_has_an_example_with_the_options_that_it_needs() -> None:
    faults = [
        f"{command.line}: put @example({', '.join(f'{option}=…' for option in command.left_out)}) on top of /{name}"
        for name, command in COMMANDS.items()
        if command.left_out
    ]
    assert not faults, "\n".join(faults)


def test_the_label_of_every_button_is_known() -> None:
    unknown = [place for place, texts in labels().items() if not texts and not place.startswith(SWITCHES)]
    assert not unknown, "\n".join(f"{place}: {UNREADABLE}" for place in unknown)


async def test_discord_takes_every_command(tree: app_commands.CommandTree[Tidepool]) -> None:
    everywhere, own = tree.get_commands(), tree.get_commands(guild=discord.Object(OWN_SERVER))
    assert not {command.name for command in everywhere} & {command.name for command in own}
    payload = [command.to_dict(tree) for command in [*everywhere, *own]]
    faults = command_faults(payload)
    assert not faults, "\n".join(
        f"{_part(payload, fault.path) if fault.path else 'all'}: {fault.text}" for fault in faults
    )


async def test_every_entry_of_a_persons_menu_has_its_row(tree: app_commands.CommandTree[Tidepool]) -> None:
    menus = {command.name for command in tree.get_commands() if isinstance(command, app_commands.ContextMenu)}
    assert set(MENU.findall(PAGE)) == menus


def _part(payload: Any, path: str) -> str:
    """The part of the commands at a dotted path of names: `/konane challenge size description`."""
    part, names, last = payload, list[str](), ""
    for step in path.split("."):
        part = part[int(step)] if step.isdigit() else part[step]
        if step.isdigit():
            names.append(part["name"])
        last = step
    return " ".join(["/" + " ".join(names), *([] if last.isdigit() else [last])])
