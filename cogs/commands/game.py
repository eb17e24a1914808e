"""The commands common to all games."""

from collections.abc import Sequence
from typing import Any, ClassVar

from discord import app_commands
from discord.ext import commands

from cogs.commands.beginnings import challenge_command, practice_command
from cogs.commands.options import WHICH_MATCH, everywhere, example
from cogs.commands.suggestions import move_choices
from cogs.ui.acts.play import ask_to_resign, choose_move, play, refuse
from cogs.ui.context import Context
from cogs.ui.pages.board import show_board, show_board_as_text
from cogs.ui.pages.rules import open_rules
from cogs.ui.which import Act, by_code, chosen_context, fitting_in, suggest_matches, typed_on
from cogs.wire.replies import Interaction
from games import Position
from games.base import shorten, squash
from language import Sentence
from matches.errors import Refusal
from matches.model import Match

LONGEST_MOVE = 40
"""The maximum length of a typed move, in characters. The moves of all games are much shorter."""
MOST_READ = 5
"""The maximum number of matches whose moves are suggested at once. Each must be replayed first."""


@everywhere
class GameCog(commands.GroupCog):
    """The commands `/<game> challenge`, `practice`, `move`, `board`, `resign` and `rules`."""

    game: ClassVar[type[Position[Any]]]

    def __init__(self) -> None:
        super().__init__()
        group, info = self.app_command, self.game.info
        assert isinstance(group, app_commands.Group)  # noqa: S101 (every GroupCog has one)
        names = {"game": Sentence(info.name), "command": group.name}
        none = Sentence(
            "You have no {game} match in this channel. Start one with `/{command} challenge`, or choose another "
            "with `match`.",
            names,
        )
        not_to_move = Sentence(
            "It is not your turn in any {game} match in this channel. Start one with `/{command} challenge`, or "
            "choose another with `match`.",
            names,
        )
        self.to_move = Act(not_to_move, lambda match, seat: match.turn == seat, by_vote=True)
        self.to_look = Act(none)
        group.add_command(challenge_command(self.game))
        group.add_command(practice_command(self.game))

    @example(match="running", move="d5")
    @app_commands.command(description="Play your move, typed or step by step")
    @app_commands.describe(move="Start typing and choose; leave it out to move step by step", match=WHICH_MATCH)
    async def move(self, interaction: Interaction, move: str = "", match: str | None = None) -> None:
        context, typed, key = Context(interaction), squash(move), self.game.info.key
        if len(typed) > LONGEST_MOVE:
            why = Sentence(
                "“{typed}” is too long for a move. Start typing and choose from the list.",
                {"typed": shorten(move)},
            )
            if about := await chosen_context(context, self.to_move, match, "move", game=key):
                await refuse(about, why)
        elif typed:
            if about := await chosen_context(context, self.to_move, match, "play", typed, game=key):
                await play(about, move)
        elif about := await chosen_context(context, self.to_move, match, "move", game=key):
            await choose_move(about)

    @example(match="running")
    @app_commands.command(description="See the board privately")
    @app_commands.describe(match=WHICH_MATCH, text="As text instead of a picture")
    async def board(self, interaction: Interaction, match: str | None = None, *, text: bool = False) -> None:
        show, then = (show_board_as_text, "letters") if text else (show_board, "mine")
        if about := await self._to_look_at(Context(interaction), match, then):
            await show(about)

    @example(match="running")
    @app_commands.command(description="Resign your match")
    @app_commands.describe(match=WHICH_MATCH)
    async def resign(self, interaction: Interaction, match: str | None = None) -> None:
        context = Context(interaction)
        if about := await chosen_context(context, self.to_look, match, "resign?", game=self.game.info.key):
            await ask_to_resign(about)

    @app_commands.command(description="How the game is played, with pictures")
    async def rules(self, interaction: Interaction) -> None:
        await open_rules(Context(interaction), self.game.info.key)

    @move.autocomplete("move")
    async def _moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest legal moves that contain the typed text, from every match that the user could mean."""
        context, code = Context(interaction), interaction.namespace.match
        typing = typed_on(context)
        try:
            found = await self._maybe_meant(context, code)
            if typing():
                return []
            snapshots = [await context.service.lookup.snapshot(match.id) for match in found]
        except Refusal:  # the code is incomplete, or this version cannot replay the match
            return []
        if typing():
            return []
        return move_choices(typed, [snapshot.position for snapshot in snapshots])

    @move.autocomplete("match")
    @board.autocomplete("match")
    @resign.autocomplete("match")
    async def _matches(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the user's matches in this game, starting with those where it is their turn."""
        return await suggest_matches(Context(interaction), self.to_look, typed, self.game.info.key)

    async def _to_look_at(self, context: Context, code: str | None, then: str) -> Context | None:
        """Return a context for the match with this code or the newest one here, or ask which match is meant."""
        key = self.game.info.key
        if code is None:
            newest = await context.service.lookup.newest(context.me.id, key, context.channel_id)
            if newest is not None:
                return context.about(newest)
        return await chosen_context(context, self.to_look, code, then, game=key)

    async def _maybe_meant(self, context: Context, code: str | None) -> Sequence[Match]:
        """Return up to MOST_READ matches for which the user may be typing a move, in this channel if possible."""
        key = self.game.info.key
        if code:
            return [await by_code(context, code, key)]
        here = await fitting_in(context, self.to_move, key)
        return (here or await fitting_in(context, self.to_move, key, elsewhere=True))[:MOST_READ]


def cog_of(game: type[Position[Any]]) -> GameCog:
    """Return the cog with a game's commands."""
    name, about = game.info.command, game.info.summary

    class OneGame(GameCog, name=name, group_name=name, group_description=about):
        """One game's commands."""

    OneGame.game = game
    return OneGame()
