"""A match that begins from a set-up position is like any other, except that it is not rated."""

import random
from collections.abc import Sequence

import pytest

from games import GAMES, Seat
from matches.checking import positions
from matches.errors import Refusal
from matches.model import Match, Ply, Side, Snapshot
from matches.notation import read, record_of, write
from matches.openings import LONGEST_CODE
from render.gif import draw_gif
from service import Service
from service.replay import Replays
from storage.store import Store
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin_game


@pytest.fixture
def service(store: Store, clock: StillClock) -> Service:
    return Service(store, clock, random.Random(7))


def code_of(game: str, plies: int = 9, **options: str) -> str:
    """The code of a position of a random game, after an odd number of moves."""
    chance, position = random.Random(2), GAMES[game].start(**options)
    for _ in range(plies):
        position = position.play(chance.choice(position.legal_moves()))
    return position.encode()


async def begun(service: Service, game: str, code: str) -> Snapshot:
    return await begin_game(service, game, start=code)


@pytest.mark.parametrize("game", GAMES)
async def test_it_is_played_taken_back_replayed_and_written_down(service: Service, store: Store, game: str) -> None:
    code = code_of(game)
    assert len(code) <= LONGEST_CODE
    snapshot = await begun(service, game, code)
    match, start = snapshot.match, GAMES[game].decode(code)
    assert (snapshot.position, snapshot.ply, match.ply, match.turn, match.rated) == (start, 0, 0, start.turn, False)
    assert match.options == start.chosen
    boards, chance = [start], random.Random(3)
    for _ in range(4):
        move = chance.choice(snapshot.position.legal_moves())
        mover = match.players[snapshot.match.turn].id
        snapshot = await service.play.move(match.id, mover, snapshot.position.format(move))
        boards.append(snapshot.position)
    anew = Service(store, service.clock)
    assert (await anew.lookup.snapshot(match.id)).position == boards[4]
    for ply, board in enumerate(boards):
        at = await anew.lookup.snapshot_at(match.id, ply)
        assert (at.position, at.ply) == (board, ply)
    mover = match.players[boards[3].turn].id
    back = await anew.agreements.take_back(match.id, mover)
    assert (back.position, back.ply) == (boards[3], 3)
    await anew.play.resign(match.id, ANN.id)
    over, _, plies = await anew.lookup.course(match.id)
    text = write(record_of(over, plies, None))
    assert f'[Start "{code}"]' in text
    assert write(read(text)) == text
    assert [board for board, _ in positions(read(text))] == boards[:4]
    study, _ = await anew.studies.open_match(ANN.id, match.id, None)
    at_end = await anew.studies.moment(study.id, ANN.id)
    assert (at_end.snapshot.position, at_end.ply, at_end.snapshot.match.over) == (boards[3], 3, True)


@pytest.mark.parametrize("game", GAMES)
async def test_the_computer_plays_on_from_it_and_again_from_there(service: Service, store: Store, game: str) -> None:
    code = code_of(game)
    start = GAMES[game].decode(code)
    sides: tuple[tuple[Side, Seat], ...] = (("first", 0), ("second", 1))
    for side, seat in sides:
        snapshot = await service.practice.begin_at(game, ANN, 1, CHANNEL, code, side)
        match = snapshot.match
        assert (snapshot.position, match.turn, match.rated, match.options) == (start, start.turn, False, start.chosen)
        assert (match.players[seat], match.players[1 - seat].level) == (ANN, 1)
        async with store.read() as view:
            assert (await view.alarms.at("thought", match.id) is not None) == (match.turn != seat)
        await service.play.resign(match.id, ANN.id)
        again = await service.practice.rematch(match.id, ANN, 2, CHANNEL)
        assert (again.position, again.match.players[1 - seat]) == (start, ANN)
        await service.play.resign(again.match.id, ANN.id)


