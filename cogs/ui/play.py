"""What a person does in a match, by whatever way they ask for it: command, button or form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.texts import matches as words
from cogs.ui.board import show_board
from cogs.ui.controls import Controls, Press, button, control
from cogs.ui.errors import Told, turn, whisper

if TYPE_CHECKING:
    from cogs._client import Interaction
    from matches.records import Match


async def play(interaction: Interaction, match_id: int, text: str, rev: int | None = None) -> None:
    """Play a typed move and show the new board."""
    bot = interaction.client
    snapshot = await bot.service.play.move(match_id, interaction.user.id, text, rev=rev)
    await bot.posts.show(snapshot, interaction)


async def ask_to_resign(interaction: Interaction, match: Match) -> None:
    """Ask once whether the person really resigns."""
    seat = match.seat_of(interaction.user.id)
    if seat is None:
        raise Told(f"You do not play in {words.title(match)}, so there is nothing to resign.")
    if match.over:
        raise Told(words.outcome(match))
    opponent = words.plain(match.players[1 - seat].name)
    await whisper(
        interaction,
        f"Resign {words.title(match)}? {opponent} wins then.",
        view=Controls(
            button("Resign", "resign", match.id, match.rev, style=discord.ButtonStyle.danger),
            button("Keep playing", "keep", match.id, match.rev),
        ),
    )


@control("mine")
async def my_board(press: Press) -> None:
    await show_board(press.interaction, await press.interaction.client.service.lookup.snapshot(press.subject))


@control("resign?")
async def resign_button(press: Press) -> None:
    await ask_to_resign(press.interaction, await press.interaction.client.service.lookup.match(press.subject))


@control("resign")
async def resign(press: Press) -> None:
    """Resign, confirmed."""
    interaction = press.interaction
    snapshot = await interaction.client.service.play.resign(press.subject, interaction.user.id)
    await turn(interaction, content=f"You resigned {words.title(snapshot.match)}.", view=None)
    await interaction.client.posts.show(snapshot, interaction)


@control("keep")
async def keep_playing(press: Press) -> None:
    await press.interaction.response.edit_message(content="Good: the match goes on.", view=None)
