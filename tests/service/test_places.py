"""The places in which matches are shown, and how matches are found there."""

import pytest

from matches.deliveries import DELIVERY_LEASE, SEARCH_DELAY, Delivery
from matches.errors import NoMatch
from matches.model import Person, Place, Snapshot, Venue
from matches.settings import ServerSettings
from matches.timecontrol import DAY
from service import Service
from service.outbox import TakenOver
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin, play_all
from tests.support.outbox import boards_queued, everything, old_boards, show, taken

ELSEWHERE = Venue(channel_id=200, guild_id=10)
HERS = Venue(channel_id=301, guild_id=None)
"""Ann's direct messages."""
HIS = Venue(channel_id=302, guild_id=None)
"""Bob's direct messages."""


async def test_the_place_of_the_challenge_queues_the_newest_board_until_it_is_shown(service: Service) -> None:
    match = (await begin(service)).match
    expected = Place(match.id, None, CHANNEL.channel_id, CHANNEL.guild_id, None, 0)
    assert await service.places.of(match.id) == [expected]
    assert await boards_queued(service) == [(match.id, CHANNEL.channel_id)]
    await show(service, match, 501)
    assert await boards_queued(service) == []
    match = (await service.play.move(match.id, ANN.id, "take 1")).match
    assert await boards_queued(service) == [(match.id, CHANNEL.channel_id)]
    await show(service, match, 502)
    assert await boards_queued(service) == []
    await service.play.resign(match.id, ANN.id)
    assert await boards_queued(service) == [(match.id, CHANNEL.channel_id)], "the last board, too"


async def test_where_the_bot_is_a_guest_the_boards_that_are_queued_are_found_by_the_channel(service: Service) -> None:
    group = Venue(ELSEWHERE.channel_id, None, guest=True)
    first, second, _ = [(await begin(service, venue=venue)).match for venue in (group, group, CHANNEL)]

    async def queued(channel_id: int, limit: int = 3) -> list[int]:
        return [delivery.subject for delivery in await service.outbox.queued_as_guest(channel_id, limit)]

    assert await queued(group.channel_id) == [first.id, second.id]
    assert await queued(group.channel_id, 1) == [first.id]
    assert await queued(CHANNEL.channel_id) == [], "there the bot posts by itself"
    await show(service, first, 501, group.channel_id)
    assert await queued(group.channel_id) == [second.id]


async def test_where_the_bot_is_a_guest_nothing_is_queued_that_only_an_answer_could_say(service: Service) -> None:
    for venue, kinds in ((Venue(ELSEWHERE.channel_id, None, guest=True), []), (CHANNEL, ["word", "headline"])):
        match = (await begin(service, venue=venue, clock="3d")).match
        await service.agreements.offer_abort(match.id, ANN.id)
        await service.agreements.decline_abort(match.id, BOB.id)
        await service.vacations.start(ANN.id, 2)
        assert [kind for kind in ("word", "headline") if await service.outbox.of(kind, match.id)] == kinds
        await service.vacations.stop(ANN.id)


async def test_a_board_that_a_player_caused_is_claimed_for_their_own_answer(
    service: Service, clock: StillClock
) -> None:
    await begin(service)
    assert await taken(service) == []
    clock.time += DELIVERY_LEASE
    (queued,) = await taken(service)
    assert queued.doubtful, "it may have been posted, and only the note of that is missing"
    assert await taken(service) == [], "it is claimed now"


async def test_what_time_brought_about_is_due_at_once_and_again_but_in_doubt_when_it_is_given_back(
    service: Service, clock: StillClock
) -> None:
    match = (await begin(service, clock="1d")).match
    await show(service, match, 501)
    clock.time += DAY
    await service.schedule.act()
    (given,) = await taken(service)
    assert not given.doubtful
    assert await taken(service) == []
    await service.outbox.give_back([given])
    (queued,) = await taken(service)
    assert queued.doubtful, "it may have been posted"


async def test_what_was_delivered_refused_or_changed_is_not_given_back(service: Service, clock: StillClock) -> None:
    first, second, third = [(await begin(service, venue=venue)).match for venue in (CHANNEL, ELSEWHERE, HERS)]
    clock.time += DELIVERY_LEASE
    given = await taken(service)
    await show(service, first, 501)
    await service.outbox.retry_later([one for one in given if one.subject == second.id], refused=False)
    await service.play.move(third.id, ANN.id, "take 1")
    queued = await everything(service)
    await service.outbox.give_back(given)
    assert await everything(service) == queued


