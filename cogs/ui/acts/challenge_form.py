"""The form for a challenge."""

from typing import Any

import discord

import language
from cogs.texts.challenges import clock_choices, side_choices
from cogs.ui.actions import Example, control
from cogs.ui.acts.challenges import SIDES, challenge, check_opponent
from cogs.ui.acts.practice import ask_level, open_practice_form
from cogs.ui.context import Context, one_of
from cogs.wire.controls import Controls, Form, button, choice_field, custom_id, number, person_field
from cogs.wire.people import AnyUser, person_of
from games import GAMES
from matches.errors import Refusal


def challenge_button(person_id: int = 0) -> discord.ui.Button[Controls]:
    """The button that opens the form to challenge this person, or a person chosen in the form (0)."""
    return button("Challenge somebody", "challenge?", person_id, style=discord.ButtonStyle.primary)


@control("challenge?", about="person", example=Example("Bob", public=True, where="as guest"))
async def ask_whom(context: Context) -> None:
    """Open the form, with a field for the opponent unless the button names one."""
    if context.here.direct:
        raise Refusal("Nobody else is here: press this in a channel where you both are, or use `/konane challenge`.")
    if context.subject:
        await open_challenge_form(context, await _member(context, context.subject))
    else:
        about = language.say("Leave it empty to challenge anyone here.")
        whom = person_field("opponent", language.say("Whom"), about)
        await _open_form(context, language.say("Challenge somebody"), 0, whom)


async def open_challenge_form(context: Context, opponent: AnyUser) -> None:
    """Open the form to challenge this person, or the practice form if the person is Tidepool."""
    if context.is_tidepool(opponent):
        await open_practice_form(context)
        return
    check_opponent(context, opponent, asked_before=context.here.guest)
    await _open_form(context, language.say("Challenge {player}", player=person_of(opponent).name), opponent.id)


async def _open_form(context: Context, title: str, person_id: int, *whom: discord.ui.Label[Any]) -> None:
    """Open the form with the game and the main terms of a challenge."""
    usual = (await context.service.settings.of_server(context.guild_id)).clock
    await context.form(
        Form(
            title,
            custom_id("challenge", person_id),
            *whom,
            choice_field(
                "game", language.say("Game"), {key: language.say(game.info.name) for key, game in GAMES.items()}
            ),
            choice_field("side", language.say("Your side"), side_choices(), chosen="random"),
            choice_field("clock", language.say("Clock"), clock_choices(), chosen=usual),
        )
    )


@control(
    "challenge",
    about="person",
    example=Example(
        "Bob", typed={"game": "konane", "side": "first", "clock": "3d"}, public=True, where="as guest", writes="own"
    ),
)
async def challenge_by_form(context: Context) -> None:
    """Make the challenge of a submitted form, open to anyone if it names nobody. For Tidepool, ask for the level."""
    game = one_of(context.field("game"), GAMES)
    side = one_of(context.field("side"), SIDES)
    if not context.subject and not context.field("opponent"):
        await challenge(context, game, None, side, {}, clock=context.field("clock"))
        return
    opponent = await _member(context, context.subject or number(context.field("opponent")))
    if context.is_tidepool(opponent):
        await ask_level(context, game, side, {})
        return
    check_opponent(context, opponent, asked_before=context.here.guest)
    await challenge(context, game, person_of(opponent), side, {}, clock=context.field("clock"))


async def _member(context: Context, person_id: int) -> AnyUser:
    """Look up the person with this untrusted id, in this server if possible. Raises Refusal if there is none."""
    guild = context.interaction.guild
    try:
        if guild is not None and not context.here.guest:
            return await guild.fetch_member(person_id)
        return await context.client.fetch_user(person_id)
    except discord.NotFound as error:
        raise Refusal("That person is not here. Choose someone who can see this channel.") from error
