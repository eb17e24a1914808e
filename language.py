"""Sentences in the reader's language, with named fields and the correct plural forms.

Write each sentence whole, in English, and pass it to `say` or `plural`; the English text is the key of its translation.
A sentence to be said later is a constant with `mark`, or a `Sentence` (an error, the end of a match).
"""

import gettext
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal

ENGLISH = "en"
CATALOGUES = Path(__file__).parent / "locale"
"""The folder that contains the translations. Each language has a folder named after its code, as in `de` or `pt-BR`."""
INKLESS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that are blank although Unicode counts them as visible."""
DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Matches invisible characters that change the direction of text, even outside the name in which they are."""
UNSEEN = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]+")
"""Line breaks and other control characters."""

EUPHONY: Mapping[str, Sequence[tuple[str, re.Pattern[str], str]]] = {
    "es": (
        ("y", re.compile(r"(?=h?[ií](?![aeou]))", re.IGNORECASE), "e "),
        ("o", re.compile(r"(?=h?[oó]|8|11\b)", re.IGNORECASE), "u "),
        ("de", re.compile(r"el (?=[a-z])"), "del "),
        ("a", re.compile(r"el (?=[a-z])"), "al "),
    ),
    "fr": (("de", re.compile(r"(?=[aeiouàáâäéèêëíîïóôöúùûœæ][^\W\d])", re.IGNORECASE), "d'"),),
}
"""Words that change before certain values, by language. Each has a pattern of these values and its other form.

The part of the value that the pattern matches is left out, so that `de` and `el delfín` become `del delfín`.
"""

GROUPED = 10_000
"""The smallest whole number written with thousands separators. Ratings and years never have them."""
NAMED = re.compile(r'"Language-Name: (.+)\\n"')
"""Matches a catalogue's line with the name of its language."""

_translations: dict[str, gettext.NullTranslations] = {ENGLISH: gettext.NullTranslations()}
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that is translated only when it is shown. `str()` returns the English text.

    A field may itself be a Sentence, which is translated into the same language.
    """

    message: str
    """The English text, with its fields in braces."""
    fields: Mapping[str, object] = field(default_factory=dict)
    many: str | None = None
    """The English text for every `count` other than one, or None if the sentence does not count anything."""
    context: str | None = None
    """The context that tells this meaning of the English text from its other meanings. See `in_context`."""

    def said(self) -> str:
        """Return the sentence in the reader's language."""
        return _translate(self, _translations[_language.get()])

    def __str__(self) -> str:
        return _translate(self, _translations[ENGLISH])


class SpokenError(Exception):
    """An error whose message is shown to people in their language. `str()` returns the English text."""

    sentence: Sentence

    def __init__(self, message: str | Sentence, /, **fields: object) -> None:
        """Create an error from an English message and its fields, or from a Sentence with both."""
        super().__init__(message)
        self.sentence = message if isinstance(message, Sentence) else Sentence(message, fields)

    def __str__(self) -> str:
        return str(self.sentence)

    def said(self) -> str:
        """Return the sentence in the reader's language."""
        return self.sentence.said()


def say(message: str, /, **fields: object) -> str:
    """Return a message in the reader's language with its fields filled in."""
    return Sentence(message, fields).said()


def in_context(context: str, message: str, /, **fields: object) -> Sentence:
    """Return a sentence whose English text is ambiguous. `context` tells translators which meaning is intended."""
    return Sentence(message, fields, context=context)


def counted(one: str, many: str, /, count: int, **fields: object) -> Sentence:
    """Return a sentence with a singular and a plural form, chosen by `count`. Both can contain the field `count`."""
    return Sentence(one, {"count": count, **fields}, many)


def plural(one: str, many: str, /, count: int, **fields: object) -> str:
    """Return the singular or plural message for `count` in the reader's language. Both can have the field `count`."""
    return counted(one, many, count, **fields).said()


def mark(message: str) -> str:
    """Mark a constant for later translation with `say(CONSTANT)`."""
    return message


def mark_plural(one: str, many: str) -> tuple[str, str]:
    """Mark a singular and a plural constant for later translation with `plural(*CONSTANT, count=…)`."""
    return one, many


SERIES = mark("{before}, {next}")
"""How a language separates the members of a list."""
PARTS = mark("{before}; {next}")
"""How a language separates complete texts and sentences in a series."""


def listing(words: Sequence[object], *, last: Literal["and", "or"] = "and", limit: int | None = None) -> Sentence:
    """Return a sentence listing words, such as `a, b and c`. A list longer than `limit` ends in, say, `5 more`."""
    if limit is not None and len(words) > limit:
        words = [*words[:limit], counted("{count} more", "{count} more", len(words) - limit)]
    if len(words) < 2:
        return series(words)
    *before, end = words
    message = mark("{before} and {last}") if last == "and" else mark("{before} or {last}")
    return Sentence(message, {"before": series(before), "last": end})


def in_all_languages(sentence: Sentence) -> list[str]:
    """Return a sentence in each language in use, without filling in its fields."""
    return list(dict.fromkeys(_translated_template(sentence, _translations[code]) for code in codes_in_use()))


def codes_in_use() -> list[str]:
    """Return the reader's language code, followed by those of the other languages this process has used."""
    return list(dict.fromkeys([_language.get(), *_translations]))


def join_texts(parts: Iterable[str], by: str = SERIES) -> str:
    """Join non-empty strings with the reader's list separator, for example `a, b, c`."""
    return say(by, before="", next="").join(filter(None, parts))


def paragraph(sentences: Iterable[str]) -> str:
    """Join non-empty sentences into a paragraph in the reader's language."""
    return join_texts(sentences, mark("{before} {next}"))


