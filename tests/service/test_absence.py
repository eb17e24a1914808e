"""A player who has left the server where a match is shown: notices go directly, and the opponent can end the match."""

import pytest

from matches.errors import Refusal
from matches.model import Snapshot
from matches.settings import Notifications, PlayerSettings
from service import Service
from service.agreements import ABSENCE
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin, play_all

SERVER = CHANNEL.guild_id or 0


async def ways(service: Service, match_id: int) -> list[tuple[int | None, str, str]]:
    """To whom something is told about a match, what, and in which way."""
    return [(notice.person_id, notice.about, notice.way) for notice in await service.outbox.of("notice", match_id)]


async def left(service: Service, begun: Snapshot) -> int:
    """Let Bob leave after Ann's first move. Returns the match."""
    match_id = begun.match.id
    await play_all(service, begun, "1")
    assert await ways(service, match_id) == [(BOB.id, "turn", "channel")]
    assert await service.places.note_absence(match_id, 1, SERVER, absent=True)
    return match_id


async def test_notices_go_directly_until_the_player_is_back(service: Service) -> None:
    match_id = await left(service, await begin(service))
    assert (BOB.id, "turn", "dm") in await ways(service, match_id)
    assert not await service.places.note_absence(match_id, 1, SERVER, absent=True), "it is noted once"
    await service.play.move(match_id, BOB.id, "take 1")
    assert await ways(service, match_id) == [(ANN.id, "turn", "channel")]
    await service.play.move(match_id, ANN.id, "take 1")
    assert await ways(service, match_id) == [(BOB.id, "turn", "dm")]
    await service.agreements.offer_abort(match_id, ANN.id)
    assert (BOB.id, "offer", "dm") in await ways(service, match_id)
    assert await service.places.note_absence(match_id, 1, SERVER, absent=False)
    await service.play.move(match_id, BOB.id, "take 1")
    await service.play.move(match_id, ANN.id, "take 1")
    assert await ways(service, match_id) == [(BOB.id, "turn", "channel")]


async def test_somebody_who_is_told_directly_anyway_is_not_told_again(service: Service) -> None:
    await service.settings.choose(BOB.id, PlayerSettings(notifications=Notifications(way="dm")))
    match_id = (await play_all(service, await begin(service), "1")).match.id
    (notice,) = await service.outbox.of("notice", match_id)
    await service.outbox.notices_sent([notice], 302, 900)
    assert await service.places.note_absence(match_id, 1, SERVER, absent=True)
    assert [sent.message_id for sent in await service.outbox.of("notice", match_id)] == [900]


async def test_a_direct_message_that_is_refused_is_not_sent_to_the_channel_instead(service: Service) -> None:
    match_id = await left(service, await begin(service))
    queued = await service.outbox.of("notice", match_id)
    await service.outbox.undeliverable([notice for notice in queued if notice.way == "dm"])
    due = [notice for notice in await service.outbox.of("notice", match_id) if notice.due_at is not None]
    assert [notice.way for notice in due] == []


async def test_both_players_can_be_away(service: Service) -> None:
    match_id = (await begin(service)).match.id
    for seat in (0, 1):
        assert await service.places.note_absence(match_id, seat, SERVER, absent=True)
    (place,) = await service.places.of(match_id)
    assert place.misses(0)
    assert place.misses(1)
    assert await service.places.note_absence(match_id, 0, SERVER, absent=False)
    (place,) = await service.places.of(match_id)
    assert not place.misses(0)
    assert place.misses(1)


@pytest.mark.parametrize("time", ["none", "7d"])
async def test_a_match_without_a_clock_can_be_aborted_alone_after_three_days(
    service: Service, clock: StillClock, time: str
) -> None:
    begun = await play_all(service, await begin(service, clock=time), "1 1 1 1")
    match_id = await left(service, begun)

    async def alone(person_id: int = ANN.id) -> bool:
        return (await service.agreements.abortable(match_id, person_id))[1]

    clock.time += ABSENCE - 1
    assert not await alone()
    with pytest.raises(Refusal, match="only if Bob agrees"):
        await service.agreements.abort(match_id, ANN.id)
    clock.time += 1
    assert await alone() == (time == "none")
    assert not await alone(BOB.id), "it is his turn"
    if time == "none":
        assert (await service.agreements.abort(match_id, ANN.id)).match.void
        assert (BOB.id, "end", "dm") in await ways(service, match_id)


async def test_nobody_aborts_alone_while_the_opponent_is_there(service: Service, clock: StillClock) -> None:
    match_id = await left(service, await play_all(service, await begin(service), "1 1 1 1"))
    await service.places.note_absence(match_id, 1, SERVER, absent=False)
    clock.time += ABSENCE
    assert not (await service.agreements.abortable(match_id, ANN.id))[1]
