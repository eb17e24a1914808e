"""Reviews of finished matches and of studies: from mistake to mistake, and the winning chances over time."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import discord

from cogs.texts import matches
from cogs.texts.reviews import mistake, overview
from cogs.ui.actions import Example, control
from cogs.ui.advice.thoughts import advised
from cogs.ui.context import Context
from cogs.wire.controls import Address, Controls, button, number
from cogs.wire.pictures import Picture, evaluation_picture, picture
from language import Sentence, mark
from looks import Look
from matches.model import Match, Snapshot
from matches.reviews import Review

GRAPH = 0
"""The number of a move, in place of a mistake's, that opens the graph."""


@dataclass(frozen=True, slots=True)
class Pages:
    """What all pages of one review share."""

    match: Match
    review: Review
    title: Sentence
    name: str
    """The beginning of the file names of its pictures."""
    look: Look
    address: Address
    """The custom_id of its controls; the ply of the mistake to show, or GRAPH, follows."""
    board: Callable[[int], Address]
    """The custom_id of a button that shows the board after so many moves, outside the review."""


@control("review", "slip", example=Example("over", ("1",)))
async def review(context: Context) -> None:
    """Review a match privately, beginning at the first mistake. The first time, this takes many seconds."""
    await context.service.advice.to_review(context.subject)
    thought = context.service.advice.review(context.subject, context.me.id)
    match, judged = await advised(context, "review", context.subject, thought)
    look = await context.look(match)
    about = (match.id, match.rev)

    def board(ply: int) -> Address:
        return "at", *about, str(ply), str(look["view"]), "review"

    pages = Pages(match, judged, matches.title(match), f"{match.game}-{match.code}", look, ("review", *about), board)
    wanted = None
    if context.values:  # the list of mistakes in earlier versions
        wanted = number(context.value())
    elif context.args:
        wanted = context.number(0)
    await show(context, pages, wanted)


async def show(context: Context, pages: Pages, wanted: int | None) -> None:
    """Turn to the page of the mistake at a ply, or to the graph for GRAPH. With None, begin in a new message."""
    await (context.tell if wanted is None else context.answer)(*await _page(pages, wanted))


async def _page(pages: Pages, wanted: int | None) -> tuple[str, Controls, Picture]:
    """The page of the wanted mistake, or of the first one; the graph if that is wanted or if there is no mistake."""
    match, slips = pages.match, pages.review.slips

    def way(label: str, ply: int, *, primary: bool = False, disabled: bool = False) -> discord.ui.Button[Controls]:
        style = discord.ButtonStyle.primary if primary else discord.ButtonStyle.secondary
        return button(label, *pages.address, str(ply), style=style, disabled=disabled)

    at = next((number for number, slip in enumerate(slips) if wanted in {None, slip.ply}), None)
    if at is None:
        image = await evaluation_picture(match, pages.review, pages.look["theme"])
        begin = [way(mark("▶ First mistake"), slips[0].ply, primary=True)] if slips else []
        controls = Controls(*begin, button("Replay", *pages.board(0)))
        return overview(match, pages.review, pages.title), controls, replace(image, filename=f"{pages.name}-review.png")
    slip, at_end = slips[at], at == len(slips) - 1
    parse = slip.position.parse
    compared = parse(slip.played), parse(slip.better)
    image = await picture(Snapshot(match, slip.position), **pages.look, compared=compared, plates=False)
    controls = Controls(
        way(mark("◀ Back"), slips[at - 1].ply) if at else way(mark("◀ Graph"), GRAPH),
        way(mark("▶ Next mistake"), slips[at if at_end else at + 1].ply, primary=True, disabled=at_end),
        button("Replay", *pages.board(slip.ply - 1)),
    )
    text = mistake(match, pages.review, slip, pages.title)
    return text, controls, replace(image, filename=f"{pages.name}-review-{slip.ply}.png")
