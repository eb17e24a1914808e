"""The commands that every game has; a game's own cog only says which game it is."""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from discord import app_commands
from discord.ext import commands

from cogs._options import WHICH_MATCH, as_choices, everywhere
from cogs.texts.challenges import clock_choices, side_choices
from cogs.texts.practice import USUAL_PAIR, level_choices, pair_choices, pair_of
from cogs.ui import limits
from cogs.ui.board import show_board, show_board_as_text
from cogs.ui.challenges import challenge, check_opponent
from cogs.ui.context import Context
from cogs.ui.hints import hint
from cogs.ui.keystrokes import typed_on
from cogs.ui.people import AnyUser, person_of
from cogs.ui.picker import choose_move
from cogs.ui.play import ask_to_resign, play, refuse
from cogs.ui.practice import ask_level, options_named, practice, watch
from cogs.ui.rules import open_rules
from cogs.ui.setups import study_position, tidied
from cogs.ui.which import Act, candidates, here, named, suggested, which
from games.base import shorten, squash
from language import Sentence, say
from matches.computers import USUAL_LEVEL
from matches.errors import Refusal
from matches.records import Side  # noqa: TC001 (discord.py reads the annotations of commands)
from service.challenges import LONGEST_NOTE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cogs.ui.replies import Interaction
    from games import Position
    from games.base import GameInfo
    from matches.records import Match

LONGEST_MOVE = 40
"""Characters; no game has a move text near this."""
MOST_READ = 5
"""Matches whose moves are suggested together: each has to be replayed."""


