"""Moves and endings."""

import asyncio

import pytest

from games import IllegalMove, InvalidNotation
from matches.errors import NotAPlayer, NotYourTurn, Over, Stale, Unknown
from matches.settings import PlayerSettings
from service import Service
from service.play import PreviewFirst
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CAROL, StillClock, begin, play_all
from tests.support.rows import dicts_of


async def test_a_move_counts_and_passes_the_turn(service: Service, clock: StillClock) -> None:
    snapshot = await begin(service)
    clock.time += 60
    moved = await service.play.move(snapshot.match.id, ANN.id, " TAKE-1")
    assert (moved.match.rev, moved.match.ply, moved.match.turn) == (2, 1, 1)
    assert moved.match.moved_at == clock.now()
    assert (moved.before, moved.move, moved.position) == (snapshot.position, 1, snapshot.position.play(1))
    plies = await service.lookup.plies(snapshot.match.id)
    assert [(ply.ply, ply.text, ply.seat, ply.at) for ply in plies] == [(1, "take 1", 0, clock.now())]


async def test_another_process_sees_the_same_board(service: Service, store: Store, clock: StillClock) -> None:
    played = await play_all(service, await begin(service), "1 2")
    assert await Service(store, clock, games={"heap": Heap}).lookup.snapshot(played.match.id) == played


async def test_a_board_that_the_match_has_not_come_to_is_refused(service: Service) -> None:
    """It was shown before a backup was restored."""
    match = (await begin(service)).match
    with pytest.raises(Stale, match=r"That board is no longer valid.*the board at the start"):
        await service.play.move(match.id, ANN.id, "take 1", rev=2)
    moved = (await service.play.move(match.id, ANN.id, "take 1", rev=1)).match
    with pytest.raises(Stale, match=r"That board is no longer valid.*the board after move 1"):
        await service.play.resign(match.id, BOB.id, rev=moved.rev + 1)
    await service.play.move(match.id, BOB.id, "take 1", rev=moved.rev)


async def test_the_last_move_ends_the_match(service: Service, clock: StillClock) -> None:
    over = (await play_all(service, await begin(service, size="4"), "1 2 1")).match
    assert (over.status, over.winner, over.reason, over.ended_at) == ("over", 0, "took the last one", clock.now())
    with pytest.raises(Over, match="took the last one"):
        await service.play.move(over.id, BOB.id, "take 1")
    with pytest.raises(Over):
        await service.play.resign(over.id, BOB.id)


async def test_only_the_player_to_move_may_move_and_no_stranger_resign(service: Service) -> None:
    match = (await begin(service)).match
    with pytest.raises(NotYourTurn, match="Ann's turn"):
        await service.play.move(match.id, BOB.id, "take 1")
    with pytest.raises(NotAPlayer, match="between Ann and Bob"):
        await service.play.move(match.id, CAROL.id, "take 1")
    with pytest.raises(NotAPlayer):
        await service.play.resign(match.id, CAROL.id)
    assert await service.lookup.plies(match.id) == []
    assert not (await service.lookup.match(match.id)).over


async def test_an_illegal_or_unreadable_move_changes_nothing(service: Service) -> None:
    snapshot = await begin(service)
    with pytest.raises(IllegalMove, match="40 are left"):
        await service.play.move(snapshot.match.id, ANN.id, "take 3")
    with pytest.raises(InvalidNotation):
        await service.play.move(snapshot.match.id, ANN.id, "e4")
    assert await service.lookup.snapshot(snapshot.match.id) == snapshot


async def test_a_typed_move_of_somebody_who_wants_to_see_it_first_changes_nothing(service: Service) -> None:
    match = (await begin(service)).match
    await service.settings.choose(ANN.id, PlayerSettings(preview=True))
    with pytest.raises(PreviewFirst):
        await service.play.move(match.id, ANN.id, "take 1", previews=True)
    assert await service.lookup.plies(match.id) == []
    await service.play.move(match.id, ANN.id, "take 1")
    assert (await service.play.move(match.id, BOB.id, "take 1", previews=True)).match.ply == 2


async def test_of_two_moves_at_once_exactly_one_counts(service: Service) -> None:
    match = (await begin(service)).match
    sent = await asyncio.gather(
        *(service.play.move(match.id, ANN.id, f"take {n}", rev=1) for n in (1, 2)), return_exceptions=True
    )
    assert sorted(type(answer).__name__ for answer in sent) == ["Snapshot", "Stale"]
    assert len(await service.lookup.plies(match.id)) == 1


async def test_a_move_that_comes_late_is_not_played_on_a_board_that_was_not_there_when_it_was_sent(
    service: Service, clock: StillClock
) -> None:
    match = (await begin(service)).match
    clock.time += 60
    sent_at = clock.time + 0.5
    clock.time += 4  # nobody answered, so Ann sends another move, and Bob answers that
    await service.play.move(match.id, ANN.id, "take 1", sent_at=clock.time)
    await service.play.move(match.id, BOB.id, "take 1", sent_at=clock.time)
    with pytest.raises(Stale, match="The newest one is after move 2"):
        await service.play.move(match.id, ANN.id, "take 2", sent_at=sent_at)
    assert [ply.text for ply in await service.lookup.plies(match.id)] == ["take 1", "take 1"]


async def test_a_move_that_comes_late_counts_where_the_board_is_still_the_same(
    service: Service, clock: StillClock
) -> None:
    match = (await begin(service)).match
    for by in (ANN, BOB):
        await service.play.move(match.id, by.id, "take 1", sent_at=clock.time - 1)  # clocks differ by a second
    clock.time += 60
    await service.play.move(match.id, ANN.id, "take 1", sent_at=clock.time - 30)
    assert len(await service.lookup.plies(match.id)) == 3


async def test_an_old_board_is_refused_with_what_it_was(service: Service) -> None:
    snapshot = await play_all(service, await begin(service), "1 1")
    with pytest.raises(Stale, match=r"That board is old\. The newest one is after move 2") as refused:
        await service.play.move(snapshot.match.id, ANN.id, "take 1", rev=1)
    assert refused.value.match_id == snapshot.match.id
    with pytest.raises(Stale, match="That board is old"):
        await service.play.resign(snapshot.match.id, ANN.id, rev=2)


async def test_either_player_may_resign_at_any_time(service: Service, clock: StillClock) -> None:
    for loser, winner in ((ANN, 1), (BOB, 0)):
        match = (await begin(service)).match
        over = (await service.play.resign(match.id, loser.id)).match
        assert (over.winner, over.reason, over.ended_at, over.rev) == (winner, "resignation", clock.now(), 2)
        assert await service.lookup.match(match.id) == over


@pytest.mark.parametrize("moves", range(3))
async def test_a_rated_match_counts_only_after_both_have_moved(service: Service, store: Store, moves: int) -> None:
    match = (await begin(service, rated=True)).match
    for by in (ANN, BOB)[:moves]:
        await service.play.move(match.id, by.id, "take 1")
    _, result = await service.play.resignable(match.id, BOB.id)
    over = (await service.play.resign(match.id, BOB.id)).match
    counts = moves == 2
    assert (result.winner == 0, over.rated, not over.void, over.winner == 0) == (counts,) * 4
    assert over.ending == ("resignation" if counts else "aborted_second")
    assert len(await dicts_of(store, "rating")) == (2 if counts else 0)


async def test_a_match_that_does_not_exist_is_refused(service: Service) -> None:
    with pytest.raises(Unknown, match="#1000"):
        await service.play.move(36**3, ANN.id, "take 1")
