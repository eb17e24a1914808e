"""The catalogue of all messages for a translator, extracted from the sources by Babel.

The extraction takes seconds, and several workers need it: it is kept in a file until a source changes.
"""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

from babel.messages.extract import extract_from_dir

from games.base import RuleError
from matches.errors import Refusal

ROOT = Path(__file__).parent.parent.parent
ROOMS = ("games", "lessons", "puzzles", "matches", "service", "render", "cogs", "web")
KEPT = ROOT / ".pytest_cache" / "messages"
"""The folder of the file that keeps them."""
PAGE = "sandbox/page/static"
"""The scripts of the sandbox's page."""
Keyword = tuple[int | tuple[int, str], ...] | None
SOURCES = ("language.py", *(f"{room}/**.py" for room in ROOMS))


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


def _is_ours(directory: str | os.PathLike[str]) -> bool:
    """Whether this directory contains sentences of the bot."""
    return Path(directory).relative_to(ROOT).parts[0] in ROOMS


@cache
def messages() -> frozenset[str]:
    """Every message that Babel finds; plural forms are listed separately."""
    kept = KEPT / f"{_sum_of_sources()}.json"
    with suppress(OSError, ValueError):
        return frozenset(json.loads(kept.read_text(encoding="utf-8")))
    texts = frozenset(text for _, found, _ in extracted() for text in ([found] if isinstance(found, str) else found))
    with suppress(OSError):
        _keep(kept, texts)
    return texts


def extracted() -> Iterator[tuple[str, str | tuple[str, str], str | None]]:
    """The file of every message, the message or its singular and plural, and its context, without the cache."""
    for file, _, message, _, context in extract_from_dir(
        ROOT, [(pattern, "python") for pattern in SOURCES], keywords=keywords(), directory_filter=_is_ours
    ):
        if message:
            yield file, message if isinstance(message, str) else (message[0], message[1]), context
    for file, _, message, _, _ in extract_from_dir(ROOT / PAGE, [("*.js", "javascript")], keywords={"say": None}):
        yield f"{PAGE}/{file}", str(message), None


def _sum_of_sources() -> str:
    """A digest of everything that determines which messages are extracted."""
    paths = [ROOT / "language.py", *sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))]
    paths += sorted((ROOT / PAGE).glob("*.js"))
    decides = blake2b(repr((version("babel"), SOURCES, sorted(keywords().items()))).encode(), digest_size=16)
    for path in paths:
        content = path.read_bytes()
        decides.update(f"\n{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return decides.hexdigest()


def _keep(path: Path, texts: Iterable[str]) -> None:
    """Write the messages into the file, and delete those of other sources."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(sorted(texts)), encoding="utf-8")
    draft.replace(path)
    for old in path.parent.glob("*.json"):
        if old != path:
            old.unlink(missing_ok=True)
