"""Which puzzle fits a person, and when one that they missed comes again."""

from dataclasses import replace
from random import Random

import pytest

from games import FIRST_GAME
from matches.puzzle_ratings import (
    AGAIN,
    BY_STARS,
    FIRST_EASY,
    Practised,
    nearest,
    next_candidates,
    schedule_missed,
    schedule_repeat,
)
from matches.puzzles import FIRST_DAY, RESERVED, number_of_day, numbers_shown
from matches.ratings import NEWCOMER, Rating
from matches.timecontrol import DAY
from puzzles import collection

EXPERIENCED = frozenset(sorted(collection.stars(FIRST_GAME))[:FIRST_EASY])
"""The puzzles that somebody has solved who is no beginner any more."""


def drawn(practised: Practised, day: int, game: str | None = None, after: int = 0, seed: int = 1) -> int | None:
    """The number of the puzzle that this person gets."""
    choice = next_candidates(practised, day, game, after)
    return nearest(choice[1], choice[0], practised, {}, Random(seed)) if choice is not None else None


def test_a_beginner_begins_with_one_star_of_the_first_game() -> None:
    practised = Practised()
    for _ in range(FIRST_EASY):
        number = drawn(practised, FIRST_DAY)
        assert number is not None
        assert (collection.puzzle(number).game, collection.puzzle(number).stars) == (FIRST_GAME, 1)
        practised = Practised({*practised.solved, number}, {*practised.tried, number})
    number = drawn(practised, FIRST_DAY, "squalma")
    assert number is not None
    assert collection.puzzle(number).game == "squalma"


def test_the_first_puzzles_are_of_the_game_played_last() -> None:
    number = drawn(Practised(first="coral_clash"), FIRST_DAY)
    assert number is not None
    assert collection.puzzle(number).game == "coral_clash"
    assert collection.puzzle(number).stars == 1


@pytest.mark.parametrize("game", sorted(collection.games()))
def test_the_first_puzzle_of_a_game_has_the_fewest_stars_that_are_left(game: str) -> None:
    """Somebody who has solved puzzles of other games is a newcomer in this one."""
    (_, numbers) = next_candidates(Practised(EXPERIENCED, EXPERIENCED), FIRST_DAY, game) or ("", [])
    number = drawn(Practised(EXPERIENCED, EXPERIENCED), FIRST_DAY, game)
    assert number is not None
    fewest = sorted(collection.puzzle(other).stars for other in numbers)[:5]
    assert collection.puzzle(number).stars in fewest


@pytest.mark.parametrize("stars", [1, 2, 3])
def test_puzzles_are_near_the_rating(stars: int) -> None:
    practised = Practised(EXPERIENCED, EXPERIENCED, {"brain_coral": replace(BY_STARS[stars], at=1, matches=1)})
    for seed in range(20):
        number = drawn(practised, FIRST_DAY, "brain_coral", seed=seed)
        assert number is not None
        assert collection.puzzle(number).stars == stars


def test_a_puzzle_that_everybody_misses_comes_to_those_with_high_ratings() -> None:
    _, numbers = next_candidates(Practised(EXPERIENCED, EXPERIENCED), FIRST_DAY, "brain_coral") or ("", [])
    hard = next(number for number in numbers if collection.puzzle(number).stars == 1)
    strong = Practised(ratings={"brain_coral": Rating(2600)})
    strengths = {hard: Rating(2600, 60, matches=40)}
    found = {nearest(numbers, "brain_coral", strong, strengths, Random(seed)) for seed in range(60)}
    assert hard in found
    assert hard not in {nearest(numbers, "brain_coral", Practised(), strengths, Random(seed)) for seed in range(60)}


def test_the_game_that_was_practised_least_lately_comes_next() -> None:
    games = sorted(collection.games())
    ratings = {game: Rating(at=1000 - place, matches=1) for place, game in enumerate(games)}
    practised = Practised(EXPERIENCED, EXPERIENCED, ratings)
    assert practised.games() == games[::-1]
    met, number = [], 0
    for _ in games:  # each puzzle is left aside
        number = drawn(practised, FIRST_DAY, after=number) or 0
        met.append(collection.puzzle(number).game)
    assert met == games[::-1]
    del ratings[games[0]]
    assert practised.games()[0] == games[0]


def test_a_puzzle_that_was_left_aside_does_not_come_at_once() -> None:
    practised = Practised(EXPERIENCED, EXPERIENCED)
    for seed in range(20):
        number = drawn(practised, FIRST_DAY, "konane", seed=seed)
        assert number is not None
        assert drawn(practised, FIRST_DAY, "konane", number, seed) != number


@pytest.mark.parametrize("game", [None, "brain_coral"])
def test_a_person_who_solves_one_puzzle_a_day_meets_none_of_them_as_the_puzzle_of_the_day(game: str | None) -> None:
    """Of a single game, only until the days have taken the rest of its puzzles."""
    days = range(FIRST_DAY, FIRST_DAY + (RESERVED if game is None else 25))
    practised, met, ratings = Practised(), set[int](), dict[str, Rating]()
    for day in days:
        number = drawn(practised, day, game)
        assert number is not None
        assert number not in {*practised.tried} | numbers_shown(day)
        ratings[collection.puzzle(number).game] = replace(NEWCOMER, at=day, matches=1)
        tried = {*practised.tried, number}
        practised = Practised(tried, tried, ratings)
        met.add(number_of_day(day))
    assert met.isdisjoint(practised.tried)


def test_what_was_tried_comes_after_what_was_not_and_every_puzzle_but_those_of_these_days_once() -> None:
    day, tried, solved = FIRST_DAY, set[int](), set[int]()
    while (number := drawn(Practised(solved | EXPERIENCED, tried), day)) not in tried:
        assert number is not None
        tried.add(number)
    reserved = {number_of_day(other) for other in range(FIRST_DAY, FIRST_DAY + RESERVED)}
    assert tried == {*collection.active_numbers()} - reserved - numbers_shown(day)
    solved = set[int](tried)
    while (number := drawn(Practised(solved, solved), day)) is not None:
        assert number not in solved
        solved.add(number)
    assert {*collection.active_numbers()} - solved == numbers_shown(day) & {*collection.active_numbers()}


def test_a_missed_puzzle_comes_after_a_day_a_week_and_a_month() -> None:
    repeat = schedule_missed(7, 12, 1000)
    waits = [repeat.at - 1000]
    while (following := schedule_repeat(repeat, repeat.at + 50, right=True)) is not None:
        waits.append(following.at - repeat.at - 50)
        repeat = following
    assert waits == [days * DAY for days in AGAIN]
    assert schedule_repeat(repeat, 5000, right=False) == schedule_missed(7, 12, 5000)
