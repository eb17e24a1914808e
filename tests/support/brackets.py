"""Languages that put every sentence in brackets, so that a test sees words that are untranslated or in another one."""

import gettext
import re
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.ui.context import Context
from cogs.wire import languages
from language import learn
from tests.support.catalogue import messages
from tests.support.presses import words_in

BRACKETED, OF_SERVERS = "nl", "pl"
SIGNS = {BRACKETED: ("⟦", "⟧"), OF_SERVERS: ("⟪", "⟫")}
"""Their codes, of languages without a catalogue in which Babel writes dates and numbers, and their brackets."""

_SAID = {code: re.compile(f"{before}[^{before}{after}]*{after}") for code, (before, after) in SIGNS.items()}
_NO_WORDS = re.compile(r"<[^>]*>|https://\S+|`[^`]*`|#[0-9a-z]+|\bUTC\b|\b[A-Z]\w+/\w+")
"""Matches mentions, times, links, moves, codes and time zones, which are the same in every language."""


class Bracketed(gettext.NullTranslations):
    """Puts every sentence in brackets and reverses its words. It sees only what a translator sees."""

    def __init__(self, code: str = BRACKETED) -> None:
        super().__init__()
        self._before, self._after = SIGNS[code]

    def gettext(self, message: str) -> str:
        if message not in messages():
            return message
        return f"{self._before}{' '.join(reversed(message.split(' ')))}{self._after}"

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


def bracket_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the language of all people to brackets, and that of all servers to other ones."""
    bracket_everything(monkeypatch)
    learn(OF_SERVERS, Bracketed(OF_SERVERS))
    monkeypatch.setattr(languages, "of_server", lambda _: OF_SERVERS)


def misspoken(answers: Sequence[dict[str, Any]], *, on_private: bool) -> list[str]:
    """What is untranslated or in the wrong language in answers to an interaction in a server, after `bracket_apart`.

    What is private is in the language of its reader, who may be told what stands on a public button.
    `on_private` says whether the control that was used is on a private message, in which an edit answers.
    """
    wrong, private = list[str](), False
    for answer in answers:
        if not answer.get("original"):  # the first answer, perhaps a deferral, decides who sees its edits
            private = "form" in answer or bool(answer.get("ephemeral")) or (bool(answer.get("edited")) and on_private)
        wrong += [
            text
            for text in words_in(answer)
            if (left_out(text) if private else "⟦" in text or left_out(text, OF_SERVERS))
        ]
    return wrong


def left_out(text: str, *codes: str) -> list[str]:
    """The words that are in none of these languages. Without `codes`, BRACKETED is meant."""
    for said in [_SAID[code] for code in codes or [BRACKETED]]:
        while (shorter := said.sub("", text)) != text:
            text = shorter
    return re.findall(r"[^\W\d_]{2,}", _NO_WORDS.sub("", text))
