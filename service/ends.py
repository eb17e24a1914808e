"""Records the end of a match in match lists, scores, ratings and leaderboards.

These records can also be rebuilt from the stored matches.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from games import SEATS, Seat
from matches.model import public_server
from matches.ratings import NEWCOMER, Rating
from matches.standing import EVERYWHERE, Ended, rank_score, rating_changes, tallies
from matches.timecontrol import DAY
from service.change import Change, Departure, Happening, after
from storage.store import Tables

BATCH = 1000
"""How many results a rebuild processes before it sends its queued changes."""


@after("end", order=10)
async def conclude(change: Change, happening: Happening) -> None:
    """Record the end of a match.

    The match is not rated if its players have reached their daily limit of rated matches against each other.
    """
    tx, match = change.tx, happening.match
    first, second = (player.id for player in match.players)
    if match.rated and not match.practice:
        today = await tx.ratings.count_between(first, second, change.now - DAY)
        if today >= change.rated_a_day:
            match = happening.match = replace(match, rated=False)
            tx.matches.unrate(match.id)
    guild_id = public_server(await tx.places.of(match.id))
    ended = Ended.of(match, await tx.standing.last_no() + 1, guild_id)
    tx.standing.note(ended)
    for seat in SEATS:
        _count(tx, ended, seat)
    if ended.rated:
        await _rate(tx, ended)


@after("any", order=140)
async def end_rows(change: Change, happening: Happening) -> None:
    """Delete the database rows made obsolete by this event.

    The tables' declarations say which rows these are.
    """
    match = happening.match
    change.tx.retention.end_rows(match.id, None if match.over else happening.kind, happening.by, happening.actor)


def _count(tx: Tables, ended: Ended, seat: Seat) -> None:
    """Add a finished match to the match lists and scores of the player in this seat."""
    for name in ended.lists(seat):
        tx.standing.enlist(ended.players[seat], name, ended)
    for tally, score in tallies(ended, seat):
        tx.standing.add(tally, score)


@after("forgotten", order=270)
async def unrank(change: Change, departure: Departure) -> None:
    """Remove a person from all leaderboards."""
    person_id, ratings = departure.person_id, change.tx.ratings
    for game in await ratings.all_of(person_id):
        for scope, score in (await ratings.ranks(person_id, game)).items():
            ratings.unrank(person_id, game, scope, score)


async def relist(tx: Tables, person_id: int, *, listed: bool) -> None:
    """Add a person to the global leaderboards, or remove them if `listed` is false."""
    for game, rating in (await tx.ratings.all_of(person_id)).items():
        before = (await tx.ratings.ranks(person_id, game)).get(EVERYWHERE)
        if listed:
            tx.ratings.rank(person_id, game, EVERYWHERE, rank_score(rating), before)
        elif before is not None:
            tx.ratings.unrank(person_id, game, EVERYWHERE, before)


async def rebuild_if_needed(tx: Tables) -> None:
    """Complete the records of finished matches that an earlier version of the bot left incomplete.

    Wins that it listed as matches without a result are added to the scores. A rebuild would lose the scores of deleted
    matches.
    """
    if await tx.standing.has_unnumbered():
        await rebuild(tx)
    for ended in await tx.standing.won_as_void():
        tx.standing.unlist(ended.match_id)
        for seat in SEATS:
            _count(tx, ended, seat)


async def rebuild(tx: Tables) -> int:
    """Rebuild all lists, scores and ratings from the stored results, and return the number of results."""
    if await tx.standing.has_unnumbered():
        tx.standing.number_all()
    tx.standing.clear()
    tx.ratings.clear()
    results = await tx.standing.over()
    # Process by person, because inserting neighboring rows is faster.
    by_person = sorted(product(results, SEATS), key=lambda part: part[0].players[part[1]])
    for number, (ended, seat) in enumerate(by_person, 1):
        _count(tx, ended, seat)
        await _flush(tx, number)
    await _rate_all(tx, results)
    return len(results)


async def _rate_all(tx: Tables, results: Iterable[Ended]) -> None:
    """Recompute all ratings and leaderboard ranks."""
    ratings: dict[tuple[int, str], Rating] = {}
    scopes: dict[tuple[int, str], set[int]] = defaultdict(set)
    for number, ended in enumerate(results, 1):
        if ended.rated:
            first, second = (ratings.get((player, ended.game), NEWCOMER) for player in ended.players)
            for changed in rating_changes(ended, first, second):
                key = (changed.person_id, ended.game)
                if changed.person_id > 0:  # forgotten people have no rows
                    tx.ratings.add(changed)
                ratings[key] = changed.after
                scopes[key] |= {ended.guild_id} if ended.guild_id else set()
        await _flush(tx, number)
    everywhere = set(await tx.settings.listed_people())
    for (person_id, game), rating in ratings.items():
        if person_id < 0:
            continue
        tx.ratings.save(person_id, game, rating)
        for scope in _scopes(person_id, scopes[person_id, game], listed=person_id in everywhere):
            tx.ratings.rank(person_id, game, scope, rank_score(rating))


async def _flush(tx: Tables, number: int) -> None:
    """Send the queued changes to the database if `number` is a multiple of BATCH, to save memory."""
    if number % BATCH == 0:
        await tx.standing.flush()


async def _rate(tx: Tables, ended: Ended) -> None:
    """Update both players' ratings and leaderboard ranks."""
    first, second = [await tx.ratings.of(player, ended.game) or NEWCOMER for player in ended.players]
    for changed in rating_changes(ended, first, second):
        person_id, rating = changed.person_id, changed.after
        tx.ratings.add(changed)
        tx.ratings.save(person_id, ended.game, rating)
        before = await tx.ratings.ranks(person_id, ended.game)
        guilds = {*before, *([ended.guild_id] if ended.guild_id else [])}
        listed = (await tx.settings.of_player(person_id)).listed
        for scope in _scopes(person_id, guilds, listed=listed):
            tx.ratings.rank(person_id, ended.game, scope, rank_score(rating), before.get(scope))


def _scopes(person_id: int, guilds: set[int], *, listed: bool) -> set[int]:
    """Return the leaderboards on which a person appears, or none if the person's data was deleted."""
    if person_id < 0:
        return set()
    return guilds | ({EVERYWHERE} if listed else set())
