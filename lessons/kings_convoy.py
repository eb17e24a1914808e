"""The first lesson in King's Convoy. The boards are almost empty, and the learner plays both sides in turn."""

from typing import Any

from games import Position
from language import mark
from lessons._steps import Kind, Step, Tried


def _ways(position: Position[Any]) -> int:
    """Return the number of corners the king could reach in one move if it were the Defender's turn."""
    mine = position if position.turn == 1 else position.after_null_move()
    return 0 if mine is None else sum(Tried(mine, move).won for move in mine.legal_moves())


def _from_edges(tried: Tried) -> tuple[int, int]:
    """Return the boat's distances, in squares, to the nearer end of its row and the nearer end of its column."""
    column, row = "abcdefghijklm".index(tried.stop[0]), int(tried.stop[1:]) - 1
    return min(column, 12 - column), min(row, 12 - row)


def _is_king(tried: Tried) -> bool:
    """Return whether the boat that moved is the king."""
    king: bool = tried.before.placement()[tried.start] == ("K",)
    return king


AIM = mark("The Defender wins by sailing the king from the centre to a corner. The Attacker wins by capturing him.")
LESSON = (
    Step(
        key="corner",
        code="always 1 3K3A21A81A1D55",
        task=mark("You are the Defender. Red dots mark the king's open way to a corner. Sail him there."),
        right=lambda tried: tried.won,
        praise=mark("The king is home, and you win. He sails any distance along a row or column, like any boat."),
        kinds=[
            Kind(
                mark("Don't stop there: the red dots mark the king's open way to the corner a1."),
                lambda tried: tried.stop in {"b1", "c1"},
            ),
            Kind(
                mark("An attacker on h1 blocks that side. The red dots mark the open way to the corner a1."),
                lambda tried: tried.stop in {"e1", "f1", "g1"},
            ),
            Kind(mark("The way along row 1 to the corner a1 was open. Sail the king there.")),
        ],
    ),
    Step(
        key="between",
        code="always 0 30A12D18A38K67",
        task=mark("You are the Attacker. Catch the pale boat on e4 between two of your boats."),
        right=lambda tried: tried.taken == 1,
        praise=mark("You caught it between e3 and e5, never diagonally. Moving in between two enemies is safe."),
        kinds=[
            Kind(
                mark("Your second boat belongs on e5, across from the one on e3."),
                lambda tried: tried.start == "k5",
            ),
            Kind(mark("You need the boat on e3 where it is. Bring the other one to e5.")),
        ],
    ),
    Step(
        key="help",
        code="always 1 13A22D47K29A54",
        task=mark("You are the Defender. Catch the attacker on a2 between your boat and the corner."),
        right=lambda tried: tried.taken == 1,
        praise=mark("The corner helped you like a boat of your own. The king captures, too, like any boat."),
        kinds=[
            Kind(mark("Your king can't reach a3. Sail the boat on k3 there."), _is_king),
            Kind(mark("Stop right beside a2, on a3: then it's between your boat and the corner a1.")),
        ],
    ),
    Step(
        key="king",
        code="always 0 43A11AKA16A38D55",
        task=mark("You are the Attacker. A red ! says you can capture the king: close in on all four sides."),
        right=lambda tried: tried.won,
        praise=mark(
            "You win! On an edge, three sides are enough. "
            "A corner or the empty throne beside the king counts as an attacker."
        ),
        kinds=[
            Kind(mark("One side of the king is still open: e6, above him."), lambda tried: tried.start == "j6"),
            Kind(mark("That boat was already beside the king. Bring the one from j6 instead.")),
        ],
    ),
    Step(
        key="first",
        code="always 0 4AAAAA10A25D6A5D5AA5D5AAA1DDDKDDD1AAA5D5AA5D5A6D25A10AAAAA4",
        task=mark("This is how matches begin. You are the Attacker: bring a boat diagonally beside a corner."),
        right=lambda tried: _from_edges(tried) == (1, 1),
        praise=mark(
            "Three boats in a diagonal, such as a3, b2 and c1, shut a corner. Guard all four, then catch the king."
        ),
        kinds=[
            Kind(
                mark("Close! Go to the square diagonally beside the corner, as b2 is beside a1."),
                lambda tried: max(_from_edges(tried)) <= 2,
            ),
            Kind(mark("That boat is still far from every corner. Those on g2 and b7 can each reach b2, for one.")),
        ],
    ),
    Step(
        key="two-ways",
        code="always 1 25A18K1A20A2A30A2A64",
        task=mark("You are the Defender. Sail the king to a square with open ways to two corners."),
        right=lambda tried: _ways(tried.after) == 2,
        praise=mark("Red dots mark the open ways to a1 and m1. The Attacker can close only one of them."),
        kinds=[
            Kind(
                mark("The red dots mark one open way, and the Attacker can close it. You need two at once."),
                lambda tried: _ways(tried.after) == 1,
            ),
            Kind(mark("No corner is open from there. Try the edge of the board.")),
        ],
    ),
    Step(
        key="home",
        code="always 1 2A2K19A20A23A30A2A64",
        task=mark("The attacker on c1 has closed the way to a1. Sail your king to another corner."),
        right=lambda tried: tried.won,
        praise=mark("The Defender wins! Only the king may stop on a corner or on the throne in the centre."),
        kinds=[
            Kind(
                mark("The attacker on c1 is in the way there. The way to m1 is open."),
                lambda tried: tried.stop in {"d1", "e1"},
            ),
            Kind(mark("The way along row 1 to m1 is open. Sail the king all the way.")),
        ],
    ),
)
