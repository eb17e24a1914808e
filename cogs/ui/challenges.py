"""Challenges: a public message with all terms, and with Accept, Decline and Withdraw as long as it is open."""

from __future__ import annotations

import contextlib
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from cogs.posts.boards import answers_privately, missing_permissions, pinging
from cogs.posts.threads import give_thread
from cogs.texts import matches as words
from cogs.texts.challenges import USUAL_CLOCK, clock_choices, invitation, settled, side_choices
from cogs.ui.acts import act
from cogs.ui.controls import Controls, Form, Press, button, choice_field, control, custom_id
from cogs.ui.errors import CLOSED, LATE, NO_ACCESS, Told, turn, whisper
from games import GAMES
from matches.errors import Settled
from matches.records import Person, Snapshot, Venue
from matches.timecontrol import TimeControl

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs._client import Interaction, Tidepool
    from matches.records import Challenge, Side

log = logging.getLogger(__name__)

UNREACHABLE = CLOSED | NO_ACCESS
"""Discord's codes for a place where nobody will ever see a challenge."""
CUT_OFF = 60
"""Seconds after which a challenge whose message is not known was cut off rather than is being posted."""
LOOK_BACK = 50
"""How many of a channel's newest messages are searched for such a challenge."""


def person(user: discord.User | discord.Member) -> Person:
    return Person(user.id, user.display_name)


def venue(interaction: Interaction) -> Venue:
    """Where the interaction happens."""
    if interaction.channel_id is None:
        raise Told("Discord does not say which channel this is. Try it in another one.")
    guest = not alone_with_bot(interaction) and not interaction.is_guild_integration()
    return Venue(interaction.channel_id, interaction.guild_id, guest)


def alone_with_bot(interaction: Interaction) -> bool:
    """Whether this is somebody's direct conversation with the bot, which nobody else sees."""
    return interaction.context.dm_channel


async def challenge(
    interaction: Interaction,
    game: str,
    opponent: Person | None,
    side: Side,
    options: Mapping[str, str],
    *,
    clock: str = USUAL_CLOCK,
    rated: bool = False,
    note: str = "",
) -> None:
    """Challenge somebody, or anyone (None), in this channel; in the bot's direct messages, by direct message."""
    check_channel(interaction)
    made = await interaction.client.service.challenges.invite(
        game,
        person(interaction.user),
        opponent,
        await _venue_for(interaction, opponent),
        side,
        options,
        clock=TimeControl.parse(clock),
        rated=rated,
        note=note,
    )
    await _present(interaction, made)


def check_opponent(interaction: Interaction, opponent: discord.User | discord.Member) -> None:
    """Refuse to challenge somebody who could never answer here."""
    name = words.plain(opponent.display_name)
    if opponent.id == interaction.user.id:
        raise Told("You cannot challenge yourself. Choose somebody else as opponent.")
    if opponent.bot:
        raise Told(f"{name} is a bot, and bots do not play. Choose a person.")
    if interaction.guild_id is None:
        if alone_with_bot(interaction):
            return
        can_see = opponent.id in recipients(interaction)
    else:
        can_see = isinstance(opponent, discord.Member) and (
            opponent.resolved_permissions is None or opponent.resolved_permissions.view_channel
        )
    if not can_see:
        raise Told(f"{name} cannot see this channel, so they could not answer. Choose somebody who is here.")


def recipients(interaction: Interaction) -> set[int]:
    """Who takes part in a private conversation, as far as Discord says."""
    channel = interaction.channel
    if isinstance(channel, discord.DMChannel | discord.GroupChannel):
        return {user.id for user in channel.recipients}
    return set()


def check_channel(interaction: Interaction) -> None:
    """Refuse where the boards of a match could not be posted."""
    if answers_privately(interaction):
        raise Told(
            "I cannot host a match here: I am no member of this server, and it does not let you **use external apps**, "
            "so nobody else would see the board. Play in a direct message with me, or ask whoever runs this server."
        )
    if missing := missing_permissions(interaction):
        raise Told(f"I cannot host a match here: I may not {missing}. Ask whoever runs this server to allow it.")


