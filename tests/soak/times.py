"""Checks of time after a fortnight: every deadline and end took effect once and in time, and no reminder came late."""

import re
from collections import Counter, defaultdict
from itertools import pairwise

from matches.clock import reminders
from matches.codes import code_of, id_of
from tests.soak.fortnight import GRAIN, HOUR, Fortnight, Said
from tests.soak.ledger import Row, name_of
from tests.soak.reminders import REMINDER, standing

LATE = GRAIN + 60
"""Seconds within which a thing must happen after its time: the grain of the simulated time, and some more."""
HELD = {"quiet": 9 * HOUR, "digest": 24 * HOUR}
"""For each way of being told, the seconds for which a notice may be held back."""
_BOARD_KINDS = {"start", "move", "take back"}


def every_deadline_takes_effect_once(fortnight: Fortnight, figures: Counter[str]) -> None:
    ledger = fortnight.ledger
    for row in ledger.rows("SELECT match_id, count(*) AS times FROM event WHERE kind = 'time' GROUP BY match_id"):
        assert row["times"] == 1, row["match_id"]
    for match in ledger.rows("SELECT match.*, seat FROM match JOIN event ON match_id = id AND kind = 'time'"):
        late = match["ended_at"] - fortnight.deadlines[match["id"]]
        claimed = match["seat"] is not None
        assert late >= 0, (name_of(match), f"{late} s before its deadline")
        assert claimed or late <= LATE, (name_of(match), f"{late} s after its deadline")
        figures["claimed" if claimed else "ended by time"] += 1
    now = fortnight.sandbox.clock.now()
    passed = [
        match
        for match in ledger.running()
        if match["deadline"] and match["deadline"] < now - LATE and not match["clock"].endswith("soft")
    ]
    assert not passed, [name_of(match) for match in passed]


def every_end_is_told(fortnight: Fortnight, figures: Counter[str]) -> None:
    """A player who did not cause an end is told of it, as soon as they want to be told.

    A message that names the match pings them. If the clock ends several matches in one channel at once, only the first
    board pings, and the others stand beside it. That holds only for boards that are posted: where the bot is a guest
    and nobody uses it, and where the channel takes no posts, each end is told by direct message.
    """
    now = fortnight.sandbox.clock.now()
    by_clock = "SELECT match.* FROM match JOIN event USING (rev) WHERE match_id = id AND seat IS NULL AND ended_at > 0"
    last_boards = [
        board
        for match in fortnight.ledger.rows(by_clock)
        for board in _naming(fortnight, match["id"])
        if board.pictures and board.at >= match["ended_at"]
    ]
    for match in fortnight.ledger.ended():
        last = fortnight.ledger.rows("SELECT * FROM event WHERE match_id = ? AND rev = ?", match["id"], match["rev"])[0]
        for seat, column in enumerate(("first_id", "second_id")):
            person = str(match[column])
            until = match["ended_at"] + HELD.get(fortnight.way[person], 0) + LATE
            if seat == last["seat"] or now < until:
                continue
            told = [
                message.at
                for message in _naming(fortnight, match["id"])
                if message.at >= match["ended_at"]
                and (person in message.pinged or (message in last_boards and _beside(message, person, last_boards)))
            ]
            in_time = any(at <= until for at in told) or (told and _during(fortnight, match["ended_at"], until))
            assert in_time, f"{name_of(match)}: {person} ({fortnight.way[person]}) is told at {told}\n" + story(
                fortnight, match["id"]
            )
            figures["ends told"] += 1


def _beside(board: Said, person: str, boards: list[Said]) -> bool:
    """Whether another one of these boards pinged a person in the same channel at about the same time."""
    return any(
        person in other.pinged and other.channel_id == board.channel_id and abs(other.at - board.at) <= LATE
        for other in boards
    )


def _naming(fortnight: Fortnight, match_id: int) -> list[Said]:
    """The messages that name a match."""
    name = re.compile(rf"#{code_of(match_id)}\b")
    return [message for message in fortnight.said if name.search(message.content)]


def no_reminder_is_late_or_doubled(fortnight: Fortnight, figures: Counter[str]) -> None:
    seen = defaultdict[tuple[str, ...], list[float]](list)
    for message in fortnight.said:
        for reminder in REMINDER.finditer(message.content):
            seen[reminder[0], message.channel_id, *message.pinged].append(message.at)
            figures["reminders"] += 1
            match_id, deadline = id_of(reminder["code"]), int(reminder["due"])
            assert message.at < deadline, f"a reminder after the deadline: {message}"
            late = _late(fortnight, message, match_id, deadline)
            assert late is None or 0 <= late <= LATE, f"a reminder came late: {message}\n{story(fortnight, match_id)}"
    doubled = {
        key: times  # a turn has at most two reminders, hours apart
        for key, times in seen.items()
        if len(times) > 2 or any(later - at <= LATE for at, later in pairwise(times))
    }
    stories = [story(fortnight, id_of(line["code"])) for text, *_ in doubled for line in REMINDER.finditer(text)]
    assert not doubled, "\n".join([f"{doubled}; killed at {fortnight.kills}", *stories])


