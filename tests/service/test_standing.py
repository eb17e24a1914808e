"""Ratings, leaderboards, scores and lists of finished matches: as they are kept, and as they are computed again."""

import itertools
import random
from collections.abc import Sequence
from typing import Any

from matches.model import Match, Person, Venue
from matches.settings import PlayerSettings
from matches.standing import EVERYWHERE, Outcome, Score, list_name
from matches.timecontrol import DAY
from service import Service
from service.ends import rebuild
from service.standing import LAST, LAST_PRACTICE, MONTH
from storage.store import Store
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin, begin_game, play_all
from tests.support.rows import changed, rows_of

OTHER_SERVER = Venue(channel_id=101, guild_id=11)
DERIVED = ("finished", "tally", "rating", "rating_change", "rating_rank", "rating_step")


async def won_by_first(
    service: Service, first: Person = ANN, second: Person = BOB, venue: Venue = CHANNEL, *, rated: bool = False
) -> Match:
    """A match that the first player has just won."""
    snapshot = await begin(service, first, second, venue, size="4", rated=rated)
    return (await play_all(service, snapshot, "1 1 2")).match


async def points(store: Store, person: Person) -> float | None:
    async with store.read() as view:
        rating = await view.ratings.of(person.id, "heap")
    return round(rating.rating, 1) if rating else None


