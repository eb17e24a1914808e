"""Which puzzle comes on which day, and how a streak is counted."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from games import GAMES
from matches.alarms import next_puzzle, next_weekly_post
from matches.hours import day_in
from matches.puzzles import FIRST_DAY, number_of_day, numbers_shown, streak, trap_of
from matches.timecontrol import DAY, HOUR
from puzzles import collection


def test_each_day_has_another_game_and_no_puzzle_comes_again_soon() -> None:
    least = min(len(collection.active_numbers(game)) for game in GAMES)
    days = range(FIRST_DAY, FIRST_DAY + least * len(GAMES))
    numbers = [number_of_day(day) for day in days]
    assert len(set(numbers)) == len(numbers)
    games = [collection.puzzle(number).game for number in numbers[:30]]
    assert all(game != before for before, game in pairwise(games))


@pytest.mark.parametrize(
    ("wrong", "trap"),
    [
        ([], None),
        (["a1"], None),
        (["a1", "a1"], "a1"),
        (["a1", "b1"], None),
        (["a1", "b1", "a1"], "a1"),
        (["a1", "a1", "b1", "b1"], None),
        (["a1", "a1", "b1", "c1"], None),
    ],
)
def test_most_missed_it_with_a_move_only_if_more_than_half_did(wrong: Sequence[str], trap: str | None) -> None:
    assert trap_of(wrong) == trap


@pytest.mark.parametrize(
    ("posts", "solved", "length"),
    [
        ([], [], 0),
        ([5], [], 0),
        ([5], [5], 1),
        ([5, 4, 3], [4, 3], 2),
        ([5, 4, 3], [5, 4], 2),
        ([5, 4, 3], [5, 3], 1),
        ([5, 4, 3], [3], 0),
        ([9, 4, 3], [9, 4, 3], 3),
    ],
)
def test_a_streak_counts_posts_and_the_open_one_once_it_is_solved(
    posts: Sequence[int], solved: Sequence[int], length: int
) -> None:
    assert streak(posts, set(solved)) == length


def test_servers_post_at_their_hour_spread_over_it() -> None:
    now = 20_800 * DAY
    servers = [number * 7_919 << 22 for number in range(10_000)]
    times = [next_puzzle(now, server, 8) for server in servers]
    assert {time // HOUR for time in times} == {now // HOUR + 8}
    a_second = [times.count(second) for second in range(now + 8 * HOUR, now + 8 * HOUR + 60)]
    assert max(a_second) <= 6
    assert all(next_puzzle(time, server, 8) == time + DAY for server, time in zip(servers[:20], times, strict=False))


def test_a_puzzle_comes_once_on_each_day_of_its_zone_at_the_hour_of_its_clocks() -> None:
    """Over a year with summer time, in zones on both sides of UTC whose posts come around midnight in UTC."""
    for name, hour in (("America/New_York", 20), ("Europe/Berlin", 1), ("Asia/Tokyo", 9), ("Pacific/Auckland", 12)):
        zone, server = ZoneInfo(name), 77 << 22
        at, days = 20_800 * DAY, list[int]()
        for _ in range(400):
            at = next_puzzle(at, server, hour, zone)
            assert datetime.fromtimestamp(at, zone).hour == hour
            days.append(day_in(zone, at))
            assert number_of_day(days[-1]) in numbers_shown(at // DAY)
        assert days == list(range(days[0], days[0] + 400))


def test_weekly_posts_come_on_monday_morning_of_the_zone() -> None:
    for name in ("UTC", "America/New_York", "Pacific/Auckland"):
        zone, at = ZoneInfo(name), 20_800 * DAY
        first = next_weekly_post(at, zone)
        for week in range(60):
            at = next_weekly_post(at, zone)
            assert f"{datetime.fromtimestamp(at, zone):%A %H:%M}" == "Monday 09:00"
            assert day_in(zone, at) == day_in(zone, first) + 7 * week
