"""A file with everything that is held of one person."""

from __future__ import annotations

import asyncio
import io
import zipfile
from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from cogs.ui.context import Context

LARGEST = 8_000_000
"""Bytes of a file that Discord takes from everybody."""


async def hand_out(context: Context, person_id: int, told: str) -> None:
    """Give everything that is held about a person, as a file that only the user of the bot sees."""
    content, name = (await context.service.privacy.export(person_id)).encode(), "tidepool.json"
    if len(content) > LARGEST:
        content, name = await asyncio.to_thread(packed, {name: content}), "tidepool.zip"
    await context.reply.tell(told, file=discord.File(io.BytesIO(content), name))


def packed(files: dict[str, bytes]) -> bytes:
    """These files, by name, in one zip file."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, one in files.items():
            archive.writestr(name, one)
    return content.getvalue()
