"""Tournaments begin, go on and end by themselves, whatever people do in them."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from matches.errors import Refusal
from matches.model import Person
from matches.results import FORFEITS, result_sentence
from matches.settings import Notifications, PlayerSettings, ServerSettings
from matches.standing import OUTCOMES, Score, Tally
from matches.timecontrol import DAY
from matches.tournaments.course import GroupCourse, KnockoutCourse
from matches.tournaments.model import Format, Meeting
from matches.tournaments.progress import Progress
from service import Service
from service.ends import rebuild
from service.tournament_posts import BYE, PAUSE
from storage.people import EVERYWHERE
from storage.store import Store
from tests.support.matches import CHANNEL, StillClock
from tests.support.rows import changed, dicts_of
from tests.support.tournament_rules import check_by_hand
from tests.support.tournaments import JOINING, call_roll, going_on, joined, open_tournament

Ends = list[tuple[Meeting, tuple[Person, Person]]]


def open_matches(progress: Progress) -> Ends:
    return [
        (meeting, progress.people(meeting.fixture))
        for meeting in progress.meetings
        if meeting.match_id is not None and not meeting.over
    ]


async def move_both(service: Service, match_id: int) -> None:
    """Let both players make their first move, if they have not."""
    for _ in range(2):
        match = await service.lookup.match(match_id)
        if match.ply < 2:
            await service.play.move(match_id, match.players[match.turn].id, "take 1")


async def play_on(service: Service, clock: StillClock, tournament_id: int, random: Random) -> Progress:
    """Play the tournament to its end: matches are resigned or drawn at random."""
    for _ in range(100):
        progress = await service.tournaments.of(tournament_id)
        if progress.tournament.status != "running":
            return progress
        for meeting, people in open_matches(progress):
            assert meeting.match_id is not None
            await move_both(service, meeting.match_id)
            loser = random.choice(people)
            await service.play.resign(meeting.match_id, loser.id)
        await going_on(service, clock)
    pytest.fail("the tournament does not end")


@pytest.mark.parametrize(("kind", "people"), [("groups", 12), ("knockout", 7)])
async def test_every_match_begins_once_and_one_after_another(
    service: Service, clock: StillClock, store: Store, kind: Format, people: int
) -> None:
    tournament_id = await joined(service, clock, kind, people)
    progress = await play_on(service, clock, tournament_id, Random(people))
    assert progress.tournament.status == "over"
    assert len(progress.winners()) == 1
    ids = [meeting.match_id for meeting in progress.meetings]
    assert len(set(ids)) == len(ids) == len(await dicts_of(store, "match"))
    begun = sorted(match["created_at"] for match in await dicts_of(store, "match"))
    assert all(later - earlier >= PAUSE for earlier, later in pairwise(begun))
    assert not [row for row in await dicts_of(store, "outbox") if row["kind"] == "notice" and row["about"] == "turn"]
    pings = [row for row in await dicts_of(store, "outbox") if row["kind"] == "pairings"]
    assert len(pings) == people
    assert {row["due_at"] for row in pings} == {None}, "the post of all pairings carries them"
    posts = [row for row in await dicts_of(store, "outbox") if row["kind"] == "round"]
    assert len(posts) == (2 if kind == "groups" else 6), "one for each stage, or each round and each decider"
    assert await service.schedule.next_due() is None or (await service.tournaments.of(tournament_id)).winners()


async def test_too_few_people_end_it(service: Service, clock: StillClock) -> None:
    tournament_id = await joined(service, clock, "groups", 3)
    assert (await service.tournaments.of(tournament_id)).tournament.status == "cancelled"


async def test_a_full_tournament_begins_at_once(service: Service, clock: StillClock) -> None:
    tournament = await service.tournaments.create(open_tournament(clock, places=4))
    for number in range(1, 5):
        await service.tournaments.join(tournament.id, Person(number, "Player"))
    await going_on(service, clock)
    assert clock.time < tournament.begins_at
    progress = await service.tournaments.of(tournament.id)
    assert len(open_matches(progress)) == 6
    with pytest.raises(Refusal, match="has begun"):
        await service.tournaments.join(tournament.id, Person(9, "Late"))


async def test_joining_twice_is_refused_and_leaving_makes_room(service: Service, clock: StillClock) -> None:
    tournament = await service.tournaments.create(open_tournament(clock))
    await service.tournaments.join(tournament.id, Person(1, "Ann"))
    with pytest.raises(Refusal, match="already"):
        await service.tournaments.join(tournament.id, Person(1, "Ann"))
    assert (await service.tournaments.withdraw(tournament.id, 1)).entrants == []
    with pytest.raises(Refusal, match="not in"):
        await service.tournaments.withdraw(tournament.id, 1)


async def test_a_tournament_with_enough_players_can_begin_before_its_time(service: Service, clock: StillClock) -> None:
    tournament = await service.tournaments.create(open_tournament(clock))
    await service.tournaments.join(tournament.id, Person(1, "Player 1"))
    with pytest.raises(Refusal, match="needs 4 players; 1 has joined"):
        await service.tournaments.start_now(tournament.id)
    for number in range(2, 4):
        await service.tournaments.join(tournament.id, Person(number, f"Player {number}"))
    with pytest.raises(Refusal, match="needs 4 players; 3 have joined"):
        await service.tournaments.start_now(tournament.id)
    await service.tournaments.join(tournament.id, Person(4, "Player 4"))
    started = await service.tournaments.start_now(tournament.id)
    assert started.begins_at == clock.time < tournament.begins_at
    with pytest.raises(Refusal, match="has begun"):
        await service.tournaments.join(tournament.id, Person(5, "Late"))
    with pytest.raises(Refusal, match="has begun"):
        await service.tournaments.start_now(tournament.id)
    await going_on(service, clock)
    progress = await service.tournaments.of(tournament.id)
    assert progress.tournament.status == "running"
    assert len(open_matches(progress)) == 6
    with pytest.raises(Refusal, match="has begun"):
        await service.tournaments.start_now(tournament.id)


async def show_boards(service: Service, tournament_id: int) -> None:
    """Record that the first board of every match has been posted, as it is in a thread."""
    for meeting in (await service.tournaments.of(tournament_id)).meetings:
        match = await service.lookup.match(meeting.match_id or 0)
        (place,) = await service.places.of(match.id)
        await service.outbox.board_shown(match, place, match.id, ())


async def depart(service: Service, tournament_id: int, how: str) -> None:
    """Let the first player withdraw, be banned or be forgotten."""
    if how == "withdraw":
        await service.tournaments.withdraw(tournament_id, 1)
    elif how == "ban":
        await service.moderation.ban(EVERYWHERE, Person(1, "Player 1"))
    else:
        await service.privacy.forget(1)


@pytest.mark.parametrize("how", ["withdraw", "ban", "forget"])
async def test_the_results_of_a_withdrawal_are_posted_in_the_order_of_the_ends(
    service: Service, clock: StillClock, store: Store, how: str
) -> None:
    tournament_id = await joined(service, clock, "groups", 5)
    await show_boards(service, tournament_id)
    await depart(service, tournament_id, how)
    over = [row for row in await dicts_of(store, "match") if row["status"] == "over"]
    ended = sorted(over, key=lambda row: row["ended_no"])
    boards = [board for row in ended for board in await service.outbox.of("board", row["id"])]
    assert [board.due_at for board in boards] == [clock.time + number for number in range(4)]


@pytest.mark.parametrize("placed", [True, False])
@pytest.mark.parametrize("rated", [True, False])
async def test_whatever_the_opponents_have_chosen_an_unplayed_match_of_a_withdrawal_pings_none_of_them(
    service: Service, clock: StillClock, *, rated: bool, placed: bool
) -> None:
    quiet = Notifications(quiet_from=0, quiet_to=24 * 60 - 1)
    for number, chosen in enumerate((Notifications("dm"), Notifications("both"), quiet, Notifications("digest")), 2):
        await service.settings.choose(number, PlayerSettings(notifications=chosen))
    tournament_id = await joined(service, clock, "groups", 6, rated=rated)
    own = [m for m, p in open_matches(await service.tournaments.of(tournament_id)) if 1 in {p[0].id, p[1].id}]
    if not placed:
        await service.places.remove_lost(CHANNEL.channel_id)
    await service.tournaments.withdraw(tournament_id, 1)
    told = [notice for meeting in own for notice in await service.outbox.of("notice", meeting.match_id or 0)]
    others = {notice.person_id: notice.way for notice in told if notice.person_id != 1 and notice.about == "end"}
    assert others == ({} if placed else dict.fromkeys(range(2, 7), "silent"))


async def test_the_clock_pings_nobody_for_unplayed_matches_of_somebody_who_has_left_the_server(
    service: Service, clock: StillClock
) -> None:
    tournament_id = await joined(service, clock, "groups", 4)
    await service.tournaments.miss(tournament_id, 1)
    own = [m for m, p in open_matches(await service.tournaments.of(tournament_id)) if 1 in {p[0].id, p[1].id}]
    clock.time += 4 * DAY
    await going_on(service, clock)
    for meeting in own:
        match = await service.lookup.match(meeting.match_id or 0)
        assert match.ending in FORFEITS
        assert [notice for notice in await service.outbox.of("notice", match.id) if notice.about == "end"] == []


@pytest.mark.parametrize("shown", [True, False])
async def test_an_unplayed_match_of_a_withdrawal_is_told_without_a_ping_if_its_channel_is_gone_before_the_result(
    service: Service, clock: StillClock, *, shown: bool
) -> None:
    await service.settings.choose(2, PlayerSettings(notifications=Notifications("dm")))
    tournament_id = await joined(service, clock, "groups", 4)
    if shown:
        await show_boards(service, tournament_id)
    own = [m for m, p in open_matches(await service.tournaments.of(tournament_id)) if 1 in {p[0].id, p[1].id}]
    await service.tournaments.withdraw(tournament_id, 1)
    await service.places.remove_lost(CHANNEL.channel_id)
    told = [notice for meeting in own for notice in await service.outbox.of("notice", meeting.match_id or 0)]
    ways = Counter((notice.person_id, notice.way) for notice in told if notice.about == "end" and notice.due_at)
    assert ways == ({(1, "silent"): 3, (2, "silent"): 1, (3, "silent"): 1, (4, "silent"): 1} if shown else {})


async def test_time_out_before_both_moved_is_a_loss_and_twice_a_withdrawal(service: Service, clock: StillClock) -> None:
    tournament_id = await joined(service, clock, "groups", 4)
    progress = await service.tournaments.of(tournament_id)
    idle = 1
    for meeting, people in open_matches(progress):
        if idle not in {person.id for person in people} and meeting.match_id is not None:
            await move_both(service, meeting.match_id)
            await service.play.resign(meeting.match_id, people[0].id)
        elif people[0].id != idle and meeting.match_id is not None:
            await service.play.move(meeting.match_id, people[0].id, "take 1")
    clock.time += 4 * DAY
    await going_on(service, clock)
    progress = await service.tournaments.of(tournament_id)
    own = [meeting for meeting in progress.meetings if idle in {p.id for p in progress.people(meeting.fixture)}]
    assert all(meeting.on_time and not meeting.void for meeting in own)
    assert progress.tournament.status == "over"
    vanished = progress.entrant_of(idle)
    assert vanished is not None
    assert vanished.vanished


async def test_matches_without_play_count_in_the_table_and_the_scores_but_are_not_rated(
    service: Service, clock: StillClock, store: Store
) -> None:
    """Nobody moves, except that somebody resigns a match at once."""
    tournament_id = await joined(service, clock, "groups", 4)
    (meeting, people), *_ = open_matches(await service.tournaments.of(tournament_id))
    await service.play.resign(meeting.match_id or 0, people[1].id)
    for _ in range(2):
        clock.time += 4 * DAY
        await going_on(service, clock)
    progress = await service.tournaments.of(tournament_id)
    assert progress.tournament.status == "over"
    assert len(await dicts_of(store, "match")) == len(progress.meetings) == 6, "nothing is played again"
    assert all(played.unplayed and played.winner is not None and not played.void for played in progress.meetings)
    resigned = next(played for played in progress.meetings if played.match_id == meeting.match_id)
    assert (resigned.winner, resigned.on_time) == (0, False)
    told = str(result_sentence(await service.lookup.match(meeting.match_id or 0)))
    winner, loser = (person.name for person in people)
    assert told == f"{winner} wins: {loser} resigned before both had moved (not for ratings)"
    assert await dicts_of(store, "rating") == []
    shown = await service.standing.finished_matches(people[0].id, result="won")
    assert meeting.match_id in [match.id for match in shown.matches]
    scores = await dicts_of(store, "tally")
    assert sum(row["won"] for row in scores if row["opponent_id"] == 0) == 6
    async with store.write() as tx:
        await rebuild(tx)
    rebuilt = await dicts_of(store, "tally")
    assert sorted(map(str, rebuilt)) == sorted(map(str, scores))
    assert all(row["void"] and not row["rated"] for row in await dicts_of(store, "match"))
    await check_by_hand(store, progress, ())


async def test_wins_that_an_earlier_version_counted_as_no_result_are_counted_once_at_a_start(
    service: Service, clock: StillClock, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scores of matches that were deleted since stay."""
    tournament_id = await joined(service, clock, "groups", 4)
    (meeting, people), (played, others), *_ = open_matches(await service.tournaments.of(tournament_id))
    with monkeypatch.context() as earlier:
        earlier.setattr("matches.standing.decided", lambda _, winner, *, void: (winner, void))
        await service.play.resign(meeting.match_id or 0, people[1].id)
    await move_both(service, played.match_id or 0)
    await service.play.resign(played.match_id or 0, others[1].id)
    winner = people[0].id
    kept = (Tally(winner, 0, "chess", 0), Score(won=5))
    async with store.write() as tx:
        tx.standing.add(*kept)
    for _ in range(2):
        await service.schedule.start()
        scores = {
            (row["person_id"], row["game"]): row for row in await dicts_of(store, "tally") if not row["opponent_id"]
        }
        assert scores[winner, "chess"]["won"] == 5
        assert (scores[winner, "heap"]["won"], scores[people[1].id, "heap"]["lost"]) == (1, 1)
        shown = {
            result: (await service.standing.finished_matches(winner, result=result)).matches for result in OUTCOMES
        }
        assert {result: [match.id for match in matches] for result, matches in shown.items() if matches} == {
            "won": [meeting.match_id]
        }
    listed = await dicts_of(store, "finished")
    async with store.write() as tx:
        await rebuild(tx)
    assert sorted(map(str, await dicts_of(store, "finished"))) == sorted(map(str, listed))


