"""Puzzle ratings: the first answer counts once, and missed puzzles come again."""

from collections.abc import Mapping, Sequence

import pytest

from matches.alarms import next_puzzle
from matches.errors import Refusal
from matches.model import Person
from matches.puzzle_ratings import AGAIN, BY_STARS
from matches.puzzles import FIRST_DAY, FIRST_MISSED, Answer, MissedPuzzle, number_of_day, numbers_known, numbers_shown
from matches.ratings import NEWCOMER, Rating, rate_match
from matches.settings import ServerSettings
from matches.timecontrol import DAY
from puzzles import collection
from service import Service
from storage.store import Store
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin
from tests.support.rows import changed, dicts_of

SERVER = CHANNEL.guild_id or 0


@pytest.fixture(autouse=True)
def later(clock: StillClock) -> None:
    """Start when some puzzles of the day are over."""
    clock.time = (FIRST_DAY + 30) * DAY


def free(clock: StillClock, *, game: str = "konane", stars: int = 1) -> int:
    """The number of a puzzle that is not of the day for two months."""
    day = clock.time // DAY
    known = numbers_known(day + 60) | numbers_shown(day + 60)
    return next(number for number, of in collection.stars(game).items() if of == stars and number not in known)


async def tried(service: Service, number: int, *, right: bool, person: Person = ANN, at: int = 0) -> Answer:
    puzzle = await service.puzzles.find(number)
    move = puzzle.answers[0] if right else [*puzzle.replies][at]
    return await service.puzzles.answer(person, number, move)


async def curves(service: Service, person: Person = ANN) -> Mapping[str, Sequence[Rating]]:
    return await service.puzzles.curves(person.id)


@pytest.mark.parametrize("right", [True, False])
async def test_the_first_answer_moves_the_ratings_of_the_person_and_the_puzzle(
    service: Service, store: Store, clock: StillClock, *, right: bool
) -> None:
    number = free(clock, stars=2)
    answer = await tried(service, number, right=right)
    mine, its = rate_match(NEWCOMER, BY_STARS[2], 0 if right else 1, clock.time)
    assert answer.rated == (NEWCOMER, mine)
    assert (mine.rating > NEWCOMER.rating) == right
    assert await curves(service) == {"konane": [mine]}
    (row,) = await dicts_of(store, "puzzle_strength")
    assert (row["puzzle"], row["rating"], row["matches"]) == (number, its.rating, 1)
    assert await dicts_of(store, "rating") == await dicts_of(store, "rating_change") == []


async def test_only_the_first_answer_to_a_puzzle_counts_and_each_person_once(
    service: Service, store: Store, clock: StillClock
) -> None:
    number = free(clock)
    await tried(service, number, right=False)
    kept = await curves(service)
    for right, at in ((False, 1), (True, 0), (True, 0), (False, 0)):
        answer = await tried(service, number, right=right, at=at)
        assert (answer.rated, answer.comes_again) == (None, None)
    assert await curves(service) == kept
    assert (await tried(service, number, right=True, person=BOB)).rated is not None
    (row,) = await dicts_of(store, "puzzle_strength")
    assert row["matches"] == 2


async def test_a_puzzle_that_was_tried_before_there_were_ratings_is_not_rated(
    service: Service, store: Store, clock: StillClock
) -> None:
    number = free(clock)
    await changed(store, f"INSERT INTO puzzle_attempt (person_id, puzzle, tries) VALUES ({ANN.id}, {number}, 2)")
    assert (await tried(service, number, right=True)).rated is None
    assert await curves(service) == {}


async def test_a_puzzle_of_the_day_counts_where_it_is_posted_and_not_once_its_solution_was(
    service: Service, clock: StillClock
) -> None:
    await service.settings.choose_for_server(SERVER, ServerSettings(puzzle_channel=CHANNEL.channel_id))
    clock.time = next_puzzle(clock.time, SERVER, ServerSettings().puzzle_hour)
    await service.schedule.act()
    day = clock.time // DAY
    number = number_of_day(day)
    wrong = next(iter(service.puzzles.of(number).replies))
    with pytest.raises(Refusal, match="puzzle of the day now"):
        await tried(service, number, right=True)
    answer = await service.puzzles.answer(ANN, number, wrong, SERVER, day)
    assert (answer.rated is not None, answer.comes_again) == (True, AGAIN[0])
    clock.time += DAY
    await service.schedule.act()
    assert await service.puzzles.due_again(ANN.id) == [], "it may still be open elsewhere"
    clock.time += 3 * DAY
    assert await service.puzzles.due_again(ANN.id) == [number]
    answer = await tried(service, number, right=True, person=BOB)
    assert (answer.rated, answer.comes_again) == (None, None)


