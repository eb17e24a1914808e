"""Decides from the ratings of people and puzzles which puzzle suits a person, and when to repeat one they got wrong."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from games import FIRST_GAME
from matches.puzzles import FIRST_DAY, RESERVED, number_of_day, numbers_shown
from matches.ratings import NEWCOMER, Rating
from matches.timecontrol import DAY
from puzzles import collection

FIRST_EASY = 3
"""The number of puzzles with one star that a person must solve before other puzzles are offered."""
BY_STARS: Mapping[int, Rating] = {stars: Rating(NEWCOMER.rating + 300 * (stars - 1), 150.0) for stars in (1, 2, 3)}
"""The rating of a puzzle that nobody has tried, by its number of stars. A puzzle with one star suits a newcomer."""
NEAREST = 5
"""The number of puzzles near a person's rating from which the next one is drawn."""
AGAIN = (1, 7, 30)
"""The days until a puzzle is due again: first after a wrong answer, then after each right answer."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """A puzzle that a person got wrong and is to repeat."""

    person_id: int
    puzzle: int
    at: int
    """When it is due, in UTC seconds."""
    step: int = 0
    """The number of right answers since the last wrong one, which is an index into AGAIN."""


@dataclass(frozen=True, slots=True)
class Practised:
    """A person's results with puzzles."""

    solved: Collection[int] = ()
    tried: Collection[int] = ()
    """The puzzles that the person has tried, including those that they have solved."""
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    """The person's puzzle ratings, by game."""
    first: str = FIRST_GAME
    """The game to begin with, which is the one that the person played last."""

    def games(self) -> Sequence[str]:
        """Return the games with puzzles, least recently practised first."""
        order = sorted(collection.games(), key=lambda game: game != self.first)
        return sorted(order, key=lambda game: self.ratings[game].at if game in self.ratings else 0)


def schedule_missed(person_id: int, puzzle: int, now: int) -> Repeat:
    """Return when to repeat a puzzle that a person has just got wrong."""
    return Repeat(person_id, puzzle, now + AGAIN[0] * DAY)


def schedule_repeat(repeat: Repeat, now: int, *, right: bool) -> Repeat | None:
    """Return when to repeat a puzzle again after this repetition, or None if that is not needed."""
    if not right:
        return schedule_missed(repeat.person_id, repeat.puzzle, now)
    step = repeat.step + 1
    return Repeat(repeat.person_id, repeat.puzzle, now + AGAIN[step] * DAY, step) if step < len(AGAIN) else None


def next_candidates(
    practised: Practised, day: int, game: str | None = None, after: int = 0
) -> tuple[str, Sequence[int]] | None:
    """Return a game and those of its puzzles from which to draw the next one, or None if no puzzles are left.

    Unless the person chooses a game, it is the least recently practised one, and after a puzzle that was skipped
    (`after`) the next one in this order. Puzzles that the person has not tried come before those that they have not
    solved. A person who has solved fewer than FIRST_EASY gets puzzles with one star, of `first` unless they choose.
    Puzzles of the day from the last and the next RESERVED days come last, so that people who answer the posts in a
    server meet other puzzles here. Those that may be open in a server now are left out.
    """
    open_now = numbers_shown(day)
    reserved = {number_of_day(other) for other in range(max(FIRST_DAY, day - RESERVED), day + RESERVED)} | open_now
    games = [game] if game is not None else _from(practised.games(), after)
    if len(practised.solved) < FIRST_EASY:
        first = game or practised.first
        easy = [number for number, stars in collection.stars(first).items() if stars == 1]
        if numbers := _remaining(easy, {*practised.tried, *reserved}, after):
            return first, numbers
    for without in ({*practised.tried, *reserved}, {*practised.solved, *reserved}, {*practised.solved, *open_now}):
        for other in games:
            if numbers := _remaining(collection.active_numbers(other), without, after):
                return other, numbers
    return None


def nearest(
    numbers: Sequence[int], game: str, practised: Practised, strengths: Mapping[int, Rating], random: Random
) -> int:
    """Randomly choose one of the NEAREST puzzles rated closest to the person."""
    stars, mine = collection.stars(game), practised.ratings.get(game, NEWCOMER).rating
    apart = {number: abs(strengths.get(number, BY_STARS[stars[number]]).rating - mine) for number in numbers}
    shuffled = random.sample(numbers, len(numbers))
    return random.choice(sorted(shuffled, key=apart.__getitem__)[:NEAREST])


def _remaining(numbers: Iterable[int], without: Collection[int], after: int) -> Sequence[int]:
    """Return the sorted puzzle numbers not in `without`. Also leaves out `after`, unless it is the only one left."""
    left = {*numbers} - {*without}
    return sorted(left - {after} or left)


def _from(games: Sequence[str], after: int) -> Sequence[str]:
    """Return the games in the given order, rotated to start after the game to which puzzle `after` belongs."""
    place = next((place for place, game in enumerate(games, 1) if after in collection.active_numbers(game)), 0)
    return [*games[place:], *games[:place]]
