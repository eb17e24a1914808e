"""`make docs`: brings the tables of `docs/commands.md` up to date with the commands, buttons and settings.

Names, options and labels come from the program; what each row says is written by hand. A new command gets a row with
its description, and a new button a row with an ellipsis, until somebody writes what it does.
"""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import discord
from discord import app_commands

from cogs.ui.pages.settings import NAMES
from games import GAMES
from matches.setting_kinds import Days, Hour, Ids, Named, OneOf, Setting, Zone, declared_settings
from matches.settings import PlayerSettings, ServerSettings
from render import THEMES
from tests.support.labels import labels
from tests.support.messages import OWN_SERVER, all_commands

PATH = Path(__file__).parents[2] / "docs/commands.md"
UNWRITTEN = "…"
"""What a new row says of a button, until somebody says what it does."""
COMMAND = re.compile(r"\| `/([^`]+)` \|([^|]*)\| ([^|]+) \|")
BUTTONS = re.compile(r"\| ((?:\*\*[^*]+\*\*(?:, )?)+) \| ([^|]+) \|")
"""A row about one button or several."""
LABEL = re.compile(r"\*\*([^*]+)\*\*")
FIELD = re.compile(r"\{\w+\}")


class _Examples(dict[str, str]):
    """What a new row shows for the fields of a label; other fields stay as they are."""

    def __missing__(self, field: str) -> str:
        return f"{{{field}}}"


EXAMPLES = _Examples(code="1f3k")
ALONE = "matches"
"""The command behind whose row a new command without a group stands."""
SETTINGS: Mapping[str, PlayerSettings | ServerSettings] = {
    "| Your setting | Choices |": PlayerSettings(),
    "| Setting | Choices |": ServerSettings(),
}
"""The first rows of the tables of settings, with the defaults."""


async def described_commands() -> Mapping[str, tuple[Sequence[str], str]]:
    """The options and the description of each command, by its name; those that every game has are `<game> move`."""
    games = {game.info.command: set(game.info.options) for game in GAMES.values()}
    found = dict[str, tuple[Sequence[str], str]]()
    async with all_commands() as bot:
        for command in [*bot.tree.walk_commands(), *bot.tree.walk_commands(guild=discord.Object(OWN_SERVER))]:
            if isinstance(command, app_commands.Command):
                first, _, rest = command.qualified_name.partition(" ")
                name = f"<game> {rest}" if first in games else command.qualified_name
                options = [one.name for one in command.parameters if one.name not in games.get(first, ())]
                found[name] = options, f"{command.description}."
    return found


def button_labels() -> Mapping[str, str]:
    """The file that makes each button, by its label with `{fields}`. Leaves out labels of fields alone."""
    switches = {
        text: "matches/settings.py"
        for settings in (PlayerSettings, ServerSettings)
        for setting in declared_settings(settings).values()
        if isinstance(setting.kind, OneOf) and isinstance(getattr(settings(), setting.field), bool)
        for text in setting.kind.labels.values()
    }
    made = {text: place.partition(":")[0] for place, texts in labels().items() for text in sorted(texts)}
    return {text: file for text, file in {**made, **switches}.items() if FIELD.sub("", text).strip()}


def pattern(label: str) -> re.Pattern[str]:
    """What the label of a button can be."""
    return re.compile(".+".join(map(re.escape, FIELD.split(label))))


def written(page: str, commands: Mapping[str, tuple[Sequence[str], str]], buttons: Mapping[str, str]) -> str:
    """The page with its tables as the commands, the buttons and the settings are."""
    lines = page.splitlines()
    lines = _with_commands(lines, commands)
    lines = _with_buttons(lines, buttons)
    for first, defaults in SETTINGS.items():
        begin = lines.index(first)
        end = lines.index("", begin)
        rows = [_setting_row(defaults, setting) for setting in declared_settings(type(defaults)).values()]
        lines[begin:end] = [first, "|---|---|", *rows]
    return "\n".join(lines) + "\n"


