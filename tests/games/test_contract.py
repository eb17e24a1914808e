"""The contract of a game: the promises of every game in `GAMES`, with its default options and each other value.

* A start refuses unknown options and values with an OptionError that lists what is allowed.
* Move texts are unique; parse(format(m)) is m; case, spaces, '-', 'x', '>' and "to" do not matter.
* Every text for players is said in the language of the reader, and moves in it have no signs but a dash.
* Legal moves are empty exactly when there is a result, and then nothing can be parsed.
* decode(encode(p)) == p, in one line; equal positions have equal hashes; a position never changes.
* Its example is a possible position with the usual options, and the move there is legal and does not lose.
* The steps of a move, as the picker asks for them, tell it apart from every other.
* Whatever is typed, only a RuleError comes out, with a sentence that fits a message.
"""

import functools
import random
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, AmbiguousMove, IllegalMove, InvalidNotation, OptionError, Position, RuleError
from games.base import shorten, squash
from language import say
from matches.results import read_reason
from tests.support.rules import VARIANTS
from tests.support.shares import share
from tests.support.strange import left_over, strange

MOST_PLIES = 300
SIGNS = "abcdefgh12345678^+-x> topasw"
"""The characters in which moves are written. Texts of these reach the most branches of a refusal."""
every_game = pytest.mark.parametrize("key", GAMES)
every_second_game = pytest.mark.parametrize("key", share(2, ((key,) for key in GAMES)))
every_variant = pytest.mark.parametrize(
    ("key", "options"), VARIANTS, ids=[" ".join([key, *map("=".join, options.items())]) for key, options in VARIANTS]
)


def random_game(key: str, options: Mapping[str, str], seed: int) -> Iterator[Position[Any]]:
    """The positions of a game of random moves, from the start to the end or to 300 plies."""
    dice = random.Random(seed)
    position = GAMES[key].start(**options)
    yield position
    while position.ply < MOST_PLIES and (moves := position.legal_moves()):
        position = position.play(dice.choice(moves))
        yield position


