"""Players' ratings, scores, leaderboards and finished matches."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games import Seat
from matches.ballots import VotingRecord
from matches.model import Match, Person
from matches.ratings import Rating, age_rating
from matches.standing import STEP, Outcome, RatingChange, Score, Tally, list_name, outcome_for, step_of
from matches.timecontrol import DAY
from service.core import Part, reading
from service.tournaments import games_won
from storage.store import Tables

PAGE = 10
"""The number of people on one page of a leaderboard."""
CURVE = 60
"""The most rating changes that a rating curve shows."""
LAST = 25
"""The number of matches between people that are read for a profile."""
LONGEST_STREAK = 200
"""The number of matches that are read if a streak is longer than LAST matches."""
MONTH = 30 * DAY
"""The period that a trend covers, in seconds."""
LAST_PRACTICE = 10
"""The number of matches against the computer that are read for a profile."""
NO_VOTES = VotingRecord()


@dataclass(frozen=True, slots=True)
class Aftermath:
    """The effect of a match's end on its players."""

    ratings: Sequence[tuple[Rating, Rating] | None]
    """The ratings before and after, by seat, with None for a forgotten player; empty if the match was not rated."""
    too_many: bool
    """Whether the match was not rated because its players had reached the daily limit of rated matches."""
    score: Score
    """The first player's score against the second in this game. It includes this match but no practice matches.

    If this match had no result, the score is empty.
    """


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One person's results in one game."""

    game: str
    sides: tuple[Score, Score]
    """The scores, by side."""
    rating: Rating | None = None
    """The current rating, or None before the first rated match."""
    curve: Sequence[float] = ()
    """The ratings before and after the last rated matches, oldest first."""
    span: tuple[int, int] | None = None
    """The times at which the first and the last match of the curve ended, or None if there are no such matches."""

    @property
    def score(self) -> Score:
        """The score on both sides together."""
        return self.sides[0] + self.sides[1]


@dataclass(frozen=True, slots=True)
class Profile:
    """One person's results in all games."""

    person: Person
    games: Sequence[GameRecord]
    """The games with finished matches, most played first."""
    last: Sequence[Match]
    """The last finished matches between people, newest first."""
    practice: Sequence[Match]
    """The last finished matches against the computer, newest first."""
    streak: tuple[Outcome, int] | None
    """The outcome shared by the last matches, and how many there are; None without matches."""
    against_reader: Score
    """The person's score against the reader."""
    tournaments: Sequence[str] = ()
    """The games of the tournaments that the person has won, alone or jointly."""
    learned: Sequence[str] = ()
    """The games whose lessons the person has finished."""
    voting: VotingRecord = NO_VOTES


@dataclass(frozen=True, slots=True)
class Rank:
    """One line of a leaderboard."""

    number: int
    """The rank, from 1."""
    person_id: int
    name: str
    rating: Rating
    trend: Sequence[float] = ()
    """The ratings before and after the matches of the last 30 days, oldest first; empty if there are none."""

    @property
    def gain(self) -> int:
        """The change in the displayed rating over the last 30 days."""
        return round(self.trend[-1]) - round(self.trend[0]) if self.trend else 0


@dataclass(frozen=True, slots=True)
class Leaderboard:
    lines: Sequence[Rank]
    page: int
    pages: int
    people: int
    """The number of people on all pages."""
    mine: Rank | None = None
    """The reader's line, or None if the reader is not listed."""

    @property
    def shown(self) -> Sequence[Rank]:
        """The page's lines, plus the reader's own line if it is on another page, sorted by rank."""
        others = [self.mine] if self.mine and self.mine not in self.lines else []
        return sorted([*self.lines, *others], key=lambda rank: rank.number)


@dataclass(frozen=True, slots=True)
class Finished:
    """One page of a person's finished matches, most recent first."""

    matches: Sequence[Match]
    cursor: int | None
    """The end number below which the older matches follow, or None if there are no more."""


