"""Constants for SquAlma: its name, sides and endings."""

from games.base import REPETITION, Ending, GameInfo
from language import mark

INFO = GameInfo(
    key="squalma",
    name=mark("SquAlma"),
    seats=(mark("Black"), mark("White")),
    rules_version=1,
    summary=mark("Stack your discs, and join the first row to the last with those on top."),
    essence=mark("stack and join"),
    example=(
        "0 42 W,W,W,WB,W,W,WW,/W,W,WB,,W,,,W/,,,,W,W,,W/B,,B,,,,,/,,,B,,,,/,,,,B,,,/,,,,B,,B,B/B,B,B,B,,B,B,B",
        "a5-b6",
    ),
    legend=mark("B is a black disc, W a white one; a stack is listed from bottom to top. A dot is an empty square."),
    endings={
        "connected": Ending(
            mark("connected rows 1 and 8"),
            won=mark("a path leads from row 1 to row 8"),
            plate=mark("no path"),
        ),
        "both_connected": Ending(
            mark("both sides are connected"), drawn=mark("Draw: both sides joined rows 1 and 8 with the same move")
        ),
        "repetition": REPETITION,
        "stuck": Ending(mark("no side has a legal move"), drawn=mark("Draw: neither side has a legal move")),
    },
)
