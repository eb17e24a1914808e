"""What people read is said as whole sentences with named fields, never glued together."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("matches", "service")
"""The rooms in which no sentence is glued any more."""
WORDS = re.compile(r"[^\W\d_]{2,}")

SOURCES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def glued(source: str) -> list[int]:
    """The lines of f-strings with two or more words of their own, and of texts with words that are added together."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            own = [part.value for part in node.values if isinstance(part, ast.Constant)]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
            own = [side.value for side in (node.left, node.right) if isinstance(side, ast.Constant)]
        else:
            continue
        if len(WORDS.findall(" ".join(text for text in own if isinstance(text, str)))) >= 2:
            lines.append(node.lineno)
    return lines


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_sentence_is_glued(path: Path) -> None:
    assert glued(path.read_text(encoding="utf-8")) == []


def test_a_glued_sentence_is_seen() -> None:
    assert glued('a = f"It is {name}\'s turn."\nb = f"{code}"\nc = "You have " + name\nd = "%s has moved" % name') == [
        1,
        3,
        4,
    ]
