"""The 64 squares of Coral Clash: lines, steps, and the Whale's slides and turns, as bit masks.

A square is a number: a1 is 0, b1 is 1, h8 is 63. A set of squares is an int with the bit `1 << square` for each.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NAMES = tuple(f"{file}{rank}" for rank in "12345678" for file in "abcdefgh")
SQUARE = {name: square for square, name in enumerate(NAMES)}
ALL = (1 << 64) - 1
RANK = tuple(0xFF << 8 * rank for rank in range(8))

Vector = tuple[int, int]
ORTHOGONAL: tuple[Vector, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Vector, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def squares(mask: int) -> Iterator[int]:
    """The squares of `mask`, from a1 upwards."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def bits(mask: int) -> Iterator[int]:
    """The squares of `mask` as masks of one square each, from a1 upwards."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


@lru_cache(maxsize=1024)
def names_of(mask: int) -> str:
    """The names of the squares of `mask` in alphabetical order, in one word: `d1e1`."""
    return "".join(sorted(NAMES[square] for square in squares(mask)))


def mask_of(*names: str) -> int:
    """The set of the named squares."""
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


def _union(some: Iterable[int]) -> int:
    mask = 0
    for square in some:
        mask |= 1 << square
    return mask


def _steps(vectors: tuple[Vector, ...]) -> tuple[int, ...]:
    return tuple(_union(ray[0] for vector in vectors if (ray := _ray(square, vector))) for square in range(64))


ORTHOGONAL_STEPS = _steps(ORTHOGONAL)
DIAGONAL_STEPS = _steps(DIAGONAL)

BETWEEN = tuple([0] * 64 for _ in range(64))
"""`BETWEEN[a][b]` is the set of squares strictly between two squares on one line, and 0 for two on no line."""
for _square in range(64):
    for _vector in ORTHOGONAL + DIAGONAL:
        _passed = 0
        for _end in _ray(_square, _vector):
            BETWEEN[_square][_end] = _passed
            _passed |= 1 << _end


class Lines(NamedTuple):
    """The two lines that cross at a square."""

    first: int
    """The inner squares of the first line, on which a piece can block a slide. Its two ends block nothing."""
    first_reach: dict[int, int]
    """The squares on which a slide along the first line can end, by the blocked inner squares."""
    second: int
    """The inner squares of the second line, on which a piece can block a slide."""
    second_reach: dict[int, int]
    """The squares on which a slide along the second line can end, by the blocked inner squares."""
    reach: int
    """All squares of both lines: those that a slide reaches on an empty board."""


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
        one, other = _line(square, first), _line(square, second)
        lines.append(Lines(*one, *other, one[1][0] | other[1][0]))
    return tuple(lines)


ORTHOGONAL_LINES = _crossing((0, 1), (1, 0))
DIAGONAL_LINES = _crossing((1, 1), (1, -1))


def slide(lines: Lines, blocked: int) -> int:
    """The squares on which a slide along `lines` may end: up to the first square of `blocked`, and on it."""
    first, first_reach, second, second_reach, _ = lines
    return first_reach[first & blocked] | second_reach[second & blocked]


def _pairs() -> Iterator[tuple[int, int]]:
    for square in range(64):
        for vector in ((1, 0), (0, 1)):
            other = _shifted(square, vector)
            if other is not None:
                yield square, other


def _pair_slides(one: int, other: int) -> tuple[tuple[int, ...], ...]:
    slides = []
    for vector in ORTHOGONAL + DIAGONAL:
        steps = zip(_ray(one, vector), _ray(other, vector), strict=False)
        slides.append(tuple(1 << a | 1 << b for a, b in steps))
    return tuple(way for way in slides if way)


def _pair_turns(one: int, other: int) -> tuple[int, ...]:
    along = other - one
    turns = []
    for pivot in (one, other):
        for vector in ORTHOGONAL:
            swung = _shifted(pivot, vector)
            if swung is not None and abs(swung - pivot) != along:
                turns.append(1 << pivot | 1 << swung)
    return tuple(turns)


SLIDES = {1 << one | 1 << other: _pair_slides(one, other) for one, other in _pairs()}
"""The slides of a Whale, by the pair of squares that it fills: for each direction its end pairs, the nearest first."""
TURNS = {1 << one | 1 << other: _pair_turns(one, other) for one, other in _pairs()}
"""The quarter turns of a Whale, by the pair of squares that it fills. A half turn equals a slide of one step."""


class Approach(NamedTuple):
    """One way in which a Whale can enter a square of the other Whale."""

    passed: int
    """The squares that the Whale passes before it ends."""
    end: int
    """The pair of squares on which the Whale would end."""


@cache
def approaches(whale: int, prey: int) -> tuple[tuple[Approach, ...], int]:
    """The ways for a Whale on `whale` to enter a square of the Whale on `prey`, and all squares of these ways."""
    found = [Approach(0, turn) for turn in TURNS[whale] if turn & prey]
    for way in SLIDES[whale]:
        passed = 0
        for step in way:
            if step & prey:
                found.append(Approach(passed, step))
                break
            passed |= step
    touched = 0
    for approach in found:
        touched |= approach.passed | approach.end
    return tuple(found), touched
