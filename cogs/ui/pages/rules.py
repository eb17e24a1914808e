"""Shows a game's rules as private pages, generated from the game's docs page, with pictures drawn by the bot."""

import math
from collections.abc import Iterator, Sequence
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
from render.thumbnails import LEAST_WIDTH, least_share, low_picture

# Lengths on a phone are in pixels, for the widest font in use. A message on a phone has a width of PHONE.
# The widths of narrow, normal, broad and Japanese characters, and of a space:
SLIM, USUAL, BROAD, WIDE, SPACE = 5.7, 10.1, 13.8, 16, 5.6
# How much narrower a bullet makes a line, and how much wider bold text and headings are than normal text:
BULLET, BOLD_SCALE, HEADING_SCALE = 16, 1.1, 1.2
WIDTHS = dict.fromkeys("fijlrtI.,:;!'’()-|\" ", SLIM) | dict.fromkeys("mwMWOQGDNHU@%", BROAD)
LINE_HEIGHT, HEADING_HEIGHT, BULLET_GAP = 22, 30, 4
# The height for heading, text and picture that keeps the buttons visible on a phone, and the height of a select:
SCREEN, SELECT = 485, 50
EDITED = "(edited)"


async def open_rules(context: Context, game: str) -> None:
    await context.tell(*await _page(context, game, 0), panel=("rules", game))


@control("rules", example=Example(args=("konane",)))
async def rules(context: Context) -> None:
    """Open the rules of the chosen game."""
    await open_rules(context, one_of(context.value() if context.values else context.arg(0), GAMES))


@control("page", example=Example(args=("konane", "1")))
async def turn_page(context: Context) -> None:
    """Show another page of the rules, or the last page if the page number is too high."""
    page, game = number(context.value()) if context.values else context.number(1), context.one_of(0, GAMES)
    await context.answer(*await _page(context, game, page), panel=("rules", game))


def rules_select() -> Control:
    games = [Choice(key, language.say(game.info.name)) for key, game in GAMES.items()]
    return select("rules", games, placeholder=language.say("Read the rules of …"))


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page of the rules on Discord.

    The page contains as much of a section as fits on a phone screen together with the picture.
    """

    section: int
    page: Page
    heading: str
    text: str
    high: int
    """The height, in pixels, that the text leaves for the picture on a phone."""


def leaves(game: str) -> Sequence[Leaf]:
    """Divide a game's rules into pages that fit on a phone screen.

    The first page contains only the aim of the game.
    """
    found = list[Leaf]()
    for section, page in enumerate(pages(game)):
        blocks = [block for block in page.text.split("\n") if block]
        if not found:
            heading = say("{game}: {heading}", game=texts.game_name(game), heading=Markdown(page.heading))
            aim, room = blocks.pop(0), SCREEN - SELECT - _heading_height(heading)
            found.append(Leaf(section, page, heading, aim, min(PHONE, room - _height([aim]))))
        room = SCREEN - _heading_height(page.heading)
        lowest = LEAST_WIDTH * PHONE * least_share(page.scene)
        for part in _parts(blocks, int(room - lowest)):
            found.append(Leaf(section, page, page.heading, "\n".join(part), min(PHONE, room - _height(part))))
    return found


def _parts(blocks: Sequence[str], limit: int) -> Sequence[Sequence[str]]:
    """Split paragraphs into as few parts as possible, of about equal height and at most `limit` pixels high."""
    fewest = len(_pack_paragraphs(blocks, limit))
    sizes = range(_height(blocks) // max(fewest, 1), limit)
    return next(
        (parts for size in sizes if len(parts := _pack_paragraphs(blocks, size)) == fewest),
        _pack_paragraphs(blocks, limit),
    )


def _pack_paragraphs(blocks: Sequence[str], limit: int) -> Sequence[Sequence[str]]:
    """Greedily combine paragraphs into parts at most `limit` pixels high. Only a single paragraph may be higher."""
    parts = list[list[str]]()
    for block in blocks:
        if not parts or _height([*parts[-1], block]) > limit:
            parts.append([])
        parts[-1].append(block)
    return parts


def _height(blocks: Sequence[str]) -> int:
    """Estimate the height of paragraphs on a phone, in pixels, with Discord's “(edited)” after the last one."""
    below = [EDITED] if blocks and blocks[-1].startswith("- ") else []
    shown = [*blocks, *below] if below else [*blocks[:-1], *(f"{block} {EDITED}" for block in blocks[-1:])]
    return sum(LINE_HEIGHT * _lines(block) + BULLET_GAP * block.startswith("- ") for block in shown)


def _heading_height(heading: str) -> int:
    return HEADING_HEIGHT * math.ceil(_width(heading + page_number(10, 10)) * HEADING_SCALE / PHONE)


def _lines(block: str) -> int:
    """Estimate how many lines a paragraph takes up on a phone if lines are broken between words."""
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
    """Estimate the width, in pixels, of text on a phone."""
    return sum(WIDE if east_asian_width(sign) in "WF" else WIDTHS.get(sign, USUAL) for sign in text)


async def _page(context: Context, game: str, at: int) -> tuple[str, Controls, Picture]:
    book = leaves(game)
    at = min(at, len(book) - 1)
    leaf = book[at]
    page, text = leaf.page, leaf.text
    for label in (say("Move"), "Move"):  # a page without a translation is in English
        text = text.replace(f"**{label}**", context.as_posted("Move"))
    scene = replace(page.scene, theme=await context.theme(), plates=False)
    png = await draw_in_thread(low_picture, scene, leaf.high / PHONE)
    picture = Picture(png, page.alt, f"{game}-rules-{at + 1}.png")
    return f"### {leaf.heading}{page_number(at + 1, len(book))}\n{text}", Controls(*_controls(game, book, at)), picture


def page_number(number: int, count: int) -> str:
    """Format a page number for appending to a heading, such as ` · 2/5`.

    On a line of its own, it would take up room for the text.
    """
    return f" · {number}/{count}"


def _controls(game: str, book: Sequence[Leaf], at: int) -> Iterator[Control]:
    """Yield the controls below a page. Only the first page has room for a select with the table of contents."""
    if at == 0:
        if game in LESSONS:
            yield learn_button(game)
    else:
        yield button("Back", "page", 0, 0, game, str(at - 1))
    yield button("Next", "page", 0, 0, game, str(at + 1), disabled=at == len(book) - 1)
    if at > 1:
        yield button("Contents", "page", 0, 0, game, "0")
    if at == 0:
        first = {leaf.section: number for number, leaf in reversed([*enumerate(book)])}
        headings = [
            Choice(str(number), f"{section + 1} · {book[number].page.heading}")
            for section, number in sorted(first.items())
        ]
        yield select("page", headings[: discord_limits.OPTIONS], 0, 0, game, chosen="0")
