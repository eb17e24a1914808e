"""A language that puts every sentence in brackets, so that a test sees untranslated words."""

import gettext
import re
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.ui.context import Context
from cogs.wire import languages
from language import ENGLISH, learn
from tests.support.catalogue import messages
from tests.support.presses import words_in

BRACKETED = "nl"
"""Its code: that of a language without a catalogue, in which Babel writes dates and numbers."""

_SAID = re.compile(r"⟦[^⟦⟧]*⟧")
_NO_WORDS = re.compile(r"<[^>]*>|https://\S+|`[^`]*`|#[0-9a-z]+|\bUTC\b|\b[A-Z]\w+/\w+")
"""Matches mentions, times, links, moves, codes and time zones, which are the same in every language."""


class Bracketed(gettext.NullTranslations):
    """Puts every sentence in brackets and reverses its words. It sees only what a translator sees."""

    def gettext(self, message: str) -> str:
        return f"⟦{' '.join(reversed(message.split(' ')))}⟧" if message in messages() else message

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def bracket_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the language of all people and places to brackets."""
    learn(BRACKETED, Bracketed())
    monkeypatch.setattr(Context, "language", BRACKETED)
    monkeypatch.setattr(languages, "of_server", lambda _: BRACKETED)
    monkeypatch.setattr(languages, "of_person", lambda _: BRACKETED)


def bracket_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the language of all people to brackets, and that of all servers to English."""
    bracket_everything(monkeypatch)
    monkeypatch.setattr(languages, "of_server", lambda _: ENGLISH)


def mixed(answers: Sequence[dict[str, Any]], *, on_private: bool) -> list[str]:
    """What is said in the wrong language in answers to an interaction in a server, after `bracket_people`.

    `on_private` says whether the control that was used is on a private message, in which an edit answers.
    """
    wrong, private = list[str](), False
    for answer in answers:
        if not answer.get("original"):  # the first answer, perhaps a deferral, decides who sees its edits
            private = "form" in answer or bool(answer.get("ephemeral")) or (bool(answer.get("edited")) and on_private)
        wrong += [text for text in words_in(answer) if (left_out(text) if private else "⟦" in text)]
    return wrong


def left_out(text: str) -> list[str]:
    """The words that were not translated."""
    while (shorter := _SAID.sub("", text)) != text:
        text = shorter
    return re.findall(r"[^\W\d_]{2,}", _NO_WORDS.sub("", text))
