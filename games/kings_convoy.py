"""King's Convoy: the king's boats break out to a corner of the sea while the attackers close in on him."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Self

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
    shorten,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SIZE: Final = 13
ATTACKERS: Final[Seat] = 0
DEFENDERS: Final[Seat] = 1
EMPTY, ATTACKER, DEFENDER, KING = range(4)
LETTERS: Final = ".ADK"
"""What stands on a square as a letter, in the order of its number."""

# Squares are numbered from a1 along the rows: a1 is 0, b1 is 1, a2 is 13, m13 is 168.
NAMES: Final = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in "abcdefghijklm")
SQUARES: Final = {name: square for square, name in enumerate(NAMES)}
THRONE: Final = SQUARES["g7"]
CORNERS: Final = frozenset(SQUARES[name] for name in ("a1", "a13", "m1", "m13"))


class Move(NamedTuple):
    """A boat slides from one square to another."""

    origin: int
    target: int


Ray = tuple[tuple[int, Move], ...]
"""The squares that lie from one square in one direction, each with the move that goes there, nearest first."""


def _directions(square: int) -> Iterator[list[int]]:
    """The squares to the right, to the left, above and below, nearest first."""
    row = square // SIZE * SIZE
    yield list(range(square + 1, row + SIZE))
    yield list(range(square - 1, row - 1, -1))
    yield list(range(square + SIZE, SIZE * SIZE, SIZE))
    yield list(range(square - SIZE, -1, -SIZE))


def _rays(*, never: Iterable[int] = ()) -> tuple[tuple[Ray, ...], ...]:
    """For every square its rays, without the squares on which the boat may never end."""
    every = ([[to for to in line if to not in never] for line in _directions(square)] for square in range(SIZE * SIZE))
    return tuple(
        tuple(tuple((to, Move(square, to)) for to in line) for line in lines if line)
        for square, lines in enumerate(every)
    )


# Boats cross an empty throne without stopping: it is left out of their rays. With the king on it, it stops them.
_KING_RAYS: Final = _rays()
_BOAT_RAYS: Final = _rays(never=CORNERS)
_BOAT_RAYS_OVER_THRONE: Final = _rays(never={*CORNERS, THRONE})

NEIGHBOURS: Final = tuple(tuple(line[0] for line in _directions(square) if line) for square in range(SIZE * SIZE))
# What a boat may sandwich: for every square the neighbours that have a square on their other side, and that square.
_SANDWICHES: Final = tuple(
    tuple((line[0], line[1]) for line in _directions(square) if len(line) > 1) for square in range(SIZE * SIZE)
)

_START: Final = """
    . . . . A A A A A . . . .
    . . . . . . A . . . . . .
    . . . . . . . . . . . . .
    . . . . . . D . . . . . .
    A . . . . . D . . . . . A
    A . . . . . D . . . . . A
    A A . D D D K D D D . A A
    A . . . . . D . . . . . A
    A . . . . . D . . . . . A
    . . . . . . D . . . . . .
    . . . . . . . . . . . . .
    . . . . . . A . . . . . .
    . . . . A A A A A . . . .
