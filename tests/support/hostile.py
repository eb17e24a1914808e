"""Hostile texts made from a grammar, and the growth of the processor time that a parser spends on them."""

import gc
import re
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import permutations, product
from re import _constants as sre  # type: ignore[attr-defined]  # private
from re import _parser as parser  # type: ignore[attr-defined]  # private
from typing import Any

MOST_RATIO = 2.5
"""The largest ratio of processor time that doubling a text may cost. A linear parser has 2, a quadratic one 4."""
LEAST = 0.001
"""Seconds of processor time below which a measurement says nothing."""
ENOUGH = 0.004
"""Seconds of processor time at which longer texts tell nothing new, if the last doubling was linear."""
GROWTH = 1.5
"""The growth of a text from one trial to the next, small enough to notice exponential parsers before they hang."""
REPEATED = 5
SPOILERS = ("", "\0")
"""What ends a text: a near match needs a last character that fits nowhere."""
CATEGORIES = {"SPACE": " ", "DIGIT": "1", "WORD": "a", "NOT_SPACE": "a", "NOT_DIGIT": "a", "NOT_WORD": "-"}


def samples(pattern: re.Pattern[str]) -> list[str]:
    """Pieces of texts that the parts of a pattern match, and the beginnings of a text that the whole matches."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
    pieces = dict.fromkeys(_pieces(tree))
    whole = [_sample(part) for part in tree]
    starts = ["".join(whole[:count]) for count in range(2, len(whole) + 1)]
    return list(dict.fromkeys(text for text in (*pieces, *starts[-3:]) if text))


def _pieces(tree: Sequence[tuple[Any, Any]]) -> Iterator[str]:
    for part in tree:
        yield _sample(part)
        for inner in _inner(part):
            yield from _pieces(inner)


def _inner(part: tuple[Any, Any]) -> list[Sequence[tuple[Any, Any]]]:
    """The patterns inside a part of a pattern."""
    operator, argument = part
    match operator, argument:
        case sre.BRANCH, (_, choices):
            return list(choices)
        case ((sre.MAX_REPEAT | sre.MIN_REPEAT | sre.POSSESSIVE_REPEAT), (_, _, inner)):
            return [inner]
        case sre.SUBPATTERN, (*_, inner):
            return [inner]
        case ((sre.ASSERT | sre.ASSERT_NOT), (_, inner)):
            return [inner]
        case sre.ATOMIC_GROUP, inner:
            return [inner]
    return []


def _sample(part: tuple[Any, Any]) -> str:
    """A text that a part of a pattern matches; empty for an assertion that needs none."""
    operator, argument = part
    match operator, argument:
        case sre.LITERAL, int(code):
            return chr(code)
        case sre.NOT_LITERAL, int(code):
            return "a" if code != ord("a") else "b"
        case sre.ANY, _:
            return "a"
        case sre.IN, [*items]:
            return _member(items)
        case sre.BRANCH, (_, [first, *_]):
            return "".join(map(_sample, first))
        case ((sre.MAX_REPEAT | sre.MIN_REPEAT | sre.POSSESSIVE_REPEAT), (least, _, inner)):
            return "".join(map(_sample, inner)) * max(int(least), 1)
        case (sre.SUBPATTERN, (*_, inner)) | (sre.ATOMIC_GROUP, inner):
            return "".join(map(_sample, inner))
    return ""


def _member(items: Sequence[tuple[Any, Any]]) -> str:
    """A character of a set."""
    if items[0][0] is sre.NEGATE:
        taken = re.compile("[" + "".join(_written(item) for item in items[1:]) + "]")
        return next(sign for sign in "a1 -~é" if not taken.match(sign))
    operator, argument = items[0]
    match operator, argument:
        case sre.RANGE, (low, _):
            return chr(low)
        case sre.CATEGORY, category:
            return CATEGORIES[str(category).removeprefix("CATEGORY_")]
    return chr(argument)


def _written(item: tuple[Any, Any]) -> str:
    operator, argument = item
    match operator, argument:
        case sre.RANGE, (low, high):
            return f"{re.escape(chr(low))}-{re.escape(chr(high))}"
        case sre.CATEGORY, category:
            name = str(category).removeprefix("CATEGORY_")
            letter = name.removeprefix("NOT_")[0].lower()
            return f"\\{letter.upper() if name.startswith('NOT_') else letter}"
    return re.escape(chr(argument))


def texts_of(pieces: Sequence[str]) -> Iterator[Callable[[int], str]]:
    """Hostile texts of any length: runs of pieces and of pairs, after an opening, before an end that fits nowhere."""
    pairs = list(permutations(pieces, 2))
    for unit, opening, spoiler in product(pieces, ("", *pieces[:2]), SPOILERS):
        yield partial(_run, opening, unit, spoiler)
    for first, second in pairs:
        yield partial(_run, "", first + second, SPOILERS[1])
        yield partial(_halves, first, second)


def _run(opening: str, unit: str, spoiler: str, length: int) -> str:
    return opening + unit * max(1, (length - len(opening) - len(spoiler)) // len(unit)) + spoiler


def _halves(first: str, second: str, length: int) -> str:
    """A run of openings, then one of ends."""
    return first * (length // 2 // len(first)) + second * (length // 2 // len(second))


def seconds(parse: Callable[[str], object], text: str, times: int = 1) -> float:
    """The least processor time of parsing a text, in seconds."""
    least = float("inf")
    for _ in range(times):
        begun = time.thread_time()
        parse(text)
        least = min(least, time.thread_time() - begun)
    return least


def steepest(parse: Callable[[str], object], made: Callable[[int], str], limit: int) -> tuple[float, int]:
    """The ratio that doubling this hostile text costs at the end, and its length.

    The text grows up to `limit` characters, or until parsing it takes `ENOUGH` seconds and the last doubling was
    linear.
    """
    length, least = 8.0, LEAST + seconds(parse, made(8))
    while length < limit:
        length = min(length * GROWTH, limit)
        whole = seconds(parse, made(int(length)))
        if whole < least:
            continue
        ratio = whole / seconds(parse, made(int(length) // 2))
        if ratio > MOST_RATIO:  # perhaps only by an interruption
            ratio = min(_ratio(parse, made, int(length)) for _ in range(3))
        if ratio > MOST_RATIO:  # one step alone may be that of the allocator, which maps large blocks anew each time
            ratio = min(ratio, *(_ratio(parse, made, int(length) // 2) for _ in range(3)))
        if ratio > MOST_RATIO or whole > ENOUGH:
            return ratio, int(length)
    return 0, int(length)


def _ratio(parse: Callable[[str], object], made: Callable[[int], str], length: int) -> float:
    half = seconds(parse, made(length // 2), REPEATED)
    return seconds(parse, made(length), REPEATED) / half


def superlinear(parse: Callable[[str], object], pieces: Sequence[str], limit: int) -> str | None:
    """The first hostile text on which a parser is slower than linear: its beginning, its length and the ratio."""
    gc.disable()
    try:
        for made in texts_of(pieces):
            ratio, length = steepest(parse, made, limit)
            if ratio > MOST_RATIO:
                return f"{made(40)[:40]!r} with {length} characters: {ratio:.1f}"
    finally:
        gc.enable()
    return None