async def _venue_for(interaction: Interaction, opponent: Person | None) -> Venue:
    """Where the challenge is shown: here, or in the opponent's direct messages if nobody else is here."""
    if not alone_with_bot(interaction):
        return venue(interaction)
    if opponent is None:
        raise Told("Nobody else can see this conversation: challenge people in a channel where you both are.")
    return await direct_messages(interaction.client, opponent.id)


async def _present(interaction: Interaction, made: Challenge) -> None:
    """Show a new challenge, as the answer to whoever made it where that is its place."""
    service = interaction.client.service
    if made.venue.channel_id == interaction.channel_id:
        try:
            shown = (await interaction.response.send_message(**_message(made))).message_id
        except discord.HTTPException as error:
            if error.code not in LATE:
                raise
            shown = await _answered(interaction, made)
        if shown:
            await service.challenges.posted(made.id, shown)
            return
    name = words.plain(made.opponent.name) if made.opponent else "they"
    try:
        await _post(interaction.client, made)
    except discord.HTTPException as error:
        if error.code not in UNREACHABLE:
            raise
        await service.challenges.withdraw(made.id, interaction.user.id)
        raise Told(
            f"{name} cannot be reached by direct message: challenge them in a channel where you both are."
        ) from error
    await whisper(
        interaction,
        f"You challenged {name} to **{words.game_name(made.game)}** by direct message.",
        view=Controls(button("Withdraw", "withdraw", made.id)),
    )


async def _answered(interaction: Interaction, made: Challenge) -> int | None:
    """The message by which an interaction was answered with a challenge though Discord's word of it was lost."""
    try:
        answer = await interaction.original_response()
    except discord.HTTPException:
        return None
    return answer.id if _shows(answer, made) else None


async def _post(bot: Tidepool, challenge: Challenge) -> None:
    """Show a challenge by the bot's own route."""
    channel = bot.get_partial_messageable(challenge.venue.channel_id, guild_id=challenge.venue.guild_id)
    sent = await channel.send(nonce=f"{challenge.code}-challenge", **_message(challenge))
    await bot.service.challenges.posted(challenge.id, sent.id)


def _message(challenge: Challenge) -> dict[str, Any]:
    """An open challenge: a person is pinged, anyone is not."""
    decline = [button("Decline", "decline", challenge.id)] if challenge.opponent else []
    return {
        "content": invitation(challenge),
        "view": Controls(
            button("Accept", "accept", challenge.id, style=discord.ButtonStyle.success),
            *decline,
            button("Withdraw", "withdraw", challenge.id),
        ),
        "allowed_mentions": pinging({challenge.opponent.id} if challenge.opponent else ()),
    }


async def post_cut_off(bot: Tidepool) -> None:
    """Show the challenges that were made and never shown, because the bot was stopped between the two."""
    for made in await bot.service.challenges.unposted():
        if made.created_at > bot.service.clock.now() - CUT_OFF:
            continue
        if made.venue.guest:  # there the bot can only answer, and it is too late for that
            await bot.service.challenges.withdraw(made.id, made.challenger.id)
            continue
        channel = bot.get_partial_messageable(made.venue.channel_id, guild_id=made.venue.guild_id)
        try:
            async for message in channel.history(limit=LOOK_BACK):
                if _shows(message, made):
                    await bot.service.challenges.posted(made.id, message.id)
                    break
            else:
                await _post(bot, made)
        except discord.HTTPException as error:
            log.info("Challenge #%s cannot be shown: %s", made.code, error)
            if error.code in UNREACHABLE:
                await bot.service.challenges.withdraw(made.id, made.challenger.id)


def _shows(message: discord.Message, challenge: Challenge) -> bool:
    """Whether this message is the challenge."""
    accept = custom_id("accept", challenge.id)
    return any(
        getattr(item, "custom_id", None) == accept
        for row in message.components
        for item in getattr(row, "children", ())
    )


@control("accept")
async def accept(press: Press) -> None:
    """Accept: the first board is the answer."""
    interaction = press.interaction
    check_channel(interaction)
    bot = interaction.client
    challenge = await bot.service.challenges.of(press.subject)
    also = await direct_messages(bot, challenge.challenger.id) if challenge.venue.direct else None
    try:
        snapshot = await bot.service.challenges.accept(press.subject, person(interaction.user), also=also)
    except Settled as refusal:
        settled_before = await bot.service.challenges.of(refusal.challenge_id)
        bot.rounds.edit_later(partial(show_settled, bot, settled_before))
        raise
    await begin(interaction, snapshot)


