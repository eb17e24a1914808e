"""What one player asks of the other beside the board, in sentences, and the buttons to answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import discord

from cogs.texts import matches as words
from cogs.ui.controls import Controls, button

if TYPE_CHECKING:
    from games import Seat
    from matches.records import Snapshot

Buttons: TypeAlias = "list[discord.ui.Button[Controls]]"


def offer_message(snapshot: Snapshot, seat: Seat) -> tuple[str, Controls]:
    """What this player is asked, as the rest of a sentence that begins with their name, and the buttons to answer.

    The buttons work as long as the question stands, and explain themselves afterwards.
    """
    asked, buttons = questions(snapshot, seat)
    return " ".join(asked) or f"nothing is asked of you in {words.title(snapshot.match)} any more.", Controls(*buttons)


def questions(snapshot: Snapshot, seat: Seat) -> tuple[list[str], Buttons]:
    """What the opponent asks, in sentences, and the buttons to answer."""
    match = snapshot.match
    about = (match.id, match.rev)
    opponent: Seat = 1 if seat == 0 else 0
    name = words.plain(match.players[opponent].name)
    asked: list[str] = []
    buttons: Buttons = []
    if match.draw_by == opponent:
        asked.append(f"{name} offers a draw in {words.title(match)}.")
        buttons += [
            button("Accept the draw", "draw-yes", *about, style=discord.ButtonStyle.success),
            button("Decline the draw", "draw-no", *about),
        ]
    if match.takeback_by == opponent:
        asked.append(f"{name} asks to take back {newest_move(snapshot)} in {words.title(match)}.")
        buttons += [
            button("Allow it", "takeback-yes", *about, style=discord.ButtonStyle.success),
            button("Let it stand", "takeback-no", *about),
        ]
    return asked, buttons


def newest_move(snapshot: Snapshot, strong: str = "**") -> str:
    """The last move as a text."""
    return f"{strong}{snapshot.before.format(snapshot.move)}{strong}" if snapshot.before else "the last move"
