"""Tournaments begin, go on and end by themselves, whatever people do in them."""

import asyncio
from collections import Counter
from collections.abc import Awaitable
from contextlib import suppress
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from matches.errors import Refusal
from matches.model import Person
from matches.settings import ServerSettings
from matches.timecontrol import DAY
from matches.tournaments.course import GroupCourse
from matches.tournaments.model import Format, Meeting
from matches.tournaments.progress import Progress
from service import Service
from service.tournament_posts import PAUSE
from storage.people import EVERYWHERE
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import CHANNEL, StillClock
from tests.support.rows import changed, dicts_of
from tests.support.tournaments import JOINING, going_on, joined, open_tournament

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


async def test_a_group_of_five_ends_with_the_table_of_its_results(service: Service, clock: StillClock) -> None:
    tournament_id = await joined(service, clock, "groups", 5)
    progress = await service.tournaments.of(tournament_id)
    pairs = Counter(frozenset((a.id, b.id)) for _, (a, b) in open_matches(progress))
    assert pairs == Counter(frozenset(pair) for pair in combinations(range(1, 6), 2))
    progress = await play_on(service, clock, tournament_id, Random(3))
    wins = Counter[int]()
    for meeting in progress.meetings:
        assert meeting.winner is not None
        wins[progress.people(meeting.fixture)[meeting.winner].id] += 1
    assert progress.tournament.status == "over"
    assert isinstance(progress.course, GroupCourse)
    ((table,),) = progress.course.tables()
    assert {progress.by_number[line.entrant].person.id: line.points // 2 for line in table} == {
        number: wins[number] for number in range(1, 6)
    }
    winners = {winner.person.id for winner in progress.winners()}
    assert winners <= {number for number, won in wins.items() if won == max(wins.values())}
    profiles = [await service.standing.profile(entrant.person, 0) for entrant in progress.entrants]
    assert {profile.person.id: profile.tournaments for profile in profiles} == {
        number: ["heap"] if number in winners else [] for number in range(1, 6)
    }


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
    pings = sorted(row["due_at"] for row in await dicts_of(store, "outbox") if row["kind"] == "pairings")
    assert len(pings) == people
    assert all(later - earlier == PAUSE for earlier, later in pairwise(pings))
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


@pytest.mark.parametrize("how", ["withdraw", "ban", "forget"])
async def test_somebody_who_leaves_ends_their_matches_and_the_others_go_on(
    service: Service, clock: StillClock, how: str
) -> None:
    tournament_id = await joined(service, clock, "groups", 5)
    if how == "withdraw":
        await service.tournaments.withdraw(tournament_id, 1)
    elif how == "ban":
        await service.moderation.ban(EVERYWHERE, Person(1, "Player 1"))
    else:
        await service.privacy.forget(1)
    await going_on(service, clock)
    progress = await service.tournaments.of(tournament_id)
    assert len(open_matches(progress)) == 6
    assert [entrant.withdrawn_at is not None for entrant in progress.entrants].count(True) == 1
    assert progress.entrant_of(1) is None or how != "forget"
    progress = await play_on(service, clock, tournament_id, Random(1))
    assert progress.tournament.status == "over"
    assert isinstance(progress.course, GroupCourse)
    ((table,),) = progress.course.tables()
    assert table[-1].place is None
    assert all(line.played == 3 for line in table[:-1])


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


async def test_only_who_is_removed_by_a_moderator_is_told(service: Service, clock: StillClock) -> None:
    tournament_id = await joined(service, clock, "groups", 5)
    await service.tournaments.withdraw(tournament_id, 1)
    await service.tournaments.withdraw(tournament_id, 2, by_moderator=True)
    assert [owed.person_id for owed in await service.outbox.of("removed", tournament_id)] == [2]


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
    assert (await service.lookup.match(meeting.match_id)).ending == "time"


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


