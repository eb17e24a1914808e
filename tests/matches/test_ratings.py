"""Glicko-2: Glickman's published example, an independent implementation, and Lichess's additions."""

import math
import random
from dataclasses import dataclass

import pytest

from games import Seat
from matches.ratings import MOST_DEVIATION, NEWCOMER, PERIOD, SCALE, Rating, age_rating, rate, rate_match
from matches.timecontrol import DAY

YEAR = 365 * DAY


def test_glickmans_published_example() -> None:
    """The example of the paper with its player and three opponents, to the last printed digit.

    The paper rounds as it goes: it prints µ' = -0.2069, φ' = 0.8722 and σ' = 0.05999 (cut off, not rounded), and
    computes r' = 1464.06 and RD' = 151.52 from these. Unrounded, r' is 1464.0507.
    """
    player = Rating(1500, 200, 0.06)
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    rated = rate(player, results)
    mu, phi = round((rated.rating - 1500) / SCALE, 4), round(rated.deviation / SCALE, 4)
    assert (mu, phi) == (-0.2069, 0.8722)
    assert math.floor(rated.volatility * 100_000) == 5999
    assert f"{mu * SCALE + 1500:.2f}" == "1464.06"
    assert f"{phi * SCALE:.2f}" == f"{rated.deviation:.2f}" == "151.52"
    assert rated.rating == pytest.approx(1464.0506705393013, abs=0.000001)


def test_without_results_only_the_deviation_grows() -> None:
    """Step 6 of the paper, for somebody who did not play in the period."""
    rated = rate(Rating(1500, 200, 0.06), [])
    assert (rated.rating, rated.volatility) == (1500, 0.06)
    assert rated.deviation == pytest.approx(math.hypot(200, 0.06 * 173.7178))


@dataclass
class Plain:
    """A rating in an independent implementation: points and deviations on the scale of Glicko-1, which people read."""

    points: float = 1500.0
    spread: float = 350.0
    sigma: float = 0.06
    last: int | None = None


Q = math.log(10) / 400


def plain_update(player: Plain, points: float, spread: float, score: float, now: int) -> Plain:
    """Glicko-2 for one result, written from the paper on the scale of 400 points, with bisection for the volatility."""
    days = 0 if player.last is None else (now - player.last) / 86400
    scale = 1 / Q  # the paper rounds this to 173.7178
    g = 1 / math.sqrt(1 + 3 * (Q * spread) ** 2 / math.pi**2)
    expected = 1 / (1 + 10 ** (-g * (player.points - points) / 400))
    v = 1 / (g**2 * expected * (1 - expected))
    delta = v * g * (score - expected)
    phi2 = (player.spread / scale) ** 2

    def slope(s: float) -> float:
        """The derivative whose root is the logarithm of the new variance."""
        total = phi2 + v + math.exp(s)
        return math.exp(s) * (delta**2 - total) / (2 * total**2) - (s - math.log(player.sigma**2)) / 0.5**2

    low, high = -40.0, 10.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    sigma = math.exp(low / 2)
    aged2 = phi2 + sigma**2 * days * 0.21436
    phi = math.sqrt(1 / (1 / aged2 + 1 / v))
    moved = player.points + scale * phi**2 * g * (score - expected)
    return Plain(moved, min(max(phi * scale, 45), 350), sigma, now)


def plain_age(player: Plain, now: int) -> float:
    if player.last is None:
        return player.spread
    return min(350.0, math.sqrt(player.spread**2 + (player.sigma / Q) ** 2 * (now - player.last) / 86400 * 0.21436))