def _late(fortnight: Fortnight, message: Said, match_id: int, deadline: int) -> float | None:
    """The seconds by which a reminder was late; None where it may have moved.

    Quiet hours, vacations and outages move it, and a take-back, which goes on with the time of the first try.
    """
    events = fortnight.ledger.rows(
        "SELECT kind, at FROM event WHERE match_id = ? AND at < ? ORDER BY rev", match_id, int(message.at) - 1
    )  # a move may be played in the same second in which its reminder is sent
    began = max(n for n, event in enumerate(events) if event["kind"] in _BOARD_KINDS)
    if any(fortnight.way[person] == "quiet" for person in message.pinged):
        return None
    if any(event["kind"] in {"vacation", "back"} for event in events[began:]) or events[began]["kind"] == "take back":
        return None
    if _during(fortnight, events[began]["at"], message.at):
        return None
    return min(abs(message.at - at) for at, _ in reminders(deadline, deadline - events[began]["at"]))


def every_reminder_that_stands_says_the_deadline(fortnight: Fortnight, figures: Counter[str]) -> None:
    right, wrong = standing(fortnight.sandbox, fortnight.ledger, fortnight.closed)
    assert not wrong, wrong
    figures["reminders that stand"] += len(right)


def no_reminder_is_missing(fortnight: Fortnight, figures: Counter[str]) -> None:
    """A player who let a third of their time pass, or six hours, was reminded then, unless the deadline moved."""
    for match in fortnight.ledger.rows("SELECT * FROM match WHERE clock IS NOT NULL"):
        events = fortnight.ledger.rows("SELECT * FROM event WHERE match_id = ? ORDER BY rev", match["id"])
        boards = [event for event in events if event["kind"] in _BOARD_KINDS or event["rev"] == match["board_rev"]]
        until = match["ended_at"] or int(fortnight.sandbox.clock.now())
        for board, over in zip(boards, [*(board["at"] for board in boards[1:]), until], strict=True):
            away = any(event["kind"] in {"vacation", "back"} and board["at"] <= event["at"] <= over for event in events)
            deadlines = fortnight.turns.get((match["id"], board["rev"]), set())
            again = board["kind"] == "take back"  # the turn goes on with the time of its first try
            if board["ply"] < len(fortnight.ledger.turns(match)) and len(deadlines) == 1 and not away and not again:
                _reminded(fortnight, match, board, over, min(deadlines), figures)


def _reminded(fortnight: Fortnight, match: Row, board: Row, over: int, deadline: int, figures: Counter[str]) -> None:
    """Each reminder of one turn that lasted until `over` was told in time."""
    seat = fortnight.ledger.turns(match)[board["ply"]]
    person = str(match[("first_id", "second_id")[seat]])
    held = HELD["quiet"] if fortnight.way[person] == "quiet" else 0
    for at, _ in reminders(deadline, deadline - board["at"]):
        latest = at + held + LATE
        if latest >= min(over, deadline) or _during(fortnight, board["at"], latest):
            continue
        told = [
            message.at
            for message in _naming(fortnight, match["id"])
            if person in message.pinged
            and any(id_of(line["code"]) == match["id"] for line in REMINDER.finditer(message.content))
        ]
        assert any(at <= moment <= latest for moment in told), (
            f"no reminder at {at} for {person} ({fortnight.way[person]}) in {name_of(match)}: {told}\n"
            f"{story(fortnight, match['id'])}"
        )
        figures["reminders that had to come"] += 1


def _during(fortnight: Fortnight, since: float, until: float) -> bool:
    """Whether the bot was away, or had just returned, at this time."""
    return any(start - LATE <= until and end + LATE >= since for start, end in fortnight.outages)


def story(fortnight: Fortnight, match_id: int) -> str:
    """The events of a match as text, for somebody who looks for the fault."""
    rows = [
        *fortnight.ledger.rows("SELECT * FROM event WHERE match_id = ? ORDER BY rev", match_id),
        *fortnight.ledger.rows("SELECT * FROM place WHERE match_id = ?", match_id),
        *fortnight.ledger.rows("SELECT * FROM outbox WHERE subject = ?", match_id),
    ]
    said = [message for message in fortnight.said if f"#{code_of(match_id)}" in message.content]
    return "\n".join([*(str(dict(row)) for row in rows), *map(str, said)])
