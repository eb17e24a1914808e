"""Translates slash-command names and descriptions into every language with a catalogue."""

import hashlib
from collections.abc import Iterable, Mapping

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, locale_str

from language import CATALOGUES, ENGLISH, catalogue, languages, nearest

Text = tuple[str | None, str]
"""A gettext context and a text. The context is `command` or `option` for a name, and None for any other text."""
CONTEXTS = {
    TranslationContextLocation.command_name: "command",
    TranslationContextLocation.group_name: "command",
    TranslationContextLocation.parameter_name: "option",
}


def catalogues_digest() -> bytes:
    """Return a hash of all translation catalogues.

    A changed hash reveals a changed translation, so that the catalogues need not be parsed.
    """
    digest = hashlib.sha256()
    for path in sorted(CATALOGUES.rglob("*.po")):
        digest.update(path.read_bytes())
    return digest.digest()


def translations(texts: Iterable[Text]) -> dict[str, dict[Text, str]]:
    """Return these texts' translations into every language except English, keyed by language.

    Call this function in a helper process, because it loads all catalogues into memory.
    """
    wanted = list(texts)
    return {code: _translated(code, wanted) for code in languages() if code != ENGLISH}


def _translated(code: str, texts: Iterable[Text]) -> dict[Text, str]:
    words = catalogue(code)
    said = {
        (context, text): words.gettext(text) if context is None else words.pgettext(context, text)
        for context, text in texts
    }
    return {text: translation for text, translation in said.items() if translation != text[1]}


class Translator(app_commands.Translator):
    """Translates command texts for Discord, and records every text for which discord.py requests a translation."""

    def __init__(self, translations: Mapping[str, Mapping[Text, str]] | None = None) -> None:
        self.asked: dict[Text, None] = {}
        self._said = {locale: (translations or {}).get(nearest(locale.value), {}) for locale in discord.Locale}

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return a text's translation, or None if Discord should show the English text."""
        text = CONTEXTS.get(context.location), string.message
        self.asked[text] = None
        return self._said[locale].get(text)
