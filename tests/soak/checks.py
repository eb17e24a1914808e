"""The checks after a fortnight: every turn told once, nothing stuck, nothing broken, no buttons on old boards."""

import re
from collections import Counter

from matches.codes import id_of
from sandbox import Driver, Message
from tests.soak.fortnight import Fortnight
from tests.soak.ledger import Row, name_of
from tests.soak.times import (
    LATE,
    every_deadline_takes_effect_once,
    every_end_is_told,
    every_reminder_that_stands_says_the_deadline,
    no_reminder_is_late_or_doubled,
    no_reminder_is_missing,
    story,
)

EVENTS = "SELECT kind, count(*) AS count FROM event GROUP BY kind"
REMATCHES = "SELECT count(*) AS count FROM challenge WHERE rematch_of IS NOT NULL AND status = 'accepted'"
MOVED = """
SELECT count(DISTINCT match_id) AS count FROM place JOIN challenge ON challenge.id = match_id
WHERE place.channel_id <> challenge.channel_id AND challenge.channel_id IN (?, ?)
"""
ANSWERED = """
SELECT count(*) AS count FROM move AS they JOIN move AS answer
    ON answer.match_id = they.match_id AND answer.ply = they.ply + 1 AND answer.at = they.at
"""
"""A query for planned replies: moves in the same second as the move before, which nobody could have made by hand."""
BOARDS = "('start', 'move', 'take back')"
_TURN = re.compile(
    r"^<@\d+>, you(?:r(?! move against)| move first) (.*?)(?: · due \S+)? · \w[^·]* #(\w+)$", re.MULTILINE
)
_BOARD = re.compile(r".*-(\w+)-(\d+)\.png")
_LINE = re.compile(r"(?:The start of|Move \d+).* #(\w+)")


async def check(fortnight: Fortnight) -> dict[str, int]:
    """Check everything and return the counts. Raises AssertionError that lists all failures."""
    figures, failed = Counter(fortnight.acts), list[str]()
    for check_one in CHECKS:
        try:
            check_one(fortnight, figures)
        except AssertionError as error:
            failed.append(f"{check_one.__name__}: {error}")
    assert not failed, "\n\n".join([*failed, str(dict(figures))])
    await _no_match_is_stuck(fortnight, figures)
    return dict(figures)


def _every_act_is_answered(fortnight: Fortnight, _: Counter[str]) -> None:
    """People were left without an answer only while the bot was dead."""
    failed = {name: count for name, count in fortnight.acts.items() if name.endswith(": failed")}
    assert not failed, failed


def _every_acknowledged_move_counts_once(fortnight: Fortnight, figures: Counter[str]) -> None:
    rows = fortnight.ledger.rows("SELECT match_id, ply FROM event WHERE kind = 'move'")
    lost = fortnight.hands.acknowledged - Counter((row["match_id"], row["ply"]) for row in rows)
    assert not lost, lost
    figures["acknowledged moves"] = fortnight.hands.acknowledged.total()


def _what_happened_is_counted(fortnight: Fortnight, figures: Counter[str]) -> None:
    for row in fortnight.ledger.rows(EVENTS):
        figures[f"event: {row['kind']}"] = row["count"]
    lost = [int(hall.channel.id) for hall in fortnight.halls if hall.channel and hall.kind in {"deleted", "closed"}]
    figures["planned replies played"] = fortnight.ledger.rows(ANSWERED)[0]["count"]
    figures["rematches begun"] = fortnight.ledger.rows(REMATCHES)[0]["count"]
    figures["matches moved from a lost channel"] = fortnight.ledger.rows(MOVED, *lost)[0]["count"]


