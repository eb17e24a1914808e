"""The way in which everything is said: sentences with named fields and real plurals, in the language of the reader.

A sentence is written whole, in English, where its fact is known, and said by `say` or `plural`. English is also the key
by which a translation is found. Sentences that are kept before they are said are `mark`ed (constants) or carried as a
`Sentence` (an error, the end of a match).
"""

from __future__ import annotations

import gettext
import re
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ENGLISH = "en"
DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that are not seen and turn the order of others around, also beyond the name that they stand in."""
UNSEEN = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]+")
"""Ends of lines and what else is not seen of control characters."""

_translations: dict[str, gettext.NullTranslations] = {ENGLISH: gettext.NullTranslations()}
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that is said later, perhaps in several languages; `str()` of it is English.

    The value of a field may be a Sentence itself: it is said in the same language.
    """

    message: str
    """The English text, with its fields in braces."""
    fields: Mapping[str, object] = field(default_factory=dict)
    many: str | None = None
    """The English text for any number but one of the field `count`; None where nothing is counted."""

    def said(self) -> str:
        """The sentence in the language of the reader."""
        return _say(_translations[_language.get()], self)

    def __str__(self) -> str:
        return _say(_translations[ENGLISH], self)


class SpokenError(Exception):
    """An error whose text is a sentence that people read. `str()` of it is English."""

    sentence: Sentence
    """The sentence that people read."""

    def __init__(self, message: str | Sentence, /, **fields: object) -> None:
        """A message with its fields; or a whole sentence, such as one with a plural."""
        super().__init__(message)
        self.sentence = message if isinstance(message, Sentence) else Sentence(message, fields)

    def __str__(self) -> str:
        return str(self.sentence)

    def said(self) -> str:
        """The sentence in the language of the reader."""
        return self.sentence.said()


def say(message: str, /, **fields: object) -> str:
    """The message in the language of the reader, with its fields filled in."""
    return _filled(_translations[_language.get()], message, fields)


def counted(one: str, many: str, /, count: int, **fields: object) -> Sentence:
    """The message for this number of things, to be said; `count` is a field of both."""
    return Sentence(one, {"count": count, **fields}, many)


def plural(one: str, many: str, /, count: int, **fields: object) -> str:
    """The message for this number of things, in the language of the reader; `count` is a field of both."""
    return _filled(_translations[_language.get()], one, {"count": count, **fields}, many)


def mark(message: str) -> str:
    """Mark a constant for translation; it is said later, by `say(CONSTANT)`."""
    return message


def listing(words: Sequence[object], *, last: Literal["and", "or"] = "and", most: int | None = None) -> Sentence:
    """`a, b and c` as a sentence; of more than `most`, that many and `5 more`."""
    if most is not None and len(words) > most:
        words = [*words[:most], counted("{count} more", "{count} more", len(words) - most)]
    if len(words) < 2:
        return Sentence("{only}", {"only": words[0] if words else ""})
    before, *between, end = words
    for word in between:
        before = Sentence("{before}, {next}", {"before": before, "next": word})
    message = mark("{before} and {last}") if last == "and" else mark("{before} or {last}")
    return Sentence(message, {"before": before, "last": end})


def one_line(text: str) -> str:
    """A text as it was typed, for where no Markdown is read: one line that turns around nothing beside it."""
    if text.isprintable():  # neither of them is, and most texts are
        return text
    return UNSEEN.sub(" ", DIRECTIONS.sub("", text))


def language() -> str:
    """The code of the language of the reader."""
    return _language.get()


def languages() -> Sequence[str]:
    """The codes of all languages that can be spoken."""
    return tuple(_translations)


def learn(code: str, translation: gettext.NullTranslations) -> None:
    """Add a language, or replace its translation."""
    _translations[code] = translation


def speak(code: str | None) -> None:
    """Speak this language from here on, in this task and in those that it starts; English where it is not known."""
    _language.set(_known(code))


@contextmanager
def speaking(code: str | None) -> Iterator[None]:
    """Speak this language in the block; English where it is None or not known."""
    token = _language.set(_known(code))
    try:
        yield
    finally:
        _language.reset(token)


def _known(code: str | None) -> str:
    return code if code in _translations else ENGLISH


def _say(translation: gettext.NullTranslations, sentence: Sentence) -> str:
    return _filled(translation, sentence.message, sentence.fields, sentence.many)


def _filled(
    translation: gettext.NullTranslations, message: str, fields: Mapping[str, object], many: str | None = None
) -> str:
    """A message with its fields, of which some may be sentences, in the language of a translation."""
    if not message:  # for which gettext would answer with the head of its catalogue
        return ""
    said = {name: _say(translation, value) if isinstance(value, Sentence) else value for name, value in fields.items()}
    text = (
        translation.gettext(message) if many is None else translation.ngettext(message, many, int(str(said["count"])))
    )
    return text.format_map(said)
