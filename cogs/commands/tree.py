"""The command tree, which syncs changed commands to Discord and keeps banned people from using them."""

import asyncio
import hashlib
import json
import logging
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol, Self

import discord
from discord import app_commands
from discord.abc import Snowflake
from discord.ext import commands

from cogs.commands.localisation import Translator, catalogues_digest, translations
from cogs.commands.options import check_offered
from cogs.ui.context import Client, Context
from cogs.ui.error_replies import answer_failure
from cogs.wire.failures import UNREADABLE
from storage.bookkeeping import COMMANDS, value_of

OPEN = frozenset({"privacy", "privacy-export", "forget?", "forget"})
"""The commands and controls that even banned people may use."""
log = logging.getLogger(__name__)

ENTRY_POINT = 4
"""Discord's type for the command that launches an Activity. Discord creates it if "Enable Activities" is on."""
PATIENCE = 120
"""How long a sync may take, in seconds. At Discord's daily limit, discord.py would otherwise wait for hours."""
USED = discord.InteractionType.application_command
NAMED = re.compile(r"`/([a-z-]+(?: [a-z-]+)?)`")
"""Matches a command in backticks, such as `/konane move`."""


async def check_ban(context: Context, name: str) -> None:
    """Raise Refusal if the user is banned in this server.

    Some commands and controls remain available to banned people.
    """
    if name not in OPEN:
        await context.service.moderation.check(context.me.id, context.guild_id)


class KeyValues(Protocol):
    """The key-value table of the database."""

    async def get_value(self, key: str) -> str | None: ...

    async def set_value(self, key: str, value: str) -> None: ...


