"""Words that newcomers had to ask about stay out of what people read."""

import re

import pytest

from lessons import LESSONS
from tests.support.catalogue import messages

ASKED_ABOUT = {
    r"\bposition codes?\b": "the position as text, which **Copy the position** shows",
    r"\bprepar(e|ed|ing)( \w+)? repl(y|ies)\b": "plan a reply, planned replies",
    r"\bopen the board\b": "Open in browser, which names what **My board** does not do",
    r"^study it$": "Try other moves",
    "±": "words, such as `still uncertain`",
}
"""What is not said, and what is said instead."""


@pytest.mark.parametrize("asked_about", ASKED_ABOUT)
def test_no_text_has_a_word_that_newcomers_asked_about(asked_about: str) -> None:
    found = {text for text in messages() if re.search(asked_about, text, re.IGNORECASE)}
    assert not found, f"Say it in plain words: {ASKED_ABOUT[asked_about]}"


def test_a_learner_of_coral_clash_reads_of_no_hunter_before_the_lesson_explains_it() -> None:
    first = LESSONS["coral_clash"][0].board("coral_clash")
    asked = {str(first.question(steps)) for steps in ([], ["a4"], ["d1e1"])}
    assert asked == {"Which piece moves?", "Where does the turtle on a4 go?", "Where does your Whale go?"}
