"""A docstring below a constant or a field is about one name."""

import ast
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.imports import nodes_of

ROOT = Path(__file__).parent.parent
ROOMS = [*sorted(path.parent.name for path in ROOT.glob("*/__init__.py")), "."]
"""The folders with sources; `.` is for the single files."""


def shared(nodes: Iterable[ast.AST]) -> list[int]:
    """The lines of assignments to several names at once that have a docstring below them."""
    bodies = [node.body for node in nodes if isinstance(node, ast.Module | ast.ClassDef)]
    return [
        assigned.lineno
        for body in bodies
        for assigned, below in pairwise(body)
        if isinstance(assigned, ast.Assign)
        and (isinstance(assigned.targets[0], ast.Tuple) or len(assigned.targets) > 1)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
    ]


@pytest.mark.parametrize(
    "room", [pytest.param(room, marks=pytest.mark.long) if room == "tests" else room for room in ROOMS]
)
def test_each_constant_has_a_docstring_of_its_own(room: str) -> None:
    paths = [*(ROOT.glob("*.py") if room == "." else (ROOT / room).rglob("*.py"))]
    assert paths
    assert [f"{path.relative_to(ROOT)}:{line}" for path in paths for line in shared(nodes_of(path))] == []


def test_a_shared_docstring_is_seen() -> None:
    text = 'LOW, HIGH = 1, 2\n"""The limits."""\nclass A:\n    b = c = 3\n    """Two."""\nD = 4\n"""Alone."""'
    assert shared(ast.walk(ast.parse(text))) == [1, 4]
    assert shared(ast.walk(ast.parse("EMPTY, FULL = range(2)\nNAME = 3"))) == []
