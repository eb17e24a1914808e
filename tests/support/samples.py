"""Values of which `make test` tries some, and `make test-all` the others."""

from collections.abc import Iterable, Sequence

import pytest


def one_of(values: Iterable[object]) -> list[object]:
    """The values as parameters of a test: the first one always, and the others only with the long tests.

    A tuple has the values of several parameters.
    """
    first, *rest = (value if isinstance(value, tuple) else (value,) for value in values)
    return [pytest.param(*first), *(pytest.param(*value, marks=pytest.mark.long) for value in rest)]


def spread(firsts: Iterable[object], seconds: Sequence[object]) -> list[object]:
    """All pairs as parameters of a test: each first value always with one of the second ones, which take turns.

    The other pairs come with the long tests.
    """
    return [
        pytest.param(first, second, marks=[] if (number - place) % len(seconds) == 0 else pytest.mark.long)
        for number, first in enumerate(firsts)
        for place, second in enumerate(seconds)
    ]
