"""Pairings, tables and courses of tournaments."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from games import Seat
from matches.tournaments.course import (
    COURSES,
    LARGEST,
    WHOLE,
    GroupCourse,
    KnockoutCourse,
    Tie,
    absent_entrants,
    berger,
    bracket,
    groups,
    qualifying,
    round_robin,
)
from matches.tournaments.model import FEWEST, FORMATS, MOST, Fixture, Format, Meeting
from matches.tournaments.table import removed_entrants, table
from tests.support.shares import share

SIZES = range(FEWEST, MOST + 1)
BERGER = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: (
        "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4"
        " | 4-8 5-3 6-2 7-1"
    ),
    10: (
        "1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7 | 10-7 8-6 9-5 1-4 2-3"
        " | 3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4 | 4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5"
        " | 5-10 6-4 7-3 8-2 9-1"
    ),
}
"""The Berger tables of the FIDE Handbook (C.05, annex 1)."""

WINNERS: Mapping[str, Seat] = {"1-0": 0, "on time": 0, "0-1": 1}


def played(first: int, second: int, result: str, *, at: int = 10, moved: str = "01", stage: int = 1) -> Meeting:
    """A match: `1-0`, `0-1`, `½`, `void`, `on time` (lost by the second), or `open`."""
    return Meeting(
        Fixture(stage, 1, 1, first, second),
        match_id=1,
        over=result != "open",
        winner=WINNERS.get(result),
        void=result == "void",
        on_time=result == "on time",
        moved=frozenset(map(int, moved)),
        ended_at=None if result == "open" else at,
    )


@pytest.mark.parametrize("size", BERGER)
def test_berger_tables_are_those_of_the_handbook(size: int) -> None:
    written = " | ".join(" ".join(f"{first}-{second}" for first, second in row) for row in berger(size))
    assert written == BERGER[size]


def test_everybody_meets_everybody_once_with_balanced_sides() -> None:
    for size in SIZES:
        rounds = berger(size)
        pairs = [pair for row in rounds for pair in row]
        assert Counter(frozenset(pair) for pair in pairs) == Counter(
            map(frozenset, combinations(range(1, size + 1), 2))
        )
        assert all(len({*sum(row, ())}) == 2 * len(row) for row in rounds), "nobody plays twice in a round"
        first, second = Counter(pair[0] for pair in pairs), Counter(pair[1] for pair in pairs)
        assert all(abs(first[entrant] - second[entrant]) <= 1 for entrant in range(1, size + 1))
        both = round_robin(range(1, size + 1), both_sides=True)
        assert Counter(both) == Counter((a, b) for a in range(1, size + 1) for b in range(1, size + 1) if a != b)


def test_groups_hold_everybody_and_are_equally_large() -> None:
    for size in SIZES:
        dealt = groups(range(1, size + 1))
        assert sorted(entrant for group in dealt for entrant in group) == list(range(1, size + 1))
        sizes = {len(group) for group in dealt}
        assert max(sizes) - min(sizes) <= 1
        if size <= WHOLE:
            assert len(dealt) == 1
        else:
            assert sizes <= set(range(4, LARGEST + 1))
            assert len(dealt) * qualifying(len(dealt)) >= FEWEST


def test_the_strongest_are_in_different_groups_that_are_equally_strong() -> None:
    assert groups(range(1, 13)) == [[1, 4, 5, 8, 9, 12], [2, 3, 6, 7, 10, 11]]
    assert [qualifying(count) for count in range(2, 7)] == [2, 2, 1, 1, 1]


def test_the_strongest_meet_last_and_have_the_byes() -> None:
    for size in SIZES:
        pairs = bracket(size)
        byes = [first for first, second in pairs if second is None]
        assert sorted(byes) == list(range(1, 2 * len(pairs) - size + 1))
        while len(pairs) > 1:  # the stronger one of each pair wins
            assert sorted(first for first, _ in pairs) == list(range(1, len(pairs) + 1))
            winners = [first for first, _ in pairs]
            pairs = [(min(pair), max(pair)) for pair in zip(winners[::2], winners[1::2], strict=True)]
        assert pairs == [(1, 2)]


def test_ties_are_broken_by_the_direct_result_then_by_sonneborn_berger() -> None:
    """1 and 2 have two points, and 1 won their match; 3 and 4 have one point, and 3 won theirs."""
    results = [
        played(1, 2, "1-0"),
        played(1, 3, "1-0"),
        played(4, 1, "1-0"),
        played(2, 3, "1-0"),
        played(4, 2, "0-1"),
        played(3, 4, "1-0"),
    ]
    lines = table(results, {})
    assert [(line.place, line.entrant, line.points) for line in lines] == [(1, 1, 4), (2, 2, 4), (3, 3, 2), (4, 4, 2)]
    # 1 beat 2 (2 points) and 3 (1 point): 3. 2 beat 3 and 4: 2. 3 beat 4: 1. 4 beat 1: 2.
    assert {line.entrant: line.sonneborn / 4 for line in lines} == {1: 3.0, 2: 2.0, 3: 1.0, 4: 2.0}


def test_those_who_stay_level_among_several_are_ordered_by_their_own_match() -> None:
    """1, 2, 4 and 6 have two points; the matches between these leave 4 level with 6, and 2 with 1."""
    won = "001100010101011"  # by the first of each pair, or not
    pairs = zip(combinations(range(1, 7), 2), won, strict=True)
    lines = table([played(*pair, "1-0" if first == "1" else "0-1") for pair, first in pairs], {})
    assert [(line.place, line.entrant, line.points) for line in lines[2:]] == [
        (3, 4, 4),
        (4, 6, 4),
        (5, 2, 4),
        (6, 1, 4),
    ]


def test_whoever_left_stands_below_all_who_stayed() -> None:
    results = [played(1, 2, "1-0"), played(1, 3, "1-0"), played(2, 3, "½", at=30)]
    assert [(line.entrant, line.place, line.out) for line in table(results, {1: 20})] == [
        (2, 1, False),
        (3, 1, False),
        (1, 3, True),
    ]
    assert GroupCourse(3, results, {1: 20}, both_sides=False).winners() == [2, 3]
    assert GroupCourse(3, results, {1: 31}, both_sides=False).winners() == [1], "it was over"


def test_sonneborn_berger_decides_when_the_tied_drew() -> None:
    """1 and 2 draw and win once each: 1 against 3, who has 1½ points, and 2 against 4, who has half a point."""
    results = [
        played(1, 2, "½"),
        played(1, 3, "1-0"),
        played(4, 1, "½"),
        played(2, 3, "½"),
        played(2, 4, "1-0"),
        played(3, 4, "1-0"),
    ]
    lines = {line.entrant: line for line in table(results, {})}
    assert {entrant: line.points / 2 for entrant, line in lines.items()} == {1: 2.0, 2: 2.0, 3: 1.5, 4: 0.5}
    assert lines[1].sonneborn / 4 == 2 / 2 + 1.5 + 0.5 / 2
    assert lines[2].sonneborn / 4 == 2 / 2 + 1.5 / 2 + 0.5
    assert (lines[1].place, lines[2].place) == (1, 2)


def test_equals_in_everything_share_a_place() -> None:
    results = [played(1, 2, "1-0"), played(2, 3, "1-0"), played(3, 1, "1-0")]
    assert [line.place for line in table(results, {})] == [1, 1, 1]
    drawn = [played(*pair, "½") for pair in combinations(range(1, 5), 2)]
    assert [line.place for line in table(drawn, {})] == [1, 1, 1, 1]
    assert GroupCourse(4, drawn, {}, both_sides=False).winners() == [1, 2, 3, 4]


def test_who_finished_half_of_the_matches_loses_the_others() -> None:
    results = [played(1, 2, "1-0"), played(3, 1, "1-0"), played(1, 4, "open"), played(5, 1, "0-1", at=30)]
    left = {1: 20}
    assert removed_entrants(results, left) == set()
    lines = {line.entrant: line for line in table(results, left)}
    assert (lines[1].points, lines[1].played, lines[1].out) == (2, 4, True)
    assert lines[4].points == lines[5].points == 2


def test_the_results_of_who_finished_fewer_leave_the_table() -> None:
    never_moved = played(3, 1, "on time", moved="0")
    results = [played(1, 2, "1-0"), never_moved, played(1, 4, "open"), played(5, 1, "open"), played(2, 3, "½")]
    assert removed_entrants(results, {1: 20}) == {1}
    lines = table(results, {1: 20})
    assert [(line.entrant, line.place, line.points) for line in lines] == [
        (2, 1, 1),
        (3, 1, 1),
        (4, 3, 0),
        (5, 3, 0),
        (1, None, 0),
    ]


def test_of_two_who_withdraw_the_earlier_loses_their_match() -> None:
    results = [played(1, 2, "open"), played(1, 3, "½"), played(2, 3, "½"), played(1, 4, "½"), played(2, 4, "½")]
    lines = {line.entrant: line for line in table(results, {1: 20, 2: 30})}
    assert (lines[1].points, lines[2].points) == (2, 4)


def test_a_match_without_a_result_is_played_again_once() -> None:
    aborted = played(1, 2, "void")
    assert aborted.to_replay({})
    assert not aborted.to_replay({2: 20})
    twice = replace(aborted, again=True)
    assert not twice.to_replay({})
    assert [line.points for line in table([twice], {})] == [0, 0]


def test_two_matches_lost_on_time_without_a_move_are_a_disappearance() -> None:
    idle, late = played(1, 2, "on time", moved="0"), played(1, 2, "on time")
    assert absent_entrants([idle, late], {}, {}) == set()
    assert absent_entrants([idle, late, idle], {}, {}) == {2}
    assert absent_entrants([idle, idle], {2: 20}, {}) == set()


def test_nobody_waits_for_a_match_of_two_who_have_both_left() -> None:
    running = played(1, 2, "open")
    assert running.settled_at({1: 20}) is None
    assert running.settled_at({1: 20, 2: 30}) == 30
    assert played(1, 2, "1-0", at=50).settled_at({1: 20, 2: 30}) == 30


def test_nobody_returns_to_what_others_have_gone_on_from() -> None:
    later = Meeting(Fixture(2, 1, 1, 1, 2))
    stage = [played(1, 3, "1-0"), played(2, 4, "1-0")]
    assert not GroupCourse(8, stage, {}, both_sides=False).is_behind(3)
    assert GroupCourse(8, [*stage, later], {}, both_sides=False).is_behind(3)
    left = {8: 5, 4: 5}
    semifinal = Meeting(Fixture(2, 1, 1, 1, 5), match_id=1)
    course = KnockoutCourse(8, [semifinal], left, both_sides=False)
    assert [course.is_behind(entrant) for entrant in (8, 4, 2)] == [True, True, False]


def test_a_level_pairing_is_decided_by_single_matches() -> None:
    def after(*results: tuple[int, int, str]) -> list[tuple[int, int]]:
        meetings = [
            replace(played(first, second, result), fixture=Fixture(1, 1, number, first, second))
            for number, (first, second, result) in enumerate(results, 1)
        ]
        course = KnockoutCourse(4, meetings, {}, both_sides=False)
        return [(due.first, due.second) for due in course.due_fixtures(lambda: True) if due.group == 1]

    assert after() == [(1, 4), (4, 1)]
    assert after((1, 4, "1-0"), (4, 1, "open")) == []
    assert after((1, 4, "1-0"), (4, 1, "0-1")) == []
    assert after((1, 4, "1-0"), (4, 1, "1-0")) == [(1, 4)]
    assert after((1, 4, "1-0"), (4, 1, "1-0"), (1, 4, "½")) == []
    assert after((1, 4, "1-0"), (4, 1, "1-0"), (1, 4, "1-0")) == []


@pytest.mark.parametrize("decider", ["½", "void"])
def test_a_pairing_that_stays_level_goes_to_who_used_less_time_and_else_to_the_lot(decider: str) -> None:
    def tie(used: tuple[int, int], match_id: int = 1) -> Tie:
        results = enumerate([(1, 4, "1-0"), (4, 1, "1-0"), (1, 4, decider)], 1)
        meetings = [
            replace(
                played(first, second, result),
                fixture=Fixture(1, 1, number, first, second),
                match_id=match_id + number,
                again=True,
                used=used if first == 1 else used[::-1],
            )
            for number, (first, second, result) in results
        ]
        return KnockoutCourse(4, meetings, {}, both_sides=False).rounds()[0][0]

    assert (tie((5, 4)).winner, tie((5, 4)).level) == (4, "time")
    assert (tie((4, 5)).winner, tie((4, 5)).level) == (1, "time")
    lots = [tie((4, 4), match_id) for match_id in range(100)]
    assert {lot.level for lot in lots} == {"lot"}
    assert 30 <= sum(lot.winner == 1 for lot in lots) <= 70
    assert lots == [tie((4, 4), match_id) for match_id in range(100)]


def test_a_knockout_goes_on_without_those_who_withdraw() -> None:
    course = KnockoutCourse(4, [], {1: 5}, both_sides=False)
    first, second = course.rounds()[0]
    assert (first.winner, second.decided) == (4, False)
    assert KnockoutCourse(4, [], dict.fromkeys((1, 2, 4), 5), both_sides=False).winners() == [3]
    assert KnockoutCourse(4, [], dict.fromkeys((1, 2, 3, 4), 5), both_sides=False).winners() == []


def test_a_pairing_that_a_withdrawal_decided_stays_decided_when_the_other_leaves_later() -> None:
    final = [Meeting(Fixture(2, 1, number, *pair), match_id=number) for number, pair in enumerate([(1, 2), (2, 1)], 1)]
    course = KnockoutCourse(4, final, {4: 5, 3: 6, 1: 9}, both_sides=False)
    (first, second), (last,) = course.rounds()
    assert (first.winner, second.winner) == (1, 2)
    assert last.entrants == (1, 2)
    assert last.winner == 2


def test_what_somebody_wins_after_withdrawing_does_not_bring_them_back() -> None:
    won = [
        Meeting(Fixture(1, 1, number, *pair), number, over=True, winner=0 if pair[0] == 1 else 1, ended_at=9)
        for number, pair in enumerate([(1, 4), (4, 1)], 1)
    ]
    first, _ = KnockoutCourse(4, won, {1: 5}, both_sides=False).rounds()[0]
    assert (first.winner, first.decided) == (4, True)
    first, _ = KnockoutCourse(4, won, {1: 10}, both_sides=False).rounds()[0]
    assert (first.winner, first.decided) == (1, True)


@pytest.mark.parametrize(("kind", "size"), share(3, product(FORMATS, SIZES)))
def test_every_tournament_ends_by_itself(kind: Format, size: int) -> None:
    random = Random(size)
    meetings: list[Meeting] = []
    left: dict[int, int] = {}
    for now in range(1, 10_000):
        course = COURSES[kind](size, meetings, left, both_sides=size % 9 == 0)
        if course.winners() is not None:
            break
        meetings += [Meeting(fixture, match_id=1) for fixture in course.due_fixtures(lambda: random.random() < 0.5)]
        assert len({meeting.fixture for meeting in meetings}) == len(meetings)
        running = [index for index, meeting in enumerate(meetings) if not meeting.is_settled(left)]
        for index in random.sample(running, min(len(running), 20)):
            meetings[index] = _ended(meetings[index], now, random)
        if random.random() < 0.1 and len(left) < size // 3:
            left[random.randint(1, size)] = now
            meetings = [_stopped(meeting, left, now) for meeting in meetings]
    else:
        pytest.fail("it does not end")
    winners = course.winners() or []
    assert winners
    assert not set(winners) & set(left) or kind == "groups"
    assert course.due_fixtures(lambda: True) == []


def _ended(meeting: Meeting, now: int, random: Random) -> Meeting:
    void = random.random() < 0.1
    again = meeting.again or (meeting.over and meeting.void)
    winner: Seat | None = None if void else random.choice([0, 1, None])
    return replace(meeting, over=True, void=void, again=again, winner=winner, ended_at=now, moved=frozenset({0, 1}))


def _stopped(meeting: Meeting, left: Mapping[int, int], now: int) -> Meeting:
    """The match after the withdrawals: a withdrawn entrant resigns what is running."""
    if meeting.over or not any(map(meeting.involves, left)):
        return meeting
    return replace(meeting, over=True, winner=1 if meeting.fixture.first in left else 0, ended_at=now)
