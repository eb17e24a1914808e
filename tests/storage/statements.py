"""Every SQL statement of the table files, read from their source."""

from __future__ import annotations

import ast
import importlib
from dataclasses import dataclass
from pathlib import Path

STORAGE = Path(__file__).parents[2] / "storage"
GENERAL = {"moving", "privacy", "survey"}
"""Files whose statements may scan whole tables, because their work is rare.

`test_moving`, `tests/service/test_privacy` and `test_owner` run all of them on both databases.
"""
RUN = {"rows", "row", "ask", "changed", "change", "change_one"}
"""The methods of a Session that take a statement."""


@dataclass(frozen=True)
class Statement:
    """One statement, and its place in the source."""

    where: str
    sql: str
    values: int
    """How many values are given with it; -1 where they cannot be counted."""


def statements() -> list[Statement]:
    """All statements. Each is a text, or made of constants of its module, so that it can be read without running it."""
    found = []
    for path in sorted(STORAGE.glob("*.py")):
        if path.stem in GENERAL:
            continue
        module = importlib.import_module(f"storage.{path.stem}")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in RUN:
                text = eval(compile(ast.Expression(node.args[0]), path.name, "eval"), vars(module))  # noqa: S307 (our own source)
                starred = any(isinstance(value, ast.Starred) for value in node.args)
                found.append(Statement(f"{path.name}:{node.lineno}", text, -1 if starred else len(node.args) - 1))
    return found
