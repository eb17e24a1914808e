"""`/match`: exports a match's record, and moves a match to another channel."""

from discord import app_commands
from discord.ext import commands

from cogs.commands.options import everywhere, example
from cogs.ui.context import Context
from cogs.ui.files.records import choose_record, export, suggested_records
from cogs.ui.pages.menu import move_here
from cogs.ui.which import Act, chosen_context, suggest_matches
from cogs.wire.replies import Interaction
from language import Sentence
from matches.codes import id_of

MOVE_HERE = Act(Sentence("All your running matches are already in this channel."), elsewhere=True)


@everywhere
class MatchCog(commands.GroupCog, group_name="match", group_description="Export a match, or move one here"):
    """The commands `/match export` and `/match move-here`. Other actions are in the **More** menu below a board."""

    @example(match="over")
    @app_commands.command(description="Get a match and its moves as a file")
    @app_commands.describe(match="The match; leave it out to choose from your recent ones")
    async def export(self, interaction: Interaction, match: str | None = None) -> None:
        context = Context(interaction, 0 if match is None else id_of(match))
        await (export if match else choose_record)(context)

    @example("elsewhere", match="running")
    @app_commands.command(name="move-here", description="Continue a match from another channel here")
    @app_commands.describe(match="The match, if you play several elsewhere")
    async def move_here(self, interaction: Interaction, match: str | None = None) -> None:
        if about := await chosen_context(Context(interaction), MOVE_HERE, match, "move-here"):
            await move_here(about)

    @export.autocomplete("match")
    async def _records(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await suggested_records(Context(interaction), typed)

    @move_here.autocomplete("match")
    async def _elsewhere(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await suggest_matches(Context(interaction), MOVE_HERE, typed)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(MatchCog())
