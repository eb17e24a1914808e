"""What players agree upon: draws, take-backs, abortion, claims of time, and that a long silence is no end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.texts import matches as words
from cogs.ui.actions import control
from cogs.ui.controls import Controls, button
from cogs.ui.questions import Buttons, newest_move, questions
from matches.clock import out_of_time
from service.agreements import ABORT_BELOW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.ui.context import Context
    from games import Seat
    from matches.records import Ply, Snapshot


@control("draw")
async def draw(context: Context) -> None:
    """Offer a draw, or accept the one that is offered."""
    snapshot = await context.service.agreements.offer_draw(context.subject, context.me.id, rev=context.rev)
    if snapshot.match.over:
        await context.show(snapshot, f"{words.title(snapshot.match)} is a draw.")
        return
    opponent = _opponent(snapshot, context.me.id)
    await context.answer(
        f"You offered {opponent} a draw in {words.title(snapshot.match)}: the offer stands until your next turn.",
    )


@control("draw-yes")
async def accept_draw(context: Context) -> None:
    snapshot = await context.service.agreements.accept_draw(context.subject, context.me.id, rev=context.rev)
    await context.show(snapshot, f"{words.title(snapshot.match)} is a draw.")


@control("draw-no")
async def decline_draw(context: Context) -> None:
    snapshot = await context.service.agreements.decline_draw(context.subject, context.me.id, rev=context.rev)
    title = words.title(snapshot.match)
    await context.announce(snapshot.match, f"{_name(context)} declined the draw in {title}: the match goes on.")


@control("takeback")
async def take_back(context: Context) -> None:
    """Take one's last move back, or ask for it."""
    snapshot = await context.service.agreements.take_back(context.subject, context.me.id, rev=context.rev)
    match = snapshot.match
    if match.takeback_by is None:
        await context.show(snapshot, f"You took your move back in {words.title(match)}.")
        return
    opponent = _opponent(snapshot, context.me.id)
    await context.answer(f"You asked {opponent} to let you take back {newest_move(snapshot)} in {words.title(match)}.")


@control("takeback-yes")
async def grant_take_back(context: Context) -> None:
    snapshot = await context.service.agreements.grant_take_back(context.subject, context.me.id, rev=context.rev)
    opponent = _opponent(snapshot, context.me.id)
    await context.show(snapshot, f"{opponent} took the move back in {words.title(snapshot.match)}.")


@control("takeback-no")
async def refuse_take_back(context: Context) -> None:
    snapshot = await context.service.agreements.refuse_take_back(context.subject, context.me.id, rev=context.rev)
    title = words.title(snapshot.match)
    await context.announce(snapshot.match, f"{_name(context)} let {newest_move(snapshot)} stand in {title}.")


@control("abort?")
async def ask_to_abort(context: Context) -> None:
    """Ask once whether the person really aborts."""
    match = await context.service.agreements.can_abort(context.subject, context.me.id, rev=context.rev)
    await context.answer(
        f"Abort {words.title(match)}? It ends at once, without a result.",
        Controls(
            button("Abort", "abort", match.id, match.rev, style=discord.ButtonStyle.danger),
            button("Keep playing", "keep", match.id, match.rev),
        ),
    )


@control("abort")
async def abort(context: Context) -> None:
    """Abort, confirmed."""
    snapshot = await context.service.agreements.abort(context.subject, context.me.id, rev=context.rev)
    await context.show(snapshot, f"You aborted {words.title(snapshot.match)}.")


@control("claim")
async def claim(context: Context) -> None:
    """Claim the win on time."""
    snapshot = await context.service.agreements.claim(context.subject, context.me.id)
    await context.show(snapshot, f"You won {words.title(snapshot.match)} on time.")


@control("keep-on")
async def keep_on(context: Context) -> None:
    """Say that a match long without a move goes on."""
    snapshot = await context.service.agreements.keep(context.subject, context.me.id)
    await context.announce(snapshot.match, f"{words.title(snapshot.match)} goes on, says {_name(context)}.")


def agreements(snapshot: Snapshot, seat: Seat) -> tuple[list[str], Buttons]:
    """What stands between the players, in sentences, and what this one can do about draws and the last move."""
    match = snapshot.match
    about = (match.id, match.rev)
    said, buttons = questions(snapshot, seat)
    if match.draw_by == seat:
        said.append("You have offered a draw: it stands until your next turn.")
    elif match.draw_by is None:
        buttons.append(button("Offer a draw", "draw", *about))
    if match.takeback_by == seat:
        said.append(f"You have asked to take back {newest_move(snapshot)}: it is for the other to answer.")
    elif match.takeback_by is None and snapshot.before is not None and snapshot.before.turn == seat:
        buttons.append(button(f"Take back {newest_move(snapshot, '')}", "takeback", *about))
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


def _opponent(snapshot: Snapshot, person_id: int) -> str:
    match = snapshot.match
    return words.plain(match.players[1 - (match.seat_of(person_id) or 0)].name)


def _name(context: Context) -> str:
    return words.plain(context.me.name)
