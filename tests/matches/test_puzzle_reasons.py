"""What is said of a puzzle's right move: why it is right, and how its line ends."""

import pytest

from games import GAMES
from matches.puzzles import Answer, Attempt, explain
from puzzles import collection

REASONS = {
    15: "it threatens a8-a6, which would win at once",
    6: "it threatens to win at once in 3 ways, such as c3-c6",
    3: "it gives check to the enemy Whale",
    66: "it threatens k13-m13, which would win at once",
    7: "it joins 2 groups of yours to one of 12 stones",
    196: "it lifts 1 enemy stone",
    5: "it leaves your opponent 4 jumps instead of 5",
}


@pytest.mark.parametrize(("number", "reason"), REASONS.items())
def test_a_right_move_is_explained_by_what_only_it_achieves(number: int, reason: str) -> None:
    puzzle = collection.puzzle(number)
    assert str(explain(puzzle, puzzle.answers[0])) == reason


@pytest.mark.parametrize("number", [10, 1, 314, 72])
def test_nothing_is_said_where_other_moves_achieve_the_same_or_nothing_is_forced(number: int) -> None:
    puzzle = collection.puzzle(number)
    assert puzzle.board().gain(puzzle.board().parse(puzzle.answers[0])) is not None
    assert explain(puzzle, puzzle.answers[0]) is None


@pytest.mark.parametrize("game", [game for game in GAMES if collection.active_numbers(game)])
def test_a_right_answer_says_how_its_line_ends_in_every_game(game: str) -> None:
    number = collection.active_numbers(game)[0]
    puzzle = collection.puzzle(number)
    right = Answer(puzzle, Attempt(1, number, 1), puzzle.answers[0], right=True).response()
    (solved, *why), (course,) = right.said
    assert "is right" in str(solved)
    reason = explain(puzzle, puzzle.answers[0])
    assert [str(sentence) for sentence in why] == ([] if reason is None else [f"Why: {reason}."])
    end = puzzle.board()
    for text in right.line:
        end = end.play(end.parse(text))
    result = end.result()
    assert result is not None
    assert str(course).endswith(f". {result.sentence(end.info.seats)}.")
