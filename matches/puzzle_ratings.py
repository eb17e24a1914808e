"""Ratings of people and puzzles: which puzzle fits a person, and when one that they missed comes again."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from games import FIRST_GAME
from matches.puzzles import FIRST_DAY, RESERVED, number_of_day, numbers_shown
from matches.ratings import NEWCOMER, Rating
from matches.timecontrol import DAY
from puzzles import collection

FIRST_EASY = 3
"""How many puzzles with one star a person must solve before others are offered."""
BY_STARS: Mapping[int, Rating] = {stars: Rating(NEWCOMER.rating + 300 * (stars - 1), 150.0) for stars in (1, 2, 3)}
"""The rating of a puzzle that nobody has tried, by its stars. One star suits a newcomer."""
NEAREST = 5
"""How many puzzles near a person's rating the next one is drawn from."""
AGAIN = (1, 7, 30)
"""After how many days a missed puzzle comes again, and after how many more each time it was right."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """A missed puzzle that a person will get again."""

    person_id: int
    puzzle: int
    at: int
    """When it comes again, in UTC seconds."""
    step: int = 0
    """How often it was right since it was missed; an index of AGAIN."""


@dataclass(frozen=True, slots=True)
class Practised:
    """What a person has done with puzzles."""

    solved: Collection[int] = ()
    tried: Collection[int] = ()
    """The puzzles that they have tried, those included that they have solved."""
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    """Their puzzle ratings, by game."""

    def games(self) -> Sequence[str]:
        """Return the games with puzzles, the least recently practised one first."""
        order = sorted(collection.games(), key=lambda game: game != FIRST_GAME)
        return sorted(order, key=lambda game: self.ratings[game].at if game in self.ratings else 0)


def missed(person_id: int, puzzle: int, now: int) -> Repeat:
    """Return when a person gets a puzzle again that they have just missed."""
    return Repeat(person_id, puzzle, now + AGAIN[0] * DAY)


def repeated(repeat: Repeat, now: int, *, right: bool) -> Repeat | None:
    """Return when a puzzle comes again after its repetition was answered; None if it is done."""
    if not right:
        return missed(repeat.person_id, repeat.puzzle, now)
    step = repeat.step + 1
    return Repeat(repeat.person_id, repeat.puzzle, now + AGAIN[step] * DAY, step) if step < len(AGAIN) else None


def offered(
    practised: Practised, day: int, game: str | None = None, after: int = 0
) -> tuple[str, Sequence[int]] | None:
    """Return a game with those of its puzzles from which the next one may be drawn; None if none is left.

    Unless the person chooses a game, it is the least recently practised one, and after a puzzle that was skipped
    (`after`) the next one in this order. Puzzles that the person has not tried come before those that they have not
    solved. A person who has solved fewer than FIRST_EASY gets puzzles with one star, of FIRST_GAME unless they choose.
    Puzzles of the day from the last and the next RESERVED days come last, so that people who answer the posts in a
    server meet other puzzles here. Those that may be open in a server now are left out.
    """
    open_now = numbers_shown(day)
    reserved = {number_of_day(other) for other in range(max(FIRST_DAY, day - RESERVED), day + RESERVED)} | open_now
    games = [game] if game is not None else _from(practised.games(), after)
    if len(practised.solved) < FIRST_EASY:
        first = game or FIRST_GAME
        easy = [number for number, stars in collection.stars(first).items() if stars == 1]
        if numbers := _left(easy, {*practised.tried, *reserved}, after):
            return first, numbers
    for without in ({*practised.tried, *reserved}, {*practised.solved, *reserved}, {*practised.solved, *open_now}):
        for other in games:
            if numbers := _left(collection.offered(other), without, after):
                return other, numbers
    return None


def nearest(
    numbers: Sequence[int], game: str, practised: Practised, strengths: Mapping[int, Rating], random: Random
) -> int:
    """Draw one of the NEAREST of these puzzles to the person's rating in their game."""
    stars, mine = collection.stars(game), practised.ratings.get(game, NEWCOMER).rating
    apart = {number: abs(strengths.get(number, BY_STARS[stars[number]]).rating - mine) for number in numbers}
    shuffled = random.sample(numbers, len(numbers))
    return random.choice(sorted(shuffled, key=apart.__getitem__)[:NEAREST])


def _left(numbers: Iterable[int], without: Collection[int], after: int) -> Sequence[int]:
    """Return the numbers without these, and without `after` if others are left."""
    left = {*numbers} - {*without}
    return sorted(left - {after} or left)


def _from(games: Sequence[str], after: int) -> Sequence[str]:
    """Return these games, beginning after that of the puzzle `after`."""
    place = next((place for place, game in enumerate(games, 1) if after in collection.offered(game)), 0)
    return [*games[place:], *games[:place]]
