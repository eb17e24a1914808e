"""The fields of the sentences: the guide for translators says what each holds, and no value breaks a sentence."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from games import GAMES
from games.coral_clash.board import KINDS
from games.coral_clash.phrases import _CHECKERS
from language import ENGLISH, Sentence, languages, listing, say, speaking
from matches.timecontrol import DAY, HOUR, lasting
from tests.support.catalogue import messages
from tests.support.translations import FIELD, translated

GUIDE = Path(__file__).parents[1] / "docs" / "translating.md"
NAMES = ("Alice", "Inés", "Óscar", "Hilda", "Bob", "8", "11 de Mayo")
SQUARES = ("a4", "e7", "h8")
SIDES = [Sentence(side) for game in GAMES.values() for side in game.info.seats]
HOLDS: Mapping[str, Sequence[object]] = {
    **dict.fromkeys(["name", "player", "opponent", "challenger", "leader", "other", "loser", "winner", "owner"], NAMES),
    **dict.fromkeys(["first", "second"], NAMES),
    "names": [listing(NAMES[:2]), listing(["Ana", "Inés"]), listing(NAMES[:1])],
    "piece": [Sentence(kind) for kind in KINDS],
    "pieces": [Sentence(text, {"squares": "e7"}) for text in _CHECKERS],
    "side": SIDES,
    "theirs": SIDES,
    "square": SQUARES,
    "time": [lasting(HOUR), lasting(2 * DAY), lasting(0), "01:05", "13:00"],
    "last": ["Inés", "Óscar", "8", "11", "b8"],
}
"""Values of fields that hold a name, a phrase of the catalogue, a square or a time."""
ARTICLES = {
    "de": r"der|die|das|den|dem|des|ein|eine|einen|einem|einer|im|zum|zur|am|vom|beim",
    "es": r"el|la|del|al|un|una|este|esta",
    "fr": r"le|la|du|au|un|une|ce|cette|ton|ta|son|sa",
    "pt-BR": r"o|do|da|no|na|ao|um|uma|pelo|pela|seu|sua",
}
"""Words that must agree with the word behind them, and so cannot stand before a field with values of all genders."""
BROKEN = {
    "es": r"\b(?:de|a) el [a-z]|\by h?[ií](?![aeou])|\bo (?:h?[oó]|8|11\b)|son las 01",
    "fr": r"\b(?:de|que) [AEIOUÉÓaeiouéó][a-zé]|\bde le\b",
    "pt-BR": r"\b(?:de|em) o [a-z]|são 01|[Rr]estam 1 ",
    "de": r"\bvon dem\b|\bzu dem\b",
}

every_language = pytest.mark.parametrize("code", sorted(set(BROKEN) & set(languages())))


def test_the_guide_says_what_every_field_holds() -> None:
    rows = re.findall(r"^\| (`\{.*?) \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    told = {name for row in rows for name in FIELD.findall(row)}
    used = {name for message in messages() for name in FIELD.findall(message)}
    assert used - told == set(), "docs/translating.md:52: name them in the row that says what they hold"
    assert told - used == set(), "docs/translating.md:52: no text has these fields any more"


@every_language
def test_no_article_stands_before_a_field_with_values_of_any_gender(code: str) -> None:
    fields = "|".join(sorted(HOLDS))
    broken = re.compile(rf"\b(?:{ARTICLES[code]}) \{{(?:{fields})\}}", re.IGNORECASE)
    assert [said for _, said in translated(code) if broken.search(said)] == []


@every_language
def test_no_value_of_a_field_breaks_its_sentence(code: str) -> None:
    assert code != ENGLISH
    broken, wrong, tried = re.compile(BROKEN[code]), [], 0
    with speaking(code):
        for message in sorted(messages()):
            fields = set(FIELD.findall(message))
            usual: dict[str, object] = dict.fromkeys(fields, "X7")
            for name in fields & HOLDS.keys():
                for value in HOLDS[name]:
                    said, tried = say(message, **{**usual, name: value}), tried + 1
                    wrong += [said] if broken.search(said) else []
    assert tried > 1000
    assert wrong == []