async def begin(interaction: Interaction, snapshot: Snapshot) -> None:
    """Show the first board of a match that comes of a challenge, and settle the challenge's message."""
    bot = interaction.client
    async with bot.posts.still(snapshot.match.id):  # the sweep must not show it in the channel meanwhile
        await give_thread(bot, snapshot.match)
    accepted = await bot.service.challenges.of(snapshot.match.id)
    if accepted.venue.guest and interaction.message and interaction.message.id == accepted.message_id:
        await turn(interaction, content=settled(accepted), view=None)  # only the answer can edit it
    await bot.posts.show(snapshot, interaction)
    await show_settled(bot, accepted)


async def direct_messages(bot: Tidepool, person_id: int) -> Venue:
    """The conversation between this person and the bot, whether they take messages there or not."""
    return Venue((await bot.create_dm(discord.Object(person_id))).id, None)


@control("decline")
async def decline(press: Press) -> None:
    interaction = press.interaction
    declined = await interaction.client.service.challenges.decline(press.subject, interaction.user.id)
    await interaction.response.edit_message(content=settled(declined), view=None)
    if interaction.message and interaction.message.id != declined.message_id:
        await show_settled(interaction.client, declined)
    if alone_with_bot(interaction):
        with contextlib.suppress(discord.HTTPException):  # who closed their direct messages is not told
            channel = await interaction.client.create_dm(discord.Object(declined.challenger.id))
            await channel.send(settled(declined))


@control("withdraw")
async def withdraw(press: Press) -> None:
    interaction = press.interaction
    withdrawn = await interaction.client.service.challenges.withdraw(press.subject, interaction.user.id)
    await interaction.response.edit_message(content=settled(withdrawn), view=None)
    if interaction.message and interaction.message.id != withdrawn.message_id:
        await show_settled(interaction.client, withdrawn)


async def show_settled(bot: Tidepool, challenge: Challenge) -> None:
    """Take the buttons off a challenge that is open no more, and say what became of it."""
    if challenge.message_id is None or challenge.venue.guest:
        return
    channel = bot.get_partial_messageable(challenge.venue.channel_id, guild_id=challenge.venue.guild_id)
    with contextlib.suppress(discord.HTTPException):  # at worst a dead button stays, and explains itself
        await channel.get_partial_message(challenge.message_id).edit(content=settled(challenge), view=None)


@act("rematch")
async def rematch(interaction: Interaction, match_id: int, _rev: int | None) -> None:
    """Ask for another match with sides swapped, or begin it if the opponent has asked."""
    check_channel(interaction)
    service = interaction.client.service
    match = await service.lookup.match(match_id)
    seat = match.seat_of(interaction.user.id)
    opponent = match.players[1 - seat] if seat is not None else None
    where = await _venue_for(interaction, opponent) if opponent else venue(interaction)
    also = await direct_messages(interaction.client, opponent.id) if opponent else None
    begun = await service.challenges.rematch(match_id, person(interaction.user), where, also=also)
    if isinstance(begun, Snapshot):
        await begin(interaction, begun)
    else:
        await _present(interaction, begun)


async def open_challenge_form(interaction: Interaction, opponent: discord.User | discord.Member) -> None:
    """Ask for the game and the most important terms of a challenge."""
    check_opponent(interaction, opponent)
    await interaction.response.send_modal(
        Form(
            f"Challenge {opponent.display_name}"[:45],
            custom_id("challenge", opponent.id, 0, opponent.display_name),
            choice_field("game", "Game", {key: game.info.name for key, game in GAMES.items()}),
            choice_field("side", "Your side", side_choices(), chosen="random"),
            choice_field("clock", "Clock", clock_choices(), chosen=USUAL_CLOCK),
        )
    )


@control("challenge")
async def challenge_by_form(press: Press) -> None:
    fields = press.fields
    side: Mapping[str, Side] = {"first": "first", "second": "second"}
    opponent = Person(press.subject, ":".join(press.args))
    await challenge(
        press.interaction, fields["game"], opponent, side.get(fields["side"], "random"), {}, clock=fields["clock"]
    )
