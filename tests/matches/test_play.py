"""Moves and endings."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from games import GAMES, IllegalMove, InvalidNotation
from matches.errors import NotAPlayer, NotYourTurn, Over, Stale, Unknown
from matches.service import Matches
from tests.matches.conftest import ANN, BOB, CAROL, CHANNEL, begin, play_all

if TYPE_CHECKING:
    from matches.store import Store
    from tests.matches.conftest import StillClock


async def test_a_move_counts_and_passes_the_turn(matches: Matches, clock: StillClock) -> None:
    table = await begin(matches)
    clock.time += 60
    moved = await matches.play(table.match.id, ANN.id, "take 1")
    assert (moved.match.rev, moved.match.ply, moved.match.turn) == (2, 1, 1)
    assert moved.match.moved_at == clock.now()
    assert (moved.before, moved.move, moved.position) == (table.position, 1, table.position.play(1))
    plies = await matches.plies(table.match.id)
    assert [(ply.ply, ply.text, ply.seat, ply.at) for ply in plies] == [(1, "take 1", 0, clock.now())]


async def test_another_process_sees_the_same_table(matches: Matches, store: Store, clock: StillClock) -> None:
    played = await play_all(matches, await begin(matches), "1 2")
    assert await Matches(store, clock, games=matches.games).table(played.match.id) == played


async def test_the_last_move_ends_the_match(matches: Matches, clock: StillClock) -> None:
    over = (await play_all(matches, await begin(matches, size="4"), "1 2 1")).match
    assert (over.status, over.winner, over.reason, over.ended_at) == ("over", 0, "took the last one", clock.now())
    with pytest.raises(Over, match="took the last one"):
        await matches.play(over.id, BOB.id, "take 1")
    with pytest.raises(Over):
        await matches.resign(over.id, BOB.id)


async def test_only_the_player_to_move_may_move(matches: Matches) -> None:
    match = (await begin(matches)).match
    with pytest.raises(NotYourTurn, match="Ann's turn"):
        await matches.play(match.id, BOB.id, "take 1")
    with pytest.raises(NotAPlayer, match="between Ann and Bob"):
        await matches.play(match.id, CAROL.id, "take 1")
    assert await matches.plies(match.id) == []


async def test_an_illegal_or_unreadable_move_changes_nothing(matches: Matches) -> None:
    table = await begin(matches)
    with pytest.raises(IllegalMove, match="40 are left"):
        await matches.play(table.match.id, ANN.id, "take 3")
    with pytest.raises(InvalidNotation):
        await matches.play(table.match.id, ANN.id, "e4")
    assert await matches.table(table.match.id) == table


async def test_the_canonical_text_is_kept_however_it_was_typed(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.play(match.id, ANN.id, " TAKE-2")
    assert [ply.text for ply in await matches.plies(match.id)] == ["take 2"]


async def test_of_two_moves_at_once_exactly_one_counts(matches: Matches) -> None:
    match = (await begin(matches)).match
    sent = await asyncio.gather(
        *(matches.play(match.id, ANN.id, f"take {n}", rev=1) for n in (1, 2)), return_exceptions=True
    )
    assert sorted(type(answer).__name__ for answer in sent) == ["Stale", "Table"]
    assert len(await matches.plies(match.id)) == 1


async def test_an_old_board_is_refused_with_what_it_was(matches: Matches) -> None:
    table = await play_all(matches, await begin(matches), "1 1")
    with pytest.raises(Stale, match="the board at the start; the newest is the board after move 2") as refused:
        await matches.play(table.match.id, ANN.id, "take 1", rev=1)
    assert refused.value.match == table.match
    with pytest.raises(Stale, match="That was the board after move 1"):
        await matches.resign(table.match.id, ANN.id, rev=2)


async def test_either_player_may_resign_at_any_time(matches: Matches, clock: StillClock) -> None:
    for loser, winner in ((ANN, 1), (BOB, 0)):
        match = (await begin(matches)).match
        over = (await matches.resign(match.id, loser.id)).match
        assert (over.winner, over.reason, over.ended_at, over.rev) == (winner, "resignation", clock.now(), 2)
        assert await matches.match(match.id) == over


async def test_a_stranger_cannot_resign(matches: Matches) -> None:
    match = (await begin(matches)).match
    with pytest.raises(NotAPlayer):
        await matches.resign(match.id, CAROL.id)
    assert not (await matches.match(match.id)).over


async def test_a_match_that_does_not_exist_is_refused(matches: Matches) -> None:
    with pytest.raises(Unknown, match="#1000"):
        await matches.play(36**3, ANN.id, "take 1")


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_real_game_is_replayed_from_its_moves(game: str, store: Store, clock: StillClock) -> None:
    matches = Matches(store, clock)
    challenge = await matches.challenge(game, ANN, BOB, CHANNEL, "first")
    table = await matches.accept(challenge.id, BOB)
    for _ in range(6):
        position = table.position
        text = position.format(position.legal_moves()[-1])
        table = await matches.play(table.match.id, table.match.players[table.match.turn].id, text)
    assert await Matches(store, clock).table(table.match.id) == table
