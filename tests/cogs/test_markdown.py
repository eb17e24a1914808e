"""Names and notes are shown as people typed them."""

import re

import pytest
from bidi.algorithm import get_display  # type: ignore[import-untyped]  # it has no annotations
from hypothesis import given
from hypothesis import strategies as st

from cogs.texts.markdown import Markdown, escape, escaped, plural, say
from language import Sentence, listing, one_line

TRICKS = [
    ("**bold**", r"\*\*bold\*\*"),
    ("_slanted_", r"\_slanted\_"),
    ("`code`", r"\`code\`"),
    ("||hidden||", r"\|\|hidden\|\|"),
    ("~~gone~~", r"\~\~gone\~\~"),
    ("back\\slash", r"back\\slash"),
    ("<@1> <#2> <t:0:R> </help:3> <:a:4>", r"\<@1> \<#2> \<t:0:R> \</help:3> \<:a:4>"),
    ("[text](https://a.example)", r"\[text\](https\://a.example)"),
    ("https://a.example", r"https\://a.example"),
    ("discord.gg/x", r"discord\.gg/x"),
    ("@everyone and @here", "@\u200beveryone and @\u200bhere"),
    ("# large", r"\# large"),
    ("### large", r"\### large"),
    ("-# small", r"\-# small"),
    ("> quoted", r"\> quoted"),
    (">>> quoted", r"\>>> quoted"),
    ("- item", r"\- item"),
    ("+ item", r"\+ item"),
    ("-", r"\-"),
    ("1. item", r"1\. item"),
    ("12) item", r"12\) item"),
    ("two\nlines", "two lines"),
    ("turned \u202eround", "turned round"),
]
PLAIN = ["Ann", "d7-d5", "a4-b5+", "Bob (home)", "#1f3k", "1.5", "-1", "x > y", "Ćuk", "O'Neill", "a:b", "no. 1"]


@pytest.mark.parametrize(("typed", "escaped"), TRICKS)
def test_markdown_is_escaped(typed: str, escaped: str) -> None:
    assert escape(typed) == escaped


@pytest.mark.parametrize("text", PLAIN)
def test_text_without_markdown_stays_as_it_is(text: str) -> None:
    assert escape(text) == text


@pytest.mark.parametrize("name", ["محمد", "שלום", "[محمد]", "Ann محمد"])
def test_numbers_after_a_name_from_right_to_left_stay_in_their_order(name: str) -> None:
    said = say("**{player}** {before} → {after}", player=name, before="1500", after="1338")
    assert str(get_display(said, base_dir="L")).endswith(" 1500 → 1338")
    assert one_line(escape("محمد")) == "محمد"


@given(st.text(alphabet="\\*_~|`<>[]()#-+.: @!&/eht1\n\u202e\u2067aé", max_size=30))
def test_every_character_that_begins_something_has_a_backslash_before_it(text: str) -> None:
    escaped = escape(text)
    without = re.sub(r"\\([!-/:-@\[-`{-~])", "", escaped)
    assert not re.search(r"[\\*_~|`<\[\]\n\u202e\u2067]", without)
    assert not re.match(r"\s*(#{1,3}\s|-#\s|>|[-+*]\s|\d+[.)]\s)", escaped)
    assert "https://" not in escaped
    assert re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", escaped).replace("\u200b", "") == one_line(text)


def test_fields_are_escaped_and_the_sentence_is_not() -> None:
    assert say("**{name}** has {count} moves.", name="*Ann*", count=2) == r"**\*Ann\*** has 2 moves."


def test_fields_within_fields_are_escaped_once() -> None:
    pair = listing(["a_b", Markdown("**c**")])
    assert say("{pair}!", pair=pair) == r"a\_b and **c**!"
    assert say("{said}!", said=say("{name}", name="a_b")) == r"a\_b!"
    assert escaped(Sentence("{one}", {"one": Sentence("_{name}_", {"name": "x_y"})})) == r"_x\_y_"


def test_a_plural_counts() -> None:
    assert plural("{count} move of {name}", "{count} moves of {name}", count=1, name="_") == r"1 move of \_"
    assert plural("{count} move of {name}", "{count} moves of {name}", count=2, name="_") == r"2 moves of \_"
