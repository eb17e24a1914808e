"""Ratings, records and leaderboards of players, and their matches that are over."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from matches.ratings import Rating, aged
from matches.standing import STEP, Score, list_name, outcome_for, step_of
from service.core import Part, reading

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games import Seat
    from matches.model import Match, Person
    from matches.standing import Outcome, RatingChange, Tally
    from storage.store import Tables

PAGE = 10
"""People on a page of a leaderboard."""
CURVE = 60
"""The newest changes of a rating that its curve shows."""
LAST = 25
"""Matches of people that are read for a profile."""
LONGEST_STREAK = 200
"""Matches among which a streak is counted that goes on beyond those."""
LAST_PRACTICE = 10
"""Matches against the computer that are read for a profile."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a match that is over has changed between its players."""

    ratings: Sequence[tuple[Rating, Rating] | None]
    """Before and after, by seat; None for somebody who was forgotten. Nothing for a match that is not rated."""
    too_many: bool
    """Whether the match was not rated because these two had had enough rated matches within a day."""
    score: Score
    """The score of the first player against the second in this game, this match included; practice does not count."""
    overall: Score
    """The score of the first player against the second over all games."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The record of one person in one game."""

    game: str
    sides: tuple[Score, Score]
    """By the side that was played."""
    rating: Rating | None = None
    """As it is now; None before the first rated match."""
    curve: Sequence[float] = ()
    """The rating after each of the last rated matches, in order."""

    @property
    def score(self) -> Score:
        """On both sides."""
        return self.sides[0] + self.sides[1]


@dataclass(frozen=True, slots=True)
class Profile:
    """The record of one person in all games."""

    person: Person
    games: Sequence[GameRecord]
    """Those that were played to an end, the favourite first."""
    last: Sequence[Match]
    """The last matches between people, the newest first."""
    practice: Sequence[Match]
    """The last matches against the computer, the newest first."""
    streak: tuple[Outcome, int] | None
    """The outcome that the last matches have in common, and how many they are; None without any."""
    against_reader: Score
    """The score of the person against the reader."""


@dataclass(frozen=True, slots=True)
class Rank:
    """One line of a leaderboard."""

    number: int
    """The number of the line on the leaderboard, from 1."""
    person_id: int
    name: str
    rating: Rating


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard."""

    lines: Sequence[Rank]
    page: int
    pages: int
    people: int
    """How many people stand on all pages."""
    mine: Rank | None = None
    """The line of the reader, if they stand on the leaderboard."""


@dataclass(frozen=True, slots=True)
class Finished:
    """Some of somebody's matches that are over, the last ones first."""

    matches: Sequence[Match]
    following: int | None
    """The number before which older ones ended; None where these are the oldest."""