async def test_a_board_is_not_confirmed_once_a_newer_one_is_queued(store: Store, clock: StillClock) -> None:
    """The newer one is left to the process that is to post it, and is not claimed."""
    one, other = (Service(store, clock, games={"heap": Heap}, alone=False) for _ in range(2))
    match = (await begin(one, clock="1d")).match
    older = await one.outbox.of("board", match.id)
    clock.time += DAY
    await other.schedule.act()
    with pytest.raises(TakenOver):
        await one.outbox.confirm(older)
    assert len(await taken(other)) == 1


async def test_a_post_of_another_process_is_claimed_first_and_made_when_it_must_be_there(
    store: Store, clock: StillClock
) -> None:
    """The other process may be sending it just now, because its clock is wrong or it was frozen."""
    one, other = (Service(store, clock, games={"heap": Heap}, alone=False) for _ in range(2))
    match = (await begin(one)).match
    clock.time += DELIVERY_LEASE
    assert await taken(other) == []
    with pytest.raises(TakenOver):
        await one.outbox.confirm(await one.outbox.of("board", match.id))
    clock.time += SEARCH_DELAY
    (queued,) = await taken(other)
    assert queued.doubtful


async def test_a_new_run_takes_over_what_the_one_before_had_claimed(
    service: Service, store: Store, clock: StillClock
) -> None:
    await begin(service)
    other = Service(store, clock, games={"heap": Heap})
    assert await taken(other) == []
    await other.outbox.start()
    assert [delivery.doubtful for delivery in await taken(other)] == [True]


async def test_what_is_refused_is_tried_with_growing_pauses_and_at_once_when_somebody_comes(
    service: Service, clock: StillClock
) -> None:
    match = (await begin(service)).match
    pauses = []
    for _ in range(4):
        queued = Delivery("board", match.id, str(CHANNEL.channel_id), match.board_rev)
        await service.outbox.retry_later([queued], refused=True)
        (waiting,) = [delivery for delivery in await everything(service) if delivery.kind == "board"]
        assert not waiting.doubtful, "Discord has plainly said no"
        pauses.append((waiting.due_at or 0) - clock.now())
    assert pauses == [60, 120, 240, 480]
    await service.outbox.retry_now(CHANNEL.channel_id)
    assert len(await taken(service)) == 1


async def test_old_boards_are_kept_until_they_are_stripped(service: Service) -> None:
    match = (await begin(service)).match
    assert await show(service, match, 501) == []
    match = (await service.play.move(match.id, ANN.id, "take 1")).match
    (first,) = await show(service, match, 502)
    assert await show(service, match, 502) == []
    match = (await service.play.move(match.id, BOB.id, "take 1")).match
    (second,) = await show(service, match, 503)
    assert (first.message_id, first.channel_id) == (501, CHANNEL.channel_id)
    assert await old_boards(service) == [501, 502]
    await service.outbox.record_done([first])
    assert await old_boards(service) == [502]
    await service.outbox.record_done([second])
    assert await old_boards(service) == []


async def test_a_board_that_is_noted_late_is_not_the_newest_and_loses_its_buttons(service: Service) -> None:
    early = (await begin(service)).match
    late = (await service.play.move(early.id, ANN.id, "take 1")).match
    await show(service, late, 502)
    (stripped,) = await show(service, early, 501)
    assert stripped.message_id == 501
    (place,) = await service.places.of(early.id)
    assert (place.shown_rev, place.message_id) == (2, 502)


async def test_the_same_board_posted_anew_is_the_newest_message(service: Service) -> None:
    match = (await begin(service)).match
    await show(service, match, 501)
    await service.outbox.bump(match.id, ANN.id, CHANNEL.channel_id)
    assert [delivery.about for delivery in await everything(service) if delivery.kind == "board"] == ["quiet"]
    await show(service, match, 503)
    assert [place.message_id for place in await service.places.of(match.id)] == [503]
    assert await old_boards(service) == [501]


async def test_a_lost_channel_leaves_matches_without_a_place(service: Service) -> None:
    stranded = (await begin(service)).match
    settled = (await begin(service, venue=HIS, also=HERS)).match
    over = (await begin(service)).match
    await service.play.resign(over.id, BOB.id)
    assert await service.places.remove_lost(CHANNEL.channel_id) == [stranded]
    assert await service.places.of(stranded.id) == []
    assert await service.places.remove_lost(CHANNEL.channel_id) == []
    assert await service.places.remove_lost(HIS.channel_id) == []
    assert await service.places.of(settled.id) == [HERS.place(settled.id, 0)]


