"""Links to the board page and visits: one use, ten minutes, a day, and what a visitor may see."""

import asyncio
from dataclasses import replace

import pytest

from matches.errors import NoMatch, Refusal
from matches.visits import LINK_LIFETIME, VISIT_LIFETIME, LinkUsed, Visit, VisitOver
from service import Service
from service.core import outside_discord
from service.visits import MOST
from storage.people import EVERYWHERE
from storage.store import Store
from tests.support.board_page import Eyes
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin
from tests.support.rows import dicts_of


async def test_a_link_opens_one_visit_even_if_used_twice_at_once(service: Service) -> None:
    match_id = (await begin(service)).match.id
    link = await service.visits.link(ANN.id, match_id)
    opened = await asyncio.gather(*(service.visits.open(link) for _ in range(5)), return_exceptions=True)
    ((secret, visit),) = [result for result in opened if not isinstance(result, BaseException)]
    assert [type(result) for result in opened].count(LinkUsed) == 4
    assert (visit.person_id, visit.match_id) == (ANN.id, match_id)
    assert await service.visits.of(secret) == visit
    with pytest.raises(LinkUsed):
        await service.visits.open(secret)
    with pytest.raises(VisitOver):
        await service.visits.of(link)


async def test_a_link_expires_after_ten_minutes_and_a_visit_after_a_day(service: Service, clock: StillClock) -> None:
    match_id = (await begin(service)).match.id
    early, late = [await service.visits.link(ANN.id, match_id) for _ in range(2)]
    clock.time += LINK_LIFETIME - 1
    secret, _ = await service.visits.open(early)
    clock.time += 1
    with pytest.raises(LinkUsed):
        await service.visits.open(late)
    clock.time += VISIT_LIFETIME - 2
    await service.visits.of(secret)
    clock.time += 1
    with pytest.raises(VisitOver):
        await service.visits.of(secret)


async def test_only_hashes_are_stored_and_expired_ones_are_deleted(
    service: Service, store: Store, clock: StillClock
) -> None:
    link = await service.visits.link(ANN.id, 1)
    secret, _ = await service.visits.open(await service.visits.link(ANN.id, 1))
    assert not {link, secret} & {value for row in await stored(store) for value in row.values()}
    clock.time += LINK_LIFETIME
    await service.visits.end_old()
    assert [row["expires_at"] for row in await stored(store)] == [clock.time - LINK_LIFETIME + VISIT_LIFETIME]


async def stored(store: Store) -> list[dict[str, object]]:
    return [row for table in ("board_link", "visit") for row in await dicts_of(store, table)]


async def test_a_new_link_or_visit_replaces_the_oldest_of_the_same_person(service: Service, clock: StillClock) -> None:
    of_bob = await service.visits.link(BOB.id, 1)
    first = await service.visits.link(ANN.id, 1)
    secrets = []
    for _ in range(MOST + 1):
        clock.time += 1
        secrets.append((await service.visits.open(await service.visits.link(ANN.id, 1)))[0])
    for _ in range(MOST):
        clock.time += 1
        await service.visits.link(ANN.id, 1)
    with pytest.raises(LinkUsed):
        await service.visits.open(first)
    with pytest.raises(VisitOver):
        await service.visits.of(secrets[0])
    await service.visits.of(secrets[1])
    await service.visits.open(of_bob)


@pytest.mark.parametrize("forged", ["", "x" * 24, "ü" * 24, "a" * 10_000, "a" * 23 + "\x00", "a" * 23 + "\n"])
async def test_a_forged_secret_opens_nothing(service: Service, forged: str) -> None:
    with pytest.raises(LinkUsed):
        await service.visits.open(forged)
    with pytest.raises(VisitOver):
        await service.visits.of(forged)


async def test_a_ban_ends_visits_and_links(service: Service) -> None:
    link = await service.visits.link(ANN.id, 1)
    secret, _ = await service.visits.open(await service.visits.link(ANN.id, 1))
    await service.moderation.ban(EVERYWHERE, ANN)
    await service.moderation.unban(EVERYWHERE, ANN)
    with pytest.raises(LinkUsed):
        await service.visits.open(link)
    with pytest.raises(VisitOver):
        await service.visits.of(secret)


async def test_a_ban_in_the_server_where_a_match_is_shown_hides_it(service: Service) -> None:
    match_id = (await begin(service)).match.id
    assert CHANNEL.guild_id is not None
    await service.moderation.ban(CHANNEL.guild_id, ANN)
    _, visit = await service.visits.open(await service.visits.link(ANN.id, match_id))
    with pytest.raises(Refusal, match="banned from Tidepool here"):
        await service.visits.match(visit, match_id, Eyes())


async def test_a_spectator_sees_the_matches_that_they_follow_while_they_can_view_the_channel(service: Service) -> None:
    match_id, eyes = (await begin(service)).match.id, Eyes()
    _, visit = await service.visits.open(await service.visits.link(CAROL.id, match_id + 1))
    for hidden in (match_id, match_id + 1):
        with pytest.raises(NoMatch):
            await service.visits.match(visit, hidden, eyes)
    assert eyes.asked == [], "Discord is not asked about every match"
    await service.follows.follow(match_id, CAROL, each_move=False)
    await service.visits.match(visit, match_id, eyes)
    eyes.gone = {ANN.id, BOB.id, CAROL.id}
    with pytest.raises(NoMatch):
        await service.visits.match(visit, match_id, eyes)
    await service.visits.match(replace(visit, person_id=BOB.id), match_id, eyes)


async def test_a_visit_shows_the_match_of_its_link_after_the_end_too(service: Service) -> None:
    match_id, eyes = (await begin(service)).match.id, Eyes()
    await service.follows.follow(match_id, CAROL, each_move=False)
    _, visit = await service.visits.open(await service.visits.link(CAROL.id, match_id))
    await service.play.resign(match_id, ANN.id)
    assert (await service.visits.match(visit, match_id, eyes)).over
    with pytest.raises(NoMatch):
        await service.visits.match(replace(visit, match_id=0), match_id, eyes)
    eyes.gone.add(CAROL.id)
    with pytest.raises(NoMatch):
        await service.visits.match(visit, match_id, eyes)


async def test_who_started_a_watched_match_sees_it_wherever_it_is_shown(service: Service) -> None:
    match_id, eyes = (await service.practice.show("heap", CAROL, (1, 2), CHANNEL)).match.id, Eyes({CAROL.id, BOB.id})
    await service.visits.match(Visit(CAROL.id, 0, 0), match_id, eyes)
    with pytest.raises(NoMatch):
        await service.visits.match(Visit(BOB.id, match_id, 0), match_id, eyes)


@pytest.mark.parametrize("guest", [False, True])
async def test_nothing_waits_for_an_answer_to_acts_outside_discord(service: Service, store: Store, guest: bool) -> None:
    match_id = (await begin(service, venue=replace(CHANNEL, guest=guest))).match.id
    with outside_discord():
        await service.play.move(match_id, ANN.id, "take 1")
    (board,) = [row for row in await dicts_of(store, "outbox") if row["kind"] == "board"]
    assert (board["due_at"], board["claimed_by"]) == (service.clock.now(), None)
    await service.play.move(match_id, BOB.id, "take 1")
    (board,) = [row for row in await dicts_of(store, "outbox") if row["kind"] == "board"]
    assert board["due_at"] > service.clock.now()
