"""Where the parts of a board's picture are, in pixels."""

from collections.abc import Collection

from games.base import Seat
from render import pieces
from render.brush import Sprite
from render.canvas import Cut, Stamp
from render.geometry import Grid, Point
from render.text import width

# Lengths and font sizes are in pixels.
WIDTH = 900
EDGE = 12
PLATE = 90
"""The height of a plate."""
# The margins for the coordinates, to the left of the board and below it, and the margin to the right of the board.
BEFORE, BELOW, AFTER = 48, 46, 16
MARGIN = 14
"""The distance between the board and the plate above it."""
RIM = 12
"""The height of the lower edge of a board, above the coordinates."""
LEGEND_ROW = 44
"""The height of a legend that is below the coordinates."""
NAME = 34
"""The font size of names. A phone shows pictures about 314 pixels wide, where a size of 32 becomes 11."""
SMALL_CELL = 90
"""The cell width below which arrows, marks and frames become no thinner."""


def thicker(cell: float) -> float:
    """Return how much thicker than usual lines are in cells of this width, in pixels."""
    return max(1.0, SMALL_CELL / cell)


class Layout:
    """Maps points of a grid to pixels of its pictures."""

    def __init__(self, grid: Grid, *, legend: bool = False) -> None:
        """Create a layout. With `legend`, there is room for one even if not all of the grid's pictures have one."""
        self.grid = grid
        beside = not any(y >= grid.height for _, (_, y) in grid.labels)
        self.row = grid.legend or (legend and not beside)
        """Whether the legend has a row of its own, because the board has coordinates below it."""
        room = WIDTH - BEFORE - AFTER
        self.cell = room // grid.width
        self.left = round(BEFORE + (room - self.cell * grid.width) / 2)
        self.top = 2 * EDGE + PLATE + 6
        self.bottom = self.top + round(self.cell * grid.height)
        self.below = BELOW + (LEGEND_ROW if self.row else 0)
        self.size = (WIDTH, self.bottom + self.below + PLATE + EDGE)
        self.thicker = thicker(self.cell)
        self._cells = {cell: self.pixel(point) for cell, point in grid.points.items()}

    def pixel(self, point: Point) -> tuple[int, int]:
        return round(self.left + point[0] * self.cell), round(self.top + point[1] * self.cell)

    def label(self, point: Point) -> tuple[int, int]:
        """Return the centre of a coordinate in the margin."""
        x, y = self.pixel(point)
        return x - (28 if point[0] <= 0 else 0), y + (26 if point[1] >= self.grid.height else 0)

    def stamp(self, point: Point, sprite: Sprite) -> Stamp:
        """Return a stamp of a sprite, centred on a point of the grid."""
        return Stamp(sprite, *self.pixel(point), self.cell)

    def on(self, cell: str, sprite: Sprite) -> Stamp:
        """Return a stamp of the sprite centred on a cell."""
        x, y = self._cells[cell]
        return Stamp(sprite, x, y, self.cell)

    def plate(self, seat: Seat, view: Seat) -> int:
        """Return the y coordinate of a name plate's centre. The player in seat `view` is at the bottom."""
        return self.size[1] - EDGE - PLATE // 2 if seat == view else EDGE + PLATE // 2

    def rows(self, cells: Collection[str]) -> range:
        """Return the strips of the grid, counted from the top, from the highest to the lowest row of these cells.

        These are all strips if there are no cells.
        """
        ys = [self.grid.points[cell][1] for cell in cells]
        strips = range(len(self.grid.strips))
        if not ys:
            return strips
        return range(
            next(n for n in strips if self.grid.strips[n][1] > min(ys)),
            next(n for n in strips if self.grid.strips[n][1] > max(ys)) + 1,
        )

    def widened(self, cells: Collection[str], height: float) -> tuple[str, ...]:
        """Return cells in the outermost of as many rows around those of these cells as fit into a picture's height."""
        rows, count, grown = self.rows(cells), len(self.grid.strips), True
        while grown:
            grown = False
            for up, down in ((1, 0), (0, 1)):
                more = range(max(rows.start - up, 0), min(rows.stop + down, count))
                if more != rows and self.height(more) <= height:
                    rows, grown = more, True
        top, bottom = self.grid.strips[rows.start][0], self.grid.strips[rows.stop - 1][1]
        return tuple(cell for cell, (_, y) in self.grid.points.items() if top < y < bottom)

    def left_out(self, rows: range) -> list[int]:
        """Return the numbers of the cuts without which a picture shows only these strips of the grid, and no plates.

        Where rows are missing, the board has no edge. The coordinates of the columns remain.
        """
        count = len(self.grid.strips)
        top, bottom = [1] if rows.start else [], [count + 2] if rows.stop < count else []
        return [0, *top, *(n + 2 for n in range(count) if n not in rows), *bottom, count + 4]

    def height(self, rows: range) -> int:
        """Return the height, in pixels, of a picture with only these strips of the grid."""
        without = set(self.left_out(rows))
        return sum(bottom - top for n, (top, bottom, _) in enumerate(self.cuts()) if n not in without)

    def cuts(self) -> list[Cut]:
        """Return where to cut a picture into strips.

        From top to bottom, these are a name plate, a margin, the strips of the grid, the lower edge of the board, the
        coordinates, and the other name plate.
        """
        strips = []
        for top, bottom, xs in self.grid.strips:
            inner = [self.pixel((x, 0))[0] for x in xs]
            strips.append((self.pixel((0, top))[1], self.pixel((0, bottom))[1], (0, *inner, WIDTH)))
        quarters = tuple(WIDTH * part // 4 for part in range(5))
        above, below = self.top - MARGIN, self.bottom + self.below - 2
        return [
            (0, above, quarters),
            (above, strips[0][0], quarters),
            *strips,
            (strips[-1][1], self.bottom + RIM, quarters),
            (self.bottom + RIM, below, quarters),
            (below, self.size[1], quarters),
        ]


class BareLayout(Layout):
    """A layout without plates or coordinates, with cells of width `cell` and the same `margin` on all sides.

    With `like_picture`, lines are as thick for their cells as in the game's pictures, whatever the size of the cells.
    """

    def __init__(self, grid: Grid, cell: float, margin: int = 0, *, like_picture: bool = False) -> None:
        self.grid, self.cell, self.left, self.top = grid, cell, margin, margin
        self.thicker = Layout(grid).thicker if like_picture else thicker(cell)
        self.bottom = margin + round(cell * grid.height)
        self.size = (2 * margin + round(cell * grid.width), self.bottom + margin)
        self._cells = {name: self.pixel(point) for name, point in grid.points.items()}


def starting(text: str, x: float, y: int, size: int, colour: str, weight: int = 600) -> Stamp:
    return Stamp(pieces.writing(text, colour, weight), round(x + width(text, size, weight) / 2), y, size)


def ending(text: str, x: float, y: int, size: int, colour: str, weight: int = 600) -> Stamp:
    return Stamp(pieces.writing(text, colour, weight), round(x - width(text, size, weight) / 2), y, size)
