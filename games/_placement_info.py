"""The sides, endings and options of Brain Coral and Branching Coral, and the variant of a match."""

from dataclasses import dataclass
from typing import Self

from games._hexboard import HexBoard, hex_board
from games.base import Ending, GameInfo, Option
from language import mark

SIDES = (mark("Black"), mark("White"))
LEGEND = mark(
    "B is a black stone, W a white one, a dot an empty cell; each row stands between its first and last cell."
)
ENDINGS = {
    "points": Ending(mark("{more} points to {less}"), won=mark("{winner} wins {more}-{less}")),
    "last_stone": Ending(
        mark("{score} all, by last stone"), won=mark("{score}-{score}, {winner} placed the last stone")
    ),
    "cascade": Ending(
        mark("{score} all, by cascade {least} to {most}"),
        won=mark("{score}-{score}, {winner} wins by cascade, {least} against {most}"),
    ),
}
OPTIONS = {
    "grid": Option(
        {"limping": mark("uneven hexagon"), "hex": mark("regular hexagon")},
        about=mark("A hexagon with sides of N-1 and N cells in turn, or a regular one"),
    ),
    "order": Option(
        {
            "5": mark("usual board (5 cells a side)"),
            "3": mark("tiny board (3 cells a side)"),
            "4": mark("small board (4 cells a side)"),
            "6": mark("large board (6 cells a side)"),
            "7": mark("very large board (7 cells a side)"),
            "8": mark("huge board (8 cells a side)"),
        },
        about=mark("How many cells the bottom row has"),
    ),
    "bonus": Option(
        {
            "own": mark("a point for each group of one's own"),
            "opponent": mark("a point for each group of the opponent"),
            "none": mark("no points for groups"),
        },
        about=mark("Whose groups add a point each to your largest group"),
    ),
    "tiebreak": Option(
        {"last": mark("the last stone wins a tie"), "cascade": mark("group sizes decide a tie")},
        about=mark("Who wins a tie: the last to place, or the group sizes decide"),
    ),
    "pie": Option(
        {"off": mark("no swap"), "on": mark("White may swap")},
        about=mark("Whether White may take over Black's first stone"),
    ),
}


def placement_info(key: str, name: str, summary: str) -> GameInfo:
    # Without a swap, the first of two equal players wins most games.
    fair = {"pie": "on"}
    return GameInfo(key, name, SIDES, 1, summary, LEGEND, ENDINGS, OPTIONS, fair, one_view=True)


@dataclass(frozen=True, slots=True)
class Variant:
    """The board and the options of a match."""

    board: HexBoard
    bonus: str
    """The option `bonus`: `own`, `opponent` or `none`."""
    tiebreak: str
    """The option `tiebreak`: `last` or `cascade`."""
    pie: str
    """The option `pie`: `off` or `on`."""

    @classmethod
    def of(cls, options: dict[str, str]) -> Self:
        """The variant with these options; none may be missing."""
        board = hex_board(options["grid"], int(options["order"]))
        return cls(board, options["bonus"], options["tiebreak"], options["pie"])

    def texts(self) -> tuple[str, ...]:
        """The options' values, in the order of `OPTIONS`."""
        return self.board.grid, str(self.board.order), self.bonus, self.tiebreak, self.pie
