"""The codes of matches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.codes import code_of, id_of
from matches.errors import Refusal
from matches.model import FIRST_ID


@given(st.integers(min_value=FIRST_ID, max_value=2**50))
def test_a_code_names_its_id(number: int) -> None:
    assert id_of(code_of(number)) == number


def test_the_first_id_has_four_characters() -> None:
    assert code_of(FIRST_ID) == "1000"


def test_a_code_may_be_typed_with_a_sign_in_capitals_or_with_spaces() -> None:
    assert id_of(" #1F3K ") == id_of("1f3k")


@pytest.mark.parametrize("text", ["", "#", "1f", "1f3k!", "the match", "²²²²", "1" * 11])
def test_what_is_no_code_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refusal, match="#1f3k"):
        id_of(text)
