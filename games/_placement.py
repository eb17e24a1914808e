"""The rules shared by Brain Coral and Branching Coral, such as placement, scores and the pie rule."""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self, cast

from games._hexboard import HexBoard, symmetric_cells
from games._placement_info import OPTIONS, Variant
from games.base import (
    MOST_LISTED,
    SEATS,
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
from language import Sentence, counted, listing, mark

SWAP = mark("swap")
EARLY = 10
"""Up to this ply, the explanation of a move prefers other gains to the growth of a group."""


@dataclass(frozen=True, slots=True)
class Placement(Position[str]):
    """A position of Brain Coral or Branching Coral. A move is either a cell name or `swap`."""

    variant: Variant
    black: int
    """The cells of Black's stones."""
    white: int
    ply: int
    turn: Seat
    clusters: tuple[int, ...] = field(compare=False, repr=False)
    """The connected components of all stones, regardless of colour. They are derived from the board."""

    @abstractmethod
    def open_cells(self) -> int:
        """Return the cells where a stone can be placed, which are the same for both sides."""

    @property
    def board(self) -> HexBoard:
        return self.variant.board

    @property
    def empty(self) -> int:
        return self.variant.board.all & ~(self.black | self.white)

    def stones(self, seat: Seat) -> int:
        return self.white if seat else self.black

    def groups(self, seat: Seat) -> list[int]:
        """Return a side's groups, largest first."""
        return sorted(self.board.parts(self.stones(seat)), key=int.bit_count, reverse=True)

    def sizes(self, seat: Seat) -> list[int]:
        """Return the sizes of a side's groups, largest first."""
        return [group.bit_count() for group in self.groups(seat)]

    def scores(self) -> tuple[int, int]:
        """Return both players' scores, by seat. A score is the size of the player's largest group plus a bonus."""
        black, white = self.sizes(0), self.sizes(1)
        counted = {"own": (black, white), "opponent": (white, black), "none": ([], [])}[self.variant.bonus]
        return max(black, default=0) + len(counted[0]), max(white, default=0) + len(counted[1])

    def symmetries(self) -> Sequence[Sequence[str]]:
        return Position.symmetries(self) if self.black | self.white else symmetric_cells(self.board)

    def place(self, cell: int) -> Self:
        """Return the position after placing a stone on an open cell, before any stones are lifted."""
        black, white = (self.black, self.white | cell) if self.turn else (self.black | cell, self.white)
        around = self.variant.board.neighbours[cell]
        joined, apart = cell, []
        for cluster in self.clusters:
            if cluster & around:
                joined |= cluster
            else:
                apart.append(cluster)
        return type(self)(self.variant, black, white, self.ply + 1, other_side(self.turn), (*apart, joined))

    def objection(self, cell: int) -> RuleError:
        """Return the error explaining why a stone cannot be placed on this empty cell.

        The stone would cut a cell off from the perimeter, and the error says where.
        """
        board, empty = self.board, self.empty & ~cell
        (name,) = board.names(cell)
        if not board.neighbours[cell] & empty:
            return IllegalMove("{name} has no empty neighbour: every stone needs one.", name=name)
        choked = board.names(board.neighbours[cell] & ~self.empty & ~board.reach(empty))
        if choked:
            return IllegalMove(
                counted(
                    "A stone on {name} would leave the stone on {stones} no empty neighbour.",
                    "A stone on {name} would leave the stones on {stones} no empty neighbour.",
                    len(choked),
                    name=name,
                    stones=listing(choked),
                )
            )
        shut = board.names(sum(part for part in board.parts(empty) if not part & board.perimeter))
        return IllegalMove(
            counted(
                "A stone on {name} would cut off the empty cell {cells} from the edge.",
                "A stone on {name} would cut off the empty cells {cells} from the edge.",
                len(shut),
                name=name,
                cells=listing(shut, limit=MOST_LISTED),
            )
        )

    @classmethod
    def start(cls, **options: str) -> Self:
        return cls(Variant.of(chosen_options(cls.info, options)), 0, 0, 0, 0, ())

    def legal_moves(self) -> Sequence[str]:
        moves = self.board.names(self.open_cells())
        if self.may_swap():
            moves.append(SWAP)
        return moves

    def may_swap(self) -> bool:
        """Return True if the side to move can swap, taking over the first stone instead of placing one."""
        return self.ply == 1 and self.variant.pie == "on" and bool(self.black)

    def play(self, move: str) -> Self:
        if move == SWAP:
            return replace(self, black=0, white=self.black, ply=2, turn=0)
        return self.place(self.variant.board.bit[move])

    def result(self) -> Result | None:
        if self.open_cells():
            return None
        black, white = self.scores()
        if black != white:
            winner: Seat = 0 if black > white else 1
            return self.info.ended("points", winner, more=max(black, white), less=min(black, white))
        return self._tie(black)

    def format(self, move: str) -> str:
        return move

    def find(self, text: str, moves: Sequence[str]) -> str | None:
        return text if text in moves else None

    def question(self, steps: Sequence[str] = (), *, own_turn: bool = True) -> Sentence:
        del steps
        if self.may_swap():
            return Sentence("Where does your stone go?") if own_turn else Sentence("Where does the stone go?")
        return Sentence("Where does the stone go?")

    def label(self, step: str, steps: Sequence[str] = ()) -> Sentence:
        if step == SWAP and self.may_swap():
            return Sentence("Swap: take over {cell}", {"cell": self.board.names(self.black)[0]})
        return Position.label(self, step, steps)

    def task(self) -> Sentence:
        return Sentence("place a stone, or swap") if self.may_swap() else Sentence("place a stone")

    def warnings(self) -> Sequence[Sentence]:
        open_now = self.board.names(self.open_cells())
        return [Sentence("Only {cell} is open", {"cell": open_now[0]})] if len(open_now) == 1 else ()

    def annotate_move(self, move: str) -> Sentence:
        lifted = self._lifting_cells(move)
        if not lifted:
            return Sentence("{move}", {"move": move})
        return Sentence("{move} (lifting {lifted})", {"move": move, "lifted": listing(lifted)})

    def _lifting_cells(self, move: str) -> list[str]:
        """Return the cells from which a legal move would lift stones."""
        return [] if move == SWAP else self.board.names(self.play(move).empty & ~self.empty)

    def describe(self, move: str, player: object) -> Sentence:
        text = {"player": player, "move": move}
        if move == SWAP:
            (taken,) = self.board.names(self.black)
            return Sentence("{player} swapped and took over the stone on {taken}", {**text, "taken": taken})
        lifted = self._lifting_cells(move)
        if lifted:
            return Sentence("{player} placed a stone on {move}, lifting {lifted}", {**text, "lifted": listing(lifted)})
        return Sentence("{player} placed a stone on {move}", text)

    def gain(self, move: str) -> Sentence | None:
        if move == SWAP:
            return Sentence("the first stone is worth having")
        after = self.play(move)
        if after.may_swap():
            return Sentence("your opponent may swap, so the first stone should not be too strong")
        other = other_side(self.turn)
        lost = self.stones(other).bit_count() - after.stones(other).bit_count()
        if lost:
            return counted("it lifts {count} enemy stone", "it lifts {count} enemy stones", lost)
        return self._joining(move, after) or self._shutting(after) or self._growing(after)

    def measures(self) -> Sequence[Measure]:
        return [Measure(mark("Points"), self.scores())]

    def _joining(self, move: str, after: Self) -> Sentence | None:
        """Describe the groups that a move joins, keeps apart or enlarges, or return None if there are none."""
        cell = self.board.bit[move]
        beside = self.board.neighbours[cell]
        other = other_side(self.turn)
        joined = sum(bool(group & beside) for group in self.groups(self.turn))
        mine = next(group for group in after.groups(self.turn) if group & cell).bit_count()
        if joined > 1:
            return counted(
                "it joins {count} group of yours to one of {size} stones",
                "it joins {count} groups of yours to one of {size} stones",
                joined,
                size=mine,
            )
        largest = max(self.sizes(self.turn), default=0)
        grows = counted("your largest group grows to {count} stone", "your largest group grows to {count} stones", mine)
        if mine > largest and self.ply > EARLY:
            return grows
        apart = sum(bool(group & beside) for group in self.groups(other))
        if apart > 1:
            return counted(
                "your opponent could join {count} group there", "your opponent could join {count} groups there", apart
            )
        return grows if mine > max(largest, 1) else None

    def _shutting(self, after: Self) -> Sentence | None:
        """Describe how a move closes cells or takes room from the opponent, or return None if it does neither."""
        other = other_side(self.turn)
        shut = self.open_cells().bit_count() - after.open_cells().bit_count() - 1
        if shut > 0:
            return counted("it closes {count} more cell", "it closes {count} more cells", shut)
        room, before = after.room(other), self.room(other)
        if room is not None and before is not None and room < before:
            return counted(
                "it leaves your opponent's largest group {count} cell to grow",
                "it leaves your opponent's largest group {count} cells to grow",
                room,
            )
        return None

    def _growing(self, after: Self) -> Sentence | None:
        """Describe the room or the points that a move gains for its player, or return None if it gains neither."""
        room, before = after.room(self.turn), self.room(self.turn)
        if room is not None and before is not None and room > before:
            return counted(
                "your largest group can then grow on {count} cell",
                "your largest group can then grow on {count} cells",
                room,
            )
        points = after.scores()[self.turn] - self.scores()[self.turn]
        if points > 0:
            return counted("it brings you {count} point", "it brings you {count} points", points)
        return None

    def room(self, seat: Seat) -> int | None:
        """Return the number of open cells next to a side's largest group, or None if it has no single largest group."""
        groups = self.groups(seat)
        if not groups or (len(groups) > 1 and groups[0].bit_count() == groups[1].bit_count()):
            return None
        return (self.board.reach(groups[0]) & self.open_cells()).bit_count()

    def refusal(self, text: str, typed: str) -> RuleError:
        if text == SWAP:
            if self.variant.pie == "off":
                return IllegalMove("There is no swap in this match.")
            return IllegalMove("Only White may swap, and only as the second move of the match.")
        named = re.fullmatch(r"([a-z])([1-9][0-9]?)", text)
        if not named:
            return InvalidNotation("“{typed}” is not a move here: name the cell to place on, such as c3.", typed=typed)
        row, rows = ord(named[1]) - ord("a"), self.board.rows
        if row >= len(rows):
            last = chr(ord("a") + len(rows) - 1)
            return IllegalMove("There is no row {row}. The rows run from a to {last}.", row=named[1], last=last)
        if text not in self.board.bit:
            message = mark("There is no {name}. Row {row} runs from {row}1 to {row}{most}.")
            return IllegalMove(message, name=text, row=named[1], most=rows[row])
        bit = self.board.bit[text]
        if bit & self.black:
            return IllegalMove("There is a black stone on {name} already.", name=text)
        if bit & self.white:
            return IllegalMove("There is a white stone on {name} already.", name=text)
        return self.objection(bit)

    def encode(self) -> str:
        return " ".join((*self.variant.texts(), str(self.ply), "/".join("".join(row) for row in self._rows())))

    @property
    def chosen(self) -> dict[str, str]:
        return dict(zip(OPTIONS, self.variant.texts(), strict=True))

    def palette(self) -> dict[str, Placeable]:
        cells = list(self.board.bit)
        return {"B": Placeable(Sentence("black stone"), cells), "W": Placeable(Sentence("white stone"), cells)}

    def placement(self) -> Stacks:
        stones = {
            cell: (self.black & bit and "B") or (self.white & bit and "W") for cell, bit in self.board.bit.items()
        }
        return {cell: (stone,) for cell, stone in stones.items() if stone}

    def with_placement(self, placement: Stacks, turn: Seat) -> Self:
        black, white = (
            sum(self.board.bit[cell] for cell, (stone,) in placement.items() if stone == side) for side in "BW"
        )
        stones = len(placement)
        ply = self.ply if self.ply % 2 == turn and stones <= self.ply else stones + (stones + turn) % 2
        return type(self)(self.variant, black, white, ply, turn, self.board.parts(black | white))

    def flaw(self) -> Sentence | None:
        if (self.black | self.white).bit_count() <= self.ply:
            return None
        return Sentence("There are more stones than moves.")

    @classmethod
    def decode(cls, text: str) -> Self:
        *values, ply, board = text.split(" ")
        variant = Variant.of(chosen_options(cls.info, dict(zip(OPTIONS, values, strict=True))))
        if not re.fullmatch("0|[1-9][0-9]*", ply):
            raise ValueError(f"no count of moves: {ply}")
        rows = board.split("/")
        if tuple(map(len, rows)) != variant.board.rows:
            raise ValueError(f"the rows do not fit a {variant.board.grid} board of order {variant.board.order}")
        stones = {"B": 0, "W": 0, ".": 0}
        for bit, sign in zip(variant.board.bit.values(), "".join(rows), strict=True):
            if sign not in stones:
                raise ValueError(f"neither a stone nor an empty cell: {sign}")
            stones[sign] |= bit
        clusters = variant.board.parts(stones["B"] | stones["W"])
        return cls(variant, stones["B"], stones["W"], int(ply), cast("Seat", int(ply) % 2), clusters)

    def diagram(self) -> str:
        lines = []
        for letter, row in zip("abcdefghijklmno", self._rows(), strict=False):
            space = " " * (max(self.board.rows) - len(row))
            lines.append(f"{space}{letter}1 {' '.join(row)} {letter}{len(row)}")
        return "\n".join(reversed(lines))

    def _rows(self) -> list[list[str]]:
        cells = ["B" if bit & self.black else "W" if bit & self.white else "." for bit in self.board.bit.values()]
        starts = [sum(self.board.rows[:row]) for row in range(len(self.board.rows))]
        return [cells[start : start + length] for start, length in zip(starts, self.board.rows, strict=True)]

    def _tie(self, score: int) -> Result:
        if self.variant.tiebreak == "cascade":
            sizes = [Counter(self.sizes(0)), Counter(self.sizes(1))]
            unmatched = [max(sizes[seat] - sizes[1 - seat], default=0) for seat in SEATS]
            if unmatched[0] != unmatched[1]:
                winner: Seat = 0 if unmatched[0] < unmatched[1] else 1
                return self.info.ended("cascade", winner, score=score, least=min(unmatched), most=max(unmatched))
        last = other_side(self.turn)
        return self.info.ended("last_stone", last, score=score)