async def test_whoever_has_left_the_server_is_not_drawn(service: Service, clock: StillClock) -> None:
    tournament = await service.tournaments.create(open_tournament(clock))
    for number in range(1, 7):
        await service.tournaments.join(tournament.id, Person(number, "Player"))
    clock.time = tournament.begins_at
    await service.schedule.act()
    await call_roll(service, tournament.id, absent={2})
    await service.tournaments.begin(tournament.id, {3})  # a repeated roll call changes nothing
    await going_on(service, clock)
    progress = await service.tournaments.of(tournament.id)
    assert {entrant.person.id for entrant in progress.entrants} == {1, 3, 4, 5, 6}
    assert len(open_matches(progress)) == 10


async def test_idle_losses_count_although_the_opponent_came_back(service: Service, clock: StillClock) -> None:
    tournament_id = await joined(service, clock, "groups", 4)
    for meeting, people in open_matches(await service.tournaments.of(tournament_id)):
        if people[0].id != 1:
            await service.play.move(meeting.match_id or 0, people[0].id, "take 1")
        elif meeting.match_id is not None:
            continue
    await service.tournaments.miss(tournament_id, 2)
    clock.time += 4 * DAY
    while not (await service.tournaments.of(tournament_id)).absent_entrants():
        await service.schedule.act()
    await service.tournaments.come_back(tournament_id, 2)
    assert 1 in {entrant.person.id for entrant in (await service.tournaments.of(tournament_id)).absent_entrants()}


