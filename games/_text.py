"""Cleans up text altered by keyboards and chat programs, and compares and quotes moves."""

import re
import unicodedata

_IGNORED = re.compile(r"[\s\-–—x>→:]|(?<![a-z])to(?![a-z](?![0-9]))")
"""Matches spaces, dashes, arrows, the `x` of a capture, and `to` as a separate word."""
_MARKS = "\"'*_~|`«»‹›「」『』"
"""Quotes and Markdown characters that may surround a text copied from a message."""
_BLANKS = "".join(
    map(chr, [*range(9, 14), *range(28, 33), 133, 160, 5760, *range(8192, 8203), 8232, 8233, 8239, 8287, 12288])
)
"""All spaces in Unicode, for stripping them together with other characters."""
_AROUND = _MARKS + ".,;!"
"""The characters of `_MARKS` and punctuation, which may surround a move copied from a text."""
_FENCE = re.compile(r"^[ \t]*```[\w-]*[ \t]*$\n?|```|^[ \t]*`|`[ \t]*$", re.MULTILINE)
"""Matches code fences, with or without the name of a language, and backticks around a line."""
_QUOTED = re.compile(r"^>(?:\s|$)", re.MULTILINE)
"""Matches the start of a quoted line."""
_PARTS = re.compile(r'(?P<string>"(?:[^"\\\n]|\\.)*+")|"(?:[^"\\\n]|\\.)*+|[^"]+')
"""Matches the parts of a text: double-quoted strings with escapes, quotes that are not closed on their line, the rest.

No part is searched for twice, so the time is linear in the length of the text.
"""
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―⁃−﹣－", "-"),
        **dict.fromkeys("\u2028\u2029", "\n"),
        **dict.fromkeys("\u115f\u1160\u2800\u3000\u3164\uffa0", " "),
        **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "＂＇－"},
    }
)
"""Typographic dashes, line separators, blank letters, and full-width forms."""
_QUOTES = str.maketrans({**dict.fromkeys("“”„‟″＂", '"'), **dict.fromkeys("‘’‚‛′＇", "'")})
_TAG = re.compile(r"(\[\s*[A-Za-z]{1,20}\s+)[“”„‟″＂](?:(.{0,500}?)[“”„‟″＂](\s*\])|.{0,500})")
"""Matches a tag in a record whose value is in typographic quotes.

A tag without an end is also matched, so that it is searched only once.
"""
_LOOK_ALIKES = str.maketrans("авсԁеһіјкморѕтхуАВСЕНІЈКМОРЅТХУ", "abcdehijkmopstxyABCEHIJKMOPSTXY")
"""Cyrillic letters that look like Latin ones."""


def plain(text: str) -> str:
    """Normalise a pasted move, code or time.

    Removes code fences, the quotation prefix of chat programs (`> `) and invisible characters. Replaces typographic
    dashes and quotes, full-width forms, digits of other scripts, and Cyrillic letters that look like Latin ones.
    """
    text = unwrap(text)
    return text if text.isascii() else _characters(text.translate(_QUOTES)).translate(_LOOK_ALIKES)


def bare(text: str) -> str:
    """Normalise a typed word, code, time or clock as `plain` does, and also strip spaces, quotes and Markdown."""
    return plain(text).strip(_MARKS + _BLANKS)


def plain_record(text: str) -> str:
    """Normalise a pasted game record as `plain` does, but leave Cyrillic letters and quoted text unchanged.

    Typographic quotes are replaced only in JSON and around the values of tags.
    """
    text = unwrap(text)
    if text.isascii():
        return text
    if '"' not in text:
        text = text.translate(_QUOTES) if text.lstrip()[:1] in "{[" and "“:" in text.replace("”:", "“:") else text
        text = _TAG.sub(lambda tag: f'{tag[1]}"{tag[2]}"{tag[3]}' if tag[3] else tag[0], text)
    return _PARTS.sub(lambda part: part[0] if part["string"] else _characters(part[0]), text)


def unwrap(text: str) -> str:
    """Return the text without code fences or the `> ` prefixes of quoted lines."""
    if text.lstrip().startswith("> "):
        text = _QUOTED.sub("", text)
    return _FENCE.sub("", text) if "`" in text else text


def _characters(text: str) -> str:
    """Replace typographic dashes, unusual spaces and non-ASCII digits with ASCII characters."""
    if text.isascii():
        return text
    return "".join(map(_character, text.translate(_SIGNS)))


def _character(sign: str) -> str:
    if sign.isascii():
        return sign
    if unicodedata.category(sign) == "Cf":
        return ""
    digit = unicodedata.decimal(sign, None)
    return sign if digit is None else str(digit)


def squash(text: str) -> str:
    """Return a typed move in lower case, without spaces, "-", "x", ">" or "to", and without surrounding punctuation."""
    return _IGNORED.sub("", plain(text).casefold()).strip(_AROUND)


def shorten(text: str, limit: int = 40) -> str:
    """Return the text as a single line, truncated to `limit` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
