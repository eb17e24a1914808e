"""The texts of the page in the languages of the catalogues, and the languages that a person can choose."""

import re
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

CATALOGUES = Path(__file__).parents[2] / "locale"
NAMED = re.compile(r'^"Language-Name: (.+)\\n"$', re.MULTILINE)
ENGLISH = "en-GB"
LOCALES = {"es": "es-ES", "sv": "sv-SE"}
"""Discord's code of a language, where it is not the catalogue's."""
SOURCE = "sandbox/page/static/"


@cache
def locales() -> dict[str, str]:
    """Maps Discord's code of each language that can be chosen to the name of the language."""
    names = {ENGLISH: "English"}
    for locale, path in _catalogues().items():
        named = NAMED.search(path.read_text(encoding="utf-8"))
        names[locale] = named[1] if named else locale
    return names


def locale_of(browser: str) -> str:
    """Discord's code of the language that a browser reports, such as `de-AT`; that of English for unknown ones."""
    spoken = browser.partition("-")[0]
    return next((locale for locale in _catalogues() if locale.partition("-")[0] == spoken), ENGLISH)


@cache
def texts(locale: str) -> dict[str, str]:
    """Maps the English texts of the page to their translations; empty for English."""
    if locale not in _catalogues():
        return {}
    with _catalogues()[locale].open("rb") as file:
        return {
            str(message.id): str(message.string)
            for message in read_po(file)
            if message.string and not message.fuzzy and any(where.startswith(SOURCE) for where, _ in message.locations)
        }


@cache
def _catalogues() -> dict[str, Path]:
    """The file of each language by Discord's code."""
    found = {path.parent.parent.name: path for path in CATALOGUES.glob("*/LC_MESSAGES/tidepool.po")}
    return {LOCALES.get(code, code): path for code, path in sorted(found.items())}
