"""A share of the cases of a test for `make test`; `make test-all` runs the others."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest


def share(step: int, cases: Iterable[Any]) -> list[Any]:
    """Cases for `parametrize`, each a `param` or its values: every `step`th one as it is, the others as long tests."""
    given = [case if isinstance(case, type(pytest.param())) else pytest.param(*case) for case in cases]
    return [
        case if at % step == 0 else pytest.param(*case.values, id=case.id, marks=[*case.marks, pytest.mark.long])
        for at, case in enumerate(given)
    ]


def share_tests(step: int, room: Path, items: Sequence[pytest.Item]) -> None:
    """Leave the tests of a folder or file to `make test-all`, but for one in `step`, chosen evenly by their names."""
    inside = {path: path.is_relative_to(room) for path in {item.path for item in items}}
    for item in items:
        if inside[item.path] and crc32(item.nodeid.encode()) % step:
            item.add_marker(pytest.mark.long)
