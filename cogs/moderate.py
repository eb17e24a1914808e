"""`/moderate`: commands for server managers and members with the moderator role."""

import discord
from discord import app_commands
from discord.ext import commands

import language
from cogs.commands.options import example
from cogs.texts import matches as texts
from cogs.texts.markdown import plural, say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.ui.moderators import ending_by, moderated_server
from cogs.wire import discord_limits
from cogs.wire.controls import Choice, Controls, button, number, select
from cogs.wire.people import person_of
from cogs.wire.replies import Interaction
from language import series
from matches.codes import id_of
from matches.errors import Refusal
from matches.model import Person
from service.moderation import Stop


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class Moderate(commands.GroupCog, group_name="moderate", group_description="Moderate Tidepool in this server"):
    """`/moderate end`, `ban` and `list`."""

    @example(match="running")
    @app_commands.command(name="end", description="End a match in this server without a result")
    @app_commands.describe(match="The code of the match, such as #1f3k")
    async def end_match(self, interaction: Interaction, match: str) -> None:
        await _ask_end(Context(interaction), id_of(match))

    @example(user="Eve")
    @app_commands.command(description="Ban someone from Tidepool in this server")
    @app_commands.describe(user="Who to ban from Tidepool here")
    async def ban(self, interaction: Interaction, user: discord.User) -> None:
        context = Context(interaction)
        guild_id = await moderated_server(context)
        if user.id == context.me.id or user.bot:
            raise Refusal("Choose another person.")
        await context.service.moderation.ban(guild_id, person_of(user))
        running = len(await context.service.moderation.running_of(user.id, guild_id))
        text = plural(
            "{name} is banned from Tidepool in this server. Their open challenges are closed; {count} running "
            "match continues.",
            "{name} is banned from Tidepool in this server. Their open challenges are closed; {count} running "
            "matches continue.",
            count=running,
            name=person_of(user).name,
        )
        end = button("End their matches", "moderate-end-all", user.id, style="danger")
        await context.tell(text, Controls(end) if running else None)

    @app_commands.command(name="list", description="Who is banned from Tidepool in this server, and unban them")
    async def listed(self, interaction: Interaction) -> None:
        context = Context(interaction)
        guild_id = await moderated_server(context)
        await context.tell(*await _page(context, guild_id), panel=("bans", guild_id))


@control("moderate-ask", example=Example())
async def ask_end(context: Context) -> None:
    """Ask a moderator, or the person who started a match by vote, to confirm ending it, after **More**."""
    await _ask_end(context, context.subject)


async def _ask_end(context: Context, match_id: int) -> None:
    await _check_ending(context, match_id)
    ending = await context.service.moderation.match_in(match_id, context.guild_id)
    end = button("End the match", "moderate-end", ending.id, ending.rev, style="danger")
    await context.answer(texts.end_question(ending), Controls(end, button("Let it continue", "keep")))


async def _check_ending(context: Context, match_id: int) -> Stop:
    """Return how this match ends if the person ends it. Raises Refusal if they may not."""
    ending = await ending_by(context, match_id)
    if ending is None:
        await moderated_server(context)
    return ending or "moderated"


async def _page(context: Context, guild_id: int) -> tuple[str, Controls | None]:
    """Return a page that lists the people banned from a server, with a select menu for unbanning them."""
    banned = (await context.service.moderation.banned(guild_id))[: discord_limits.OPTIONS]
    if not banned:
        return say("Nobody is banned here."), None
    names = series([person.name for person in banned])
    choices = [Choice(str(person.id), language.say("Unban {player}", player=person.name)) for person in banned]
    again = select("moderate-unban", choices, placeholder=language.say("Unban someone"))
    return say("Banned here: {names}", names=names), Controls(again)


@control("moderate-unban", about="person", example=Example("nothing", chosen="4", writes="nothing"))
async def unban(context: Context) -> None:
    guild_id, person_id = await moderated_server(context), number(context.value())
    banned = {person.id: person for person in await context.service.moderation.banned(guild_id)}
    person = banned.get(person_id, Person(person_id, ""))
    await context.service.moderation.unban(guild_id, person)
    text, controls = await _page(context, guild_id)
    done = say("{name} may use Tidepool in this server again.", name=person.name)
    await context.answer(f"{done}\n{text}", controls, panel=("bans", guild_id))


@control("moderate-end", example=Example())
async def end_confirmed(context: Context) -> None:
    ending = await _check_ending(context, context.subject)
    match = await context.service.moderation.end(context.subject, context.guild_id, ending)
    await context.answer(say("You ended {match}.", match=texts.title(match)))


@control("moderate-end-all", about="person", example=Example("Bob", writes="nothing"))
async def end_all(context: Context) -> None:
    count = await context.service.moderation.end_all(context.subject, await moderated_server(context))
    await context.answer(plural("You ended {count} match.", "You ended {count} matches.", count=count))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Moderate())
