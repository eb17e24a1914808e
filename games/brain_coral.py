"""Brain Coral by Dale W. Walton.

The players grow their groups, but every cell must keep a path of empty cells to the edge of the board.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from games._placement import Placement
from games._placement_info import placement_info
from games.base import GameInfo, Measure
from language import mark


@dataclass(frozen=True, slots=True)
class BrainCoral(Placement):
    """A position of Brain Coral, where every cell must stay connected to an empty cell on the edge of the board."""

    info: ClassVar[GameInfo] = placement_info(
        "brain_coral",
        mark("Brain Coral"),
        mark("Grow one large group and many small ones, but never cut an empty cell off from the edge."),
        mark("big group wins"),
        ("limping 5 own last off 19 .B..W/BWW.../BBWW.W./..B....B/.BB...W/...B../...../WB.W", "g3"),
    )

    def open_cells(self) -> int:
        return self.board.linking(self.empty, self.clusters)

    def measures(self) -> Sequence[Measure]:
        largest = (max(self.sizes(0), default=0), max(self.sizes(1), default=0))
        return [*Placement.measures(self), Measure(mark("Stones in the largest group"), largest)]


GAME = BrainCoral
