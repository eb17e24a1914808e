"""SquAlma, by Paschalis Antoniou: stack discs and connect the first row with the last; nothing is ever captured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from games._grid import drawn, grid
from games.base import (
    GameInfo,
    IllegalMove,
    InvalidNotation,
    Position,
    Result,
    RuleError,
    Seat,
    chosen_options,
    listing,
)

SIZE = 8
TALLEST = 3
GRID = grid(SIZE)
DISCS = ("B", "W")
"""The letter of a side's disc, by seat."""

_FIRST_RANK = 0xFF
_LAST_RANK = 0xFF << 56
_NOT_H = 0x7F7F7F7F7F7F7F7F
_NOT_A = _NOT_H << 1


@dataclass(frozen=True, slots=True)
class Move:
    """The topmost disc of `start` goes to `stop`."""

    start: int
    stop: int


PASS = Move(-1, -1)


def _targets(height: int) -> tuple[tuple[tuple[Move, int], ...], ...]:
    """By square: the moves of that length that stay on the board, each with the square where it stops."""
    ways = [(north, east) for north in (1, 0, -1) for east in (0, 1, -1) if north or east]
    table = []
    for start in range(SIZE * SIZE):
        rank, file = divmod(start, SIZE)
        ends = [(rank + height * north, file + height * east) for north, east in ways]
        stops = [rank * SIZE + file for rank, file in ends if 0 <= rank < SIZE and 0 <= file < SIZE]
        table.append(tuple((Move(start, stop), stop) for stop in stops))
    return tuple(table)


_TARGETS = ((), *(_targets(height) for height in range(1, TALLEST + 1)))
_ROOM = (0, 1, 2, 2)
"""By the height of the stack that a disc leaves: the tallest stack on which it may land."""