async def test_a_puzzle_from_a_match_is_not_rated_and_does_not_come_again(
    service: Service, store: Store, clock: StillClock
) -> None:
    over = (await begin(service, ANN, BOB)).match
    line = service.puzzles.of(free(clock)).to_line()
    async with store.write() as tx:
        tx.puzzles.add_missed(MissedPuzzle(over.id, SERVER, line))
    answer = await tried(service, FIRST_MISSED + over.id, right=False)
    assert (answer.rated, answer.comes_again) == (None, None)
    assert await curves(service) == {}
    clock.time += 2 * DAY
    assert await service.puzzles.due_again(ANN.id) == []


async def test_a_missed_puzzle_comes_again_after_a_day_a_week_and_a_month(service: Service, clock: StillClock) -> None:
    number = free(clock)
    assert (await tried(service, number, right=False)).comes_again == 1
    await tried(service, number, right=True)  # the second try does not count as known
    for days, following in zip(AGAIN, (*AGAIN[1:], None), strict=True):
        clock.time += days * DAY - 1
        assert await service.puzzles.due_again(ANN.id) == []
        assert not (await tried(service, number, right=True)).repeated
        clock.time += 1
        assert await service.puzzles.due_again(ANN.id) == [number]
        answer = await tried(service, number, right=True)
        assert (answer.repeated, answer.comes_again, answer.rated) == (True, following, None)
    clock.time += 400 * DAY
    assert await service.puzzles.due_again(ANN.id) == []


async def test_a_repetition_that_is_missed_begins_again_after_a_day(service: Service, clock: StillClock) -> None:
    number = free(clock)
    await tried(service, number, right=False)
    clock.time += DAY
    await tried(service, number, right=True)
    clock.time += 7 * DAY
    assert (await tried(service, number, right=False)).comes_again == 1
    assert (await tried(service, number, right=True)).comes_again is None
    clock.time += DAY
    assert (await tried(service, number, right=True)).comes_again == 7


async def test_the_one_that_is_due_for_longest_comes_first(service: Service, clock: StillClock) -> None:
    numbers = []
    for game in ("squalma", "konane", "brain_coral"):
        numbers.append(free(clock, game=game, stars=2))
        await tried(service, numbers[-1], right=False)
        clock.time += 60
    clock.time += DAY
    assert await service.puzzles.due_again(ANN.id) == numbers
    assert await service.puzzles.due_again(BOB.id) == []


async def test_the_next_puzzle_fits_and_is_of_the_game_practised_least_lately(
    service: Service, clock: StillClock
) -> None:
    for _ in range(3):
        number = await service.puzzles.next(ANN.id)
        assert number is not None
        await tried(service, number, right=True)
    met = []
    for _ in range(2 * len(collection.games())):
        number = await service.puzzles.next(ANN.id, after=number or 0)
        assert number is not None
        met.append(collection.puzzle(number).game)
        clock.time += 60
        await tried(service, number, right=False)
    assert met[: len(collection.games())] == [*(game for game in collection.games() if game != "konane"), "konane"]
    assert met[len(collection.games()) :] == met[: len(collection.games())]
    for _ in range(8):
        await tried(service, await service.puzzles.next(ANN.id, "coral_clash") or 0, right=True)
    number = await service.puzzles.next(ANN.id, "coral_clash")
    assert number is not None
    assert collection.puzzle(number).stars == 3


async def test_a_damaged_rating_does_not_stop_anybody(service: Service, store: Store, clock: StillClock) -> None:
    numbers = [free(clock), free(clock, stars=2)]
    await tried(service, numbers[0], right=True)
    (kept,) = (await curves(service))["konane"]
    await tried(service, numbers[1], right=True)
    await changed(store, "UPDATE puzzle_rating SET deviation = 9000 WHERE matches = 2")
    await changed(store, "UPDATE puzzle_strength SET volatility = 0")
    assert await service.puzzles.next(ANN.id, "konane") is not None
    third = free(clock, stars=3)
    answer = await tried(service, third, right=False)
    assert answer.rated is not None
    assert answer.rated[0].rating == kept.rating
    assert [rating.matches for rating in (await curves(service))["konane"]] == [1, 2]
