"""The commands that every game has; a game's own cog only says which game it is."""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.texts import matches as words
from cogs.texts.challenges import USUAL_CLOCK, clock_choices, side_choices
from cogs.ui import play as acts
from cogs.ui.acts import ask_which, named
from cogs.ui.board import show_board
from cogs.ui.challenges import challenge, check_opponent, person
from cogs.ui.errors import Told
from cogs.ui.picker import open_picker, play_typed
from cogs.ui.rules import open_rules
from games.base import shorten, squash
from matches.errors import Refusal
from service.challenges import LONGEST_NOTE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cogs._client import Interaction, Tidepool
    from games import Position
    from matches.records import Match, Side

CHOICES = 25
"""How many suggestions or buttons Discord shows at once."""
LONGEST_MOVE = 40
"""Characters; no game has a move text near this."""

WHICH = "Which match, if you play several here"

AnyUser = discord.User | discord.Member


class GameCog(commands.GroupCog):
    """`/<game> challenge`, `move`, `board`, `resign` and `rules`."""

    game: ClassVar[type[Position[Any]]]

    def __init__(self, bot: Tidepool) -> None:
        super().__init__()
        self.bot = bot
        group = self.app_command
        assert isinstance(group, app_commands.Group)  # noqa: S101 (every GroupCog has one)
        self.begin = f"/{group.name} challenge"
        group.description = self.game.info.summary
        group.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
        group.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)
        group.add_command(challenge_command(self.game))

    @app_commands.command(description="Play your move: typed, or step by step")
    @app_commands.describe(move="Type a little and choose; leave it out to move step by step", match=WHICH)
    async def move(self, interaction: Interaction, move: str = "", match: str | None = None) -> None:
        typed = squash(move)
        if len(typed) > LONGEST_MOVE:
            raise Told(f"“{shorten(move)}” is too long for a move. Type a little of it and choose from the list.")
        if found := await self._match_to_move(interaction, match, *(("play", typed) if typed else ("move",))):
            if typed:
                await play_typed(interaction, found.id, move)
            else:
                await open_picker(interaction, await self.bot.service.lookup.to_move(found.id, interaction.user.id))

    @app_commands.command(description="Look at the board from your side, privately")
    @app_commands.describe(match=WHICH, text="As letters instead of a picture")
    async def board(self, interaction: Interaction, match: str | None = None, *, text: bool = False) -> None:
        service = self.bot.service
        if match is not None:
            found = await self._named(interaction, match)
        else:
            newest = await service.lookup.newest(interaction.user.id, self.game.info.key, interaction.channel_id or 0)
            if newest is None:
                raise Told(self._none_here())
            found = newest
        await show_board(interaction, await service.lookup.snapshot(found.id), as_text=text)

    @app_commands.command(description="Give up your match")
    @app_commands.describe(match=WHICH)
    async def resign(self, interaction: Interaction, match: str | None = None) -> None:
        if match is not None:
            found = await self._named(interaction, match)
        else:
            fitting = await self._fitting(interaction)
            if not fitting:
                raise Told(self._none_here())
            if len(fitting) > 1:
                await ask_which(interaction, fitting, "resign?")
                return
            found = fitting[0]
        await acts.ask_to_resign(interaction, found)

    @app_commands.command(description="How the game is played, with pictures")
    async def rules(self, interaction: Interaction) -> None:
        await open_rules(interaction, self.game.info.key)

    @move.autocomplete("move")
    async def _moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The legal moves that go on as typed, in all matches that the person may mean; which it is, is asked later."""
        code = interaction.namespace.match
        moves: dict[str, None] = {}
        try:
            fitting = [await self._named(interaction, code)] if code else await self._fitting(interaction, to_move=True)
            for match in fitting:
                position = (await self.bot.service.lookup.snapshot(match.id)).position
                moves |= dict.fromkeys(position.format(move) for move in position.legal_moves())
        except Refusal:  # half a code, or a match that this version cannot replay
            return []
        return _choices(complete(typed, moves))

    @move.autocomplete("match")
    @board.autocomplete("match")
    @resign.autocomplete("match")
    async def _matches(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The matches of this game in this channel, the person's own first."""
        names = {
            f"#{match.code}": words.list_entry(match, interaction.user.id) for match in await self._fitting(interaction)
        }
        wanted = typed.casefold().strip()
        return [
            app_commands.Choice(name=name[:100], value=code)
            for code, name in names.items()
            if wanted in name.casefold()
        ][:CHOICES]

    async def _fitting(self, interaction: Interaction, *, to_move: bool = False) -> list[Match]:
        return await self.bot.service.lookup.fitting(
            interaction.user.id, self.game.info.key, interaction.channel_id or 0, to_move=to_move
        )

    async def _named(self, interaction: Interaction, code: str) -> Match:
        """The match that the `match` option names: one's own, or one that is played in this channel."""
        match = await named(interaction, code)
        info = self.game.info
        if match.game != info.key:
            raise Told(
                f"{words.title(match)} is no match of {info.name}: use the commands of {words.game_name(match.game)}."
            )
        return match

    async def _match_to_move(self, interaction: Interaction, code: str | None, then: str, *args: str) -> Match | None:
        """The match in which the person moves; None if they were asked which of several (`then` goes on)."""
        if code is not None:
            return await self._named(interaction, code)
        fitting = await self._fitting(interaction)
        to_move = [match for match in fitting if match.seat_of(interaction.user.id) == match.turn]
        if len(to_move) > 1:
            await ask_which(interaction, to_move, then, *args)
            return None
        if not fitting:
            raise Told(self._none_here())
        return (to_move or fitting)[0]

    def _none_here(self) -> str:
        info = self.game.info
        return (
            f"You have no match of {info.name} in this channel. "
            f"Begin one with `{self.begin}`, or name another with `match`."
        )


