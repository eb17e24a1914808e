"""What must hold after a fortnight: every turn told once, every deadline kept, nothing stuck, nothing broken."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from matches.clock import reminders
from matches.codes import id_of
from sandbox import Driver
from tests.soak.fortnight import GRAIN
from tests.soak.ledger import name_of

if TYPE_CHECKING:
    from tests.soak.fortnight import Fortnight, Said
    from tests.soak.ledger import Row

LATE = GRAIN + 60
"""Seconds after its time within which a thing must have happened: the grain of the simulated time, and some."""
BOARDS = "('start', 'move', 'take back')"
_TURN = re.compile(r"^<@\d+>, you(?:r| begin) (.* #(\w+))(?: ·|$)", re.MULTILINE)
_BOARD = re.compile(r".*-(\w+)-(\d+)\.png")
_REMINDER = re.compile(r"left: your move against .* · \w.* #(\w+) · <t:(\d+):R>")


async def check(fortnight: Fortnight) -> dict[str, int]:
    """Raise AssertionError for whatever does not hold; returns what was counted."""
    figures = Counter(fortnight.acts)
    _every_act_is_answered(fortnight)
    _every_turn_is_told_once(fortnight, figures)
    _every_deadline_takes_effect_once(fortnight, figures)
    _no_reminder_is_late_or_doubled(fortnight, figures)
    _the_database_is_sound(fortnight, figures)
    await _no_match_is_stuck(fortnight, figures)
    return dict(figures)


def _every_act_is_answered(fortnight: Fortnight) -> None:
    """Only a dead bot leaves people without an answer."""
    failed = {name: count for name, count in fortnight.acts.items() if name.endswith(": failed")}
    assert not failed, failed


def _every_turn_is_told_once(fortnight: Fortnight, figures: Counter[str]) -> None:
    """Nobody is told of one turn twice in the same way, and whoever is to move now has been told as they like."""
    told = _boards_told(fortnight)
    doubled = {key: count for key, count in told.items() if count > 1}
    assert not doubled, f"told more than once: {doubled}; killed at {fortnight.kills}, away {fortnight.outages}"
    figures["pings for turns"] = sum(told.values()) + _held_back_turns(fortnight)
    for match in fortnight.ledger.rows("SELECT * FROM match"):
        players = (str(match["first_id"]), str(match["second_id"]))
        boards = fortnight.ledger.rows(
            f"SELECT * FROM event WHERE match_id = ? AND kind IN {BOARDS} ORDER BY rev",
            match["id"],
        )
        turns = _turns(fortnight, match)
        for board in boards:
            if board["ply"] >= len(turns) or board["seat"] == turns[board["ply"]]:
                continue  # the end, or one's own doing: no news
            person = players[turns[board["ply"]]]
            counts = {way: told[way, match["id"], board["rev"], person] for way in ("channel", "dm")}
            newest = board["rev"] == match["board_rev"] and match["status"] == "running"
            _told_as_they_like(fortnight.way[person], counts, newest, f"{name_of(match)} at {board['rev']}: {person}")
            figures["turns"] += 1
            figures["turns told at once"] += any(counts.values())


def _boards_told(fortnight: Fortnight) -> Counter[tuple[str, int, int, str]]:
    """How often each person was pinged by a post of each board: by way, match, revision and person."""
    told = Counter[tuple[str, int, int, str]]()
    for one in fortnight.said:
        channel = fortnight.sandbox.world.channels.get(one.channel_id)
        way = "dm" if channel is None or channel.guild_id is None else "channel"
        for board in filter(None, map(_BOARD.fullmatch, one.pictures)):
            told.update((way, id_of(board[1]), int(board[2]), person) for person in one.pinged)
    return told


def _held_back_turns(fortnight: Fortnight) -> int:
    """How many turns were told after quiet hours; such a text tells the move, not the board.

    After a take-back the same move may be told again.
    """
    told = Counter(
        (id_of(turn[2]), turn[1], person)
        for one in fortnight.said
        if not one.pictures and (turn := _TURN.search(one.content))
        for person in one.pinged
    )
    for (match_id, text, person), count in told.items():
        back = fortnight.ledger.rows(
            "SELECT count(*) AS times FROM event WHERE match_id = ? AND kind = 'take back'", match_id
        )
        assert count <= 1 + back[0]["times"], (match_id, text, person, count)
    return sum(told.values())


def _told_as_they_like(way: str, counts: dict[str, int], newest: bool, what: str) -> None:
    assert counts["channel"] == 0 or way in {"channel", "both", "quiet"}, (what, way, counts)
    assert counts["dm"] == 0 or way in {"dm", "both"}, (what, way, counts)
    if newest and way in {"channel", "both"}:
        assert counts["channel"] == 1, (what, "was not pinged")
    if newest and way in {"dm", "both"}:
        assert counts["dm"] == 1, (what, "got no direct message")


def _turns(fortnight: Fortnight, match: Row) -> list[int]:
    """Whose turn it is after each number of moves, as far as the match has come."""
    fortnight.ledger.position(match)
    return [position.turn for position in fortnight.ledger.positions(match["id"]) if position.result() is None]


def _every_deadline_takes_effect_once(fortnight: Fortnight, figures: Counter[str]) -> None:
    for row in fortnight.ledger.rows(
        "SELECT match_id, count(*) AS times FROM event WHERE kind = 'time' GROUP BY match_id"
    ):
        assert row["times"] == 1, row["match_id"]
    for match in fortnight.ledger.rows("SELECT match.* FROM match JOIN event ON match_id = id AND kind = 'time'"):
        deadline = fortnight.deadlines[match["id"]]
        late = match["ended_at"] - deadline
        assert 0 <= late <= LATE, (name_of(match), f"{late} s after its deadline")
        figures["ended by time"] += 1
    now = fortnight.sandbox.clock.now()
    passed = [
        match
        for match in fortnight.ledger.running()
        if match["deadline"] and match["deadline"] < now - LATE and not match["clock"].endswith("soft")
    ]
    assert not passed, [name_of(match) for match in passed]


def _no_reminder_is_late_or_doubled(fortnight: Fortnight, figures: Counter[str]) -> None:
    seen = Counter[tuple[str, ...]]()
    for one in fortnight.said:
        for reminder in _REMINDER.finditer(one.content):
            seen[reminder[0], one.channel_id] += 1
            figures["reminders"] += 1
            deadline = int(reminder[2])
            assert one.at < deadline, f"a reminder after the deadline: {one}"
            late = _late(fortnight, one, id_of(reminder[1]), deadline)
            assert late is None or 0 <= late <= LATE, f"a reminder came late: {one}\n{_story(fortnight, one)}"
    doubled = {key: count for key, count in seen.items() if count > 1}
    assert not doubled, doubled


def _late(fortnight: Fortnight, one: Said, match_id: int, deadline: int) -> float | None:
    """How long after its time a reminder came; None where quiet hours, vacations or outages may have moved that."""
    events = fortnight.ledger.rows(
        "SELECT kind, at FROM event WHERE match_id = ? AND at <= ? ORDER BY rev", match_id, int(one.at)
    )
    began = max(n for n, event in enumerate(events) if event["kind"] in {"start", "move", "take back"})
    if _near_outage(fortnight, one) or any(event["kind"] in {"vacation", "back"} for event in events[began:]):
        return None
    if any(start <= one.at and end >= events[began]["at"] for start, end in fortnight.outages):
        return None
    return min(abs(one.at - at) for at, _ in reminders(deadline, deadline - events[began]["at"]))


def _story(fortnight: Fortnight, one: Said) -> str:
    """What happened in the match that a message is about, for whoever has to find the fault."""
    named = re.search(r"#(\w+)", one.content)
    match_id = id_of(named[1]) if named else 0
    events = fortnight.ledger.rows("SELECT * FROM event WHERE match_id = ? ORDER BY rev", match_id)
    return "\n".join(str(dict(row)) for row in events)


def _near_outage(fortnight: Fortnight, one: Said) -> bool:
    """Whether quiet hours or a dead bot may have held it back."""
    held = any(fortnight.way[person] == "quiet" for person in one.pinged)
    away = [*fortnight.outages, *((at, at) for at in fortnight.kills)]
    return held or any(start - LATE <= one.at <= end + LATE for start, end in away)


def _the_database_is_sound(fortnight: Fortnight, figures: Counter[str]) -> None:
    ledger = fortnight.ledger
    assert [row["integrity_check"] for row in ledger.rows("PRAGMA integrity_check")] == ["ok"]
    assert ledger.rows("PRAGMA foreign_key_check") == []
    for match in ledger.rows("SELECT * FROM match"):
        position = ledger.position(match)
        plies = ledger.rows("SELECT count(*) AS plies FROM move WHERE match_id = ?", match["id"])[0]["plies"]
        events = ledger.rows("SELECT count(*) AS events, max(rev) AS rev FROM event WHERE match_id = ?", match["id"])[0]
        assert position.ply == match["ply"] == plies, name_of(match)
        assert events["events"] == events["rev"] == match["rev"], name_of(match)
        if position.result() is not None:
            assert match["status"] == "over", name_of(match)
        else:
            assert position.turn == match["turn"], name_of(match)
        figures[f"matches {match['status']}"] += 1
        figures["moves"] += plies
    late = ledger.rows("SELECT * FROM outbox WHERE due_at < ?", int(fortnight.sandbox.clock.now()) - LATE)
    assert late == [], [dict(row) for row in late]
    unfinished = ledger.rows("SELECT * FROM outbox WHERE wanted = 'removed'")
    assert unfinished == [], [dict(row) for row in unfinished]


async def _no_match_is_stuck(fortnight: Fortnight, figures: Counter[str]) -> None:
    """In every running match the player to move can move, from the newest post."""
    world = fortnight.sandbox.world
    for match in fortnight.ledger.running():
        place = fortnight.ledger.place(match["id"])
        assert place is not None, name_of(match)
        channel = world.channels[str(place["channel_id"])]
        post = world.message(channel.id, str(place["message_id"]))
        assert post is not None, name_of(match)
        assert "Move" in [button.label for button in post.buttons], name_of(match)
        mover = Driver(fortnight.sandbox, str(match["first_id" if match["turn"] == 0 else "second_id"]), channel)
        picker = await mover.click(post, "Move")
        assert picker.private, (name_of(match), picker)
        assert picker.message is not None, name_of(match)
        assert picker.message.attachments, (name_of(match), picker)
        figures["pickers opened at the end"] += 1
