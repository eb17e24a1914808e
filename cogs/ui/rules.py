"""The rules of a game as pages to turn, privately: its docs page, drawn by our own renderer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cogs.posts.looks import private_theme
from cogs.posts.pictures import Picture, drawn
from cogs.texts import matches as words
from cogs.ui.controls import Controls, Press, button, control
from render.pages import pages

if TYPE_CHECKING:
    from cogs._client import Interaction


async def open_rules(interaction: Interaction, game: str) -> None:
    """Show the first page to this person alone."""
    image, message = await _page(interaction, game, 0)
    await interaction.response.send_message(file=image.file(), ephemeral=True, **message)


@control("rules")
async def rules(press: Press) -> None:
    """Begin to read, from `/help`."""
    await open_rules(press.interaction, press.args[0])


@control("page")
async def turn_page(press: Press) -> None:
    game, number = press.args
    image, message = await _page(press.interaction, game, int(number))
    await press.interaction.response.edit_message(attachments=[image.file()], **message)


async def _page(interaction: Interaction, game: str, number: int) -> tuple[Picture, dict[str, Any]]:
    book = pages(game)
    page = book[number]
    png = await drawn(replace(page.scene, theme=await private_theme(interaction)))
    return Picture(png, page.alt, f"{game}-rules-{number + 1}.png"), {
        "content": f"### {words.game_name(game)}: {page.heading}\n{page.text}\n-# Page {number + 1} of {len(book)}",
        "view": Controls(
            button("Back", "page", 0, 0, game, str(number - 1), disabled=number == 0),
            button("Next", "page", 0, 0, game, str(number + 1), disabled=number == len(book) - 1),
        ),
    }
