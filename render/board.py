"""What the picture of a game is made of: the base class that the module of each game's board fills."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from games.base import Position
from render.scene import Scene
from render.theme import THEMES, Colours, Theme, theme_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games.base import Seat
    from render.brush import Sprite
    from render.geometry import Grid, Point

P = TypeVar("P", bound=Position[Any])


@dataclass(frozen=True, slots=True)
class Figure:
    """A number on a player's plate with the sprite that says what it counts, and the words for it."""

    sprite: Sprite
    number: int
    words: str
    """What is counted: "stone{s} on the board", with {s} where the plural has one."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What the last move did, in names of places."""

    path: tuple[str, ...] = ()
    """From where it began to where it ended; only the end for a placement."""
    taken: tuple[str, ...] = ()
    """The places whose pieces it took from the board, if nothing stands there now."""
    told: str = ""
    """What it did, in words that follow its text, where the places alone do not tell: "capturing the crab on d5"."""


class Clause(NamedTuple):
    """A part of the position in words: a heading and what is listed under it."""

    heading: str
    items: tuple[str, ...]


class Board(ABC, Generic[P]):
    """How one game looks and how it is told; the frame around it is the same for every game.

    A module in `render/boards` names its class `BOARD`. Sprites measure in cells: one of width and height 1
    fills its cell. All methods depend on their arguments alone.
    """

    game: ClassVar[type[Position[Any]]]
    colours: ClassVar[Mapping[str, Colours]]
    """The board's own colours by purpose."""
    shades: ClassVar[tuple[int, int]] = (100, 24)
    """How many colours the pictures have of plain areas, and how many of the edges between them: fewer are smaller."""

    def __init__(self) -> None:
        self._themes = {name: theme_of(name, self.colours) for name in THEMES}

    @abstractmethod
    def grid(self, position: P, view: Seat) -> Grid:
        """Where the places lie for this viewer: always the same object for the same options of the match and view.

        What is painted for a grid is kept with it, so a grid that is made afresh each time makes every picture slow.
        """

    @abstractmethod
    def ground(self, grid: Grid) -> Iterable[tuple[str | Point, Sprite]]:
        """What lies on the board in every position, from the lowest to the highest; painted once for a grid.

        Each sprite has its middle at a place, by its name, or at a point of the grid.
        """

    @abstractmethod
    def pieces(self, position: P) -> Iterable[tuple[str, Sprite]]:
        """What stands on the places, each with its sprite, lower ones first."""

    def shown(self, scene: Scene) -> Iterable[tuple[str, Sprite]]:
        """What the picture has on the places: the pieces, unless their look depends on the viewer or the last move."""
        return self.pieces(scene.position)  # type: ignore[arg-type]  # a scene holds any game's positions

    @abstractmethod
    def token(self, seat: Seat) -> Sprite:
        """What stands for the side on its player's plate."""

    def figures(self, position: P, seat: Seat) -> Sequence[Figure]:
        """The side's counts for its plate, at most three."""
        del position, seat
        return ()

    def asked(self, position: P) -> str:
        """What the side to move is asked to do."""
        del position
        return "to move"

    @abstractmethod
    def words(self, position: P) -> Sequence[Clause]:
        """The position for a player who cannot see it, the most important clauses first."""

    def winning(self, position: P) -> Sequence[tuple[str, str]]:
        """The links of the winning path from place to place, once there is one."""
        del position
        return ()

    def trace(self, scene: Scene) -> Trace:
        """What the last move did, found from its steps and from the pieces before and after it."""
        if scene.before is None:
            return Trace()
        places = self.grid(scene.before, 0).points  # type: ignore[arg-type]  # a scene holds any game's positions
        steps = [step for step in scene.before.steps(scene.move) if step in places]
        was = {place for place, _ in self.pieces(scene.before)}  # type: ignore[arg-type]  # see above
        stands = {place for place, _ in self.pieces(scene.position)}  # type: ignore[arg-type]  # see above
        gone = was - stands - set(steps[:-1])
        path = tuple(step for step in steps if step not in gone)
        return Trace(path, tuple(sorted(gone)))

    def theme(self, name: str) -> Theme:
        """The board's colours in the theme of that name; KeyError for a theme that does not exist."""
        return self._themes[name]

    def samples(self) -> Iterator[Scene]:
        """Scenes that together show every colour: from them the palette is chosen, always the same one."""
        chance = Random(1)  # noqa: S311 (the same line of moves each time, no secret)
        before, position, move = None, self.game.start(), None
        for ply in range(60):
            moves = position.legal_moves()
            if ply % 10 == 0 or not moves:
                yield Scene(position, ("Black & White", "Zoë"), before, move)
            if not moves:
                return
            move = chance.choice(moves)
            before, position = position, position.play(move)
