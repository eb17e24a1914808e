"""The base class `Board`, whose subclasses define how each game is drawn and described in words."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from games.base import Position, Result, Seat
from language import say
from render.brush import Sprite
from render.canvas import Stamp
from render.geometry import Grid, Point
from render.samples import random_scenes
from render.scene import Scene
from render.theme import THEMES, Colours, Theme, theme_of

P = TypeVar("P", bound=Position[Any])


@dataclass(frozen=True, slots=True)
class Count:
    """A line on a player's plate saying how many of something that player has."""

    text: str
    """The number and what it counts, in the reader's language: "9 boats". Descriptions use the same words."""
    short: str = ""
    """Fewer words for the same, for a plate that has no room for `text`."""
    symbol: Sprite | None = None
    """What is drawn before the words."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The effects of the last move."""

    path: tuple[str, ...] = ()
    """The cells from the start of the move to its end. A placement has only its end."""
    taken: tuple[str, ...] = ()
    """The cells from which the move took a piece."""
    end: str = ""
    """The cell that the piece fills after the move, if that cell is larger than the last one of the path."""
    effects: tuple[str, ...] = ()
    """Sentences in the reader's language about all other effects of the move."""


class Clause(NamedTuple):
    """One part of a position's description: a heading and a list of items, both in the reader's language."""

    heading: str
    items: Sequence[str]


class Chart(NamedTuple):
    """A picture explaining a game's pieces: its size in pixels, and its stamps from bottom to top."""

    size: tuple[int, int]
    stamps: Sequence[Stamp]