async def test_a_knockout_of_nothing_but_draws_ends_after_three_matches_each(
    service: Service, clock: StillClock, store: Store
) -> None:
    tournament_id = await joined(service, clock, "knockout", 4)
    for _ in range(8):
        for meeting, people in open_matches(await service.tournaments.of(tournament_id)):
            clock.time += people[0].id  # so that the first of each match needs longer
            await move_both(service, meeting.match_id or 0)
            await service.agreements.offer_draw(meeting.match_id or 0, people[0].id)
            await service.agreements.accept_draw(meeting.match_id or 0, people[1].id)
        await going_on(service, clock)
    progress = await service.tournaments.of(tournament_id)
    assert progress.tournament.status == "over"
    assert len(await dicts_of(store, "match")) == 9
    course = progress.course
    assert isinstance(course, KnockoutCourse)
    assert {tie.level for ties in course.rounds() for tie in ties} <= {"time", "lot"}
    await check_by_hand(store, progress, (1, 4, 2, 3))


async def test_pings_that_are_sent_apart_follow_one_another(service: Service, clock: StillClock) -> None:
    for number in range(1, 5):
        await service.settings.choose(number, PlayerSettings(notifications=Notifications("dm")))
    tournament_id = await joined(service, clock, "groups", 4)
    pings = sorted(ping.due_at or 0 for ping in await service.outbox.of("pairings", tournament_id))
    assert [later - earlier for earlier, later in pairwise(pings)] == [PAUSE] * 3


