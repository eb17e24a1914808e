"""The board of King's Convoy: boats on open water, a throne in the middle and a harbour in each corner."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import ClassVar

from games.base import Seat
from games.kings_convoy import KingsConvoy
from games.kings_convoy.board import ATTACKER, CORNERS, DEFENDER, EMPTY, KING, NAMES, SIZE, THRONE
from games.kings_convoy.king_reach import ways_home
from language import plural, say
from render.board import Board, Clause, Count
from render.brush import Brush, Sprite
from render.geometry import Grid, Point, curve, square_grid
from render.pieces import BADGE_WEIGHT, cross, warning
from render.scene import Scene
from render.text import width

KINDS = {ATTACKER: "attacker", DEFENDER: "defender", KING: "king"}
FLEETS = (24, 12)
"""How many boats each side has at the start, by seat, not counting the king's ship."""
NAME = 0.47
"""The maximum font size of a name on a hull, in cell widths."""
# How far the deck and the keel of a boat with a name are below the centre of its cell, in cell widths.
DECK, KEEL = 0.03, 0.5


class KingsConvoyBoard(Board[KingsConvoy]):
    """A board of open water. The attackers' sails are triangular; the defenders' and the king's are square."""

    game = KingsConvoy
    shades = (44, 12)
    path_below = True
    names_pieces = True
    colours: ClassVar = {
        "water": ("#58a5b8", "#2b667c", "#4d4d4d", "#9db8c6"),
        "deep": ("#4f9cb0", "#275f74", "#444444", "#92afbe"),
        "wave": ("#86c3d0", "#437f95", "#6a6a6a", "#b9cdd7"),
        "rim": ("#23566b", "#0f2a36", "#ffffff", "#4c6472"),
        "sand": ("#ecd9a8", "#a9946a", "#000000", "#efe9da"),
        "shore": ("#c2a367", "#7b673f", "#ffffff", "#8d8878"),
        "lagoon": ("#8fd3d0", "#3f8a94", "#000000", "#cfe0e8"),
        "emblem": ("#4a3613", "#2a1e0a", "#ffffff", "#2b2f36"),
        "attacker sail": ("#a5202f", "#97202f", "#000000", "#1c2a4a"),
        "attacker hull": ("#2a1a1c", "#1d0a0d", "#000000", "#0d1320"),
        "attacker edge": ("#14090b", "#e8bab5", "#ffffff", "#05080f"),
        "defender sail": ("#fdf6e3", "#f1e7d0", "#ffffff", "#ffffff"),
        "attacker name": ("#ffffff", "#ffffff", "#ffffff", "#ffffff"),
        "defender hull": ("#96602c", "#b98a55", "#ffffff", "#6b4f3a"),
        "defender edge": ("#2d2013", "#14100a", "#000000", "#23272e"),
        "defender name": ("#ffffff", "#14100a", "#000000", "#ffffff"),
        "king sail": ("#f6c445", "#f2c24c", "#ffff00", "#f0e442"),
        "king hull": ("#7a4a1d", "#8a5a2b", "#ffff00", "#c9a400"),
        "king edge": ("#2a1a06", "#1a1004", "#000000", "#1a1a10"),
        "king name": ("#ffffff", "#ffffff", "#000000", "#1a1a10"),
        "path": ("#ffd75e", "#f7cf5a", "#ffff00", "#f0e442"),
        "foam": ("#e4f4f5", "#9cc3cf", "#9a9a9a", "#f4f8fa"),
        "danger": ("#e02b20", "#ff4a3d", "#ff0000", "#d55e00"),
        "danger ink": ("#ffffff", "#ffffff", "#ffffff", "#ffffff"),
    }

    def grid(self, position: KingsConvoy, view: Seat) -> Grid:
        del position, view  # neither player has an end of the board
        return square_grid(SIZE, SIZE, 0)

    def background(self, grid: Grid) -> Iterable[tuple[str | Point, Sprite]]:
        middle = grid.width / 2
        yield (middle, middle), Sprite(sea, (), SIZE + 0.24, SIZE + 0.24)
        yield NAMES[THRONE], Sprite(throne)
        for corner in sorted(CORNERS):
            x, y = grid.points[NAMES[corner]]
            yield NAMES[corner], Sprite(harbour, (x > middle, y > middle))

    def pieces(self, position: KingsConvoy) -> Iterable[tuple[str, Sprite]]:
        for name, boat in zip(NAMES, position.board, strict=True):
            if boat == KING:
                yield name, Sprite(king, (state_of_king(position),))
            elif boat != EMPTY:
                yield name, boat_of(boat)

    def visible_sprites(self, scene: Scene[KingsConvoy]) -> Iterable[tuple[str, Sprite]]:
        """Yield the sprites of all pieces.

        Boats that the picker offers have their names on the hull. A king captured by the last move is still shown, but
        crossed out.
        """
        for name, sprite in super().visible_sprites(scene):
            boat = scene.position.board[NAMES.index(name)]
            yield name, Sprite(named_boat, (KINDS[boat], name)) if name in scene.badges else sprite
        if scene.before is not None:
            king = NAMES[scene.before.board.find(KING)]
            if king in self.trace(scene).taken:
                yield king, Sprite(draw_sunk, (KING,))

    def signs(self, scene: Scene[KingsConvoy]) -> Iterable[tuple[str, Sprite]]:
        """Yield red buoys along each clear path from the king to a corner, and a red ring around its anchor."""
        if scene.result is None:
            for *passed, corner in ways_home(scene.position.board):
                yield from ((NAMES[square], Sprite(buoy)) for square in passed)
                yield NAMES[corner], Sprite(open_harbour, (corner % SIZE != 0, corner < SIZE))

    def token(self, seat: Seat) -> Sprite:
        return Sprite(attacker) if seat == 0 else Sprite(king, ("",))

    def counts(self, position: KingsConvoy, seat: Seat) -> Sequence[Count]:
        mine, theirs = (ATTACKER, DEFENDER) if seat == 0 else (DEFENDER, ATTACKER)
        left, captured = position.board.count(mine), FLEETS[1 - seat] - position.board.count(theirs)
        if theirs == DEFENDER:
            captures = plural("{count} defender captured", "{count} defenders captured", captured)
        else:
            captures = plural("{count} attacker captured", "{count} attackers captured", captured)
        boats = plural("{count} boat", "{count} boats", left)
        if seat == 1 and KING in position.board:
            return [Count(plural("{count} boat + king", "{count} boats + king", left), boats), Count(captures)]
        return [Count(boats), Count(captures)]

    def clauses(self, position: KingsConvoy) -> Sequence[Clause]:
        where: dict[int, list[str]] = {KING: [], DEFENDER: [], ATTACKER: []}
        for name, boat in zip(NAMES, position.board, strict=True):
            if boat != EMPTY:
                where[boat].append(name)
        return [
            Clause(say("King"), where[KING] or [say("captured")]),
            Clause(say("Defenders"), where[DEFENDER]),
            Clause(say("Attackers"), where[ATTACKER]),
        ]

    def winning(self, position: KingsConvoy) -> Sequence[tuple[str, str]]:
        """Return the king's final move into a corner as steps from square to square."""
        king = position.board.find(KING)
        if king not in CORNERS or not position.earlier:
            return ()
        before = position.earlier[-1].find(KING)
        step = (SIZE if (king - before) % SIZE == 0 else 1) * (1 if king > before else -1)
        return [(NAMES[square], NAMES[square + step]) for square in range(before, king, step)]

    def samples(self) -> Iterator[Scene[KingsConvoy]]:
        yield from super().samples()
        rows = ["." * SIZE] * 5 + [".....A.......", "....AK.D.....", "A............"] + ["." * SIZE] * 5
        yield Scene(KingsConvoy.draw("\n".join(rows)), ("Black & White", "Zoë"))
        yield Scene(KingsConvoy.draw("\n".join(["K" + "." * (SIZE - 1)] + ["." * SIZE] * (SIZE - 1))), ("Black", "Zoë"))


