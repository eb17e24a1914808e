"""The base class of the boards: what a game must tell about how it looks and how it is described."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from games.base import Position
from language import say
from render.samples import random_scenes
from render.theme import THEMES, Colours, Theme, theme_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games.base import Seat
    from render.brush import Sprite
    from render.canvas import Stamp
    from render.geometry import Grid, Point
    from render.scene import Scene

P = TypeVar("P", bound=Position[Any])


@dataclass(frozen=True, slots=True)
class Count:
    """A number on a player's plate."""

    sprite: Sprite
    """The sign that stands before the number."""
    number: int
    words: str
    """The number with what it counts, in the language of the reader: "3 stones on the board"."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What the last move did."""

    path: tuple[str, ...] = ()
    """The cells from where the move began to where it ended; for a placement only the end."""
    taken: tuple[str, ...] = ()
    """The cells from which the move took a piece and which are empty now."""
    effects: tuple[str, ...] = ()
    """Sentences in the language of the reader that tell what else the move did."""


class Clause(NamedTuple):
    """A part of the description of a position, in the language of the reader."""

    heading: str
    items: Sequence[str]
    """What is listed under the heading."""


class Chart(NamedTuple):
    """A picture that explains the pieces of a game: how large it is, and what lies on the page, the lowest first."""

    size: tuple[int, int]
    stamps: Sequence[Stamp]


class Board(ABC, Generic[P]):
    """How one game looks and how its positions are described. The frame around the board is the same for every game.

    A module in `render/boards` names its class `BOARD`. Sprites are measured in cells: a sprite of width and height 1
    fills its cell. Every method depends on its arguments alone. Those that return words depend on the reader's
    language, too.
    """

    game: ClassVar[type[Position[Any]]]
    colours: ClassVar[Mapping[str, Colours]]
    """The colours that only this board has, by purpose."""
    shades: ClassVar[tuple[int, int]] = (100, 24)
    """How many colours the palette has for plain areas and how many for edges; fewer colours make smaller files."""
    badge: ClassVar[float] = 0.5
    """The height of the disc under a letter of the picker, in cells; on small cells it is larger."""
    badge_corner: ClassVar[Point] = (1, -1)
    """Where the letter stands if a piece is on the cell: its disc touches the edges of this corner of the cell.

    A board chooses another corner where the letter would hide what tells its pieces apart.
    """

    path_below: ClassVar[bool] = False
    """Whether the winning path lies below the pieces, because one of them has gone along it."""

    def __init__(self) -> None:
        self._themes = {name: theme_of(name, self.colours) for name in THEMES}

    @abstractmethod
    def grid(self, position: P, view: Seat) -> Grid:
        """Where the cells lie for this viewer.

        The same options of the match and the same view must give the same object, because the painted ground is cached
        by it. A new object each time would make every picture slow.
        """

    @abstractmethod
    def ground(self, grid: Grid) -> Iterable[tuple[str | Point, Sprite]]:
        """What lies on the board in every position, from the lowest to the highest; it is painted once for a grid.

        The middle of each sprite lies on a cell (given by its name) or at a point of the grid.
        """

    @abstractmethod
    def pieces(self, position: P) -> Iterable[tuple[str, Sprite]]:
        """The cells on which pieces stand, each with its sprite, from the lowest to the highest."""

    def shown(self, scene: Scene[P]) -> Iterable[tuple[str, Sprite]]:
        """What is drawn on the cells, from the lowest to the highest.

        A board overrides this if the look of its pieces depends on the viewer or on the last move.
        """
        return self.pieces(scene.position)

    def underway(self, scene: Scene[P]) -> Iterable[tuple[str, Sprite]]:
        """What is drawn while the picker has the beginning of a move: the piece stands on the last chosen cell already.

        A board overrides this if a move consists of other things than one piece that goes from cell to cell.
        """
        shown = list(self.shown(scene))
        way = [cell for cell in scene.chosen if cell in self.grid(scene.position, scene.view).points]
        there = [sprite for cell, sprite in shown if cell == way[0]] if len(way) > 1 else []
        if not there:
            return shown
        *below, piece = there
        elsewhere = [(cell, sprite) for cell, sprite in shown if cell not in (way[0], way[-1])]
        return [*elsewhere, *((way[0], sprite) for sprite in below), (way[-1], piece)]

    def signs(self, scene: Scene[P]) -> Iterable[tuple[str, Sprite]]:
        """What stands above the pieces, the winning path and the marks of the last move, such as numbers."""
        del scene
        return ()

    @abstractmethod
    def token(self, seat: Seat) -> Sprite:
        """The sign of a side on its player's plate."""

    def counts(self, position: P, seat: Seat) -> Sequence[Count]:
        """The side's numbers for its plate, at most three."""
        del position, seat
        return ()

    def to_move(self, position: P) -> str:
        """What the plate of the side to move says."""
        del position
        return say("to move")

    def to_move_sentence(self, position: P, player: str) -> str:
        """The sentence of the description that tells which player is to move."""
        del position
        return say("{player} to move.", player=player)

    @abstractmethod
    def clauses(self, position: P) -> Sequence[Clause]:
        """The position for a player who cannot see it, the most important clauses first."""

    def winning(self, position: P) -> Sequence[tuple[str, str]]:
        """The steps of the winning path, each from a cell to the next one; empty while there is no such path."""
        del position
        return ()

    def trace(self, scene: Scene[P]) -> Trace:
        """What the last move did; worked out from its steps and from the pieces before and after it."""
        if scene.before is None:
            return Trace()
        cells = self.grid(scene.before, 0).points
        steps = [step for step in scene.before.steps(scene.move) if step in cells]
        was = {cell for cell, _ in self.pieces(scene.before)}
        stands = {cell for cell, _ in self.pieces(scene.position)}
        gone = was - stands - set(steps[:-1])
        path = tuple(step for step in steps if step not in gone)
        return Trace(path, tuple(sorted(gone)))

    def chart(self, position: P) -> Chart | None:
        """The chart of the pieces for matches with the options of this position; None if the game has none."""
        del position
        return None

    def theme(self, name: str) -> Theme:
        """The colours of this board in a theme. Raises KeyError for a theme that does not exist."""
        return self._themes[name]

    def samples(self) -> Iterator[Scene[Any]]:
        """Scenes that together show every colour. The palette is chosen from them; they are always the same."""
        for scene in random_scenes(self.game.start(), 1, 59):
            if scene.position.ply % 10 == 0 or scene.position.result():
                yield scene
