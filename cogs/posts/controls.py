"""The buttons under a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.ui.controls import Controls, button
from games import GAMES

if TYPE_CHECKING:
    from matches.records import Match


def turn_controls(match: Match) -> Controls:
    """The buttons under the newest board, also when it is the last one."""
    about = (match.id, match.rev)
    if match.over:
        return Controls(
            button("Rematch", "rematch", *about, style=discord.ButtonStyle.primary),
            button("My board", "mine", *about),
            button("More", "more", *about),
        )
    draws = GAMES[match.game].info.draws
    return Controls(
        button("Move", "move", *about, style=discord.ButtonStyle.primary),
        button("My board", "mine", *about),
        button("Draw / Take back", "agree", *about) if draws else button("Take back", "agree", *about),
        button("Resign", "resign?", *about),
        button("More", "more", *about),
    )
