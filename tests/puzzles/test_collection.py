"""The collection: each puzzle can be read, its solution can be played, and a plain search over the rules agrees."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import combinations
from math import inf
from random import Random
from typing import Any

import pytest

from games import GAMES, Position
from games.kings_convoy.board import ATTACKERS, DEFENDERS
from players.general import wins
from puzzles import collection
from puzzles.collection import FILE, Kind, Puzzle
from puzzles.dull import RULES, dull
from tests.support.shares import share

LEAST = 700
LEAST_OF_A_GAME = 60
LEAST_OF_A_SIDE = 50
"""The fewest puzzles for each side of King's Convoy, whose matches rarely end with the king's capture."""
LARGEST = 600_000
"""The most bytes of the file."""
ALIKE = 0.85
"""The share of the text that two positions a few plies apart have in common; other positions have less than 0.8."""
UNLIMITED = 99
"""More plies than any puzzle's game has left."""
SOME: Mapping[Kind, tuple[int, float]] = {"only": (3, inf), "fastest": (1, 300)}
"""How many puzzles of a game `make test` proves, and the most `work` of each: by kind."""
MORE: Mapping[Kind, tuple[int, float]] = {"only": (15, inf), "fastest": (3, 3000)}
"""The same for `make test-all`."""
ALL = [collection.puzzle(number) for number in range(1, collection.count() + 1)]


def test_each_puzzle_has_its_number_for_its_game() -> None:
    assert [collection.puzzle(number).game for number in range(1, collection.count() + 1)] == [one.game for one in ALL]
    for game in GAMES:
        numbers = [number for number, puzzle in enumerate(ALL, 1) if puzzle.game == game and not puzzle.retired]
        assert numbers
        assert collection.active_numbers(game) == numbers
    assert collection.active_numbers() == sorted(number for game in GAMES for number in collection.active_numbers(game))
    for number in (0, -1, collection.count() + 1):
        with pytest.raises(IndexError):
            collection.puzzle(number)


def test_there_are_enough_puzzles_of_each_game() -> None:
    assert len(collection.active_numbers()) >= LEAST
    assert all(len(collection.active_numbers(game)) >= LEAST_OF_A_GAME for game in GAMES)


def test_both_sides_of_kings_convoy_have_puzzles() -> None:
    turns = Counter(collection.puzzle(number).board().turn for number in collection.active_numbers("kings_convoy"))
    assert min(turns[ATTACKERS], turns[DEFENDERS]) >= LEAST_OF_A_SIDE


def test_a_retired_puzzle_keeps_its_number_and_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [replace(puzzle, retired=puzzle.game == "konane").to_line() for puzzle in ALL]
    monkeypatch.setattr(collection, "_lines", lambda: lines)
    offered, read = collection.active_numbers.__wrapped__, collection.puzzle.__wrapped__
    assert offered("konane") == []
    assert offered() == [number for number, puzzle in enumerate(ALL, 1) if puzzle.game != "konane"]
    assert [replace(read(number), retired=ALL[number - 1].retired) for number in range(1, len(ALL) + 1)] == ALL


def test_exactly_the_dull_puzzles_and_repeated_solutions_are_retired() -> None:
    retired, solutions = list[Puzzle](), set[tuple[str, ...]]()
    for puzzle in ALL:
        solution = (puzzle.game, *puzzle.line)
        if dull(puzzle) or solution in solutions:
            retired.append(puzzle)
        else:
            solutions.add(solution)
    assert {puzzle.game for puzzle in ALL if dull(puzzle)} == set(RULES)
    assert [puzzle for puzzle in ALL if puzzle.retired] == retired


def test_the_file_is_small_and_has_each_position_once() -> None:
    assert FILE.stat().st_size <= LARGEST
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert [Puzzle(**json.loads(line)).to_line() for line in lines] == lines
    assert max(Counter((one.game, one.position) for one in ALL).values()) == 1


@pytest.mark.parametrize("first", share(4, zip(range(4))))
def test_each_solution_wins_by_the_rules(first: int) -> None:
    for one in ALL[first::4]:
        position = one.board()
        assert position.encode() == one.position
        assert position.flaw() is None
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


def test_no_two_puzzles_have_the_same_answer_on_nearly_the_same_board() -> None:
    for puzzle, other in combinations(ALL, 2):
        if puzzle.game == other.game and puzzle.answers[0] == other.answers[0]:
            likeness = SequenceMatcher(None, puzzle.position, other.position, autojunk=False).ratio()
            assert likeness < ALIKE, (puzzle, other)


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


def proven(puzzle: Puzzle) -> None:
    """Prove the puzzle by the rules: which first moves are right, and that each reply refutes its move."""
    position, plain = puzzle.board(), Plain(dict(puzzle.replies))
    plies = puzzle.plies if puzzle.kind == "fastest" else UNLIMITED
    moves = {position.format(move): move for move in position.legal_moves()}
    right = [text for text, move in moves.items() if plain.wins_by(position, move, plies)]
    assert sorted(right) == sorted(puzzle.answers), puzzle
    for text, reply in puzzle.replies.items():
        after = position.play(moves[text])
        refutation = after.parse(reply)
        if puzzle.kind == "only":
            assert plain.wins_by(after, refutation, UNLIMITED), (puzzle, text)
        else:
            then = after.play(refutation)
            result = then.result()
            lost = result is not None and result.winner == position.turn
            assert not lost, (puzzle, text)
            assert result or not plain.wins(then, plies - 2), (puzzle, text)


def work(puzzle: Puzzle) -> int:
    """About how long the plain search takes: 6000 is some ten seconds."""
    return int(len(puzzle.board().legal_moves()) ** (puzzle.plies // 2))


def sample(game: str, sizes: Mapping[Kind, tuple[int, float]]) -> list[Puzzle]:
    """Random puzzles of a game: how many at most, and how much work each, depends on their kind."""
    puzzles = [ALL[number - 1] for number in collection.active_numbers(game)]
    most, longest = sizes[puzzles[0].kind]
    quick = [puzzle for puzzle in puzzles if work(puzzle) <= longest]
    return Random(game).sample(quick, min(most, len(quick)))


@pytest.mark.parametrize("game", share(2, zip(GAMES)))
def test_a_plain_search_proves_some_puzzles(game: str) -> None:
    for puzzle in sample(game, SOME):
        proven(puzzle)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_plain_search_proves_more_puzzles(game: str) -> None:
    for puzzle in sample(game, MORE):
        proven(puzzle)