@pytest.mark.long
def test_ten_thousand_random_results_agree_with_an_independent_implementation() -> None:
    chance = random.Random(16)
    strength = [chance.gauss(1500, 300) for _ in range(40)]
    ours, theirs = [NEWCOMER] * 40, [Plain()] * 40
    now = 1_800_000_000
    for _ in range(10_000):
        now += chance.choice([0, 60, 3600, DAY, 3 * DAY])
        a, b = chance.sample(range(40), 2)
        expected = 1 / (1 + 10 ** ((strength[b] - strength[a]) / 400))
        winner: Seat | None = None if chance.random() < 0.1 else 0 if chance.random() < expected else 1
        score = 0.5 if winner is None else 1.0 - winner
        ours[a], ours[b] = rate_match(ours[a], ours[b], winner, now)
        first, second = theirs[a], theirs[b]
        theirs[a] = plain_update(first, second.points, plain_age(second, now), score, now)
        theirs[b] = plain_update(second, first.points, plain_age(first, now), 1 - score, now)
    for mine, plain in zip(ours, theirs, strict=True):
        assert mine.rating == pytest.approx(plain.points, abs=0.01)
        assert mine.deviation == pytest.approx(plain.spread, abs=0.01)
        assert mine.volatility == pytest.approx(plain.sigma, abs=0.00001)


def test_ratings_find_the_order_of_strength() -> None:
    chance = random.Random(3)
    strength = [1200, 1400, 1600, 1800]
    ratings = [NEWCOMER] * 4
    for number in range(600):
        a, b = chance.sample(range(4), 2)
        won = chance.random() < 1 / (1 + 10 ** ((strength[b] - strength[a]) / 400))
        ratings[a], ratings[b] = rate_match(ratings[a], ratings[b], 0 if won else 1, number * DAY)
    assert sorted(ratings, key=lambda rating: rating.rating) == ratings


def test_a_rating_is_provisional_at_first_and_again_after_a_year() -> None:
    assert NEWCOMER.provisional
    assert str(NEWCOMER.told) == "1500, still uncertain"
    settled = Rating(1623.4, 60, 0.06, at=0, matches=30)
    assert str(settled) == str(settled.told) == "1623"
    assert not age_rating(settled, YEAR - 10 * DAY).provisional
    assert str(age_rating(settled, YEAR + 10 * DAY).told) == "1623, still uncertain"
    assert age_rating(settled, 1000 * YEAR).deviation == MOST_DEVIATION


def test_idle_time_counts_in_fractions_of_a_period() -> None:
    player = Rating(1500, 80, 0.06, at=0, matches=9)
    assert age_rating(player, int(PERIOD)).deviation == pytest.approx(rate(player, []).deviation, abs=0.001)
    assert 80 < age_rating(player, DAY).deviation < age_rating(player, 2 * DAY).deviation


def test_however_far_apart_two_players_are_their_match_has_a_result() -> None:
    """Whoever always wins against whoever always loses comes thousands of points apart in the end."""
    strong, weak = Rating(9000, 60, 0.06, at=0, matches=900), Rating(-2000, 60, 0.06, at=0, matches=900)
    first, second = rate_match(strong, weak, 0, DAY)
    assert (first.rating, second.rating) == pytest.approx((9000, -2000), abs=0.001)
    first, second = rate_match(strong, weak, 1, DAY)
    assert 8950 < first.rating < 9000
    assert -2000 < second.rating < -1950


@pytest.mark.parametrize(
    ("rating", "possible"),
    [
        (NEWCOMER, True),
        (Rating(6500, 45, 0.055), True),
        (Rating(1500, 0), False),
        (Rating(1500, 351), False),
        (Rating(1500, 60, 0), False),
        (Rating(1500, 60, 2), False),
    ],
)
def test_which_ratings_there_can_be(rating: Rating, *, possible: bool) -> None:
    if possible:
        assert rating.check_bounds() == rating
    else:
        with pytest.raises(ValueError, match="impossible"):
            rating.check_bounds()


def test_a_clock_that_was_set_back_counts_as_no_time() -> None:
    player = Rating(1500, 80, 0.06, at=1000, matches=9)
    assert age_rating(player, 0) == player
    first, _ = rate_match(player, NEWCOMER, 0, 500)
    assert first.rating > 1500
