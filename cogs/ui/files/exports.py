"""Sends private files, including the export of everything stored about a person."""

import asyncio
import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass

import discord

from cogs.texts.markdown import plural, say
from cogs.ui.context import Context
from cogs.wire.controls import Controls, button

LARGEST = 8_000_000
"""The largest file in bytes that Discord accepts everywhere."""


@dataclass(frozen=True, slots=True)
class Document:
    content: bytes
    filename: str
    alt: str | None = None
    """The description, if it is a picture."""

    def file(self) -> discord.File:
        return discord.File(io.BytesIO(self.content), self.filename, description=self.alt)


async def hand_out(context: Context, person_id: int, text: str, action: str) -> None:
    """Send everything stored about a person as a private file.

    A button with this action exports older matches that do not fit in the file: those before the id in its argument.
    """
    before = context.number(0) if context.args else None
    exported = await context.service.privacy.export(person_id, before)
    document, ways = Document(exported.text.encode(), "tidepool.json"), None
    if len(document.content) > LARGEST:
        document = Document(await asyncio.to_thread(packed, {document.filename: document.content}), "tidepool.zip")
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


def packed(files: Mapping[str, bytes]) -> bytes:
    """A zip file with these files; maps names to contents."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in files.items():
            archive.writestr(name, file)
    return content.getvalue()
