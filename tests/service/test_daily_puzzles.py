"""Tries at a server's puzzle of the day: three at most, at the newest post alone."""

import pytest

from matches.alarms import next_puzzle
from matches.errors import Refusal
from matches.puzzles import number_of_day
from matches.settings import PlayerSettings, ServerSettings
from matches.timecontrol import DAY
from puzzles import collection
from service import Service
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock

SERVER = CHANNEL.guild_id or 0


async def posted(service: Service, clock: StillClock) -> tuple[int, int]:
    """Let the next puzzle of the day come. Returns its number and its day."""
    await service.settings.choose_for_server(SERVER, ServerSettings(puzzle_channel=CHANNEL.channel_id))
    clock.time = next_puzzle(clock.time, SERVER, ServerSettings().puzzle_hour)
    await service.schedule.act()
    day = clock.time // DAY
    return number_of_day(day), day


async def test_there_are_three_tries_and_the_first_wrong_move_is_kept(service: Service, clock: StillClock) -> None:
    number, day = await posted(service, clock)
    wrong, *others = collection.puzzle(number).replies
    for move in (wrong, *others[:2]):
        answer = await service.puzzles.answer(ANN, number, move, (SERVER, day))
    assert answer.daily is not None
    assert (answer.daily.tries, answer.daily.wrong, answer.daily.used_up) == (3, wrong, True)
    with pytest.raises(Refusal, match="three tries"):
        await service.puzzles.answer(ANN, number, collection.puzzle(number).answers[0], (SERVER, day))


async def test_only_the_newest_posts_own_puzzle_counts(service: Service, clock: StillClock) -> None:
    number, day = await posted(service, clock)
    easier = next(other for other in range(1, collection.count()) if other != number)
    with pytest.raises(Refusal, match="is over"):
        await service.puzzles.answer(ANN, easier, collection.puzzle(easier).answers[0], (SERVER, day))
    await posted(service, clock)
    with pytest.raises(Refusal, match="is over"):
        await service.puzzles.answer(ANN, number, collection.puzzle(number).answers[0], (SERVER, day))
    assert (await service.daily_puzzles.of(SERVER, day)).tried == 0


async def test_names_are_of_those_who_solved_it_and_agree(service: Service, clock: StillClock) -> None:
    number, day = await posted(service, clock)
    puzzle = collection.puzzle(number)
    await service.settings.choose(BOB.id, PlayerSettings(named=False))
    await service.puzzles.answer(CAROL, number, next(iter(puzzle.replies)), (SERVER, day))
    for person in (ANN, BOB):
        await service.puzzles.answer(person, number, puzzle.answers[0], (SERVER, day))
    daily = await service.daily_puzzles.of(SERVER, day)
    assert (daily.tried, daily.first, daily.names) == (3, 2, [ANN.name])
    next_number, next_day = await posted(service, clock)
    assert next_number != number
    assert (await service.daily_puzzles.of(SERVER, next_day)).trap == next(iter(puzzle.replies))
    assert await service.daily_puzzles.standing(SERVER, ANN.id) == (1, 1)
    assert await service.daily_puzzles.standing(SERVER, CAROL.id) == (0, 0)
    await posted(service, clock)
    assert await service.daily_puzzles.standing(SERVER, ANN.id) == (1, 0)
