"""Buttons, selects and forms that work for ever: all that they mean stands in their custom_id.

A custom_id reads `t1:<action>:<subject>:<rev>[:<argument>…]`. The views that carry them are finished before they are
sent, so discord.py keeps nothing of them in memory; every use, also after a restart, arrives at `route`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.ui.errors import excuse

if TYPE_CHECKING:
    from cogs._client import Interaction

VERSION = "t1"
LIMIT = 100  # of a custom_id, set by Discord


@dataclass(frozen=True, slots=True)
class Press:
    """One use of a control: what its custom_id says, and what the person chose or typed."""

    interaction: Interaction
    subject: int
    """The match or the challenge that it is about; 0 where there is none."""
    rev: int
    """The revision of the match that the person was looking at."""
    args: tuple[str, ...]
    values: tuple[str, ...] = ()
    """Of a select: the chosen values."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """Of a form: what was typed, by field."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a list to choose from."""

    value: str
    label: str
    about: str = ""


Action = Callable[[Press], Awaitable[None]]
_actions: dict[str, Action] = {}


def control(name: str) -> Callable[[Action], Action]:
    """Let `name` in a custom_id lead to the decorated function."""

    def register(action: Action) -> Action:
        _actions[name] = action
        return action

    return register


def custom_id(action: str, subject: int = 0, rev: int = 0, *args: str) -> str:
    """The custom_id of a control; raises ValueError where Discord would refuse its length."""
    text = ":".join((VERSION, action, str(subject), str(rev), *args))
    if len(text) > LIMIT:
        raise ValueError(f"a custom_id of more than {LIMIT} characters: {text}")
    return text


def button(
    label: str,
    action: str,
    subject: int = 0,
    rev: int = 0,
    *args: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
    row: int | None = None,
) -> ui.Button[Controls]:
    return ui.Button(
        label=label, style=style, disabled=disabled, row=row, custom_id=custom_id(action, subject, rev, *args)
    )


def select(
    action: str,
    choices: Sequence[Choice],
    subject: int = 0,
    rev: int = 0,
    *args: str,
    chosen: str | None = None,
    placeholder: str = "",
    row: int | None = None,
) -> ui.Select[Controls]:
    """A list to choose one of at most 25 from; the one whose value is `chosen` is shown as chosen."""
    options = [
        discord.SelectOption(
            label=choice.label[:100],
            value=choice.value,
            description=choice.about[:100] or None,
            default=choice.value == chosen,
        )
        for choice in choices
    ]
    return ui.Select(
        options=options, placeholder=placeholder or None, row=row, custom_id=custom_id(action, subject, rev, *args)
    )


class Controls(ui.View):
    """The controls of one message."""

    def __init__(self, *items: ui.Item[Any]) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)
        self.stop()


class Form(ui.Modal):
    """A form of labelled fields."""

    def __init__(self, title: str, form_id: str, *fields: ui.Label[Any]) -> None:
        super().__init__(title=title, custom_id=form_id, timeout=None)
        for item in fields:
            self.add_item(item)
        self.stop()


def text_field(
    name: str,
    label: str,
    *,
    about: str | None = None,
    placeholder: str = "",
    value: str = "",
    most: int = 100,
    required: bool = True,
    long: bool = False,
) -> ui.Label[Any]:
    """A line to type in (several lines if `long`)."""
    style = discord.TextStyle.paragraph if long else discord.TextStyle.short
    text = ui.TextInput[Any](
        custom_id=name,
        style=style,
        placeholder=placeholder or None,
        default=value or None,
        max_length=most,
        required=required,
    )
    return ui.Label(text=label, description=about, component=text)


def choice_field(
    name: str, label: str, choices: Mapping[str, str], *, chosen: str | None = None, about: str | None = None
) -> ui.Label[Any]:
    """A list to choose one from: key -> what is shown; `chosen` is chosen already."""
    options = [
        discord.SelectOption(label=text, value=value, default=value == chosen) for value, text in choices.items()
    ]
    return ui.Label(text=label, description=about, component=ui.Select[Any](custom_id=name, options=options))


async def route(interaction: Interaction) -> None:
    """Lead the use of a control to its action; other interactions are not ours to answer here."""
    data: Mapping[str, Any] = interaction.data or {}
    version, _, rest = str(data.get("custom_id", "")).partition(":")
    if version != VERSION:
        return
    name, subject, rev, *args = rest.split(":")
    press = Press(interaction, int(subject), int(rev), tuple(args), tuple(data.get("values", ())), dict(_typed(data)))
    try:
        await _actions[name](press)
    except Exception as error:  # noqa: BLE001 (whatever it is, the person gets a sentence and the log the rest)
        await excuse(interaction, error)


def _typed(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The fields of a form as they were submitted: inside rows (`components`) or labels (`component`)."""
    found: list[tuple[str, str]] = []
    for part in data.get("components", ()):
        inner = part.get("component")
        for item in [inner] if inner else part.get("components", ()):
            value = item["value"] if "value" in item else ",".join(item.get("values", ()))
            found.append((item["custom_id"], value))
    return found
