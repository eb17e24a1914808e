"""A player's open offers (draw, take-back, abort) as sentences, with the buttons to answer them."""

from typing import TypeAlias

import discord

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, escape, say
from cogs.wire.controls import Controls, button
from games import Seat, other_side
from language import Sentence
from matches.model import Snapshot
from matches.results import player_name

Buttons: TypeAlias = "list[discord.ui.Button[Controls]]"


def offer_message(snapshot: Snapshot, seat: Seat) -> tuple[str, Controls]:
    """The offers to this player, as the end of a sentence that starts with their name, and the buttons to answer.

    The buttons work while the offer stands. Afterwards, pressing one explains why it no longer works.
    """
    asked, buttons = questions(snapshot, seat)
    text = " ".join(asked) or say("there is no longer a question for you.")
    match = say("-# {match}", match=texts.title(snapshot.match))
    return f"{text}\n{match}", Controls(*buttons)


def questions(snapshot: Snapshot, seat: Seat) -> tuple[list[str], Buttons]:
    """The opponent's offers as sentences, and the buttons to answer them."""
    match = snapshot.match
    about = (match.id, match.rev)
    opponent = other_side(seat)
    player = player_name(match, opponent)
    asked: list[str] = []
    buttons: Buttons = []
    if match.draw_by == opponent:
        asked.append(say("{player} offers a draw.", player=player))
        buttons += [
            button("Accept the draw", "draw-yes", *about, style=discord.ButtonStyle.success),
            button("Decline the draw", "draw-no", *about),
        ]
    if match.takeback_by == opponent:
        asked.append(say("{player} asks to take back {move}.", move=newest_move(snapshot), player=player))
        buttons += [
            button("Allow it", "takeback-yes", *about, style=discord.ButtonStyle.success),
            button("Let it stand", "takeback-no", *about),
        ]
    if match.abort_by == opponent:
        asked.append(say("{player} wants to abort the match. It would end without a result.", player=player))
        buttons += [
            button("Abort it", "abort-yes", *about, style=discord.ButtonStyle.danger),
            button("Play on", "abort-no", *about),
        ]
    return asked, buttons


def newest_move(snapshot: Snapshot) -> Markdown | Sentence:
    """The last move in bold: `**d7-d5**`."""
    if snapshot.before is None:
        return Sentence("the last move")
    return Markdown(f"**{escape(snapshot.before.format(snapshot.move))}**")
