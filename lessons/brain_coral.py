"""The first lesson in Brain Coral, on regular boards of 19 cells."""

from language import mark
from lessons._corals import EDGE, GROW, NEW, closed, touched
from lessons._steps import Kind, Step

AIM = mark(
    "The higher score wins: the size of your largest group, and 1 for each of your groups. "
    "Nobody may play on striped cells."
)
LESSON = (
    GROW,
    NEW,
    Step(
        key="join",
        code="hex 3 own last off 8 WW./..../BB.BB/..../.WW",
        task=mark("Join your two groups with one stone."),
        right=lambda tried: touched(tried) == 2,
        praise=mark("Two groups of two were worth 4 points. One group of five is worth 5 + 1 = 6."),
        kinds=[
            Kind(
                mark("That's one point more. Joining both groups is two more: look between them."),
                lambda tried: touched(tried) == 1,
            ),
            Kind(mark("A new group is one point more. Joining your two is two more: look between them.")),
        ],
    ),
    Step(
        key="apart",
        code="hex 3 own last off 8 .../WW.W/....W/B.B./B.B",
        task=mark("White wants to join its two groups. Take the cell that it needs."),
        right=lambda tried: not any(touched(reply) == 2 for reply in tried.replies),
        praise=mark("Stones never move and are never captured, so yours stays in White's way."),
        kinds=[
            Kind(
                mark("White plays b3 and joins its groups: five stones in one group, 6 points instead of 4."),
                reply="b3",
            ),
        ],
    ),
    Step(
        key="beside",
        code="hex 3 own last off 2 WB./..../...../..../...",
        task=mark("Every stone, even White's, must keep an empty cell beside it. Leave only one beside a1."),
        right=lambda tried: bool(closed(tried) & {"b1", "b2"}),
        praise=mark("Nobody may take that last cell, so it stays empty. Closed cells like this one are striped."),
        kinds=[Kind(mark("The stone on a1 still has two empty cells beside it, b1 and b2. Take one of them."))],
    ),
    EDGE,
    Step(
        key="end",
        code="hex 3 own last off 12 W.W/.BW./WWW.B/BB.B/.B.",
        task=mark("White leads 7 to 6. After this move no cell is open, so the game ends. Win it."),
        right=lambda tried: tried.won,
        praise=mark("You joined your two larger groups. No cell is open, so the game ends, and you win 8 to 7!"),
        kinds=[Kind(mark("No cell is open, and White wins 7 to 6. Your two larger groups are still apart."))],
    ),
)
