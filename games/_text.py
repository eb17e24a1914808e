"""Typed moves: normalising them for comparison and shortening them for quotation."""

from __future__ import annotations

import re

_IGNORED = re.compile(r"[\s\-–—x>→:]|(?<![a-z])to(?![a-z](?![0-9]))")
"""Spaces, dashes, arrows, the `x` of a capture, and `to` as a word of its own."""


def squash(text: str) -> str:
    """A typed move in lower case without spaces, '-', 'x', '>' and "to"."""
    return _IGNORED.sub("", text.casefold())


def shorten(text: str, most: int = 40) -> str:
    """`text` on one line, shortened to at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
