"""The table of matches."""

import json
from collections.abc import Sequence

from games import Seat
from matches.codes import code_of
from matches.errors import DamagedMatch
from matches.model import LAST_COMPUTER, Match, Person, Running
from matches.timecontrol import LATEST
from storage.columns import converted_field
from storage.driver import MARKS, Statements, pad_ids
from storage.tables import MATCHES, ModelTable, PersonColumn

MOST_CONSIDERED = 100
"""The most running matches that are considered in a search for a suitable one."""
MATCH = ModelTable(
    "match",
    Match,
    "A match",
    "id",
    lambda row: DamagedMatch(code_of(row["id"])),
    also={"ended_no": int | None, "ended_in": int | None},
    indexes=[
        "match_of_first (first_id, status)",
        "match_of_second (second_id, status)",
        "match_deadline (deadline) WHERE deadline IS NOT NULL",
        "match_running (game) WHERE status = 'running'",
        "match_over (ended_at) WHERE status = 'over'",
        "match_over_in (ended_in, ended_at) WHERE status = 'over' AND ended_in IS NOT NULL",
        "match_unnumbered (id) WHERE status = 'over' AND ended_no IS NULL",
        "match_ended_no (ended_no) WHERE ended_no IS NOT NULL",
        *(
            f"match_ended_{mine} ({mine}_id, (CASE WHEN {theirs}_id BETWEEN {LAST_COMPUTER} AND -1 THEN 1 ELSE 0 END),"
            " ended_no) WHERE ended_no IS NOT NULL"
            for mine, theirs in (("first", "second"), ("second", "first"))
        ),
    ],
    holds=[PersonColumn("first_id", "stand-in"), PersonColumn("second_id", "stand-in")],
    policy=MATCHES("opponents, times, results"),
    rules_version=converted_field(
        lambda row: abs(row["rules_version"]),
        int,
        # Programs older than set-up positions refuse a negative version as unknown rules.
        rules_version=lambda match: -match.rules_version if match.start else match.rules_version,
    ),
    players=converted_field(
        lambda row: (Person(row["first_id"], row["first_name"]), Person(row["second_id"], row["second_name"])),
        int,
        first_id=lambda match: match.players[0].id,
        second_id=lambda match: match.players[1].id,
    ),
    ending_fields=converted_field(
        lambda row: json.loads(row["ending_fields"] or "{}"),
        str | None,
        ending_fields=lambda match: json.dumps(match.ending_fields) if match.ending else None,
    ),
    left=converted_field(
        lambda row: None if row["first_left"] is None else (row["first_left"], row["second_left"]),
        int | None,
        first_left=lambda match: match.left and match.left[0],
        second_left=lambda match: match.left and match.left[1],
    ),
)
# People are told that a match without one of its players is damaged. An inner join would silently skip it.
SELECT = f"""
SELECT {MATCH.all.of("match")}, first.name AS first_name, second.name AS second_name
FROM match
LEFT JOIN person AS first ON first.id = match.first_id
LEFT JOIN person AS second ON second.id = match.second_id
"""
OF_ID = f"{SELECT} WHERE match.id = ?"
SHOWN_HERE = "EXISTS (SELECT 1 FROM place WHERE place.match_id = match.id AND place.channel_id = ?)"
# including a thread of the channel
SHOWN_NEAR = "EXISTS (SELECT 1 FROM place WHERE place.match_id = match.id AND ? IN (place.channel_id, place.thread_of))"
OF_FIRST = f"{SELECT} WHERE match.first_id = ? AND match.status = ?"
OF_SECOND = f"{SELECT} WHERE match.second_id = ? AND match.status = ?"
NEWEST_FIRST = "ORDER BY id DESC LIMIT ?"
BY_TURN = (
    "AND match.turn = ? AND (CAST(? AS TEXT) IS NULL OR match.game = ?) AND CASE WHEN EXISTS ("
    "SELECT 1 FROM place WHERE place.match_id = match.id AND (place.channel_id = ? OR place.thread_of = ?)"
    ") THEN 1 ELSE 0 END = ?"
)
RUNNING_BY_TURN = f"{OF_FIRST} {BY_TURN} UNION ALL {OF_SECOND} {BY_TURN} {NEWEST_FIRST}"
OVER = f"{OF_FIRST} UNION ALL {OF_SECOND} {NEWEST_FIRST}"
IN_CHANNEL = f"AND match.game = ? AND {SHOWN_NEAR}"
NEWEST = f"{OF_FIRST} {IN_CHANNEL} UNION ALL {OF_SECOND} {IN_CHANNEL} {NEWEST_FIRST}"
RUNNING_IN = f"{OF_FIRST} AND turn = ? AND game = ? UNION ALL {OF_SECOND} AND turn = ? AND game = ? ORDER BY id"
RUNNING_OF = "match.status = 'running' AND (match.first_id = ? OR match.second_id = ?)"
TURN_OF = "CASE match.turn WHEN 0 THEN match.first_id ELSE match.second_id END"
QUEUE = f"SELECT id, ({TURN_OF}) = ? AS own_turn, deadline, moved_at FROM match WHERE {RUNNING_OF}"
RUNNING = "SELECT 1 AS one FROM match WHERE status = 'running'"
HAS_TURN = f"{RUNNING} AND first_id = ? AND turn = 0 UNION ALL {RUNNING} AND second_id = ? AND turn = 1 LIMIT 1"
COUNT = """
SELECT (SELECT count(*) FROM match WHERE first_id = ? AND status = 'running' {first})
    + (SELECT count(*) FROM match WHERE second_id = ? AND status = 'running' {second}) AS running
"""
COUNT_RUNNING = COUNT.format(first="", second="")
COUNT_BETWEEN = COUNT.format(first="AND second_id = ?", second="AND first_id = ?")
COUNT_PRACTICE = COUNT.format(
    first=f"AND second_id BETWEEN {LAST_COMPUTER} AND -1", second=f"AND first_id BETWEEN {LAST_COMPUTER} AND -1"
)
COMPUTERS = ", ".join(str(number) for number in range(LAST_COMPUTER, 0))
SHOWS = f"""
{SELECT} WHERE match.first_id IN ({COMPUTERS}) AND match.status = 'running'
    AND match.second_id BETWEEN {LAST_COMPUTER} AND -1
"""
SHOWS_IN = f"{SHOWS} AND {SHOWN_HERE}"
BY_VOTE_IN = f"""
{SELECT} WHERE match.id IN (SELECT match_id FROM crowd WHERE guild_id = ?) AND match.status = 'running'
    AND (CAST(? AS TEXT) IS NULL OR match.game = ?) AND {SHOWN_NEAR}
ORDER BY match.id DESC
"""
SHOWS_OF = f"""
{SHOWS} AND EXISTS (SELECT 1 FROM challenge WHERE challenge.id = match.id AND challenge.challenger_id = ?)
ORDER BY match.created_at, match.id
"""
BEGUN = f"""
{SELECT} WHERE match.id IN (SELECT id FROM challenge WHERE challenger_id = ? AND created_at >= ? AND channel_id = ?)
    AND match.game = ? AND match.status = 'running' AND (match.first_id < 0 OR match.second_id < 0)
    AND NOT (match.first_id BETWEEN {LAST_COMPUTER} AND -1 AND match.second_id BETWEEN {LAST_COMPUTER} AND -1)
"""
STATE = MATCH.columns.without(
    "id", "game", "options", "rules_version", "first_id", "second_id", "created_at", "clock", "start"
)
"""The columns whose values can change."""
INSERT = f"INSERT INTO match {MATCH.columns.inserted}"
UPDATE = f"UPDATE match SET {STATE.assigned} WHERE id = ? AND rev = ?"


