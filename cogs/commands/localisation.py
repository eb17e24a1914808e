"""Names, descriptions, options and choices of commands in the languages of the catalogues."""

import hashlib
from collections.abc import Callable
from gettext import GNUTranslations

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, locale_str

from language import CATALOGUES, ENGLISH, catalogue, nearest

CONTEXTS = {
    TranslationContextLocation.command_name: "command",
    TranslationContextLocation.group_name: "command",
    TranslationContextLocation.parameter_name: "option",
}
"""The gettext context of names, for which Discord has rules. Everything else is translated like any sentence."""


def catalogues_digest() -> bytes:
    """A digest of all catalogues, which tells without reading their texts whether a translation has changed."""
    digest = hashlib.sha256()
    for path in sorted(CATALOGUES.rglob("*.po")):
        digest.update(path.read_bytes())
    return digest.digest()


class Translator(app_commands.Translator):
    """Translates what Discord shows of commands. Its catalogues are gone from memory when it is."""

    def __init__(self, read: Callable[[str], GNUTranslations] = catalogue) -> None:
        self._read = read
        self._catalogues: dict[str, GNUTranslations] = {}

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """The translation; None if the language or the text has none, for which Discord shows the English text."""
        code = nearest(locale.value)
        if code == ENGLISH:
            return None
        if code not in self._catalogues:
            self._catalogues[code] = self._read(code)
        texts, name = self._catalogues[code], CONTEXTS.get(context.location)
        said = texts.gettext(string.message) if name is None else texts.pgettext(name, string.message)
        return None if said == string.message else said
