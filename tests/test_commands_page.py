"""`docs/commands.md` describes every command, option and button, and no other."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.commands.client import Tidepool
from cogs.ui.pages.settings import NAMES
from games import GAMES
from matches.setting_kinds import Days, Ids, Named, OneOf, Setting, declared
from matches.settings import PlayerSettings, ServerSettings
from render import THEMES
from sandbox.discord.commands import command_faults
from tests.support.labels import labels
from tests.support.messages import OWN_SERVER, all_commands

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"^\| `/([^`]+)` \|([^|]*)\| [^|]+ \|$", re.MULTILINE)
MENU = re.compile(r"^\| `([^/`][^`]*)` \| [^|]+ \|$", re.MULTILINE)
BUTTONS = re.compile(r"^\| ((?:\*\*[^*]+\*\*(?:, )?)+) \| [^|]+ \|$", re.MULTILINE)
"""A row about one button or several."""
FIELD = re.compile(r"\{\w+\}")


MOST_COMMANDS = 60
"""The most commands and subcommands that Discord offers in every server."""


@pytest.fixture(scope="module")
async def tree() -> AsyncIterator[app_commands.CommandTree[Tidepool]]:
    async with all_commands() as bot:
        yield bot.tree


async def test_every_command_has_its_row_with_every_option(tree: app_commands.CommandTree[Tidepool]) -> None:
    names = {key.replace("_", "-"): set(game.info.options) for key, game in GAMES.items()}
    found: dict[str, set[str]] = {}
    for command in [*tree.walk_commands(), *tree.walk_commands(guild=discord.Object(OWN_SERVER))]:
        if isinstance(command, app_commands.Command):
            first, _, rest = command.qualified_name.partition(" ")
            name = f"<game> {rest}" if first in names else command.qualified_name
            options = {option.name for option in command.parameters} - names.get(first, set())
            assert found.setdefault(name, options) == options, f"/{command.qualified_name} is unlike the other games"
    told = {name: set(re.findall(r"`([^`]+)`", options)) for name, options in COMMAND.findall(PAGE)}
    assert told == found


async def test_few_commands_are_offered(tree: app_commands.CommandTree[Tidepool]) -> None:
    offered = [command for command in tree.walk_commands() if isinstance(command, app_commands.Command)]
    assert len(offered) <= MOST_COMMANDS, [command.qualified_name for command in offered]


def test_every_setting_of_a_server_has_its_row() -> None:
    rows = "\n".join(["| Setting | Choices |", "|---|---|", *map(_row, declared(ServerSettings).values())])
    assert rows in PAGE, f"write in docs/commands.md:\n{rows}"


def _row(setting: Setting) -> str:
    default = getattr(ServerSettings(), setting.field)
    match setting.kind:
        case OneOf(labels):
            choices = {label: value == default for value, label in labels.items()}
        case Named(of):
            names = {value: name if of == "language" else f"`{value}`" for value, name in NAMES[of]().items()}
            choices = {name[:1].upper() + name[1:]: value == (default or THEMES[0]) for value, name in names.items()}
        case Days(offered):
            choices = {f"{days} days" if days > 1 else "1 day": days == default for days in offered}
        case Ids():
            choices = {setting.kind.placeholder: False}
    listed = [f"**{choice}**" if usual else choice for choice, usual in choices.items()]
    return f"| {setting.about} | {'; '.join(listed)} |"


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


def test_every_button_has_its_row() -> None:
    described = _described_buttons()
    missing = {label for label in _button_labels() if not any(map(_pattern(label).fullmatch, described))}
    assert not missing


def test_no_row_tells_of_a_button_that_does_not_exist() -> None:
    patterns = [_pattern(label) for label in _button_labels()]
    assert {row for row in _described_buttons() if not any(pattern.fullmatch(row) for pattern in patterns)} == set()


def _part(payload: Any, path: str) -> str:
    """The part of the commands at a dotted path of names: `/konane challenge size description`."""
    part, names, last = payload, list[str](), ""
    for step in path.split("."):
        part = part[int(step)] if step.isdigit() else part[step]
        if step.isdigit():
            names.append(part["name"])
        last = step
    return " ".join(["/" + " ".join(names), *([] if last.isdigit() else [last])])


def _described_buttons() -> set[str]:
    return {label for row in BUTTONS.findall(PAGE) for label in re.findall(r"\*\*([^*]+)\*\*", row)}


def _button_labels() -> set[str]:
    """The labels of all buttons, with `{fields}`. Leaves out labels of fields alone, such as the letter of a piece."""
    switches = {
        text
        for settings in (PlayerSettings, ServerSettings)
        for setting in declared(settings).values()
        if isinstance(setting.kind, OneOf) and isinstance(getattr(settings(), setting.field), bool)
        for text in setting.kind.labels.values()
    }
    made = labels()
    unknown = {place for place, texts in made.items() if not texts}
    assert [place.partition(":")[0] for place in unknown] == ["cogs/ui/pages/settings.py"], "these are the switches"
    return {text for text in set().union(switches, *made.values()) if FIELD.sub("", text).strip()}


def _pattern(label: str) -> re.Pattern[str]:
    """What the label can be."""
    return re.compile(".+".join(map(re.escape, FIELD.split(label))))
