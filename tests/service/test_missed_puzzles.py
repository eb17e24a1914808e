"""Puzzles from finished matches: one a week for each server, found within a budget, and kept as long as the match."""

import random
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from games import GAMES
from matches.alarms import next_puzzle
from matches.computers import Interrupted
from matches.errors import Unknown
from matches.limits import Retention
from matches.puzzles import FIRST_MISSED, PuzzleTry
from matches.settings import PlayerSettings, ServerSettings
from matches.timecontrol import DAY
from players import without_kernels
from puzzles import collection
from puzzles.make import PROVERS
from puzzles.missed import TWO_MOVES, Look, look
from service import Service, missed_puzzles
from storage.store import Store
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin_game
from tests.support.rows import changed
from tests.support.shares import share
from tests.support.thinker import Puppet

SERVER = CHANNEL.guild_id or 0
KNOWN = collection.puzzle(collection.active_numbers("konane")[-1])
WRONG, REPLY = next(iter(KNOWN.replies.items()))


@pytest.fixture
def thinker(puppet: Puppet) -> Puppet:
    return puppet


@pytest.fixture
async def service(store: Store, clock: StillClock, thinker: Puppet) -> AsyncIterator[Service]:
    service = Service(
        store,
        clock,
        random.Random(7),
        games=GAMES,
        thinker=thinker,
        retention=replace(Retention.off(), matches=30),
    )
    await service.settings.choose_for_server(SERVER, ServerSettings(puzzle_channel=CHANNEL.channel_id))
    yield service
    service.computer_turns.stop()


async def missed(service: Service, *moves: str) -> int:
    """A finished match that began at a known puzzle, with these moves. Returns its ID."""
    players = (ANN, BOB) if KNOWN.board().turn == 0 else (BOB, ANN)
    made = await service.challenges.invite(KNOWN.game, *players, CHANNEL, "first", start=KNOWN.position)
    snapshot = await service.challenges.accept(made.id, players[1])
    for move in moves or (WRONG, REPLY):
        player = snapshot.match.players[snapshot.match.turn].id
        snapshot = await service.play.move(made.id, player, move, rev=snapshot.match.rev)
    await service.play.resign(made.id, ANN.id)
    return made.id


async def day(service: Service, clock: StillClock) -> list[str]:
    """Let a day pass with its alarms and searches. Returns the keys of the puzzles that are queued then."""
    clock.time = next_puzzle(clock.time, SERVER, ServerSettings().puzzle_hour)
    await service.schedule.act()
    while (at := await service.missed_puzzles.next_due()) is not None and at <= clock.time:
        await service.missed_puzzles.act()
    async with service.puzzles._core.store.read() as view:
        return [delivery.key for delivery in await view.outbox.of("missed", SERVER)]


async def week(service: Service, clock: StillClock) -> list[str]:
    """Let a week pass. Returns the keys of the puzzles that are queued at its end."""
    for _ in range(7):
        keys = await day(service, clock)
    return keys


@pytest.mark.parametrize("game", share(2, zip(PROVERS)))
def test_a_missed_win_is_proven_again(game: str) -> None:
    kind = PROVERS[game].kind
    numbers = reversed(collection.active_numbers(game))
    puzzle = next(known for known in map(collection.puzzle, numbers) if kind == "only" or known.plies == TWO_MOVES)
    found = look(puzzle.board(), next(iter(puzzle.replies))).puzzle
    assert found is not None
    assert (found.position, found.answers, found.kind, found.plies) == (
        puzzle.position,
        puzzle.answers,
        kind,
        puzzle.plies,
    )
    position = winner = found.board()
    for text in found.line:
        position = position.play(position.parse(text))
    result = position.result()
    assert result is not None
    assert result.winner == winner.turn
    for answer in puzzle.answers:
        assert look(puzzle.board(), answer).puzzle is None


@pytest.mark.parametrize("game", [game for game, prover in PROVERS.items() if prover.kind == "fastest"])
def test_a_longer_win_is_not_searched(game: str) -> None:
    puzzle = next(known for known in map(collection.puzzle, collection.active_numbers(game)) if known.plies > TWO_MOVES)
    assert look(puzzle.board(), next(iter(puzzle.replies))).puzzle is None


def test_nothing_is_found_without_a_kernel() -> None:
    with without_kernels():
        assert look(KNOWN.board(), WRONG) == Look(decided=False)


