"""How sentences are said: fields, plurals, lists, and other languages."""

import gettext
import re
from pathlib import Path

import pytest

from cogs.texts import markdown
from language import (
    Sentence,
    clip,
    day,
    in_context,
    join_texts,
    learn,
    listing,
    mark,
    mark_plural,
    paragraph,
    plural,
    say,
    series,
    speaking,
)


class Reversed(gettext.NullTranslations):
    """Says the words of each sentence in reverse order."""

    def gettext(self, message: str) -> str:
        return " ".join(reversed(message.split(" ")))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture(autouse=True)
def _reversed() -> None:
    learn("reversed", Reversed())


def test_a_sentence_has_named_fields() -> None:
    assert say("{name} begins.", name="Ada {x}") == "Ada {x} begins."
    assert say("Nothing to fill in.") == "Nothing to fill in."


@pytest.mark.parametrize(("count", "text"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves")])
def test_a_plural_is_chosen_by_its_count(count: int, text: str) -> None:
    assert plural("{count} move", "{count} moves", count=count) == text


def test_a_marked_constant_is_said_in_the_language_of_the_reader() -> None:
    constant = mark("one two")
    with speaking("reversed"):
        assert say(constant) == "two one"
    assert say(constant) == "one two"
    pair = mark_plural("{count} move", "{count} moves")
    with speaking("reversed"):
        assert [plural(*pair, count=count) for count in (1, 2)] == ["move 1", "moves 2"]


def test_a_kept_sentence_is_said_with_its_fields_in_one_language() -> None:
    inner = Sentence("{count} stone left", {"count": 2}, "{count} stones left")
    sentence = Sentence("You have {inner}.", {"inner": inner})
    assert str(sentence) == "You have 2 stones left."
    with speaking("reversed"):
        assert sentence.said() == "left stones 2. have You"
        assert str(sentence) == "You have 2 stones left.", "for the log, a sentence is English"


@pytest.mark.parametrize(
    ("words", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"), (list("abcd"), "a, b, c and d")],
)
def test_a_list_reads_as_in_a_sentence(words: list[str], text: str) -> None:
    assert listing(words).said() == text


def test_a_series_has_no_and() -> None:
    assert series(list("abc")).said() == "a, b, c"
    assert series([]).said() == ""


def test_a_long_list_is_cut() -> None:
    assert listing(list("abcde"), last="or", limit=3).said() == "a, b, c or 2 more"


def test_an_unknown_language_is_english() -> None:
    with speaking("xx"):
        assert say("one two") == "one two"


def test_a_text_with_two_meanings_is_translated_by_its_context() -> None:
    class Meanings(gettext.NullTranslations):
        def pgettext(self, context: str, message: str) -> str:
            return f"{message} ({context})"

    learn("meanings", Meanings())
    with speaking("meanings"):
        assert in_context("replay", "Start {n}", n=1).said() == "Start 1 (replay)"
        assert say("Start") == "Start"
        assert markdown.say("{label}", label=in_context("replay", "Start")) == "Start (replay)"
    assert str(in_context("replay", "Start")) == "Start"


class Spelled(gettext.NullTranslations):
    """Says English sentences in the words of one language, by its code."""

    def __init__(self, code: str, words: dict[str, str]) -> None:
        super().__init__()
        self._info, self._words = {"language": code}, words

    def gettext(self, message: str) -> str:
        return self._words.get(message, message)


@pytest.mark.parametrize(
    ("before", "last", "said"),
    [
        ("Ana", "Inés", "Ana e Inés"), ("Ana", "Hilda", "Ana e Hilda"), ("Ana", "Iago", "Ana y Iago"),
        ("Ana", "Bob", "Ana y Bob"), ("a1", "i1", "a1 e i1"), ("Ana", "{x} y Z", "Ana y {x} y Z"),
    ],
)  # fmt: skip
def test_spanish_joins_by_the_sound_of_the_next_word(before: str, last: str, said: str) -> None:
    learn("spanish", Spelled("es", {"{before} and {last}": "{before} y {last}"}))
    with speaking("spanish"):
        assert listing([before, last]).said() == said


@pytest.mark.parametrize(
    ("code", "template", "value", "said"),
    [
        ("es", "Jaque de {x}", "el delfín de e7", "Jaque del delfín de e7"),
        ("es", "Jaque de {x}", "la Ballena", "Jaque de la Ballena"),
        ("es", "siete o {x}", "8", "siete u 8"),
        ("fr", "la partie de {x}", "Alice", "la partie d'Alice"),
        ("fr", "la partie de {x}", "Bob", "la partie de Bob"),
        ("fr", "va de {x}", "a4", "va de a4"),
        ("fr", "la partie de **{x}**", "Alice", "la partie de **Alice**"),
        ("de", "die Partie de {x}", "Alice", "die Partie de Alice"),
    ],
)
def test_a_word_before_a_field_takes_the_form_that_its_value_needs(
    code: str, template: str, value: str, said: str
) -> None:
    learn("spelled", Spelled(code, {"English {x}": template}))
    with speaking("spelled"):
        assert say("English {x}", x=value) == said


@pytest.mark.parametrize(
    ("code", "decimal", "grouped"),
    [
        ("en", "1.5 MB", "15,490"),
        ("de", "1,5 MB", "15.490"),
        ("es", "1,5 MB", "15.490"),
        ("fr", "1,5 Mo", "15\u202f490"),
        ("ja", "1.5 MB", "15,490"),
        ("pt-BR", "1,5 MB", "15.490"),
    ],
)
def test_a_number_is_written_as_the_language_writes_it(code: str, decimal: str, grouped: str) -> None:
    facts = {"python": "3.13.1", "library": "2.6", "format": 9}
    version = "Python {python}, discord.py {library}, database format {format}, {size} MB."
    with speaking(code):
        told = markdown.say(version, size=1.5, **facts)
        assert decimal in told.replace("\u00a0", " ")
        assert "3.13.1" in told
        assert grouped in plural("{count} move", "{count} moves", count=15_490)
        assert "1500" in plural("{count} move", "{count} moves", count=1500)


@pytest.mark.parametrize(("code", "written"), [("en", "9 Oct 2026"), ("de", "9.10.2026"), ("ja", "2026/10/9")])
def test_a_day_is_written_as_the_language_writes_it(code: str, written: str) -> None:
    with speaking(code):
        assert day(1_791_540_000) == written


def test_no_text_writes_a_decimal_or_separates_thousands_itself() -> None:
    rooms = ("cogs", "games", "matches", "service", "web")
    sources = [path for room in rooms for path in (Path(__file__).parents[1] / room).rglob("*.py")]
    own = re.compile(r"\{[^{}\"]+:(?:,|\.[1-9]f)")
    assert [(path.name, found) for path in sources for found in own.findall(path.read_text(encoding="utf-8"))] == []


def test_texts_stand_side_by_side_as_in_the_language() -> None:
    learn("japanese", Spelled("ja", {"{before}, {next}": "{before}、{next}", "{before} {next}": "{before}{next}"}))
    with speaking("japanese"):
        assert join_texts(["a", "", "b"]) == "a、b"
        assert paragraph(["一。", "", "二。"]) == "一。二。"
    assert (join_texts(["a", "b"]), paragraph(["A.", "B."])) == ("a, b", "A. B.")


@pytest.mark.parametrize(
    ("text", "limit", "kept"),
    [
        ("one two three", 13, "one two three"), ("one two three", 12, "one two…"), ("one two three", 8, "one two…"),
        ("one two, three", 11, "one two…"), ("abcdefghij", 5, "abcd…"), ("一二三四五", 4, "一二三…"),
    ],
)  # fmt: skip
def test_a_label_that_is_too_long_ends_behind_a_word(text: str, limit: int, kept: str) -> None:
    assert clip(text, limit) == kept
    assert len(kept) <= limit
