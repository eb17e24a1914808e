"""Coral Clash's chart of its creatures: each kind as a hunter and as a gatherer, its name, and how it moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from language import mark, say
from render import pieces
from render.board import Chart
from render.boards._creatures import CREATURES, CreatureBrush
from render.brush import Sprite
from render.canvas import Stamp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from render.brush import Brush

WIDTH, HEAD, ROW = 900, 64, 150
STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
NAME = 36
"""The size of the creatures' names, in pixels."""
SENTENCE = 29
"""The size of the sentences about their moves, in pixels."""
TITLE = 28
"""The size of the headings of the columns, in pixels."""
UNIT = 118
"""The size of a creature's cell, in pixels."""
HUNTER = 78
"""The middle of the column of hunters, in pixels from the left."""
GATHERER = 200
"""The middle of the column of gatherers."""
WORDS = 284
"""The left end of the words."""
SMALL_BOARD = 812
"""The middle of the column of small boards."""


class Kind(NamedTuple):
    """A row of the chart."""

    name: str
    moves: str
    ways: tuple[tuple[int, int], ...]
    far: bool
    """Whether it moves any distance."""


WHALE = Kind(mark("Whale"), mark("slides any distance, or turns"), (*STRAIGHT, *DIAGONAL), far=True)
DOLPHIN = Kind(mark("Dolphin"), mark("any distance, all directions"), (*STRAIGHT, *DIAGONAL), far=True)
TURTLE = Kind(mark("Turtle"), mark("any distance, straight"), STRAIGHT, far=True)
PUFFERFISH = Kind(mark("Pufferfish"), mark("any distance, diagonally"), DIAGONAL, far=True)
CRAB = Kind(mark("Crab"), mark("one square, diagonally"), DIAGONAL, far=False)
OCTOPUS = Kind(mark("Octopus"), mark("one square, straight"), STRAIGHT, far=False)


def creature_chart(steps: str) -> Chart:
    """The chart for matches with this option `steps`: with `diagram`, octopuses and crabs step the other way."""
    crab, octopus = CRAB, OCTOPUS
    if steps == "diagram":
        crab, octopus = (
            crab._replace(moves=octopus.moves, ways=octopus.ways),
            octopus._replace(moves=crab.moves, ways=crab.ways),
        )
    kinds = (WHALE, DOLPHIN, TURTLE, PUFFERFISH, crab, octopus)
    return Chart((WIDTH, HEAD + ROW * len(kinds)), tuple(_stamps(kinds)))


def _stamps(kinds: tuple[Kind, ...]) -> Iterator[Stamp]:
    yield _title(say("Hunter"), HUNTER)
    yield _title(say("Gatherer"), GATHERER)
    for number, kind in enumerate(kinds):
        middle = HEAD + ROW * number + ROW // 2
        yield Stamp(pieces.plate(WIDTH - 16, ROW - 8, "plate", "plate edge", 2), WIDTH // 2, middle, 1)
        if number == 0:
            yield Stamp(Sprite(_creature, (0, False), 2, 1), (HUNTER + GATHERER) // 2, middle, UNIT)
        else:
            yield Stamp(Sprite(_creature, (number, False)), HUNTER, middle, UNIT)
            yield Stamp(Sprite(_creature, (number, True)), GATHERER, middle, UNIT)
        yield _from(say(kind.name), NAME, 700, middle - 26)
        yield _from(say(kind.moves), SENTENCE, 400, middle + 26)
        yield Stamp(Sprite(_ways, (kind.ways, kind.far, number == 0), 5.2, 5.2), SMALL_BOARD, middle, 24)


def _title(text: str, middle: int) -> Stamp:
    return Stamp(pieces.writing(text, "ink", 600), middle, HEAD // 2 + 4, TITLE)


def _from(text: str, size: int, weight: int, y: int) -> Stamp:
    """A text that begins where the words begin."""
    sprite = pieces.writing(text, "ink", weight)
    return Stamp(sprite, round(WORDS + (sprite.width - 0.2) * size / 2), y, size)


def _creature(brush: Brush, kind: int, gatherer: bool) -> None:
    drawn = CreatureBrush(brush, "yellow", 0.93)
    CREATURES[kind].draw(drawn)
    if gatherer:
        drawn.spots(*CREATURES[kind].marks)


def _ways(brush: Brush, ways: tuple[tuple[int, int], ...], far: bool, whale: bool) -> None:
    """A small board with the piece in the middle, and an arrow each way that it goes."""
    brush.panel((-2.6, -2.6, 2.6, 2.6), 0.3, "rim")
    for column in range(-2, 3):
        for row in range(-2, 3):
            box = (column - 0.5, row - 0.5, column + 0.5, row + 0.5)
            brush.panel(box, 0, "weed" if (column + row) % 2 else "sand")
    for colour, thick, long in (("yellow edge", 0.34, 0.05), ("chosen", 0.2, 0.0)):
        for x, y in ways:
            reach = (2.15 if far else 1.0) + long
            brush.line([(0, 0), (x * reach, y * reach)], thick, colour)
            if not far:
                brush.circle((x, y), 0.27 + long * 1.6, colour)
    if whale:
        brush.panel((-0.46, -0.42, 1.46, 0.42), 0.4, "yellow edge")
        brush.panel((-0.36, -0.32, 1.36, 0.32), 0.32, "yellow")
    else:
        brush.circle((0, 0), 0.46, "yellow edge")
        brush.circle((0, 0), 0.37, "yellow")
