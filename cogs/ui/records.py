"""Matches as files: one by command or button, all of one's own in a zip file."""

from __future__ import annotations

import asyncio
import io
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from cogs.texts import matches as words
from cogs.texts.markdown import plural, say
from cogs.ui import gate
from cogs.ui.actions import control
from cogs.ui.controls import Controls, button
from games.base import shorten
from language import Sentence, listing, mark
from matches.errors import Damaged, Refusal
from matches.foreign import formats_for
from matches.notation import record_of, write

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.ui.context import Context
    from matches.foreign import Format
    from matches.notation import Record
    from matches.records import Match

MOST_AT_ONCE = 500
"""Matches in one zip file: the newest ones."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file for one person."""

    content: bytes
    filename: str

    def file(self) -> discord.File:
        """The file as Discord takes it."""
        return discord.File(io.BytesIO(self.content), self.filename)


@control("export")
async def export(context: Context) -> None:
    """Send the record of a match as a file to the one who asks, in the format that the first argument names."""
    match = await gate.match(context, context.subject)
    key = context.args[0] if context.args else ""
    text = plural(
        "The record of {match}, with {count} move.",
        "The record of {match}, with {count} moves.",
        match=words.title(match),
        count=match.ply,
    )
    record = await _record(context, match)
    if key:
        await hand_over_foreign(context, text, record, key)
        return
    ways = [button(for_others(form), "export", match.id, 0, form.KEY) for form in formats_for(record)]
    await hand_over(context, text, record, ways)


async def formats_of(context: Context, match: Match) -> list[Format]:
    """The formats of others in which a match can be exported."""
    return formats_for(await _record(context, match, moves=False))


async def hand_over(context: Context, text: str, record: Record, ways: Sequence[discord.ui.Button[Controls]]) -> None:
    """Send a record as a file in our format, with ways to other files."""
    document = Document((await asyncio.to_thread(write, record)).encode(), f"{_name(record)}.txt")
    await context.tell(text, Controls(*ways) if ways else None, document)


async def hand_over_foreign(context: Context, text: str, record: Record, key: str) -> None:
    """Send a record as a file in the format of this key. Raises Refusal for one that does not fit it."""
    fitting = {form.KEY: form for form in formats_for(record)}
    form = fitting.get(key.casefold())
    if form is None:
        raise _no_format(key, list(fitting))
    content = await asyncio.to_thread(form.write, record)
    told = say("-# In the format of {program}.", program=form.NAME)
    await context.tell(f"{text}\n{told}", None, Document(content.encode(), f"{_name(record)}.{form.SUFFIX}"))


def for_others(form: Format) -> Sentence:
    """The label of the button to a record in the format of another program."""
    return Sentence("For {program}", {"program": form.NAME})


def _no_format(key: str, fitting: Sequence[str]) -> Refusal:
    if not fitting:
        return Refusal("No other program has this game as it was played: leave the format out to get it in ours.")
    message = mark("“{found}” is no format for this game: name {known}, or leave it out.")
    return Refusal(message, found=shorten(key), known=listing(fitting, last="or"))


def _name(record: Record) -> str:
    """The name of a file, without how it ends."""
    return f"{record.game}-{record.code or 'study'}"


@control("export-all")
async def export_all(context: Context) -> None:
    """Send the records of all of one's own finished matches in one zip file."""
    found = await context.service.standing.finished(context.me.id, most=MOST_AT_ONCE)
    if not found.matches:
        raise Refusal("You have no finished match yet.")
    records = {}
    for match in found.matches:
        with suppress(Damaged):
            record = await _record(context, match)
            records[f"{_name(record)}.txt"] = write(record)
    packed = await asyncio.to_thread(_packed, records)
    text = plural(
        "The record of your {count} finished match.",
        "The records of your {count} finished matches.",
        count=len(records),
    )
    if found.following is not None:
        text = say("The records of your last {count} finished matches; older ones are left out.", count=len(records))
    await context.tell(text, None, Document(packed, "matches.zip"))


async def _record(context: Context, match: Match, *, moves: bool = True) -> Record:
    """The record of a match with the server in which everybody can follow it."""
    places = await context.service.places.of(match.id)
    guilds = [place.guild_id for place in places if place.seat is None and place.guild_id is not None]
    plies = await context.service.lookup.plies(match.id) if moves else []
    return record_of(match, plies, guilds[0] if guilds else None)


def _packed(records: Mapping[str, str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in records.items():
            packed.writestr(name, text)
    return content.getvalue()
