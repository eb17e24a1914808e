"""The command tree, sent to Discord when it changed."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any, Protocol, Self

from discord import app_commands

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)


class Memory(Protocol):
    """Keeps small texts over restarts."""

    async def recall(self, key: str) -> str | None: ...

    async def remember(self, key: str, value: str) -> None: ...


class CommandTree(app_commands.CommandTree[Any]):
    """All slash and context-menu commands."""

    @classmethod
    def of(cls, bot: commands.Bot) -> Self:
        assert isinstance(bot.tree, cls)  # noqa: S101 (the bot was made with this class)
        return bot.tree

    async def sync_when_changed(self, memory: Memory) -> None:
        """Send the commands to Discord unless these very ones were sent for this application before.

        Discord allows few syncs a day, so the fingerprint of the last one is kept in the database.
        """
        payload = [command.to_dict(self) for command in self.get_commands()]
        fingerprint = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        key = f"commands of {self.client.application_id}"
        if await memory.recall(key) == fingerprint:
            return
        await self.sync()
        await memory.remember(key, fingerprint)
        log.info("Commands sent to Discord: %d", len(payload))
