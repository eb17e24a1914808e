"""Positions that are set up: every position of a game can be, and any other text is refused."""

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from games.konane import Konane
from matches.errors import Refusal
from matches.openings import LONGEST_CODE, opening, set_up
from tests.support.shares import share


def positions(key: str) -> list[str]:
    """The codes of the positions of random games, with the default options and with the last value of each."""
    chance, game, codes = random.Random(5), GAMES[key], list[str]()
    for n in (0, -1):
        options = {name: list(values)[n] for name, values in game.info.options.items()}
        position = game.start(**options)
        while position.result() is None and position.ply < 60:
            codes.append(position.encode())
            position = position.play(chance.choice(position.legal_moves()))
            assert position.flaw() is None
        codes.append(position.encode())
        assert position.chosen == options
    return [code for code in codes if len(code) <= LONGEST_CODE]


@pytest.mark.parametrize("key", GAMES)
def test_a_position_knows_every_option_with_which_the_game_began(key: str) -> None:
    usual = {name: next(iter(values)) for name, values in GAMES[key].info.options.items()}
    for name, values in GAMES[key].info.options.items():
        for value in values:
            assert GAMES[key].start(**{name: value}).chosen == {**usual, name: value}


@pytest.mark.parametrize("key", GAMES)
def test_every_position_of_a_game_can_be_set_up(key: str) -> None:
    for code in positions(key):
        position = set_up(GAMES[key], code)
        assert position.encode() == code
        assert opening(GAMES[key], {}, code) == position


@pytest.mark.parametrize("key", GAMES)
def test_the_code_of_another_game_is_told_from_a_wrong_one(key: str) -> None:
    others = (name for name in GAMES if name not in {key, "brain_coral", "branching_coral"})
    code, other = positions(key)[9], next(others)
    with pytest.raises(Refusal) as refused:
        set_up(GAMES[other], code)
    told = refused.value.said()
    assert told.startswith("This position is from ")
    assert GAMES[key].info.name in told
    assert told.endswith(f", not {GAMES[other].info.name}.")


@cache
def known_of(key: str) -> list[str]:
    """Some codes of positions that can be set up."""
    return positions(key)[::7]


IMPOSSIBLE = {
    "konane": ["", "x 2", "BW/WB 0", "WBWBWBWB/" * 8 + " 99", "B" * 7000],
    "squalma": ["0 0 " + "/".join([",".join("B" * 8)] * 8), "0 99999999999999999999 x"],
    "kings_convoy": ["always 0 A169", "always 4 " + "A" * 100 + "K68", "empty 2 A5K163"],
    "brain_coral": ["limping 5 1 x", "x"],
    "coral_clash": ["text 4 " + "/".join(["8"] * 8)],
}


@pytest.mark.parametrize(("key", "code"), [(key, code) for key, codes in IMPOSSIBLE.items() for code in codes])
def test_an_impossible_position_is_refused(key: str, code: str) -> None:
    with pytest.raises(Refusal, match=r"not a .* position|at most 6000 characters"):
        set_up(GAMES[key], code)


def test_a_board_of_a_size_that_nobody_can_choose_is_refused() -> None:
    with pytest.raises(Refusal, match="not a Konane position"):
        set_up(Konane, "BWBW/WBWB/B.BW/WB.B 2")


@pytest.mark.parametrize("key", share(2, ((key,) for key in GAMES)))
@given(data=st.data())
def test_a_damaged_code_is_refused_or_a_position_that_can_be_played(key: str, data: st.DataObject) -> None:
    code = data.draw(st.sampled_from(known_of(key)))
    at = data.draw(st.integers(0, len(code)))
    piece = data.draw(st.one_of(st.text(max_size=3), st.sampled_from(["9", "0", "K", "B", "W", ".", "/", " ", code])))
    damaged = code[:at] + piece + code[at + data.draw(st.integers(0, 3)) :]
    position, refused = None, ""
    try:
        position = set_up(GAMES[key], damaged)
    except Refusal as refusal:
        refused = refusal.said()
    assert len(refused) < 200
    if position is not None:
        moves = position.legal_moves()
        assert bool(moves) == (position.result() is None)
        for move in moves[:3]:
            assert position.parse(position.format(move)) == move
            position.play(move).result()
        assert position.diagram()