class Standing(Part):
    @reading
    async def aftermath(self, view: Tables, match: Match) -> Aftermath:
        """Return how a match's end has changed its players' ratings and scores."""
        first, second = (player.id for player in match.players)
        changes = {change.person_id: (change.before, change.after) for change in await view.ratings.by_match(match.id)}
        challenge = await view.challenges.of(match.id)
        tallies = await view.standing.tallies(first, second)
        return Aftermath(
            [changes.get(person_id) for person_id in (first, second)] if changes else (),
            challenge is not None and challenge.rated and not match.rated and not match.void,
            _sum(tallies, match.game) if outcome_for(match, first) != "void" else Score(),
        )

    @reading
    async def profile(self, view: Tables, person: Person, reader_id: int) -> Profile:
        """Return the part of a person's results that the reader may see."""
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
        if len(last) == LAST and streak is not None and streak[1] == len(_results(last, person.id)):
            more = await view.standing.newest(person.id, LONGEST_STREAK, practice=False)
            streak = _streak(more, person.id)
        records.sort(key=lambda record: (-record.score.played, record.game))
        won, voting = await games_won(view, person.id), await view.ballots.record(person.id)
        learned = [kept.game for kept in await view.lessons.all(person.id) if kept.finished_at is not None]
        return Profile(known, records, last, practice, streak, _sum(against), won, learned, voting)

    @reading
    async def leaderboard(
        self, view: Tables, scope: int, game: str, reader_id: int, page: int | None = None
    ) -> Leaderboard:
        """Return one page of a leaderboard, or the page with the reader on it if `page` is None.

        If the reader is not on the leaderboard, this is the first page.
        """
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
        """Return the number of people on each game's leaderboard, keyed by game, largest first.

        Ties are ordered by the reader's number of rated matches, most first.
        """
        counts = {game: await view.ratings.steps(scope, game) for game in self._core.games}
        played = {game: rating.matches for game, rating in (await view.ratings.all_of(reader_id)).items()}
        people = {game: sum(count for _, count in steps) for game, steps in counts.items()}
        return dict(sorted(people.items(), key=lambda item: (-item[1], -played.get(item[0], 0))))

    @reading
    async def finished_matches(
        self,
        view: Tables,
        person_id: int,
        *,
        guild_id: int | None = None,
        game: str | None = None,
        result: Outcome | None = None,
        before: int | None = None,
        limit: int = LAST,
    ) -> Finished:
        """Return one page of a person's finished matches.

        The matches can be limited to those in a server, those of a game, or those with a result such as a win.
        """
        name = list_name(guild_id, game, result)
        return Finished(*await view.standing.numbered_matches(person_id, name, before or NEWEST, limit))


NEWEST = 2**62
"""A number larger than any end number."""


async def _record(
    view: Tables, person_id: int, game: str, tallies: Mapping[Tally, Score], rating: Rating | None, now: int
) -> GameRecord:
    by_seat: dict[Seat, Score] = {tally.seat: score for tally, score in tallies.items() if tally.game == game}
    changes: Sequence[RatingChange] = await view.ratings.newest(person_id, game, CURVE) if rating else ()
    sides = by_seat.get(0, Score()), by_seat.get(1, Score())
    span = (changes[0].after.at, changes[-1].after.at) if changes else None
    return GameRecord(game, sides, age_rating(rating, now) if rating else None, _curve(changes), span)


async def _rank_of(
    view: Tables, scope: int, game: str, person_id: int, steps: Sequence[tuple[int, int]], now: int
) -> Rank | None:
    score = (await view.ratings.ranks(person_id, game)).get(scope)
    rating, person = await view.ratings.of(person_id, game), await view.people.of(person_id)
    if score is None or rating is None or person is None:
        return None
    step = step_of(score)
    above = sum(count for higher, count in steps if higher > step)
    within = await view.ratings.count_above(scope, game, score, (step + 1) * STEP, person_id)
    trend = await _trend(view, person_id, game, now)
    return Rank(above + within + 1, person_id, person.name, age_rating(rating, now), trend)


async def _lines(
    view: Tables, scope: int, game: str, skip: int, steps: Sequence[tuple[int, int]], now: int
) -> list[Rank]:
    """Return a page of a leaderboard after the first `skip` people, given how many are in each of its steps."""
    passed = 0
    for step, count in steps:
        if passed + count > skip:
            ranked = await view.ratings.leaderboard(scope, game, (step + 1) * STEP, skip - passed, PAGE)
            for person_id, _, _ in ranked:
                view.ratings.ask_newest(person_id, game, CURVE)
            return [
                Rank(skip + number, person_id, name, age_rating(rating, now), await _trend(view, person_id, game, now))
                for number, (person_id, name, rating) in enumerate(ranked, 1)
            ]
        passed += count
    return []


async def _trend(view: Tables, person_id: int, game: str, now: int) -> Sequence[float]:
    """Return a person's rating curve for a leaderboard, based on at most CURVE matches."""
    changes = await view.ratings.newest(person_id, game, CURVE)
    return _curve([change for change in changes if change.after.at > now - MONTH])


def _curve(changes: Sequence[RatingChange]) -> Sequence[float]:
    """Return a rating's values before the first and after each of these changes, oldest first."""
    return [*(change.before.rating for change in changes[:1]), *(change.after.rating for change in changes)]


def _sum(tallies: Mapping[Tally, Score], game: str | None = None) -> Score:
    return sum((score for tally, score in tallies.items() if game in {None, tally.game}), Score())


def _results(matches: Sequence[Match], person_id: int) -> list[Outcome]:
    """Return how matches ended for a person, skipping those without a result."""
    outcomes = (outcome_for(match, person_id) for match in matches)
    return [outcome for outcome in outcomes if outcome != "void"]


def _streak(last: Sequence[Match], person_id: int) -> tuple[Outcome, int] | None:
    """Return the result of a person's latest match that counts, and how many in a row had it, or None."""
    results = _results(last, person_id)
    if not results:
        return None
    same = next((number for number, result in enumerate(results) if result != results[0]), len(results))
    return results[0], same