def boat_of(boat: int) -> Sprite:
    """Return the sprite of an attacker or a defender."""
    return Sprite(attacker if boat == ATTACKER else defender)


def sea(brush: Brush) -> None:
    half, rim = SIZE / 2, 0.12
    brush.panel((-half - rim, -half - rim, half + rim, half + rim), 0.2, "rim")
    brush.panel((-half, -half, half, half), 0.1, "water")
    chance = Random(13)  # noqa: S311 (reproducible waves)
    for row in range(SIZE):
        for column in range(SIZE):
            x, y = column - half, row - half
            if (row + column) % 2:
                brush.polygon([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)], "deep")
            across, down = x + chance.uniform(0.25, 0.6), y + chance.uniform(0.2, 0.85)
            for shift in (0, 0.18):
                crest = curve(
                    (across + shift, down), (across + shift + 0.09, down - 0.09), (across + shift + 0.18, down)
                )
                brush.line(crest, 0.025, "wave")


def throne(brush: Brush) -> None:
    """Draw the central square."""
    brush.panel((-0.5, -0.5, 0.5, 0.5), 0.2, "foam")
    brush.panel((-0.48, -0.48, 0.48, 0.48), 0.18, "shore")
    brush.panel((-0.45, -0.45, 0.45, 0.45), 0.16, "sand")
    brush.circle((0, 0), 0.36, "shore")
    brush.circle((0, 0), 0.33, "lagoon")
    crown(brush, (0, 0.02), 0.46, "emblem")