async def test_somebody_with_a_bye_gets_a_ping(service: Service, clock: StillClock) -> None:
    tournament_id = await joined(service, clock, "knockout", 5)
    progress = await service.tournaments.of(tournament_id)
    queued = {ping.person_id: ping.rev for ping in await service.outbox.of("pairings", tournament_id)}
    assert queued.keys() == {1, 2, 3, 4, 5}
    byes = {person_id for person_id in queued if progress.has_bye(person_id or 0)}
    assert len(byes) == 3
    playing = {person.id for _, people in open_matches(progress) for person in people}
    assert {person_id for person_id, rev in queued.items() if rev == BYE} == byes - playing != set()


@pytest.mark.parametrize("people", [3, 4])
async def test_without_a_channel_everybody_is_told_the_end_directly(
    service: Service, clock: StillClock, people: int
) -> None:
    tournament = await service.tournaments.create(open_tournament(clock))
    for number in range(1, people + 1):
        await service.tournaments.join(tournament.id, Person(number, "Player"))
    await service.places.remove_lost(CHANNEL.channel_id)
    clock.time = tournament.begins_at
    await going_on(service, clock)
    if people == 4:
        await service.tournaments.withdraw(tournament.id, 4)
        await play_on(service, clock, tournament.id, Random(1))
    queued = await service.outbox.of("final", tournament.id)
    assert sorted(final.person_id or 0 for final in queued) == list(range(1, people + 1))


