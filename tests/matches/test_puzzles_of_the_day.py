"""Which puzzle comes on which day, and how a streak is counted."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from games import GAMES
from matches.alarms import next_puzzle
from matches.puzzles import FIRST_DAY, number_of_day, streak
from matches.timecontrol import DAY, HOUR
from puzzles import collection


def test_each_day_has_another_game_and_no_puzzle_comes_again_soon() -> None:
    least = min(len(collection.offered(game)) for game in GAMES)
    days = range(FIRST_DAY, FIRST_DAY + least * len(GAMES))
    numbers = [number_of_day(day) for day in days]
    assert len(set(numbers)) == len(numbers)
    games = [collection.puzzle(number).game for number in numbers[:30]]
    assert all(game != before for before, game in pairwise(games))


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
