"""What the catalogues say in each language."""

import re
from collections.abc import Iterator
from functools import cache

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from language import CATALOGUES

FIELD = re.compile(r"\{(\w+)[^}]*\}")
"""A field of a message, with its name."""


@cache
def catalogue(code: str) -> list[Message]:
    """The messages of a language that it says; a fuzzy one is only a proposal."""
    with (CATALOGUES / code / "LC_MESSAGES/tidepool.po").open("rb") as file:
        return [message for message in read_po(file) if message.id and not message.fuzzy]


def forms(text: object) -> list[str]:
    """The text, or its plural forms."""
    return [text] if isinstance(text, str) else list(text)  # type: ignore[call-overload]  # a tuple or list of texts


def translated(code: str) -> Iterator[tuple[list[str], str]]:
    """The English forms of each message, and each form of its translation."""
    for message in catalogue(code):
        yield from ((forms(message.id), form) for form in forms(message.string) if form)
