"""The catalogue of all messages for a translator, extracted from the sources by Babel."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.extract import extract_from_dir

from games.base import RuleError
from matches.errors import Refusal

if TYPE_CHECKING:
    import os

ROOT = Path(__file__).parent.parent.parent
ROOMS = ("games", "matches", "service", "render", "cogs")
SOURCES = ("language.py", *(f"{room}/**.py" for room in ROOMS))


def keywords() -> dict[str, tuple[int, ...] | None]:
    """The functions and errors whose first argument is a message; for two of them the second argument is its plural."""
    found: dict[str, tuple[int, ...] | None] = {"plural": (1, 2), "counted": (1, 2)}
    kinds: list[type] = [RuleError, Refusal]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return found | dict.fromkeys(["say", "mark", "Sentence", "button", *(kind.__name__ for kind in kinds)], None)


def _is_ours(directory: str | os.PathLike[str]) -> bool:
    """Whether this directory contains sentences of the bot."""
    return Path(directory).relative_to(ROOT).parts[0] in ROOMS


@cache
def messages() -> frozenset[str]:
    """Every message that Babel finds; plural forms are listed separately."""
    found: set[str] = set()
    for _, _, message, _, _ in extract_from_dir(
        ROOT, [(pattern, "python") for pattern in SOURCES], keywords=keywords(), directory_filter=_is_ours
    ):
        found.update([message] if isinstance(message, str) else message)
    return frozenset(found)