async def test_a_match_by_direct_message_has_a_place_for_each_player(service: Service) -> None:
    match = (await begin(service, venue=HIS, also=HERS)).match
    assert await service.places.of(match.id) == [HIS.place(match.id, 1), HERS.place(match.id, 0)]
    other = (await begin(service)).match
    await service.places.move_here(other.id, ANN.id, HERS, other_venue=HIS)
    assert await service.places.of(other.id) == [HERS.place(other.id, 0), HIS.place(other.id, 1)]
    await service.places.move_here(other.id, BOB.id, ELSEWHERE)
    assert await service.places.of(other.id) == [ELSEWHERE.place(other.id)]


async def test_a_rematch_by_direct_message_has_a_place_for_each_player_too(service: Service) -> None:
    match = (await begin(service)).match
    await service.play.resign(match.id, ANN.id)
    await service.challenges.rematch(match.id, ANN, HIS, other_venue=HIS)
    begun = await service.challenges.rematch(match.id, BOB, HERS, other_venue=HERS)
    assert isinstance(begun, Snapshot)
    places = await service.places.of(begun.match.id)
    assert {place.channel_id: begun.match.players[place.seat or 0] for place in places} == {301: ANN, 302: BOB}


async def test_a_match_moves_to_another_channel_and_its_old_board_loses_its_buttons(service: Service) -> None:
    match = (await begin(service)).match
    await show(service, match, 501)
    moved = await service.places.move_here(match.id, ANN.id, ELSEWHERE)
    assert await service.places.of(match.id) == [moved]
    assert await boards_queued(service) == [(match.id, ELSEWHERE.channel_id)]
    assert await old_boards(service) == [501]


async def test_a_thread_is_opened_under_the_challenge_where_the_server_wants_it(service: Service) -> None:
    await service.settings.choose_for_server(10, ServerSettings(place="thread"))
    challenge = await service.challenges.invite("heap", ANN, BOB, CHANNEL, "first")
    await service.outbox.challenge_shown(challenge.id, 555)
    match = (await service.challenges.accept(challenge.id, BOB)).match
    (place,) = await service.places.of(match.id)
    assert (place.channel_id, place.thread_of) == (555, CHANNEL.channel_id), "a thread has the id of its message"
    assert await boards_queued(service) == [(match.id, 555)]
    await service.places.without_thread(place)
    assert await service.places.of(match.id) == [CHANNEL.place(match.id)]
    assert await boards_queued(service) == [(match.id, CHANNEL.channel_id)]


async def test_where_nobody_sees_the_challenge_the_thread_begins_at_the_first_board(service: Service) -> None:
    await service.settings.choose_for_server(10, ServerSettings(place="thread"))
    match = (await service.practice.begin("heap", ANN, 1, CHANNEL, "first")).match
    (first,) = await service.places.of(match.id)
    assert (first.channel_id, first.in_thread, first.thread_under) == (CHANNEL.channel_id, False, None)
    await show(service, match, 501)
    (first,) = await service.places.of(match.id)
    assert first.thread_under == 501
    assert (await service.places.old_post(match.id, match.board_rev, 10)).threads == set()
    place = await service.places.in_thread(first)
    assert (await service.places.old_post(match.id, match.board_rev, 10)).threads == {501}
    assert await service.places.of(match.id) == [place]
    assert (place.channel_id, place.thread_of, place.in_thread) == (501, CHANNEL.channel_id, True)
    assert place.thread_under == 501, "for the next board, once more: it may not be there yet"
    assert await old_boards(service) == [501]
    assert await boards_queued(service) == [(match.id, 501)]
    again = (await service.practice.begin("heap", ANN, 1, Venue(501, CHANNEL.guild_id))).match
    assert await service.places.of(again.id) == [Venue(501, CHANNEL.guild_id).place(again.id)]
    show_ = (await service.practice.show("heap", ANN, (1, 1), CHANNEL)).match
    assert await service.places.of(show_.id) == [CHANNEL.place(show_.id)]
    await service.privacy.forget(ANN.id)
    deleted = [delivery.message_id for delivery in await everything(service) if delivery.kind == "erasure"]
    assert 501 in deleted, "the board that stays in the channel names her"


