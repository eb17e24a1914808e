"""Konane positions: moves, the ending and texts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from games._grid import FILES
from games.base import (
    GameInfo,
    IllegalMove,
    InvalidNotation,
    Measure,
    Placeable,
    Position,
    Result,
    RuleError,
    Seat,
    Stacks,
    chosen_options,
    other_side,
)
from games.konane.board import Move, board_of
from games.konane.info import INFO
from language import Sentence, counted, listing, mark

FIRST_JUMP = 2
"""The number of moves before the first jump."""
VERY_FEW = 3
"""If a move lowers the opponent's jumps to at most this many, that is the reason given, whatever else it gains."""
FEW = 6
"""If a move lowers the opponent's jumps to at most this many, that is the reason given unless it gains more."""


@dataclass(frozen=True, slots=True)
class Konane(Position[Move]):
    """A position of Konane. The stones are stored as bitboards, with one bit per square, rank by rank from a1."""

    info: ClassVar[GameInfo] = INFO

    size: int
    """The number of squares along each side of the board."""
    black: int
    white: int
    turn: Seat
    ply: int

    @classmethod
    def start(cls, **options: str) -> Self:
        return cls.full(int(chosen_options(cls.info, options)["size"]))

    @classmethod
    def full(cls, size: int) -> Self:
        """Return the full starting board of any even size."""
        if size % 2:
            raise ValueError(f"a board of Konane has an even number of rows, not {size}")
        board = board_of(size)
        return cls(size, board.black, board.white, 0, 0)

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
        if ply == 1 and white != full.white:
            raise ValueError("the first stone that leaves the board is Black's")
        return cls(size, black, white, 1 if ply % 2 else 0, ply)

    def legal_moves(self) -> list[Move]:
        board = board_of(self.size)
        if self.ply == 0:
            return list(board.openings)
        return self._answers() if self.ply == 1 else list(self._jumps())

    def _jumps(self) -> Iterator[Move]:
        board = board_of(self.size)
        own, enemy = (self.white, self.black) if self.turn else (self.black, self.white)
        empty = board.full ^ own ^ enemy
        for right, left, right_twice, left_twice, room, jumps in board.directions:
            starts = own & (enemy >> right << left) & (empty >> right_twice << left_twice) & room
            while starts:
                start = starts & -starts
                starts ^= start
                jump, hops = jumps[start]
                yield jump
                for over, landing, longer in hops:
                    if not (enemy & over and empty & landing):
                        break
                    yield longer

    def _answers(self) -> list[Move]:
        """Return White's possible answers to Black's removal: each removes one stone next to the hole."""
        board = board_of(self.size)
        hole = self._hole()
        rank, file = divmod(hole, self.size)
        beside = [(hole - self.size, rank > 0), (hole - 1, file > 0)]
        beside += [(hole + 1, file < self.size - 1), (hole + self.size, rank < self.size - 1)]
        return [board.removals[square] for square, on_board in beside if on_board]

    def _hole(self) -> int:
        return (board_of(self.size).full ^ self.black ^ self.white).bit_length() - 1

    def play(self, move: Move) -> Self:
        if self.turn:
            return type(self)(self.size, self.black ^ move.enemy, self.white ^ move.own, 0, self.ply + 1)
        return type(self)(self.size, self.black ^ move.own, self.white ^ move.enemy, 1, self.ply + 1)

    def result(self) -> Result | None:
        if self.ply < FIRST_JUMP or next(self._jumps(), None):
            return None
        return self.info.ended("stuck", other_side(self.turn))

    def format(self, move: Move) -> str:
        return "-".join(self.steps(move))

    def steps(self, move: Move) -> tuple[str, ...]:
        names = self._names
        return (names[move.start],) if move.stop == move.start else (names[move.start], names[move.stop])

    def question(self, steps: Sequence[str] = (), *, own_turn: bool = True) -> Sentence:
        del own_turn
        if steps:
            return Sentence("Where does the stone on {square} stop?", {"square": steps[0]})
        return Sentence("Which stone leaves the board?") if self.ply < FIRST_JUMP else Sentence("Which stone jumps?")

    def task(self) -> Sentence:
        if self.ply == 0:
            return Sentence("take one of your stones off the board")
        if self.ply == 1:
            return Sentence("take off one of your stones beside the empty square")
        return Sentence("jump over a stone of your opponent")

    def annotate_move(self, move: Move) -> Sentence:
        if move.start == move.stop:
            return self.worded(self.format(move))
        return Sentence("{move} (taking {taken})", {"move": self.format(move), "taken": self._taken(move)})

    def describe(self, move: Move, player: object) -> Sentence:
        text = {"player": player, "move": self.format(move)}
        if move.start == move.stop:
            return Sentence("{player} took {move} off the board", text)
        return Sentence("{player} jumped {move}, taking {taken}", {**text, "taken": self._taken(move)})

    def _taken(self, move: Move) -> Sentence:
        """Return the squares of the stones that a jump captures, in order of capture."""
        taken = [self._names[square] for square in range(self.size * self.size) if move.enemy >> square & 1]
        if move.start > move.stop:
            taken.reverse()
        return listing(taken)

    def gain(self, move: Move) -> Sentence | None:
        if self.ply < FIRST_JUMP:
            return None
        after = self.play(move)
        theirs, yours = len(after.legal_moves()), len(after.after_null_move().legal_moves())
        lost = len(self.after_null_move().legal_moves()) - theirs
        won = yours - len(self.legal_moves())
        leaves = counted(
            "it leaves your opponent {count} jump instead of {before}",
            "it leaves your opponent {count} jumps instead of {before}",
            theirs,
            before=theirs + lost,
        )
        takes = counted("it takes {count} jump from your opponent", "it takes {count} jumps from your opponent", lost)
        if lost >= 1 and theirs <= VERY_FEW:
            return leaves
        if lost >= max(won, 2):
            return takes
        if won >= 1:
            return counted(
                "it gives you {count} more jump than you have now",
                "it gives you {count} more jumps than you have now",
                won,
            )
        if lost >= 1:
            return leaves if theirs <= FEW else takes
        sure = len(after.sure_jumps())
        if not sure:
            return None
        return counted(
            "it leaves you {count} jump that no reply can stop",
            "it leaves you {count} jumps that no reply can stop",
            sure,
        )

    def taken_by(self, move: Move) -> Sentence | None:
        lost = len(self.after_null_move().legal_moves()) - len(self.play(move).legal_moves())
        if self.ply < FIRST_JUMP or lost < 1:
            return None
        return counted("{count} possible jump", "{count} possible jumps", lost)

    def measures(self) -> Sequence[Measure]:
        if self.ply < FIRST_JUMP:
            return ()
        jumps = (len(self.legal_moves()), len(self.after_null_move().legal_moves()))
        return [Measure(mark("Possible jumps"), jumps[:: -1 if self.turn else 1], least=2)]

    def after_null_move(self) -> Self:
        return replace(self, turn=other_side(self.turn))

    def sure_jumps(self) -> set[Move]:
        """Return the jumps that the opponent will still have, whatever the side to move does."""
        jumps = set(self.after_null_move().legal_moves())
        for reply in self.legal_moves():
            jumps &= set(self.play(reply).legal_moves())
        return jumps

    def refusal(self, text: str, typed: str) -> RuleError:
        try:
            squares = board_of(self.size).grid.parse_squares(text, typed)
        except InvalidNotation as refusal:
            return refusal
        if self.ply < FIRST_JUMP:
            return self._why_no_removal(squares)
        if len(squares) == 1:
            return self._why_no_jump_from(squares[0])
        if len(squares) > 2:
            jump = {"start": self._names[squares[0]], "stop": self._names[squares[-1]]}
            return InvalidNotation("Name only where the jump starts and where it stops: {start}-{stop}.", **jump)
        return self._why_no_jump(*squares)

    def _why_no_removal(self, squares: list[int]) -> RuleError:
        facts = {
            "name": self._names[squares[0]],
            "side": self.info.side(self.turn),
            "choices": listing([self.format(move) for move in self.legal_moves()], last="or"),
        }
        if len(squares) > 1:
            return IllegalMove("Nothing can jump yet: {side} first takes a stone off the board, {choices}.", **facts)
        owner = self._owner(squares[0])
        if owner is None:
            return IllegalMove("{name} is empty; its stone is already gone. {side} can take off {choices}.", **facts)
        if owner != self.turn:
            message = mark("The stone on {name} is not yours. {side} can take off one of its own: {choices}.")
            return IllegalMove(message, **facts)
        if self.ply == 0:
            message = mark("{name} is neither in a corner nor in the centre. {side} can take off {choices}.")
            return IllegalMove(message, **facts)
        hole = self._names[self._hole()]
        message = mark("{name} is not beside the empty square {hole}. {side} can take off {choices}.")
        return IllegalMove(message, hole=hole, **facts)

    def _why_no_jump_from(self, start: int) -> RuleError:
        return self._why_not_yours(start) or IllegalMove(
            "Your stone on {name} has no jump: it needs an enemy stone beside it and an empty square behind that.",
            name=self._names[start],
        )

    def _why_not_yours(self, start: int) -> RuleError | None:
        owner, name = self._owner(start), self._names[start]
        if owner is None:
            return IllegalMove("{name} is empty: there is no stone to jump with.", name=name)
        if owner != self.turn:
            sides = {"owner": self.info.side(owner), "side": self.info.side(self.turn)}
            return IllegalMove("The stone on {name} is {owner}'s: you play {side}.", name=name, **sides)
        return None

    def _why_no_jump(self, start: int, stop: int) -> RuleError:
        if refusal := self._why_not_yours(start):
            return refusal
        jump = {"start": self._names[start], "stop": self._names[stop]}
        ranks, files = (abs(a - b) for a, b in zip(divmod(start, self.size), divmod(stop, self.size), strict=True))
        if ranks and files:
            return IllegalMove(
                "{start} to {stop} is not a straight line: a jump goes along a row or a column and never turns.", **jump
            )
        distance = ranks + files
        if distance == 0:
            return IllegalMove("A jump must end on a different square than {start}.", **jump)
        if distance % 2:
            return IllegalMove(
                counted(
                    "{start} to {stop} is {count} square: a jump goes 2 squares, or 4, or 6 and so on.",
                    "{start} to {stop} is {count} squares: a jump goes 2 squares, or 4, or 6 and so on.",
                    distance,
                    **jump,
                )
            )
        step = (stop - start) // distance
        # Each side's stones stay on one colour, so enemy and own stones alternate along the line of a jump.
        for over in range(start + step, stop, 2 * step):
            if self._owner(over) is None:
                message = (
                    mark("{start} to {stop} jumps over nothing: there is no black stone on {name}.")
                    if self.turn
                    else mark("{start} to {stop} jumps over nothing: there is no white stone on {name}.")
                )
                return IllegalMove(message, name=self._names[over], **jump)
            if self._owner(over + step) is not None:
                name = self._names[over + step]
                return IllegalMove("{name} is your own stone: a jump lands on an empty square.", name=name)
        raise AssertionError("{start} to {stop} is legal".format(**jump))

    @property
    def _names(self) -> tuple[str, ...]:
        return board_of(self.size).grid.names

    def _owner(self, square: int) -> Seat | None:
        if self.black >> square & 1:
            return 0
        return 1 if self.white >> square & 1 else None

    def _cells(self) -> list[str]:
        owners = (self._owner(square) for square in range(self.size * self.size))
        return ["" if owner is None else "BW"[owner] for owner in owners]

    def diagram(self) -> str:
        return board_of(self.size).grid.diagram(self._cells())

    def palette(self) -> dict[str, Placeable]:
        board = board_of(self.size)
        squares = {"B": board.black, "W": board.white}
        return {
            side: Placeable(name, [cell for square, cell in enumerate(board.grid.names) if squares[side] >> square & 1])
            for side, name in (("B", Sentence("black stone")), ("W", Sentence("white stone")))
        }

    def placement(self) -> Stacks:
        names = board_of(self.size).grid.names
        return {name: (cell,) for name, cell in zip(names, self._cells(), strict=True) if cell}

    def with_placement(self, placement: Stacks, turn: Seat) -> Self:
        grid = board_of(self.size).grid
        cells = [""] * self.size * self.size
        for cell, (stone,) in placement.items():
            cells[grid.square(cell)] = stone
        holes = cells.count("")
        if holes == 1 and cells.count("W") < cells.count("B"):
            raise IllegalMove("The first stone that leaves the board is a black one.")
        if holes < 2:
            return self._of(cells, holes)
        return self._of(cells, self.ply if self.ply >= 2 and self.ply % 2 == turn else 2 + turn)

    def encode(self) -> str:
        cells = "".join(cell or "." for cell in self._cells())
        rows = [cells[first : first + self.size] for first in range(0, len(cells), self.size)]
        return f"{'/'.join(reversed(rows))} {self.ply}"

    @classmethod
    def decode(cls, text: str) -> Self:
        match text.split(" "):
            case [board, ply] if ply.isascii() and ply.isdigit():
                rows = board.split("/")
                if len(rows) <= len(FILES) and all(len(row) == len(rows) for row in rows):
                    return cls._of(["" if cell == "." else cell for row in reversed(rows) for cell in row], int(ply))
        raise ValueError(f"{text!r} is no position of Konane")
