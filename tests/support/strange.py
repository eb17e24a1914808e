"""A language of wide letters (ｌｉｋｅ ｔｈｅｓｅ), in which untranslated words stand out."""

import gettext
import re
import string
from collections.abc import Iterator
from contextlib import contextmanager

from language import learn, speaking

_WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in string.ascii_letters}


class Strange(gettext.NullTranslations):
    """Says every message in wide letters. Its fields stay as they are."""

    def gettext(self, message: str) -> str:
        parts = re.split(r"(\{[^}]*\})", message)
        return "".join(part if part.startswith("{") else part.translate(_WIDE) for part in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def strange() -> Iterator[None]:
    """Speak the language of wide letters inside this context."""
    learn("strange", Strange())
    with speaking("strange"):
        yield


def left_over(said: str) -> set[str]:
    """The words of a sentence in that language that are still English: neither a cell nor the letter of a row."""
    return {word for word in re.findall(r"[A-Za-z0-9]+", said) if not re.fullmatch(r"[a-z]|([a-z]?[0-9]+)+", word)}
