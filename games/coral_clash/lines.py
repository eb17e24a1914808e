"""The geometry of Coral Clash as bit masks: the pieces' lines and steps, and the Whales' slides and turns.

A square is a number: a1 is 0, b1 is 1, h8 is 63. A set of squares is an int with the bit `1 << square` for each.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

NAMES = tuple(f"{file}{rank}" for rank in "12345678" for file in "abcdefgh")
SQUARE = {name: square for square, name in enumerate(NAMES)}
ALL = (1 << 64) - 1
RANK = tuple(0xFF << 8 * rank for rank in range(8))

Vector = tuple[int, int]
ORTHOGONAL: tuple[Vector, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Vector, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def squares(mask: int) -> Iterator[int]:
    """Yield the squares of `mask`, from a1 upwards."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def bits(mask: int) -> Iterator[int]:
    """Yield a single-square mask for each square in a mask, lowest bit first."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


@lru_cache(maxsize=1024)
def names_of(mask: int) -> str:
    """Return the names of the squares in a mask, sorted and joined, such as `d1e1`."""
    return "".join(sorted(NAMES[square] for square in squares(mask)))


def mask_of(*names: str) -> int:
    """Return the set of the named squares."""
    return sum(1 << SQUARE[name] for name in set(names))


def _shifted(square: int, vector: Vector) -> int | None:
    file, rank = square % 8 + vector[0], square // 8 + vector[1]
    return file + 8 * rank if 0 <= file < 8 and 0 <= rank < 8 else None


def _ray(square: int, vector: Vector) -> tuple[int, ...]:
    ray = []
    step = _shifted(square, vector)
    while step is not None:
        ray.append(step)
        step = _shifted(step, vector)
    return tuple(ray)


def _union(squares: Iterable[int]) -> int:
    return sum(1 << square for square in set(squares))


def _steps(vectors: tuple[Vector, ...]) -> tuple[int, ...]:
    return tuple(_union(ray[0] for vector in vectors if (ray := _ray(square, vector))) for square in range(64))


ORTHOGONAL_STEPS = _steps(ORTHOGONAL)
DIAGONAL_STEPS = _steps(DIAGONAL)

BETWEEN = tuple([0] * 64 for _ in range(64))
"""`BETWEEN[a][b]` is the set of squares strictly between a and b, or 0 if they are not on one line."""
for _square in range(64):
    for _vector in ORTHOGONAL + DIAGONAL:
        _passed = 0
        for _end in _ray(_square, _vector):
            BETWEEN[_square][_end] = _passed
            _passed |= 1 << _end


class Lines(NamedTuple):
    """The two lines that cross at a square."""

    first: int
    """The first line's inner squares, which are the only ones where a piece can block a slide."""
    first_reach: dict[int, int]
    """For each set of occupied inner squares, the squares where a slide along the first line can end."""
    second: int
    """The same as `first`, for the second line."""
    second_reach: dict[int, int]
    reach: int
    """All squares of both lines, which are the squares that slides reach on an empty board."""


def _line(square: int, vector: Vector) -> tuple[int, dict[int, int]]:
    rays = _ray(square, vector), _ray(square, (-vector[0], -vector[1]))
    inner = _union(rays[0][:-1]) | _union(rays[1][:-1])
    reach = {}
    blocked = inner
    while True:
        reach[blocked] = 0
        for ray in rays:
            for end in ray:
                reach[blocked] |= 1 << end
                if blocked >> end & 1:
                    break
        if not blocked:
            return inner, reach
        blocked = blocked - 1 & inner  # the next smaller subset of the inner squares


def _crossing(first: Vector, second: Vector) -> tuple[Lines, ...]:
    lines = []
    for square in range(64):
        inner, reach = _line(square, first)
        second_inner, second_reach = _line(square, second)
        lines.append(Lines(inner, reach, second_inner, second_reach, reach[0] | second_reach[0]))
    return tuple(lines)


ORTHOGONAL_LINES = _crossing((0, 1), (1, 0))
DIAGONAL_LINES = _crossing((1, 1), (1, -1))


def slide(lines: Lines, blocked: int) -> int:
    """Return the squares where a slide can end. In each direction, it stops at the first square in `blocked`."""
    first, first_reach, second, second_reach, _ = lines
    return first_reach[first & blocked] | second_reach[second & blocked]


def _pairs() -> Iterator[tuple[int, int]]:
    for square in range(64):
        for vector in ((1, 0), (0, 1)):
            other = _shifted(square, vector)
            if other is not None:
                yield square, other


def _pair_slides(first: int, second: int) -> tuple[tuple[int, ...], ...]:
    slides = []
    for vector in ORTHOGONAL + DIAGONAL:
        steps = zip(_ray(first, vector), _ray(second, vector), strict=False)
        slides.append(tuple(1 << a | 1 << b for a, b in steps))
    return tuple(way for way in slides if way)


def _pair_turns(first: int, second: int) -> tuple[int, ...]:
    along = second - first
    turns = []
    for pivot in (first, second):
        for vector in ORTHOGONAL:
            swung = _shifted(pivot, vector)
            if swung is not None and abs(swung - pivot) != along:
                turns.append(1 << pivot | 1 << swung)
    return tuple(turns)


SLIDES = {1 << first | 1 << second: _pair_slides(first, second) for first, second in _pairs()}
"""The slides of a Whale, by the pair of squares that it occupies.

For each direction, they are the pairs of squares where the slide can end, nearest first.
"""
TURNS = {1 << first | 1 << second: _pair_turns(first, second) for first, second in _pairs()}
"""The quarter turns of a Whale, by the pair of squares that it occupies. A half turn equals a slide of one step."""


class Approach(NamedTuple):
    """A path by which one Whale can reach a square occupied by the other."""

    passed: int
    """The squares that the Whale crosses before the final pair."""
    end: int
    """The final pair of squares."""


@cache
def approaches(whale: int, prey: int) -> tuple[tuple[Approach, ...], int]:
    """Return the paths by which a Whale can reach a square occupied by the other, and a mask of the paths' squares."""
    paths = [Approach(0, turn) for turn in TURNS[whale] if turn & prey]
    for way in SLIDES[whale]:
        passed = 0
        for step in way:
            if step & prey:
                paths.append(Approach(passed, step))
                break
            passed |= step
    touched = 0
    for path in paths:
        touched |= path.passed | path.end
    return tuple(paths), touched
