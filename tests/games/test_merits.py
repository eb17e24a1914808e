"""The merit of a move: a reason for it that the board shows."""

import random

import pytest

from games import GAMES, merit
from games.base import Position
from games.kings_convoy import KingsConvoy
from games.squalma import SquAlma
from puzzles import collection
from tests.games.lines import playthroughs


@pytest.mark.parametrize("key", GAMES)
def test_every_move_of_a_random_game_has_a_reason_in_words_or_none(key: str) -> None:
    chance, position = random.Random(4), GAMES[key].start()
    messages = set()
    for _ in range(40):
        if position.result() is not None:
            break
        move = chance.choice(position.legal_moves())
        reason = merit(position, move)
        if reason is not None:
            assert "{" not in str(reason)
            messages.add(reason.message)
        position = position.play(move)
    if GAMES[key].gain is not Position.gain:
        assert messages


@pytest.mark.parametrize("key", ["konane", "squalma", "kings_convoy"])
def test_a_move_that_wins_says_so(key: str) -> None:
    for line in playthroughs(key):
        position = GAMES[key].start(**line.options)
        for text in line.moves[:-1]:
            position = position.play(position.parse(text))
        last = position.parse(line.moves[-1])
        result = position.play(last).result()
        if result is not None and result.winner == position.turn:
            assert str(merit(position, last)) == "it wins at once"
            return
    pytest.fail("no kept game ends with a winning move")


@pytest.mark.parametrize(
    ("key", "played", "move", "reason"),
    [
        ("kings_convoy", "", "e1-c1", "it guards the corner a1: 1 of the 3 boats that close it is there"),
        ("kings_convoy", "e1-c1 g6-h6", "a5-a3", "it guards the corner a1: 2 of the 3 boats that close it are there"),
        ("branching_coral", "h4 c2 g5 c4", "c3", "your opponent could join 2 groups there"),
    ],
)
def test_a_reason_is_a_plain_sentence(key: str, played: str, move: str, reason: str) -> None:
    position = GAMES[key].start()
    for text in played.split():
        position = position.play(position.parse(text))
    assert str(merit(position, position.parse(move))) == reason


def test_several_threats_are_counted() -> None:
    position = SquAlma.decode(collection.puzzle(6).position)
    passed = position.play(position.parse("d4-d7")).after_null_move()
    assert passed is not None
    wins = [move for move in passed.legal_moves() if (end := passed.play(move).result()) and end.winner == passed.turn]
    assert len(wins) == 3
    told = "it threatens to win at once in 3 ways, such as c3-c6"
    assert str(merit(position, position.parse("d4-d7"))) == told


@pytest.mark.parametrize("game", [KingsConvoy, SquAlma])
def test_a_side_that_passes_leaves_the_board_as_it_is(game: type[KingsConvoy | SquAlma]) -> None:
    position = game.start()
    passed = position.after_null_move()
    assert passed is not None
    assert passed.turn != position.turn
    assert passed.diagram() == position.diagram()
