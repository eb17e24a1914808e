"""Pictures of parts of knockout tournaments, with up to three rounds from left to right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from language import say
from render import pieces
from render.canvas import Stamp
from render.layout import EDGE, WIDTH, ending, starting
from render.sheet import HEAD, NAMES, SMALL, head, page, tinted
from render.text import drawable, in_lines, shown_name, width

# Lengths and font sizes are in pixels.
ROUNDS = 3
"""The maximum number of rounds in a picture. With more, names would be too small to read on a phone."""
LINE = 58
"""The height of an entrant's line in a pairing, in pixels."""
TALL = 84
"""The height of each line if a name in the picture needs two, in pixels."""
GAP = 40
"""The distance between two pairings of the first round, in pixels."""
TALL_GAP = 24
"""That distance if lines are TALL, in pixels."""
NAME_LINE = 17
"""The distance of a long name's two lines from the middle, in pixels."""
TITLES = 72
"""The height, in pixels, of the line with the names of the rounds."""
JOINT = 20
"""The distance between two rounds, in pixels."""
POINTS = 32
"""The font size of the points, in pixels."""
CROWN = 30
"""The size of the champion's crown, in pixels."""
WINNER = 0.2
"""How strongly the ground of a winner is coloured. The champion's is golden instead."""
INSIDE = 16
"""The margin to the left and right of the text in a pairing, in pixels."""
SIZES = (*NAMES[1:], 27)
"""The font sizes of names, largest first. The last one is for a name that no other round leaves enough width."""
LEAST = 150
"""The minimum width of a round that others take width from, in pixels."""
APART = 10
"""The distance between a name and the points, in pixels."""
BESIDE = 8
"""The margin to the left and right of the winner's ground, in pixels."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two entrants in a pairing. All text is in the reader's language."""

    name: str
    """The entrant's name, or an empty text as long as it is not known who the entrant is."""
    points: str = ""
    decided_by: str = ""
    """What decided a level pairing in favour of this side, such as `by lot`, or an empty text if nothing did.

    It is left out if there is no room for it beside the name.
    """
    won: bool = False
    own: bool = False
    """Whether to mark the line as the reader's."""
    remark: bool = False
    """Whether `name` holds a remark such as *bye* instead of a person's name."""


@dataclass(frozen=True, slots=True)
class Round:
    """A knockout round, with a box for each pairing. Each round has half as many pairings as the one before."""

    title: str
    pairings: Sequence[tuple[Side, Side]]
    final: bool = False
    """Whether the winner of this round wins the knockout. If so, the winner is shown with a crown."""