async def act_at_random(service: Service, meeting: Meeting, people: tuple[Person, Person], random: Random) -> None:
    """Let one of the players of a match do something that ends it, or nothing."""
    assert meeting.match_id is not None
    act = random.choice(["resign", "draw", "abort", "idle", "resign"])
    if act == "idle" or any(person.id < 0 for person in people):
        return
    await move_both(service, meeting.match_id)
    if act == "resign":
        await service.play.resign(meeting.match_id, random.choice(people).id)
    elif act == "draw":
        await service.agreements.offer_draw(meeting.match_id, people[0].id)
        await service.agreements.accept_draw(meeting.match_id, people[1].id)
    else:
        await service.agreements.offer_abort(meeting.match_id, people[0].id)
        await service.agreements.accept_abort(meeting.match_id, people[1].id)


async def killed(service: Service, store: Store, work: Awaitable[object], steps: int) -> tuple[Service, bool]:
    """Stop a process after so many steps of the loop; returns another one, and whether work was interrupted."""
    task = asyncio.ensure_future(work)
    for _ in range(steps):
        await asyncio.sleep(0)
    interrupted = task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return Service(store, service.clock, Random(7), games={"heap": Heap}), interrupted


async def points_by_hand(store: Store, tournament_id: int) -> dict[tuple[int, int], dict[int, float]]:
    """The points of everybody in each stage and group, computed from the rows alone."""
    entrants = [row for row in await dicts_of(store, "entrant") if row["tournament_id"] == tournament_id]
    left = {row["number"]: row["withdrawn_at"] for row in entrants if row["withdrawn_at"] is not None}
    matches = {row["id"]: row for row in await dicts_of(store, "match")}
    moves = {(row["match_id"], row["seat"]) for row in await dicts_of(store, "move")}
    groups: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for row in await dicts_of(store, "fixture"):
        if row["tournament_id"] == tournament_id:
            pair = row["first_no"], row["second_no"]
            played = {"pair": pair, "match": matches.get(row["match_id"])}
            groups.setdefault((row["stage"], row["group_no"]), []).append(played)
    return {key: points_of_group(rows, left, moves) for key, rows in groups.items()}


def points_of_group(rows: list[dict[str, Any]], left: dict[int, int], moves: set[tuple[int, int]]) -> dict[int, float]:
    gone = set()
    for number, at in left.items():
        own = [row for row in rows if number in row["pair"]]
        finished = [row for row in own if ended_before(row, at)]
        moved = [row for row in finished if (row["match"]["id"], row["pair"].index(number)) in moves]
        gone |= {number} if len(moved) < len(own) / 2 else set()
    total = {number: 0.0 for row in rows for number in row["pair"]}
    for row in rows:
        if not gone & set(row["pair"]):
            for number, gained in zip(row["pair"], gains(row, left), strict=True):
                total[number] += gained
    return total


BRACKET_OF_7 = (1, None, 4, 5, 2, 7, 3, 6)
"""The seeds of the first round from top to bottom; the strongest has the bye."""


async def knockout_by_hand(store: Store, tournament_id: int) -> int | None:
    """The number of the winner of a knockout with 7 people, computed from the rows alone.

    Checks that exactly those met who went on, and that there were deciders only while it was level.
    """
    entrants = [row for row in await dicts_of(store, "entrant") if row["tournament_id"] == tournament_id]
    left = {row["number"]: row["withdrawn_at"] for row in entrants if row["withdrawn_at"] is not None}
    matches = {row["id"]: row for row in await dicts_of(store, "match")}
    fixtures = [row for row in await dicts_of(store, "fixture") if row["tournament_id"] == tournament_id]
    going_on: list[int | None] = list(BRACKET_OF_7)
    for stage in (1, 2, 3):
        pairs = [(going_on[at], going_on[at + 1]) for at in range(0, len(going_on), 2)]
        going_on = []
        for number, pair in enumerate(pairs, 1):
            played = [row for row in fixtures if (row["stage"], row["group_no"]) == (stage, number)]
            played.sort(key=lambda row: row["number"])
            rows = [
                {"pair": (row["first_no"], row["second_no"]), "match": matches.get(row["match_id"])} for row in played
            ]
            going_on.append(winner_by_hand(pair, rows, left))
    return going_on[0]