def _with_commands(lines: Sequence[str], commands: Mapping[str, tuple[Sequence[str], str]]) -> list[str]:
    """With a row for each command. A new one stands behind those of its group, or behind `ALONE`."""
    kept, told = list[str](), set[str]()
    for line in lines:
        if (row := COMMAND.fullmatch(line)) is None:
            kept.append(line)
        elif row[1] in commands:
            told.add(row[1])
            given, options = set(re.findall(r"`([^`]+)`", row[2])), commands[row[1]][0]
            kept.append(line if given == set(options) else _command_row(row[1], options, row[3]))
    for name, (options, about) in commands.items():
        if name not in told:
            rows = {row[1]: index for index, line in enumerate(kept) if (row := COMMAND.fullmatch(line))}
            group = [index for known, index in rows.items() if known.split()[0] == name.split()[0]]
            kept.insert(max(group or [rows[ALONE]]) + 1, _command_row(name, options, about))
    return kept


def _command_row(name: str, options: Sequence[str], text: str) -> str:
    return f"| `/{name}` |{''.join(f' `{option}`' for option in options)} | {text} |"


def _with_buttons(lines: Sequence[str], buttons: Mapping[str, str]) -> list[str]:
    """With a row for each label. A new one stands behind the last row with a button of the same module."""
    patterns = {label: pattern(label) for label in buttons}
    kept, told = list[str](), set[str]()
    rows = dict[str, str]()  # the last row about a button of each module
    for line in lines:
        if row := BUTTONS.fullmatch(line):
            known = {said: set(_meant(said, patterns)) for said in LABEL.findall(row[1])}
            real = [said for said, meant in known.items() if meant]
            if not real:
                continue
            told.update(*known.values())
            if len(real) < len(known):
                line = f"| {', '.join(f'**{said}**' for said in real)} | {row[2]} |"  # noqa: PLW2901 (it is shorter now)
            rows |= {buttons[label]: line for meant in known.values() for label in meant}
        kept.append(line)
    for label, file in buttons.items():
        if label not in told:
            behind = rows.get(file) or next(line for line in reversed(kept) if BUTTONS.fullmatch(line))
            rows[file] = f"| **{label.format_map(EXAMPLES)}** | {UNWRITTEN} |"
            kept.insert(kept.index(behind) + 1, rows[file])
    return kept


def _meant(said: str, patterns: Mapping[str, re.Pattern[str]]) -> Iterator[str]:
    """The labels that a label in the page can stand for."""
    return (label for label, shape in patterns.items() if shape.fullmatch(said))


def _setting_row(defaults: PlayerSettings | ServerSettings, setting: Setting) -> str:
    default = getattr(defaults, setting.field)
    match setting.kind:
        case OneOf(names):
            choices = {label: value == default for value, label in names.items()}
        case Named(of):
            named = {value: name if of == "language" else f"`{value}`" for value, name in NAMES[of]().items()}
            usual = None if setting.kind.usual is None else setting.kind.usual.partition(" (")[0]
            choices = {usual: default is None} if usual is not None else {}
            default = default or (THEMES[0] if usual is None else None)
            choices |= {name[:1].upper() + name[1:]: value == default for value, name in named.items()}
        case Days(offered):
            choices = {f"{days} days" if days > 1 else "1 day": days == default for days in offered}
        case Hour(label):
            choices = {label.format(time=f"{default:02}:00"): True, "any other full hour": False}
        case Zone():
            choices = {default: True, "any other time zone": False}
        case Ids():
            one = "channels" if setting.kind.maximum > 1 else f"a {setting.kind.of}"
            choices = {setting.kind.placeholder: True, f"or {one}": False}
    listed = [f"**{choice}**" if usual else choice for choice, usual in choices.items()]
    return f"| {setting.about or setting.topic} | {'; '.join(listed)} |"


if __name__ == "__main__":
    before = PATH.read_text(encoding="utf-8")
    after = written(before, asyncio.run(described_commands()), button_labels())
    PATH.write_text(after, encoding="utf-8")
    for number, line in enumerate(after.splitlines(), 1):
        if (row := BUTTONS.fullmatch(line)) and row[2] == UNWRITTEN:
            print(f"docs/commands.md:{number}: move {row[1]} to the table where players look for it; say what it does.")  # noqa: T201 (the answer of `make docs`)