def challenge_command(game: type[Position[Any]]) -> app_commands.Command[Any, ..., None]:
    """`/<game> challenge`, with the options of the game as options of the command."""
    info = game.info

    async def callback(
        interaction: Interaction,
        opponent: AnyUser | None = None,
        side: Side = "random",
        clock: str = USUAL_CLOCK,
        rated: bool = False,
        note: str = "",
        **options: str,
    ) -> None:
        if opponent is not None:
            check_opponent(interaction, opponent)
        whom = person(opponent) if opponent else None
        await challenge(interaction, info.key, whom, side, options, clock=clock, rated=rated, note=note)

    def parameter(name: str, annotation: Any, default: Any) -> Parameter:  # noqa: ANN401 (types of Discord's options)
        return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=annotation, default=default)

    signature = Signature(
        [
            Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD),
            parameter("opponent", AnyUser | None, None),
            parameter("side", str, "random"),
            parameter("clock", str, USUAL_CLOCK),
            *(parameter(name, Literal[tuple(values)], values[0]) for name, values in info.options.items()),
            parameter("rated", bool, default=False),
            parameter("note", app_commands.Range[str, 1, LONGEST_NOTE], ""),
        ]
    )
    setattr(callback, "__signature__", signature)  # noqa: B010 (mypy knows no signature of a function)
    app_commands.describe(
        opponent="Whom you challenge; leave it out to challenge anyone here",
        side="The side that you play: drawn by lot unless you choose",
        clock="How much time a move may take: 3 days unless you choose",
        rated="Whether the match counts for ratings: no unless you choose",
        note=f"A word to your opponent, at most {LONGEST_NOTE} characters",
        **{name: values.about for name, values in info.options.items()},
    )(callback)
    app_commands.choices(side=as_choices(side_choices(info)), clock=as_choices(clock_choices()))(callback)
    return app_commands.Command(name="challenge", description=f"Challenge somebody to {info.name}", callback=callback)


def as_choices(names: Mapping[str, str]) -> list[app_commands.Choice[str]]:
    """Values and their names as choices of an option."""
    return [app_commands.Choice(name=name, value=value) for value, name in names.items()]


def complete(typed: str, moves: Iterable[str]) -> list[str]:
    """The moves that fit what was typed, best first: the very move, then what begins so, then what contains it."""
    wanted = squash(typed)
    ranked = []
    for number, move in enumerate(moves):
        squashed = squash(move)
        if wanted in squashed:
            ranked.append((squashed != wanted, not squashed.startswith(wanted), number, move))
    return [move for *_, move in sorted(ranked)]


def _choices(texts: list[str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=text, value=text) for text in texts[:CHOICES]]