def series(words: Sequence[object]) -> Sentence:
    """Return `a, b, c` as a sentence."""
    told = Sentence("{only}", {"only": words[0] if words else ""})
    for word in words[1:]:
        told = Sentence(SERIES, {"before": told, "next": word})
    return told


def is_blank(text: str) -> bool:
    """Return True if `text` consists only of spaces, invisible characters and blank letters."""
    if text.isascii():
        return not text.strip()
    return all(sign in INKLESS or unicodedata.category(sign)[0] in "ZCM" for sign in text)


def clip(text: str, limit: int) -> str:
    """Return text as one line of at most `limit` characters, cutting longer text off after a word if possible."""
    line = one_line(text)
    if len(line) <= limit:
        return line
    kept = line[: limit - 1]
    if " " in kept[limit // 2 :] and line[limit - 1] != " ":
        kept = kept.rpartition(" ")[0]
    return f"{kept.rstrip(' ,;:')}…"


def one_line(text: str) -> str:
    """Return user input as a single line, without characters that would change the surrounding text's direction."""
    if text.isprintable():  # most texts are; only unprintable characters are replaced
        return text
    return UNSEEN.sub(" ", DIRECTIONS.sub("", text))


def language() -> str:
    """Return the code of the reader's language."""
    return _language.get()


@cache
def languages() -> Mapping[str, str]:
    """Return a dict from language codes to native names, such as `Deutsch`. English comes first."""
    names = {ENGLISH: "English"}
    for path in sorted(CATALOGUES.glob("*/LC_MESSAGES/tidepool.po")):
        code = path.parent.parent.name
        with path.open(encoding="utf-8") as file:
            names[code] = next((name[1] for line in file if (name := NAMED.match(line))), code)
    return names


def day(time: int) -> str:
    """Return a date in the reader's format, such as `29 Nov 2026` or `29.11.2026`. `time` is in UTC seconds."""
    from babel.dates import format_date, format_skeleton  # noqa: PLC0415 (few pages have dates)

    date, code = datetime.fromtimestamp(time, UTC), language()
    if code == ENGLISH:  # because numeric days and months could be confused
        return format_date(date, locale="en_GB")
    return format_skeleton("yMd", date, locale=code.replace("-", "_"))


def nearest(locale: str) -> str:
    """Return the supported language that best fits a locale, such as `es` for `es-419`, or English if none does."""
    return next((code for code in (locale, locale.partition("-")[0]) if code in languages()), ENGLISH)


def catalogue(code: str) -> gettext.GNUTranslations:
    """Read a language's translation from its file."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415 (a bot that speaks only English does not load Babel)
    from babel.messages.pofile import read_po  # noqa: PLC0415 (as above)

    compiled = BytesIO()
    with (CATALOGUES / code / "LC_MESSAGES/tidepool.po").open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def learn(code: str, translation: gettext.NullTranslations) -> None:
    """Add a language or replace its translation."""
    _translations[code] = translation


def speak(code: str | None) -> None:
    """Set the language for the current task and all tasks it starts, using English if the language is unknown."""
    _language.set(_load_language(code))


@contextmanager
def speaking(code: str | None) -> Iterator[None]:
    """Set the language inside this context manager, using English for None or an unknown language."""
    token = _language.set(_load_language(code))
    try:
        yield
    finally:
        _language.reset(token)


def _load_language(code: str | None) -> str:
    """Load a language on first use and return its code, or the code of English if there is no translation."""
    if code is None or code in _translations:
        return code or ENGLISH
    if code not in languages():
        return ENGLISH
    learn(code, catalogue(code))
    return code


def _fill_fields(text: str, fields: Mapping[str, object], translation: gettext.NullTranslations) -> str:
    """Fill in the fields of `text`, inflecting the word before a field if the language requires it."""
    rules = [rule for rule in EUPHONY.get(translation.info().get("language", ""), ()) if f"{rule[0]} {{" in text]
    for word, before, form in rules:
        for name in re.findall(rf"\b{word} \{{(\w+)\}}", text):
            if match := before.match(str(fields[name])):
                text = re.sub(rf"\b{word} \{{{name}\}}", f"{form}{{{name}}}", text)
                fields = {**fields, name: str(fields[name])[match.end() :]}
    return text.format_map(fields)


def _translate(sentence: Sentence, translation: gettext.NullTranslations) -> str:
    """Translate a sentence and fill in its fields, which may be sentences themselves."""
    message, fields, many = sentence.message, sentence.fields, sentence.many
    if not message:  # gettext translates the empty text to the header of the catalogue
        return ""
    if many is not None:
        text = translation.ngettext(message, many, int(str(fields["count"])))
    else:
        text = _translated_template(sentence, translation)
    if "{" not in text:
        return text
    said = {name: value if isinstance(value, str) else _value(value, translation) for name, value in fields.items()}
    return _fill_fields(text, said, translation)


def _value(value: object, translation: gettext.NullTranslations) -> object:
    """Return a field's value for a translation: sentences are translated, and numbers formatted for the language.

    Other values, and whole numbers below GROUPED, are unchanged.
    """
    if isinstance(value, Sentence):
        return _translate(value, translation)
    if not isinstance(value, float) and not (isinstance(value, int) and abs(value) >= GROUPED):
        return value
    code = translation.info().get("language")
    if code is None:
        return f"{value:,}"
    from babel.numbers import format_decimal  # noqa: PLC0415 (Babel read the translation)

    return format_decimal(value, locale=code)


def _translated_template(sentence: Sentence, translation: gettext.NullTranslations) -> str:
    """Return the translation of a sentence without plural forms, before filling in its fields."""
    if sentence.context is not None:
        return translation.pgettext(sentence.context, sentence.message)
    return translation.gettext(sentence.message)