@dataclass(frozen=True, slots=True)
class SquAlma(Position[Move]):
    """A position of SquAlma; `stacks` are texts from bottom to top by square, a1 first, rank by rank."""

    info: ClassVar[GameInfo] = GameInfo(
        key="squalma",
        name="SquAlma",
        seats=("Black", "White"),
        rules_version=1,
        summary="Stack your discs and join the first row with the last by discs that lie on top.",
        legend="B is a black disc, W a white one, the last of a stack its topmost; a dot is an empty square.",
    )

    stacks: tuple[str, ...]
    active: tuple[int, int]
    """The squares whose topmost disc is the seat's, as bits; it follows from the stacks."""
    turn: Seat
    ply: int
    history: tuple[tuple[str, ...], ...]
    """The stacks of the earlier positions, oldest first; the side to move alternates, so it is not kept."""

    @classmethod
    def start(cls, **options: str) -> Self:
        chosen_options(cls.info, options)
        return cls._of(("B",) * 16 + ("",) * 32 + ("W",) * 16, 0, 0, ())

    @classmethod
    def draw(cls, text: str, *, turn: Seat = 0) -> Self:
        """The position of a drawn board: stacks from bottom to top (`BWB`) and `.`, with no history."""
        return cls._of(_stacks(text), turn, turn, ())

    @classmethod
    def _of(cls, stacks: tuple[str, ...], turn: Seat, ply: int, history: tuple[tuple[str, ...], ...]) -> Self:
        black, white = (sum(1 << square for square, stack in enumerate(stacks) if stack[-1:] == disc) for disc in DISCS)
        return cls(stacks, (black, white), turn, ply, history)

    def legal_moves(self) -> list[Move]:
        if self._ended():
            return []
        if moves := self._moves(self.turn):
            return moves
        return [PASS] if self._moves(1 - self.turn) else []

    def _moves(self, seat: int) -> list[Move]:
        """Where the seat's active discs can go, whoever is to move."""
        stacks, disc = self.stacks, DISCS[seat]
        moves = []
        for square, stack in enumerate(stacks):
            if stack and stack[-1] == disc:
                height = len(stack)
                room = _ROOM[height]
                moves += [move for move, stop in _TARGETS[height][square] if len(stacks[stop]) <= room]
        return moves

    def play(self, move: Move) -> Self:
        other: Seat = 0 if self.turn else 1
        history = (*self.history, self.stacks)
        if move == PASS:
            return type(self)(self.stacks, self.active, other, self.ply + 1, history)
        stacks = list(self.stacks)
        left = stacks[move.start][:-1]
        stacks[move.start] = left
        stacks[move.stop] += DISCS[self.turn]
        moved, landed = 1 << move.start, 1 << move.stop
        active = [self.active[0] & ~landed, self.active[1] & ~landed]
        active[self.turn] ^= moved | landed
        if left:
            active[left[-1] == "W"] |= moved
        return type(self)(tuple(stacks), (active[0], active[1]), other, self.ply + 1, history)

    def result(self) -> Result | None:
        if ended := self._ended():
            return ended
        if self._moves(self.turn) or self._moves(1 - self.turn):
            return None
        return Result(None, "no side has a legal move")

    def _ended(self) -> Result | None:
        """The result by a path or by repetition."""
        black, white = (_connects(bits) for bits in self.active)
        if black and white:
            return Result(None, "both sides are connected")
        if black or white:
            return Result(0 if black else 1, "connected rows 1 and 8")
        if self.history[-2::-2].count(self.stacks) >= 2:
            return Result(None, "threefold repetition")
        return None

    def path(self, seat: Seat) -> tuple[str, ...]:
        """The squares of a shortest path of the seat's active discs from rank 1 to rank 8; empty if there is none."""
        active = self.active[seat]
        waves = [active & _FIRST_RANK]
        while waves[-1] and not waves[-1] & _LAST_RANK:
            waves.append(_around(waves[-1]) & active & ~sum(waves))
        if not waves[-1]:
            return ()
        path = [(waves.pop() & _LAST_RANK).bit_length() - 1]
        while waves:
            path.append((_around(1 << path[-1]) & waves.pop()).bit_length() - 1)
        return tuple(GRID.names[square] for square in reversed(path))

    def format(self, move: Move) -> str:
        return "-".join(self.steps(move))

    def steps(self, move: Move) -> tuple[str, ...]:
        return ("pass",) if move == PASS else (GRID.names[move.start], GRID.names[move.stop])

    def refusal(self, text: str) -> RuleError:
        moves = self.legal_moves()
        if text == "pass":
            return IllegalMove(f"You cannot pass while you have a move, such as {self.format(moves[0])}.")
        try:
            squares = GRID.typed(text)
        except InvalidNotation as refusal:
            return refusal
        if moves == [PASS]:
            return IllegalMove("You have no legal move: you have to pass.")
        if len(squares) > 2:
            return InvalidNotation("A move names two squares, where the disc is and where it goes, such as a2-a3.")
        if reason := self._why_not_from(squares[0]):
            return IllegalMove(reason)
        return IllegalMove(self._why_not_to(squares[0], squares[-1]))

    def _why_not_from(self, start: int) -> str:
        stack, name, mine = self.stacks[start], GRID.names[start], DISCS[self.turn]
        if not stack:
            return f"{name} is empty: there is no disc to move."
        if stack[-1] != mine:
            buried = " Yours lies beneath it." if mine in stack else ""
            return f"The disc on top of {name} is {self.info.seats[1 - self.turn]}'s: only it may move there.{buried}"
        return ""

    def _why_not_to(self, start: int, stop: int) -> str:
        name, height, target = GRID.names[start], len(self.stacks[start]), len(self.stacks[stop])
        stops = [GRID.names[end] for move, end in _TARGETS[height][start] if len(self.stacks[end]) <= _ROOM[height]]
        choices = f"{name} can go to {listing(stops)}." if stops else f"{name} cannot move now."
        exactly = f"exactly {height} {'square' if height == 1 else 'squares'}, the height of its stack"
        if start == stop:
            return f"Say where the disc on {name} goes. {choices}"
        ranks, files = (abs(a - b) for a, b in zip(divmod(start, SIZE), divmod(stop, SIZE), strict=True))
        move = f"{name} to {GRID.names[stop]}"
        if ranks and files and ranks != files:
            return f"{move} is no straight line: a disc goes along a row, a column or a diagonal. {choices}"
        if (distance := max(ranks, files)) != height:
            return f"{move} is {distance}: the disc on {name} goes {exactly}. {choices}"
        if target == TALLEST:
            return f"The stack on {GRID.names[stop]} is full: it has {TALLEST} discs already. {choices}"
        return f"The stack on {GRID.names[stop]} is too tall: it has {target} discs, yours only {height}. {choices}"

    def diagram(self) -> str:
        return GRID.diagram(self.stacks)

    def encode(self) -> str:
        return " ".join([str(self.turn), str(self.ply), *map(_packed, (self.stacks, *self.history))])

    @classmethod
    def decode(cls, text: str) -> Self:
        match text.split(" "):
            case ["0" | "1" as turn, ply, stacks, *history] if ply.isascii() and ply.isdigit():
                return cls._of(_unpacked(stacks), 1 if turn == "1" else 0, int(ply), tuple(map(_unpacked, history)))
        raise ValueError(f"{text[:80]!r} is no position of SquAlma")


def _around(bits: int) -> int:
    """The squares in or beside the given ones, diagonals included."""
    wide = bits | (bits & _NOT_H) << 1 | (bits & _NOT_A) >> 1
    return wide | wide << SIZE | wide >> SIZE


def _connects(active: int) -> bool:
    """Whether the squares hold a path of orthogonal and diagonal steps from rank 1 to rank 8."""
    if not active & _LAST_RANK:
        return False
    reached, grown = 0, active & _FIRST_RANK
    while grown != reached:
        reached = grown
        grown = _around(reached) & active
    return bool(reached & _LAST_RANK)


def _stacks(drawing: str) -> tuple[str, ...]:
    """The stacks of a drawn board by square; ValueError for anything that is no board of SquAlma."""
    stacks = drawn(drawing)
    if len(stacks) != SIZE * SIZE or any(len(stack) > TALLEST or set(stack) - {*DISCS} for stack in stacks):
        raise ValueError("a board of SquAlma is 8 by 8 stacks of at most 3 discs, B or W")
    return tuple(stacks)


def _packed(stacks: tuple[str, ...]) -> str:
    """One word for a board: the ranks from the top, each stack after the first of its rank behind a comma."""
    ranks = [",".join(stacks[first : first + SIZE]) for first in range(0, SIZE * SIZE, SIZE)]
    return "/".join(reversed(ranks))


def _unpacked(word: str) -> tuple[str, ...]:
    return _stacks("\n".join(" ".join(cell or "." for cell in rank.split(",")) for rank in word.split("/")))


GAME = SquAlma
