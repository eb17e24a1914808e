"""`make messages`: brings the catalogues of all languages up to date with the sources and the commands.

With a code such as `sv` or `pt-BR`, begins a new language.
"""

import asyncio
import pkgutil
import re
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from copy import deepcopy
from difflib import get_close_matches
from io import BytesIO
from pathlib import Path
from typing import Any

import discord
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import cogs
from cogs.commands.client import Tidepool
from cogs.commands.localisation import Text, Translator
from language import CATALOGUES, ENGLISH, languages
from service import Service
from service.clock import Clock
from tests.support.catalogue import extracted
from tests.support.compute import InAThread

OWN_SERVER = 1
"""The server that has the owner's commands."""
DATED = re.compile(
    rb'^"(?!Language:|Language-Name:|Plural-Forms:|Content-Type:|Content-Transfer-Encoding:|\\n").*\n', re.MULTILINE
)
"""The lines of a header that name a date, a tool or a person: the history has these."""

CHANGED = 0.7
"""How alike a new text and one that is gone must be, so that the old translation is proposed for it."""


class Forgetful:
    """A key-value table that keeps nothing. No command is sent."""

    async def get_value(self, key: str) -> str | None: ...

    async def set_value(self, key: str, value: str) -> None: ...


@asynccontextmanager
async def all_commands() -> AsyncIterator[Tidepool]:
    """A bot with all commands, which can only be looked at."""
    no_store: Any = None
    async with Tidepool(Service(no_store, Clock()), Forgetful(), InAThread(), owner_server=OWN_SERVER) as bot:
        for module in pkgutil.iter_modules(cogs.__path__):
            if not module.ispkg:
                await bot.load_extension(f"cogs.{module.name}")
        yield bot


async def command_texts() -> list[Text]:
    """Every text that Discord shows of commands, apart from the names of languages, which are the same in all."""
    recorder = Translator()
    async with all_commands() as bot:
        for command in [*bot.tree.get_commands(), *bot.tree.get_commands(guild=discord.Object(OWN_SERVER))]:
            await command.get_translated_payload(bot.tree, recorder)
    return [text for text in recorder.asked if text[1] not in languages().values()]


def template(commands: Iterable[Text]) -> Catalog:
    """All texts to translate, with the files that say them."""
    texts = Catalog(charset="utf-8")
    for file, message, context in sorted(extracted(), key=lambda entry: entry[0]):
        texts.add(message, locations=[(file, 0)], context=context)
    for context, message in commands:
        texts.add(message, locations=[("commands", 0)], context=context)
    return texts


def write(folder: Path, code: str, texts: Catalog) -> None:
    """Begin or update the file of a language; a changed text keeps its old translation as a proposal."""
    path = folder / code / "LC_MESSAGES/tidepool.po"
    translated = read_po(BytesIO(path.read_bytes() if path.exists() else b""), locale=code.replace("-", "_"))
    before = {message.id: message for message in translated if isinstance(message.id, str)}
    translated.update(deepcopy(texts), no_fuzzy_matching=True)
    now = [message for message in translated if isinstance(message.id, str)]
    gone = before.keys() - {message.id for message in now}
    for message in now:
        for old in [] if message.string else get_close_matches(str(message.id), gone, 1, CHANGED):
            message.string = before[old].string
            message.flags.add("fuzzy")
    for message in translated:
        message.user_comments, message.locations = [], sorted(set(message.locations))
    written = BytesIO()
    write_po(written, translated, width=0, sort_by_file=True, ignore_obsolete=True, include_lineno=False)
    header, _, body = written.getvalue().partition(b"\n\n")
    header = DATED.sub(b"", header[header.index(b'msgid ""') :] + b"\n")
    name = Locale.parse(code, sep="-").get_display_name() or code
    named = f'msgstr ""\n"Language-Name: {name[:1].upper()}{name[1:]}\\n"\n'.encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(header.replace(b'msgstr ""\n', named) + b"\n" + body)


if __name__ == "__main__":
    everything = template(asyncio.run(command_texts()))
    for language in sorted({*languages(), *sys.argv[1:]} - {ENGLISH}):
        write(CATALOGUES, language, everything)
