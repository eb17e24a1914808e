"""A file with everything that is held of one person."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from cogs.ui.context import Context


async def hand_out(context: Context, person_id: int, told: str) -> None:
    """Give everything that is held about a person, as a file that only the user of the bot sees."""
    held = await context.service.privacy.export(person_id)
    moment = datetime.fromtimestamp(context.service.clock.now(), UTC).isoformat()
    text = json.dumps({"person": person_id, "at": moment, "held": held}, indent=1, ensure_ascii=False)
    await context.reply.tell(told, file=discord.File(io.BytesIO(text.encode()), "tidepool.json"))
