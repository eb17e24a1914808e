"""Sends private files: a match's game record, all of a person's game records, or all their stored data."""

import asyncio
import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import discord
from discord import app_commands

import language
from cogs.texts import matches as texts
from cogs.texts.markdown import plural, say
from cogs.ui import gate
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.ui.which import as_suggestions
from cogs.wire import discord_limits
from cogs.wire.controls import Button, Choice, Controls, button, number, select
from language import Sentence
from matches.errors import Refusal
from matches.foreign import Format, formats_for
from matches.model import Match
from matches.notation import Record, write
from service.lookup import filename, stem

LARGEST = 8_000_000
"""The size, in bytes, of the largest file that Discord accepts everywhere."""
MOST_AT_ONCE = 100
"""The maximum number of matches in one zip file. A button exports the older ones."""


@dataclass(frozen=True, slots=True)
class Document:
    content: bytes
    filename: str
    alt: str | None = None
    """The description of the file if it is a picture, else None."""

    def file(self) -> discord.File:
        return discord.File(io.BytesIO(self.content), self.filename, description=self.alt)


async def hand_out(context: Context, person_id: int, text: str, action: str) -> None:
    """Send a private file containing all data stored about a person.

    If older matches do not fit into the file, a button with this action exports those before the ID in its argument.
    """
    before = context.number(0) if context.args else None
    async with context.file_work():
        exported = await context.service.privacy.export(person_id, before)
        document, ways = Document(exported.text.encode(), "tidepool.json"), None
        if len(document.content) > LARGEST:
            document = Document(
                await asyncio.to_thread(zip_files, {document.filename: document.content}), "tidepool.zip"
            )
    if before is not None:
        text = plural(
            "Here is {count} older challenge with its match.",
            "Here are {count} older challenges with their matches.",
            count=exported.challenges,
        )
    if exported.cursor is not None:
        ways = Controls(button("Older matches", action, context.subject, 0, str(exported.cursor)))
        if before is None:
            last = say("-# This file has the last {count} challenges and their matches.", count=exported.challenges)
            text = f"{text}\n{last}"
    await context.tell(text, ways, document)


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Return a zip file containing `files`, a dict mapping file names to their contents."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in files.items():
            archive.writestr(name, file)
    return content.getvalue()


@control("export", example=Example("over"))
async def export(context: Context) -> None:
    """Send a match's game record privately.

    The first argument names the file format. By default, it is Tidepool's own format.
    """
    match = await gate.match(context, context.subject)
    key = context.args[0] if context.args else ""
    text = plural(
        "The record of {match}, with {count} move.",
        "The record of {match}, with {count} moves.",
        match=texts.title(match),
        count=match.ply,
    )
    record = await context.service.records.record(match)
    if key:
        await hand_over_foreign(context, text, record, key)
        return
    ways = [button(for_others(form), "export", match.id, 0, form.KEY) for form in formats_for(record)]
    await hand_over(context, text, record, ways)


async def choose_record(context: Context) -> None:
    """Let the person choose one of their running or latest finished matches to export.

    Raises Refusal if there are none.
    """
    matches = (await _exportable(context))[: discord_limits.OPTIONS]
    if not matches:
        raise Refusal("You have no matches yet.")
    choices = [Choice(str(match.id), texts.list_entry(match, context.me.id).said()) for match in matches]
    text = say("Choose the match to export. To get all finished ones, use **Download all** in `/history`.")
    await context.tell(text, Controls(select("export-of", choices, placeholder=language.say("Which match?"))))


@control("export-of", about="person", example=Example("nothing", chosen="{over}"))
async def export_chosen(context: Context) -> None:
    await export(replace(context, subject=number(context.value())))


async def suggested_records(context: Context, typed: str) -> list[app_commands.Choice[str]]:
    return as_suggestions(context, await _exportable(context), typed)


async def _exportable(context: Context) -> list[Match]:
    """Return the person's running matches, followed by their latest finished matches, each newest first."""
    lookup, me = context.service.lookup, context.me.id
    running = sorted(await lookup.running(me), key=lambda match: match.moved_at, reverse=True)
    return [*running, *await lookup.over(me, discord_limits.OPTIONS)]


async def hand_over(context: Context, text: str, record: Record, ways: Sequence[Button]) -> None:
    """Send a game record as a Tidepool file, with buttons for other formats."""
    document = Document((await asyncio.to_thread(write, record)).encode(), filename(record))
    await context.tell(text, Controls(*ways) if ways else None, document)


async def hand_over_foreign(context: Context, text: str, record: Record, key: str) -> None:
    """Send a game record in the format with this key. Raises Refusal if the format cannot represent the record."""
    form = next((form for form in formats_for(record) if key == form.KEY), None)
    if form is None:
        raise Refusal("That format does not support this game as it was played.")
    content = await asyncio.to_thread(form.write, record)
    told = say("-# In {program} format.", program=form.NAME)
    await context.tell(f"{text}\n{told}", None, Document(content.encode(), f"{stem(record)}.{form.SUFFIX}"))


def for_others(form: Format) -> Sentence:
    """Return the label of the button that exports a game record in another program's format."""
    return Sentence("For {program}", {"program": form.NAME})


@control("export-all", example=Example())
async def export_all(context: Context) -> None:
    """Send a zip file containing the records of a person's latest finished matches.

    If the argument gives a match ID, the file contains the matches before that one.
    """
    before = context.number(0) if context.args else None
    async with context.file_work():
        await context.service.quotas.count_stored("export", context.me.id)
        written = await context.service.records.finished_records(context.me.id, MOST_AT_ONCE, before)
        if not written.texts:
            raise Refusal("You have no finished matches yet.")
        files = {name: text.encode() for name, text in written.texts.items()}
        document = Document(await asyncio.to_thread(zip_files, files), "matches.zip")
    text = plural(
        "The record of your {count} finished match.",
        "The records of your {count} finished matches.",
        count=len(written.texts),
    )
    ways = None
    if before or written.cursor is not None:
        text = plural(
            "The record of {count} of your finished matches.",
            "The records of {count} of your finished matches.",
            count=len(written.texts),
        )
    if written.cursor is not None:
        ways = Controls(button("Older matches", "export-all", 0, 0, str(written.cursor)))
    await context.tell(text, ways, document)
