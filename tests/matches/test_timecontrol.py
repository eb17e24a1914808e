"""Clock arithmetic: banks, deadlines, reminders."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import other_side
from matches.clock import REMIND_APART, begin_turn, end_turn, out_of_time, pause, reminders, resume, seconds_left
from matches.errors import Refusal
from matches.model import Match
from matches.timecontrol import CLOCKS, DAY, HOUR, LONGEST, MINUTE, TimeControl, clock_text, lasting, roughly
from tests.support.records import NOW, a_match

MINUTES = LONGEST // MINUTE
spans = st.one_of(st.integers(1, MINUTES).map(lambda n: n * MINUTE), st.integers(1, 720).map(lambda n: n * HOUR))
increments = st.one_of(st.just(0), spans)
controls = st.tuples(spans, increments, spans, st.booleans()).map(
    lambda t: TimeControl(min(t[0], t[2]), min(t[1], t[2]), t[2], t[3])
)


def match_with(control: TimeControl | None) -> Match:
    left = (control.start, control.start) if control else None
    return a_match("heap", created_at=NOW, moved_at=NOW, clock=control, left=left)


@given(controls)
def test_a_control_is_read_as_it_is_written(control: TimeControl) -> None:
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize("text", CLOCKS)
def test_every_clock_on_offer_can_be_read(text: str) -> None:
    assert clock_text(TimeControl.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("5 minutes a move", "5m"), ("1 hour a move", "1h"), ("36h", "36h"), ("1.5h", None), ("10 days", "10d"),
        ("1d + 1h a move", "24+1/720h"), ("10 min + 30m", "10m+30m/30d"), ("90 minutes per move", "90m"),
        ("1 day and 12 hours a move", "36h"), ("3d / move", "3d"), ("1d+1h/4d", "24+1/96h"), ("96+96/96h", "4d"),
        ("3 days a move, soft: the opponent may claim a win on time", "3d soft"), ("24 h", "1d"), ("No clock", "none"),
        ("15m + 0m, at most 15m", "15m+0m/15m"),
    ],
)  # fmt: skip
def test_a_clock_is_read_as_people_write_it(text: str, written: str | None) -> None:
    if written is None:
        with pytest.raises(Refusal):
            TimeControl.parse(text)
    else:
        assert clock_text(TimeControl.parse(text)) == written


def test_days_for_each_move_and_banks_are_texts() -> None:
    assert TimeControl.parse("3d") == TimeControl(3 * DAY, 3 * DAY, 3 * DAY)
    assert TimeControl.parse(" 72+12/96H  soft") == TimeControl(72 * HOUR, 12 * HOUR, 96 * HOUR, hard=False)
    assert TimeControl.parse("None") is None


@pytest.mark.parametrize(
    "text", ["", "0d", "31d", "3", "72+12", "0+12/96h", "97+12/96h", "1+97/96h", "1+1/721h", "3d hard", "0m", "a move"]
)
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        TimeControl.parse(text)


def test_a_bank_is_refilled_up_to_its_cap() -> None:
    control = TimeControl(72 * HOUR, 12 * HOUR, 96 * HOUR)
    assert control.bank_after_move(50 * HOUR) == 62 * HOUR
    assert control.bank_after_move(90 * HOUR) == 96 * HOUR
    assert control.bank_after_move(-HOUR) == 12 * HOUR


@given(controls, st.lists(st.integers(0, 40 * DAY), max_size=30))
def test_no_bank_ever_exceeds_its_cap_or_falls_below_nothing(control: TimeControl, thoughts: list[int]) -> None:
    match, now = begin_turn(match_with(control), NOW, away=False), NOW
    for thought in thoughts:
        now += thought
        match = end_turn(match, now)
        assert match.left is not None
        assert all(0 <= left <= control.cap for left in match.left)
        assert match.left[match.turn] >= control.increment
        match = begin_turn(replace(match, turn=other_side(match.turn)), now, away=False)
        assert match.left is not None
        assert match.deadline == now + match.left[match.turn]


@given(st.integers(0, 40 * DAY), st.integers(0, 40 * DAY))
def test_days_for_each_move_give_the_same_time_for_every_move(first: int, second: int) -> None:
    control = TimeControl.parse("3d")
    match = end_turn(begin_turn(match_with(control), NOW, away=False), NOW + first)
    match = begin_turn(match, NOW + first + second, away=False)
    assert match.deadline == NOW + first + second + 3 * DAY


@given(controls, st.data())
def test_a_vacation_keeps_exactly_what_was_left(control: TimeControl, data: st.DataObject) -> None:
    match = begin_turn(match_with(control), NOW, away=False)
    thought = data.draw(st.integers(0, control.start - 1))
    away = data.draw(st.integers(0, 21 * DAY))
    paused = pause(match, NOW + thought)
    assert (paused.deadline, paused.paused) == (None, control.start - thought)
    assert seconds_left(paused, NOW + thought + away) == control.start - thought
    back = resume(paused, NOW + thought + away)
    assert (back.deadline, back.paused) == (NOW + control.start + away, None)


def test_a_vacation_does_not_revive_a_deadline_that_has_passed() -> None:
    match = begin_turn(match_with(TimeControl.parse("1d soft")), NOW, away=False)
    assert pause(match, NOW + DAY) == match


def test_somebody_who_is_away_gets_the_turn_with_a_clock_that_stands_still() -> None:
    match = begin_turn(match_with(TimeControl.parse("2d")), NOW, away=True)
    assert (match.deadline, match.paused) == (None, 2 * DAY)


def test_time_is_up_at_the_deadline_and_not_a_second_earlier() -> None:
    match = begin_turn(match_with(TimeControl.parse("1d")), NOW, away=False)
    assert not out_of_time(match, NOW + DAY - 1)
    assert out_of_time(match, NOW + DAY)


def test_without_a_clock_nothing_runs() -> None:
    match = match_with(None)
    assert end_turn(begin_turn(match, NOW, away=False), NOW + DAY) == match
    assert seconds_left(match, NOW) is None
    assert not out_of_time(match, NOW + 1000 * DAY)


@given(st.one_of(st.integers(0, LONGEST), st.integers(0, 2 * HOUR)))
def test_reminders_lie_within_the_turn_and_at_least_four_hours_apart(left: int) -> None:
    times = [at for at, _ in reminders(NOW + left, left)]
    assert times == sorted(times)
    assert (1 if left >= 2 * MINUTE else 0) <= len(times) <= 2
    assert all(NOW <= at <= NOW + left - MINUTE for at in times), "later it would not help"
    assert all(later - earlier >= REMIND_APART for earlier, later in pairwise(times))


@pytest.mark.parametrize(
    ("left", "hours_before"),
    [(3 * DAY, [24, 6]), (DAY, [8]), (30 * HOUR, [10, 6]), (18 * HOUR, [6]), (12 * HOUR, [6]), (3 * HOUR, [1])],
)
def test_reminders_go_out_at_a_third_and_at_six_hours(left: int, hours_before: list[int]) -> None:
    assert [(NOW - at) // HOUR for at, _ in reminders(NOW, left)] == hours_before


@pytest.mark.parametrize(
    ("left", "before"), [(HOUR, 300), (20 * MINUTE, 300), (10 * MINUTE, 300), (5 * MINUTE, 150), (2 * MINUTE, 60)]
)
def test_the_reminder_of_a_short_turn_leaves_half_of_it_but_at_most_five_minutes(left: int, before: int) -> None:
    assert [NOW - at for at, _ in reminders(NOW, left)] == [before]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (2 * DAY + 5, "2 days"),
        (3 * DAY - 5, "3 days"),
        (DAY, "1 day"),
        (DAY - 20, "1 day"),
        (2 * DAY + 3 * HOUR, "2 days and 3 hours"),
        (7 * HOUR, "7 hours"),
        (HOUR + 61, "1 hour and 1 minute"),
        (61, "1 minute"),
        (29, "less than a minute"),
        (0, "less than a minute"),
        (-5, "less than a minute"),
    ],
)
def test_spans_are_said_in_one_or_two_units(seconds: int, words: str) -> None:
    assert str(lasting(seconds)) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (20, "less than a minute"),
        (600, "10 minutes"),
        (HOUR - 10, "1 hour"),
        (6 * HOUR - 5, "6 hours"),
        (DAY - 5, "1 day"),
        (3 * DAY + 5 * HOUR, "3 days"),
    ],
)
def test_a_span_is_said_roughly_in_its_largest_unit(seconds: int, words: str) -> None:
    assert str(roughly(seconds)) == words
