"""Values of which `make test` tries one, and `make test-all` the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable


def one_of(values: Iterable[object]) -> list[object]:
    """The values as parameters of a test: the first one always, and the others only with the long tests.

    A tuple has the values of several parameters.
    """
    first, *rest = (value if isinstance(value, tuple) else (value,) for value in values)
    return [pytest.param(*first), *(pytest.param(*value, marks=pytest.mark.long) for value in rest)]
