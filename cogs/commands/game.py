"""The commands that every game has; a game's own cog only says which game it is."""

from typing import Any, ClassVar

from discord import app_commands
from discord.ext import commands

from cogs.commands.beginnings import challenge_command, practice_command, watch_command
from cogs.commands.options import WHICH_MATCH, as_choices, everywhere
from cogs.commands.suggestions import move_choices
from cogs.texts.challenges import clock_choices, side_choices
from cogs.texts.practice import level_choices
from cogs.ui.acts.challenges import challenge, check_opponent
from cogs.ui.acts.play import ask_to_resign, play, refuse
from cogs.ui.acts.practice import practice_at
from cogs.ui.advice.hints import hint
from cogs.ui.context import Context
from cogs.ui.keystrokes import typed_on
from cogs.ui.pages.board import show_board, show_board_as_text
from cogs.ui.pages.rules import open_rules
from cogs.ui.picker.pages import choose_move
from cogs.ui.studies.setups import study_position
from cogs.ui.which import Act, by_code, candidates, here, suggested, which
from cogs.wire.people import AnyUser, person_of
from cogs.wire.replies import Interaction
from games import Position
from games.base import plain, shorten, squash
from language import Sentence, is_blank
from matches.computers import USUAL_LEVEL
from matches.errors import Refusal
from matches.model import (
    Match,
    Side,
)

LONGEST_MOVE = 40
"""The most characters of a typed move. The moves of all games are much shorter."""
MOST_READ = 5
"""How many matches may have their moves suggested together: each of them is replayed for that."""


@everywhere
class GameCog(commands.GroupCog):
    """`/<game> challenge`, `practice`, `watch`, `move`, `hint`, `board`, `setup`, `resign` and `rules`."""

    game: ClassVar[type[Position[Any]]]

    def __init__(self) -> None:
        super().__init__()
        group, info = self.app_command, self.game.info
        assert isinstance(group, app_commands.Group)  # noqa: S101 (every GroupCog has one)
        names = {"game": Sentence(info.name), "command": group.name}
        none = Sentence(
            "You have no match of {game} in this channel. "
            "Begin one with `/{command} challenge`, or name another with `match`.",
            names,
        )
        not_to_move = Sentence(
            "It is not your turn in any match of {game} in this channel. "
            "Begin one with `/{command} challenge`, or name another with `match`.",
            names,
        )
        no_help = Sentence(
            "It is not your turn in any match of {game} against the computer in this channel. "
            "Begin one with `/{command} practice`, or name another with `match`.",
            names,
        )
        self.to_move = Act(not_to_move, lambda match, seat, _: match.turn == seat)
        self.to_look = Act(none)
        self.to_be_helped = Act(no_help, lambda match, seat, _: match.practice and match.turn == seat)
        group.description = info.summary
        group.add_command(challenge_command(self.game))
        group.add_command(practice_command(self.game))
        group.add_command(watch_command(self.game))

    @app_commands.command(description="Play your move: typed, or step by step")
    @app_commands.describe(move="Type a little and choose; leave it out to move step by step", match=WHICH_MATCH)
    async def move(self, interaction: Interaction, move: str = "", match: str | None = None) -> None:
        context, typed, key = Context(interaction), squash(move), self.game.info.key
        if len(typed) > LONGEST_MOVE:
            why = Sentence(
                "“{typed}” is too long for a move. Type a little of it and choose from the list.",
                {"typed": shorten(move)},
            )
            if about := await which(context, self.to_move, match, "move", game=key):
                await refuse(about, why)
        elif typed:
            if about := await which(context, self.to_move, match, "play", typed, game=key):
                await play(about, move)
        elif about := await which(context, self.to_move, match, "move", game=key):
            await choose_move(about)

    @app_commands.command(description="Look at the board from your side, privately")
    @app_commands.describe(match=WHICH_MATCH, text="As letters instead of a picture")
    async def board(self, interaction: Interaction, match: str | None = None, *, text: bool = False) -> None:
        show, then = (show_board_as_text, "letters") if text else (show_board, "mine")
        if about := await self._to_look_at(Context(interaction), match, then):
            await show(about)

    @app_commands.command(
        description="The best move in your match against the computer, privately: first where, then what"
    )
    @app_commands.describe(match=WHICH_MATCH)
    async def hint(self, interaction: Interaction, match: str | None = None) -> None:
        if about := await which(Context(interaction), self.to_be_helped, match, "hint", game=self.game.info.key):
            await hint(about)

    @app_commands.command(description="Set a position up by its code, to study it or to begin a match from it")
    @app_commands.describe(
        code="The code of the position; Position code tells it, under More of a replay or a study",
        opponent="Whom you challenge to play on from there, not rated; leave it out to study the position",
        level="How strong the computer is that plays on from there; leave it out to study the position",
        side="The side that you play: drawn by lot unless you choose",
        clock="How much time a move may take: as the server has it, or 3 days, unless you choose",
    )
    @app_commands.choices(
        level=as_choices(level_choices()), side=as_choices(side_choices()), clock=as_choices(clock_choices())
    )
    async def setup(
        self,
        interaction: Interaction,
        code: str,
        opponent: AnyUser | None = None,
        level: int | None = None,
        side: Side = "random",
        clock: str | None = None,
    ) -> None:
        context, game, start = Context(interaction), self.game.info.key, plain(code).strip()
        if is_blank(start):
            raise Refusal("Paste the code of a position: **More** under a private board has **Position code**.")
        if opponent is not None and context.is_tidepool(opponent):
            opponent, level = None, level or USUAL_LEVEL
        if opponent is not None and level is not None:
            raise Refusal("Name an opponent, or the level of the computer, but not both.")
        if level is not None:
            await practice_at(context, game, level, side, start)
        elif opponent is None:
            await study_position(context, game, start)
        else:
            check_opponent(context, opponent)
            await challenge(context, game, person_of(opponent), side, {}, clock=clock, rated=False, start=start)

    @app_commands.command(description="Give up your match")
    @app_commands.describe(match=WHICH_MATCH)
    async def resign(self, interaction: Interaction, match: str | None = None) -> None:
        context = Context(interaction)
        if about := await which(context, self.to_look, match, "resign?", game=self.game.info.key):
            await ask_to_resign(about)

    @app_commands.command(description="How the game is played, with pictures")
    async def rules(self, interaction: Interaction) -> None:
        await open_rules(Context(interaction), self.game.info.key)

    @move.autocomplete("move")
    async def _moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The legal moves that match the typed text, in all matches that the person may mean."""
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
        """The person's matches of this game, those on their turn first."""
        return await suggested(Context(interaction), self.to_look, typed, self.game.info.key)

    @hint.autocomplete("match")
    async def _helped(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The person's matches of this game against the computer in which it is their turn."""
        return await suggested(Context(interaction), self.to_be_helped, typed, self.game.info.key)

    async def _to_look_at(self, context: Context, code: str | None, then: str) -> Context | None:
        """A context about the match that `code` names, the person's newest here, or what `which` finds."""
        key = self.game.info.key
        if code is None:
            newest = await context.service.lookup.newest(context.me.id, key, context.channel_id)
            if newest is not None:
                return context.about(newest)
        return await which(context, self.to_look, code, then, game=key)

    async def _maybe_meant(self, context: Context, code: str | None) -> list[Match]:
        """The matches that a typed move may be for: those in this channel or, if there are none, all others."""
        key = self.game.info.key
        if code:
            return [await by_code(context, code, key)]
        shown = await here(context, self.to_move, key)
        return list(shown or (await candidates(context, self.to_move, key)).elsewhere)[:MOST_READ]
