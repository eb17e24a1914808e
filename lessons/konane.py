"""The first lesson in Konane, on almost empty boards of 6 by 6 squares."""

from typing import Any

from games import Position
from language import mark
from lessons._steps import Kind, Step, Tried


def _loses(position: Position[Any]) -> bool:
    """Return True if the side to move loses even with best play."""
    return all(not _loses(position.play(move)) for move in position.legal_moves())


def _safe(tried: Tried) -> bool:
    """Return True if the opponent's next move cannot capture the stone that jumped."""
    return all(tried.stop in reply.after.placement() for reply in tried.replies)


AIM = mark("Black and White take turns to jump over each other's stones. If you can't jump, you lose.")
LESSON = (
    Step(
        key="start",
        code="BWBWBW/WBWBWB/BWBWBW/WBWBWB/BWBWBW/WBWBWB 0",
        task=mark("A game begins with a gap. Take off a black stone, in a corner or the centre."),
        right=lambda _: True,
        praise=mark("White now takes off a stone beside the gap: left, right, above or below. Then you both jump."),
    ),
    Step(
        key="jump",
        code="....../...BW./....../.BW.../....../...... 2",
        task=mark("Later in a game: take the white stone on c3. Jump over it to the empty square behind."),
        right=lambda tried: "c3" not in tried.after.placement(),
        praise=mark("Every move is now a jump like this: over one stone, never diagonally. That stone is taken."),
        kinds=[Kind(mark("That took the stone on e5. Take the one on c3: jump over it with your stone on b3."))],
    ),
    Step(
        key="jump-on",
        code="...W../...B../.W..../.BW.W./....../...... 2",
        task=mark("Take two white stones in one move."),
        right=lambda tried: tried.taken == 2,
        praise=mark("The same stone may jump on, but only straight ahead. You may stop after any jump."),
        kinds=[
            Kind(
                mark("You stopped on d3. Choose f3 at once instead, and your stone jumps on over e3."),
                lambda tried: tried.stop == "d3",
            ),
            Kind(mark("There's only one stone to take that way. Jump along the row instead, over c3 and e3.")),
        ],
    ),
    Step(
        key="stuck",
        code="....../....W./....B./....W./....../.BW... 2",
        task=mark("Whoever can't jump loses. Leave White without a jump."),
        right=lambda tried: tried.won,
        praise=mark("White has no jump left, so you win. It doesn't matter how many stones are left."),
        kinds=[
            Kind(mark("White still had a jump, from c1 over b1 to a1. Take the stone on c1."), reply="c1-a1"),
        ],
    ),
    Step(
        key="safe",
        code="....../....../BW.W../....../..BW.W/...... 2",
        task=mark("Make a jump, but don't let White jump over the stone you moved."),
        right=_safe,
        praise=mark("No white stone stands beside e4, so your stone is safe there."),
        kinds=[
            Kind(
                mark("White's stone jumped back from d4 over c4 to b4. You could have jumped on."),
                lambda tried: tried.stop == "c4",
                "d4-b4",
            ),
            Kind(
                mark("White's stone jumped from f2 over e2 to d2. Land where White can't jump over you."),
                reply="f2-d2",
            ),
        ],
    ),
    Step(
        key="save",
        code="BW.W../....../....../...BW./....../WB.... 2",
        task=mark("The orange arrow shows that White is about to take d3. Make the jump that can't wait."),
        right=lambda tried: _loses(tried.after),
        praise=mark("White can't take your stone on a6, in the corner. You still have that jump when you need it."),
        kinds=[
            Kind(
                mark("White jumped from e3 over d3, and you run out of jumps first. a6 could have waited."),
                reply="e3-c3",
            ),
        ],
        threat="e3-c3",
    ),
    Step(
        key="last",
        code="BW.W../....../....../.....B/....../..W... 2",
        task=mark("White has jumped from a1 to c1. Leave White without another jump, and win."),
        right=lambda tried: tried.won,
        praise=mark("White has nothing left to jump over. You win!"),
        kinds=[
            Kind(mark("On c6, your stone stood beside d6, and White jumped over it. Jump on to e6."), reply="d6-b6"),
        ],
    ),
)