async def test_the_winner_is_held_back_by_results_that_can_still_be_posted(service: Service, clock: StillClock) -> None:
    tournament_id = await joined(service, clock, "knockout", 4)
    progress = await play_on(service, clock, tournament_id, Random(1))
    (final,) = await service.outbox.of("final", tournament_id)
    assert final.due_at == progress.tournament.ended_at
    results = [board for match in progress.meetings for board in await service.outbox.of("board", match.match_id or 0)]
    for result in results:
        assert await service.outbox.held_until(final) == clock.time + 1
        await service.outbox.retry_later([result], refused=True)
    assert await service.outbox.held_until(final) is None


async def test_a_tournament_that_is_ended_without_a_channel_tells_everybody(
    service: Service, clock: StillClock
) -> None:
    tournament_id = await joined(service, clock, "groups", 4)
    await service.places.remove_lost(CHANNEL.channel_id)
    await service.tournaments.end(tournament_id)
    assert len(await service.outbox.of("final", tournament_id)) == 4


@pytest.mark.parametrize(("won", "stays"), [(1, False), (2, True)])
async def test_what_was_won_in_the_second_of_leaving_counts(
    service: Service, clock: StillClock, *, won: int, stays: bool
) -> None:
    """The matches that end by leaving do not count as finished, although they end in the same second."""
    tournament_id = await joined(service, clock, "groups", 4)
    own = [(m, p) for m, p in open_matches(await service.tournaments.of(tournament_id)) if 1 in {p[0].id, p[1].id}]
    for meeting, _ in own:
        await move_both(service, meeting.match_id or 0)
    for meeting, people in own[:won]:
        await service.play.resign(meeting.match_id or 0, next(person.id for person in people if person.id != 1))
    await service.tournaments.withdraw(tournament_id, 1)
    await going_on(service, clock)
    progress = await service.tournaments.of(tournament_id)
    assert isinstance(progress.course, GroupCourse)
    ((lines,),) = progress.course.tables()
    left = next(line for line in lines if progress.by_number[line.entrant].person.id == 1)
    assert (left.place is not None, left.points) == (stays, 2 * won if stays else 0)


