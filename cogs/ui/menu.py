"""Private menus of what can be done in a match just now, and the acts that concern where it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.texts import matches as words
from cogs.ui.acts import act
from cogs.ui.agreements import agreements, endings
from cogs.ui.board import show_board
from cogs.ui.challenges import alone_with_bot, check_channel, direct_messages, recipients, venue
from cogs.ui.controls import Controls, Press, button, control
from cogs.ui.errors import CLOSED, Told, whisper

if TYPE_CHECKING:
    from cogs._client import Interaction
    from games import Seat
    from matches.records import Snapshot, Venue

Buttons = list[discord.ui.Button[Controls]]


@control("agree")
async def open_agreements(press: Press) -> None:
    """Draw / Take back, under the board."""
    interaction = press.interaction
    snapshot = await interaction.client.service.lookup.snapshot(press.subject)
    match = snapshot.match
    seat = match.seat_of(interaction.user.id)
    if seat is None:
        raise Told(f"{words.title(match)} is between {words.pair(match)}; you are watching.")
    if match.over:
        raise Told(words.outcome(match))
    said, buttons = agreements(snapshot, seat)
    await whisper(interaction, _menu_text(snapshot, said), view=Controls(*buttons))


@control("more")
async def open_more(press: Press) -> None:
    """More, under the board: for the players what they can do now, for everybody what there is to see."""
    interaction = press.interaction
    service = interaction.client.service
    snapshot = await service.lookup.snapshot(press.subject)
    match = snapshot.match
    seat = match.seat_of(interaction.user.id)
    said: list[str] = []
    buttons: Buttons = []
    if seat is not None and match.over:
        buttons.append(button("Rematch", "rematch", match.id, match.rev, style=discord.ButtonStyle.primary))
    elif seat is not None:
        said, buttons = agreements(snapshot, seat)
        buttons += endings(snapshot, seat, await service.lookup.plies(match.id), service.clock.now())
        buttons += await _preparations(interaction, snapshot, seat)
        buttons += await _whereabouts(interaction, snapshot)
    buttons += [
        button("Board as text", "letters", match.id, match.rev),
        button("Rules", "rules", 0, 0, match.game),
    ]
    await whisper(interaction, _menu_text(snapshot, said), view=Controls(*buttons))


async def _preparations(interaction: Interaction, snapshot: Snapshot, seat: Seat) -> Buttons:
    match = snapshot.match
    if match.turn == seat:
        return []
    known = len(await interaction.client.service.conditional.of(match.id, interaction.user.id))
    label = f"Prepared answers: {known}" if known else "Prepare answers"
    return [button(label, "if", match.id, match.rev)]


async def _whereabouts(interaction: Interaction, snapshot: Snapshot) -> Buttons:
    match = snapshot.match
    places = await interaction.client.service.places.of(match.id)
    if interaction.channel_id in {place.channel_id for place in places}:
        return [button("Bump", "bump", match.id, match.rev)]
    return [button("Move it here", "move-here", match.id, match.rev)]


def _menu_text(snapshot: Snapshot, said: list[str]) -> str:
    return "\n".join([words.standing(snapshot), *said])


@control("letters")
async def board_as_text(press: Press) -> None:
    interaction = press.interaction
    await show_board(interaction, await interaction.client.service.lookup.snapshot(press.subject), as_text=True)


@act("bump")
async def bump(interaction: Interaction, match_id: int, _rev: int | None) -> None:
    """Bring the board to the bottom of the channel, without a ping."""
    snapshot = await interaction.client.service.lookup.snapshot(match_id)
    match = snapshot.match
    if match.seat_of(interaction.user.id) is None:
        raise Told(f"{words.title(match)} is between {words.pair(match)}: only they can bump it.")
    await interaction.client.posts.bump(snapshot, interaction)


@act("move-here")
async def move_here(interaction: Interaction, match_id: int, _rev: int | None) -> None:
    """Let the match go on in this channel; in the bot's direct messages, in those of both players."""
    bot, here = interaction.client, venue(interaction)
    check_channel(interaction)
    snapshot = await bot.service.lookup.snapshot(match_id)
    match = snapshot.match
    places = await bot.service.places.of(match_id)
    seat = match.seat_of(interaction.user.id)
    if seat is not None:
        if any(place.channel_id == here.channel_id for place in places):
            raise Told(f"{words.title(match)} is shown here already.")
        await _check_reach(interaction, snapshot, seat)
    also = await direct_messages(bot, match.players[1 - seat].id) if here.direct and seat is not None else None
    shown = bool(places) and not match.over  # where it is shown nowhere, it is better here for one than for nobody
    if also is not None and seat is not None and shown:
        await _knock(interaction, snapshot, seat, also)
    await bot.service.places.move_here(match_id, interaction.user.id, here, also=also)
    now = "goes on by direct message" if here.direct else f"goes on in <#{here.channel_id}>"
    name = words.plain(interaction.user.display_name)
    await bot.posts.show(snapshot, interaction)
    still = {place.channel_id for place in await bot.service.places.of(match_id)}
    for place in places:
        if not place.guest and place.channel_id not in still:
            await bot.posts.say(place, f"{words.title(match)} {now}, where {name} moved it.")
            await bot.posts.retire(place)


async def _knock(interaction: Interaction, snapshot: Snapshot, seat: Seat, their: Venue) -> None:
    """Tell the opponent directly that the match goes on there; refuse to move it if they take no such messages."""
    name = words.plain(interaction.user.display_name)
    channel = interaction.client.get_partial_messageable(their.channel_id)
    try:
        await channel.send(f"{words.title(snapshot.match)} goes on here, where {name} moved it.", silent=True)
    except discord.HTTPException as error:
        if error.code not in CLOSED:
            raise
        opponent = words.plain(snapshot.match.players[1 - seat].name)
        raise Told(f"{opponent} takes no direct messages from me and could not play here.") from error


async def _check_reach(interaction: Interaction, snapshot: Snapshot, seat: Seat) -> None:
    """Refuse to move a match where the opponent could not follow."""
    opponent = snapshot.match.players[1 - seat]
    if interaction.guild_id is None:
        if not alone_with_bot(interaction) and opponent.id not in recipients(interaction):
            raise Told(f"{words.plain(opponent.name)} is not in this conversation and could not play here.")
        return
    if not interaction.is_guild_integration():
        return
    guild = await interaction.client.fetch_guild(interaction.guild_id, with_counts=False)
    try:
        member = await guild.fetch_member(opponent.id)
    except discord.NotFound as error:
        raise Told(f"{words.plain(opponent.name)} is not in this server and could not play here.") from error
    if not await _sees(guild, member, interaction.channel_id or 0):
        raise Told(f"{words.plain(opponent.name)} cannot see this channel and could not play here.")


async def _sees(guild: discord.Guild, member: discord.Member, channel_id: int) -> bool:
    """Whether a member can see a channel, or a thread of it."""
    channel = await guild.fetch_channel(channel_id)
    if not isinstance(channel, discord.Thread):
        return channel.permissions_for(member).view_channel
    parent = await guild.fetch_channel(channel.parent_id)
    assert not isinstance(parent, discord.Thread)  # noqa: S101 (a thread has none of its own)
    granted = parent.permissions_for(member)
    if not channel.is_private() or granted.manage_threads:
        return granted.view_channel
    try:
        await channel.fetch_member(member.id)
    except discord.NotFound:
        return False
    return granted.view_channel
