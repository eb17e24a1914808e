"""The first lesson in SquAlma. The boards have so few discs that the learner can move only those that matter."""

from language import mark
from lessons._steps import Kind, Step, Tried

FIRST_PATH = {"c1", "c2", "d3", "d5", "e6", "e7", "e8"}
"""The cells of the learner's path of discs in the first step."""
PATH = {"d1", "d2", "d3", "e4", "e5", "e7", "e8"}
"""The cells of the learner's path of discs in the last step."""


def _height(tried: Tried) -> int:
    """Return the height of the stack that the disc moved from, including the disc itself."""
    return len(tried.before.placement()[tried.start])


AIM = mark("Join row 1 to row 8 with an unbroken path of your discs. Black and White both join these two rows.")
LESSON = (
    Step(
        key="aim",
        code="0 0 ,,W,,B,,,/,W,,,B,,,/,,,,B,,W,/,,,B,,,,/,,,,,B,,/,,,B,,,W,/,,B,,,,,/,,B,,,W,,",
        task=mark("You are Black. A path of your discs from row 1 to row 8 wins. Close its gap."),
        right=lambda tried: tried.won,
        praise=mark("You win! From disc to disc, a path may go straight or diagonally. White joins the same two rows."),
        kinds=[
            Kind(
                mark("That disc belongs to your path. Move the one on f4 into the gap instead."),
                lambda tried: tried.start in FIRST_PATH,
            ),
            Kind(mark("Your path still has a gap on e4. The disc on f4 is right beside it.")),
        ],
    ),
    Step(
        key="move",
        code="0 0 ,,W,W,W,W,,/,,W,W,W,W,,/,,,,,,,/,,,,,,,/,,,,,,,/,,,,,,,/,,B,B,B,B,,/,,B,B,B,B,,",
        task=mark("A single disc moves exactly one square, in any direction. Move one to row 3."),
        right=lambda tried: tried.stop[1] == "3",
        praise=mark(
            "A disc moves as many squares as there are discs in its stack. "
            "Landing on a disc, even your own, makes a stack."
        ),
        kinds=[Kind(mark("That disc stayed in rows 1 and 2. Move one from row 2 up to row 3."))],
    ),
    Step(
        key="fly",
        code="0 0 ,,,W,W,,,/,,,,,,,/,,,,,,,/,,,,,,,/,,W,,,,,/,,BB,,,BBB,,/B,,,,,,B,/,,,,,,,",
        task=mark("The top disc of two moves exactly two squares, over anything in between. Move it to row 5."),
        right=lambda tried: tried.stop[1] == "5",
        praise=mark(
            "Only the top disc moves. On top of three, it moves exactly three squares. No stack is taller than three."
        ),
        kinds=[
            Kind(
                mark("That disc moved two squares, but not to row 5. Try again, up the board."),
                lambda tried: _height(tried) == 2,
            ),
            Kind(
                mark("That disc was on top of three, so it moved three squares. The stack of two is on c3."),
                lambda tried: _height(tried) == 3,
            ),
            Kind(mark("That disc was alone, so it moved one square. The stack of two is on c3.")),
        ],
    ),
    Step(
        key="cover",
        code="0 0 ,,,W,W,,,/,,,,,,,/,,,,,,,/,,,W,WW,,,/,,,B,,,,/,,,,,,,B/,,,,,,,/,,,,,,,",
        task=mark("Discs are never captured, only covered. Land on White's disc on d5."),
        right=lambda tried: tried.stop == "d5",
        praise=mark(
            "Under yours, it can't move or count. "
            "You can't land on stacks of three, or on any taller than yours was, like e5."
        ),
        kinds=[
            Kind(
                mark("That disc can cover d5, which is one square straight ahead of it."),
                lambda tried: tried.start == "d4",
            ),
            Kind(mark("That disc can't reach d5. Use the one on d4, right below it.")),
        ],
    ),
    Step(
        key="break",
        code="0 0 ,,,,W,,,/,,,,W,,,/,,,,W,,,/B,,,,W,,,/,,B,W,,,,/,,,W,,,,/,,W,,W,,,/,,,,,B,,",
        task=mark("White is about to complete a path by moving to d1. Cover a disc that White needs for it."),
        right=lambda tried: not any(reply.won for reply in tried.replies),
        praise=mark("A covered disc doesn't count, so White's path has a gap."),
        kinds=[
            Kind(
                mark("White moves to d1 and has a path from row 8 to row 1. Cover a disc in that path."),
                reply="c2-d1",
            ),
        ],
    ),
    Step(
        key="under",
        code="0 0 ,,,,W,,,/,,,,W,,,/,,,,W,,,/,W,,,W,,,/B,,,W,,,,B/,,,WB,,,,/,,,W,,,,/,,W,,,,,",
        task=mark("Cover White's disc on b5, but mind what lies under your own discs."),
        right=lambda tried: tried.stop == "b5" and not tried.over,
        praise=mark("Your disc on d3 must stay: it lies on a white one that would complete White's path."),
        kinds=[
            Kind(
                mark("A white disc lay under yours on d3. Now White has a path, and you have lost."),
                lambda tried: tried.start == "d3",
            ),
            Kind(mark("b5 isn't covered yet. Your disc on a4 is right beside it.")),
        ],
    ),
    Step(
        key="path",
        code="0 0 ,,W,,B,,,/,,,,B,,W,/,,,,,,,W/,,,,B,,,/,,,,B,,BB,/,,,B,,,,/,,,B,,,,/,,,B,,,,",
        task=mark("Complete your path from row 1 to row 8, and win."),
        right=lambda tried: tried.won,
        praise=mark("Your discs join row 1 to row 8. You win!"),
        kinds=[
            Kind(
                mark("That disc belongs to your path. Find another one to fill the gap on e6."),
                lambda tried: tried.start in PATH,
            ),
            Kind(
                mark("Your path has a gap on e6. The top disc of the stack on g4 can reach it: two squares diagonally.")
            ),
        ],
    ),
)
