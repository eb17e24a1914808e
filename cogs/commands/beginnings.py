"""Builds the commands that begin a match. Each has the game's options as its own options."""

from collections.abc import Mapping
from inspect import Parameter, Signature
from typing import Any

from discord import app_commands

from cogs.commands.options import CLOCK, as_choices, suggest_clocks
from cogs.texts.challenges import side_choices
from cogs.texts.practice import level_choices
from cogs.ui.acts.challenges import challenge, check_opponent
from cogs.ui.acts.practice import ask_level, practice
from cogs.ui.context import Context
from cogs.wire.people import AnyUser, person_of
from cogs.wire.replies import Interaction
from games import Position
from games.base import GameInfo
from language import Sentence, say
from matches.computers import USUAL_LEVEL
from matches.model import Side
from service.challenges import LONGEST_NOTE


def challenge_command(game: type[Position[Any]]) -> app_commands.Command[Any, ..., None]:
    """`/<game> challenge`, with the game's options."""
    info = game.info

    async def callback(
        interaction: Interaction,
        opponent: AnyUser | None = None,
        side: Side = "random",
        clock: str | None = None,
        rated: bool | None = None,
        note: str = "",
        **options: str | None,
    ) -> None:
        context = Context(interaction)
        chosen = _chosen(options)
        if opponent is not None and context.is_tidepool(opponent):
            await ask_level(context, info.key, side, chosen)
            return
        if opponent is not None:
            check_opponent(context, opponent)
        whom = person_of(opponent) if opponent else None
        await challenge(context, info.key, whom, side, chosen, clock=clock, rated=rated, note=note)

    _declare(
        callback,
        _parameter("opponent", AnyUser | None, None),
        _parameter("side", str, "random"),
        _parameter("clock", str | None, None),
        *_options(info),
        _parameter("rated", bool | None, None),
        _parameter("note", app_commands.Range[str, 1, LONGEST_NOTE], ""),
    )
    app_commands.describe(
        opponent="Your opponent; leave it out to challenge anyone here",
        side="Your side: drawn by lot unless you choose",
        clock=CLOCK,
        rated="Whether the match counts for ratings; standard games do by default",
        note=say("A note to your opponent, at most {count} characters", count=LONGEST_NOTE),
        **{name: values.about for name, values in info.options.items()},
    )(callback)
    app_commands.choices(side=as_choices(side_choices(info, both=True)), **_option_choices(info))(callback)
    app_commands.autocomplete(clock=suggest_clocks)(callback)
    return app_commands.Command(
        name="challenge", description=say("Challenge someone to {game}", game=Sentence(info.name)), callback=callback
    )


def practice_command(game: type[Position[Any]]) -> app_commands.Command[Any, ..., None]:
    """`/<game> practice`, with the game's options."""
    info = game.info

    async def callback(
        interaction: Interaction, level: int = USUAL_LEVEL, side: Side = "random", **options: str | None
    ) -> None:
        await practice(Context(interaction), info.key, level, side, _chosen(options))

    _declare(
        callback,
        _parameter("level", int, USUAL_LEVEL),
        _parameter("side", str, "random"),
        *_options(info),
    )
    app_commands.describe(
        level="The computer's strength: level 2 unless you choose",
        side="Your side: drawn by lot unless you choose",
        **{name: values.about for name, values in info.options.items()},
    )(callback)
    app_commands.choices(
        level=as_choices(level_choices()), side=as_choices(side_choices(info)), **_option_choices(info)
    )(callback)
    return app_commands.Command(
        name="practice",
        description=say("Play {game} against the computer", game=Sentence(info.name)),
        callback=callback,
    )


def _options(info: GameInfo) -> list[Parameter]:
    """The game's options as optional command options."""
    return [_parameter(name, str | None, None) for name in info.options]


def _option_choices(info: GameInfo) -> dict[str, list[app_commands.Choice[str]]]:
    """The choices of the game's options, by option."""
    return {
        name: as_choices({value: say(option.phrases[value]) for value in option})
        for name, option in info.options.items()
    }


def _chosen(options: Mapping[str, str | None]) -> dict[str, str]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def _declare(callback: Any, *parameters: Parameter) -> None:  # noqa: ANN401 (a function whose signature is built here)
    """Set the signature that discord.py inspects: the interaction, then these parameters."""
    signature = Signature([Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD), *parameters])
    setattr(callback, "__signature__", signature)  # noqa: B010 (mypy knows no signature of a function)


def _parameter(name: str, annotation: Any, default: Any) -> Parameter:  # noqa: ANN401 (types of Discord's options)
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=annotation, default=default)
