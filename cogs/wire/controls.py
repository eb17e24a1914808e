"""Stateless buttons, select menus and forms.

Each custom_id contains everything that the bot needs to act on the control. A custom_id reads
`t1:<action>:<subject>:<rev>[:<argument>…]`. Views are stopped before they are sent, so discord.py keeps no state for
them. `cogs.buttons` dispatches every use to its function, even after a restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

import discord
from discord import ui

from cogs.wire import discord_limits
from cogs.wire.arrivals import Malformed
from language import Sentence, clip, mark, say

VERSION = "t1"
Style = Literal["primary", "secondary", "success", "danger"]
"""Discord's names of button colours."""
Address = tuple[str, int, int, *tuple[str, ...]]
"""The parts of a custom_id: an action, a subject, a revision and arguments."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a select."""

    value: str
    label: str
    about: str = ""


def custom_id(action: str, subject: int = 0, rev: int = 0, *args: str) -> str:
    """Build a control's custom_id. Raises ValueError if it is too long for Discord."""
    text = ":".join((VERSION, action, str(subject), str(rev), *args))
    if len(text) > discord_limits.CUSTOM_ID:
        raise ValueError(f"a custom_id with more than {discord_limits.CUSTOM_ID} characters: {text}")
    return text


def parse_custom_id(text: str) -> tuple[str, int, int, tuple[str, ...]]:
    """Parse a custom_id into its action, subject, revision and arguments.

    Raises Malformed if the custom_id is invalid.
    """
    parts = text.split(":")
    if len(parts) < 4 or parts[0] != VERSION:
        raise Malformed
    _, action, subject, rev, *args = parts
    return action, number(subject), number(rev), tuple(args)


def bears(message: discord.Message | None, control_id: str) -> bool:
    """Return whether a message has a control (a button or select) with this custom_id."""
    return control_id in _custom_ids(message)


def moments(message: discord.Message) -> set[tuple[int, int]]:
    """Return the (subject, revision) pairs found in the custom_ids of a message's controls."""
    pairs = set[tuple[int, int]]()
    for text in _custom_ids(message):
        with suppress(Malformed):
            _, subject, rev, _ = parse_custom_id(text)
            pairs.add((subject, rev))
    return pairs


def _custom_ids(message: discord.Message | None) -> list[str]:
    rows = message.components if message is not None else ()
    ids = (getattr(item, "custom_id", None) for row in rows for item in getattr(row, "children", ()))
    return [item_id for item_id in ids if item_id is not None]


def number(text: str) -> int:
    """Parse an untrusted integer.

    Raises Malformed unless it is between 0 and the largest number that the database can store.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(discord_limits.LARGEST_ID))):
        raise Malformed
    if int(text) > discord_limits.LARGEST_ID:
        raise Malformed
    return int(text)


def button(
    label: str | Sentence,
    action: str,
    subject: int = 0,
    rev: int = 0,
    *args: str,
    style: Style = "secondary",
    disabled: bool = False,
    row: int | None = None,
) -> Button:
    """Return a button with a translated label. A label with fields must be a Sentence."""
    said = label.said() if isinstance(label, Sentence) else say(label)
    return ui.Button(
        label=clip(said, discord_limits.LABEL),
        style=discord.ButtonStyle[style],
        disabled=disabled,
        row=row,
        custom_id=custom_id(action, subject, rev, *args),
    )


def link_button(label: str, url: str, row: int | None) -> Button:
    """Return a button that opens a URL outside Discord."""
    return ui.Button(label=say(label), style=discord.ButtonStyle.link, url=url, row=row)


def select(
    action: str,
    choices: Sequence[Choice],
    subject: int = 0,
    rev: int = 0,
    *args: str,
    chosen: str | None = None,
    placeholder: str = "",
    row: int | None = None,
) -> Control:
    """Return a single-choice select menu, with the option whose value is `chosen` preselected."""
    options = [
        discord.SelectOption(
            label=clip(choice.label, discord_limits.OPTION_LABEL),
            value=choice.value,
            description=clip(choice.about, discord_limits.OPTION_LABEL) or None,
            default=choice.value == chosen,
        )
        for choice in choices
    ]
    return ui.Select(
        options=options,
        placeholder=clip(placeholder, discord_limits.OPTION_LABEL) or None,
        row=row,
        custom_id=custom_id(action, subject, rev, *args),
    )


def page_buttons(
    action: str, page: int, count: int, *before: str, subject: int = 0, rev: int = 0, after: Sequence[str] = ()
) -> list[Control]:
    """Return buttons for the previous and next pages, or [] if there is only one page.

    The page number is the argument of the custom_id between `before` and `after`.
    """
    if count == 1:
        return []

    def leaf(label: str, number: int, *, disabled: bool) -> Button:
        return button(label, action, subject, rev, *before, str(number), *after, disabled=disabled)

    return [
        leaf(mark("◀ Page before"), max(page - 1, 0), disabled=page == 0),
        leaf(mark("▶ Page after"), page + 1, disabled=page == count - 1),
    ]


class Controls(ui.View):
    """A message's controls, arranged in rows of at most `width` buttons."""

    def __init__(self, *items: ui.Item[Any], width: int = discord_limits.ROW) -> None:
        super().__init__(timeout=None)
        for number, item in enumerate(items):
            if item.row is None and width != discord_limits.ROW:
                item.row = number // width
            self.add_item(item)
        self.stop()


Control = ui.Item[Controls]
Button = ui.Button[Controls]


class Form(ui.Modal):
    def __init__(self, title: str, form_id: str, *fields: ui.Label[Any]) -> None:
        super().__init__(title=clip(title, discord_limits.FORM_TITLE), custom_id=form_id, timeout=None)
        for item in fields:
            self.add_item(item)
        self.stop()


def text_field(
    name: str,
    label: str,
    *,
    about: str | None = None,
    placeholder: str = "",
    limit: int = 100,
    long: bool = False,
    value: str | None = None,
) -> ui.Label[Any]:
    """Return a text field for up to `limit` characters, which is multi-line if `long` is true.

    A field that starts with a `value`, even an empty one, may be left empty.
    """
    style = discord.TextStyle.paragraph if long else discord.TextStyle.short
    text = ui.TextInput[Any](
        custom_id=name,
        style=style,
        placeholder=placeholder or None,
        default=value or None,
        required=value is None,
        max_length=limit,
    )
    return ui.Label(text=label, description=about, component=text)