def harbour(brush: Brush, right: bool, below: bool) -> None:
    """Draw the harbour in a corner, with its shore rounded towards the middle of the board."""
    corner = (0.5 if right else -0.5, 0.5 if below else -0.5)
    for radius, colour in ((0.995, "foam"), (0.965, "shore"), (0.915, "sand")):
        brush.circle(corner, radius, colour)
    anchor(brush, _anchored(right, below), "emblem")


def open_harbour(brush: Brush, right: bool, below: bool) -> None:
    """Draw a ring around the anchor of a harbour that the king can reach."""
    middle = _anchored(right, below)
    for colour, thick in (("danger ink", 0.15), ("danger", 0.09)):
        brush.arc(middle, 0.41 - (0.15 - thick) / 2, thick, colour)


def _anchored(right: bool, below: bool) -> Point:
    """Return the centre of a harbour's anchor, which is a little closer to the corner of the board than its cell's."""
    return 0.07 if right else -0.07, 0.07 if below else -0.07


def anchor(brush: Brush, middle: Point, colour: str) -> None:
    """Draw the symbol of a harbour."""

    def at(x: float, y: float) -> Point:
        return middle[0] + x, middle[1] + y

    brush.arc(at(0, -0.21), 0.08, 0.05, colour)
    brush.line([at(0, -0.13), at(0, 0.25)], 0.06, colour)
    brush.line([at(-0.12, -0.06), at(0.12, -0.06)], 0.06, colour)
    for side in (-1, 1):
        brush.line(curve(at(side * 0.24, 0.06), at(side * 0.16, 0.27), at(0, 0.27)), 0.06, colour)


def crown(brush: Brush, middle: Point, wide: float, colour: str) -> None:
    """Draw the symbol of the king."""
    x, y = middle
    spikes = [(-0.5, -0.28), (-0.25, 0.02), (0, -0.42), (0.25, 0.02), (0.5, -0.28), (0.4, 0.34), (-0.4, 0.34)]
    brush.polygon([(x + a * wide, y + b * wide) for a, b in spikes], colour)


def attacker(brush: Brush) -> None:
    """Draw an attacker: a boat with two triangular sails, pointed at both ends."""
    shadow(brush)
    brush.line([(-0.03, 0.2), (-0.03, -0.47)], 0.05, "attacker edge")
    draw_outlined(brush, [*curve((0.02, -0.46), (0.37, -0.24), (0.46, 0.1)), (0.02, 0.1)], "attacker")
    draw_outlined(brush, [*curve((-0.43, 0.1), (-0.33, -0.18), (-0.08, -0.38)), (-0.08, 0.1)], "attacker")
    draw_outlined(
        brush,
        [*curve((-0.48, 0.06), (0, 0.28), (0.48, 0.06)), *curve((0.48, 0.06), (0, 0.82), (-0.48, 0.06))],
        "attacker",
        "hull",
    )
    foam(brush)


def defender(brush: Brush) -> None:
    """Draw a defender: a boat with a broad hull and a single square sail."""
    shadow(brush)
    square_rig(brush, "defender", 0.0)
    for x in (-0.19, 0.19):
        brush.line([(x, -0.4), (x, 0.03)], 0.05, "defender hull", alpha=0.5)
    foam(brush)


@lru_cache(maxsize=64)
def state_of_king(position: KingsConvoy) -> str:
    """Return "danger" if the attackers threaten to capture the king, or "" otherwise."""
    return "danger" if position.king_in_danger() else ""


