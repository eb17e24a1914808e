"""How sentences are said: fields, plurals, lists, and other languages."""

import gettext

import pytest

from language import Sentence, learn, listing, mark, mark_plural, plural, say, series, speaking


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
    assert listing(list("abcde"), last="or", most=3).said() == "a, b, c or 2 more"


def test_an_unknown_language_is_english() -> None:
    with speaking("xx"):
        assert say("one two") == "one two"