async def derived(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """All rows that are computed from the results."""
    queries = {table: f"SELECT * FROM {table}" for table in DERIVED}
    queries["match"] = "SELECT id, ended_no, ended_in FROM match"
    return {name: sorted(await rows_of(store, query)) for name, query in queries.items()}


async def test_a_rated_match_changes_both_ratings_at_its_end(service: Service, store: Store) -> None:
    match = await won_by_first(service, rated=True)
    first, second = await points(store, ANN), await points(store, BOB)
    assert first is not None
    assert second is not None
    assert first > 1500 > second
    assert first - 1500 == 1500 - second
    async with store.read() as view:
        changes = await view.ratings.by_match(match.id)
    assert sorted((one.person_id, one.before.rating) for one in changes) == [(1, 1500), (2, 1500)]


async def test_what_is_not_rated_changes_no_rating(service: Service, store: Store) -> None:
    await won_by_first(service)
    aborted = await begin(service, rated=True)
    await service.agreements.abort(aborted.match.id, ANN.id)
    assert (await points(store, ANN), await points(store, BOB)) == (None, None)
    async with store.read() as view:
        assert list((await view.standing.tallies(ANN.id)).values()) == [Score(won=1)]


async def test_the_sixth_rated_match_of_a_pair_within_a_day_is_not_rated(
    service: Service, store: Store, clock: StillClock
) -> None:
    for number in range(6):
        match = await won_by_first(service, *((ANN, BOB) if number % 2 else (BOB, ANN)), rated=True)
        assert match.rated == (await service.lookup.match(match.id)).rated == (number < 5)
    assert (await won_by_first(service, ANN, CAROL, rated=True)).rated
    clock.time += DAY
    assert (await won_by_first(service, rated=True)).rated
    async with store.read() as view:
        rating = await view.ratings.of(BOB.id, "heap")
    assert rating is not None
    assert rating.matches == 6


async def test_practice_is_listed_and_counts_for_nobody(service: Service, store: Store) -> None:
    computer = Person(-3, "Breaker")
    snapshot = await begin(service, ANN, computer, size="4")
    ended = (await service.play.resign(snapshot.match.id, ANN.id)).match
    async with store.read() as view:
        assert await view.standing.tallies(ANN.id) == {}
        listed, _ = await view.standing.numbered_matches(ANN.id, list_name(None, None, "lost"), 99, 9)
    assert [match.id for match in listed] == [ended.id]
    kept = await derived(store)
    async with store.write() as tables:
        await rebuild(tables)
    assert await derived(store) == kept


async def test_leaderboards_list_those_who_finished_a_rated_match_there(service: Service, store: Store) -> None:
    await won_by_first(service, ANN, BOB, rated=True)
    await won_by_first(service, CAROL, BOB, venue=OTHER_SERVER, rated=True)
    await won_by_first(service, CAROL, ANN, venue=CHANNEL)
    async with store.read() as view:
        here = await view.ratings.leaderboard(10, "heap", 99999, 0, 9)
        there = await view.ratings.leaderboard(11, "heap", 99999, 0, 9)
    assert [name for _, name, _ in here] == ["Ann", "Bob"]
    assert [name for _, name, _ in there] == ["Carol", "Bob"]
    assert here[1] == there[1], "one rating, wherever one looks"


async def test_a_leaderboard_has_the_trend_of_the_last_month(service: Service, clock: StillClock) -> None:
    await won_by_first(service, ANN, BOB, rated=True)
    clock.time += MONTH - DAY
    await won_by_first(service, ANN, BOB, rated=True)
    ann, bob = (await service.standing.leaderboard(10, "heap", ANN.id)).lines
    assert len(ann.trend) == len(bob.trend) == 3
    assert ann.trend[0] == bob.trend[0] == 1500
    assert (ann.trend[-1], bob.trend[-1]) == (ann.rating.rating, bob.rating.rating)
    assert ann.gain == round(ann.rating.rating) - 1500 == -bob.gain
    clock.time += 2 * DAY
    ann, bob = (await service.standing.leaderboard(10, "heap", ANN.id)).lines
    assert len(ann.trend) == 2, "the first match is older than a month"
    assert 0 < ann.gain < ann.rating.rating - 1600
    clock.time += MONTH
    ann, bob = (await service.standing.leaderboard(10, "heap", ANN.id)).lines
    assert (ann.trend, ann.gain) == ([], 0)


async def test_everywhere_lists_only_those_who_agree(service: Service, store: Store) -> None:
    await won_by_first(service, rated=True)
    await service.settings.choose(BOB.id, PlayerSettings(listed=True))
    await won_by_first(service, CAROL, BOB, rated=True)
    async with store.read() as view:
        assert [name for _, name, _ in await view.ratings.leaderboard(EVERYWHERE, "heap", 99999, 0, 9)] == ["Bob"]
        assert sum(people for _, people in await view.ratings.steps(EVERYWHERE, "heap")) == 1
    await service.settings.choose(BOB.id, PlayerSettings())
    async with store.read() as view:
        assert await view.ratings.steps(EVERYWHERE, "heap") == []


async def test_finished_matches_stand_in_a_list_for_each_filter(service: Service, store: Store) -> None:
    won = await won_by_first(service)
    lost = await won_by_first(service, BOB, ANN, venue=OTHER_SERVER)
    async with store.read() as view:

        async def codes(guild: int | None, game: str | None, result: Outcome | None) -> list[int]:
            found, _ = await view.standing.numbered_matches(ANN.id, list_name(guild, game, result), 99, 9)
            return [match.id for match in found]

        assert await codes(None, None, None) == [lost.id, won.id]
        assert await codes(None, "heap", "won") == [won.id]
        assert await codes(11, None, None) == [lost.id]
        assert await codes(10, None, "lost") == []


async def test_a_rebuild_equals_what_was_kept_also_after_take_backs_and_aborts(
    service: Service, store: Store, clock: StillClock
) -> None:
    chance = random.Random(5)
    people = [Person(number, f"Player {number}") for number in range(1, 6)]
    for person in people[:2]:
        await service.settings.choose(person.id, PlayerSettings(listed=True))
    running = await play_at_random(service, clock, people, chance)
    kept = await derived(store)
    assert len(kept["rating"]) == 5
    async with store.write() as tables:
        assert await rebuild(tables) == 60 - running
    assert await derived(store) == kept
    await changed(store, *(f"DELETE FROM {table}" for table in DERIVED))
    async with store.write() as tables:
        await rebuild(tables)
    assert await derived(store) == kept


async def play_at_random(service: Service, clock: StillClock, people: Sequence[Person], chance: random.Random) -> int:
    """Play sixty matches that end in every way. Returns how many still run."""
    running: list[Match] = []
    for number in range(60):
        clock.time += chance.choice([0, 0, 60, DAY])
        first, second = chance.sample(people, 2)
        venue = chance.choice([CHANNEL, OTHER_SERVER])
        snapshot = await begin(service, first, second, venue, size="4", rated=chance.random() < 0.8)
        match = snapshot.match
        if chance.random() < 0.3:
            snapshot = await play_all(service, snapshot, "1")
            snapshot = await service.agreements.take_back(match.id, first.id)
        match chance.choice(["abort", "draw", "resign", "play", "wait"]):
            case "abort":
                await service.agreements.abort(match.id, first.id)
            case "draw":
                await service.agreements.offer_draw(match.id, first.id)
                await service.agreements.offer_draw(match.id, second.id)
            case "resign":
                await service.play.resign(match.id, chance.choice([first, second]).id)
            case "play":
                await play_all(service, snapshot, "1 1 2")
            case "wait":
                running.append(match)
        if number % 7 == 0 and running:
            late = running.pop()
            await service.play.resign(late.id, late.players[0].id)
    return len(running)


async def test_a_leaderboard_is_turned_to_ones_own_place(service: Service, clock: StillClock) -> None:
    people = [Person(number, f"Player {number}") for number in range(1, 26)]
    for loser, winner in itertools.pairwise(people):
        for _ in range(2):
            clock.time += 60
            await won_by_first(service, winner, loser, rated=True)
    first = await service.standing.leaderboard(10, "heap", 999)
    assert (first.page, first.pages, first.people, first.mine) == (0, 3, 25, None)
    everybody = [*first.lines]
    for page in (1, 2):
        everybody += (await service.standing.leaderboard(10, "heap", 999, page)).lines
    assert [line.number for line in everybody] == list(range(1, 26))
    assert len({line.person_id for line in everybody}) == 25
    ratings = [line.rating.rating for line in everybody]
    assert ratings == sorted(ratings, reverse=True)
    for line in everybody:
        mine = await service.standing.leaderboard(10, "heap", line.person_id)
        assert mine.mine == line
        assert line in mine.lines


async def test_the_game_that_most_people_play_comes_first_then_the_readers(store: Store, clock: StillClock) -> None:
    service = Service(store, clock)
    for game, pair, count in (("squalma", (ANN, BOB), 1), ("konane", (ANN, BOB), 2), ("brain_coral", (BOB, CAROL), 3)):
        for _ in range(count):
            match = (await begin_game(service, game, *pair, rated=True)).match
            for _ in (0, 1):
                position = (await service.lookup.snapshot(match.id)).position
                text = position.format(position.legal_moves()[0])
                await service.play.move(match.id, match.players[position.turn].id, text)
            await service.play.resign(match.id, pair[0].id)
            clock.time += DAY
    assert list((await service.standing.games(10, ANN.id)).items())[:3] == [
        ("konane", 2),
        ("squalma", 2),
        ("brain_coral", 2),
    ]
    assert next(iter(await service.standing.games(10, CAROL.id))) == "brain_coral"


async def test_a_profile_has_records_streak_and_head_to_head(service: Service, clock: StillClock) -> None:
    await won_by_first(service, BOB, ANN, rated=True)
    first = clock.time
    for _ in range(2):
        clock.time += DAY
        await won_by_first(service, ANN, BOB, rated=True)
    await won_by_first(service, CAROL, BOB)
    profile = await service.standing.profile(ANN, BOB.id)
    (record,) = profile.games
    assert (str(record.score), str(record.sides[0]), str(record.sides[1])) == ("2-1", "2-0", "0-1")
    assert len(record.curve) == 4
    assert record.span == (first, clock.time)
    assert profile.streak == ("won", 2)
    assert str(profile.against_reader) == "2-1"
    nobody = await service.standing.profile(Person(99, "Nobody"), BOB.id)
    assert (nobody.games, nobody.streak, nobody.last, nobody.practice) == ([], None, [], [])


async def test_a_streak_may_be_longer_than_the_matches_that_a_profile_lists(
    service: Service, clock: StillClock
) -> None:
    await won_by_first(service, BOB, ANN)
    for _ in range(LAST + 3):
        clock.time += 600
        await won_by_first(service)
    profile = await service.standing.profile(ANN, BOB.id)
    assert profile.streak == ("won", LAST + 3)
    assert len(profile.last) == LAST
    aborted = await begin(service)
    await service.agreements.abort(aborted.match.id, ANN.id)
    assert (await service.standing.profile(ANN, BOB.id)).streak == ("won", LAST + 3)


async def test_a_profile_lists_practice_apart_from_matches_of_people(service: Service) -> None:
    """However much somebody practises, the last matches of people and their streak are still there."""
    played = [await won_by_first(service), await won_by_first(service, BOB, ANN), await won_by_first(service)]
    practised = [await lost_to_computer(service, number) for number in range(LAST + 1)]
    profile = await service.standing.profile(ANN, ANN.id)
    assert [match.id for match in profile.last] == [match.id for match in reversed(played)]
    assert profile.streak == ("won", 1)
    assert [match.id for match in profile.practice] == [match.id for match in reversed(practised[-LAST_PRACTICE:])]
    others = await service.standing.profile(BOB, ANN.id)
    assert (len(others.last), others.practice) == (3, [])


async def lost_to_computer(service: Service, number: int) -> Match:
    """A match that Ann has just resigned against a computer player, on either side."""
    computer = Person(-3, "Breaker")
    snapshot = await begin(service, *((ANN, computer) if number % 2 else (computer, ANN)), size="4")
    return (await service.play.resign(snapshot.match.id, ANN.id)).match


async def test_what_is_said_after_a_match(service: Service) -> None:
    after = await service.standing.aftermath(await won_by_first(service, rated=True))
    assert [tuple(map(str, step or ())) for step in after.ratings] == [("1500", "1662"), ("1500", "1338")]
    assert (str(after.score), after.too_many) == ("1-0", False)
    unrated = await service.standing.aftermath(await won_by_first(service, BOB, ANN))
    assert (list(unrated.ratings), str(unrated.score), unrated.too_many) == ([], "1-1", False)
    for _ in range(4):
        await won_by_first(service, rated=True)
    assert (await service.standing.aftermath(await won_by_first(service, rated=True))).too_many


async def test_what_is_said_after_a_match_of_somebody_who_was_forgotten(service: Service) -> None:
    match = await won_by_first(service, rated=True)
    await service.privacy.forget(ANN.id)
    after = await service.standing.aftermath(await service.lookup.match(match.id))
    assert [tuple(map(str, step or ())) for step in after.ratings] == [(), ("1500", "1338")]
    assert str(after.score) == "1-0"


async def test_ratings_of_others_stand_when_somebody_is_forgotten(service: Service, store: Store) -> None:
    await won_by_first(service, rated=True)
    await won_by_first(service, CAROL, ANN, rated=True)
    await won_by_first(service, BOB, CAROL, rated=True)
    before = await points(store, BOB), await points(store, CAROL)
    await service.privacy.forget(ANN.id)
    assert (await points(store, BOB), await points(store, CAROL)) == before
    kept = await derived(store)
    async with store.write() as tables:
        await rebuild(tables)
    assert await derived(store) == kept
    assert [line.name for line in (await service.standing.leaderboard(10, "heap", 0)).lines] == ["Bob", "Carol"]
