"""The sample board on the pages for choosing how boards look, and the labels of the choices on those pages."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import language
from cogs.wire.controls import Choice, Controls
from cogs.wire.pictures import Picture, picture
from games import GAMES, Seat
from language import mark
from matches.settings import DISCORD
from matches.snapshots import bare_snapshot
from render import THEMES

DESCRIPTIONS = {
    "classic": mark("classic, on light paper"),
    "dark": mark("dark, easy on the eyes at night"),
    "high-contrast": mark("high contrast, bright pieces on black"),
    "colour-blind": mark("for colour-blind players"),
}
Page = tuple[str, Controls, Picture | None]
"""A page of choices: its text, its controls and a picture of a sample board, or None if the page has no picture."""
SAMPLE = "konane", "d5 d4 d7-d5 d2-d4 f3-d3 f2-d2 h3-f3 e5-e3"
"""The sample picture's game and moves, enough to show stones, holes and a last move."""


async def sample(theme: str, view: Seat, *names: str) -> Picture:
    """Draw a sample board in a theme, seen from one side. If `names` are given, they replace the names of the sides."""
    game, moves = SAMPLE
    before, move, position = None, None, GAMES[game].start()
    for text in moves.split():
        before, move = position, position.parse(text)
        position = before.play(move)
    snapshot = bare_snapshot(position, names or [language.say(side) for side in GAMES[game].info.seats], before, move)
    return replace(await picture(snapshot, view, theme=theme), filename="sample.png")


def points(sentences: Iterable[str]) -> str:
    return "\n".join(f"- {sentence}" for sentence in sentences)


def language_choices() -> dict[str, str]:
    """Map each language choice to its label.

    The first choice follows the person's Discord language. The label of every other choice is the language's own name.
    """
    return {DISCORD: language.say("Discord's language"), **language.languages()}


def theme_choices() -> dict[str, str]:
    """Map each theme to a description in plain text."""
    return {theme: language.say(DESCRIPTIONS[theme]) for theme in THEMES}


def choices(names: Mapping[Any, str]) -> list[Choice]:
    return [Choice(value, language.say(name)) for value, name in names.items()]
