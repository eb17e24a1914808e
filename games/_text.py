"""Typed and pasted text: undoes changes made by keyboards and chat programs, and compares and quotes moves."""

import re
import unicodedata

_IGNORED = re.compile(r"[\s\-–—x>→:]|(?<![a-z])to(?![a-z](?![0-9]))")
"""Spaces, dashes, arrows, the `x` of a capture, and `to` as a word of its own."""
_AROUND = "\"'*_~|.,;!"
"""Quotes, Markdown and punctuation, which a move copied from a text has around it."""
_FENCE = re.compile(r"^[ \t]*```[\w-]*[ \t]*$\n?|```|^[ \t]*`|`[ \t]*$", re.MULTILINE)
"""Code fences, optionally with a language name, and backticks around a line."""
_QUOTED = re.compile(r"^>(?:\s|$)", re.MULTILINE)
"""The start of a line in a quotation."""
_STRING = re.compile(r'("(?:[^"\\\n]|\\.)*")')
"""A string in double quotes, with escapes."""
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
_TAG = re.compile(r"(\[\s*[A-Za-z]{1,20}\s+)[“”„‟″＂](.{0,500}?)[“”„‟″＂](\s*\])")
"""A tag of a record with its value in typographic quotes."""
_LOOK_ALIKES = str.maketrans("авсԁеһіјкморѕтхуАВСЕНІЈКМОРЅТХУ", "abcdehijkmopstxyABCEHIJKMOPSTXY")
"""Cyrillic letters that look like Latin ones."""


def plain(text: str) -> str:
    """Normalise a pasted move, code or time.

    Removes code fences, the quotation prefix of chat programs (`> `) and invisible characters. Replaces typographic
    dashes and quotes, full-width forms, digits of other scripts, and Cyrillic letters that look like Latin ones.
    """
    text = unwrapped(text)
    return text if text.isascii() else _characters(text.translate(_QUOTES)).translate(_LOOK_ALIKES)


def plain_record(text: str) -> str:
    """Normalise a pasted record like `plain`, but keep Cyrillic letters and everything in quotes.

    Typographic quotes are replaced only around the values of tags and in JSON.
    """
    text = unwrapped(text)
    if text.isascii():
        return text
    if '"' not in text:
        text = text.translate(_QUOTES) if text.lstrip()[:1] in "{[" and "“:" in text.replace("”:", "“:") else text
        text = _TAG.sub(r'\1"\2"\3', text)
    return "".join(part if number % 2 else _characters(part) for number, part in enumerate(_STRING.split(text)))


def unwrapped(text: str) -> str:
    """The text without code fences and quotation prefixes (`> `)."""
    if text.lstrip().startswith("> "):
        text = _QUOTED.sub("", text)
    return _FENCE.sub("", text) if "`" in text else text


def _characters(text: str) -> str:
    """Replace typographic dashes, blanks and digits of other scripts."""
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
    """A typed move in lower case, without spaces, '-', 'x', '>' or "to", nor quotes and punctuation around it."""
    return _IGNORED.sub("", plain(text).casefold()).strip(_AROUND)


def shorten(text: str, most: int = 40) -> str:
    """`text` on one line, shortened to at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
