"""Sentences with named fields and real plurals, in the reader's language.

Write each sentence whole, in English, and pass it to `say` or `plural`; the English text is the key of its translation.
A sentence to be said later is a constant with `mark`, or a `Sentence` (an error, the end of a match).
"""

import gettext
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal

ENGLISH = "en"
CATALOGUES = Path(__file__).parent / "locale"
"""The folder of the translations; each language has a folder named by its code, such as `de` or `pt-BR`."""
INKLESS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that Unicode counts as visible although they show nothing."""
DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Invisible characters that change the direction of text, even beyond the name that contains them."""
UNSEEN = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]+")
"""Line breaks and other control characters."""

NAMED = re.compile(r'"Language-Name: (.+)\\n"')
"""The line of a catalogue that gives the language's name."""

_translations: dict[str, gettext.NullTranslations] = {ENGLISH: gettext.NullTranslations()}
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence to say later, perhaps in several languages. `str()` gives the English text.

    A field may itself be a Sentence, which is said in the same language.
    """

    message: str
    """The English text, with its fields in braces."""
    fields: Mapping[str, object] = field(default_factory=dict)
    many: str | None = None
    """The English text for a `count` other than one; None if nothing is counted."""

    def said(self) -> str:
        """The sentence in the reader's language."""
        return _said(self, _translations[_language.get()])

    def __str__(self) -> str:
        return _said(self, _translations[ENGLISH])


class SpokenError(Exception):
    """An error whose text people read. `str()` gives the English text."""

    sentence: Sentence

    def __init__(self, message: str | Sentence, /, **fields: object) -> None:
        """`message` is an English text with `fields`, or a complete Sentence, for example one with a plural."""
        super().__init__(message)
        self.sentence = message if isinstance(message, Sentence) else Sentence(message, fields)

    def __str__(self) -> str:
        return str(self.sentence)

    def said(self) -> str:
        """The sentence in the reader's language."""
        return self.sentence.said()


def say(message: str, /, **fields: object) -> str:
    """The message in the reader's language, with its fields filled in."""
    return Sentence(message, fields).said()


def counted(one: str, many: str, /, count: int, **fields: object) -> Sentence:
    """A plural sentence for this count, to be said later. `count` is a field of both messages."""
    return Sentence(one, {"count": count, **fields}, many)


def plural(one: str, many: str, /, count: int, **fields: object) -> str:
    """The message for this count, in the reader's language. `count` is a field of both messages."""
    return counted(one, many, count, **fields).said()


def mark(message: str) -> str:
    """Mark a constant for translation. `say(CONSTANT)` says it later."""
    return message


def mark_plural(one: str, many: str) -> tuple[str, str]:
    """Mark the singular and plural of a constant for translation. `plural(*CONSTANT, count=…)` says it later."""
    return one, many


def listing(words: Sequence[object], *, last: Literal["and", "or"] = "and", most: int | None = None) -> Sentence:
    """`a, b and c` as a sentence; beyond `most` words, the rest as `5 more`."""
    if most is not None and len(words) > most:
        words = [*words[:most], counted("{count} more", "{count} more", len(words) - most)]
    if len(words) < 2:
        return series(words)
    *before, end = words
    message = mark("{before} and {last}") if last == "and" else mark("{before} or {last}")
    return Sentence(message, {"before": series(before), "last": end})


def series(words: Sequence[object]) -> Sentence:
    """`a, b, c` as a sentence."""
    joined = Sentence("{only}", {"only": words[0] if words else ""})
    for word in words[1:]:
        joined = Sentence("{before}, {next}", {"before": joined, "next": word})
    return joined


def is_blank(text: str) -> bool:
    """Whether nothing of a text is visible: it has only spaces, invisible characters and blank letters."""
    if text.isascii():
        return not text.strip()
    return all(sign in INKLESS or unicodedata.category(sign)[0] in "ZCM" for sign in text)


def one_line(text: str) -> str:
    """A typed text on one line of plain text, without characters that change the writing direction around it."""
    if text.isprintable():  # most texts are; only unprintable characters are replaced
        return text
    return UNSEEN.sub(" ", DIRECTIONS.sub("", text))


def language() -> str:
    """The code of the reader's language."""
    return _language.get()


@cache
def languages() -> Mapping[str, str]:
    """Maps the code of each language that has a translation to its own name, such as `Deutsch`; English comes first."""
    names = {ENGLISH: "English"}
    for path in sorted(CATALOGUES.glob("*/LC_MESSAGES/tidepool.po")):
        code = path.parent.parent.name
        with path.open(encoding="utf-8") as file:
            names[code] = next((name[1] for line in file if (name := NAMED.match(line))), code)
    return names


def nearest(locale: str) -> str:
    """The language for readers with this locale, such as `es` for `es-419`; English if there is none."""
    return next((code for code in (locale, locale.partition("-")[0]) if code in languages()), ENGLISH)


def catalogue(code: str) -> gettext.GNUTranslations:
    """The translation into a language, read from its file."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415 (a bot that speaks only English does not load Babel)
    from babel.messages.pofile import read_po  # noqa: PLC0415 (as above)

    compiled = BytesIO()
    with (CATALOGUES / code / "LC_MESSAGES/tidepool.po").open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def learn(code: str, translation: gettext.NullTranslations) -> None:
    """Add a language, or replace its translation."""
    _translations[code] = translation


def speak(code: str | None) -> None:
    """Set the language of this task and of the tasks it starts; English if it is unknown."""
    _language.set(_known(code))


@contextmanager
def speaking(code: str | None) -> Iterator[None]:
    """Set the language inside this context; English if it is None or unknown."""
    token = _language.set(_known(code))
    try:
        yield
    finally:
        _language.reset(token)


def _known(code: str | None) -> str:
    """A language that is ready to be spoken: loaded when it is first needed; English for one without a translation."""
    if code is None or code in _translations:
        return code or ENGLISH
    if code not in languages():
        return ENGLISH
    learn(code, catalogue(code))
    return code


def _said(sentence: Sentence, translation: gettext.NullTranslations) -> str:
    """Translate a sentence and fill in its fields, which may themselves be sentences."""
    message, fields, many = sentence.message, sentence.fields, sentence.many
    if not message:  # gettext translates the empty text to the header of the catalogue
        return ""
    said = {name: _said(value, translation) if isinstance(value, Sentence) else value for name, value in fields.items()}
    text = (
        translation.gettext(message) if many is None else translation.ngettext(message, many, int(str(said["count"])))
    )
    return text.format_map(said)
