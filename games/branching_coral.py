"""Branching Coral by Dale W. Walton: like Brain Coral, but stones with fewer than two empty neighbours are lifted."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from games._placement import Placement
from games._placement_info import placement_info
from games.base import GameInfo, IllegalMove, RuleError
from language import mark


@dataclass(frozen=True, slots=True)
class BranchingCoral(Placement):
    """A position of Branching Coral.

    A placement needs two empty neighbours and Brain Coral's links. Adjacent stones left with fewer are lifted.
    """

    info: ClassVar[GameInfo] = placement_info(
        "branching_coral",
        mark("Branching Coral"),
        mark("Grow one large group and many small ones. Crowded stones are lifted off."),
        mark("crowd them out"),
        ("limping 5 own last off 21 .W.B./WB.W.B/.....W./W.BB..../.B.WW.B/...BWW/B..W./.B..", "h4"),
    )

    def open_cells(self) -> int:
        empty = self.empty
        return self.board.linking(empty, self.clusters) & self.board.reach_twice(empty)

    def place(self, cell: int) -> Self:
        after = Placement.place(self, cell)
        board = self.variant.board
        lifted = board.neighbours[cell] & ~self.empty & ~board.reach_twice(after.empty)
        if not lifted:
            return after
        *apart, torn = after.clusters
        return replace(
            after,
            black=after.black & ~lifted,
            white=after.white & ~lifted,
            clusters=(*apart, *board.parts(torn & ~lifted)),
        )

    def objection(self, cell: int) -> RuleError:
        board = self.board
        (name,) = board.names(cell)
        free = board.names(board.neighbours[cell] & self.empty)
        if not free:
            return IllegalMove("{name} has no empty neighbour: it needs two.", name=name)
        if len(free) == 1:
            return IllegalMove("{name} has only one empty neighbour, {free}: it needs two.", name=name, free=free[0])
        return Placement.objection(self, cell)


GAME = BranchingCoral