async def test_vacations_together_hold_a_match_up_once(service: Service, clock: StillClock) -> None:
    tournament_id = await joined(service, clock, "groups", 4)
    (meeting, people), *_ = open_matches(await service.tournaments.of(tournament_id))
    assert meeting.match_id is not None
    begun = (await service.lookup.match(meeting.match_id)).created_at
    for days in (4, 4, 4):
        await service.vacations.start(people[0].id, days)
        for _ in range(days):
            clock.time += DAY
            await service.schedule.act()
    match = await service.lookup.match(meeting.match_id)
    assert match.ended_at is not None
    assert ServerSettings().hold_days + 3 <= (match.ended_at - begun) / DAY < ServerSettings().hold_days + 4.1


async def test_only_who_is_removed_by_a_moderator_is_told(service: Service, clock: StillClock) -> None:
    tournament_id = await joined(service, clock, "groups", 5)
    await service.tournaments.withdraw(tournament_id, 1)
    await service.tournaments.withdraw(tournament_id, 2, by_moderator=True)
    assert [queued.person_id for queued in await service.outbox.of("removed", tournament_id)] == [2]


async def test_who_vanished_can_come_back_while_the_stage_goes_on(service: Service, clock: StillClock) -> None:
    tournament_id = await joined(service, clock, "groups", 4)
    with pytest.raises(Refusal):
        await service.tournaments.come_back(tournament_id, 1)
    progress = await service.tournaments.of(tournament_id)
    own = [(meeting, people) for meeting, people in open_matches(progress) if 1 in {person.id for person in people}]
    for meeting, people in own[:2]:  # the third, and all others, stay with time on their clocks
        assert meeting.match_id is not None
        if people[0].id != 1:
            await service.play.move(meeting.match_id, people[0].id, "take 1")
    clock.time += 2 * DAY
    for meeting, _ in open_matches(progress):
        if meeting.match_id not in {lost.match_id for lost, _ in own[:2]} and meeting.match_id is not None:
            await move_both(service, meeting.match_id)
    clock.time += 2 * DAY
    await going_on(service, clock)
    entrant = (await service.tournaments.of(tournament_id)).entrant_of(1)
    assert entrant is not None
    assert entrant.vanished
    await service.tournaments.come_back(tournament_id, 1)
    await going_on(service, clock)
    entrant = (await service.tournaments.of(tournament_id)).entrant_of(1)
    assert entrant is not None
    assert entrant.withdrawn_at is None


async def test_a_match_aborted_by_agreement_is_played_again_once(service: Service, clock: StillClock) -> None:
    tournament_id = await joined(service, clock, "groups", 4)
    (meeting, people), *_ = open_matches(await service.tournaments.of(tournament_id))
    seen = {meeting.match_id}
    for again in (True, False):
        assert meeting.match_id is not None
        with pytest.raises(Refusal, match="only if"):
            await service.agreements.abort(meeting.match_id, people[0].id)
        await service.agreements.offer_abort(meeting.match_id, people[0].id)
        await service.agreements.accept_abort(meeting.match_id, people[1].id)
        await going_on(service, clock)
        progress = await service.tournaments.of(tournament_id)
        meeting = next(other for other in progress.meetings if other.fixture == meeting.fixture)
        assert meeting.again
        assert (meeting.match_id not in seen) == again
        assert progress.people(meeting.fixture) == people
        seen.add(meeting.match_id)


