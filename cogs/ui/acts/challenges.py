"""Posts, accepts and withdraws challenges, and begins the resulting matches."""

import logging
from collections.abc import Mapping
from contextlib import suppress

import discord

from cogs.posts.challenges import shown_to, shows
from cogs.posts.controls import again_buttons, withdraw_button
from cogs.texts import matches as texts
from cogs.texts.challenges import settled_text
from cogs.texts.clocks import read_clock
from cogs.texts.markdown import say
from cogs.ui.actions import Example, control
from cogs.ui.acts.welcome import tell_absence
from cogs.ui.context import Context
from cogs.ui.moderators import check_server
from cogs.ui.picker.first import show_first_picker
from cogs.wire.controls import Controls
from cogs.wire.failures import FAILURES, is_refused, may_have_succeeded
from cogs.wire.people import AnyUser, person_of
from cogs.wire.permissions import answers_privately, missing_permissions
from cogs.wire.replies import Interaction
from language import mark
from matches.deliveries import Delivery
from matches.errors import Refusal
from matches.model import Challenge, Person, Side, Snapshot, Venue
from service.outbox import TakenOver
from storage.errors import Unavailable

log = logging.getLogger(__name__)

SOON_SHOWN = mark("Your challenge is saved and will appear soon.")
UNREACHED = mark("I cannot reach {player} by direct message. Challenge them in a channel that you share.")
LAP = 9_999
"""The number of seconds after which times in custom_ids that begin a match repeat. These times range from 1 to 9999."""
SIDES: tuple[Side, ...] = ("first", "second", "random")


def asked_at(context: Context) -> int | None:
    """Return the time (UTC seconds) at which the page with the button was shown.

    For a page older than LAP seconds, returns a later time. Returns None for commands and for buttons of versions that
    stored no times.
    """
    now = context.service.clock.now()
    return now - (now + 1 - context.rev) % LAP if context.rev else None


async def challenge(
    context: Context,
    game: str,
    opponent: Person | None,
    side: Side,
    options: Mapping[str, str],
    *,
    clock: str | None = None,
    rated: bool | None = None,
    note: str = "",
    start: str = "",
) -> None:
    """Challenge a person, or post a challenge open to anyone if `opponent` is None.

    If the command is used in direct messages, the challenge is sent to the opponent's direct messages.
    """
    await check_beginning(context, at_large=opponent is None)
    usual = (await context.service.settings.of_server(context.guild_id)).clock
    made = await context.service.challenges.invite(
        game,
        context.me,
        opponent,
        await _venue_for(context, opponent),
        side,
        options,
        clock=read_clock(clock or usual),
        rated=rated,
        note=note,
        start=start,
        asked_at=asked_at(context),
    )
    await _present(context, made)


def check_opponent(context: Context, opponent: AnyUser, *, asked_before: bool = False) -> None:
    """Raise Refusal if the opponent would be unable to respond to a challenge posted in this channel.

    `asked_before` means that the check was made when the form was opened; without membership data, it cannot be
    repeated.
    """
    name, here = person_of(opponent).name, context.here
    if opponent.id == context.me.id:
        raise Refusal("You cannot challenge yourself. Choose another opponent.")
    if opponent.bot:
        raise Refusal("{player} is a bot that does not play. Choose a person, or play against me.", player=name)
    if here.direct:
        return
    if here.guild_id is None:
        can_see = opponent.id in recipients(context.interaction)
    elif isinstance(opponent, discord.Member):
        can_see = opponent.resolved_permissions is None or opponent.resolved_permissions.view_channel
    else:
        can_see = asked_before
    if not can_see:
        raise Refusal("{player} cannot see this channel. Choose someone who can.", player=name)


def recipients(interaction: Interaction) -> set[int]:
    """Return the IDs of the other people in a direct or group message.

    The set is empty if Discord does not tell the bot who they are.
    """
    channel = interaction.channel
    if isinstance(channel, discord.DMChannel | discord.GroupChannel):
        return {user.id for user in channel.recipients}
    return set()


def check_channel(context: Context) -> None:
    """Raise Refusal if the bot cannot post a match's boards in this channel."""
    if not context.channel_id:
        raise Refusal("Discord does not say which channel this is. Try another one.")
    if answers_privately(context.interaction):
        raise Refusal(
            "I cannot host a match here. I am not a member of this server, and it does not let you **use "
            "external apps**, so nobody else would see the board. Play in a direct message with me, or ask a "
            "server manager."
        )
    if missing := missing_permissions(context.interaction):
        raise Refusal(
            "I cannot host a match here because I may not {missing}. Ask a server manager to allow it.",
            missing=missing,
        )


async def check_beginning(context: Context, *, at_large: bool = False) -> None:
    """Raise Refusal if no match can begin in this channel.

    Runs `check_channel` and `check_server`.
    """
    check_channel(context)
    await check_server(context, at_large=at_large)


async def _venue_for(context: Context, opponent: Person | None) -> Venue:
    """Return the venue for a challenge: this channel or, if it is the bot's direct messages, the opponent's."""
    here = context.here
    if not here.direct:
        return here
    if opponent is None:
        raise Refusal("Nobody else can see this conversation. Challenge people in a channel that you share.")
    return await direct_messages(context.client, opponent)


