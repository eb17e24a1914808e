"""The texts that the owner of the bot reads."""

from dataclasses import replace

import pytest

from cogs.texts import owner
from cogs.wire import discord_limits
from matches.alarms import Alarm
from matches.deliveries import Delivery
from matches.errors import Refusal
from matches.model import Person, Place
from matches.timecontrol import TimeControl
from service.metrics import Gauges
from service.owner import Inspection
from storage.survey import Census
from tests.support.records import NOW, a_match, over

BUILD = {"version": "1.2", "python": "3.13", "library": "2.6", "format": "9"}
QUIET = Gauges({}, 0, 0, {}, 1_250_000, backup_age=None, backups_on=True, beat_age=120)
FINE = [
    "### Tidepool 1.2",
    "Python 3.13, discord.py 2.6, database format 9, 1.2 MB.",
    "1 server, 2 people, 3 matches with 1 move.",
    "No match is running.",
    "Nothing is pending. No alarm is late.",
    "There is **no backup**. Last heartbeat: 2 minutes ago.",
    "**0 errors** since the start.",
]
HERE = Place(46_656, None, 100, 10, 500, 3)


def status(gauges: Gauges = QUIET, faults: list[tuple[int, str]] | None = None) -> list[str]:
    """How the bot fares, in lines."""
    known = faults or []
    return owner.status(BUILD, 1, Census(2, 3, 1), gauges, known, len(known)).splitlines()


def test_an_announcement_says_who_it_is_from() -> None:
    assert owner.announcement("Tea at **five**.") == "**From the bot's owner:**\nTea at **five**."


def test_how_a_quiet_bot_fares() -> None:
    assert status() == FINE


@pytest.mark.parametrize(
    ("gauges", "number", "line"),
    [
        (replace(QUIET, running={"konane": 2}), 3, "Running: Konane 2."),
        (replace(QUIET, running={"squalma": 1, "konane": 2, "gone": 5}), 3, "Running: Konane 2 and SquAlma 1."),
        (replace(QUIET, alarm_lag=120), 4, "Nothing is pending. Alarms are 2 minutes late."),
        (replace(QUIET, queued={"board": 0, "notice": 2}), 4, "Pending: notice 2. No alarm is late."),
        (
            replace(QUIET, queued={"board": 1, "notice": 2}, oldest_board=60, alarm_lag=60),
            4,
            "Pending: board 1 and notice 2. The oldest board has waited for 1 minute. Alarms are 1 minute late.",
        ),
        (
            replace(QUIET, backup_age=3600, beat_age=None),
            5,
            "Newest backup: 1 hour ago. No heartbeat yet.",
        ),
    ],
)
def test_how_the_bot_fares(gauges: Gauges, number: int, line: str) -> None:
    assert status(gauges) == [*FINE[:number], line, *FINE[number + 1 :]]


def test_errors_are_told_as_far_as_there_is_room() -> None:
    assert status(faults=[(NOW, "*odd*")])[-2:] == ["**1 error** since the start.", rf"- <t:{NOW}:R>: \*odd\*"]
    many = status(faults=[(NOW, "x" * 500)] * 20)
    assert many[6] == "**20 errors** since the start."
    assert {len(line) for line in many[7:]} == {len(f"- <t:{NOW}:R>: ") + 300}
    assert 3 < len(many[7:]) < 20
    assert len("\n".join(many)) <= discord_limits.MESSAGE


RUNNING = a_match(players=(Person(1, "*Ann*"), Person(2, "Bob")), ply=4, rev=6, board_rev=5)
PLAIN = [
    "### Konane #1000",
    r"**\*Ann\*** (1) against **Bob** (2).",
    rf"\*Ann\* to move after 4 moves. Revision 6, board 5. Last move <t:{NOW - 60}:R>.",
    "It has no clock.",
    "It is shown nowhere.",
    "It has no alarm.",
    "Nothing is pending.",
    "Its moves can be replayed and match the database.",
]


def inspected(found: Inspection) -> list[str]:
    """What the owner reads about a match, in lines."""
    return owner.inspection(found, NOW).splitlines()


def test_a_match_of_which_there_is_little_to_tell() -> None:
    assert inspected(Inspection(RUNNING, [], [], [], None)) == PLAIN


def test_a_match_of_which_there_is_much_to_tell() -> None:
    due = Delivery("board", RUNNING.id, due_at=NOW, tried=2)
    places = [HERE, replace(HERE, guest=True, message_id=None)]
    queued = [due, replace(due, tried=1), replace(due, due_at=None)]
    fault = Refusal("It is {how}.", how="*odd*")
    found = Inspection(RUNNING, places, queued, [Alarm("flag", 1, NOW)], fault)
    assert inspected(found)[4:] == [
        "- https://discord.com/channels/10/100/500: shows board 3.",
        "- https://discord.com/channels/10/100: shows board 3; the bot is a guest there.",
        f"Alarms: flag <t:{NOW}:R>.",
        "Pending: board (tried 2 times) and board (tried 1 time).",
        r"**Something is wrong:** It is \*odd\*.",
    ]


def test_at_most_eight_places_and_five_kinds_are_told() -> None:
    due = Delivery("notice", RUNNING.id, due_at=NOW)
    lines = inspected(Inspection(RUNNING, [HERE] * 9, [due] * 7, [], None))
    assert sum(line.startswith("- ") for line in lines) == 8
    assert lines[-2].endswith("and 2 more.")


THREE_DAYS = TimeControl.parse("3d")


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"clock": THREE_DAYS}, "Its clock 3d is stopped."),
        ({"clock": THREE_DAYS, "deadline": NOW + 60}, f"Clock 3d, until <t:{NOW + 60}:R>."),
        ({"clock": THREE_DAYS, "deadline": NOW - 60}, f"Clock 3d, until <t:{NOW - 60}:R>. **That is over.**"),
    ],
)
def test_the_clock_of_a_match(changes: dict[str, object], line: str) -> None:
    match = replace(RUNNING, **changes)  # type: ignore[arg-type]  # fields of Match
    assert inspected(Inspection(match, [], [], [], None))[3] == line


def test_a_match_that_is_over_has_no_clock() -> None:
    lines = inspected(Inspection(over(ply=1, rev=6, board_rev=5), [], [], [], None))
    assert lines[2:4] == ["Ann wins: Bob resigned, after 1 move. Revision 6, board 5.", "It is shown nowhere."]