@functools.cache
def sampled(key: str) -> list[Position[Any]]:
    """About forty positions from random games of a game, with the start and an end or a late position among them."""
    positions = [position for seed in range(2) for position in random_game(key, {}, seed)]
    return positions[:: max(1, len(positions) // 40)] + positions[-1:]


def some(choices: Sequence[Any], dice: random.Random, limit: int) -> list[Any]:
    """At most `limit` of the choices, at random."""
    return dice.sample(list(choices), min(limit, len(choices)))


@functools.cache
def move_texts(key: str, number: int) -> list[str]:
    """The texts of the legal moves of a sampled position; after the end of the game, a text that looks like a move."""
    position = sampled(key)[number]
    return [position.format(move) for move in position.legal_moves()] or ["a1"]


@every_variant
def test_random_games_keep_the_contract_at_every_ply(key: str, options: Mapping[str, str]) -> None:
    dice = random.Random(1)
    for ply, position in enumerate(random_game(key, options, seed=7)):
        moves = position.legal_moves()
        assert (position.ply, position.turn in {0, 1}) == (ply, True)
        assert (not moves) == (position.result() is not None)
        assert list(position.legal_moves()) == list(moves), "the order is stable"
        texts = [position.format(move) for move in moves]
        assert len(set(texts)) == len(set(moves)) == len(texts)
        assert sorted(position.format(move) for kind in position.symmetries() for move in kind) == sorted(texts)
        for move in some(moves, dice, 2):
            assert position.parse(position.format(move)) == move
            for told in (position.worded(position.format(move)), position.describe(move, "Ann")):
                assert not set(told.said()) & set("+^"), "signs that a newcomer does not know are said in words"


@every_variant
def test_a_position_survives_encoding(key: str, options: Mapping[str, str]) -> None:
    positions = list(random_game(key, options, seed=11))
    for position in positions[:: max(1, len(positions) // 20)] + positions[-1:]:
        encoded = position.encode()
        decoded = GAMES[key].decode(encoded)
        assert "\n" not in encoded
        assert decoded == position
        assert hash(decoded) == hash(position)
        assert (decoded.ply, decoded.turn, decoded.encode()) == (position.ply, position.turn, encoded)
        assert (decoded.legal_moves(), decoded.result()) == (position.legal_moves(), position.result())


@every_game
def test_an_example_has_the_usual_options_and_a_move_that_nobody_regrets(key: str) -> None:
    position, text = GAMES[key].example()
    assert position.chosen == GAMES[key].start().chosen
    assert position.flaw() is None
    assert (position.encode(), text) == (GAMES[key].info.example if text else (GAMES[key].start().encode(), ""))
    result = position.play(position.parse(text)).result() if text else None
    assert result is None or result.winner == position.turn


@every_game
def test_playing_leaves_the_position_as_it_was(key: str) -> None:
    for position in sampled(key):
        before = (position.encode(), hash(position))
        for move in list(position.legal_moves())[:5]:
            assert position.play(move) != position
        assert (position.encode(), hash(position)) == before


@every_game
def test_a_result_names_its_reason_and_ends_all_moves(key: str) -> None:
    ended = 0
    for seed in range(40):
        *_, position = random_game(key, {}, seed)
        if result := position.result():
            ended += 1
            assert result.winner in {0, 1, None}
            assert result.reason
            assert result.reason == result.reason.strip(" .")
            assert read_reason(key, result.reason) == (result.key, result.fields)
            with pytest.raises(IllegalMove, match="over"):
                position.parse("a1")
            if ended == 3:
                break
    assert ended


@every_game
def test_parsing_forgives_case_spaces_and_signs(key: str) -> None:
    for position in sampled(key):
        for move in list(position.legal_moves())[:3]:
            text = position.format(move)
            ways = ["x", " > ", " to ", "to", " TO", " → "]
            for spelled in (text.upper(), f"  {' '.join(text)} ", *(text.replace("-", way) for way in ways)):
                assert position.parse(spelled) == move, spelled


@every_game
@pytest.mark.parametrize("typed", ["", "  ", " - "])
def test_a_text_without_a_move_is_answered_with_one_to_type(key: str, typed: str) -> None:
    position = GAMES[key].start()
    with pytest.raises(InvalidNotation, match=f"such as {re.escape(position.format(position.legal_moves()[0]))}"):
        position.parse(typed)


@every_game
def test_a_move_text_parses_to_its_own_move(key: str) -> None:
    dice = random.Random(2)
    for position in sampled(key)[::4]:
        for move in some(position.legal_moves(), dice, 30):
            assert position.parse(position.format(move)) == move


@every_game
def test_a_beginning_is_refused_with_the_moves_that_begin_so(key: str) -> None:
    for position in sampled(key)[::8]:
        moves = position.legal_moves()
        for text in position.completions(""):
            begun = [move for move in moves if position.format(move).startswith(text)]
            if text.endswith("-"):
                with pytest.raises(AmbiguousMove) as refused:
                    position.parse(text)
                assert list(refused.value.moves) == begun


@every_game
def test_the_steps_of_a_move_tell_it_apart(key: str) -> None:
    for position in sampled(key):
        moves = position.legal_moves()
        steps = [position.steps(move) for move in moves]
        assert all(step for choice in steps for step in choice)
        assert len(set(steps)) == len(moves)


@every_game
def test_the_diagram_has_a_line_for_each_row_and_differs_after_a_move(key: str) -> None:
    for position in sampled(key):
        assert len(position.diagram().splitlines()) > 2
        for move in list(position.legal_moves())[:2]:
            if position.format(move) != "pass":
                assert position.play(move).diagram() != position.diagram()


@every_game
def test_the_legend_explains_every_sign_of_the_diagram(key: str) -> None:
    signs = {sign for position in sampled(key) for sign in position.diagram() if sign.isupper() or sign in "+*#@"}
    assert signs <= set(GAMES[key].info.legend)
    assert len(GAMES[key].info.legend) <= 250


@every_game
def test_an_unknown_option_or_value_is_refused_with_what_is_allowed(key: str) -> None:
    game = GAMES[key]
    with pytest.raises(OptionError) as refused:
        game.start(no_such_option="1")
    assert all(name in str(refused.value) for name in game.info.options)
    wrong: tuple[Any, ...] = ("no such value", "", None, 4)
    for name, values in game.info.options.items():
        for value in wrong:
            with pytest.raises(OptionError) as refused:
                game.start(**{name: value})
            assert all(allowed in str(refused.value) for allowed in values)


@every_game
def test_the_default_of_an_option_is_its_first_value(key: str) -> None:
    game = GAMES[key]
    assert game.start() == game.start(**{name: values[0] for name, values in game.info.options.items()})


@every_second_game
@given(data=st.data())
@settings(max_examples=60)
def test_any_text_raises_only_a_rule_error_with_a_sentence(key: str, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(sampled(key)) - 1), label="which of the sampled positions")
    position = sampled(key)[number]
    near = near_moves(move_texts(key, number))
    text = data.draw(st.text(max_size=80) | st.text(SIGNS, max_size=12) | near, label="typed")
    try:
        move = position.parse(text)
    except RuleError as error:
        refusal = error
    else:
        assert move in position.legal_moves()
        assert squash(position.format(move)) == position.normalise(squash(text))
        return
    sentence = str(refusal)
    assert sentence == sentence.strip()
    assert 10 < len(sentence) <= 300
    assert "\n" not in sentence
    assert sentence[-1] in ".?!"
    assert all(quoted == shorten(text) for quoted in re.findall("“(.*)”", sentence)), "what was typed is quoted"
    with strange():
        assert not left_over(refusal.said().replace(f"“{shorten(text)}”", "")), "every word is translated"


@every_second_game
@given(text=st.text(max_size=60))
@settings(max_examples=60)
def test_decoding_anything_else_raises_a_value_error(key: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        GAMES[key].decode(text)


@every_game
def test_decoding_a_damaged_line_raises_a_value_error_or_gives_a_position(key: str) -> None:
    dice = random.Random(3)
    early = [position for position in sampled(key) if position.ply < 60]  # a long history would only take long to read
    for position in early[::4]:
        whole = position.encode()
        for _ in range(30):
            at = dice.randrange(len(whole))
            damaged = whole[:at] + dice.choice(["", "?", " ", whole[at:][::-1]]) + whole[at + 1 :]
            try:
                decoded = GAMES[key].decode(damaged)
            except ValueError:
                continue
            assert GAMES[key].decode(decoded.encode()) == decoded


@every_game
def test_what_is_known_of_a_game_is_said_in_the_language_of_the_reader(key: str) -> None:
    info = GAMES[key].info
    options = [text for option in info.options.values() for text in (option.about, *option.phrases.values())]
    with strange():
        for text in (info.name, *info.seats, *info.roles, info.summary, info.legend, *options):
            assert not left_over(say(text)), "mark it"


@every_game
def test_what_a_move_is_asked_for_and_told_with_is_said_in_the_language_of_the_reader(key: str) -> None:
    dice = random.Random(5)
    for position in sampled(key):
        moves = position.legal_moves()
        for move in some(moves, dice, 6):
            steps = position.steps(move)
            questions = [position.question(steps[:count]) for count in range(len(steps))]
            labels = [position.label(step, steps[:count]) for count, step in enumerate(steps)]
            told = position.describe(move, "<@12>")
            assert "<@12>" in str(told)
            with strange():
                for sentence in (*questions, *labels, told, position.task()):
                    assert not left_over(sentence.said()), sentence
            assert all(str(question).endswith("?") for question in questions)
            assert str(told)[-1] not in ".,: "
            assert str(position.task())[0].islower(), "it goes on after a colon"


@every_game
def test_the_choices_of_a_step_have_different_labels(key: str) -> None:
    for position in sampled(key)[::8]:
        choices: dict[tuple[str, ...], set[str]] = {}
        for move in position.legal_moves():
            steps = position.steps(move)
            for count, step in enumerate(steps):
                choices.setdefault(steps[:count], set()).add(step)
        for begun, following in choices.items():
            labels = {str(position.label(step, begun)) for step in following}
            assert len(labels) == len(following)
            assert all(0 < len(label) <= 40 for label in labels)


@every_game
def test_what_can_be_typed_next_leads_step_by_step_to_every_move_and_to_nothing_else(key: str) -> None:
    dice = random.Random(6)
    for position in sampled(key)[::4]:
        legal = [position.format(move) for move in position.legal_moves()]
        open_texts = [""] if legal else []
        while open_texts:
            text = open_texts.pop()
            following = position.completions(text)
            going_on = [move for move in legal if move.startswith(text)]
            ways = {next_text: [move for move in going_on if move.startswith(next_text)] for next_text in following}
            assert all(ways.values()), "each leads to a move"
            whole = {next_text for next_text in following if next_text in legal}
            assert all(next_text in whole or next_text.endswith("-") for next_text in following)
            assert {move for moves in ways.values() for move in moves} == set(going_on), "every move can be reached"
            open_texts += some([next_text for next_text in following if next_text not in whole], dice, 2)


def test_what_can_be_typed_next_may_go_on_with_the_number() -> None:
    position = GAMES["kings_convoy"].start()
    assert position.completions("g") == ["g2-", "g12-"]
    assert position.completions("G1") == ["g12-"]
    assert position.completions("g1-") == []
    assert position.completions("m7") == []
    assert position.completions("g2 to h") == ["g2-h2"]


@every_game
def test_only_what_differs_from_the_usual_game_is_told_of_its_options(key: str) -> None:
    info = GAMES[key].info
    usual = {name: option[0] for name, option in info.options.items()}
    assert info.unusual({}) == info.unusual(usual) == []
    for name, option in info.options.items():
        for value in option[1:]:
            (phrase,) = info.unusual({**usual, name: value})
            assert str(phrase) == option.phrases[value]
            assert str(phrase)[-1] != "."


def near_moves(texts: list[str]) -> st.SearchStrategy[str]:
    """Texts that look like these moves: the moves themselves, halves of two moves, and single characters changed."""
    move = st.sampled_from(texts)
    square = st.builds("{}{}".format, st.sampled_from(string.ascii_lowercase[:14]), st.integers(0, 14))
    joined = st.builds("{}{}{}".format, square | move, st.sampled_from(["", "-", " ", "^", "+"]), square | move)
    changed = st.builds(
        lambda text, at, letter: text[: at % len(text)] + letter + text[at % len(text) + 1 :],
        move,
        st.integers(0, 12),
        st.text(max_size=2),
    )
    return move | square | joined | changed