async def _present(context: Context, made: Challenge) -> None:
    """Post a new challenge, as the response to the challenger's interaction if it belongs in this channel."""
    posts = context.relay.challenges
    here = made.venue.channel_id == context.channel_id
    facts = {
        "player": made.opponent.name if made.opponent else "",
        "game": texts.game_name(made.game),
        "channel": texts.channel(made.venue.channel_id),
    }
    try:
        if here and await posts.answer(context.interaction, made):
            return
        await posts.post(made)
    except TakenOver:
        log.info("Delivered by another process: a challenge")
    except Unavailable as error:
        log.error("A challenge waits: %s", error)  # noqa: TRY400 (one line says it all)
        await context.tell(say(SOON_SHOWN))
        return
    except FAILURES as error:
        if may_have_succeeded(error):
            await context.relay.retry_failed([Delivery("challenge", made.id, channel_id=made.venue.channel_id)], error)
            await context.tell(say("Discord rejected the challenge just now. I will keep trying."))
            return
        if not is_refused(error):
            raise
        await context.service.challenges.withdraw(made.id, context.me.id)
        if not made.venue.direct:
            raise Refusal("I may not post in {channel}. Use another channel.", **facts) from error
        raise Refusal(UNREACHED, **facts) from error
    await _tell_where(context, made, facts)


async def _tell_where(context: Context, made: Challenge, facts: Mapping[str, object]) -> None:
    """Tell the challenger where the challenge was posted, unless it was posted in their current channel."""
    if made.venue.channel_id == context.channel_id:  # the challenge is in sight
        await context.reply.finish()
        return
    if made.venue.direct:
        told = say("You sent {player} a **{game}** challenge by direct message.", **facts)
    elif made.opponent is not None:
        told = say("You challenged {player} to **{game}** in {channel}.", **facts)
    else:
        told = say("Your **{game}** challenge is in {channel}.", **facts)
    await context.tell(told, Controls(withdraw_button(made.id)))


@control("accept", about="challenge", example=Example("challenge", by="Bob", public=True))
async def accept(context: Context) -> None:
    """Accept a challenge, responding with the match's first board."""
    check_channel(context)
    service = context.service
    challenge = await service.challenges.of(context.subject)
    also = await direct_messages(context.client, challenge.challenger) if challenge.venue.direct else None
    snapshot = await service.challenges.accept(context.subject, context.me, other_venue=also)
    await begin(context, snapshot)
    await tell_absence(context, snapshot)


async def begin(context: Context, snapshot: Snapshot) -> None:
    """Show the first board of the match begun by a challenge, and mark the challenge's messages as accepted."""
    accepted = await context.service.challenges.of(snapshot.match.id)
    if accepted.venue.guest:  # a guest can edit the challenge's message only in its answer
        await _settle_here(context, accepted)
    await context.show(snapshot)
    context.relay.settle(accepted)
    if snapshot.match.turn == snapshot.match.seat_of(context.me.id):
        await show_first_picker(context, snapshot.match.id)


async def direct_messages(client: discord.Client, person: Person) -> Venue:
    """Return a person's direct-message channel, whether or not they accept messages there.

    Raises FAILURES, and Refusal if Discord does not know the person, for example because the account was deleted.
    """
    if person.id > 0:
        try:
            return Venue((await client.create_dm(discord.Object(person.id))).id, None)
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            log.info("No direct messages are possible: %s", error)
    raise Refusal(UNREACHED, player=person.name)


@control("decline", about="challenge", example=Example("challenge", by="Bob", public=True))
async def decline(context: Context) -> None:
    declined = await context.service.challenges.decline(context.subject, context.me.id)
    await _update_settled(context, declined)


@control("withdraw", about="challenge", example=Example("challenge", public=True))
async def withdraw(context: Context) -> None:
    await _update_settled(context, await context.service.challenges.withdraw(context.subject, context.me.id))


async def _update_settled(context: Context, challenge: Challenge) -> None:
    """Show a challenge's outcome on all its messages, starting with the one whose button was pressed."""
    if not await _settle_here(context, challenge):
        await context.answer(settled_text(challenge))
    context.relay.settle(challenge)


async def _settle_here(context: Context, challenge: Challenge) -> bool:
    """Show a challenge's outcome on the message used, if it shows the challenge. Returns whether it does."""
    message = context.interaction.message
    if message is None or context.from_private_message or not shows(message, challenge):
        return False
    with shown_to(challenge):
        await context.settle(settled_text(challenge))
    return True


@control("rematch", example=Example("over", public=True))
async def rematch(context: Context) -> None:
    """Ask the opponent for a rematch with the sides swapped, or begin it if they have already asked for one."""
    await check_beginning(context)
    service = context.service
    match = await service.lookup.match(context.subject)
    seat = match.seat_of(context.me.id)
    if match.practice and match.over and seat is not None:
        await context.tell(
            say("Play the computer again, sides swapped. How strong should it be?"),
            Controls(*again_buttons(match)),
            panel=("rematch", match.id),
        )
        return
    opponent = match.players[1 - seat] if seat is not None else None
    where = await _venue_for(context, opponent) if opponent else context.here
    also = None
    if opponent:
        with suppress(Refusal):  # the service explains it better
            also = await direct_messages(context.client, opponent)
    begun = await service.challenges.rematch(match.id, context.me, where, other_venue=also)
    if isinstance(begun, Snapshot):
        await begin(context, begun)
    else:
        await _present(context, begun)