async def test_without_a_thread_the_next_board_follows_the_first(service: Service) -> None:
    await service.settings.choose_for_server(10, ServerSettings(place="thread"))
    match = (await service.practice.begin("heap", ANN, 1, CHANNEL, "first")).match
    await show(service, match, 501)
    (first,) = await service.places.of(match.id)
    place = await service.places.without_thread(first)
    assert (place.message_id, place.thread_under) == (501, None)
    match = (await service.play.move(match.id, ANN.id, "take 1")).match
    await show(service, match, 502)
    assert await old_boards(service) == [501]


async def test_fitting_matches_come_with_ones_own_turn_first_then_the_newest(service: Service) -> None:
    oldest = (await begin(service)).match
    waiting = (await begin(service)).match
    newest = (await begin(service, ANN, CAROL)).match
    await service.play.move(waiting.id, ANN.id, "take 1")
    ids = [match.id for match in await service.lookup.fitting(ANN.id, CHANNEL.channel_id)]
    assert ids == [newest.id, oldest.id, waiting.id]
    assert [match.id for match in await service.lookup.fitting(BOB.id, CHANNEL.channel_id)] == [
        waiting.id,
        oldest.id,
    ]


async def test_finished_matches_come_newest_first(service: Service) -> None:
    first, second, running = [(await begin(service)).match for _ in range(3)]
    elsewhere = (await begin(service, ANN, CAROL, Venue(101, 10))).match
    for match in (second, first, elsewhere):
        await service.play.resign(match.id, ANN.id)
    assert [match.id for match in await service.lookup.over(ANN.id, 2)] == [elsewhere.id, second.id]
    assert [match.id for match in await service.lookup.over(ANN.id, 9)] == [elsewhere.id, second.id, first.id]
    assert [match.id for match in await service.lookup.running(ANN.id)] == [running.id]


async def test_only_running_matches_of_that_channel_and_person_fit(service: Service) -> None:
    match = (await begin(service)).match
    over = (await begin(service)).match
    await service.play.resign(over.id, ANN.id)
    assert [found.id for found in await service.lookup.fitting(ANN.id, CHANNEL.channel_id)] == [match.id]
    assert await service.lookup.fitting(ANN.id, ELSEWHERE.channel_id) == []
    assert await service.lookup.fitting(CAROL.id, CHANNEL.channel_id) == []


async def test_the_newest_match_is_a_running_one_else_one_that_is_over(service: Service) -> None:
    running = (await begin(service)).match
    over = (await begin(service)).match
    await service.play.resign(over.id, ANN.id)
    newest = await service.lookup.newest(ANN.id, "heap", CHANNEL.channel_id)
    assert newest is not None
    assert newest.id == running.id
    await service.play.resign(running.id, ANN.id)
    newest = await service.lookup.newest(ANN.id, "heap", CHANNEL.channel_id)
    assert newest is not None
    assert newest.id == over.id
    assert await service.lookup.newest(CAROL.id, "heap", CHANNEL.channel_id) is None


async def test_a_new_name_is_used_in_all_matches_of_that_person(service: Service) -> None:
    match = (await begin(service)).match
    await service.challenges.invite("heap", Person(ANN.id, "Anna"), CAROL, CHANNEL)
    assert (await service.lookup.snapshot(match.id)).match.players[0].name == "Anna"


async def test_an_older_board_is_known_by_its_revision(service: Service) -> None:
    snapshot = await play_all(service, await begin(service), "1 2")
    match_id = snapshot.match.id
    boards = [await service.places.old_post(match_id, rev, 10) for rev in (1, 2, 3, 99)]
    assert [(one.number, one.move and (one.move.text, one.move.seat)) for one in boards] == [
        (0, None),
        (1, ("take 1", 0)),
        (2, ("take 2", 1)),
        (2, ("take 2", 1)),
    ]
    taken = (await service.agreements.take_back(match_id, BOB.id)).match
    after = await service.places.old_post(match_id, 3, 10)
    assert (after.number, after.move) == (2, None), "it was taken back"
    assert (await service.places.old_post(match_id, taken.rev, 10)).match == taken
    with pytest.raises(NoMatch):
        await service.places.old_post(match_id + 1, 1, 10)


async def test_an_older_board_comes_with_what_its_server_chose(service: Service) -> None:
    match = (await begin(service)).match
    await service.settings.choose_for_server(10, ServerSettings(past_boards="all"))
    chosen = {guild: (await service.places.old_post(match.id, 1, guild)).chosen.past_boards for guild in (10, 11, None)}
    assert chosen == {10: "all", 11: "newest", None: "newest"}
