"""Constants for Konane: its name, sides, endings and options."""

from games.base import Ending, GameInfo, Option
from language import mark

INFO = GameInfo(
    key="konane",
    name=mark("Konane"),
    seats=(mark("Black"), mark("White")),
    rules_version=1,
    summary=mark("Jump over enemy stones. If you cannot jump, you lose."),
    essence=mark("jump or lose"),
    example=(
        "BWBWBWBW/WBWBWBWB/BWBWBWBW/WBW.WBWB/BWB.BWBW/WBWBWBWB/BWBWBWBW/WBWBWBWB 2",
        "d7-d5",
    ),
    legend=mark("B is a black stone, W a white one, a dot an empty hole."),
    endings={"stuck": Ending(mark("no jump left"), won=mark("{loser} has no jump left"), once="no legal move")},
    options={
        "size": Option(
            {
                "8": mark("8 x 8, the usual"),
                "6": mark("6 x 6, a small board"),
                "10": mark("10 x 10, a large board"),
            },
            about=mark("Size of the board"),
        )
    },
)
