"""`/match`: what players do beside the board, in a match of any game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs._game import CHOICES, complete
from cogs.texts import matches as words
from cogs.ui import menu  # noqa: F401 (its controls stand under every board)
from cogs.ui.acts import ACTS, ask_which, named
from cogs.ui.conditional import prepare_typed
from cogs.ui.errors import Told
from games import GAMES, RuleError
from matches.errors import Refusal

if TYPE_CHECKING:
    from cogs._client import Interaction, Tidepool
    from matches.records import Match

MoveText = app_commands.Range[str, 1, 30]
"""Longer than the move of any game; two of them fit into a custom_id."""
WHICH = "Which match, if you play several here"


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class MatchCog(commands.GroupCog, group_name="match", group_description="Draws, take-backs and more in your match"):
    """`/match draw`, `takeback`, `abort`, `claim`, `if`, `bump`, `move-here` and `rematch`."""

    def __init__(self, bot: Tidepool) -> None:
        super().__init__()
        self.bot = bot

    @app_commands.command(description="Offer a draw, or accept the one that you are offered")
    @app_commands.describe(match=WHICH)
    async def draw(self, interaction: Interaction, match: str | None = None) -> None:
        await self._act(interaction, "draw", match)

    @app_commands.command(description="Take your last move back, or ask for it")
    @app_commands.describe(match=WHICH)
    async def takeback(self, interaction: Interaction, match: str | None = None) -> None:
        await self._act(interaction, "takeback", match)

    @app_commands.command(description="End a match that has hardly begun, without a result")
    @app_commands.describe(match=WHICH)
    async def abort(self, interaction: Interaction, match: str | None = None) -> None:
        await self._act(interaction, "abort?", match)

    @app_commands.command(description="Claim the win when your opponent's time on a soft clock is up")
    @app_commands.describe(match=WHICH)
    async def claim(self, interaction: Interaction, match: str | None = None) -> None:
        await self._act(interaction, "claim", match)

    @app_commands.command(description="Bring the board to the bottom of the channel")
    @app_commands.describe(match=WHICH)
    async def bump(self, interaction: Interaction, match: str | None = None) -> None:
        await self._act(interaction, "bump", match)

    @app_commands.command(name="move-here", description="Let a match that is shown elsewhere go on in this channel")
    @app_commands.describe(match="Which match, if there are several elsewhere")
    async def move_here(self, interaction: Interaction, match: str | None = None) -> None:
        await self._act(interaction, "move-here", match)

    @app_commands.command(description="Play again with sides swapped, on the same terms")
    @app_commands.describe(match=WHICH)
    async def rematch(self, interaction: Interaction, match: str | None = None) -> None:
        await self._act(interaction, "rematch", match)

    @app_commands.command(name="if", description="Prepare privately: if they play this, you answer that")
    @app_commands.describe(
        they="The move that they may play; leave it out to choose on the board, or to see what is prepared",
        answer="Your answer to it",
        match=WHICH,
    )
    async def prepare(
        self, interaction: Interaction, they: MoveText = "", answer: MoveText = "", match: str | None = None
    ) -> None:
        if not they:
            await self._act(interaction, "if", match)
            return
        found = await self._waiting(interaction, match)
        if len(found) > 1:
            await ask_which(interaction, found, "if-both", they, answer)
        else:
            await prepare_typed(interaction, found[0].id, they, answer)

    @prepare.autocomplete("they")
    async def _their_moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._moves(interaction, typed, [])

    @prepare.autocomplete("answer")
    async def _answers(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._moves(interaction, typed, [interaction.namespace.they or ""])

    async def _moves(self, interaction: Interaction, typed: str, line: list[str]) -> list[app_commands.Choice[str]]:
        """The legal moves after this line; nothing to suggest while it is not clear in which match."""
        try:
            found = await self._waiting(interaction, interaction.namespace.match)
            snapshot = await self.bot.service.conditional.supposed(found[0].id, interaction.user.id, line)
        except (Refusal, RuleError):
            return []
        position = snapshot.position
        moves = complete(typed, [position.format(move) for move in position.legal_moves()]) if len(found) == 1 else []
        return [app_commands.Choice(name=move, value=move) for move in moves[:CHOICES]]

    @draw.autocomplete("match")
    @takeback.autocomplete("match")
    @abort.autocomplete("match")
    @claim.autocomplete("match")
    @bump.autocomplete("match")
    @move_here.autocomplete("match")
    @rematch.autocomplete("match")
    @prepare.autocomplete("match")
    async def _matches(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The person's matches that this command could be about."""
        command = interaction.command.name if interaction.command else ""
        wanted = typed.casefold().strip()
        names = {
            f"#{match.code}": f"{words.game_name(match.game)} {words.list_entry(match, interaction.user.id)}"
            for match in await self._fitting(interaction, command)
        }
        return [
            app_commands.Choice(name=name[:100], value=code)
            for code, name in names.items()
            if wanted in name.casefold()
        ][:CHOICES]

    async def _act(self, interaction: Interaction, action: str, code: str | None) -> None:
        """Do the act in the named match, in the only one that fits, or in the one that the person chooses."""
        command = interaction.command.name if interaction.command else ""
        if code is not None:
            match_id = (await named(interaction, code)).id
        else:
            fitting = await self._fitting(interaction, command)
            if not fitting:
                raise Told(NONE.get(command, "You have no running match in this channel: name one with `match`."))
            if len(fitting) > 1:
                await ask_which(interaction, fitting, action)
                return
            match_id = fitting[0].id
        await ACTS[action](interaction, match_id, None)

    async def _waiting(self, interaction: Interaction, code: str | None) -> list[Match]:
        """The matches in which an answer may be prepared. Raises Told if there is none."""
        if code is not None:
            return [await named(interaction, code)]
        fitting = await self._fitting(interaction, "if")
        if not fitting:
            raise Told(NONE["if"])
        return fitting

    async def _fitting(self, interaction: Interaction, command: str) -> list[Match]:
        """The person's matches that this command could be about, here or, to move one here, elsewhere."""
        service, me, here = self.bot.service, interaction.user.id, interaction.channel_id or 0
        if command == "rematch":
            newest = [await service.lookup.newest(me, game, here) for game in GAMES]
            return [match for match in newest if match is not None and match.over]
        standings = await service.lookup.running(me)
        shown = [one.match for one in standings if here in {place.channel_id for place in one.places}]
        if command == "move-here":
            return [one.match for one in standings if one.match not in shown]
        if command == "if":
            return [match for match in shown if match.seat_of(me) != match.turn]
        return shown


NONE = {
    "rematch": "No match of yours in this channel is over: name one with `match`.",
    "move-here": "All your running matches are shown here already.",
    "if": "There is no match here in which your opponent is to move: answers are prepared while you wait.",
}
"""What is said where no match fits a command."""


async def setup(bot: Tidepool) -> None:
    await bot.add_cog(MatchCog(bot))
