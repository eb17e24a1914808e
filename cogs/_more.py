"""Private menus of what can be done in a match just now, and the acts that concern where it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs import _words as words
from cogs._acts import act
from cogs._challenge import alone_with_bot, check_channel, direct_messages, recipients, venue
from cogs._controls import Controls, Press, button, control
from cogs._errors import CLOSED, Told, whisper
from cogs._history import show_board
from cogs._offers import agreements, endings

if TYPE_CHECKING:
    from cogs._tidepool import Interaction
    from games import Seat
    from matches.records import Table, Venue

Buttons = list[discord.ui.Button[Controls]]


@control("agree")
async def open_agreements(press: Press) -> None:
    """Draw / Take back, under the board."""
    interaction = press.interaction
    table = await interaction.client.matches.table(press.subject)
    match = table.match
    seat = match.seat_of(interaction.user.id)
    if seat is None:
        raise Told(f"{words.title(match)} is between {words.pair(match)}; you are watching.")
    if match.over:
        raise Told(words.outcome(match))
    said, buttons = agreements(table, seat)
    await whisper(interaction, _menu_text(table, said), view=Controls(*buttons))


@control("more")
async def open_more(press: Press) -> None:
    """More, under the board: for the players what they can do now, for everybody what there is to see."""
    interaction = press.interaction
    matches = interaction.client.matches
    table = await matches.table(press.subject)
    match = table.match
    seat = match.seat_of(interaction.user.id)
    said: list[str] = []
    buttons: Buttons = []
    if seat is not None and match.over:
        buttons.append(button("Rematch", "rematch", match.id, match.rev, style=discord.ButtonStyle.primary))
    elif seat is not None:
        said, buttons = agreements(table, seat)
        buttons += endings(table, seat, await matches.plies(match.id), matches.clock.now())
        buttons += await _preparations(interaction, table, seat)
        buttons += await _whereabouts(interaction, table)
    buttons += [
        button("Board as text", "letters", match.id, match.rev),
        button("Rules", "rules", 0, 0, match.game),
    ]
    await whisper(interaction, _menu_text(table, said), view=Controls(*buttons))


async def _preparations(interaction: Interaction, table: Table, seat: Seat) -> Buttons:
    match = table.match
    if match.turn == seat:
        return []
    known = len(await interaction.client.matches.conditions(match.id, interaction.user.id))
    label = f"Prepared answers: {known}" if known else "Prepare answers"
    return [button(label, "if", match.id, match.rev)]


async def _whereabouts(interaction: Interaction, table: Table) -> Buttons:
    match = table.match
    places = await interaction.client.matches.places(match.id)
    if interaction.channel_id in {place.channel_id for place in places}:
        return [button("Bump", "bump", match.id, match.rev)]
    return [button("Move it here", "move-here", match.id, match.rev)]


def _menu_text(table: Table, said: list[str]) -> str:
    return "\n".join([words.standing(table), *said])


@control("letters")
async def board_as_text(press: Press) -> None:
    interaction = press.interaction
    await show_board(interaction, await interaction.client.matches.table(press.subject), as_text=True)


@act("bump")
async def bump(interaction: Interaction, match_id: int, _rev: int | None) -> None:
    """Bring the board to the bottom of the channel, without a ping."""
    table = await interaction.client.matches.table(match_id)
    match = table.match
    if match.seat_of(interaction.user.id) is None:
        raise Told(f"{words.title(match)} is between {words.pair(match)}: only they can bump it.")
    await interaction.client.posts.bump(table, interaction)


@act("move-here")
async def move_here(interaction: Interaction, match_id: int, _rev: int | None) -> None:
    """Let the match go on in this channel; in the bot's direct messages, in those of both players."""
    bot, here = interaction.client, venue(interaction)
    check_channel(interaction)
    table = await bot.matches.table(match_id)
    match = table.match
    places = await bot.matches.places(match_id)
    seat = match.seat_of(interaction.user.id)
    if seat is not None:
        if any(place.channel_id == here.channel_id for place in places):
            raise Told(f"{words.title(match)} is shown here already.")
        await _check_reach(interaction, table, seat)
    also = await direct_messages(bot, match.players[1 - seat].id) if here.direct and seat is not None else None
    shown = bool(places) and not match.over  # where it is shown nowhere, it is better here for one than for nobody
    if also is not None and seat is not None and shown:
        await _knock(interaction, table, seat, also)
    await bot.matches.move_here(match_id, interaction.user.id, here, also=also)
    now = "goes on by direct message" if here.direct else f"goes on in <#{here.channel_id}>"
    name = words.plain(interaction.user.display_name)
    await bot.posts.show(table, interaction)
    still = {place.channel_id for place in await bot.matches.places(match_id)}
    for place in places:
        if not place.guest and place.channel_id not in still:
            await bot.posts.say(place, f"{words.title(match)} {now}, where {name} moved it.")
            await bot.posts.retire(place)


async def _knock(interaction: Interaction, table: Table, seat: Seat, their: Venue) -> None:
    """Tell the opponent directly that the match goes on there; refuse to move it if they take no such messages."""
    name = words.plain(interaction.user.display_name)
    channel = interaction.client.get_partial_messageable(their.channel_id)
    try:
        await channel.send(f"{words.title(table.match)} goes on here, where {name} moved it.", silent=True)
    except discord.HTTPException as error:
        if error.code not in CLOSED:
            raise
        opponent = words.plain(table.match.players[1 - seat].name)
        raise Told(f"{opponent} takes no direct messages from me and could not play here.") from error


async def _check_reach(interaction: Interaction, table: Table, seat: Seat) -> None:
    """Refuse to move a match where the opponent could not follow."""
    opponent = table.match.players[1 - seat]
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
