"""Every sentence that the program makes in a test is one that translators see."""

import re
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from language import CATALOGUES, Sentence, languages
from tests.support.catalogue import messages
from tests.support.translations import FIELD, catalogue, forms

ROOT = CATALOGUES.parent
PASS_ON = {
    *(ROOT / path for path in ("language.py", "matches/errors.py", "games/_errors.py", "cogs/texts/markdown.py")),
    ROOT / "cogs/wire/controls.py",
    Path(__file__),
}
"""The files that make a sentence of a text that another one has given them."""

WORD = re.compile(r"[^\W\d_]{2,}")
_made: Callable[..., None] = Sentence.__init__
_noted = dict[str, None]()
_of_tests = set[str]()
"""The sentences that tests have made, which the program may pass on."""


def watch() -> None:
    """Note each sentence that no catalogue has, from now on, unless a test makes it."""
    Sentence.__init__ = _make  # type: ignore[method-assign]  # to see all of them


def taken() -> list[str]:
    """What was noted since the last call: where the text stands, and what to do."""
    noted = [*_noted]
    _noted.clear()
    return noted


def _make(self: Sentence, *args: Any, **facts: Any) -> None:
    _made(self, *args, **facts)
    for text in (self.message, self.many or ""):
        if _is_seen(text) or text in _of_tests:
            continue
        if where := _giver():
            add = "give it to say() or to the error directly, or mark() it"
            _noted[f"{where}: no catalogue has {text!r}: {add}"] = None
        else:
            _of_tests.add(text)


@cache
def _is_seen(text: str) -> bool:
    if not WORD.search(FIELD.sub("", text)) or text in _of_the_tests() or text in _translated():
        return True
    return text in messages()  # which takes seconds after a change


@cache
def _translated() -> frozenset[str]:
    return frozenset(text for message in catalogue("de") for text in forms(message.id)) | {*languages().values()}


@cache
def _of_the_tests() -> str:
    """The sources of the games and settings that only the tests have."""
    names = ("support/heap.py", "support/wide.py", "seventh/games/plumb.py.txt", "cogs/test_settings.py")
    return "".join((ROOT / "tests" / name).read_text(encoding="utf-8") for name in names)


def _giver() -> str:
    """The file and line that have given a text; empty for a test."""
    for frame in reversed(traceback.extract_stack()):
        path = Path(frame.filename)
        if path.is_relative_to(ROOT) and ".venv" not in path.parts and path not in PASS_ON:
            return "" if path.is_relative_to(ROOT / "tests") else f"{path.relative_to(ROOT)}:{frame.lineno}"
    return ""