class Standing(Part):
    """The part of the service that tells how matches went."""

    @reading
    async def after(self, view: Tables, match: Match) -> Aftermath:
        """What a match that is over has changed."""
        first, second = (player.id for player in match.players)
        changes = {one.person_id: one for one in await view.ratings.by_match(match.id)}
        challenge = await view.challenges.of(match.id)
        tallies = await view.standing.tallies(first, second)
        return Aftermath(
            [_step(changes.get(one)) for one in (first, second)] if changes else (),
            challenge is not None and challenge.rated and not match.rated and not match.void,
            _sum(tallies, match.game),
            _sum(tallies),
        )

    @reading
    async def profile(self, view: Tables, person: Person, reader_id: int) -> Profile:
        """The record of a person, as `reader_id` asks for it."""
        now = self._core.clock.now()
        known = await view.people.of(person.id) or person
        tallies = await view.standing.tallies(person.id)
        ratings = await view.ratings.all_of(person.id)
        games = sorted({*ratings, *(tally.game for tally in tallies)})
        records = [await _record(view, person.id, game, tallies, ratings.get(game), now) for game in games]
        last = await view.standing.newest(person.id, LAST, practice=False)
        practice = await view.standing.newest(person.id, LAST_PRACTICE, practice=True)
        against = await view.standing.tallies(person.id, reader_id) if reader_id != person.id else {}
        streak = _streak(last, person.id)
        if len(last) == LAST and streak is not None and streak[1] == sum(not match.void for match in last):
            more = await view.standing.newest(person.id, LONGEST_STREAK, practice=False)
            streak = _streak(more, person.id)
        records.sort(key=lambda one: (-one.score.played, one.game))
        return Profile(known, records, last, practice, streak, _sum(against))

    @reading
    async def leaderboard(
        self, view: Tables, scope: int, game: str, reader_id: int, page: int | None = None
    ) -> Leaderboard:
        """A page of a leaderboard; None is the one on which the reader stands, or the first."""
        now = self._core.clock.now()
        steps = await view.ratings.steps(scope, game)
        people = sum(count for _, count in steps)
        pages = max(1, math.ceil(people / PAGE))
        mine = await _rank_of(view, scope, game, reader_id, steps, now)
        if page is None:
            page = (mine.number - 1) // PAGE if mine else 0
        page = min(page, pages - 1)
        lines = await _lines(view, scope, game, page * PAGE, steps, now)
        return Leaderboard(lines, page, pages, people, mine)

    @reading
    async def games(self, view: Tables, scope: int, reader_id: int) -> dict[str, int]:
        """How many people stand on the leaderboard of each game, the most first.

        Of games with as many people, the one comes first of which the reader has finished most rated matches.
        """
        counts = {game: await view.ratings.steps(scope, game) for game in self._core.games}
        played = {game: rating.matches for game, rating in (await view.ratings.all_of(reader_id)).items()}
        people = {game: sum(count for _, count in steps) for game, steps in counts.items()}
        return dict(sorted(people.items(), key=lambda one: (-one[1], -played.get(one[0], 0))))

    @reading
    async def finished(
        self,
        view: Tables,
        person_id: int,
        *,
        guild_id: int | None = None,
        game: str | None = None,
        result: Outcome | None = None,
        before: int | None = None,
        most: int = LAST,
    ) -> Finished:
        """Matches of this person that are over and ended before that number, in one server if it is named."""
        name = list_name(guild_id, game, result)
        return Finished(*await view.standing.listed(person_id, name, before or NEWEST, most))


NEWEST = 2**62
"""Beyond the number of any match."""


def _step(change: RatingChange | None) -> tuple[Rating, Rating] | None:
    """A rating before and after a match; None where that is not kept."""
    return None if change is None else (change.before, change.after)


async def _record(
    view: Tables, person_id: int, game: str, tallies: Mapping[Tally, Score], rating: Rating | None, now: int
) -> GameRecord:
    by_seat: dict[Seat, Score] = {tally.seat: score for tally, score in tallies.items() if tally.game == game}
    changes: Sequence[RatingChange] = await view.ratings.newest(person_id, game, CURVE) if rating else ()
    return GameRecord(
        game,
        (by_seat.get(0, Score()), by_seat.get(1, Score())),
        aged(rating, now) if rating else None,
        [*(one.before.rating for one in changes[:1]), *(one.after.rating for one in changes)],
    )


async def _rank_of(
    view: Tables, scope: int, game: str, person_id: int, steps: Sequence[tuple[int, int]], now: int
) -> Rank | None:
    score = (await view.ratings.ranks(person_id, game)).get(scope)
    rating, person = await view.ratings.of(person_id, game), await view.people.of(person_id)
    if score is None or rating is None or person is None:
        return None
    step = step_of(score)
    above = sum(count for one, count in steps if one > step)
    within = await view.ratings.before(scope, game, score, (step + 1) * STEP, person_id)
    return Rank(above + within + 1, person_id, person.name, aged(rating, now))


async def _lines(
    view: Tables, scope: int, game: str, skip: int, steps: Sequence[tuple[int, int]], now: int
) -> list[Rank]:
    """The people after the first `skip`: the steps tell where to begin."""
    passed = 0
    for step, count in steps:
        if passed + count > skip:
            found = await view.ratings.ranked(scope, game, (step + 1) * STEP, skip - passed, PAGE)
            return [
                Rank(skip + number, person_id, name, aged(rating, now))
                for number, (person_id, name, rating) in enumerate(found, 1)
            ]
        passed += count
    return []


def _sum(tallies: Mapping[Tally, Score], game: str | None = None) -> Score:
    return sum((score for tally, score in tallies.items() if game in {None, tally.game}), Score())


def _streak(last: Sequence[Match], person_id: int) -> tuple[Outcome, int] | None:
    """What the last matches with a result have in common."""
    results = [outcome_for(match, person_id) for match in last if not match.void]
    if not results:
        return None
    same = next((number for number, result in enumerate(results) if result != results[0]), len(results))
    return results[0], same
