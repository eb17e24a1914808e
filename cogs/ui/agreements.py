"""What players agree upon: draws, take-backs, abortion, claims of time, and that a long silence is no end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.texts import matches as words
from cogs.ui.acts import act, announce, say, show_changed
from cogs.ui.controls import Controls, button, control
from matches.clock import out_of_time
from service.agreements import ABORT_BELOW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs._client import Interaction
    from cogs.ui.controls import Press
    from games import Seat
    from matches.records import Ply, Snapshot

Buttons = list[discord.ui.Button[Controls]]


@act("draw")
async def draw(interaction: Interaction, match_id: int, rev: int | None) -> None:
    """Offer a draw, or accept the one that is offered."""
    snapshot = await interaction.client.service.agreements.offer_draw(match_id, interaction.user.id, rev=rev)
    if snapshot.match.over:
        await show_changed(interaction, snapshot, f"{words.title(snapshot.match)} is a draw.")
        return
    opponent = _opponent(snapshot, interaction.user.id)
    await say(
        interaction,
        f"You offered {opponent} a draw in {words.title(snapshot.match)}: the offer stands until your next turn.",
    )


@act("draw-yes")
async def accept_draw(interaction: Interaction, match_id: int, rev: int | None) -> None:
    snapshot = await interaction.client.service.agreements.accept_draw(match_id, interaction.user.id, rev=rev)
    await show_changed(interaction, snapshot, f"{words.title(snapshot.match)} is a draw.")


@act("draw-no")
async def decline_draw(interaction: Interaction, match_id: int, rev: int | None) -> None:
    snapshot = await interaction.client.service.agreements.decline_draw(match_id, interaction.user.id, rev=rev)
    await _refused(interaction, snapshot, f"declined the draw in {words.title(snapshot.match)}: the match goes on.")


@act("takeback")
async def take_back(interaction: Interaction, match_id: int, rev: int | None) -> None:
    """Take one's last move back, or ask for it."""
    snapshot = await interaction.client.service.agreements.take_back(match_id, interaction.user.id, rev=rev)
    match = snapshot.match
    if match.takeback_by is None:
        await show_changed(interaction, snapshot, f"You took your move back in {words.title(match)}.")
        return
    opponent = _opponent(snapshot, interaction.user.id)
    await say(interaction, f"You asked {opponent} to let you take back {_last(snapshot)} in {words.title(match)}.")


@act("takeback-yes")
async def grant_take_back(interaction: Interaction, match_id: int, rev: int | None) -> None:
    snapshot = await interaction.client.service.agreements.grant_take_back(match_id, interaction.user.id, rev=rev)
    opponent = _opponent(snapshot, interaction.user.id)
    await show_changed(interaction, snapshot, f"{opponent} took the move back in {words.title(snapshot.match)}.")


@act("takeback-no")
async def refuse_take_back(interaction: Interaction, match_id: int, rev: int | None) -> None:
    snapshot = await interaction.client.service.agreements.refuse_take_back(match_id, interaction.user.id, rev=rev)
    await _refused(interaction, snapshot, f"let {_last(snapshot)} stand in {words.title(snapshot.match)}.")


@act("abort?")
async def ask_to_abort(interaction: Interaction, match_id: int, rev: int | None) -> None:
    """Ask once whether the person really aborts."""
    match = await interaction.client.service.agreements.can_abort(match_id, interaction.user.id, rev=rev)
    await say(
        interaction,
        f"Abort {words.title(match)}? It ends at once, without a result.",
        Controls(
            button("Abort", "abort", match.id, match.rev, style=discord.ButtonStyle.danger),
            button("Keep playing", "keep", match.id, match.rev),
        ),
    )


@act("abort")
async def abort(interaction: Interaction, match_id: int, rev: int | None) -> None:
    """Abort, confirmed."""
    snapshot = await interaction.client.service.agreements.abort(match_id, interaction.user.id, rev=rev)
    await show_changed(interaction, snapshot, f"You aborted {words.title(snapshot.match)}.")


@act("claim")
async def claim(interaction: Interaction, match_id: int, _rev: int | None) -> None:
    """Claim the win on time."""
    snapshot = await interaction.client.service.agreements.claim(match_id, interaction.user.id)
    await show_changed(interaction, snapshot, f"You won {words.title(snapshot.match)} on time.")


@control("keep-on")
async def keep_on(press: Press) -> None:
    """Say that a match long without a move goes on."""
    interaction = press.interaction
    snapshot = await interaction.client.service.agreements.keep(press.subject, interaction.user.id)
    name = words.plain(interaction.user.display_name)
    await announce(interaction, snapshot.match, f"{words.title(snapshot.match)} goes on, says {name}.")
    await interaction.client.notices.clean_up()


def offer_message(snapshot: Snapshot, seat: Seat) -> tuple[str, Controls]:
    """What this player is asked, as the rest of a sentence that begins with their name, and the buttons to answer.

    The buttons work as long as the question stands, and explain themselves afterwards.
    """
    asked, buttons = _questions(snapshot, seat)
    return " ".join(asked) or f"nothing is asked of you in {words.title(snapshot.match)} any more.", Controls(*buttons)


def _questions(snapshot: Snapshot, seat: Seat) -> tuple[list[str], Buttons]:
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
        asked.append(f"{name} asks to take back {_last(snapshot)} in {words.title(match)}.")
        buttons += [
            button("Allow it", "takeback-yes", *about, style=discord.ButtonStyle.success),
            button("Let it stand", "takeback-no", *about),
        ]
    return asked, buttons


def agreements(snapshot: Snapshot, seat: Seat) -> tuple[list[str], Buttons]:
    """What stands between the players, in sentences, and what this one can do about draws and the last move."""
    match = snapshot.match
    about = (match.id, match.rev)
    said, buttons = _questions(snapshot, seat)
    if match.draw_by == seat:
        said.append("You have offered a draw: it stands until your next turn.")
    elif match.draw_by is None:
        buttons.append(button("Offer a draw", "draw", *about))
    if match.takeback_by == seat:
        said.append(f"You have asked to take back {_last(snapshot)}: it is for the other to answer.")
    elif match.takeback_by is None and snapshot.before is not None and snapshot.before.turn == seat:
        buttons.append(button(f"Take back {_last(snapshot, '')}", "takeback", *about))
    return said, buttons


def endings(snapshot: Snapshot, seat: Seat, plies: Sequence[Ply], now: int) -> Buttons:
    """The ways to end the match without the board that are open to this player now, but for resigning."""
    match = snapshot.match
    made = [ply.seat for ply in plies]
    buttons: Buttons = []
    if min(made.count(0), made.count(1)) < ABORT_BELOW:
        buttons.append(button("Abort", "abort?", match.id, match.rev))
    if match.turn != seat and out_of_time(match, now) and match.clock and not match.clock.hard:
        buttons.append(button("Claim the win", "claim", match.id, match.rev, style=discord.ButtonStyle.success))
    return buttons


async def _refused(interaction: Interaction, snapshot: Snapshot, what: str) -> None:
    """Tell everybody that a player did not agree; the question itself is cleaned away."""
    await announce(interaction, snapshot.match, f"{words.plain(interaction.user.display_name)} {what}")
    await interaction.client.notices.clean_up()


def _opponent(snapshot: Snapshot, person_id: int) -> str:
    match = snapshot.match
    return words.plain(match.players[1 - (match.seat_of(person_id) or 0)].name)


def _last(snapshot: Snapshot, strong: str = "**") -> str:
    """The last move."""
    return f"{strong}{snapshot.before.format(snapshot.move)}{strong}" if snapshot.before else "the last move"
