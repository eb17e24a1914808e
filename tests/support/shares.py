"""A share of the cases of a test for `make test`; `make test-all` runs the others."""

from collections.abc import Iterable
from typing import Any

import pytest


def share(step: int, cases: Iterable[Any]) -> list[Any]:
    """Cases for `parametrize`, each a `param` or its values: every `step`th one as it is, the others as long tests."""
    given = [case if isinstance(case, type(pytest.param())) else pytest.param(*case) for case in cases]
    return [
        case if at % step == 0 else pytest.param(*case.values, id=case.id, marks=[*case.marks, pytest.mark.long])
        for at, case in enumerate(given)
    ]
