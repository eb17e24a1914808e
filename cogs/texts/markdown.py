"""Renders sentences as Discord Markdown, escaping the values that fill their placeholders."""

import re
from collections.abc import Sequence
from dataclasses import replace

import language
from language import Sentence, counted, one_line

SPECIAL = re.compile(r"[\\*_~|`<\[\]]|(?<=\w):(?=//)|(?<=discord)\.(?=gg/)", re.IGNORECASE)
"""Matches a character that begins emphasis, code, a spoiler, a mention, a timestamp or a link."""
LEADING = re.compile(r"^(\s*)(\d+(?=[.)](?:\s|$))|(?=(?:#{1,3}|-#|[-+])(?:\s|$)|>))")
"""Matches the beginning of a line that would become a list item, a heading or a quote."""
PLAIN = re.compile(r"[^\W_](?:[^\W_]|[ ,'-])*")
"""Matches text without special characters, such as most names and moves, which needs no escaping."""
LEFTWARDS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""Letters of right-to-left scripts."""
RIGHTWARDS = "\u200e"
"""A left-to-right mark. It keeps numbers and arrows in order after a right-to-left name: `محمد 1500 → 1338`."""
EVERYBODY = re.compile(r"@(?=everyone|here)", re.IGNORECASE)


class Markdown(str):
    """Text that is already Markdown, and is therefore not escaped when it fills a placeholder."""

    __slots__ = ()


def say(message: str, /, **fields: object) -> Markdown:
    """Return the message in the reader's language, with its placeholder values escaped."""
    return Markdown(language.say(message, **{name: _field(value) for name, value in fields.items()}))


def plural(one: str, many: str, /, count: int, **fields: object) -> Markdown:
    """Return the singular or plural message for this count, in the reader's language.

    The field values are escaped.
    """
    return escaped(counted(one, many, count, **fields))


def escaped(sentence: Sentence) -> Markdown:
    """Return a sentence in the reader's language, with its placeholder values escaped."""
    return Markdown(_escaped(sentence).said())


def escape(text: str) -> Markdown:
    """Escape text and join its lines, so that any Markdown, mentions or links in it have no effect.

    Nor can it change the writing direction.
    """
    after = RIGHTWARDS if LEFTWARDS.search(text) else ""
    if PLAIN.fullmatch(text):
        return Markdown(text + after)
    line = SPECIAL.sub(r"\\\g<0>", one_line(text))
    line = LEADING.sub(_escape_start, line)
    return Markdown(EVERYBODY.sub("@\u200b", line) + after)


def cut_to_lines(text: str, limit: int) -> str:
    """Cut text longer than `limit` characters at a line break, ending it with an ellipsis."""
    if len(text) <= limit:
        return text
    kept = fitting_lines(text.split("\n"), limit - len("\n…"))
    return "\n".join([*kept, "…"]) if kept else f"{text[: limit - 1]}…"


def fitting_lines(lines: Sequence[str], limit: int) -> Sequence[str]:
    """Return as many of the first lines as fit into `limit` characters when joined by newlines."""
    length = -1
    for number, line in enumerate(lines):
        length += 1 + len(line)
        if length > limit:
            return lines[:number]
    return lines


def _escape_start(start: re.Match[str]) -> str:
    """Escape the start of a line so that it does not begin a list item, heading or quote."""
    space, number = start.groups()
    return f"{space}{number}\\"


def _escaped(sentence: Sentence) -> Sentence:
    fields = {name: _field(value) for name, value in sentence.fields.items()}
    return replace(sentence, fields=fields)


def _field(value: object) -> object:
    match value:
        case Sentence():
            return _escaped(value)
        case Markdown() | int() | float():
            return value
        case _:
            return escape(str(value))