def _every_turn_is_told_once(fortnight: Fortnight, figures: Counter[str]) -> None:
    """Nobody was notified twice of a turn in the same way, and the player to move was notified as they chose."""
    told = _boards_told(fortnight)
    doubled = {key: count for key, count in told.items() if count > 1}
    stories = [story(fortnight, match_id) for _, match_id, _, _ in doubled]
    assert not doubled, "\n".join(
        [f"told more than once: {doubled}; killed at {fortnight.kills}, away {fortnight.outages}", *stories]
    )
    figures["pings for turns"] = sum(told.values()) + _held_back_turns(fortnight)
    for match in fortnight.ledger.rows("SELECT * FROM match"):
        players = (str(match["first_id"]), str(match["second_id"]))
        boards = fortnight.ledger.rows(
            f"SELECT * FROM event WHERE match_id = ? AND kind IN {BOARDS} ORDER BY rev",
            match["id"],
        )
        turns = fortnight.ledger.turns(match)
        for board in boards:
            if board["ply"] >= len(turns) or board["seat"] == turns[board["ply"]]:
                continue  # the end, or an act of one's own: there is nothing to tell
            person = players[turns[board["ply"]]]
            counts = {way: told[way, match["id"], board["rev"], person] for way in ("channel", "dm")}
            newest = board["rev"] == match["board_rev"] and match["status"] == "running"
            what = f"{name_of(match)} at {board['rev']}: {person}"
            if match["id"] in fortnight.elsewhere:
                told_at_all = _told_elsewhere(fortnight.way[person], counts, newest)
                assert told_at_all, f"{what} ({fortnight.way[person]}) was not told\n{story(fortnight, match['id'])}"
            else:
                _told_as_they_like(fortnight.way[person], counts, newest, what)
            figures["turns"] += 1
            figures["turns told at once"] += any(counts.values())


def _boards_told(fortnight: Fortnight) -> Counter[tuple[str, int, int, str]]:
    """The number of pings by way, match, revision and person."""
    told = Counter[tuple[str, int, int, str]]()
    for message in fortnight.said:
        way = "dm" if message.direct else "channel"
        for board in filter(None, map(_BOARD.fullmatch, message.pictures)):
            told.update((way, id_of(board[1]), int(board[2]), person) for person in message.pinged)
    return told


def _held_back_turns(fortnight: Fortnight) -> int:
    """How many turns were told after quiet hours, whose texts name the move and not the board.

    After a take-back the same move may be told again, and in some games the same piece may make it again later.
    """
    told = Counter(
        (id_of(turn[2]), turn[1], person)
        for message in fortnight.said
        if not message.pictures and (turn := _TURN.search(message.content))
        for person in message.pinged
    )
    for (match_id, text, person), count in told.items():
        again = fortnight.ledger.rows(
            "SELECT (SELECT count(*) FROM event WHERE match_id = ? AND kind = 'take back') AS back,"
            " (SELECT count(*) FROM move WHERE match_id = ? AND instr(?, text) > 0) AS played",
            match_id,
            match_id,
            text,
        )[0]
        assert count <= max(1, again["played"]) + again["back"], (match_id, text, person, count)
    return sum(told.values())


def _told_as_they_like(way: str, counts: dict[str, int], newest: bool, what: str) -> None:
    assert counts["channel"] == 0 or way in {"channel", "both", "quiet"}, (what, way, counts)
    # A turn whose deadline comes before the digest is told at once.
    assert counts["dm"] == 0 or way in {"dm", "both", "digest"}, (what, way, counts)
    if newest and way in {"channel", "both"}:
        assert counts["channel"] == 1, (what, "was not pinged")
    if newest and way in {"dm", "both"}:
        assert counts["dm"] == 1, (what, "got no direct message")


def _told_elsewhere(way: str, counts: dict[str, int], newest: bool) -> bool:
    """Where the bot is a guest or the channel was lost, a turn may be told in any possible way."""
    return not (newest and way in {"channel", "dm", "both"}) or sum(counts.values()) >= 1


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
    of_ended = "SELECT 1 FROM alarm JOIN match ON subject = id WHERE status = 'over' AND kind IN ('flag', 'reminder')"
    assert ledger.rows(of_ended) == []
    late = ledger.rows("SELECT * FROM outbox WHERE due_at < ?", int(fortnight.sandbox.clock.now()) - LATE)
    assert late == [], [dict(row) for row in late]
    unfinished = ledger.rows("SELECT * FROM outbox WHERE wanted = 'removed'")
    assert unfinished == [], [dict(row) for row in unfinished]