class Board(ABC, Generic[P]):
    """Defines how a game is drawn and described in words. All games share the same frame around the board.

    Each module in `render/boards` names its board class `BOARD`. Sprites are measured in cells: a sprite of width and
    height 1 fills its cell. Methods depend only on their arguments; those that return text depend on the reader's
    language, too.
    """

    game: ClassVar[type[Position[Any]]]
    colours: ClassVar[Mapping[str, Colours]]
    """The board's own colours, by purpose. The colours of the frame are available as well."""
    shades: ClassVar[tuple[int, int]] = (100, 24)
    """How many palette entries are for plain areas, and how many for edges. Smaller numbers make smaller files."""
    badge: ClassVar[float] = 0.46
    """The height of the picker's badges, in cell heights. On small cells, badges are larger."""
    badge_place: ClassVar[Point] = (0, 1)
    """Where the picker's badge is on an occupied cell: (0, 0) is the centre, and (1, -1) the top right corner."""
    names_pieces: ClassVar[bool] = False
    """Whether pieces that the picker offers are drawn with their names (`visible_sprites`) and get no badge."""
    path_below: ClassVar[bool] = False
    """Whether the winning path is drawn below the pieces. This is for games in which a piece moves along the path."""

    def __init__(self) -> None:
        self._themes = {name: theme_of(name, self.colours) for name in THEMES}

    @abstractmethod
    def grid(self, position: P, view: Seat) -> Grid:
        """Return the cells as this viewer sees them.

        Return the same object for the same options and view, because the painted background is cached by its identity.
        """

    @abstractmethod
    def background(self, grid: Grid) -> Iterable[tuple[str | Point, Sprite]]:
        """Return the sprites that make up the empty board, from bottom to top. They are painted once per grid.

        Each sprite is centred on a cell, which is given by its name, or on a point of the grid.
        """

    @abstractmethod
    def pieces(self, position: P) -> Iterable[tuple[str, Sprite]]:
        """Return each occupied cell with its piece's sprite. If a cell has several, the bottom one comes first."""

    def visible_sprites(self, scene: Scene[P]) -> Iterable[tuple[str, Sprite]]:
        """Return what is drawn on the cells, lowest first.

        Override this if the pieces look different for each viewer or after the last move.
        """
        return self.pieces(scene.position)

    def in_progress(self, scene: Scene[P]) -> Iterable[tuple[str, Sprite]]:
        """Return the sprites to show, each with its cell, while a player is choosing the steps of a move.

        The piece is already shown on the last chosen cell. Override this if a move is anything other than a
        piece that goes from cell to cell.
        """
        shown = list(self.visible_sprites(scene))
        path = [cell for cell in scene.chosen if cell in self.grid(scene.position, scene.view).points]
        on_start = [sprite for cell, sprite in shown if cell == path[0]] if len(path) > 1 else []
        if not on_start:
            return shown
        *below, piece = on_start
        elsewhere = [(cell, sprite) for cell, sprite in shown if cell not in (path[0], path[-1])]
        return [*elsewhere, *((path[0], sprite) for sprite in below), (path[-1], piece)]

    def signs(self, scene: Scene[P]) -> Iterable[tuple[str, Sprite]]:
        """Return sprites, such as numbers, to draw above the pieces, the winning path and the last move's marks."""
        del scene
        return ()

    @abstractmethod
    def token(self, seat: Seat) -> Sprite:
        """Return the sprite representing a side on its player's name plate."""

    def counts(self, position: P, seat: Seat) -> Sequence[Count]:
        """Return up to two counts to show on a side's plate, the more important one first."""
        del position, seat
        return ()

    def to_move(self, position: P) -> str:
        """Return the status text on the name plate of the side to move."""
        del position
        return say("to move")

    def reason(self, position: P, result: Result, seat: Seat) -> str:
        """Return why the match ended, for a side's name plate. It is empty if the counts explain the result.

        Override this if a reader could take the loser, on whose plate it is, for the one who caused the end.
        """
        del position, seat
        return result.plate.said()

    def to_move_sentence(self, position: P, player: str) -> str:
        """Return a sentence saying whose turn it is, for use in descriptions."""
        del position
        return say("{player} to move.", player=player)

    @abstractmethod
    def clauses(self, position: P) -> Sequence[Clause]:
        """Return the clauses describing a position for players who cannot see it, most important first."""

    def winning(self, position: P) -> Sequence[tuple[str, str]]:
        """Return the winning path as pairs of neighbouring cells, or an empty sequence if there is none."""
        del position
        return ()

    def trace(self, scene: Scene[P]) -> Trace:
        """Return the last move's path and the cells where it captured pieces.

        Both are derived from the steps of the move and from the cells that were occupied before and after it.
        """
        if scene.before is None:
            return Trace()
        cells = self.grid(scene.before, 0).points
        steps = [step for step in scene.before.steps(scene.move) if step in cells]
        before, after = ({cell for cell, _ in self.pieces(position)} for position in (scene.before, scene.position))
        taken = before - after - set(steps[:-1])
        return Trace(tuple(step for step in steps if step not in taken), tuple(sorted(taken)))

    def common(self) -> Iterable[Sprite]:
        """Return the sprites that most matches need soon after the start, for pre-rendering."""
        return ()

    def legend(self, scene: Scene[P]) -> Sequence[tuple[Sprite, str]]:
        """Return up to two symbols that need explaining to newcomers, each with its meaning.

        The more important one comes first. If most pictures have one, `Grid.legend` makes them equally high.
        """
        del scene
        return ()

    def chart(self, position: P) -> Chart | None:
        """Return the chart explaining a game's pieces, or None if the game has none.

        The chart can depend on the options of the position.
        """
        del position
        return None

    def theme(self, name: str) -> Theme:
        """Return this board's colours in the theme named `name`. Raises KeyError if there is no such theme."""
        return self._themes[name]

    def samples(self) -> Iterator[Scene[Any]]:
        """Yield sample scenes that together contain every colour, for computing the palette.

        The scenes are always the same.
        """
        for scene in random_scenes(self.game.start(), 1, 59):
            if scene.position.ply % 10 == 0 or scene.position.result():
                yield scene
