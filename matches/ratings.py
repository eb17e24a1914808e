"""Glicko-2 ratings, updated after each match.

The formulas and their names are those of Mark E. Glickman, "Example of the Glicko-2 system"
(http://www.glicko.net/glicko/glicko2.pdf). As on Lichess, each match is a rating period of its own, and the time since
the previous one counts in fractions of a period, so ratings change at once and become less certain with inactivity.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt
from typing import Self

from games import Seat
from language import Sentence
from matches.timecontrol import DAY

SCALE = 173.7178
"""The number of displayed points per unit of Glicko-2's internal scale."""
TAU = 0.5
"""The system constant, which limits changes of the volatility."""
EPSILON = 0.000001
"""The convergence tolerance for the volatility."""
PERIOD = DAY / 0.21436
"""The length of a rating period in seconds, chosen so that a deviation of 60 grows to 110 in a year."""
LEAST_DEVIATION = 45.0
"""The smallest deviation, so that every match still changes the rating a little."""
MOST_DEVIATION = 350.0
"""The largest deviation, which is that of a newcomer."""
VOLATILITIES = (0.0001, 1.0)
"""The smallest and the largest volatility. Real volatilities stay close to the initial 0.06."""
LARGEST_GAP = 35.0
"""The largest rating difference that counts, on Glicko-2's scale (about 6,000 points). It keeps `exp` in range."""
PROVISIONAL = 110
"""The deviation above which ratings are called uncertain."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's rating in one game at one time."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION
    """The rating's uncertainty: in 95 % of cases, the true strength lies within two deviations."""
    volatility: float = 0.06
    at: int = 0
    """When the last rated match ended, in UTC seconds, or 0 before the first."""
    matches: int = 0

    def check_bounds(self) -> Self:
        """Return this rating if it is within bounds, or else raise ValueError.

        Out of bounds, the formulas may fail.
        """
        least, most = VOLATILITIES
        if not (LEAST_DEVIATION <= self.deviation <= MOST_DEVIATION and least <= self.volatility <= most):
            raise ValueError(f"impossible: {self!r}")
        return self

    @property
    def provisional(self) -> bool:
        """Whether the rating is still too uncertain to rely on."""
        return self.deviation > PROVISIONAL

    def __str__(self) -> str:
        return f"{self.rating:.0f}"

    @property
    def told(self) -> Sentence:
        """The rating in words, such as `1534` or `1500, still uncertain`."""
        if self.provisional:
            return Sentence("{rating}, still uncertain", {"rating": str(self)})
        return Sentence("{rating}", {"rating": str(self)})


NEWCOMER = Rating()


def age_rating(rating: Rating, now: int) -> Rating:
    """Return a rating as of `now`. The deviation grows during inactivity."""
    grown = _grown(rating.deviation / SCALE, rating.volatility, _periods(rating, now)) * SCALE
    return replace(rating, deviation=_within_bounds(grown))


def rate_match(first: Rating, second: Rating, winner: Seat | None, now: int) -> tuple[Rating, Rating]:
    """Return both players' ratings after a match that ended at `now`. A `winner` of None means a draw."""
    score = 0.5 if winner is None else float(winner == 0)
    return _after(first, age_rating(second, now), score, now), _after(second, age_rating(first, now), 1 - score, now)


def rate(player: Rating, results: Sequence[tuple[Rating, float]], periods: float = 1.0) -> Rating:
    """Return a rating after one rating period. Each result is the opponent's rating and the player's score (1, ½ or 0).

    `periods` is the elapsed time in rating periods. If there are no results, only the deviation grows.
    """
    mu, phi, sigma = (player.rating - 1500) / SCALE, player.deviation / SCALE, player.volatility
    if not results:
        return replace(player, deviation=_grown(phi, sigma, periods) * SCALE)
    information, surprise = 0.0, 0.0
    for opponent, score in results:
        weight = _g(opponent.deviation / SCALE)
        apart = weight * (mu - (opponent.rating - 1500) / SCALE)
        expected = 1 / (1 + exp(-max(-LARGEST_GAP, min(apart, LARGEST_GAP))))
        information += weight * weight * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information
    sigma = _volatility(phi, sigma, variance, variance * surprise)
    phi = 1 / sqrt(1 / _grown(phi, sigma, periods) ** 2 + information)
    mu += phi * phi * surprise
    return Rating(mu * SCALE + 1500, phi * SCALE, sigma, player.at, player.matches)


def _after(player: Rating, opponent: Rating, score: float, now: int) -> Rating:
    rated = rate(player, [(opponent, score)], _periods(player, now))
    deviation = _within_bounds(rated.deviation)
    return Rating(rated.rating, deviation, rated.volatility, now, player.matches + 1)


def _periods(rating: Rating, now: int) -> float:
    """Return how many rating periods have passed since the last match, or 0 if the system clock was set back."""
    return max(0, now - rating.at) / PERIOD if rating.matches else 0.0


def _within_bounds(deviation: float) -> float:
    return min(max(deviation, LEAST_DEVIATION), MOST_DEVIATION)


def _grown(phi: float, sigma: float, periods: float) -> float:
    """Return a deviation after it has grown for this many rating periods of inactivity."""
    return sqrt(phi * phi + periods * sigma * sigma)


def _g(phi: float) -> float:
    """Return Glickman's g(φ): the weight of a result against an opponent with this deviation."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility (step 5 of Glickman's paper), from a root found by the Illinois algorithm."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        square = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - square) / (2 * square * square) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > EPSILON:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
