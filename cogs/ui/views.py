"""The views of a private board: a picture from either side, or text. Each custom_id contains the current view."""

import math
from collections.abc import Callable, Sequence

import language
from cogs.posts.controls import Buttons, board_button, end_buttons
from cogs.ui.context import Context
from cogs.wire import discord_limits
from cogs.wire.controls import Address, Button, Choice, Control, Controls, button, page_buttons, select
from cogs.wire.pictures import Picture, picture
from games import Seat
from language import mark
from matches.model import Match, Snapshot

AS_TEXT = "letters"
"""The argument for a board as text, used instead of the seat at the bottom of a picture."""
LAST = 99999
"""A ply greater than any in a match or line. It stands for the newest board."""
MOVES_A_PAGE = discord_limits.OPTIONS
"""The number of moves on a page, which is as many as a select can offer."""


async def unseen_board(context: Context, newest: Snapshot) -> Picture | None:
    """Return a picture of the newest board if later messages have pushed the board in this channel out of sight.

    Otherwise, returns None.
    """
    for place in await context.service.places.of(newest.match.id):
        if place.channel_id == context.channel_id and place.message_id is not None:
            hidden = context.client.last_answers.hidden(place.message_id, context.interaction)
            return await picture(newest, **await context.look(newest.match)) if hidden else None
    return None


async def after_end(context: Context, match: Match) -> Buttons:
    """Return the buttons for what a person can do after a match that has ended, such as Rematch and Review."""
    if match.seat_of(context.me.id) is None and not match.by_vote:
        return [board_button(match)]
    tournament = await context.service.tournaments.with_match(match.id)
    faultless = context.service.mistakes.is_faultless(match)
    return end_buttons(match, None if tournament is None else tournament.id, faultless=faultless)


def shown_as(context: Context, n: int) -> str:
    """Return the view given by argument `n`: a seat or AS_TEXT. Raises Malformed for any other value."""
    return context.one_of(n, (AS_TEXT, "0", "1"))


def seat_below(view: str) -> Seat:
    """Return the seat at the bottom of the board, or the first seat if the board is shown as text."""
    return 1 if view == "1" else 0


def steps(to: Callable[[int, str], Address], ply: int, count: int) -> list[Button]:
    """Return a row of buttons for stepping through a match or line with `count` moves.

    `to` builds the custom_id for a ply. Its second argument is a name that keeps custom_ids unique when several buttons
    lead to the same ply.
    """

    def step(label: str, ply: int, name: str, *, at_end: bool) -> Button:
        return button(label, *to(ply, name), disabled=at_end, row=0)

    return [
        step(mark("◀◀"), 0, "start", at_end=ply == 0),
        step(mark("◀ Back"), max(ply - 1, 0), "back", at_end=ply == 0),
        step(mark("▶ Next"), ply + 1, "on", at_end=ply == count),
        step(mark("▶▶"), LAST, "last", at_end=ply == count),
    ]


def move_list(labels: Sequence[str], page: int, jump: Address, turn: Address, back: Address) -> tuple[slice, Controls]:
    """Return the slice of all moves shown on one page of a move list, along with the page's controls.

    The controls open the board after a move and turn the page. `turn` is the custom_id of the page buttons before the
    number of the page.
    """
    pages = max(1, math.ceil(len(labels) / MOVES_A_PAGE))
    page = min(page, pages - 1)
    first = page * MOVES_A_PAGE
    listed = slice(first, first + MOVES_A_PAGE)
    items: list[Control] = []
    if labels:
        choices = [Choice(str(ply), label) for ply, label in enumerate(labels[listed], first + 1)]
        items.append(select(jump[0], choices, *jump[1:], placeholder=language.say("Jump to a move")))
    action, subject, rev, *before = turn
    items += page_buttons(action, page, pages, *before, subject=subject, rev=rev)
    return listed, Controls(*items, button("Back to the board", *back))