def winner_by_hand(pair: tuple[int | None, int | None], rows: list[dict[str, Any]], left: dict[int, int]) -> int | None:
    one, other = pair
    if one is None or other is None:
        assert not rows
        return one or other
    assert all(set(row["pair"]) == {one, other} for row in rows)
    assert len({row["pair"] for row in rows[:2]}) == len(rows[:2])
    leaving = min(left.get(one, 1 << 60), left.get(other, 1 << 60))
    lead = 0.0
    for count, row in enumerate(rows, 1):
        played = row["match"]
        if played is None or played["status"] != "over" or played["ended_at"] >= leaving:
            break
        gained = dict(zip(row["pair"], gains(row, {}), strict=True))
        lead += gained[one] - gained[other]
        if count >= 2 and lead:
            assert count == len(rows)
            return one if lead > 0 else other
    assert leaving < 1 << 60
    if left.get(one) == left.get(other):
        return None
    return max(one, other, key=lambda number: left.get(number, 1 << 60))


def ended_before(row: dict[str, Any], at: int) -> bool:
    return bool(row["match"]) and not row["match"]["void"] and (row["match"]["ended_at"] or at) < at


def gains(row: dict[str, Any], left: dict[int, int]) -> tuple[float, float]:
    first, second = (left.get(number, 1 << 60) for number in row["pair"])
    if (first, second) != (1 << 60, 1 << 60) and not ended_before(row, min(first, second)):
        return float(first > second), float(second > first)
    if row["match"] is None or row["match"]["void"]:
        return 0.0, 0.0
    return {None: (0.5, 0.5), 0: (1.0, 0.0), 1: (0.0, 1.0)}[row["match"]["winner"]]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
async def test_a_fortnight_of_three_tournaments(service: Service, clock: StillClock, store: Store, seed: int) -> None:
    """People resign, draw, abort, do nothing, withdraw and are forgotten, and the process is killed time and again.

    All tournaments end with the right tables.
    """
    random = Random(seed)
    kinds: list[tuple[Format, int]] = [("groups", 5), ("groups", 12), ("knockout", 7)]
    ids = [await joined(service, clock, kind, people) for kind, people in kinds]
    interruptions = 0
    for day in range(80):
        for tournament_id in ids:
            for meeting, people in open_matches(await service.tournaments.of(tournament_id)):
                if random.random() < 0.4 and meeting.match_id is not None:
                    await act_at_random(service, meeting, people, random)
        if day == 2:
            await service.tournaments.withdraw(ids[1], 11)
            await service.tournaments.withdraw(ids[2], 3)
            await service.privacy.forget(12)
        clock.time += DAY
        service, interrupted = await killed(service, store, going_on(service, clock), random.randrange(100))
        interruptions += interrupted
        await going_on(service, clock)
        if all([(await service.tournaments.of(number)).tournament.status == "over" for number in ids]):
            break
    else:
        pytest.fail("a tournament does not end")
    assert interruptions > day // 2, "the work was over before most of the kills"
    for tournament_id in ids:
        progress = await service.tournaments.of(tournament_id)
        by_hand = await points_by_hand(store, tournament_id)
        if isinstance(progress.course, GroupCourse):
            tables = progress.course.tables()
            assert {
                (stage, group): {line.entrant: line.points / 2 for line in lines}
                for stage, listed in enumerate(tables, 1)
                for group, lines in enumerate(listed, 1)
            } == by_hand
            assert progress.winners()
            best = max(by_hand[len(tables), 1].values())
            assert all(by_hand[len(tables), 1][winner.number] == best for winner in progress.winners())
        else:
            winner = await knockout_by_hand(store, tournament_id)
            assert [entrant.number for entrant in progress.winners()] == ([] if winner is None else [winner])
