"""Builds the slash commands that start a match.

Each command has an option for every setting that the game offers, such as the size of the board.
"""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from inspect import Parameter, Signature
from typing import Any

from discord import app_commands

from cogs.commands.options import CLOCK, SIDE, as_choices, suggest_clocks
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
from matches.model import Side
from service.challenges import LONGEST_NOTE


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a slash command: its description, type, default and choices."""

    about: str
    type: Any
    default: Any = None
    choices: Mapping[Any, str] = field(default_factory=dict)


def challenge_command(game: type[Position[Any]]) -> app_commands.Command[Any, ..., None]:
    """Return the `/<game> challenge` command, with an option for each of the game's settings."""
    info = game.info

    @app_commands.autocomplete(clock=suggest_clocks)
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

    about_note = say("A note to your opponent, at most {count} characters", count=LONGEST_NOTE)
    options = {
        "opponent": Option("Your opponent; leave it out to challenge anyone here", AnyUser | None),
        "side": Option(SIDE, str, "random", side_choices(info, both=True)),
        "clock": Option(CLOCK, str | None),
        **_options(info),
        "rated": Option("Whether the match counts for ratings; standard games do by default", bool | None),
        "note": Option(about_note, app_commands.Range[str, 1, LONGEST_NOTE], ""),
    }
    return _command("challenge", say("Challenge someone to {game}", game=Sentence(info.name)), callback, options)


def practice_command(game: type[Position[Any]]) -> app_commands.Command[Any, ..., None]:
    """Return the `/<game> practice` command, with an option for each of the game's settings."""
    info = game.info

    async def callback(
        interaction: Interaction, level: int | None = None, side: Side = "random", **options: str | None
    ) -> None:
        context = Context(interaction)
        level = level or await context.service.practice.level_for(context.me.id, info.key)
        await practice(context, info.key, level, side, _chosen(options))

    about_level = "The computer's strength: unless you choose, the level above the highest that you have beaten"
    options = {
        "level": Option(about_level, int | None, choices=level_choices()),
        "side": Option(SIDE, str, "random", side_choices(info)),
        **_options(info),
    }
    return _command("practice", say("Play {game} against the computer", game=Sentence(info.name)), callback, options)


def _options(info: GameInfo) -> dict[str, Option]:
    """Convert a game's settings to slash-command options, all of them optional."""
    return {
        name: Option(option.about, str | None, choices={value: say(option.phrases[value]) for value in option})
        for name, option in info.options.items()
    }


def _chosen(options: Mapping[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in options.items() if value is not None}


def _command(
    name: str, about: str, callback: Callable[..., Coroutine[Any, Any, None]], options: Mapping[str, Option]
) -> app_commands.Command[Any, ..., None]:
    """Build a slash command, giving its callback a signature from which discord.py can read these options."""
    parameters = [Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD)]
    for key, option in options.items():
        kind, default = option.type, option.default
        parameters.append(Parameter(key, Parameter.POSITIONAL_OR_KEYWORD, annotation=kind, default=default))
    setattr(callback, "__signature__", Signature(parameters))  # noqa: B010 (mypy knows no signature of a function)
    app_commands.describe(**{key: option.about for key, option in options.items()})(callback)
    choices = {key: as_choices(option.choices) for key, option in options.items() if option.choices}
    app_commands.choices(**choices)(callback)
    return app_commands.Command(name=name, description=about, callback=callback)
