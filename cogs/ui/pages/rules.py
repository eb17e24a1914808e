"""The rules of a game as private pages, made from the game's page in the docs, with our own pictures."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from unicodedata import east_asian_width

import language
from cogs.posts.controls import learn_button
from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context, one_of
from cogs.ui.picker.stages import PHONE
from cogs.wire import discord_limits
from cogs.wire.controls import Choice, Control, Controls, button, number, select
from cogs.wire.pictures import Picture, draw_in_thread
from games import GAMES
from lessons import LESSONS
from render.pages import Page, pages
from render.thumbnails import low_picture

# Lengths on a phone are in pixels, for the widest font in use. A message on it has a width of PHONE.
# The widths of a slim letter, a usual one, a broad one and a Japanese sign, and of a space:
SLIM, USUAL, BROAD, WIDE, SPACE = 5.7, 10.1, 13.8, 16, 5.6
# What a bullet takes from a line, and how much larger bold text and a heading are:
BULLET, BOLD_SCALE, HEADING_SCALE = 16, 1.1, 1.3
WIDTHS = dict.fromkeys("fijlrtI.,:;!'’()-|\" ", SLIM) | dict.fromkeys("mwMWOQGDNHU@%", BROAD)
LINE_HEIGHT, HEADING_HEIGHT, BULLET_GAP = 22, 30, 4
SCREEN = 425
"""The height for a heading, text and picture together that keeps the buttons visible on a phone, in pixels."""
LOWEST = 180
"""The smallest height of a picture, in pixels."""
MOST_LINES = 9
"""The most lines in a page's text."""


async def open_rules(context: Context, game: str) -> None:
    await context.tell(*await _page(context, game, 0))


@control("rules", example=Example(args=("konane",)))
async def rules(context: Context) -> None:
    """Open the rules of the game that was chosen by button or select."""
    await open_rules(context, one_of(context.value() if context.values else context.arg(0), GAMES))


@control("page", example=Example(args=("konane", "1")))
async def turn_page(context: Context) -> None:
    """Show another page of the rules. A number that is too high means the last page."""
    page = number(context.value()) if context.values else context.number(1)
    await context.answer(*await _page(context, context.one_of(0, GAMES), page))


def rules_select() -> Control:
    games = [Choice(key, language.say(game.info.name)) for key, game in GAMES.items()]
    return select("rules", games, placeholder=language.say("Read the rules of …"))


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of the rules on Discord: as much of a section as fits on a phone with its picture."""

    section: int
    page: Page
    text: str
    high: int
    """The height that the text leaves for the picture on a phone, in pixels."""


def leaves(game: str) -> Sequence[Leaf]:
    """Divide the rules of a game into pages that fit on a phone. The first page only has the aim of the game."""
    found = list[Leaf]()
    for section, page in enumerate(pages(game)):
        heading = math.ceil(_width(_heading(game, page)) * HEADING_SCALE / PHONE)
        blocks = [block for block in page.text.split("\n") if block]
        parts = _parts(blocks) if section else [blocks[:1], *_parts(blocks[1:])]
        for part in parts:
            gaps = BULLET_GAP * sum(block.startswith("- ") for block in part)
            high = SCREEN - HEADING_HEIGHT * heading - LINE_HEIGHT * sum(map(_lines, part)) - gaps
            found.append(Leaf(section, page, "\n".join(part), max(LOWEST, min(PHONE, high))))
    return found


def _parts(blocks: Sequence[str]) -> list[Sequence[str]]:
    """Split paragraphs into as few parts as possible, of similar length and at most MOST_LINES lines each."""
    lines = sum(map(_lines, blocks))
    fewest = len(_pack_paragraphs(blocks, MOST_LINES))
    sizes = range(math.ceil(lines / max(fewest, 1)), MOST_LINES)
    return next(
        (parts for size in sizes if len(parts := _pack_paragraphs(blocks, size)) == fewest),
        _pack_paragraphs(blocks, MOST_LINES),
    )


def _pack_paragraphs(blocks: Sequence[str], limit: int) -> list[Sequence[str]]:
    """Fill parts with paragraphs, up to `limit` lines each. Only a single longer paragraph may exceed the limit."""
    parts, left = list[list[str]](), 0
    for block in blocks:
        if not parts or _lines(block) > left:
            parts.append([])
            left = limit
        parts[-1].append(block)
        left -= _lines(block)
    return list(parts)


def _lines(block: str) -> int:
    """Estimate how many lines a paragraph takes on a phone, breaking lines between words."""
    room = PHONE - BULLET if block.startswith("- ") else PHONE
    lines, left, bold = 0, 0.0, False
    for word in block.replace("`", "").split():
        wide = _width(word.replace("**", "")) * (BOLD_SCALE if bold or "**" in word else 1)
        bold ^= word.count("**") % 2 == 1
        if wide > left:
            lines += math.ceil(wide / room)
            left = room * math.ceil(wide / room)
        left -= wide + SPACE
    return lines


def _width(text: str) -> float:
    """Estimate the width of a text on a phone, in pixels."""
    return sum(WIDE if east_asian_width(sign) in "WF" else WIDTHS.get(sign, USUAL) for sign in text)


def _heading(game: str, page: Page) -> str:
    return say("{game}: {heading}", game=texts.game_name(game), heading=Markdown(page.heading))


async def _page(context: Context, game: str, at: int) -> tuple[str, Controls, Picture]:
    book = leaves(game)
    at = min(at, len(book) - 1)
    leaf = book[at]
    page, text = leaf.page, leaf.text
    first = {each.section: number for number, each in reversed([*enumerate(book)])}
    headings = [
        Choice(str(number), f"{section + 1} · {book[number].page.heading}") for section, number in first.items()
    ]
    for label in (say("Move"), "Move"):  # a page without a translation is in English
        text = text.replace(f"**{label}**", context.as_posted("Move"))
    scene = replace(page.scene, theme=await context.theme(), plates=False)
    png = await draw_in_thread(low_picture, scene, leaf.high / PHONE)
    back = button("Back", "page", 0, 0, game, str(max(at - 1, 0)), disabled=at == 0)
    if at == 0 and game in LESSONS:
        back = learn_button(game)
    foot = say("-# Page {number} of {count}", number=at + 1, count=len(book))
    return (
        f"### {_heading(game, page)}\n{text}\n{foot}",
        Controls(
            back,
            button("Next", "page", 0, 0, game, str(at + 1), disabled=at == len(book) - 1),
            select("page", headings[: discord_limits.OPTIONS], 0, 0, game, chosen=str(first[leaf.section])),
        ),
        Picture(png, page.alt, f"{game}-rules-{at + 1}.png"),
    )
