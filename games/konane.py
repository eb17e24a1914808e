"""Konane, the Hawaiian checkers: jump over enemy stones; whoever cannot jump loses. Rules as at BrainKing."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Self

from games._grid import Grid, drawn, grid
from games.base import (
    GameInfo,
    IllegalMove,
    InvalidNotation,
    Option,
    Position,
    Result,
    RuleError,
    Seat,
    chosen_options,
    listing,
)


@dataclass(frozen=True, slots=True)
class Move:
    """A jump from one square to another, or a removal, which stops where it starts.

    `own` and `enemy` are the bits of the board that change among the mover's and among the other side's stones.
    """

    start: int
    stop: int
    own: int
    enemy: int


class _Hop(NamedTuple):
    """One more enemy in line: the bit jumped over, the bit landed on, and the move that stops there."""

    over: int
    landing: int
    move: Move


class _Direction(NamedTuple):
    """One of the four ways to jump; a tuple, since the search for jumps unpacks it all the time.

    The neighbour of square s is s + right - left; a jump goes twice as far.
    """

    right: int
    left: int
    right_twice: int
    left_twice: int
    room: int
    """The bits of the squares from which a jump stays on the board."""
    jumps: dict[int, tuple[Move, tuple[_Hop, ...]]]
    """By the bit of each of these squares: the jump over the neighbour, and what may follow it."""


@dataclass(frozen=True, slots=True)
class _Board:
    """All that is worth computing once for a size."""

    grid: Grid
    full: int
    black: int
    white: int
    removals: dict[int, Move]
    openings: tuple[Move, ...]
    directions: tuple[_Direction, ...]


@functools.cache
def _board(size: int) -> _Board:
    squares = [(file, rank) for rank in range(size) for file in range(size)]
    black = sum(1 << square for square, (file, rank) in enumerate(squares) if (file + rank) % 2)
    full = (1 << size * size) - 1
    removals = {square: Move(square, square, 1 << square, 0) for square in range(size * size)}
    last, middle = size - 1, size // 2
    diagonal = dict.fromkeys([(0, last), (middle - 1, middle), (middle, middle - 1), (last, 0)])
    openings = tuple(removals[rank * size + file] for file, rank in diagonal)
    directions = tuple(_direction(size, *step) for step in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    return _Board(grid(size), full, black, full ^ black, removals, openings, directions)


def _direction(size: int, east: int, north: int) -> _Direction:
    step = north * size + east
    jumps = {}
    for start in range(size * size):
        rank, file = divmod(start, size)
        hops = []
        taken = 0
        over, stop = start + step, start + 2 * step
        while 0 <= (file := file + 2 * east) < size and 0 <= (rank := rank + 2 * north) < size:
            taken |= 1 << over
            hops.append(_Hop(1 << over, 1 << stop, Move(start, stop, 1 << start | 1 << stop, taken)))
            over, stop = over + 2 * step, stop + 2 * step
        if hops:
            jumps[1 << start] = (hops[0].move, tuple(hops[1:]))
    right, left = max(step, 0), max(-step, 0)
    return _Direction(right, left, 2 * right, 2 * left, sum(jumps), jumps)


@dataclass(frozen=True, slots=True)
class Konane(Position[Move]):
    """A position of Konane: the stones of each side as the bits of an int, a1 the lowest, rank by rank."""

    info: ClassVar[GameInfo] = GameInfo(
        key="konane",
        name="Konane",
        seats=("Black", "White"),
        rules_version=1,
        summary="Jump over enemy stones; whoever has no jump left loses.",
        legend="B is a black stone, W a white one, a dot an empty hole.",
        options={"size": Option("8", "6", "10", about="Squares on each side of the board")},
    )

    size: int
    black: int
    white: int
    turn: Seat
    ply: int

    @classmethod
    def start(cls, **options: str) -> Self:
        return cls.full(int(chosen_options(cls.info, options)["size"]))

    @classmethod
    def full(cls, size: int) -> Self:
        """The full board with which a game begins, of any even size."""
        if size % 2:
            raise ValueError(f"a board of Konane has an even number of rows, not {size}")
        board = _board(size)
        return cls(size, board.black, board.white, 0, 0)

    @classmethod
    def draw(cls, text: str, *, turn: Seat = 0) -> Self:
        """The position of a drawn board (`B`, `W` and `.`); beyond the removals, ply 2 or 3 is assumed."""
        cells = drawn(text)
        holes = cells.count("")
        return cls._of(cells, holes if holes < 2 else 2 + turn)

    @classmethod
    def _of(cls, cells: list[str], ply: int) -> Self:
        size = int(len(cells) ** 0.5)
        black, white = (sum(1 << square for square, cell in enumerate(cells) if cell == side) for side in "BW")
        full = cls.full(size)
        if set(cells) - {"B", "W", ""} or black & ~full.black or white & ~full.white:
            raise ValueError("White stones stand on the squares of a1's colour, Black stones on the others")
        holes = cells.count("")
        if ply < 0 or (holes != ply if ply < 2 else holes < 2):
            raise ValueError(f"ply {ply} does not fit a board with {holes} empty squares")
        return cls(size, black, white, 1 if ply % 2 else 0, ply)

    def legal_moves(self) -> list[Move]:
        board = _board(self.size)
        if self.ply == 0:
            return list(board.openings)
        if self.ply == 1:
            return self._answers()
        own, enemy = (self.white, self.black) if self.turn else (self.black, self.white)
        empty = board.full ^ own ^ enemy
        moves = []
        for right, left, right_twice, left_twice, room, jumps in board.directions:
            starts = own & (enemy >> right << left) & (empty >> right_twice << left_twice) & room
            while starts:
                start = starts & -starts
                starts ^= start
                jump, hops = jumps[start]
                moves.append(jump)
                for over, landing, longer in hops:
                    if not (enemy & over and empty & landing):
                        break
                    moves.append(longer)
        return moves

    def _answers(self) -> list[Move]:
        """The removals of White's stones beside the hole that Black made."""
        board = _board(self.size)
        hole = self._hole()
        rank, file = divmod(hole, self.size)
        beside = [(hole - self.size, rank > 0), (hole - 1, file > 0)]
        beside += [(hole + 1, file < self.size - 1), (hole + self.size, rank < self.size - 1)]
        return [board.removals[square] for square, on_board in beside if on_board]

    def _hole(self) -> int:
        return (_board(self.size).full ^ self.black ^ self.white).bit_length() - 1

    def play(self, move: Move) -> Self:
        if self.turn:
            return type(self)(self.size, self.black ^ move.enemy, self.white ^ move.own, 0, self.ply + 1)
        return type(self)(self.size, self.black ^ move.own, self.white ^ move.enemy, 1, self.ply + 1)

    def result(self) -> Result | None:
        if self.ply < 2:
            return None
        own, enemy = (self.white, self.black) if self.turn else (self.black, self.white)
        board = _board(self.size)
        empty = board.full ^ own ^ enemy
        for right, left, right_twice, left_twice, room, _ in board.directions:
            if own & (enemy >> right << left) & (empty >> right_twice << left_twice) & room:
                return None
        return Result(0 if self.turn else 1, "no legal move")

    def format(self, move: Move) -> str:
        return "-".join(self.steps(move))

    def steps(self, move: Move) -> tuple[str, ...]:
        names = _board(self.size).grid.names
        return (names[move.start],) if move.stop == move.start else (names[move.start], names[move.stop])

    def refusal(self, text: str) -> RuleError:
        try:
            squares = _board(self.size).grid.typed(text)
        except InvalidNotation as refusal:
            return refusal
        if self.ply < 2:
            return IllegalMove(self._why_no_removal(squares))
        if len(squares) == 1:
            return IllegalMove(self._why_no_jump_from(squares[0]))
        if len(squares) > 2:
            start, stop = (_board(self.size).grid.names[square] for square in (squares[0], squares[-1]))
            return InvalidNotation(f"Name only where the jump starts and where it stops: {start}-{stop}.")
        return IllegalMove(self._why_no_jump(*squares))

    def _why_no_removal(self, squares: list[int]) -> str:
        names = _board(self.size).grid.names
        side, name = self.info.seats[self.turn], names[squares[0]]
        choices = listing([self.format(move) for move in self.legal_moves()])
        if len(squares) > 1:
            return f"Nothing can jump yet: {side} first takes a stone off the board, {choices}."
        if not self._stone(squares[0]):
            return f"{name} is empty: its stone is gone already. {side} takes off {choices}."
        if self._stone(squares[0]) != side:
            return f"The stone on {name} is not yours: {side} takes off one of its own, {choices}."
        if self.ply == 0:
            return f"{name} is neither in a corner nor in the centre: Black takes off {choices}."
        return f"{name} is not beside the empty square {names[self._hole()]}: White takes off {choices}."

    def _why_no_jump_from(self, start: int) -> str:
        name = _board(self.size).grid.names[start]
        if reason := self._why_not_yours(start):
            return reason
        return f"Your stone on {name} has no jump: it needs an enemy stone beside it and an empty square behind that."

    def _why_not_yours(self, start: int) -> str:
        stone, name = self._stone(start), _board(self.size).grid.names[start]
        if not stone:
            return f"{name} is empty: there is no stone to jump with."
        if stone != self.info.seats[self.turn]:
            return f"The stone on {name} is {stone}'s: you play {self.info.seats[self.turn]}."
        return ""

    def _why_no_jump(self, start: int, stop: int) -> str:
        if reason := self._why_not_yours(start):
            return reason
        names = _board(self.size).grid.names
        jump = f"{names[start]} to {names[stop]}"
        ranks, files = (abs(a - b) for a, b in zip(divmod(start, self.size), divmod(stop, self.size), strict=True))
        if ranks and files:
            return f"{jump} is no straight line: a jump goes along a row or a column and never turns."
        distance = ranks + files
        if distance == 0:
            return f"A jump has to end on another square than {names[start]}."
        if distance % 2:
            how_far = "1 square" if distance == 1 else f"{distance} squares"
            return f"{jump} is {how_far}: a jump goes 2 squares, or 4, or 6 and so on."
        step = (stop - start) // distance
        # Stones keep to squares of one colour, so that an enemy stands an odd number of squares on, one's own an even.
        for over in range(start + step, stop, 2 * step):
            if not self._stone(over):
                enemy = self.info.seats[1 - self.turn].lower()
                return f"{jump} jumps over nothing: there is no {enemy} stone on {names[over]}."
            if self._stone(over + step):
                return f"{names[over + step]} is your own stone: a jump lands on an empty square."
        raise AssertionError(f"{jump} is legal")

    def _stone(self, square: int) -> str:
        """The name of the side whose stone is on the square; empty without one."""
        if self.black >> square & 1:
            return self.info.seats[0]
        return self.info.seats[1] if self.white >> square & 1 else ""

    def _cells(self) -> list[str]:
        return [self._stone(square)[:1] for square in range(self.size * self.size)]

    def diagram(self) -> str:
        return _board(self.size).grid.diagram(self._cells())

    def encode(self) -> str:
        cells = "".join(cell or "." for cell in self._cells())
        rows = [cells[first : first + self.size] for first in range(0, len(cells), self.size)]
        return f"{'/'.join(reversed(rows))} {self.ply}"

    @classmethod
    def decode(cls, text: str) -> Self:
        match text.split(" "):
            case [rows, ply] if ply.isascii() and ply.isdigit():
                return cls._of(drawn("\n".join(" ".join(row) for row in rows.split("/"))), int(ply))
        raise ValueError(f"{text!r} is no position of Konane")


GAME = Konane
