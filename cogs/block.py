"""`/block`: people with whom a person does not want to play."""

from discord import app_commands
from discord.ext import commands

from cogs.commands.options import everywhere
from cogs.texts import matches as texts
from cogs.texts.markdown import plural, say
from cogs.ui.context import Context
from cogs.wire import discord_limits
from cogs.wire.people import AnyUser, person_of
from cogs.wire.replies import Interaction
from matches.errors import Refusal

LONGEST = discord_limits.MESSAGE - 100
"""The most characters of the list, which leaves room for the line that counts the rest."""


@everywhere
class BlockCog(commands.GroupCog, group_name="block", group_description="Whom you do not want to play with"):
    """`/block add`, `remove` and `list`."""

    @app_commands.command(description="Let there be no more challenges between you and somebody")
    @app_commands.describe(user="Who it is; they are not told")
    async def add(self, interaction: Interaction, user: AnyUser) -> None:
        context = Context(interaction)
        if context.is_tidepool(user):
            raise Refusal("You cannot block me: I challenge nobody. With `/notifications` you choose what I tell you.")
        if user.bot:
            raise Refusal("{player} is a bot, which challenges nobody.", player=person_of(user).name)
        await context.service.blocks.add(context.me, person_of(user))
        await context.tell(
            say(
                "You blocked {player}: neither of you can begin a match with the other. "
                "Running matches between you go on.",
                player=person_of(user).name,
            )
        )

    @app_commands.command(description="Allow challenges with somebody again")
    @app_commands.describe(user="Whom you have blocked")
    async def remove(self, interaction: Interaction, user: AnyUser) -> None:
        context = Context(interaction)
        await context.service.blocks.remove(context.me.id, person_of(user))
        await context.tell(say("{player} and you can challenge each other again.", player=person_of(user).name))

    @app_commands.command(name="list", description="Whom you have blocked")
    async def list_blocked(self, interaction: Interaction) -> None:
        context = Context(interaction)
        blocked = await context.service.blocks.of(context.me.id)
        if blocked:
            text: str = say("You have blocked:")
            for n, other in enumerate(blocked):
                line = "\n" + say("- {player} ({mention})", player=other.name, mention=texts.mention(other))
                if len(text) + len(line) > LONGEST:
                    text += "\n" + plural("- and {count} more", "- and {count} more", count=len(blocked) - n)
                    break
                text += line
            await context.tell(text)
        else:
            await context.tell(say("You have blocked nobody."))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(BlockCog())
