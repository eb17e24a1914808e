"""The rules of a game as pages to turn, privately: its docs page, drawn by our own renderer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cogs.posts.looks import personal_theme
from cogs.posts.pictures import Picture, drawn
from cogs.texts import matches as words
from cogs.ui.actions import control
from cogs.ui.controls import Controls, button
from games import GAMES
from render.pages import pages

if TYPE_CHECKING:
    from cogs.ui.context import Context


async def open_rules(context: Context, game: str) -> None:
    """Show the first page to this person alone."""
    await context.tell(*await _page(context, game, 0))


@control("rules")
async def rules(context: Context) -> None:
    """Begin to read."""
    await open_rules(context, context.one_of(0, GAMES))


@control("page")
async def turn_page(context: Context) -> None:
    """Another page; beyond the last one, the last."""
    await context.edit(*await _page(context, context.one_of(0, GAMES), context.number(1)))


async def _page(context: Context, game: str, number: int) -> tuple[str, Controls, Picture]:
    book = pages(game)
    number = min(number, len(book) - 1)
    page = book[number]
    theme = await personal_theme(context.service, context.me.id, context.guild_id)
    png = await drawn(replace(page.scene, theme=theme))
    return (
        f"### {words.game_name(game)}: {page.heading}\n{page.text}\n-# Page {number + 1} of {len(book)}",
        Controls(
            button("Back", "page", 0, 0, game, str(max(number - 1, 0)), disabled=number == 0),
            button("Next", "page", 0, 0, game, str(number + 1), disabled=number == len(book) - 1),
        ),
        Picture(png, page.alt, f"{game}-rules-{number + 1}.png"),
    )
