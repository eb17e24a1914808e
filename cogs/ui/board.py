"""Looking at a board privately, from either side, and stepping back through the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.posts.looks import personal_look, personal_theme
from cogs.posts.pictures import Picture, picture
from cogs.texts import matches as words
from cogs.texts.markdown import plural, say
from cogs.ui.actions import control
from cogs.ui.controls import Controls, button
from language import mark

if TYPE_CHECKING:
    import discord

    from cogs.ui.context import Context
    from games import Seat
    from matches.records import Snapshot

LETTERS = "letters"
"""In place of a seat: the board exactly in letters instead of a picture from that seat's side."""

NEWEST = 99999
"""Beyond the moves of any match: the newest board, however many moves there are by then."""


@control("mine")
async def show_board(context: Context) -> None:
    """Show the newest board to this person alone, with the way back through the moves."""
    snapshot = await context.service.lookup.snapshot(context.subject)
    match = snapshot.match
    look = await personal_look(context.service, match, context.me.id, context.guild_id)
    image = await picture(snapshot, **look)
    await context.tell(_moment(snapshot, match.ply), _ways(snapshot, match.ply, look["view"]), image)


@control("letters")
async def show_board_as_text(context: Context) -> None:
    """Show the newest board to this person alone, exactly in letters, with the way back through the moves."""
    snapshot = await context.service.lookup.snapshot(context.subject)
    await context.tell(*_letters(snapshot, snapshot.match.ply))


@control("at")
async def look_at(context: Context) -> None:
    """Another moment of the match, or the other side of the board; the picture stays a picture, letters letters."""
    service, shown = context.service, context.one_of(1, (LETTERS, "0", "1"))
    newest = (await service.lookup.match(context.subject)).ply
    ply = min(context.number(0), newest)
    snapshot = await (
        service.lookup.snapshot(context.subject) if ply == newest else service.lookup.snapshot_at(context.subject, ply)
    )
    if shown == LETTERS:
        await context.edit(*_letters(snapshot, ply))
        return
    view: Seat = 1 if shown == "1" else 0
    match = snapshot.match
    image = await picture(snapshot, view, theme=await personal_theme(service, context.me.id, context.guild_id))
    named = Picture(image.png, image.alt, f"{match.game}-{match.code}-at-{ply}.png")
    await context.edit(_moment(snapshot, ply), _ways(snapshot, ply, view), named)


def _letters(snapshot: Snapshot, ply: int) -> tuple[str, Controls]:
    position = snapshot.position
    text = f"{_moment(snapshot, ply)}\n```\n{position.diagram()}\n```\n-# {say(position.info.legend)}"
    return text, Controls(*_steps(snapshot, ply, LETTERS))


def _ways(snapshot: Snapshot, ply: int, view: Seat) -> Controls:
    """The way through the moves, and to the other side of the board."""
    other = button("Turn the board", "at", snapshot.match.id, snapshot.match.rev, str(ply), str(1 - view))
    return Controls(*_steps(snapshot, ply, str(view)), other)


def _moment(snapshot: Snapshot, ply: int) -> str:
    """What is seen: the newest board and whose turn it is, or an earlier one and after which move."""
    match = snapshot.match
    if ply == match.ply:
        first = words.state_of(snapshot)
    elif ply:
        first = say("{match} after move {number} of {count}.", match=words.title(match), number=ply, count=match.ply)
    else:
        first = plural(
            "{match} at the start; {count} move followed.",
            "{match} at the start; {count} moves followed.",
            count=match.ply,
            match=words.title(match),
        )
    return "\n".join(filter(None, [first, words.last_move(snapshot)]))


def _steps(snapshot: Snapshot, ply: int, shown: str) -> list[discord.ui.Button[Controls]]:
    """The way through the moves; the last word of a custom_id only tells apart what leads to the same moment."""
    match = snapshot.match

    def step(label: str, to: int, name: str, *, at_end: bool) -> discord.ui.Button[Controls]:
        return button(label, "at", match.id, match.rev, str(to), shown, name, disabled=at_end)

    return [
        step(mark("◀◀ Start"), 0, "start", at_end=ply == 0),
        step(mark("◀ Back"), max(ply - 1, 0), "back", at_end=ply == 0),
        step(mark("▶ On"), ply + 1, "on", at_end=ply == match.ply),
        step(mark("▶▶ Newest"), NEWEST, "newest", at_end=ply == match.ply),
    ]