async def test_a_vacation_holds_a_match_up_for_a_limited_time(service: Service, clock: StillClock) -> None:
    tournament_id = await joined(service, clock, "groups", 4)
    (meeting, people), *_ = open_matches(await service.tournaments.of(tournament_id))
    assert meeting.match_id is not None
    await service.vacations.start(people[0].id, 14)
    assert (await service.lookup.match(meeting.match_id)).paused is not None
    clock.time += ServerSettings().hold_days * DAY
    await going_on(service, clock)
    match = await service.lookup.match(meeting.match_id)
    assert match.paused is None
    assert match.deadline is not None
    clock.time += 4 * DAY
    await going_on(service, clock)
    assert (await service.lookup.match(meeting.match_id)).ending == "late_first"


async def test_a_manager_ends_a_tournament_but_not_its_matches(service: Service, clock: StillClock) -> None:
    tournament_id = await joined(service, clock, "groups", 4)
    assert (await service.tournaments.end(tournament_id)).status == "cancelled"
    with pytest.raises(Refusal, match="over"):
        await service.tournaments.end(tournament_id)
    progress = await service.tournaments.of(tournament_id)
    assert len(open_matches(progress)) == 6
    await play_on(service, clock, tournament_id, Random(1))


async def test_old_matches_stay_as_long_as_their_tournament(service: Service, clock: StillClock, store: Store) -> None:
    tournament_id = await joined(service, clock, "groups", 4)
    await play_on(service, clock, tournament_id, Random(1))
    async with store.write() as tx:
        assert await tx.retention.old_matches(clock.time + DAY, 50) == []
        await tx.retention.remove_tournaments(clock.time + DAY)
    async with store.write() as tx:
        assert len(await tx.retention.old_matches(clock.time + DAY, 50)) == 6
    assert await dicts_of(store, "entrant") == await dicts_of(store, "fixture") == []


async def test_a_server_has_few_tournaments_at_once(service: Service, clock: StillClock) -> None:
    for _ in range(5):
        await service.tournaments.create(open_tournament(clock))
    with pytest.raises(Refusal, match="5 tournaments"):
        await service.tournaments.create(open_tournament(clock))
    clock.time += JOINING
    await going_on(service, clock)
    await service.tournaments.create(open_tournament(clock))


async def test_the_strongest_have_the_first_numbers(service: Service, clock: StillClock, store: Store) -> None:
    ratings = ", ".join(f"({number}, 'heap', {1000 + 100 * number}, 60, 0.06, 0, 20)" for number in (2, 4))
    tournament = await service.tournaments.create(open_tournament(clock))
    for number in range(1, 6):
        await service.tournaments.join(tournament.id, Person(number, "Player"))
    await changed(
        store, f"INSERT INTO rating (person_id, game, rating, deviation, volatility, at, matches) VALUES {ratings}"
    )
    clock.time += JOINING
    await going_on(service, clock)
    progress = await service.tournaments.of(tournament.id)
    assert [entrant.person.id for entrant in progress.entrants][:2] == [4, 2]


async def test_somebody_who_leaves_the_server_is_withdrawn_and_can_come_back(
    service: Service, clock: StillClock
) -> None:
    tournament_id = await joined(service, clock, "groups", 4)
    meeting, people = open_matches(await service.tournaments.of(tournament_id))[0]
    assert meeting.match_id is not None
    await service.places.note_absence(meeting.match_id, 0, CHANNEL.guild_id or 0, absent=True)
    progress = await service.tournaments.of(tournament_id)
    entrant = progress.entrant_of(people[0].id)
    assert entrant is not None
    assert entrant.vanished
    assert len(open_matches(progress)) == 6
    assert (await service.tournaments.come_back(tournament_id, people[0].id)).withdrawals == {}