class CommandTree(app_commands.CommandTree[Client]):
    """The tree of all slash and context-menu commands."""

    ids: Mapping[str, int] = MappingProxyType({})
    """The ID of each command, keyed by the command's first word. Empty until the commands have been sent."""

    @classmethod
    def of(cls, bot: commands.Bot | commands.AutoShardedBot) -> Self:
        assert isinstance(bot.tree, cls)  # noqa: S101 (the bot was made with this class)
        return bot.tree

    async def sync_when_changed(
        self, store: KeyValues, owner_server: int | None = None, version: str = "0", committed: int = 0
    ) -> None:
        """Send the commands to Discord, unless identical ones have already been sent for this application.

        Discord allows few syncs a day, so the database keeps the fingerprint of the last one. `owner_server` gets the
        owner's commands, and the server that had them before loses them. Commands sent by a newer build stay, because
        that build may run beside this one during an update. Builds are ordered by `version`, then by `committed`, the
        time of their commit in UTC seconds.
        """
        build = {"version": version, "committed": committed}
        await self.load_ids(store, owner_server)
        await self._sync_if_possible(store, build)
        key = f"owner-server-{self.client.application_id}"
        before = value_of(await store.get_value(key), 0)
        for server in {before, owner_server or 0} - {0}:
            await self._sync_if_possible(store, build, discord.Object(server))
        await store.set_value(key, str(owner_server or ""))

    async def _sync_if_possible(
        self, store: KeyValues, build: Mapping[str, Any], guild: discord.Object | None = None
    ) -> None:
        """Sync the commands. If Discord refuses them, log an error and keep the old commands.

        An unreadable response counts as a refusal. Raises `discord.DiscordServerError` and network errors, after which
        the caller should retry.
        """
        try:
            async with asyncio.timeout(PATIENCE) as limit:
                self.ids = {**self.ids, **await self._synced(store, build, guild)}
        except (discord.HTTPException, TimeoutError, *UNREADABLE) as error:
            if isinstance(error, discord.DiscordServerError) or (
                isinstance(error, TimeoutError) and not limit.expired()
            ):
                raise
            there = "everywhere" if guild is None else str(guild.id)
            reason = "an unreadable answer" if isinstance(error, UNREADABLE) else str(error)[:300] or "no answer"
            log.error("Discord did not take the commands (%s) and keeps the old ones: %s", there, reason)  # noqa: TRY400 (one line is enough)

    async def _synced(
        self, store: KeyValues, build: Mapping[str, Any], guild: discord.Object | None
    ) -> Mapping[str, int]:
        """Sync a server's commands, or the global ones, if they have changed. Returns their IDs by name."""
        payload = [command.to_dict(self) for command in self.get_commands(guild=guild)]
        texts = json.dumps(payload, sort_keys=True).encode() + catalogues_digest()
        fingerprint = hashlib.sha256(texts).hexdigest()
        known = await self._last_sync(store, guild)
        ids: Mapping[str, int]
        older = _age(build) < _age(known)
        if known.get("fingerprint") == fingerprint or older:
            if known["fingerprint"] != fingerprint:
                sender, this = known["version"], build["version"]
                log.warning("The commands stay as version %s has sent them; this is version %s", sender, this)
            ids = known["ids"]
            if guild is None or set(ids.values()) == {command.id for command in await self.fetch_commands(guild=guild)}:
                if not older and known != {**known, **build}:
                    await store.set_value(self._key(guild), json.dumps({**known, **build}))
                return ids
            log.info("The server %d has lost its commands, as one does that the bot has left", guild.id)
        ids = {command.name: command.id for command in await self.sync(guild=guild)}
        sent = {"fingerprint": fingerprint, "ids": ids, **build}
        await store.set_value(self._key(guild), json.dumps(sent))
        log.info("Commands sent to Discord: %d", len(payload))
        return ids

    async def sync(self, *, guild: Snowflake | None = None) -> list[app_commands.AppCommand]:
        """Replace the commands that Discord stores for a server with the bot's current ones.

        If `guild` is None, replaces the global commands. The application's entry point is kept. The entry point is the
        command that launches the application's Activity. Discord refuses a sync that leaves it out (code 50240), and
        the bot cannot create it itself.
        """
        payload = await self.translated_commands(guild)
        application = self.client.application_id or 0
        if guild is not None:
            sent = await self.client.http.bulk_upsert_guild_commands(application, guild.id, payload=payload)
            return [app_commands.AppCommand(data=command, state=self._state) for command in sent]
        path = discord.http.Route("GET", "/applications/{application_id}/commands", application_id=application)
        there = await self.client.http.request(path, params={"with_localizations": "true"})
        payload += [command for command in there if command["type"] == ENTRY_POINT]
        sent = await self.client.http.bulk_upsert_global_commands(application, payload=payload)
        return [app_commands.AppCommand(data=command, state=self._state) for command in sent]

    async def translated_commands(self, guild: Snowflake | None = None) -> list[dict[str, Any]]:
        """Return a server's commands with all their translations, in the format of Discord's API.

        If `guild` is None, returns the global commands.
        """
        commands, recorder = self.get_commands(guild=guild), Translator()
        for command in commands:
            await command.get_translated_payload(self, recorder)
        try:
            said = await self.client.compute.run(translations, [*recorder.asked], seconds=PATIENCE)
        except (TimeoutError, RuntimeError) as error:  # no helper process can be started
            log.error("The commands are not translated: %s", error)  # noqa: TRY400 (one line says it all)
            said = {}
        translator = Translator(said)
        return [await command.get_translated_payload(self, translator) for command in commands]

    async def load_ids(self, store: KeyValues, owner_server: int | None = None) -> None:
        """Load the command IDs stored at the last sync, if there was one."""
        ids = (await self._last_sync(store)).get("ids", {})
        if owner_server is not None:
            ids |= (await self._last_sync(store, discord.Object(owner_server))).get("ids", {})
        self.ids = ids

    def _key(self, guild: discord.Object | None) -> str:
        """Return the database key that stores the last sync."""
        key = f"{COMMANDS}-{self.client.application_id}"
        return key if guild is None else f"{key}-{guild.id}"

    async def _last_sync(self, store: KeyValues, guild: discord.Object | None = None) -> dict[str, Any]:
        """Return the `fingerprint`, `ids`, `version` and `committed` of the last sync, or {} if there was none."""
        known = value_of(await store.get_value(self._key(guild)), dict[str, Any]())
        return known if isinstance(known.get("ids"), dict) and isinstance(known.get("version"), str) else {}

    async def interaction_check(self, interaction: discord.Interaction[Client], /) -> bool:
        """Set the response's language, and return whether the user may run this command. If not, tell them why."""
        context = Context(interaction)
        context.speak()
        command = interaction.command
        try:
            await check_ban(context, "" if command is None else command.name)
            if interaction.type is USED:
                await context.note_person()
                if isinstance(command, app_commands.Command):
                    check_offered(command, interaction.data or {})
        except Exception as error:  # noqa: BLE001 (the person gets a sentence for any error, and the log the rest)
            await answer_failure(context, error)
            return False
        return True

    def link_commands(self, text: str) -> str:
        """Replace each command in the text, such as `/konane move`, with a link that runs it."""
        return NAMED.sub(self._link, text)

    def _link(self, named: re.Match[str]) -> str:
        name = named[1]
        first = name.partition(" ")[0]
        whole = isinstance(self.get_command(first), app_commands.Group) == (name != first)
        return f"</{name}:{self.ids[first]}>" if whole and first in self.ids else named[0]


def _age(build: Mapping[str, Any]) -> tuple[list[int], int]:
    """Return a sort key for a build: its release numbers, then its commit time (0 if unknown)."""
    release, _, _ = str(build.get("version", "0")).partition("+")
    committed = build.get("committed")
    return [int(number) for number in re.findall(r"\d+", release)], committed if isinstance(committed, int) else 0
