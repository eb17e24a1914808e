"""The collection: each puzzle can be read, its solution can be played, and a plain search over the rules agrees."""

import json
from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games import GAMES, Position
from players.general import wins
from puzzles import collection
from puzzles.collection import FILE, Puzzle

LARGEST = 600_000
"""The most bytes of the file."""
ALL = [collection.puzzle(number) for number in range(1, collection.count() + 1)]


def test_each_puzzle_has_its_number_for_its_game() -> None:
    assert [collection.puzzle(number).game for number in range(1, collection.count() + 1)] == [one.game for one in ALL]
    for game in GAMES:
        numbers = collection.numbers_of(game)
        assert numbers
        assert all(ALL[number - 1].game == game for number in numbers)
    assert sum(len(collection.numbers_of(game)) for game in GAMES) == collection.count()
    for number in (0, -1, collection.count() + 1):
        with pytest.raises(IndexError):
            collection.puzzle(number)


def test_the_file_is_small_and_has_each_position_once() -> None:
    assert FILE.stat().st_size <= LARGEST
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert [Puzzle(**json.loads(line)).written() for line in lines] == lines
    assert max(Counter((one.game, one.position) for one in ALL).values()) == 1


def test_each_solution_wins_by_the_rules() -> None:
    for one in ALL:
        position = one.board()
        assert position.encode() == one.position
        assert position.possible()
        winner = position.turn
        legal = {position.format(move): move for move in position.legal_moves()}
        assert len(legal) >= (5 if one.kind == "only" else 10), one
        assert not any(wins(position, move) for move in legal.values()), "a win in one move is no puzzle"
        assert set(one.answers) <= legal.keys()
        assert one.line[0] == one.answers[0]
        for answer, reply in one.replies.items():
            assert answer in legal.keys() - set(one.answers)
            after = position.play(legal[answer])
            assert reply in map(after.format, after.legal_moves())
        for text in one.line:
            position = position.play(position.parse(text))
        result = position.result()
        assert result is not None
        assert (result.winner, len(one.line), one.stars in {1, 2, 3}) == (winner, one.plies, True), one
        if one.game == "coral_clash":
            assert result.key == "checkmate"


def test_no_solution_stands_twice_a_few_plies_apart() -> None:
    for game in GAMES:
        puzzles = [collection.puzzle(number) for number in collection.numbers_of(game)]
        for one, other in pairwise(puzzles):
            assert (one.line[0], one.line[-1]) != (other.line[0], other.line[-1]), (one, other)


class Plain:
    """A search over the rules alone, without an engine of ours: whether the side to move can force a win."""

    def __init__(self, replies: dict[str, str]) -> None:
        self._known: dict[tuple[str, int], bool] = {}
        self._replies = replies
        """The replies that the puzzle knows, which are tried first."""

    def wins(self, position: Position[Any], plies: int) -> bool:
        """Whether the side to move wins in at most this many plies."""
        key = position.encode(), plies
        if key not in self._known:
            self._known[key] = any(self.wins_by(position, move, plies) for move in self.ordered(position))
        return self._known[key]

    def ordered(self, position: Position[Any]) -> list[Any]:
        """The legal moves, those that win at once first."""
        return sorted(position.legal_moves(), key=lambda move: not wins(position, move))

    def wins_by(self, position: Position[Any], move: Any, plies: int) -> bool:
        """Whether this move wins in at most this many plies, whatever the opponent does."""
        after = position.play(move)
        if result := after.result():
            return result.winner == position.turn
        if plies <= 2:
            return False
        known = self._replies.get(position.format(move))
        replies = sorted(after.legal_moves(), key=lambda reply: after.format(reply) != known)
        for reply in replies:
            then = after.play(reply)
            if result := then.result():
                if result.winner != position.turn:
                    return False
            elif not self.wins(then, plies - 2):
                return False
        return True


@cache
def _sample(game: str) -> list[int]:
    """The numbers of a game's puzzles in a random order, those that are quickly searched first."""
    numbers = list(collection.numbers_of(game))
    Random(game).shuffle(numbers)
    return sorted(numbers, key=lambda number: ALL[number - 1].plies)


def searched(game: str, places: range) -> None:
    for number in [_sample(game)[place] for place in places if place < len(_sample(game))]:
        one = ALL[number - 1]
        position, plain = one.board(), Plain(dict(one.replies))
        plies = one.plies if one.kind == "fastest" else 99
        right = [move for move in position.legal_moves() if plain.wins_by(position, move, plies)]
        assert sorted(map(position.format, right)) == sorted(one.answers), (number, one)


@pytest.mark.parametrize("game", GAMES)
def test_a_plain_search_finds_the_same_answer(game: str) -> None:
    searched(game, range(1))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_plain_search_finds_the_same_answers(game: str) -> None:
    searched(game, range(1, 6))