async def test_a_missed_win_is_queued_once(service: Service, clock: StillClock) -> None:
    number = FIRST_MISSED + await missed(service)
    assert await week(service, clock) == [str(number)]
    puzzle = await service.puzzles.find(number)
    assert (puzzle.position, puzzle.answers) == (KNOWN.position, KNOWN.answers)
    assert (await service.puzzles.answer(ANN, number, KNOWN.answers[0])).right
    async with service.puzzles._core.store.read() as view:
        await service.outbox.record_done(await view.outbox.of("missed", SERVER))
    assert await week(service, clock) == []


async def test_a_right_move_and_a_computers_mistake_are_no_puzzles(
    service: Service, store: Store, clock: StillClock, puppet: Puppet
) -> None:
    await missed(service, KNOWN.answers[0])
    match_id = await missed(service)
    mover = ("first_id", "second_id")[KNOWN.board().turn]
    await changed(store, "INSERT INTO person (id, name) VALUES (-1, 'Computer')")
    await changed(store, f"UPDATE match SET {mover} = -1 WHERE id = {match_id}")
    service.puzzles._core.replays.clear()
    assert await week(service, clock) == []
    assert puppet.looked == 3


async def test_players_are_named_only_if_both_agreed(service: Service, clock: StillClock) -> None:
    number = FIRST_MISSED + await missed(service)
    await week(service, clock)
    for person, named in ((ANN, False), (BOB, True)):
        await service.settings.choose(person.id, PlayerSettings(missed=True))
        assert (await service.missed_puzzles.of(number))[2] is named


async def test_a_puzzle_is_seen_in_its_server_only(service: Service, clock: StillClock) -> None:
    number = FIRST_MISSED + await missed(service)
    await week(service, clock)
    await service.puzzles.check_seen(number, SERVER)
    for place in (SERVER + 1, None):
        with pytest.raises(Unknown):
            await service.puzzles.check_seen(number, place)


async def test_the_positions_of_a_day_are_limited(
    service: Service, clock: StillClock, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(missed_puzzles, "A_DAY", 3)
    monkeypatch.setattr(missed_puzzles, "A_SERVER", 2)
    await missed(service)
    for _ in range(2):
        await missed(service, KNOWN.answers[0])
        clock.time += 1
    while not puppet.looked:
        await day(service, clock)
    assert puppet.looked == 2
    for looked in (3, 3):
        async with service.puzzles._core.store.write() as tx:
            await tx.alarms.set("missed", SERVER, clock.time)
        await service.missed_puzzles.act()
        assert puppet.looked == looked
    assert await service.missed_puzzles.next_due() == (clock.time // DAY + 1) * DAY


async def test_a_search_that_fails_is_repeated(service: Service, clock: StillClock, puppet: Puppet) -> None:
    number = FIRST_MISSED + await missed(service)
    puppet.failures, puppet.failure = 1, Interrupted("a fault")
    assert await week(service, clock) == [str(number)]


async def test_old_tries_that_solved_nothing_are_deleted(service: Service, store: Store, clock: StillClock) -> None:
    today = clock.time // DAY
    kept = [PuzzleTry(SERVER, today - 40, ANN.id, 1, clock.time), PuzzleTry(SERVER, today - 20, ANN.id, 3)]
    async with store.write() as tx:
        await tx.people.save(ANN)
        for daily in [*kept, PuzzleTry(SERVER, today - 40, BOB.id, 3, wrong=WRONG)]:
            tx.puzzles.save_try(daily)
        await tx.alarms.set("retention", 0, clock.time)
    await service.schedule.act()
    async with store.read() as view:
        assert [await view.puzzles.daily_try(SERVER, daily.day, ANN.id) for daily in kept] == kept
        assert (await view.puzzles.daily_try(SERVER, today - 40, BOB.id)).tries == 0


async def test_a_puzzle_goes_with_its_match(service: Service, store: Store, clock: StillClock) -> None:
    number = FIRST_MISSED + await missed(service)
    await week(service, clock)
    await service.puzzles.answer(BOB, number, WRONG)
    await service.puzzles.answer(BOB, 1, collection.puzzle(1).answers[0])
    await begin_game(service, "konane")
    clock.time += 30 * DAY
    async with store.write() as tx:
        await tx.alarms.set("retention", 0, clock.time)
    await service.schedule.act()
    with pytest.raises(Unknown, match="deleted"):
        await service.puzzles.find(number)
    async with store.read() as view:
        assert await view.matches.of(number - FIRST_MISSED) is None
        assert (await view.puzzles.attempt(BOB.id, number)).tries == 0
        assert (await view.puzzles.attempt(BOB.id, 1)).tries == 1