"""

_INFO: Final = GameInfo(
    key="kings_convoy",
    name="King's Convoy",
    seats=("Attacker", "Defender"),
    rules_version=1,
    summary="Bring the king to a corner of the sea, or surround him.",
    legend="A is an attacker, D a defender, K the king; + marks the empty throne and corners, a dot an empty square.",
    options={
        "throne": Option("always", "empty", about="When the throne helps to capture defenders: always, or while empty")
    },
)


@dataclass(frozen=True, slots=True)
class KingsConvoy(Position[Move]):
    """The boats on the 169 squares, and the positions since the last capture, on which repetition depends."""

    info: ClassVar[GameInfo] = _INFO

    board: bytes
    """What stands on each square: EMPTY, ATTACKER, DEFENDER or KING."""
    turn: Seat
    ply: int
    throne: str = "always"
    """The option: `always` or `empty`."""
    earlier: tuple[bytes, ...] = ()
    """The boards before this one, oldest first; cut at each capture, because no board with more boats comes back."""

    @classmethod
    def start(cls, **options: str) -> Self:
        return cls.draw(_START, throne=chosen_options(cls.info, options)["throne"])

    @classmethod
    def draw(cls, text: str, *, turn: Seat = ATTACKERS, throne: str = "always") -> Self:
        """The position of a diagram, with nothing before it; coordinates may be left out. Raises ValueError."""
        rows = [row for line in text.splitlines() if (row := re.sub(r"[\d\sa-m]", "", line).replace("+", "."))]
        cells = "".join(reversed(rows))
        if any(len(row) != SIZE for row in rows) or len(rows) != SIZE or cells.strip(LETTERS):
            raise ValueError("a diagram has 13 rows of 13 squares: A, D, K, . or +")
        return cls(bytes(map(LETTERS.index, cells)), turn, turn, throne)

    def legal_moves(self) -> list[Move]:
        if self._decided():
            return []
        board = self.board
        moves: list[Move] = []
        boat = ATTACKER if self.turn == ATTACKERS else DEFENDER
        boat_rays = _BOAT_RAYS if board[THRONE] else _BOAT_RAYS_OVER_THRONE
        square = board.find(boat)
        while square >= 0:
            for ray in boat_rays[square]:
                for to, move in ray:
                    if board[to]:
                        break
                    moves.append(move)
            square = board.find(boat, square + 1)
        if self.turn == DEFENDERS:
            for ray in _KING_RAYS[board.find(KING)]:
                for to, move in ray:
                    if board[to]:
                        break
                    moves.append(move)
        return moves

    def play(self, move: Move) -> Self:
        origin, target = move
        cells = bytearray(self.board)
        cells[target] = cells[origin]
        cells[origin] = EMPTY
        captured = self._captured(cells, target)
        for square in captured:
            cells[square] = EMPTY
        earlier = () if captured else (*self.earlier, self.board)
        return type(self)(
            bytes(cells), DEFENDERS if self.turn == ATTACKERS else ATTACKERS, self.ply + 1, self.throne, earlier
        )

    def _captured(self, cells: bytearray, target: int) -> list[int]:
        """What the boat that has just come to `target` captures, all judged on `cells` as they now stand."""
        attacking = self.turn == ATTACKERS
        mine, enemy = ((ATTACKER,), DEFENDER) if attacking else ((DEFENDER, KING), ATTACKER)
        # Against attackers the throne always helps: empty, or with the king on it, who is an anvil himself.
        throne_helps = self.throne == "always" or cells[THRONE] == EMPTY
        captured = [
            near
            for near, far in _SANDWICHES[target]
            if cells[near] == enemy and (cells[far] in mine or far in CORNERS or (far == THRONE and throne_helps))
        ]
        if attacking and (king := cells.find(KING)) in NEIGHBOURS[target] and _king_taken(cells, king, target):
            captured.append(king)
        return captured

    def result(self) -> Result | None:
        if decided := self._decided():
            return decided
        if not self._can_move():
            winner = DEFENDERS if self.turn == ATTACKERS else ATTACKERS
            return Result(winner, "no legal move")
        return None

    def _decided(self) -> Result | None:
        """The result that stands whatever could still move."""
        king = self.board.find(KING)
        if king < 0:
            return Result(ATTACKERS, "king captured")
        if king in CORNERS:
            return Result(DEFENDERS, "king escaped")
        # The sides alternate, so every second board behind this one had the same side to move.
        if self.earlier[len(self.earlier) % 2 :: 2].count(self.board) >= 2:
            return Result(None, "threefold repetition")
        return None

    def _can_move(self) -> bool:
        mine = (ATTACKER,) if self.turn == ATTACKERS else (DEFENDER, KING)
        boat_rays = _BOAT_RAYS if self.board[THRONE] else _BOAT_RAYS_OVER_THRONE
        return any(
            not self.board[ray[0][0]]
            for square, boat in enumerate(self.board)
            if boat in mine
            for ray in (_KING_RAYS if boat == KING else boat_rays)[square]
            if ray
        )

    def king_in_danger(self) -> bool:
        """Whether one move of the attackers would capture the king, if it were theirs."""
        king = self.board.find(KING)
        if king < 0 or self._decided():
            return False
        attacking = replace(self, turn=ATTACKERS, earlier=())
        return any(
            attacking.play(move).board.find(KING) < 0
            for move in attacking.legal_moves()
            if move.target in NEIGHBOURS[king]
        )

    def format(self, move: Move) -> str:
        return f"{NAMES[move.origin]}-{NAMES[move.target]}"

    def refusal(self, text: str) -> RuleError:
        squares = re.findall(r"[a-z]\d+", text)
        if not 1 <= len(squares) <= 2 or "".join(squares) != text:
            example = self.format(self.legal_moves()[0])
            return InvalidNotation(
                f"“{shorten(text)}” is no move: name the boat's square and the square to go to, like {example}."
            )
        for name in squares:
            if name not in SQUARES:
                return InvalidNotation(f"There is no square {name}: the board goes from a1 to m13.")
        return IllegalMove(self._boat_refusal(squares[0]) or self._way_refusal(squares[0], squares[-1]))

    def _boat_refusal(self, name: str) -> str | None:
        """Why the boat on this square is not one for the side to move, or None."""
        boat = self.board[SQUARES[name]]
        if boat == EMPTY:
            return f"There is no boat on {name}."
        if (boat == ATTACKER) != (self.turn == ATTACKERS):
            return f"{name} is not yours: {self._whose(boat)} stands there."
        return None

    def _way_refusal(self, origin: str, target: str) -> str:
        """Why this boat of the side to move cannot go to `target` (its own square: why it cannot go anywhere)."""
        start, end = SQUARES[origin], SQUARES[target]
        if start == end:
            if any(move.origin == start for move in self.legal_moves()):
                return f"{origin} is where the boat stands already: name another square to go to."
            return f"The boat on {origin} cannot move: it is blocked on all sides."
        line = next((line for line in _directions(start) if end in line), None)
        if line is None:
            return f"Boats go straight along a row or a column, and {target} is not in line with {origin}."
        for square in line[: line.index(end) + 1]:
            if boat := self.board[square]:
                where = "stands there" if square == end else f"is in the way on {NAMES[square]}"
                return f"The boat on {origin} cannot go to {target}: {self._whose(boat)} {where}."
        place = "the throne, other boats only cross it" if end == THRONE else "a corner"
        return f"Only the king may end on {place}."

    def _whose(self, boat: int) -> str:
        if boat == KING:
            return "your king" if self.turn == DEFENDERS else "the king"
        mine = (boat == ATTACKER) == (self.turn == ATTACKERS)
        side = "an attacker" if boat == ATTACKER else "a defender"
        return "your own boat" if mine else side

    def diagram(self) -> str:
        """The board with A, D and K on it; + marks the empty throne and corners."""
        marked = {THRONE, *CORNERS}
        signs = ["+" if square in marked and not boat else LETTERS[boat] for square, boat in enumerate(self.board)]
        rows = [f"{row + 1:2} {' '.join(signs[row * SIZE : row * SIZE + SIZE])}" for row in reversed(range(SIZE))]
        return "\n".join([*rows, "   a b c d e f g h i j k l m"])

    def encode(self) -> str:
        """Option, ply of the oldest known board, that board from a1 on, and the moves since, for repetition."""
        boards = (*self.earlier, self.board)
        moves = [self.format(_between(before, after)) for before, after in itertools.pairwise(boards)]
        oldest = re.sub(r"\.+", lambda run: str(len(run[0])), "".join(LETTERS[boat] for boat in boards[0]))
        return " ".join([self.throne, str(self.ply - len(moves)), oldest, *moves])

    @classmethod
    def decode(cls, text: str) -> Self:
        match = re.fullmatch(r"(always|empty) (\d{1,6}) ([ADK\d]+)((?: [a-m]\d+-[a-m]\d+)*)", text, re.ASCII)
        if match is None:
            raise ValueError(f"no position of King's Convoy: {shorten(text)}")
        throne, ply, oldest, moves = match.groups()
        cells = re.sub(r"\d{1,3}", lambda run: "." * int(run[0]), oldest)
        if len(cells) != SIZE * SIZE or cells.count("K") > 1:
            raise ValueError("a board of King's Convoy has 169 squares and one king")
        turn = DEFENDERS if int(ply) % 2 else ATTACKERS
        position = cls(bytes(map(LETTERS.index, cells)), turn, int(ply), throne)
        for name in moves.split():
            move = Move(*(SQUARES.get(square, -1) for square in name.split("-")))
            if move not in position.legal_moves():
                raise ValueError(f"{name} cannot have led to this position")
            position = position.play(move)
        if position.encode() != text:
            raise ValueError(f"not as King's Convoy writes a position: {shorten(text)}")
        return position


def _king_taken(cells: bytearray, king: int, attacker: int) -> bool:
    """Whether the attacker that has just come next to the king captures him there."""
    if king == THRONE:
        opposite = 2 * THRONE - attacker
        return cells[opposite] == ATTACKER
    return all(cells[near] == ATTACKER or near == THRONE or near in CORNERS for near in NEIGHBOURS[king])


def _between(before: bytes, after: bytes) -> Move:
    """The move that led from one board to the next when nothing was captured."""
    changed = [square for square in range(SIZE * SIZE) if before[square] != after[square]]
    origin, target = changed if after[changed[0]] == EMPTY else reversed(changed)
    return Move(origin, target)


GAME: type[Position[Any]] = KingsConvoy
