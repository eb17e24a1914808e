"""Tries at a server's puzzle of the day: three at most, at the newest post alone."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from matches.alarms import next_puzzle
from matches.errors import Refusal
from matches.hours import day_in, zone_of
from matches.puzzles import number_of_day, numbers_shown
from matches.settings import PlayerSettings, ServerSettings
from matches.timecontrol import DAY, HOUR
from puzzles import collection
from service import Service
from storage.store import Store
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock
from tests.support.rows import dicts_of

SERVER = CHANNEL.guild_id or 0
OTHER = SERVER + 1
"""Another server."""


async def posted(service: Service, clock: StillClock, *servers: int) -> tuple[int, int]:
    """Let the next puzzle of the day come, in these servers, too. Returns its number and its day."""
    for server in (SERVER, *servers):
        await service.settings.choose_for_server(server, ServerSettings(puzzle_channel=CHANNEL.channel_id))
    clock.time = next_puzzle(clock.time, SERVER, ServerSettings().puzzle_hour)
    await service.schedule.act()
    day = clock.time // DAY
    return number_of_day(day), day


async def test_there_are_three_tries_and_the_first_wrong_move_is_kept(service: Service, clock: StillClock) -> None:
    number, day = await posted(service, clock)
    wrong, *others = collection.puzzle(number).replies
    for move in (wrong, *others[:2]):
        answer = await service.puzzles.answer(ANN, number, move, SERVER, day)
    assert answer.daily is not None
    assert (answer.daily.tries, answer.daily.wrong, answer.daily.solved_at) == (3, wrong, None)
    with pytest.raises(Refusal, match="three tries"):
        await service.puzzles.answer(ANN, number, collection.puzzle(number).answers[0], SERVER, day)


async def test_a_move_that_is_sent_twice_counts_once(service: Service, store: Store, clock: StillClock) -> None:
    number, day = await posted(service, clock, OTHER)
    puzzle = collection.puzzle(number)
    wrong, other, *_ = puzzle.replies
    for count, (move, server) in enumerate([(wrong, SERVER), (other, SERVER), (wrong, SERVER)], 1):
        for _ in range(2):
            answer = await service.puzzles.answer(ANN, number, move, server, day)
            assert answer.daily is not None
            assert (answer.daily.tries, answer.attempt.tries, answer.right) == (count, count, False)
    (kept,) = await dicts_of(store, "puzzle_rating")
    assert kept["matches"] == 1
    for server in (SERVER, OTHER):  # elsewhere it counts, too
        await service.puzzles.answer(BOB, number, wrong, server, day)
    answer = await service.puzzles.answer(BOB, number, puzzle.answers[0], OTHER, day)
    assert answer.daily is not None
    assert answer.daily.tries == 3


async def test_tries_count_whichever_control_is_used(service: Service, clock: StillClock) -> None:
    """A private page that was opened before the puzzle became that of the day has no day in its custom_ids."""
    number, day = await posted(service, clock)
    wrong, *others = collection.puzzle(number).replies
    for from_day, move in zip((0, day, day - 1), (wrong, *others[:2]), strict=True):
        answer = await service.puzzles.answer(ANN, number, move, SERVER, from_day)
    assert answer.daily is not None
    assert (answer.daily.tries, answer.daily.solved_at) == (3, None)
    for from_day in (0, day):
        with pytest.raises(Refusal, match="three tries"):
            await service.puzzles.answer(ANN, number, collection.puzzle(number).answers[0], SERVER, from_day)
    assert (await service.puzzles.attempt(ANN.id, number)).solved_at is None


@pytest.mark.parametrize("where", [None, OTHER])
@pytest.mark.parametrize("hours", [0, 13])
async def test_an_open_puzzle_of_the_day_is_answered_only_where_it_is_posted(
    service: Service, clock: StillClock, where: int | None, hours: int
) -> None:
    number, _ = await posted(service, clock)
    clock.time += hours * 3600  # after midnight the post is still open
    with pytest.raises(Refusal, match="puzzle of the day now"):
        await service.puzzles.answer(ANN, number, collection.puzzle(number).answers[0], where)
    assert await service.puzzles.next(ANN.id, collection.puzzle(number).game, number - 1) != number
    clock.time += 3 * DAY
    assert (await service.puzzles.answer(ANN, number, collection.puzzle(number).answers[0], where)).right


async def test_wrong_tries_in_other_servers_count(service: Service, clock: StillClock) -> None:
    number, day = await posted(service, clock, OTHER)
    puzzle = collection.puzzle(number)
    wrong, *others = puzzle.replies
    for move in (wrong, puzzle.answers[0]):
        await service.puzzles.answer(ANN, number, move, OTHER, day)
    answer = await service.puzzles.answer(ANN, number, puzzle.answers[0], SERVER, day)
    assert answer.daily is not None
    assert answer.daily.tries == 2
    for move in (wrong, *others[:2]):
        await service.puzzles.answer(BOB, number, move, OTHER, day)
    with pytest.raises(Refusal, match="three tries"):
        await service.puzzles.answer(BOB, number, puzzle.answers[0], SERVER, day)
    await service.puzzles.answer(CAROL, number, puzzle.answers[0], OTHER, day)
    answer = await service.puzzles.answer(CAROL, number, puzzle.answers[0], SERVER, day)
    assert answer.daily is not None
    assert (answer.right, answer.daily.tries) == (True, 1)


async def test_a_right_move_counts_where_a_wrong_one_preceded_and_it_was_solved_elsewhere(
    service: Service, clock: StillClock
) -> None:
    number, day = await posted(service, clock, OTHER)
    puzzle = collection.puzzle(number)
    wrong, right = next(iter(puzzle.replies)), puzzle.answers[0]
    for move, server in ((wrong, OTHER), (right, SERVER), (right, OTHER), (right, OTHER)):
        answer = await service.puzzles.answer(ANN, number, move, server, day)
    assert answer.daily is not None
    assert (answer.daily.tries, answer.daily.solved_at) == (2, clock.time)
    assert answer.attempt.tries == 2
    assert (await service.daily_puzzles.of(OTHER, day)).names == [ANN.name]


async def test_only_the_newest_posts_own_puzzle_counts(service: Service, clock: StillClock) -> None:
    number, day = await posted(service, clock)
    easier = next(other for other in range(1, collection.count()) if other != number)
    with pytest.raises(Refusal, match="is over"):
        await service.puzzles.answer(ANN, easier, collection.puzzle(easier).answers[0], SERVER, day)
    await posted(service, clock)
    with pytest.raises(Refusal, match="is over"):
        await service.puzzles.answer(ANN, number, collection.puzzle(number).answers[0], SERVER, day)
    assert (await service.daily_puzzles.of(SERVER, day)).tried == 0


async def test_names_are_of_those_who_solved_it_and_agree(service: Service, clock: StillClock) -> None:
    number, day = await posted(service, clock)
    puzzle = collection.puzzle(number)
    await service.settings.choose(BOB.id, PlayerSettings(named=False))
    await service.puzzles.answer(CAROL, number, next(iter(puzzle.replies)), SERVER, day)
    for person in (ANN, BOB):
        await service.puzzles.answer(person, number, puzzle.answers[0], SERVER, day)
    daily = await service.daily_puzzles.of(SERVER, day)
    assert (daily.tried, daily.first, daily.names) == (3, 2, [ANN.name])
    next_number, next_day = await posted(service, clock)
    assert next_number != number
    before, now = await service.daily_puzzles.of(SERVER, day), await service.daily_puzzles.of(SERVER, next_day)
    assert (before.open, before.names, now.open) == (False, [ANN.name], True)
    assert await service.daily_puzzles.standing(SERVER, ANN.id) == (1, 1)
    assert await service.daily_puzzles.standing(SERVER, CAROL.id) == (0, 0)
    await posted(service, clock)
    assert await service.daily_puzzles.standing(SERVER, ANN.id) == (1, 0)


async def test_the_next_post_names_the_move_with_which_most_people_missed_it(
    service: Service, clock: StillClock
) -> None:
    number, day = await posted(service, clock)
    trap = next(iter(collection.puzzle(number).replies))
    for person in (ANN, BOB):
        await service.puzzles.answer(person, number, trap, SERVER, day)
    _, next_day = await posted(service, clock)
    assert (await service.daily_puzzles.of(SERVER, next_day)).trap == trap


@pytest.mark.parametrize(("later", "hour"), [(0, 6), (0, 18), (5, 6), (13, 3), (23, 7)])
async def test_a_changed_hour_skips_no_day(service: Service, clock: StillClock, later: int, hour: int) -> None:
    """The posts of three days after a change of the hour, so many hours after a post."""
    _, first = await posted(service, clock)
    clock.time += later * HOUR
    settings = await service.settings.of_server(SERVER)
    await service.settings.choose_for_server(SERVER, replace(settings, puzzle_hour=hour))
    for _ in range(3 * 24):
        await service.schedule.act()
        clock.time += HOUR
    for day in range(first, first + 3):
        assert (await service.daily_puzzles.of(SERVER, day)).post.puzzle == number_of_day(day)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("zone", "near"),
    [
        ("Europe/Berlin", "2026-03-27"),  # two days before summer time begins, or ends
        ("Europe/Berlin", "2026-10-23"),
        ("Australia/Lord_Howe", "2026-04-03"),  # by half an hour
        ("Africa/Cairo", "2026-04-22"),  # at midnight
        ("Africa/Cairo", "2026-10-28"),
        ("Pacific/Kiritimati", "2026-06-01"),  # 14 hours ahead
        ("Pacific/Niue", "2026-06-01"),  # 11 hours behind
        ("Asia/Kathmandu", "2026-06-01"),
    ],
)
async def test_each_day_of_the_zone_has_one_puzzle_however_the_hour_changes(
    service: Service, clock: StillClock, zone: str, near: str, seed: int
) -> None:
    random = Random(seed)
    clock.time = int(datetime.fromisoformat(near).replace(tzinfo=UTC).timestamp())
    settings = ServerSettings(puzzle_channel=CHANNEL.channel_id, zone=zone, puzzle_hour=random.randrange(24))
    await service.settings.choose_for_server(SERVER, settings)
    posted_on: list[int] = []
    until = clock.time + 6 * DAY
    change_at = clock.time + random.randrange(DAY)
    while clock.time < until:
        due = min((await service.schedule.next_due()) or until, change_at)
        clock.time = max(clock.time, due)
        changed = due == change_at  # a day whose new hour is over gets its puzzle at once
        if changed:
            settings = replace(settings, puzzle_hour=random.randrange(24))
            await service.settings.choose_for_server(SERVER, settings)
            change_at += random.randrange(1, DAY)
        await service.schedule.act()
        async with service.puzzles._core.store.read() as view:
            newest = await view.puzzles.newest_post(SERVER)
        if newest is not None and newest.day not in posted_on:
            posted_on.append(newest.day)
            assert newest.day == day_in(zone_of(zone), clock.time), "in its own day"
            hour = datetime.fromtimestamp(clock.time, zone_of(zone)).hour
            assert changed or hour in {settings.puzzle_hour, settings.puzzle_hour + 1}, "summer time may skip the hour"
            assert newest.puzzle in numbers_shown(clock.time // DAY), "nobody can solve it as another puzzle meanwhile"
    first = posted_on[0]
    last = day_in(zone_of(zone), clock.time)
    assert posted_on == list(range(first, last + 1)) or posted_on == list(range(first, last))
