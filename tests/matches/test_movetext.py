"""Moves as text: variations in brackets are read and written, and broken texts are refused."""

import random
import re

import pytest

from games import GAMES
from matches.checking import every_position
from matches.errors import Refusal
from matches.movetext import MAIN, MOST_LINES, MOST_MOVES, Line
from matches.notation import Record, read, write
from matches.studies import Study, play_move

HEAD = '[Tidepool "1"] [Game "konane"] [Rules "1"] [Options "size=6"] '


def lines(moves: str) -> dict[int, Line]:
    return dict(read(HEAD + moves).lines)


def test_a_line_replaces_the_move_before_it_or_goes_on_at_the_end() -> None:
    assert lines("1. d3 2. c3 (2. d4 3. b3) 3. e3 (4. x (5. y)) *") == {
        1: Line(MAIN, 1, ["d4", "b3"]),
        2: Line(MAIN, 3, ["x"]),
        3: Line(2, 4, ["y"]),
    }
    assert lines("(1. d3) (1. c4) *") == {1: Line(MAIN, 0, ["d3"]), 2: Line(MAIN, 0, ["c4"])}


def test_a_line_in_place_of_the_first_move_of_a_line_leaves_the_same_one() -> None:
    assert lines("1. d3 2. c3 (2. d4 (2. e3) 3. b3) *") == {
        1: Line(MAIN, 1, ["d4", "b3"]),
        2: Line(MAIN, 1, ["e3"]),
    }


def test_lines_have_the_numbers_in_whose_order_they_are_written() -> None:
    text = "1. d3 2. c3 (3. x) (2. d4) (2. e3 (2. f3 3. g) 3. h (3. i)) *"
    record = read(HEAD + text)
    assert read(write(record)) == record
    assert [line.moves for line in record.lines.values()] == [["d4"], ["e3", "h"], ["i"], ["f3", "g"], ["x"]]


BROKEN = {
    "1. d3 (2. c3 *": "The bracket before move 2 is not closed.",
    "1. d3 (2. c3 1-0) *": "more text after the result 1-0",
    "1. d3 ) *": "Expected move 2 or the result, but found “) *”.",
    "1. d3 (2. c3)) *": "move 2 or the result, but found “) *”",
    "1. d3 () *": "move 2 or the result, but found “() *”",
    "1. d3 (c3) *": "move 2 or the result, but found “(c3) *”",
    "1. d3 (3. c3) *": "after move 1 must start with move 1 or 2, not 3",
    "1. d3 (0. c3) *": "after move 1 must start with move 1 or 2, not 0",
    "(0. c3) *": "after move 0 must start",
    "1. d3 (2. c3) 2. c3 *": "Expected move 2 or the result",
    "1. d3 (2. c3 (3. x) 3. y) *": "Expected move 3 or the result",
    "1. d3 (2. c3 {2026-01-31T12:10:00Z}) *": "Expected move 3 or the result",
    "1. d3 (1. c3 " + "(" * 10_000: "Expected move 2 or the result",
    "1. d3 " + "(2. c3 (3. d3 " * 10_000: "must start with",
    "1. d3 " + "(1. c3) " * (MOST_LINES + 1) + "*": "at most 20 variations",
    "".join(f"({n}. c3 " for n in range(1, 10_000)): "at most 20 variations",
    "1. d3 (1. c3 " + "".join(f"{n}. d3 " for n in range(2, MOST_MOVES + 2)) + ") *": "at most 5000 moves",
}


@pytest.mark.parametrize("moves", BROKEN, ids=lambda text: text[:40])
def test_what_is_broken_is_refused(moves: str) -> None:
    with pytest.raises(Refusal, match=re.escape(BROKEN[moves])) as refused:
        read(HEAD + moves)
    assert len(refused.value.said()) < 200


@pytest.mark.parametrize("game", GAMES)
def test_a_study_that_branches_is_written_and_read_again(game: str) -> None:
    for seed in range(6):
        chance = random.Random(seed)
        study = Study(1, 1, Record(game, {}, 1, ("A", "B"), result="*" if seed % 2 else "1-0"), 0)
        line = ply = 0
        for _ in range(60):
            if chance.random() < 0.3:
                line = chance.choice([MAIN, *study.lines])
                ply = chance.randint(0, len(study.moves(line)))
            position = GAMES[game].start()
            for move in study.moves(line)[:ply]:
                position = position.play(position.parse(move.text))
            if position.result() is not None:
                continue
            text = position.format(chance.choice(position.legal_moves()))
            try:
                study, line = play_move(study, line, ply, text)
            except Refusal:
                continue
            ply += 1
        assert len(study.lines) > 3
        text = write(study.whole)
        again = read(text)
        assert write(again) == text
        assert courses(again) == courses(study.whole)
        assert len(list(every_position(again))) == 1 + study.size


def courses(record: Record) -> set[tuple[str, ...]]:
    """The moves of every line from the start."""
    study = Study(1, 1, record, 0, record.lines)
    return {tuple(move.text for move in study.moves(number)) for number in (MAIN, *record.lines)}