@everywhere
class GameCog(commands.GroupCog):
    """`/<game> challenge`, `practice`, `watch`, `move`, `hint`, `board`, `setup`, `resign` and `rules`."""

    game: ClassVar[type[Position[Any]]]

    def __init__(self) -> None:
        super().__init__()
        group, info = self.app_command, self.game.info
        assert isinstance(group, app_commands.Group)  # noqa: S101 (every GroupCog has one)
        none = Sentence(
            "You have no match of {game} in this channel. "
            "Begin one with `/{command} challenge`, or name another with `match`.",
            {"game": Sentence(info.name), "command": group.name},
        )
        self.to_move = Act(none, lambda match, seat, _: match.turn == seat)
        self.to_look = Act(none)
        self.to_be_helped = Act(none, lambda match, seat, _: match.practice and match.turn == seat)
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
        side="The side that you play: drawn by lot unless you choose",
        clock="How much time a move may take: as the server has it, or 3 days, unless you choose",
    )
    @app_commands.choices(side=as_choices(side_choices()), clock=as_choices(clock_choices()))
    async def setup(
        self,
        interaction: Interaction,
        code: str,
        opponent: AnyUser | None = None,
        side: Side = "random",
        clock: str | None = None,
    ) -> None:
        context, game = Context(interaction), self.game.info.key
        if opponent is None:
            await study_position(context, game, code)
            return
        check_opponent(context, opponent)
        await challenge(context, game, person_of(opponent), side, {}, clock=clock, rated=False, start=tidied(code))

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
        """The legal moves that go on as typed, in all matches that the person may mean; which it is, is asked later."""
        context, code = Context(interaction), interaction.namespace.match
        typing = typed_on(context)
        try:
            found = await self._maybe_meant(context, code)
            if typing():
                return []
            snapshots = [await context.service.lookup.snapshot(match.id) for match in found]
        except Refusal:  # half a code, or a match that this version cannot replay
            return []
        if typing():
            return []
        return move_choices(typed, [snapshot.position for snapshot in snapshots])

    @move.autocomplete("match")
    @board.autocomplete("match")
    @hint.autocomplete("match")
    @resign.autocomplete("match")
    async def _matches(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The person's matches of this game, those where it is their turn first."""
        return await suggested(Context(interaction), self.to_look, typed, self.game.info.key)

    async def _to_look_at(self, context: Context, code: str | None, then: str) -> Context | None:
        """About the match that is named, else about the newest in this channel, else as `which` finds it."""
        key = self.game.info.key
        if code is None:
            newest = await context.service.lookup.newest(context.me.id, key, context.channel_id)
            if newest is not None:
                return context.about(newest)
        return await which(context, self.to_look, code, then, game=key)

    async def _maybe_meant(self, context: Context, code: str | None) -> list[Match]:
        """The matches in which a move that is being typed may be meant, those of this channel before all others."""
        key = self.game.info.key
        if code:
            return [await named(context, code, key)]
        shown = await here(context, self.to_move, key)
        return list(shown or (await candidates(context, self.to_move, key)).elsewhere)[:MOST_READ]


def challenge_command(game: type[Position[Any]]) -> app_commands.Command[Any, ..., None]:
    """`/<game> challenge`, with the options of the game as options of the command."""
    info = game.info

    async def callback(
        interaction: Interaction,
        opponent: AnyUser | None = None,
        side: Side = "random",
        clock: str | None = None,
        rated: bool | None = None,
        note: str = "",
        **options: str,
    ) -> None:
        context = Context(interaction)
        if opponent is not None and opponent.id == context.client.application_id:
            await ask_level(context, info.key, side, options_named(info.key, options))
            return
        if opponent is not None:
            check_opponent(context, opponent)
        whom = person_of(opponent) if opponent else None
        await challenge(context, info.key, whom, side, options, clock=clock, rated=rated, note=note)

    _take(
        callback,
        _parameter("opponent", AnyUser | None, None),
        _parameter("side", str, "random"),
        _parameter("clock", str | None, None),
        *(_parameter(name, Literal[tuple(values)], values[0]) for name, values in info.options.items()),
        _parameter("rated", bool | None, None),
        _parameter("note", app_commands.Range[str, 1, LONGEST_NOTE], ""),
    )
    app_commands.describe(
        opponent="Whom you challenge; leave it out to challenge anyone here",
        side="The side that you play: drawn by lot unless you choose",
        clock="How much time a move may take: as the server has it, or 3 days, unless you choose",
        rated="Whether the match counts for ratings: as the server has it unless you choose",
        note=say("A word to your opponent, at most {count} characters", count=LONGEST_NOTE),
        **{name: values.about for name, values in info.options.items()},
    )(callback)
    app_commands.choices(side=as_choices(side_choices(info)), clock=as_choices(clock_choices()))(callback)
    return app_commands.Command(
        name="challenge", description=say("Challenge somebody to {game}", game=Sentence(info.name)), callback=callback
    )


def practice_command(game: type[Position[Any]]) -> app_commands.Command[Any, ..., None]:
    """`/<game> practice`, with the options of the game as options of the command."""
    info = game.info

    async def callback(
        interaction: Interaction, level: int = USUAL_LEVEL, side: Side = "random", **options: str | None
    ) -> None:
        chosen = {name: value for name, value in options.items() if value is not None}
        await practice(Context(interaction), info.key, level, side, chosen)

    _take(
        callback,
        _parameter("level", int, USUAL_LEVEL),
        _parameter("side", str, "random"),
        *_options(info),
    )
    app_commands.describe(
        level="How strong the computer is: level 2 unless you choose",
        side="The side that you play: drawn by lot unless you choose",
        **{name: values.about for name, values in info.options.items()},
    )(callback)
    app_commands.choices(level=as_choices(level_choices()), side=as_choices(side_choices(info)))(callback)
    return app_commands.Command(
        name="practice",
        description=say("Play {game} against the computer, at once", game=Sentence(info.name)),
        callback=callback,
    )


def watch_command(game: type[Position[Any]]) -> app_commands.Command[Any, ..., None]:
    """`/<game> watch`, with the options of the game as options of the command."""
    info = game.info

    async def callback(interaction: Interaction, levels: str = USUAL_PAIR, **options: str | None) -> None:
        chosen = {name: value for name, value in options.items() if value is not None}
        await watch(Context(interaction), info.key, pair_of(levels), chosen)

    _take(callback, _parameter("levels", str, USUAL_PAIR), *_options(info))
    app_commands.describe(
        levels="How strong the two are: both at level 3 unless you choose",
        **{name: values.about for name, values in info.options.items()},
    )(callback)
    app_commands.choices(levels=as_choices(pair_choices()))(callback)
    return app_commands.Command(
        name="watch", description=say("Watch two computer players, a move every half minute"), callback=callback
    )


def _options(info: GameInfo) -> list[Parameter]:
    """The options of a game as options of a command, none of which need be given."""
    return [_parameter(name, Literal[tuple(values)] | None, None) for name, values in info.options.items()]


def _take(callback: Any, *parameters: Parameter) -> None:  # noqa: ANN401 (a function whose signature is made here)
    """Let discord.py see these parameters behind the interaction."""
    signature = Signature([Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD), *parameters])
    setattr(callback, "__signature__", signature)  # noqa: B010 (mypy knows no signature of a function)


def _parameter(name: str, annotation: Any, default: Any) -> Parameter:  # noqa: ANN401 (types of Discord's options)
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=annotation, default=default)


def complete(typed: str, moves: Iterable[str]) -> list[str]:
    """The moves that fit what was typed, best first: the very move, then what begins so, then what contains it."""
    wanted = squash(typed)
    ranked = []
    for number, move in enumerate(moves):
        squashed = squash(move)
        if wanted in squashed:
            ranked.append((squashed != wanted, not squashed.startswith(wanted), number, move))
    return [move for *_, move in sorted(ranked)]


def move_choices(typed: str, positions: Sequence[Position[Any]]) -> list[app_commands.Choice[str]]:
    """The suggestions for a move that is being typed: the moves that fit, or the next step where they are too many."""
    moves = dict.fromkeys(position.format(move) for position in positions for move in position.legal_moves())
    fitting = complete(typed, moves)
    if len(fitting) > limits.CHOICES:
        steps = dict.fromkeys(step for position in positions for step in position.following(typed))
        fitting = _groups(list(steps), len(squash(typed)) + 1) or fitting
    return [app_commands.Choice(name=text, value=text) for text in fitting[: limits.CHOICES]]


def _groups(steps: list[str], length: int) -> list[str]:
    """These steps; where they are too many their first letters, so many: the columns in which they lie."""
    if len(steps) <= limits.CHOICES:
        return steps
    return list(dict.fromkeys(step[:length] for step in steps))
