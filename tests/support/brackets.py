"""A language that puts every sentence in brackets, so that a test sees untranslated words."""

import gettext
import re

import pytest

from cogs.ui.context import Context
from cogs.wire import languages
from language import learn
from tests.support.catalogue import messages

BRACKETED = "bracketed"

_SAID = re.compile(r"⟦[^⟦⟧]*⟧")
_NO_WORDS = re.compile(r"<[^>]*>|https://\S+|`[^`]*`|#[0-9a-z]+|\bUTC\b|\b[A-Z]\w+/\w+")
"""Matches mentions, times, links, moves, codes and time zones, which are the same in every language."""


class Bracketed(gettext.NullTranslations):
    """Puts every sentence in brackets and reverses its words. It sees only what a translator sees."""

    def gettext(self, message: str) -> str:
        return f"⟦{' '.join(reversed(message.split(' ')))}⟧" if message in messages() else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def bracket_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the language of all people and places to brackets."""
    learn(BRACKETED, Bracketed())
    monkeypatch.setattr(Context, "language", BRACKETED)
    monkeypatch.setattr(languages, "of_server", lambda _: BRACKETED)
    monkeypatch.setattr(languages, "of_person", lambda _: BRACKETED)


def left_out(text: str) -> list[str]:
    """The words that were not translated."""
    while (shorter := _SAID.sub("", text)) != text:
        text = shorter
    return re.findall(r"[^\W\d_]{2,}", _NO_WORDS.sub("", text))
