"""The acts of the bot's owner: repairs, bans everywhere, and announcements that are posted once and slowly."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace

import pytest

from matches.deliveries import Delivery
from matches.errors import Refusal
from matches.model import Person, Venue
from service import Service
from service.announcements import PACE
from storage.people import EVERYWHERE
from storage.store import Store, Tables
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin, play_all
from tests.support.rows import everything

OTHER = Venue(200, 20)
DAN = Person(4, "Dan")


async def test_a_match_with_nothing_wrong_is_found_so(service: Service) -> None:
    match = (await play_all(service, await begin(service, clock="3d"), "1 2")).match
    found = await service.owner.inspect(match.id)
    assert found.fault is None
    assert [alarm.kind for alarm in found.alarms] == ["reminder", "flag"]
    assert [place.channel_id for place in found.places] == [CHANNEL.channel_id]
    assert {delivery.kind for delivery in found.queued} >= {"board"}


async def test_a_repair_brings_back_alarms_and_boards_and_counts_the_moves_anew(service: Service, store: Store) -> None:
    match = (await play_all(service, await begin(service, clock="3d"), "1 2")).match
    async with store.write() as tx:
        await tx.alarms.set("flag", match.id, None)
        await tx.alarms.set("reminder", match.id, None)
        await tx.outbox.forget("board", match.id, CHANNEL.channel_id)
        await tx.matches.save(replace(match, rev=match.rev + 1, ply=5, turn=1))
    found = await service.owner.inspect(match.id)
    assert str(found.fault) == "The match has 5 moves stored, but its move list has 2."
    assert (found.alarms, [delivery.kind for delivery in found.queued if delivery.kind == "board"]) == ([], [])
    mended = await service.owner.repair(match.id)
    assert (mended.ply, mended.turn, mended.deadline) == (2, 0, match.deadline)
    found = await service.owner.inspect(match.id)
    assert found.fault is None
    assert [alarm.kind for alarm in found.alarms] == ["reminder", "flag"]
    (board,) = [delivery for delivery in found.queued if delivery.kind == "board"]
    assert (board.rev, board.claimed_by) == (mended.board_rev, None)
    played = await service.play.move(match.id, ANN.id, "take 1")
    assert played.match.ply == 3


async def test_a_repair_ends_what_is_over_by_its_moves(service: Service, store: Store) -> None:
    match = (await play_all(service, await begin(service, size="4"), "1 1 1")).match
    async with store.write() as tx:
        (*_, last) = await tx.plies.of(match.id)
        await tx.plies.add(match.id, replace(last, ply=4, seat=1))
        await tx.matches.save(replace(match, rev=match.rev + 1, ply=4, turn=0))
    assert "stored as running" in str((await service.owner.inspect(match.id)).fault)
    mended = await service.owner.repair(match.id)
    assert (mended.over, mended.winner is not None) == (True, True)


async def test_a_match_that_cannot_be_replayed_says_which_move_and_can_be_ended(service: Service, store: Store) -> None:
    match = (await play_all(service, await begin(service), "1 2")).match
    async with store.write() as tx:
        (*_, last) = await tx.plies.of(match.id)
        await tx.plies.add(match.id, replace(last, ply=3, text="take 99"))
    assert "move 3, take 99" in str((await service.owner.inspect(match.id)).fault)
    with pytest.raises(Refusal, match="move 3, take 99"):
        await service.owner.repair(match.id)
    assert (await service.moderation.end(match.id, None)).void


async def test_a_person_shut_out_everywhere_is_shut_out_in_direct_messages_too(service: Service) -> None:
    await service.challenges.invite("heap", BOB, None, OTHER)
    await service.moderation.ban(EVERYWHERE, BOB)
    for guild_id in (10, 20, None):
        with pytest.raises(Refusal, match="the bot's owner"):
            await service.moderation.check(BOB.id, guild_id)
        await service.moderation.check(ANN.id, guild_id)
    assert await service.moderation.banned(EVERYWHERE) == [BOB]
    assert not await service.challenges.open_of(BOB.id)
    await service.moderation.unban(EVERYWHERE, BOB)
    await service.moderation.check(BOB.id, None)


@pytest.mark.parametrize("guild_id", [CHANNEL.guild_id, EVERYWHERE])
async def test_nobody_challenges_or_asks_or_notifies_a_person_who_is_shut_out(
    service: Service, store: Store, guild_id: int
) -> None:
    over, running = [await service.challenges.invite("heap", ANN, BOB, CHANNEL, "first") for _ in range(2)]
    for made in (over, running):
        await service.challenges.accept(made.id, BOB)
    await service.play.move(running.id, ANN.id, "take 1")
    await service.play.move(running.id, BOB.id, "take 1")
    await service.play.resign(over.id, ANN.id)
    asked = await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    own = await service.challenges.invite("heap", BOB, ANN, CHANNEL)
    await service.moderation.ban(guild_id, BOB)
    assert [(await service.challenges.of(made.id)).status for made in (asked, own)] == ["declined", "withdrawn"]
    with pytest.raises(Refusal, match="cannot be challenged right now"):
        await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    with pytest.raises(Refusal, match="cannot be challenged right now"):
        await service.challenges.rematch(over.id, ANN, CHANNEL)
    with pytest.raises(Refusal, match="would not be able to answer"):
        await service.agreements.offer_abort(running.id, ANN.id)
    before = await _notices(store)
    await service.play.move(running.id, ANN.id, "take 1")
    assert await _notices(store) == before
    await service.moderation.unban(guild_id, BOB)
    await service.agreements.offer_abort(running.id, BOB.id)
    await service.challenges.invite("heap", ANN, BOB, CHANNEL)


@pytest.mark.parametrize("guild_id", [CHANNEL.guild_id or 0, EVERYWHERE])
async def test_a_ban_removes_what_the_person_would_be_told(service: Service, guild_id: int) -> None:
    waiting = (await play_all(service, await begin(service), "1")).match
    sent = (await play_all(service, await begin(service), "1")).match
    elsewhere = (await play_all(service, await begin(service, venue=OTHER), "1")).match
    (notice,) = await service.outbox.of("notice", sent.id)
    await service.outbox.notices_sent([notice], CHANNEL.channel_id, 900)
    await service.moderation.ban(guild_id, BOB)
    assert await service.outbox.of("notice", waiting.id) == []
    assert [(told.message_id, told.wanted) for told in await service.outbox.of("notice", sent.id)] == [(900, "removed")]
    assert bool(await service.outbox.of("notice", elsewhere.id)) == (guild_id != EVERYWHERE)


async def test_a_follower_who_is_shut_out_is_told_nothing_more(service: Service) -> None:
    match = (await begin(service)).match
    for follower in (CAROL, DAN):
        await service.follows.follow(match.id, follower, each_move=True)
    await service.moderation.ban(CHANNEL.guild_id or 0, CAROL)
    await service.play.move(match.id, ANN.id, "take 1")
    queued = await service.outbox.of("notice", match.id)
    assert [notice.person_id for notice in queued if notice.about == "followed"] == [DAN.id]


async def _notices(store: Store) -> set[tuple[object, ...]]:
    rows = (await everything(store))["outbox"]
    return {row for row in rows if "notice" in row and BOB.id in row}


async def test_somebody_who_was_forgotten_is_not_challenged_where_they_are_shut_out(service: Service) -> None:
    await service.moderation.ban(CHANNEL.guild_id or 0, BOB)
    await service.privacy.forget(BOB.id)
    with pytest.raises(Refusal, match="cannot be challenged right now"):
        await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    await service.challenges.invite("heap", ANN, BOB, OTHER)


async def test_the_running_matches_of_a_person_in_one_server_are_ended(service: Service) -> None:
    ids = []
    for venue in (CHANNEL, CHANNEL, OTHER):
        made = await service.challenges.invite("heap", ANN, BOB, venue)
        ids.append((await service.challenges.accept(made.id, BOB)).match.id)
    assert await service.moderation.end_all(BOB.id, CHANNEL.guild_id) == 2
    assert [(await service.lookup.match(match_id)).void for match_id in ids] == [True, True, False]
    assert await service.moderation.end_all(BOB.id, None) == 1


async def test_who_is_not_shut_out_is_remembered_until_somebody_is(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings = []
    read = store.read

    def counted() -> AbstractAsyncContextManager[Tables]:
        readings.append(1)
        return read()

    monkeypatch.setattr(store, "read", counted)
    for _ in range(3):
        await service.moderation.check(BOB.id, 10)
        await service.moderation.check(BOB.id, 20)
    assert len(readings) == 2
    await service.moderation.ban(10, BOB)
    with pytest.raises(Refusal, match="This server's moderators"):
        await service.moderation.check(BOB.id, 10)
    with pytest.raises(Refusal, match="already"):
        await service.moderation.ban(10, BOB)
    for _ in range(2):
        await service.moderation.check(BOB.id, 20)
    await service.moderation.ban_server(20)
    with pytest.raises(Refusal, match="This server is banned"):
        await service.moderation.check(BOB.id, 20)
    await service.moderation.unban_server(20)
    await service.moderation.check(BOB.id, 20)


async def test_who_is_shut_out_while_they_are_checked_is_not_remembered(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = store.read

    @asynccontextmanager
    async def outrun() -> AsyncIterator[Tables]:
        async with read() as view:
            yield view
        await service.moderation.ban(10, BOB)

    with monkeypatch.context() as patch:
        patch.setattr(store, "read", outrun)
        await service.moderation.check(BOB.id, 10)
    with pytest.raises(Refusal, match="This server's moderators"):
        await service.moderation.check(BOB.id, 10)


async def test_who_is_shut_out_by_another_process_is_shut_out_here_at_once(store: Store, clock: StillClock) -> None:
    one, other = (Service(store, clock, games={"heap": Heap}, alone=False) for _ in range(2))
    await one.moderation.check(BOB.id, 10)
    await other.moderation.ban(10, BOB)
    with pytest.raises(Refusal, match="This server's moderators"):
        await one.moderation.check(BOB.id, 10)


async def test_a_person_shut_out_and_forgotten_stays_shut_out_until_let_in(service: Service, store: Store) -> None:
    for guild_id in (EVERYWHERE, 10):
        await service.moderation.ban(guild_id, BOB)
    await service.privacy.forget(BOB.id)
    await service.moderation.ban(10, ANN)
    assert BOB.id not in {value for row in (await everything(store))["ban"] for value in row}
    with pytest.raises(Refusal, match="the bot's owner"):
        await service.moderation.check(BOB.id, 20)
    await service.moderation.ban(EVERYWHERE, BOB)
    assert await service.moderation.banned(EVERYWHERE) == [BOB]
    await service.moderation.unban(EVERYWHERE, BOB)
    await service.moderation.check(BOB.id, 20)
    with pytest.raises(Refusal, match="This server's moderators"):
        await service.moderation.check(BOB.id, 10)
    await service.moderation.unban(10, BOB)
    await service.moderation.check(BOB.id, 10)
    with pytest.raises(Refusal, match="not banned"):
        await service.moderation.unban(10, BOB)


async def test_a_server_is_shut_out_for_everybody_and_for_nobody_elsewhere(service: Service) -> None:
    await service.moderation.ban_server(10)
    with pytest.raises(Refusal, match="already"):
        await service.moderation.ban_server(10)
    with pytest.raises(Refusal, match="This server is banned"):
        await service.moderation.check(ANN.id, 10)
    for guild_id in (20, None):
        await service.moderation.check(ANN.id, guild_id)
    assert await service.moderation.banned_servers() == [10]
    assert await service.moderation.banned(10) == []
    await service.moderation.unban_server(10)
    await service.moderation.check(ANN.id, 10)
    with pytest.raises(Refusal, match="not banned"):
        await service.moderation.unban_server(10)


async def test_leaving_a_server_strands_only_what_is_shown_nowhere_else(service: Service) -> None:
    there = (await begin(service, venue=OTHER)).match
    here = (await begin(service)).match
    assert await service.owner.running_in(20) == 1
    assert await service.owner.leave_server(20) == 1
    assert await service.places.of(there.id) == []
    assert len(await service.places.of(here.id)) == 1
    assert {delivery.about for delivery in (await service.owner.inspect(there.id)).queued} >= {"lost"}


async def test_all_is_counted(service: Service) -> None:
    await play_all(service, await begin(service), "1 2 1")
    census = await service.owner.census()
    assert (census.people, census.matches, census.moves) == (2, 1, 3)


async def due(service: Service) -> list[Delivery]:
    """The announcements that are due and are taken now."""
    return [delivery for delivery in await service.outbox.take() if delivery.kind == "announcement"]


async def test_an_announcement_goes_once_to_each_channel_one_after_the_other(
    service: Service, clock: StillClock
) -> None:
    await begin(service)
    await begin(service, BOB, CAROL)
    await begin(service, venue=OTHER)
    await begin(service, venue=Venue(500, None), also=Venue(501, None))
    await begin(service, venue=Venue(600, 30, guest=True))
    number, places = await service.announcements.draft("Tea at five.")
    assert places == 2
    assert await due(service) == []
    assert await service.announcements.send(number) == 2
    with pytest.raises(Refusal, match="already sent"):
        await service.announcements.send(number)
    (first,) = await due(service)
    assert (first.channel_id, first.about) == (100, "Tea at five.")
    clock.time += 60
    (again,) = await due(service)
    assert again.name == first.name, "the next waits until this one is tried"
    await service.announcements.go_on(again)
    await service.announcements.go_on(again)
    assert await due(service) == []
    await service.outbox.record_done([again])
    clock.time += PACE
    (second,) = await due(service)
    assert second.channel_id == 200
    await service.announcements.go_on(second)
    await service.outbox.record_done([second])
    clock.time += 3600
    assert await due(service) == []


async def test_of_two_drafts_only_the_newer_one_can_be_sent(service: Service) -> None:
    await begin(service)
    older, _ = await service.announcements.draft("Tea at five.")
    newer, _ = await service.announcements.draft("Tea at six.")
    with pytest.raises(Refusal, match="replaced by a newer one"):
        await service.announcements.send(older)
    assert await service.announcements.send(newer) == 1
