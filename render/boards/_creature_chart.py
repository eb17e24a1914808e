"""The chart of Coral Clash's creatures, showing each kind as a hunter and as a gatherer, and how it moves."""

from collections.abc import Iterator
from typing import NamedTuple

from language import mark, say
from render import pieces
from render.board import Chart
from render.boards._creatures import creature
from render.brush import Brush, Sprite
from render.canvas import Stamp

STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))

# Lengths and font sizes are in pixels.
WIDTH, HEAD, ROW, FOOT = 900, 64, 150, 4
# The font sizes of the names, of the sentences about moves and of the column titles.
NAME, SENTENCE, TITLE = 36, 32, 28
UNIT = 120
"""The width of a creature's cell, in pixels."""
# The centres of the columns.
HUNTER, GATHERER, SMALL_BOARD = 78, 200, 812
TEXT = 284
"""The x coordinate of the left end of the texts, in pixels."""
ROOM = 450
"""The maximum width of a text, in pixels. A wider text would reach the small board."""


class Kind(NamedTuple):
    name: str
    moves: str
    directions: tuple[tuple[int, int], ...]
    far: bool
    """Whether the creature moves any distance."""


WHALE = Kind(mark("Whale"), mark("slides any distance, or turns"), (*STRAIGHT, *DIAGONAL), far=True)
DOLPHIN = Kind(mark("Dolphin"), mark("any distance, all directions"), (*STRAIGHT, *DIAGONAL), far=True)
TURTLE = Kind(mark("Turtle"), mark("any distance, straight"), STRAIGHT, far=True)
PUFFERFISH = Kind(mark("Pufferfish"), mark("any distance, diagonally"), DIAGONAL, far=True)
CRAB = Kind(mark("Crab"), mark("one square, diagonally"), DIAGONAL, far=False)
OCTOPUS = Kind(mark("Octopus"), mark("one square, straight"), STRAIGHT, far=False)


def creature_chart(steps: str) -> Chart:
    """Return the chart of all creatures. If the option `steps` is `diagram`, octopuses and crabs swap moves."""
    crab, octopus = CRAB, OCTOPUS
    if steps == "diagram":
        crab, octopus = (
            crab._replace(moves=octopus.moves, directions=octopus.directions),
            octopus._replace(moves=crab.moves, directions=crab.directions),
        )
    kinds = (WHALE, DOLPHIN, TURTLE, PUFFERFISH, crab, octopus)
    return Chart((WIDTH, HEAD + ROW * len(kinds) + FOOT), tuple(_stamps(kinds)))


def _stamps(kinds: tuple[Kind, ...]) -> Iterator[Stamp]:
    yield from _titles()
    for number, kind in enumerate(kinds):
        middle = HEAD + ROW * number + ROW // 2
        yield Stamp(pieces.plate(WIDTH - 16, ROW - 8, "plate", "plate edge", 2), WIDTH // 2, middle, 1)
        if number == 0:
            yield Stamp(Sprite(creature, ("yellow", 0, False, 0.87), 2, 1), (HUNTER + GATHERER) // 2, middle, UNIT)
        else:
            yield Stamp(Sprite(creature, ("yellow", number, False, 0.86)), HUNTER, middle, UNIT)
            yield Stamp(Sprite(creature, ("yellow", number, True, 0.86)), GATHERER, middle, UNIT)
        yield _from(say(kind.name), NAME, 700, middle - 26)
        yield _from(say(kind.moves), SENTENCE, 400, middle + 26)
        yield Stamp(Sprite(_moves, (kind.directions, kind.far, number == 0), 5.2, 5.2), SMALL_BOARD, middle, 24)


def _titles() -> Iterator[Stamp]:
    """Yield the titles of the two columns, in a smaller size if they would otherwise touch."""
    hunter, gatherer = pieces.writing(say("Hunter"), "ink", 600), pieces.writing(say("Gatherer"), "ink", 600)
    size = min(TITLE, int(2 * (GATHERER - HUNTER) / (hunter.width + gatherer.width)))
    yield Stamp(hunter, HUNTER, HEAD // 2 + 4, size)
    yield Stamp(gatherer, GATHERER, HEAD // 2 + 4, size)


def _from(text: str, size: int, weight: int, y: int) -> Stamp:
    """Return a stamp of left-aligned text, in a smaller size if it would otherwise reach the small board beside it."""
    sprite = pieces.writing(text, "ink", weight)
    width = sprite.width - 0.2
    size = min(size, int(ROOM / width))
    return Stamp(sprite, round(TEXT + width * size / 2), y, size)


def _moves(brush: Brush, directions: tuple[tuple[int, int], ...], far: bool, whale: bool) -> None:
    """Draw a small board with a piece in the centre and a line in each direction it can move."""
    brush.panel((-2.6, -2.6, 2.6, 2.6), 0.3, "rim")
    for column in range(-2, 3):
        for row in range(-2, 3):
            box = (column - 0.5, row - 0.5, column + 0.5, row + 0.5)
            brush.panel(box, 0, "weed" if (column + row) % 2 else "sand")
    for colour, thick, long in (("yellow edge", 0.34, 0.05), ("chosen", 0.2, 0.0)):
        for x, y in directions:
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
