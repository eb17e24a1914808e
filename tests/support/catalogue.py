"""The catalogue of all messages for a translator, extracted from the sources by Babel.

The extraction takes seconds, and several workers need it: what was found in a file is kept until the file changes.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

from babel.messages.extract import extract_from_file

from games.base import RuleError
from matches.errors import Refusal

ROOT = Path(__file__).parent.parent.parent
ROOMS = ("games", "lessons", "puzzles", "matches", "service", "render", "cogs", "web")
KEPT = ROOT / ".pytest_cache" / "messages.json"
"""The file that keeps them."""
PAGE = "sandbox/page/static"
"""The scripts of the sandbox's page."""
Keyword = tuple[int | tuple[int, str], ...] | None
SAID: dict[str, Keyword] = {"say": None}
"""The functions in the page's scripts."""


def keywords() -> dict[str, Keyword]:
    """The functions and errors whose first argument is a message.

    In plurals, the second is its plural; `in_context` has the message after its context.
    """
    functions: dict[str, Keyword] = dict.fromkeys(["plural", "counted", "mark_plural"], (1, 2))
    functions["in_context"] = ((1, "c"), 2)
    kinds: list[type] = [RuleError, Refusal]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return functions | dict.fromkeys(
        ["say", "mark", "Sentence", "button", "link_button", *(kind.__name__ for kind in kinds)], None
    )


def sources() -> Sequence[tuple[Path, str, dict[str, Keyword]]]:
    """The files with messages, with the language of each and the functions to look for."""
    ours = [ROOT / "language.py", *(path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))]
    return [
        *((path, "python", keywords()) for path in ours),
        *((path, "javascript", SAID) for path in sorted((ROOT / PAGE).glob("*.js"))),
    ]


Message = tuple[str | tuple[str, str], str | None]
"""A message, or its singular and plural, and its context."""


def _extracted(path: Path, method: str, functions: dict[str, Keyword]) -> list[Message]:
    found = extract_from_file(method, path, keywords=functions)
    return [
        (message if isinstance(message, str) else (message[0], message[1]), context)
        for _, message, _, context in found
        if message
    ]


def extracted() -> Iterator[tuple[str, str | tuple[str, str], str | None]]:
    """The file of every message, the message or its singular and plural, and its context, without the cache."""
    for path, method, functions in sources():
        for message, context in _extracted(path, method, functions):
            yield path.relative_to(ROOT).as_posix(), message, context


@cache
def messages() -> frozenset[str]:
    """Every message that Babel finds; plural forms are listed separately."""
    decides = repr((version("babel"), sorted(keywords().items()), SAID))
    known, kept = dict[str, list[str]](), dict[str, list[str]]()
    with suppress(OSError, ValueError):
        known = json.loads(KEPT.read_text(encoding="utf-8"))
    for path, method, functions in sources():
        digest = blake2b(decides.encode() + path.read_bytes(), digest_size=16).hexdigest()
        if digest in known:
            kept[digest] = known[digest]
        else:
            found = _extracted(path, method, functions)
            kept[digest] = [text for one, _ in found for text in ([one] if isinstance(one, str) else one)]
    if kept != known:
        with suppress(OSError):
            KEPT.parent.mkdir(parents=True, exist_ok=True)
            draft = KEPT.with_suffix(f".{os.getpid()}")
            draft.write_text(json.dumps(kept), encoding="utf-8")
            draft.replace(KEPT)
    return frozenset(text for texts in kept.values() for text in texts)