def draw_bracket(title: str, about: str, rounds: Sequence[Round], theme_name: str) -> bytes:
    """Draw up to ROUNDS rounds of a knockout tournament as a 900-pixel-wide PNG."""
    top = EDGE + HEAD + TITLES
    widths, left = _widths(rounds), EDGE
    low = all(_needed(drawn, SIZES[-1], remarks=False) <= wide for drawn, wide in zip(rounds, widths, strict=True))
    line, gap = (LINE, GAP) if low else (TALL, TALL_GAP)
    pitch = 2 * line + gap
    stamps = [*head(title, title, about)]
    boxes: list[Stamp] = []
    for column, drawn in enumerate(rounds):
        wide = widths[column]
        name = shown_name(drawn.title, drawn.title, wide, SMALL, 400)
        stamps.append(starting(name, left + INSIDE, EDGE + HEAD + TITLES // 2 - 2, SMALL, "faint", 400))
        stamps.append(_bar(left + wide / 2, top - 16, wide - 2 * BESIDE, 2))
        for number, pairing in enumerate(drawn.pairings):
            y = round(top + pitch * 2**column * (number + 0.5) - gap / 2)
            boxes += _pairing(pairing, left, y, (wide, line), final=drawn.final)
            if column + 1 < len(rounds):
                stamps += _joint(left + wide, y, pitch * 2**column / 2, down=number % 2 == 0)
        left += wide + JOINT
    height = top + pitch * len(rounds[0].pairings) - EDGE
    return page(height, [*stamps, *boxes], theme_name)


def _widths(rounds: Sequence[Round]) -> list[int]:
    """Return the rounds' widths. Those with long names take width from others that do not need theirs."""
    equal = (WIDTH - 2 * EDGE - JOINT * (len(rounds) - 1)) / len(rounds)
    needed = [max(LEAST, _needed(drawn, NAMES[-1], remarks=True)) for drawn in rounds]
    lacking, spare = (sum(max(0, sign * (wide - equal)) for wide in needed) for sign in (1, -1))
    moved = min(lacking, spare)
    shares = [moved * (wide - equal) / ((lacking if wide > equal else spare) or 1) for wide in needed]
    return [round(equal + share) for share in shares]


def _needed(drawn: Round, size: int, *, remarks: bool) -> float:
    """Return the width of a round in which each side's name, points and, with `remarks`, remark fit on one line.

    `size` is the names' font size.
    """

    def needed(side: Side) -> float:
        points = width(side.points, POINTS, 600) + APART if side.points else 0
        crown = CROWN + 8 if drawn.final and side.won else 0
        remark = width(_remark(side), SMALL, 400) if remarks else 0
        return width(drawable(side.name) or "", size, 600) + remark + points + crown + 2 * INSIDE + 2

    return max(needed(side) for pairing in drawn.pairings for side in pairing)


def _remark(side: Side) -> str:
    return f" · {side.decided_by}" if side.decided_by else ""


def _joint(left: int, y: int, reach: float, *, down: bool) -> Iterator[Stamp]:
    """Yield the line connecting a pairing to the next one, which is `reach` pixels higher or lower."""
    half, towards = JOINT // 2, reach if down else -reach
    yield _bar(left + half / 2, y, half + 3, 3)
    yield _bar(left + half, y + towards / 2, 3, abs(towards) + 3)
    yield _bar(left + half * 1.5, y + towards, half + 3, 3)


def _bar(x: float, y: float, wide: float, high: float) -> Stamp:
    return Stamp(pieces.plate(wide, high, "faint", "faint", 0), round(x), round(y), 1)


def _pairing(pairing: tuple[Side, Side], left: int, y: int, size: tuple[int, int], *, final: bool) -> Iterator[Stamp]:
    """Yield a pairing's box, centred on the height `y`. `size` is its width and the height of each side's line."""
    wide, line = size
    own = any(side.own for side in pairing)
    edge, thick = ("turn", 6) if own else ("plate edge", 2)
    yield Stamp(pieces.plate(wide, 2 * line + 4, "plate", edge, thick), left + wide // 2, y, 1)
    yield Stamp(pieces.plate(wide - 2 * BESIDE, 2, "plate edge", "plate edge", 0), left + wide // 2, y, 1)
    for side, middle in zip(pairing, (y - line // 2, y + line // 2), strict=True):
        lost = any(other.won for other in pairing) and not side.won
        ink = "faint" if lost or side.remark else "ink"
        if side.won:
            high, wider = line - 14, wide - 2 * BESIDE
            ground = pieces.plate(wider, high, "won", "won", 0) if final else tinted(wider, high, "turn", WINNER)
            yield Stamp(ground, left + wide // 2, middle, 1)
            ink = "won ink" if final else "ink"
        begins, ends = left + INSIDE, left + wide - INSIDE
        if final and side.won:
            yield Stamp(pieces.CROWN, begins + CROWN // 2, middle, CROWN)
            begins += CROWN + 8
        yield from _line(side, (begins, ends), middle, ink)


def _line(side: Side, room: tuple[int, int], middle: int, ink: str) -> Iterator[Stamp]:
    """Yield a side's name on one line or two, and to the right of it, on the middle line, the points."""
    begins, ends = room
    points = round(width(side.points, POINTS, 600)) + APART if side.points else 0
    weight = 400 if side.remark else 600
    rooms = (ends - begins - points,) * 2
    names, size = in_lines(side.name, say("Player"), rooms, SIZES, weight) if side.name else ([""], SIZES[0])
    heights = (middle,) if len(names) == 1 else (middle - NAME_LINE, middle + NAME_LINE)
    for name, height in zip(names, heights, strict=True):
        yield starting(name, begins, height, size, ink, weight)
    if side.points:
        yield ending(side.points, ends, middle, POINTS, ink)
    begins += round(width(names[-1], size, weight))
    remark = _remark(side) if names[-1] else side.decided_by
    if remark and width(remark, SMALL, 400) <= ends - points - begins:
        yield starting(remark, begins, heights[-1], SMALL, "faint", 400)
