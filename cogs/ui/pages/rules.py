"""The rules of a game as private pages, made from its page in the docs, with pictures from our renderer."""

from dataclasses import replace

import language
from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context, one_of
from cogs.wire import discord_limits
from cogs.wire.controls import Choice, Control, Controls, button, number, select
from cogs.wire.pictures import Picture, drawn
from games import GAMES
from render.pages import pages


async def open_rules(context: Context, game: str) -> None:
    await context.tell(*await _page(context, game, 0))


@control("rules", example=Example(args=("konane",)))
async def rules(context: Context) -> None:
    """Open the rules of the game that the button names or that was chosen in the select."""
    await open_rules(context, one_of(context.value() if context.values else context.arg(0), GAMES))


@control("page", example=Example(args=("konane", "1")))
async def turn_page(context: Context) -> None:
    """Show another page, chosen by button or by heading; at most the last one."""
    page = number(context.value()) if context.values else context.number(1)
    await context.answer(*await _page(context, context.one_of(0, GAMES), page))


def rules_select() -> Control:
    games = [Choice(key, language.say(game.info.name)) for key, game in GAMES.items()]
    return select("rules", games, placeholder=language.say("Read the rules of …"))


async def _page(context: Context, game: str, at: int) -> tuple[str, Controls, Picture]:
    book = pages(game)
    at = min(at, len(book) - 1)
    page = book[at]
    headings = [Choice(str(n), f"{n + 1} · {each.heading}") for n, each in enumerate(book)]
    png = await drawn(replace(page.scene, theme=await context.theme()))
    heading = say("{game}: {heading}", game=texts.game_name(game), heading=Markdown(page.heading))
    foot = say("-# Page {number} of {count}", number=at + 1, count=len(book))
    return (
        f"### {heading}\n{page.text}\n{foot}",
        Controls(
            button("Back", "page", 0, 0, game, str(max(at - 1, 0)), disabled=at == 0),
            button("Next", "page", 0, 0, game, str(at + 1), disabled=at == len(book) - 1),
            select("page", headings[: discord_limits.OPTIONS], 0, 0, game, chosen=str(at)),
        ),
        Picture(png, page.alt, f"{game}-rules-{at + 1}.png"),
    )