def king(brush: Brush, state: str) -> None:
    """Draw the king's ship, with a crown on its square sail and, if he is in danger, a warning symbol."""
    shadow(brush)
    if state:
        brush.circle((0, 0), 0.5, "danger ink")
        brush.circle((0, 0), 0.475, "danger")
    brush.line([(0, -0.3), (0, -0.47)], 0.05, "king edge")
    square_rig(brush, "king", 0.01)
    crown(brush, (0, -0.15), 0.5, "king edge")
    foam(brush)
    if state == "danger":
        warning(brush, (0.31, -0.31))


def named_boat(brush: Brush, kind: str, name: str) -> None:
    """Draw a boat with the name of its square on a large hull, below where an arrow to the side begins."""
    shadow(brush)
    brush.line([(-0.03, DECK), (-0.03, -0.48)], 0.05, f"{kind} edge")
    if kind == "attacker":
        draw_outlined(brush, [*curve((0.02, -0.47), (0.36, -0.27), (0.44, DECK)), (0.02, DECK)], kind)
        draw_outlined(brush, [*curve((-0.42, DECK), (-0.32, -0.2), (-0.08, -0.4)), (-0.08, DECK)], kind)
    else:
        sail = [*curve((-0.34, -0.43), (0, -0.48), (0.34, -0.43)), *curve((0.34, -0.43), (0.45, -0.2), (0.36, DECK))]
        draw_outlined(brush, [*sail, *((-x, y) for x, y in reversed(sail))], kind)
    if kind == "king":
        crown(brush, (0, -0.2), 0.42, "king edge")
    deck = curve((-0.48, DECK - 0.05), (0, DECK + 0.05), (0.48, DECK - 0.05))
    bow = curve((0.48, DECK - 0.05), (0.48, KEEL), (0.28, KEEL))
    draw_outlined(brush, [*deck, *bow, *((-x, y) for x, y in reversed(bow))], kind, "hull")
    size = min(NAME, 0.84 * 100 / width(name, 100, BADGE_WEIGHT))
    brush.write(name, size, f"{kind} name", weight=BADGE_WEIGHT, middle=(0, 0.23))


def draw_sunk(brush: Brush, boat: int) -> None:
    """Draw a captured boat, crossed out."""
    if boat == KING:
        king(brush, "captured")
    else:
        boat_of(boat).draw(brush)
    cross(brush, 0.4)


def buoy(brush: Brush) -> None:
    """Draw a buoy on one of the king's open ways."""
    brush.circle((0, 0), 0.15, "danger ink")
    brush.circle((0, 0), 0.115, "danger")


def square_rig(brush: Brush, kind: str, more: float) -> None:
    """Draw a broad hull and a square sail in the colours of one kind of boat. `more` enlarges the sail."""
    side, top = 0.34 + more, -0.41 - more
    sail = [
        *curve((-side, top), (0, top - 0.06), (side, top)),
        *curve((side, top), (side + 0.11, -0.12), (side + 0.02, 0.06)),
        *curve((side + 0.02, 0.06), (0, 0.12), (-side - 0.02, 0.06)),
        *curve((-side - 0.02, 0.06), (-side - 0.11, -0.12), (-side, top)),
    ]
    hull = [*curve((-0.475, 0.13), (-0.4, 0.43), (-0.22, 0.43)), *curve((0.22, 0.43), (0.4, 0.43), (0.475, 0.13))]
    brush.line([(0, 0.2), (0, -0.47)], 0.05, f"{kind} edge")
    draw_outlined(brush, sail, kind)
    draw_outlined(brush, hull, kind, "hull")


def draw_outlined(brush: Brush, points: Sequence[Point], kind: str, part: str = "sail") -> None:
    """Draw a part of a boat in the colours of its kind."""
    brush.polygon(points, f"{kind} {part}")
    brush.line([*points, points[0]], 0.035, f"{kind} edge")


def shadow(brush: Brush) -> None:
    """Draw the shadow under a boat. Call this before drawing the boat itself."""
    brush.ellipse((0, 0.39), 0.46, 0.1, (0, 0, 0), alpha=0.35)
    brush.soften(0.04)


def foam(brush: Brush) -> None:
    """Draw the line of foam in front of a hull."""
    brush.line(curve((-0.4, 0.45), (0, 0.51), (0.4, 0.45)), 0.035, "foam")


BOARD = KingsConvoyBoard