async def test_the_computer_does_not_play_the_board_of_a_match_on(service: Service) -> None:
    match = (await begin_game(service)).match
    code = (await service.play.move(match.id, ANN.id, "d5")).position.encode()
    with pytest.raises(Refusal, match=f"this position in match #{match.code}"):
        await service.practice.begin_at("konane", BOB, 5, CHANNEL, code)
    await service.play.resign(match.id, ANN.id)
    assert (await service.practice.begin_at("konane", BOB, 5, CHANNEL, code)).match.practice
    with pytest.raises(Refusal, match="both sides at once"):
        await service.challenges.invite("konane", ANN, BOB, CHANNEL, "both")
    with pytest.raises(Refusal, match="from SquAlma, not Konane"):
        await service.practice.begin_at("konane", BOB, 5, CHANNEL, code_of("squalma", 1))


async def test_nor_does_the_next_match_against_the_computer_begin_with_it(service: Service) -> None:
    code = GAMES["konane"].start().encode()
    first = (await service.practice.begin_at("konane", ANN, 5, CHANNEL, code, "first")).match
    await service.play.resign(first.id, ANN.id)
    match = (await begin_game(service)).match
    with pytest.raises(Refusal, match=f"this position in match #{match.code}"):
        await service.practice.rematch(first.id, ANN, 5, CHANNEL)
    await service.play.move(match.id, ANN.id, "d5")
    assert (await service.practice.rematch(first.id, ANN, 5, CHANNEL)).match.practice


async def test_looking_for_the_board_of_a_match_replays_each_match_once_at_most(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It replays no match of another game or with the other side to move; one that cannot be replayed is no board."""
    code = code_of("konane", 2)
    ids = []
    for game, moves in (("konane", 2), ("konane", 1), ("squalma", 0), ("konane", 2)):
        snapshot = await begin_game(service, game)
        for _ in range(moves):
            match, position = snapshot.match, snapshot.position
            text = position.format(position.legal_moves()[-1])
            snapshot = await service.play.move(match.id, match.players[match.turn].id, text)
        ids.append(snapshot.match.id)
    async with store.write() as tx:
        tx.matches._session.change("UPDATE move SET text = 'nothing' WHERE match_id = ?", ids[3])
    fresh = Service(store, service.clock)
    replayed = []
    replay = Replays.replay

    async def noted(self: Replays, match: Match, plies: Sequence[Ply]) -> Snapshot:
        replayed.append(match.id)
        return await replay(self, match, plies)

    monkeypatch.setattr(Replays, "replay", noted)
    monkeypatch.setattr("service.practice.Practice.begin", _begun)
    for _ in range(2):
        assert await fresh.practice.begin_at("konane", ANN, 1, CHANNEL, code) is None
    assert replayed == [ids[0], ids[3], ids[3]]


async def _begun(*_: object, **__: object) -> None:
    """Stands in for the beginning of the match."""


def test_its_gif_begins_there() -> None:
    code = code_of("konane", size="6")
    position = GAMES["konane"].decode(code)
    text = position.format(position.legal_moves()[0])
    gif = draw_gif("konane", {"size": "6"}, [text], ("A", "B"), start=code)
    assert gif.startswith(b"GIF89a")
    assert gif != draw_gif("konane", {"size": "6"}, [], ("A", "B"))


async def test_it_is_never_rated_and_begins_only_where_a_game_goes_on(service: Service) -> None:
    code = code_of("konane")
    with pytest.raises(Refusal, match="Only the standard game can be rated"):
        await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first", start=code, rated=True)
    with pytest.raises(Refusal, match="both sides at once"):
        await service.challenges.invite("konane", ANN, BOB, CHANNEL, "both")
    with pytest.raises(Refusal, match="from SquAlma, not Konane"):
        await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first", start=code_of("squalma", 1))
    position = GAMES["konane"].decode(code)
    while position.result() is None:
        position = position.play(position.legal_moves()[0])
    with pytest.raises(Refusal, match="the game is already over"):
        await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first", start=position.encode())


async def test_a_rematch_begins_in_the_same_position(service: Service) -> None:
    code = code_of("konane")
    snapshot = await begun(service, "konane", code)
    await service.play.resign(snapshot.match.id, ANN.id)
    await service.challenges.rematch(snapshot.match.id, ANN, CHANNEL)
    again = await service.challenges.rematch(snapshot.match.id, BOB, CHANNEL)
    assert isinstance(again, Snapshot)
    assert again.match.id != snapshot.match.id
    assert (await service.lookup.snapshot(again.match.id)).position.encode() == code