class Matches(Statements):
    async def of(self, match_id: int) -> Match | None:
        """Return the match with this ID, or None if there is none. Raises DamagedMatch if its row cannot be read."""
        row = await self._session.row(OF_ID, match_id)
        return MATCH.one(row) if row else None

    def ask(self, match_id: int) -> None:
        """Prefetch what `of` returns."""
        self._session.ask(OF_ID, match_id)

    async def revisions(self, match_ids: Sequence[int]) -> dict[int, int]:
        """Return the revisions of these matches, at most MANY, keyed by match ID, leaving out any that do not exist."""
        rows = await self._session.rows(f"SELECT id, rev FROM match WHERE id IN ({MARKS})", *pad_ids(match_ids))
        return {row["id"]: row["rev"] for row in rows}

    async def running(
        self, person_id: int, channel_id: int, game: str | None = None, *, here: bool = True
    ) -> list[Match]:
        """Return up to MOST_CONSIDERED of a person's running matches shown in a channel or its threads.

        If `here` is False, return those that are not shown in the channel itself instead. Matches in which it is this
        person's turn come first, and within each group the newest.
        """
        matches: list[Match] = []
        for first, second in ((0, 1), (1, 0)):
            about = (game, game, channel_id, channel_id if here else None, int(here))
            rows = await self._session.rows(
                RUNNING_BY_TURN,
                *(person_id, "running", first, *about),
                *(person_id, "running", second, *about),
                MOST_CONSIDERED - len(matches),
            )
            matches += MATCH.each(rows)
        return matches

    async def queue(self, person_id: int) -> list[Running]:
        """Return the sort keys, such as the deadlines, of all of a person's running matches."""
        rows = await self._session.rows(QUEUE, person_id, person_id, person_id)
        return [Running(row["id"], bool(row["own_turn"]), row["deadline"], row["moved_at"]) for row in rows]

    async def has_turn(self, person_id: int) -> bool:
        """Return whether it is this person's turn in any running match."""
        return await self._exists(HAS_TURN, person_id, person_id)

    async def over(self, person_id: int, limit: int) -> list[Match]:
        """Return up to `limit` of a person's finished matches, most recently started first."""
        return MATCH.each(await self._session.rows(OVER, person_id, "over", person_id, "over", limit))

    async def newest(self, person_id: int, game: str, channel_id: int) -> Match | None:
        """Return a person's newest match of a game in a channel or its threads, or None if there is none.

        A running match is preferred.
        """
        for status in ("running", "over"):
            about = (person_id, status, game, channel_id)
            if row := await self._session.row(NEWEST, *about, *about, 1):
                return MATCH.one(row)
        return None

    async def running_of(self, person_id: int) -> list[Match]:
        """Return all of a person's running matches, oldest first."""
        rows = await self._session.rows(f"{SELECT} WHERE {RUNNING_OF} ORDER BY match.id", person_id, person_id)
        return MATCH.each(rows)

    async def count_running(self, person_id: int) -> int:
        return await self._count(COUNT_RUNNING, person_id, person_id)

    async def count_practice(self, person_id: int) -> int:
        """Return the number of a person's running matches against computer players."""
        return await self._count(COUNT_PRACTICE, person_id, person_id)

    async def begun_since(self, person_id: int, channel_id: int, game: str, since: int) -> list[Match]:
        """Return the running matches of a game that a person began in a channel without anyone having to accept.

        The matches began at or after `since`, in UTC seconds.

        They are matches between a person and a computer player, and matches in which a server plays.
        """
        return MATCH.each(await self._session.rows(BEGUN, person_id, since, channel_id, game))

    async def by_vote(self, person_id: int, guild_id: int, channel_id: int, game: str | None = None) -> list[Match]:
        """Return the running matches in which a server votes, shown in a channel or its threads, newest first.

        Matches in which this person plays are left out.
        """
        matches = MATCH.each(await self._session.rows(BY_VOTE_IN, guild_id, game, game, channel_id))
        return [match for match in matches if match.seat_of(person_id) is None]

    async def running_in(self, person_id: int, game: str, turn: Seat) -> list[Match]:
        """Return a person's running matches of a game, oldest first.

        In all of them, it is the turn of the seat `turn`.
        """
        about = (person_id, "running", turn, game)
        return MATCH.each(await self._session.rows(RUNNING_IN, *about, *about))

    async def count_between(self, person_id: int, opponent_id: int) -> int:
        """Return the number of running matches between two people."""
        return await self._count(COUNT_BETWEEN, person_id, opponent_id, person_id, opponent_id)

    async def shows_in(self, channel_id: int) -> list[Match]:
        """Return the running matches between computer players shown in a channel."""
        return MATCH.each(await self._session.rows(SHOWS_IN, channel_id))

    async def shows_of(self, person_id: int) -> list[Match]:
        """Return the running matches between computer players started by a person, oldest first."""
        return MATCH.each(await self._session.rows(SHOWS_OF, person_id))

    async def add(self, match: Match) -> None:
        self._session.change(INSERT, *MATCH.values(match))

    async def save(self, match: Match) -> None:
        """Store the next revision of a match.

        Raises Conflict if another transaction has changed the match meanwhile.
        """
        self._session.change_one(UPDATE, *MATCH.values(match, STATE), match.id, match.rev - 1)

    def unrate(self, match_id: int) -> None:
        """Mark a match as unrated, so that it does not count towards the players' ratings."""
        self._session.change("UPDATE match SET rated = 0 WHERE id = ?", match_id)

    async def shift_deadlines(self, after: int, seconds: int) -> None:
        """Move running matches' deadlines by `seconds`, except those at or before `after`."""
        self._session.change(
            "UPDATE match SET deadline = deadline + ? WHERE deadline > ? AND deadline < ? AND status = 'running'",
            seconds,
            after,
            LATEST,
        )
