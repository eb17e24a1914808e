"""Sentences for people are whole, with named fields, and never glued together."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("games", "matches", "service", "render", "cogs")
"""The rooms whose sentences people read, in Discord or as owners of the bot."""
INTERNAL = {"AssertionError", "ClockError", "LookupError", "ValueError"}
"""Errors that no player reads; their texts go to the log."""
WORDS = re.compile(r"[^\W\d_]{2,}")

SOURCES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def glued(source: str) -> list[int]:
    """The lines of f-strings with two or more words of their own, and of texts with words that are added together."""
    lines = []
    tree = ast.parse(source)
    unread = {id(part) for node in ast.walk(tree) if _is_internal(node) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in unread:
            continue
        if isinstance(node, ast.JoinedStr):
            own = [part.value for part in node.values if isinstance(part, ast.Constant)]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
            own = [side.value for side in (node.left, node.right) if isinstance(side, ast.Constant)]
        else:
            continue
        texts = [text for text in own if isinstance(text, str)]
        if texts and texts[0].startswith("/"):  # a command, which is the same in every language
            continue
        if len(WORDS.findall(" ".join(texts))) >= 2 and any(" " in text for text in texts):
            lines.append(node.lineno)
    return lines


def _is_internal(node: ast.AST) -> bool:
    """Whether this raises an internal error, or prints for programmers."""
    call = node.exc if isinstance(node, ast.Raise) else node
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
        return False
    return call.func.id == "print" or (call is not node and call.func.id in INTERNAL)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_sentence_is_glued(path: Path) -> None:
    assert glued(path.read_text(encoding="utf-8")) == []


def test_a_glued_sentence_is_seen() -> None:
    assert glued('a = f"It is {name}\'s turn."\nb = f"{code}"\nc = "You have " + name\nd = "%s has moved" % name') == [
        1,
        3,
        4,
    ]


def test_the_text_of_an_internal_error_is_no_sentence_that_people_read() -> None:
    assert glued('raise ValueError(f"this is {name} again")\nraise Refusal(f"this is {name} again")') == [2]
    assert glued('print(f"this is {name} again")\nf"/{game} board text:true"') == []
