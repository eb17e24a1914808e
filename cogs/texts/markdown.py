"""Sentences as Discord shows them: in Markdown, with every field shown as it was typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import language
from language import Sentence, counted, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

SPECIAL = re.compile(r"[\\*_~|`<\[\]]|(?<=\w):(?=//)|(?<=discord)\.(?=gg/)", re.IGNORECASE)
"""The signs that begin emphasis, code, a spoiler, a mention, a time stamp or a link."""
LEADING = re.compile(r"^(\s*)(\d+(?=[.)](?:\s|$))|(?=(?:#{1,3}|-#|[-+])(?:\s|$)|>))")
"""The beginnings of a line that make it a list, a heading or a quotation."""
PLAIN = re.compile(r"[^\W_](?:[^\W_]|[ ,'-])*")
"""Texts in which nothing has a meaning, as most names and moves are."""
LEFTWARDS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""The letters of scripts that are written from right to left."""
RIGHTWARDS = "\u200e"
"""An invisible sign after which numbers and arrows go from left to right again: `محمد 1500 → 1338`."""
EVERYBODY = re.compile(r"@(?=everyone|here)", re.IGNORECASE)


class Markdown(str):
    """A text that is Markdown on purpose, and is shown so where it stands in a field."""

    __slots__ = ()


def say(message: str, /, **fields: object) -> Markdown:
    """The message in the language of the reader, with its fields shown as they were typed."""
    return Markdown(language.say(message, **{name: _field(value) for name, value in fields.items()}))


def plural(one: str, many: str, /, count: int, **fields: object) -> Markdown:
    """The message for `count` things, with its fields shown as they were typed; `count` is a field, too."""
    return shown(counted(one, many, count, **fields))


def shown(sentence: Sentence) -> Markdown:
    """A sentence in the language of the reader, with its fields shown as they were typed."""
    return Markdown(_escaped(sentence).said())


def escape(text: str) -> Markdown:
    """A text as it was typed, in one line: nothing in it is Markdown, a mention or a link, or turns what follows it."""
    after = RIGHTWARDS if LEFTWARDS.search(text) else ""
    if PLAIN.fullmatch(text):
        return Markdown(text + after)
    line = SPECIAL.sub(r"\\\g<0>", one_line(text))
    line = LEADING.sub(_stopped, line)
    return Markdown(EVERYBODY.sub("@\u200b", line) + after)


def fitted(text: str, most: int) -> str:
    """The text, or as many of its first lines as `most` characters hold, with a sign that there were more."""
    if len(text) <= most:
        return text
    kept = fitting(text.split("\n"), most - len("\n…"))
    return "\n".join([*kept, "…"]) if kept else f"{text[: most - 1]}…"


def fitting(lines: Sequence[str], most: int) -> Sequence[str]:
    """The first of these lines, as many as fit into `most` characters below each other."""
    length = -1
    for number, line in enumerate(lines):
        length += 1 + len(line)
        if length > most:
            return lines[:number]
    return lines


def _stopped(begun: re.Match[str]) -> str:
    """The beginning of a line with a backslash before what would make it a list, a heading or a quotation."""
    space, number = begun.groups()
    return f"{space}{number}\\"


def _escaped(sentence: Sentence) -> Sentence:
    fields = {name: _field(value) for name, value in sentence.fields.items()}
    return Sentence(sentence.message, fields, sentence.many)


def _field(value: object) -> object:
    match value:
        case Sentence():
            return _escaped(value)
        case Markdown() | int():
            return value
        case _:
            return escape(str(value))
