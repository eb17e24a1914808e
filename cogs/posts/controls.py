"""Buttons under a board, and buttons on other messages that lead to a match."""

import discord
from discord import ui

from cogs.texts.practice import REMATCHES
from cogs.wire.controls import Controls, button
from games import GAMES
from language import Sentence, mark
from matches.computers import LEVELS
from matches.model import Match


def move_button(match: Match) -> ui.Button[Controls]:
    """The button that opens the picker of a match."""
    return button("Move", "move", match.id, match.rev, style=discord.ButtonStyle.primary)


def stop_button(match_id: int, rev: int = 0) -> ui.Button[Controls]:
    """The button that stops a match between computer players."""
    return button("Stop", "stop", match_id, rev)


def board_button(match: Match) -> ui.Button[Controls]:
    """The button with which a spectator opens the newest board privately, with steps back through the moves."""
    return button(mark("Replay") if match.over else mark("Board"), "mine", match.id, match.rev)


def prepare_button(match: Match, prepared: int = 0) -> ui.Button[Controls]:
    """The button that opens a player's prepared replies; `prepared` is their number."""
    label = Sentence("Prepared replies: {count}", {"count": prepared}) if prepared else mark("Prepare replies")
    return button(label, "if", match.id, match.rev)


def next_button(waiting: int = 0, after: int = 0) -> ui.Button[Controls]:
    """The button to the reader's next match to move in, after match `after`; with the number `waiting` if above 1."""
    label = Sentence("Next match ({count})", {"count": waiting}) if waiting > 1 else mark("Next match")
    return button(label, "next", after, style=discord.ButtonStyle.primary)


def turn_controls(match: Match) -> Controls:
    """The buttons under the newest board, including the final one."""
    about = (match.id, match.rev)
    more = button("More", "more", *about)
    review = [button("Review", "review", *about)] if match.over and match.ply else []
    if match.watched:
        stop = [] if match.over else [stop_button(*about)]
        return Controls(*stop, *review, board_button(match), more)
    if match.over:
        rematch = button("Rematch", "rematch", *about, style=discord.ButtonStyle.primary)
        gif = [button("GIF", "gif", *about)] if match.ply else []
        return Controls(rematch, *review, button("My board", "mine", *about), *gif, more)
    own = [move_button(match), button("My board", "mine", *about)]
    if match.practice:  # take-backs need no agreement
        return Controls(*own, button("Hint", "hint", *about), button("Take back", "takeback", *about), more)
    draws = GAMES[match.game].info.draws
    agree = button("Draw / Take back", "agree", *about) if draws else button("Take back", "agree", *about)
    return Controls(*own, agree, button("Resign", "resign?", *about), more)


def again_buttons(match: Match) -> list[discord.ui.Button[Controls]]:
    """Buttons for the next practice match: a level easier, the same level, a level harder."""
    level = next(player.level for player in match.players if player.level is not None)
    return [
        button(
            Sentence(message, {"name": LEVELS[level + step].name}),
            "again",
            match.id,
            match.rev,
            way,
            style=discord.ButtonStyle.secondary if step else discord.ButtonStyle.primary,
        )
        for way, (step, message) in REMATCHES.items()
        if level + step in LEVELS
    ]
