"""The first lesson in Branching Coral, on regular boards of 19 cells."""

from language import mark
from lessons._corals import EDGE, GROW, NEW, closed, lifted
from lessons._steps import Kind, Step

AIM = mark(
    "The higher score wins: the size of your largest group, and 1 for each of your groups. "
    "Nobody may play on striped cells."
)
LESSON = (
    GROW,
    NEW,
    Step(
        key="lift",
        code="hex 3 own last off 2 W../B.../...../..../...",
        task=mark("A stone left with fewer than two empty cells beside it is lifted off. Lift the one on a1."),
        right=lambda tried: bool(lifted(tried, 1)),
        praise=mark("Your stone left only one empty cell beside a1, so the white one was lifted."),
        kinds=[Kind(mark("The stone on a1 still has two empty cells beside it, a2 and b2. Take one of them."))],
    ),
    Step(
        key="own",
        code="hex 3 own last off 4 W../B.../W..../..../..B",
        task=mark("Lift a white stone, but keep all of your own."),
        right=lambda tried: bool(lifted(tried, 1)) and not lifted(tried, 0),
        praise=mark("Your own stones need two empty cells as well. A move lifts only stones beside the new one."),
        kinds=[
            Kind(
                mark("That left your own stone on b1 only one empty cell, so it was lifted, too."),
                lambda tried: bool(lifted(tried, 0)),
            ),
            Kind(mark("Nothing was lifted: a1 and c1 both still have two empty cells beside them.")),
        ],
    ),
    Step(
        key="room",
        code="hex 3 own last off 2 .../W.../...../..B./...",
        task=mark("New stones need two empty cells, too. Close a1: leave only one empty cell beside it."),
        right=lambda tried: "a1" in closed(tried),
        praise=mark(
            "Nobody may play on a1 until a stone beside it is lifted. It is striped, but still counts as an empty cell."
        ),
        kinds=[
            Kind(
                mark("That fills a1. Take one of the empty cells beside it instead, a2 or b2."),
                lambda tried: tried.text == "a1",
            ),
            Kind(mark("There are still two empty cells beside a1, a2 and b2. Take one of them.")),
        ],
    ),
    EDGE,
    Step(
        key="end",
        code="hex 3 own last off 10 W../.WWB/.WB.B/B.B./..W",
        task=mark("White leads 6 to 5. No cell is open after this move. Lift a white stone and win."),
        right=lambda tried: tried.won,
        praise=mark("White loses the stone on e3, and with it a group. You win 6 to 5!"),
        kinds=[
            Kind(
                mark("That lifted your own stone on c3. No cell is open, and White wins 6 to 5."),
                lambda tried: bool(lifted(tried, 0)),
            ),
            Kind(mark("Nothing was lifted. No cell is open, and White wins 6 to 5.")),
        ],
    ),
)
