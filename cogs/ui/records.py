"""Matches as text files: one by command or button, all of one's own in a zip file."""

from __future__ import annotations

import asyncio
import io
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from cogs.texts import matches as words
from cogs.texts.markdown import plural, say
from cogs.ui import gate
from cogs.ui.actions import control
from matches.errors import Refusal
from matches.notation import record_of, write

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.ui.context import Context
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
    """Send the record of a match as a file to the one who asks."""
    match = await gate.match(context, context.subject)
    document = Document((await _record(context, match)).encode(), _filename(match))
    text = say("The record of {match}, with {count} moves.", match=words.title(match), count=match.ply)
    await context.tell(text, None, document)


@control("export-all")
async def export_all(context: Context) -> None:
    """Send the records of all of one's own finished matches in one zip file."""
    found = await context.service.standing.finished(context.me.id, most=MOST_AT_ONCE)
    if not found.matches:
        raise Refusal("You have no finished match yet.")
    records = {_filename(match): await _record(context, match) for match in found.matches}
    packed = await asyncio.to_thread(_packed, records)
    text = plural(
        "The record of your {count} finished match.",
        "The records of your {count} finished matches.",
        count=len(records),
    )
    if found.following is not None:
        text = say("The records of your last {count} finished matches; older ones are left out.", count=len(records))
    await context.tell(text, None, Document(packed, "matches.zip"))


async def _record(context: Context, match: Match) -> str:
    """The record of a match with the server in which everybody can follow it."""
    places = await context.service.places.of(match.id)
    guilds = [place.guild_id for place in places if place.seat is None and place.guild_id is not None]
    plies = await context.service.lookup.plies(match.id)
    return write(record_of(match, plies, guilds[0] if guilds else None))


def _filename(match: Match) -> str:
    return f"{match.game}-{match.code}.txt"


def _packed(records: Mapping[str, str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in records.items():
            packed.writestr(name, text)
    return content.getvalue()
