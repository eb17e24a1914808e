"""A share of the cases of a test for `make test`; `make test-all` runs the others."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest


def share(step: int, cases: Iterable[Any]) -> list[Any]:
    """Cases for `parametrize`, each a `param` or its values: every `step`th one as it is, the others as long tests."""
    given = [case if isinstance(case, type(pytest.param())) else pytest.param(*case) for case in cases]
    return [
        case if at % step == 0 else pytest.param(*case.values, id=case.id, marks=[*case.marks, pytest.mark.long])
        for at, case in enumerate(given)
    ]


def share_tests(step: int, folder: Path, items: Iterable[pytest.Item]) -> None:
    """Leave the tests of a folder to `make test-all`, but for every `step`th one of each file."""
    by_file = defaultdict[Path, list[pytest.Item]](list)
    for item in items:
        if item.path.is_relative_to(folder) and not item.get_closest_marker("long"):
            by_file[item.path].append(item)
    for of_file in by_file.values():
        for at, item in enumerate(of_file):
            if at % step:
                item.add_marker(pytest.mark.long)
