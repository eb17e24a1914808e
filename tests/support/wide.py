"""A game with thousands of moves of three places each, for tests of positions with many moves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Self

from games import other_side
from games._grid import grid
from games.base import (
    Ending,
    GameInfo,
    IllegalMove,
    Placeable,
    Position,
    Result,
    RuleError,
    Seat,
    Stacks,
    chosen_options,
)
from language import mark
from render.board import Board, Clause
from render.brush import Sprite
from render.geometry import Grid, Point, square_grid
from render.pieces import arrow

NAMES = grid(10).names
STARTS = ("a1", "d1", "g1", "j1")
STOPS = NAMES[10:40]
ENDS = NAMES[50:70]
WIN = "g1-j4-a6"
LAST_PLY = 6


class Triple(NamedTuple):
    """A move: three places."""

    start: str
    stop: str
    end: str


MOVES = [Triple(start, stop, end) for start in STARTS for stop in STOPS for end in ENDS]


@dataclass(frozen=True, slots=True)
class Wide(Position[Triple]):
    """A position in which every one of 2,400 moves is legal: one wins at once, and the sixth ply ends the game."""

    info: ClassVar[GameInfo] = GameInfo(
        key="wide",
        name=mark("Wide"),
        seats=(mark("Black"), mark("White")),
        rules_version=1,
        summary=mark("Name the right three places."),
        essence=mark("name places"),
        legend=mark("There is nothing on the board."),
        endings={
            "named": Ending(mark("the right places"), won=mark("every place was named"), drawn=mark("Nobody did"))
        },
    )
    listed: ClassVar[list[int]] = []
    """The number of moves, once for each time that they were listed."""

    turn: Seat
    ply: int
    last: Triple | None = None

    @classmethod
    def start(cls, **options: str) -> Self:
        chosen_options(cls.info, options)
        return cls(0, 0)

    def legal_moves(self) -> Sequence[Triple]:
        moves = [] if self.result() else MOVES
        self.listed.append(len(moves))
        return moves

    def play(self, move: Triple) -> Self:
        return type(self)(other_side(self.turn), self.ply + 1, move)

    def result(self) -> Result | None:
        if self.last and "-".join(self.last) == WIN:
            return self.info.ended("named", other_side(self.turn))
        return self.info.ended("named", None) if self.ply == LAST_PLY else None

    def format(self, move: Triple) -> str:
        return "-".join(move)

    def refusal(self, text: str, typed: str) -> RuleError:
        del text
        return IllegalMove("“{typed}” is not among the moves.", typed=typed)

    def encode(self) -> str:
        return f"{self.ply} {'-'.join(self.last or ())}"

    @classmethod
    def decode(cls, text: str) -> Self:
        ply, last = text.split(" ")
        return cls(1 if int(ply) % 2 else 0, int(ply), Triple(*last.split("-")) if last else None)

    def palette(self) -> dict[str, Placeable]:
        return {}

    def placement(self) -> Stacks:
        return {}

    def with_placement(self, placement: Stacks, turn: Seat) -> Self:
        del placement, turn
        raise IllegalMove("This board cannot be set up.")

    def diagram(self) -> str:
        return ""


class WideBoard(Board[Wide]):
    """A board without pieces, on which the places of the moves lie."""

    game = Wide
    colours: ClassVar = {}

    def grid(self, position: Wide, view: Seat) -> Grid:
        del position
        return square_grid(10, 10, view)

    def background(self, grid: Grid) -> Iterable[tuple[str | Point, Sprite]]:
        del grid
        return ()

    def pieces(self, position: Wide) -> Iterable[tuple[str, Sprite]]:
        del position
        return ()

    def token(self, seat: Seat) -> Sprite:
        del seat
        return arrow("turn")

    def clauses(self, position: Wide) -> Sequence[Clause]:
        return [Clause("Moves", [] if position.last is None else [position.format(position.last)])]
