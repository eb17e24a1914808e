"""Recognises words and phrases typed in any supported language."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from games.base import bare
from language import Sentence, in_all_languages

_FIELD = re.compile(r"\{(\w+)\}")


def fold(text: str) -> str:
    """Fold typed text: convert it to lower case, collapse spaces, and remove accents and surrounding quotes."""
    apart = unicodedata.normalize("NFD", bare(text).casefold())
    return " ".join("".join(sign for sign in apart if unicodedata.category(sign) != "Mn").split())


def words(sentence: Sentence) -> frozenset[str]:
    """Return the folded words of a comma-separated list, such as `day, days`, in all supported languages."""
    return frozenset(fold(word) for text in in_all_languages(sentence) for word in text.split(","))


def choice_of(listed: Iterable[str]) -> str:
    """Return a regular expression that matches any of these folded words, trying longer ones first."""
    return "|".join(re.escape(word) for word in sorted(listed, key=lambda word: (-len(word), word)))


def match_template(template: Sentence, text: str) -> Iterator[Mapping[str, str]]:
    """Match folded text against a template in every supported language, and yield the fields' values for each match."""
    for said in in_all_languages(template):
        if (fields := _fields(said, text)) is not None:
            yield fields


def template_words(template: Sentence) -> frozenset[str]:
    """Return the folded words between a template's fields, in all supported languages."""
    return frozenset(fold(_FIELD.sub(" ", said)) for said in in_all_languages(template))


def _fields(template: str, text: str) -> Mapping[str, str] | None:
    """Return the values of the fields, or None if the text does not match. A field ends where the next words begin.

    Takes linear time.
    """
    first, *parts = _FIELD.split(template)
    first = fold(first)
    if not text.startswith(first):
        return None
    fields, at = {}, len(first)
    for name, words_after in zip(parts[::2], parts[1::2], strict=True):
        after = fold(words_after)
        last = name == parts[-2]
        end = (len(text) - len(after) if text.endswith(after) else -1) if last else text.find(after, at)
        if end < at or not (after or last):
            return None
        fields[name], at = text[at:end].strip(), end + len(after)
    return fields
