"""Shared parts of the lessons for Brain Coral and Branching Coral: facts about a placed stone, and similar steps."""

from language import mark
from lessons._steps import Kind, Step, Tried


def touched(tried: Tried) -> int:
    """Return how many of the player's own groups the new stone touches."""
    board = tried.before.board
    around = board.neighbours[board.bit[tried.text]]
    return sum(bool(group & around) for group in tried.before.groups(tried.before.turn))


def lifted(tried: Tried, seat: int) -> list[str]:
    """Return the cells where the move lifted stones of this side."""
    names: list[str] = tried.before.board.names(tried.before.stones(seat) & ~tried.after.stones(seat))
    return names


def closed(tried: Tried) -> set[str]:
    """Return the empty cells where neither side can place a stone after the move."""
    after = tried.after
    return set(after.board.names(after.empty)) - set(after.legal_moves())


GROW = Step(
    key="grow",
    code="hex 3 own last off 4 .../.BB./...../.WW./...",
    task=mark("You are Black. Each stone in your largest group is worth a point. Make it bigger."),
    right=lambda tried: touched(tried) == 1,
    praise=mark("Touching stones of one colour are a group. Yours has three: 3 points, and 1 for the group."),
    kinds=[Kind(mark("That stone touches none of yours. Place it right beside your two."))],
)


NEW = Step(
    key="new",
    code="hex 3 own last off 6 .../.BB./...B./..../WWW",
    task=mark("Each group is worth a point, too, even a single stone. Start a new group."),
    right=lambda tried: touched(tried) == 0,
    praise=mark("Now you have two groups, the larger one with three stones: 3 + 2 = 5 points."),
    kinds=[Kind(mark("That stone touches your group and belongs to it. Place it apart from the others."))],
)
EDGE = Step(
    key="edge",
    code="hex 3 own last off 4 .../.BW./.W.B./..../...",
    task=mark("Every empty cell must keep a way to the edge. Leave c3 only one way out."),
    right=lambda tried: tried.text != "c3" and bool(closed(tried) & {"d2", "d3"}),
    praise=mark("That last way out is closed now: a stone there would cut c3 off, whatever its colour."),
    kinds=[
        Kind(
            mark("c3 must stay empty for this. Take a cell beside it instead, d2 or d3."),
            lambda tried: tried.text == "c3",
        ),
        Kind(mark("c3 still has two ways out, d2 and d3. Take one of them.")),
    ],
)
