"""`/tidepool`: commands for the bot's owner, available in the server named in the settings."""

from dataclasses import replace
from typing import cast

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.client import Tidepool
from cogs.commands.options import example
from cogs.texts import owner as texts
from cogs.texts.markdown import Markdown, escape, plural, say
from cogs.ui import gate
from cogs.ui.context import Context
from cogs.ui.pages.owner import announcement_form, person_page, server_id, show_match
from cogs.wire import discord_limits
from cogs.wire.controls import Controls, button
from cogs.wire.people import person_of
from cogs.wire.replies import Interaction
from language import series
from matches.codes import id_of
from matches.errors import Refusal
from matches.model import Person
from storage.errors import StorageError
from storage.people import EVERYWHERE


@app_commands.default_permissions(manage_guild=True)
class Owner(commands.GroupCog, group_name="tidepool", group_description="For the owner of this bot"):
    """The commands `/tidepool status`, `backup`, `announce`, `leave`, `ban`, `unban`, `bans`, `match` and `person`."""

    @app_commands.command(description="What is running, the load, pending posts, and recent errors")
    async def status(self, interaction: Interaction) -> None:
        context = await _owners(interaction)
        await context.reply.wait()
        application = await context.client.owners.application()
        client = cast("Tidepool", context.client)
        token = client.http.token or ""
        errors = [(at, text.replace(token, "[token]") if token else text) for at, text in client.recent_errors.last]
        text = texts.status(
            client.build,
            application.approximate_guild_count,
            await context.service.owner.census(),
            await context.service.metrics.read(),
            errors,
            client.recent_errors.count,
        )
        await context.tell(text)

    @app_commands.command(description="Back up the database now, and check the copy")
    async def backup(self, interaction: Interaction) -> None:
        context = await _owners(interaction)
        await context.reply.wait()
        try:
            copy = await context.service.backups.make()
        except StorageError as error:
            raise Refusal("The backup failed: {reason}", reason=str(error)) from error
        await context.tell(say("The database was backed up to `{file}`. The copy is intact.", file=Markdown(copy.name)))

    @app_commands.command(description="Post an announcement once in each place with running matches")
    async def announce(self, interaction: Interaction) -> None:
        await (await _owners(interaction)).form(announcement_form())

    @example(server="{server}")
    @app_commands.command(description="Leave a server, after one question")
    @app_commands.describe(server="The number of the server")
    async def leave(self, interaction: Interaction, server: str) -> None:
        context = await _owners(interaction)
        guild_id = server_id(context, server)
        try:
            guild = await context.client.fetch_guild(guild_id)
        except (discord.NotFound, discord.Forbidden):
            raise Refusal("The bot is not in the server {server}.", server=server) from None
        running = await context.service.owner.running_in(guild_id)
        question = plural(
            "Leave **{server}**? {count} match is running there. The players will be told.",
            "Leave **{server}**? {count} matches are running there. The players will be told.",
            count=running,
            server=guild.name,
        )
        leave = button("Leave it", "owner-leave", guild_id, style="danger")
        await context.tell(question, Controls(leave, button("Stay", "owner-no")))

    @example(user="Eve")
    @app_commands.command(description="Ban a person or a whole server from Tidepool")
    @app_commands.describe(user="Who to ban from Tidepool everywhere", server="The number of a server")
    async def ban(self, interaction: Interaction, user: discord.User | None = None, server: str | None = None) -> None:
        context = await _owners(interaction)
        moderation = context.service.moderation
        controls: Controls | None = None
        match _one_of(context, user, server):
            case Person() as person:
                if user is None or user.bot or await context.client.owners.owns(person.id):
                    raise Refusal("Choose another person.")
                await moderation.ban(EVERYWHERE, person)
                running = len(await moderation.running_of(person.id, None))
                text = plural(
                    "{name} is banned from Tidepool everywhere. Their open challenges are closed; {count} "
                    "running match continues.",
                    "{name} is banned from Tidepool everywhere. Their open challenges are closed; {count} "
                    "running matches continue.",
                    count=running,
                    name=person.name,
                )
                if running:
                    controls = Controls(button("End their matches", "owner-end-all", person.id, style="danger"))
            case guild_id:
                await moderation.ban_server(guild_id)
                text = say(
                    "Nobody can use Tidepool in the server {server} now. To leave it, use `/tidepool leave`.",
                    server=str(guild_id),
                )
        await context.tell(text, controls)

    @example(user="Dan")
    @app_commands.command(description="Unban a person or a server")
    @app_commands.describe(user="Who was banned", server="The number of a server")
    async def unban(
        self, interaction: Interaction, user: discord.User | None = None, server: str | None = None
    ) -> None:
        context = await _owners(interaction)
        moderation = context.service.moderation
        match _one_of(context, user, server):
            case Person() as person:
                await moderation.unban(EVERYWHERE, person)
                text = say("{name} may use Tidepool again.", name=person.name)
            case guild_id:
                await moderation.unban_server(guild_id)
                text = say("The server {server} may use Tidepool again.", server=str(guild_id))
        await context.tell(text)

    @app_commands.command(description="Who is banned from Tidepool everywhere, and which servers")
    async def bans(self, interaction: Interaction) -> None:
        context = await _owners(interaction)
        moderation = context.service.moderation
        people = [Markdown(f"{escape(person.name)} ({person.id})") for person in await moderation.banned(EVERYWHERE)]
        servers = [str(guild_id) for guild_id in await moderation.banned_servers()]
        if not people and not servers:
            await context.tell(say("Nobody is banned."))
            return
        named = say("People: {names}", names=series(people or ["-"]))
        listed = say("Servers: {names}", names=series(servers or ["-"]))
        await context.tell(f"{named}\n{listed}"[: discord_limits.MESSAGE])

    @example(match="running")
    @app_commands.command(description="Look at any match, repair it, or end it without a result")
    @app_commands.describe(match="The code of the match, such as #1f3k")
    async def match(self, interaction: Interaction, match: str) -> None:
        await show_match(replace(await _owners(interaction), subject=id_of(match)))

    @example(user="Bob")
    @app_commands.command(description="Export or delete the data of a person")
    @app_commands.describe(user="Whose data it is")
    async def person(self, interaction: Interaction, user: discord.User) -> None:
        await person_page(replace(await _owners(interaction), subject=user.id), person_of(user).name)


async def _owners(interaction: Interaction) -> Context:
    """Return the context of a command that only an owner may use."""
    context = Context(interaction)
    await gate.owner(context)
    return context


def _one_of(context: Context, user: discord.User | None, server: str | None) -> Person | int:
    """Return the chosen person, or the chosen server's ID. Raises Refusal unless exactly one of the two was chosen."""
    if (user is None) == (server is None):
        raise Refusal("Choose a `user` or a `server`.")
    if user is not None:
        return person_of(user)
    return server_id(context, server or "")


async def setup(bot: Tidepool) -> None:
    if bot.owners.server is not None:
        await bot.add_cog(Owner(), guild=discord.Object(bot.owners.server))
