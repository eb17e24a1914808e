"""Notices: who gets which, when and how."""

from dataclasses import replace
from datetime import datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo

import pytest

from matches.errors import Refusal
from matches.model import Match, Venue
from matches.notices import NOTICE_KINDS, NoticeWay, ways_to_notify
from matches.settings import Notifications, PlayerSettings, Way
from matches.timecontrol import DAY, HOUR
from service import Service
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin, play_all
from tests.support.outbox import everything, notices_due, notices_out_of_date, show, with_board

HERS = Venue(channel_id=301, guild_id=None)
"""Ann's direct messages."""
HIS = Venue(channel_id=302, guild_id=None)
NIGHT = Notifications(quiet_from=22 * 60, quiet_to=8 * 60, zone="Europe/Berlin")


def berlin(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Berlin")).timestamp())


def ways(chosen: Notifications, kind: str, now: int, **more: Any) -> list[tuple[NoticeWay, int | None]]:
    return ways_to_notify(chosen, NOTICE_KINDS[kind], now, **more)


MIDNIGHT, MORNING, NOON = berlin("2027-01-10 00:00"), berlin("2027-01-10 08:00"), berlin("2027-01-10 12:00")


@pytest.mark.parametrize(
    ("kind", "left", "way"),
    [("dropped", None, "digest"), ("vote", HOUR, "dm"), ("vote", 2 * DAY, "digest"), ("third left", 2 * DAY, "dm")],
)
def test_a_private_notice_waits_for_the_digest_unless_it_would_be_late(
    monkeypatch: pytest.MonkeyPatch, kind: str, left: int | None, way: NoticeWay
) -> None:
    monkeypatch.setitem(NOTICE_KINDS, kind, replace(NOTICE_KINDS[kind], public=None))
    chosen = Notifications("digest", digest_at=60, zone="Europe/Berlin")
    deadline = None if left is None else NOON + left
    ((told, _),) = ways(chosen, kind, NOON, deadline=deadline)
    assert told == way


async def prefer(service: Service, person_id: int, way: Way = "channel", **more: object) -> None:
    notifications = replace(Notifications(way), **more)  # type: ignore[arg-type]  # fields of Notifications
    await service.settings.choose(person_id, PlayerSettings(notifications=notifications))


async def called(service: Service, match: Match) -> list[tuple[int, str]]:
    with_ping = [notice for notice in await with_board(service, match.id) if notice.way == "channel"]
    return [(notice.person_id or 0, notice.about) for notice in with_ping]


async def due(service: Service) -> list[tuple[int, str, str]]:
    return [(notice.person_id or 0, notice.about, notice.way) for notice in await notices_due(service)]


def test_a_turn_goes_with_the_board_unless_somebody_chose_otherwise() -> None:
    assert ways(Notifications(), "turn", NOON) == [("channel", None)]
    assert ways(Notifications("dm"), "turn", NOON) == [("dm", NOON)]
    assert ways(Notifications("both"), "turn", NOON) == [("channel", None), ("dm", NOON)]


def test_questions_and_reminders_are_messages_of_their_own() -> None:
    assert ways(Notifications(), "offer", NOON) == [("channel", NOON)]
    assert ways(Notifications(), "third left", NOON) == [("channel", NOON)]


def test_quiet_hours_hold_everything_back_until_the_morning() -> None:
    assert ways(NIGHT, "turn", MIDNIGHT) == [("channel", MORNING)]
    assert ways(replace(NIGHT, way="both"), "turn", MIDNIGHT) == [("channel", MORNING), ("dm", MORNING)]
    assert ways(NIGHT, "turn", NOON) == [("channel", None)]


def test_quiet_hours_hold_no_turn_or_reminder_beyond_its_deadline() -> None:
    assert ways(NIGHT, "six hours left", MIDNIGHT, deadline=MORNING - 1) == [("channel", MIDNIGHT)]
    assert ways(NIGHT, "six hours left", MIDNIGHT, deadline=MORNING + 1) == [("channel", MORNING)]
    assert ways(NIGHT, "turn", MIDNIGHT, deadline=MORNING - 1) == [("channel", None)]
    assert ways(NIGHT, "turn", MIDNIGHT, deadline=MORNING + 1) == [("channel", MORNING)]


def test_a_digest_comes_at_its_hour_and_reminders_do_not_wait_for_it() -> None:
    chosen = replace(NIGHT, way="digest", digest_at=9 * 60)
    assert ways(chosen, "turn", NOON) == [("digest", berlin("2027-01-11 09:00"))]
    assert ways(chosen, "third left", NOON) == [("dm", NOON)]
    assert ways(chosen, "turn", NOON, deadline=NOON + 300) == [("dm", NOON)], "the digest would be too late"


def test_who_cannot_be_reached_one_way_is_reached_the_other() -> None:
    assert ways(Notifications(), "turn", NOON, placed=False) == [("dm", NOON)]
    assert ways(Notifications("both"), "turn", NOON, placed=False) == [("dm", NOON)]
    for way in ("dm", "both", "digest"):
        assert ways(Notifications(way, dm_closed=True), "turn", NOON) == [("channel", None)]


def test_a_match_by_direct_message_tells_with_its_board_who_wants_direct_messages() -> None:
    for way in ("channel", "dm", "both"):
        assert ways(Notifications(way), "turn", NOON, direct=True) == [("channel", None)]
    assert ways(Notifications("digest"), "third left", NOON, direct=True) == [("channel", NOON)]
    assert ways(replace(NIGHT, way="dm"), "turn", MIDNIGHT, direct=True) == [("channel", MORNING)]


async def test_each_turn_calls_its_player_with_the_board_once(service: Service) -> None:
    snapshot = await begin(service)
    for mover in (ANN, BOB, ANN):
        assert await called(service, snapshot.match) == [(mover.id, "turn")]
        await show(service, snapshot.match, 500)
        assert await called(service, snapshot.match) == []
        snapshot = await play_all(service, snapshot, "1")
    assert await due(service) == []


async def test_who_accepts_a_challenge_and_moves_first_is_called(service: Service) -> None:
    made = await service.challenges.invite("heap", ANN, BOB, CHANNEL, "second", {"size": "40"})
    accepted = await service.challenges.accept(made.id, BOB)
    assert await called(service, accepted.match) == [(BOB.id, "turn")]


async def test_a_post_that_did_not_ping_leaves_the_call_open(service: Service) -> None:
    match = (await begin(service)).match
    await show(service, match, 500, called=[BOB.id])
    assert await called(service, match) == [(ANN.id, "turn")]
    await show(service, match, 500, called=[ANN.id])
    assert await called(service, match) == []


async def test_a_prepared_answer_calls_only_the_one_whose_turn_it_is(service: Service) -> None:
    snapshot = await begin(service)
    await prefer(service, BOB.id, "dm")
    await service.conditional.prepare(snapshot.match.id, BOB.id, ["take 1", "take 1"])
    snapshot = await play_all(service, snapshot, "1")
    assert await called(service, snapshot.match) == [(ANN.id, "turn")]
    assert await due(service) == []


async def test_the_end_calls_the_player_who_did_not_cause_it(service: Service, clock: StillClock) -> None:
    won = await play_all(service, await begin(service, size="4"), "1 2 1")
    assert await called(service, won.match) == [(BOB.id, "end")]
    resigned = await service.play.resign((await begin(service)).match.id, BOB.id)
    assert await called(service, resigned.match) == [(ANN.id, "end")]
    for message_id, over in enumerate((won, resigned), 501):
        await show(service, over.match, message_id)
    timed, at_once = [(await begin(service, clock="1d")).match for _ in range(2)]
    elsewhere = (await begin(service, clock="1d", venue=Venue(300, 10))).match
    clock.time += DAY
    await service.schedule.act()
    ends = [(ANN.id, "end"), (BOB.id, "end")]
    assert [await called(service, match) for match in (timed, at_once, elsewhere)] == [ends, [], ends]
    assert len(await with_board(service, at_once.id)) == 2, "they are told in another way if it cannot be posted"
    await show(service, await service.lookup.match(at_once.id), 503, called=[])
    assert await with_board(service, at_once.id) == []


async def test_offers_are_told_to_the_other_until_they_are_settled(service: Service, clock: StillClock) -> None:
    snapshot = await play_all(service, await begin(service), "1")
    await service.agreements.offer_draw(snapshot.match.id, ANN.id)
    assert await due(service) == [(BOB.id, "offer", "channel")]
    await service.agreements.decline_draw(snapshot.match.id, BOB.id)
    assert await due(service) == []
    clock.time += 61
    await service.agreements.take_back(snapshot.match.id, ANN.id)
    assert await due(service) == [(BOB.id, "offer", "channel")]


async def test_an_answer_to_one_question_leaves_the_notice_of_the_other(service: Service, clock: StillClock) -> None:
    for decline_first in (True, False):
        snapshot = await play_all(service, await begin(service), "1")
        match_id = snapshot.match.id
        clock.time += 61
        await service.agreements.take_back(match_id, ANN.id)
        await service.agreements.offer_draw(match_id, ANN.id)
        first, second = service.agreements.decline_draw, service.agreements.refuse_take_back
        if not decline_first:
            first, second = second, first
        await first(match_id, BOB.id)
        assert (BOB.id, "offer", "channel") in await due(service)
        await second(match_id, BOB.id)
        assert await due(service) == []


async def test_ones_own_offer_is_told_though_one_refuses_a_take_back(service: Service, clock: StillClock) -> None:
    snapshot = await play_all(service, await begin(service), "1")
    clock.time += 61
    await service.agreements.take_back(snapshot.match.id, ANN.id)
    await service.agreements.offer_draw(snapshot.match.id, BOB.id)
    await service.agreements.refuse_take_back(snapshot.match.id, BOB.id)
    assert (ANN.id, "offer", "channel") in await due(service)


@pytest.mark.parametrize("granted", [True, False])
async def test_a_granted_take_back_calls_the_player_whose_turn_it_is_again_and_one_at_once_calls_nobody(
    service: Service, clock: StillClock, *, granted: bool
) -> None:
    snapshot = await play_all(service, await begin(service), "1")
    assert await called(service, snapshot.match) == [(BOB.id, "turn")], "the turn before passed unshown"
    clock.time += 61 * granted
    back = await service.agreements.take_back(snapshot.match.id, ANN.id)
    if granted:
        back = await service.agreements.grant_take_back(snapshot.match.id, BOB.id)
    assert await called(service, back.match) == [(ANN.id, "turn")] * granted


async def test_a_direct_message_is_due_at_once_told_once_and_cleaned_up_when_it_is_out_of_date(
    service: Service,
) -> None:
    await prefer(service, ANN.id, "dm")
    snapshot = await begin(service)
    assert await called(service, snapshot.match) == []
    (notice,) = await notices_due(service)
    assert (notice.person_id, notice.about, notice.way) == (ANN.id, "turn", "dm")
    await service.outbox.notices_sent([notice], 77, 7701)
    assert [delivery for delivery in await everything(service) if delivery.kind == "notice"] == []
    assert await notices_due(service) == await notices_out_of_date(service) == []
    await play_all(service, snapshot, "1")
    (stale,) = await notices_out_of_date(service)
    assert (stale.channel_id, stale.message_id, stale.person_id) == (77, 7701, ANN.id)
    await service.outbox.record_done([stale])
    assert await notices_out_of_date(service) == []


async def test_a_message_sent_while_the_match_moved_on_is_cleaned_up_too(service: Service) -> None:
    await prefer(service, ANN.id, "dm")
    snapshot = await begin(service)
    (notice,) = await notices_due(service)
    snapshot = await play_all(service, snapshot, "1")
    await service.outbox.notices_sent([notice], 77, 7701)
    assert [stale.message_id for stale in await notices_out_of_date(service)] == [7701]
    assert await called(service, snapshot.match) == [(BOB.id, "turn")]


async def test_the_news_of_an_end_stays(service: Service) -> None:
    await prefer(service, BOB.id, "dm")
    await service.play.resign((await begin(service)).match.id, ANN.id)
    (notice,) = await notices_due(service)
    await service.outbox.notices_sent([notice], 77, 7701)
    assert await notices_due(service) == await notices_out_of_date(service) == []


async def test_quiet_hours_ping_in_the_morning_if_it_is_still_the_turn(service: Service, clock: StillClock) -> None:
    await prefer(service, ANN.id, quiet_from=22 * 60, quiet_to=8 * 60, zone="Europe/Berlin")
    clock.time = MIDNIGHT
    waiting = (await begin(service)).match
    answered = await begin(service)
    assert await called(service, waiting) == []
    assert await due(service) == []
    await play_all(service, answered, "1")
    assert min(delivery.due_at or 0 for delivery in await everything(service) if delivery.kind == "notice") == MORNING
    clock.time = MORNING
    (notice,) = await notices_due(service)
    assert (notice.subject, notice.person_id, notice.way) == (waiting.id, ANN.id, "channel")


async def test_a_notice_that_could_not_be_sent_is_due_again_later(service: Service, clock: StillClock) -> None:
    await prefer(service, ANN.id, "dm")
    await begin(service)
    (notice,) = await notices_due(service)
    await service.outbox.retry_later([notice], refused=True)
    assert await due(service) == []
    clock.time += 60
    assert await due(service) == [(ANN.id, "turn", "dm")]


async def test_a_closed_dm_falls_back_to_the_channel_and_is_remembered(service: Service) -> None:
    await prefer(service, ANN.id, "dm")
    snapshot = await begin(service)
    (notice,) = await notices_due(service)
    await service.outbox.undeliverable([notice])
    assert await due(service) == [(ANN.id, "turn", "channel")]
    snapshot = await play_all(service, snapshot, "1 1")
    assert await called(service, snapshot.match) == [(ANN.id, "turn")]
    settings = await service.settings.of_player(ANN.id)
    assert settings.notifications.dm_closed
    await service.settings.choose(ANN.id, settings)
    await play_all(service, snapshot, "1 1")
    assert await due(service) == [(ANN.id, "turn", "dm")]


async def test_a_notice_that_cannot_reach_its_channel_goes_directly_and_then_waits_for_its_reader(
    service: Service,
) -> None:
    match = (await begin(service)).match
    await service.agreements.offer_draw(match.id, ANN.id)
    for way in ("channel", "dm", "channel"):
        (notice,) = await notices_due(service)
        assert (notice.person_id, notice.way) == (BOB.id, way)
        await service.outbox.undeliverable([notice])
    assert await notices_due(service) == []
    (waiting,) = await service.outbox.waiting(BOB.id)
    assert (waiting.about, waiting.way) == ("offer", "use")
    assert waiting not in await with_board(service, match.id)
    await service.agreements.decline_draw(match.id, BOB.id)
    assert await service.outbox.waiting(BOB.id) == [], "it is out of date"


async def test_an_end_without_a_place_is_shown_to_who_ends_it_and_told_to_the_other(service: Service) -> None:
    match = (await begin(service)).match
    await service.places.remove_lost(CHANNEL.channel_id)
    await service.outbox.record_done(await notices_due(service))
    await service.play.resign(match.id, ANN.id)
    assert [(notice.about, notice.rev) for notice in await service.outbox.waiting(ANN.id)] == [("end", 2)]
    (told,) = await notices_due(service)
    assert (told.person_id, told.about, told.way) == (BOB.id, "end", "dm")
    await service.outbox.undeliverable([told])
    assert [notice.about for notice in await service.outbox.waiting(BOB.id)] == ["end"]


@pytest.mark.parametrize("alone", [True, False])
async def test_a_waiting_notice_is_found_after_a_restart(store: Store, clock: StillClock, alone: bool) -> None:
    """Also one that comes after this process has found that nothing waits."""
    first, second = [Service(store, clock, games={"heap": Heap}, alone=alone) for _ in range(2)]
    for service, sees in ((first, second), (second, second)):
        assert await service.outbox.waiting(ANN.id) == []
        match = (await begin(service, venue=HIS)).match
        await service.places.remove_lost(HIS.channel_id)
        await service.play.resign(match.id, ANN.id)
        (notice,) = await sees.outbox.waiting(ANN.id)
        await sees.outbox.record_done([notice])


async def test_an_end_that_the_computer_brings_while_one_waits_is_shown_at_once(service: Service) -> None:
    snapshot = await service.practice.begin("heap", ANN, 1, CHANNEL, "second", {"size": "4"})
    await service.places.remove_lost(CHANNEL.channel_id)
    await service.outbox.record_done(await notices_due(service))
    for move in ("take 2", "take 1", "take 1"):
        mover = snapshot.match.players[snapshot.match.turn]
        snapshot = await service.play.move(snapshot.match.id, mover.id, move, awaited=True)
    assert snapshot.match.over
    assert mover.id < 0
    assert [notice.about for notice in await service.outbox.waiting(ANN.id)] == ["end"]
    assert await notices_due(service) == []


async def test_a_player_whose_own_place_is_lost_is_told(service: Service) -> None:
    match = (await begin(service, venue=HIS, also=HERS)).match
    await service.places.remove_lost(HIS.channel_id)
    (told,) = [notice for notice in await notices_due(service) if notice.about == "lost"]
    assert (told.person_id, told.way) == (BOB.id, "dm")
    await service.outbox.undeliverable([told])
    assert [notice.about for notice in await service.outbox.waiting(BOB.id)] == ["lost"]
    await service.places.move_here(match.id, BOB.id, Venue(300, 10))
    assert await service.outbox.waiting(BOB.id) == [], "it has a place again"


async def test_what_went_out_of_date_while_it_could_not_be_sent_is_not_tried_again(service: Service) -> None:
    await prefer(service, ANN.id, "dm")
    snapshot = await begin(service)
    (notice,) = await notices_due(service)
    snapshot = await play_all(service, snapshot, "1")
    await service.outbox.retry_later([notice], refused=True)
    await service.outbox.undeliverable([notice])
    assert await notices_due(service) == []


async def test_a_closed_dm_is_no_second_ping_for_those_who_chose_both(service: Service) -> None:
    await prefer(service, ANN.id, "both")
    match = (await begin(service)).match
    await show(service, match, 500)
    (notice,) = await notices_due(service)
    await service.outbox.undeliverable([notice])
    assert await due(service) == []


async def test_the_players_of_a_match_that_lost_its_channel_are_told_directly(service: Service) -> None:
    match = (await begin(service)).match
    await service.places.remove_lost(CHANNEL.channel_id)
    assert sorted(await due(service)) == [(ANN.id, "lost", "dm"), (BOB.id, "lost", "dm")]
    await service.places.move_here(match.id, BOB.id, Venue(300, 10))
    assert [place.channel_id for place in await service.places.of(match.id)] == [300]


@pytest.mark.parametrize("person_id", [None, ANN.id])
@pytest.mark.parametrize(("way", "told_at_once"), [("channel", []), ("dm", [BOB.id]), ("both", [BOB.id])])
async def test_an_end_in_a_lost_channel_is_told_to_both_once(
    service: Service, way: Way, told_at_once: list[int], person_id: int | None
) -> None:
    await prefer(service, BOB.id, way)
    match = (await begin(service)).match
    await service.play.resign(match.id, ANN.id)
    notices = [delivery for delivery in await notices_due(service) if delivery.about == "end"]
    assert [delivery.person_id for delivery in notices] == told_at_once
    for notice in notices:
        await service.outbox.notices_sent([notice], 77, 7701)
    await service.places.remove_lost(CHANNEL.channel_id, person_id)
    after = await notices_due(service)
    assert {(one.about, one.way) for one in after} <= {("end", "dm")}
    waiting = [one.about for one in await service.outbox.waiting(ANN.id)]
    assert waiting == (["end"] if person_id else []), "her use of the bot shows it"
    shown = [ANN.id] if person_id else []
    assert sorted([*told_at_once, *shown, *(one.person_id or 0 for one in after)]) == [ANN.id, BOB.id]


async def test_a_digest_gathers_the_turns_of_a_day(service: Service, clock: StillClock) -> None:
    await prefer(service, ANN.id, "digest", digest_at=9 * 60, zone="Europe/Berlin")
    clock.time = NOON
    for _ in range(3):
        await begin(service)
        clock.time += HOUR
    assert await due(service) == []
    clock.time = berlin("2027-01-11 09:00")
    assert await due(service) == [(ANN.id, "turn", "digest")] * 3
    notices = await notices_due(service)
    for notice in notices:
        await service.outbox.notices_sent([notice], 77, 7701)
    await service.play.move(notices[0].subject, ANN.id, "take 1")
    assert await notices_out_of_date(service) == await notices_due(service) == []


async def test_nonsense_is_not_kept_as_a_choice(service: Service) -> None:
    for wrong in (
        Notifications(zone="Berlin"),
        Notifications(quiet_from=60),
        Notifications(quiet_from=0, quiet_to=24 * 60),
    ):
        with pytest.raises(Refusal):
            await service.settings.choose(ANN.id, PlayerSettings(notifications=wrong))
    assert await service.settings.of_player(ANN.id) == PlayerSettings()


async def test_choices_are_kept(service: Service) -> None:
    chosen = PlayerSettings("dark", "mover", preview=True, notifications=replace(NIGHT, way="both", digest_at=60))
    assert await service.settings.choose(ANN.id, chosen) == chosen
    assert await service.settings.of_player(ANN.id) == chosen
    assert await service.settings.of_player(BOB.id) == PlayerSettings()


async def test_a_digest_is_whole_however_many_are_due_with_it(service: Service, clock: StillClock) -> None:
    await prefer(service, ANN.id, "digest")
    await prefer(service, BOB.id, "digest")
    for first, second in ((ANN, BOB), (BOB, ANN), (BOB, ANN), (ANN, BOB)):
        match = (await begin(service, first, second)).match
        await show(service, match, match.id)
        await service.outbox.challenge_shown(match.id, match.id)
        await service.outbox.record_done(
            [delivery for delivery in await everything(service) if delivery.kind == "challenge"]
        )
    clock.time += DAY
    told = []
    for _ in range(2):
        notices = [delivery for delivery in await service.outbox.take(limit=1) if delivery.kind == "notice"]
        told.append([notice.person_id for notice in notices])
        await service.outbox.notices_sent(notices, 77, 7701)
    assert sorted(told) == [[ANN.id, ANN.id], [BOB.id, BOB.id]]
    assert await notices_due(service) == []


@pytest.mark.parametrize(
    ("public", "time"), [("event", "3d"), ("clock", "none"), ("clock", "3d"), ("place", "3d"), ("place", "none")]
)
async def test_a_notice_that_tells_of_nothing_public_says_so(
    service: Service, monkeypatch: pytest.MonkeyPatch, public: Literal["event", "clock", "place"], time: str
) -> None:
    kind = replace(NOTICE_KINDS["claim"], name="tide", public=public)
    monkeypatch.setitem(NOTICE_KINDS, "tide", kind)
    match = (await begin(service, clock=time)).match
    why = {"event": "no event in `after`", "clock": "no time has run out", "place": "still sees the match in a place"}
    told = rf"'tide' is declared with public='{public}', but of match {match.id}, .*{why[public]}.*declare public=None"
    async with service.schedule._core.change() as change:
        with pytest.raises(ValueError, match=told):
            await change.notices.tell(match, 0, kind)
        await change.notices.tell(match, 0, replace(kind, public=None))


@pytest.mark.parametrize("sent", [True, False])
async def test_a_notice_that_is_told_again_without_an_event_replaces_the_earlier_one(
    service: Service, clock: StillClock, *, sent: bool
) -> None:
    kind = replace(NOTICE_KINDS["claim"], public=None)
    match = (await begin(service)).match
    seen = []
    for _ in range(2):
        async with service.schedule._core.change() as change:
            await change.notices.tell(match, 0, kind)
        (notice,) = [one for one in await notices_due(service) if one.about == "claim"]
        seen.append(notice)
        if sent:
            await service.outbox.notices_sent([notice], 300, 400 + len(seen))
        clock.time += DAY
    assert seen[0].key != seen[1].key
    assert [one.message_id for one in await notices_out_of_date(service)] == ([401] if sent else [])


async def test_what_follows_from_a_private_thing_is_not_public_because_an_event_caused_it(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.conditional.DROPPED", replace(NOTICE_KINDS["dropped"], public="event"))
    match = (await play_all(service, await begin(service), "1")).match
    await service.conditional.prepare(match.id, ANN.id, ["take 1", "take 1"])
    with pytest.raises(ValueError, match=r"'dropped' .* follows from no event in `after`"):
        await service.agreements.take_back(match.id, ANN.id)


@pytest.mark.parametrize(("name", "public"), [("turn", "event"), ("turn", None), ("claim", "board")])
def test_a_notice_that_boards_carry_is_public_with_them(name: str, public: Literal["board", "event"] | None) -> None:
    with pytest.raises(
        ValueError, match=f": the notice '{name}' needs both or neither of public='board' and Text.BOARD"
    ):
        replace(NOTICE_KINDS[name], public=public)
