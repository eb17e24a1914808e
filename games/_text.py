"""What a player typed: how it is compared with a move, and how it is quoted."""

from __future__ import annotations

import re

_IGNORED = re.compile(r"[\s\-–—x>→:]|(?<![a-z])to(?![a-z](?![0-9]))")
"""Spaces, dashes, arrows, the `x` of a capture, and `to` if it is no part of another word."""


def squash(text: str) -> str:
    """A typed move in lower case, without what does not matter: spaces, '-', 'x', '>' and "to"."""
    return _IGNORED.sub("", text.casefold())


def shorten(text: str, most: int = 40) -> str:
    """`text` fit to be quoted in a sentence: one line of at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