def _old_boards_are_at_rest(fortnight: Fortnight, figures: Counter[str]) -> None:
    """Every old board is one line without buttons and without a time, and the newest shows the right time.

    No challenge that was settled has buttons.
    """
    world = fortnight.sandbox.world
    settled = {row["id"] for row in fortnight.ledger.rows("SELECT id FROM challenge WHERE status <> 'open'")}
    known = {
        (str(place["channel_id"]), place["match_id"]): place
        for place in fortnight.ledger.rows("SELECT * FROM place WHERE message_id IS NOT NULL")
    }
    matches = {match["id"]: match for match in fortnight.ledger.rows("SELECT * FROM match")}
    for channel in world.channels.values():
        if not (channel.guild_id or world.bot.id in channel.recipients):
            continue  # a group, where the bot cannot edit old messages
        for post in world.messages_of(channel.id):
            accepts = [name for button in post.buttons if (name := button.custom_id or "").startswith("t1:accept:")]
            assert not settled.intersection(int(name.split(":")[2]) for name in accepts), post
            pictures = (_BOARD.fullmatch(file.filename) for file in post.attachments)
            board = next(filter(None, pictures), None) or _LINE.fullmatch(post.content)
            if post.private or board is None or post.author_id != world.bot.id:
                continue
            place, match = known.get((channel.id, id_of(board[1]))), matches[id_of(board[1])]
            if place is None and channel.guild_id is None:
                continue  # it is about a match that is shown elsewhere
            if place is not None and str(place["message_id"]) == post.id:
                figures["boards shown"] += 1
                if match["status"] == "running" and match["deadline"]:
                    assert f"<t:{match['deadline']}:R>" in post.content, (name_of(match), match["deadline"], post)
            else:
                figures["old boards"] += 1
                assert not post.buttons, (name_of(match), post)
                assert not post.attachments, (name_of(match), post)
                assert "<t:" not in post.content, (name_of(match), post)
                assert "\n" not in post.content, (name_of(match), post)


CHECKS = (
    _what_happened_is_counted,
    _every_act_is_answered,
    _every_acknowledged_move_counts_once,
    _every_turn_is_told_once,
    every_deadline_takes_effect_once,
    every_end_is_told,
    every_reminder_that_stands_says_the_deadline,
    no_reminder_is_late_or_doubled,
    no_reminder_is_missing,
    _the_database_is_sound,
    _old_boards_are_at_rest,
)


async def _no_match_is_stuck(fortnight: Fortnight, figures: Counter[str]) -> None:
    """In every running match the player to move can move, from the newest post."""
    world = fortnight.sandbox.world
    for match in fortnight.ledger.running():
        person = str(match[("first_id", "second_id")[match["turn"]]])
        place = fortnight.ledger.place(match["id"], match["turn"])
        if place is None or str(place["channel_id"]) not in world.channels:
            mover = Driver(fortnight.sandbox, person, fortnight.halls[0].channel)
            await mover.slash("/match move-here", match=name_of(match))
            figures["matches moved at the end"] += 1
        elif place["shown_rev"] < match["board_rev"]:
            assert place["guest"], f"{name_of(match)} is not shown\n{story(fortnight, match['id'])}"
            mover = Driver(fortnight.sandbox, person, str(place["channel_id"]))
            await mover.slash(f"/{match['game'].replace('_', '-')} board", match=name_of(match))
        post = await _newest_post(fortnight, match)
        assert "Move" in [button.label for button in post.buttons], name_of(match)
        picker = await Driver(fortnight.sandbox, person, post.channel_id).click(post, "Move")
        await picker.settled()
        assert picker.private, (name_of(match), picker)
        assert picker.message is not None, name_of(match)
        assert picker.message.attachments, (name_of(match), picker)
        figures["pickers opened at the end"] += 1


async def _newest_post(fortnight: Fortnight, match: Row) -> Message:
    """Wait for the newest board as the player to move sees it: it may be posted after the answer."""

    def look() -> Message | None:
        place = fortnight.ledger.place(match["id"], match["turn"])
        if place is None or place["message_id"] is None or place["shown_rev"] < match["board_rev"]:
            return None
        return fortnight.sandbox.world.message(str(place["channel_id"]), str(place["message_id"]))

    return await fortnight.sandbox.wait_for(look, 60, f"the board of {name_of(match)}")
