"""The buttons under a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.texts.practice import REMATCHES, level_name
from cogs.ui.controls import Controls, button
from games import GAMES
from language import Sentence
from matches.computers import LEVELS

if TYPE_CHECKING:
    from matches.records import Match


def turn_controls(match: Match) -> Controls:
    """The buttons under the newest board, also when it is the last one."""
    about = (match.id, match.rev)
    if match.practice:
        return _practice_controls(match)
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


def _practice_controls(match: Match) -> Controls:
    """The same against a computer player: a take-back needs no question, and the next match may be harder."""
    about = (match.id, match.rev)
    if match.over:
        level = next(player.level for player in match.players if player.level is not None)
        again = [
            button(
                Sentence(message, {"level": level_name(level + step)}),
                "again",
                *about,
                way,
                style=discord.ButtonStyle.secondary if step else discord.ButtonStyle.primary,
            )
            for way, (step, message) in REMATCHES.items()
            if level + step in LEVELS
        ]
        return Controls(*again, button("My board", "mine", *about), button("More", "more", *about))
    return Controls(
        button("Move", "move", *about, style=discord.ButtonStyle.primary),
        button("My board", "mine", *about),
        button("Take back", "takeback", *about),
        button("Resign", "resign?", *about),
        button("More", "more", *about),
    )
