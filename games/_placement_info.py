"""The sides, endings and options of Brain Coral and Branching Coral."""

from dataclasses import dataclass
from typing import Self

from games._hexboard import HexBoard, hex_board
from games.base import Ending, GameInfo, Option
from language import mark

SIDES = (mark("Black"), mark("White"))
LEGEND = mark(
    "B is a black stone, W a white one, a dot an empty cell. The names at both ends of a row are its first and "
    "last cell."
)
ENDINGS = {
    "points": Ending(mark("{more} points to {less}"), won=mark("{more} points to {less}"), plate=""),
    "last_stone": Ending(
        mark("{score} all, by last stone"),
        won=mark("{score}-{score}, by the last stone"),
        plate=mark("opponent placed last"),
    ),
    "cascade": Ending(
        mark("{score} all, by cascade {least} to {most}"),
        won=mark("{score}-{score}, by group sizes, {least} against {most}"),
        plate=mark("groups {least} to {most}"),
    ),
}
OPTIONS = {
    "grid": Option(
        {"limping": mark("uneven hexagon, the usual"), "hex": mark("regular hexagon")},
        about=mark("Shape of the board"),
    ),
    "order": Option(
        {
            "5": mark("5 cells a side, the usual"),
            "3": mark("3 cells a side, a tiny board"),
            "4": mark("4 cells a side, a small board"),
            "6": mark("6 cells a side, a large board"),
            "7": mark("7 cells a side, a very large board"),
            "8": mark("8 cells a side, a huge board"),
        },
        about=mark("Size of the board"),
    ),
    "bonus": Option(
        {
            "own": mark("a point for each of your own groups, the usual"),
            "opponent": mark("a point for each of the opponent's groups"),
            "none": mark("no points for groups"),
        },
        about=mark("What counts besides your largest group"),
    ),
    "tiebreak": Option(
        {"last": mark("the last stone placed wins a tie, the usual"), "cascade": mark("group sizes decide a tie")},
        about=mark("Who wins if both have as many points"),
    ),
    "pie": Option(
        {"off": mark("no swapping of sides, the usual"), "on": mark("second player may swap sides")},
        about=mark("Whether the second player may take over the first stone"),
    ),
}


def placement_info(key: str, name: str, summary: str, essence: str, example: tuple[str, str]) -> GameInfo:
    # Without a swap, the player who moves first wins most games between equals.
    fair = {"pie": "on"}
    return GameInfo(
        key, name, SIDES, 1, summary, essence, LEGEND, ENDINGS, OPTIONS, fair, example=example, one_view=True
    )


@dataclass(frozen=True, slots=True)
class Variant:
    """A match's board and options."""

    board: HexBoard
    bonus: str
    """The option `bonus`: `own`, `opponent` or `none`."""
    tiebreak: str
    """The option `tiebreak`: `last` or `cascade`."""
    pie: str
    """The option `pie`: `off` or `on`."""

    @classmethod
    def of(cls, options: dict[str, str]) -> Self:
        """Return the variant with these options. All options are required."""
        board = hex_board(options["grid"], int(options["order"]))
        return cls(board, options["bonus"], options["tiebreak"], options["pie"])

    def texts(self) -> tuple[str, ...]:
        """Return all option values as strings, in the order of `OPTIONS`."""
        return self.board.grid, str(self.board.order), self.bonus, self.tiebreak, self.pie
