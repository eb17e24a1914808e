"""Private menus of the actions available in a match, such as moving the match to another channel."""

import discord

from cogs.posts.controls import Buttons, practice_take_back, prepare_button
from cogs.texts import matches as texts
from cogs.texts.markdown import say
from cogs.ui.actions import Example, control
from cogs.ui.acts.agreements import agreements, draw_offer, endings, may_offer_draw
from cogs.ui.acts.challenges import check_channel, direct_messages, recipients
from cogs.ui.acts.follows import follow_buttons
from cogs.ui.acts.welcome import tell_absence
from cogs.ui.context import Context
from cogs.ui.moderators import ending_by
from cogs.wire.controls import Controls, button
from cogs.wire.failures import CLOSED
from games import Seat
from matches.errors import Refusal
from matches.model import Snapshot, Venue
from matches.results import introduction

LISTED = "listed"


@control("agree", example=Example(public=True))
async def open_draw_offer(context: Context) -> None:
    """Let a player offer a draw or answer a draw offer, after pressing **Offer a draw** below the board."""
    lookup, me = context.service.lookup, context.me.id
    seat = (await lookup.acting(context.subject, me)).seat_of(me) or 0
    snapshot = await lookup.snapshot(context.subject)
    said, buttons = draw_offer(snapshot, seat)
    match = snapshot.match
    if may_offer_draw(snapshot):
        said.append(say("Offer {opponent} a draw?", opponent=introduction(match.players[1 - seat])))
    await context.tell(_menu_text(snapshot, said), Controls(*buttons), panel=("agree", context.subject))
    context.passing()
    await tell_absence(context, snapshot)


@control("more", example=Example(public=True))
async def open_more(context: Context) -> None:
    """Open the **More** menu from the button below the board.

    The menu has the actions without a button below the board. The argument LISTED marks a page of `/matches`,
    which has fewer buttons.
    """
    service = context.service
    snapshot = await service.lookup.snapshot(context.subject)
    match = snapshot.match
    seat = match.seat_of(context.me.id)
    said: list[str] = []
    buttons: Buttons = []
    if seat is not None and not match.over:
        said, buttons = await agreements(context, snapshot, seat)
        if match.practice and LISTED in context.args:
            buttons += practice_take_back(match)
        if match.practice:
            buttons.append(button("Resign", "resign?", match.id, match.rev))
        buttons += endings(snapshot, seat, service.clock.now())
        if match.turn != seat and not match.practice:
            prepared = len(await service.conditional.of(match.id, context.me.id))
            buttons.append(prepare_button(match, prepared))
        buttons += await _whereabouts(context, snapshot)
    elif not match.over:
        buttons += await follow_buttons(context, match)
        if match.watched and (await service.challenges.of(match.id)).challenger.id == context.me.id:
            buttons += await _whereabouts(context, snapshot)
        if match.by_vote and await ending_by(context, match.id):
            buttons.append(button("End the match", "moderate-ask", match.id, match.rev))
    elif match.ply and (match.watched or match.practice):
        buttons.append(button("GIF", "gif", match.id, match.rev))
    if tournament := await service.tournaments.with_match(match.id):
        buttons.append(button("Standings", "tournament", tournament.id))
    buttons += [
        button("Board as text", "letters", match.id, match.rev),
        button("Rules", "rules", 0, 0, match.game),
    ]
    await context.tell(_menu_text(snapshot, said), Controls(*buttons), panel=("more", match.id))
    context.passing()
    await tell_absence(context, snapshot)


async def _whereabouts(context: Context, snapshot: Snapshot) -> Buttons:
    match = snapshot.match
    places = await context.service.places.of(match.id)
    if context.channel_id in {place.channel_id for place in places}:
        return [button("Post the board again", "bump", match.id, match.rev)]
    if match.watched:
        return []
    return [button("Move it here", "move-here", match.id, match.rev)]


def _menu_text(snapshot: Snapshot, sentences: list[str]) -> str:
    return texts.introduced_once(snapshot.match, "\n".join([texts.state_of(snapshot), *sentences]))


@control("bump", example=Example())
async def bump(context: Context) -> None:
    """Repost the newest board at the bottom of the channel, without pinging anyone."""
    snapshot = await context.service.lookup.with_newest_board(context.subject)
    match = snapshot.match
    if match.watched:
        starter = (await context.service.challenges.of(match.id)).challenger
        if starter.id != context.me.id:
            raise Refusal("{name} started this, so only they can post it again.", name=starter.name)
    elif match.seat_of(context.me.id) is None:
        raise Refusal(
            "{match} is between {players}, so only they can post it again.",
            match=texts.title(match),
            players=texts.pair(match),
        )
    await context.relay.boards.bump(snapshot, context.interaction)


@control("move-here", example=Example(where="elsewhere"))
async def move_here(context: Context) -> None:
    """Move a match to this channel.

    If this is a direct message with the bot, moves it to the direct messages of both players.
    """
    here, service = context.here, context.service
    check_channel(context)
    snapshot = await service.lookup.with_newest_board(context.subject)
    match = snapshot.match
    if match.watched:
        raise Refusal(
            "{match} is a computer match and stays in the channel where it started.", match=texts.title(match)
        )
    places = await service.places.of(match.id)
    seat = match.seat_of(context.me.id)
    if seat is not None:
        if any(place.channel_id == here.channel_id for place in places):
            raise Refusal("{match} is already here.", match=texts.title(match))
        await _check_reach(context, snapshot, seat)
    also = None
    if here.direct and seat is not None and match.players[1 - seat].id > 0:
        also = await direct_messages(context.client, match.players[1 - seat])
    shown = bool(places) and not match.over  # if it is shown nowhere, moving it helps even if only one player sees it
    if also is not None and seat is not None and shown:
        await _say_there(context, snapshot, seat, also)
    await service.places.move_here(match.id, context.me.id, here, other_venue=also)
    await context.show(snapshot)


async def _say_there(context: Context, snapshot: Snapshot, seat: Seat, their: Venue) -> None:
    """Tell the opponent directly that the match continues there. Raises Refusal if they accept no messages."""
    text = say("{player} moved {match} here.", match=texts.title(snapshot.match), player=context.me.name)
    channel = context.client.get_partial_messageable(their.channel_id)
    try:
        await channel.send(text, silent=True)
    except discord.HTTPException as error:
        if error.code not in CLOSED:
            raise
        opponent = snapshot.match.players[1 - seat].name
        raise Refusal(
            "{player} does not accept direct messages from me, so they would not be able to play here.", player=opponent
        ) from error


async def _check_reach(context: Context, snapshot: Snapshot, seat: Seat) -> None:
    """Raise Refusal if the opponent would be unable to see the match in this channel."""
    opponent, here = snapshot.match.players[1 - seat], context.here
    if opponent.id < 0:  # a computer player or a forgotten person
        return
    if here.guild_id is None:
        if not here.direct and opponent.id not in recipients(context.interaction):
            raise Refusal(
                "{player} is not in this conversation, so they would not be able to play here.", player=opponent.name
            )
        return
    if here.guest:
        return
    if not await context.client.viewers.is_member(opponent.id, here.guild_id):
        raise Refusal("{player} is not in this server, so they would not be able to play here.", player=opponent.name)
    if not await context.client.viewers.sees_one(opponent.id, [here.place(snapshot.match.id)]):
        raise Refusal("{player} cannot see this channel, so they would not be able to play here.", player=opponent.name)
