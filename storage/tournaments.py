"""The tables of tournaments, entrants and fixtures."""

from collections.abc import Iterable
from dataclasses import astuple

from matches.model import Person
from matches.timecontrol import TimeControl
from matches.tournaments.model import Entrant, Fixture, Meeting, Tournament
from storage.columns import converted_field
from storage.driver import Statements
from storage.rows import Rows
from storage.tables import MatchColumn, ModelTable, PersonColumn, Table, Told

TOURNAMENT = ModelTable(
    "tournament",
    Tournament,
    "A tournament",
    "id",
    indexes=["tournament_of_server (guild_id, id)", "tournament_ended (ended_at) WHERE ended_at IS NOT NULL"],
    clock=converted_field(lambda row: TimeControl.parse(row["clock"]), clock=lambda tournament: str(tournament.clock)),
)
ENTRANT = ModelTable(
    "entrant",
    Entrant,
    "An entrant",
    "tournament_id, person_id",
    indexes=["entrant_person (person_id)"],
    holds=[PersonColumn("person_id", "stand-in")],
    policy=Told(
        "tournaments that you joined: when, your number in the draw, whether you withdrew or came back",
        "to pair you and to keep the tables",
    ),
    person=converted_field(lambda row: Person(row["person_id"], row["name"]), int, person_id="person.id"),
)
NUMBERS = ("tournament_id", "stage", "group_no", "number", "first_no", "second_no")
FIXTURE = Table(
    "fixture",
    {**dict.fromkeys(NUMBERS, int), "match_id": int | None, "again": bool},
    "tournament_id, stage, group_no, number",
    ["UNIQUE fixture_of_match (match_id) WHERE match_id IS NOT NULL"],
    of_match=MatchColumn("kept", not_exported="it plans matches by the numbers of entrants"),
)
MEETING = Rows(
    "A fixture",
    lambda row: Meeting.of(
        Fixture(row["stage"], row["group_no"], row["number"], row["first_no"], row["second_no"]),
        row["match_id"],
        again=bool(row["again"]),
        over=row["status"] == "over",
        winner=row["winner"],
        void=bool(row["void"]),
        ending=row["ending"],
        turn=row["turn"],
        moved=frozenset(seat for seat, moved in enumerate((row["first_moved"], row["second_moved"])) if moved),
        ended_at=row["ended_at"],
    ),
)
NEW = TOURNAMENT.columns.without("id")
CHANGED = TOURNAMENT.columns.without("id", "game", "options", "format", "clock", "rated", "places", "guild_id")
INSERT = f"INSERT INTO tournament {NEW.inserted} RETURNING id"
UPDATE = f"UPDATE tournament SET {CHANGED.assigned} WHERE id = ? AND rev = ?"
SELECT = f"SELECT {TOURNAMENT.columns.of('tournament')} FROM tournament"
OF_PERSON = f"""
{SELECT} JOIN entrant ON entrant.tournament_id = tournament.id
WHERE entrant.person_id = ? ORDER BY tournament.id DESC
"""
WITH_MATCH = f"{SELECT} JOIN fixture ON fixture.tournament_id = tournament.id WHERE fixture.match_id = ?"
IN_CHANNEL = f"{SELECT} WHERE channel_id = ? AND status IN ('joining', 'running')"
ENTRANTS = f"""
SELECT {ENTRANT.columns.of("entrant")}, coalesce(person.name, '') AS name
FROM entrant LEFT JOIN person ON person.id = entrant.person_id
WHERE entrant.tournament_id = ? ORDER BY entrant.number
"""
STATE = ENTRANT.columns.without("tournament_id", "person_id", "joined_at")
UPDATE_ENTRANT = f"UPDATE entrant SET {STATE.assigned} WHERE tournament_id = ? AND person_id = ?"
MOVED = "EXISTS (SELECT 1 FROM move WHERE move.match_id = match.id AND move.seat = {seat})"
MEETINGS = f"""
SELECT {FIXTURE.columns.of("fixture")}, match.status, match.winner, match.void, match.ending, match.turn,
    match.ended_at, {MOVED.format(seat=0)} AS first_moved, {MOVED.format(seat=1)} AS second_moved
FROM fixture LEFT JOIN match ON match.id = fixture.match_id
WHERE fixture.tournament_id = ? ORDER BY fixture.stage, fixture.number, fixture.group_no
"""
BEGIN = """
UPDATE fixture SET match_id = ?, again = ? WHERE tournament_id = ? AND stage = ? AND group_no = ? AND number = ?
"""


class Tournaments(Statements):
    """Reads and writes tournaments, their entrants and their matches, skipping damaged rows."""

    async def of(self, tournament_id: int) -> Tournament | None:
        return TOURNAMENT.maybe(await self._session.row(f"{SELECT} WHERE id = ?", tournament_id))

    async def in_server(self, guild_id: int, limit: int) -> list[Tournament]:
        """Return up to `limit` of a server's tournaments, newest first."""
        rows = await self._session.rows(f"{SELECT} WHERE guild_id = ? ORDER BY id DESC LIMIT ?", guild_id, limit)
        return TOURNAMENT.each(rows)

    async def of_person(self, person_id: int) -> list[Tournament]:
        """Return the tournaments that a person has joined, newest first."""
        return TOURNAMENT.each(await self._session.rows(OF_PERSON, person_id))

    async def with_match(self, match_id: int) -> Tournament | None:
        """Return the tournament to which a match belongs, or None if there is none."""
        return TOURNAMENT.maybe(await self._session.row(WITH_MATCH, match_id))

    async def running_with(self, match_id: int) -> Tournament | None:
        """Return the running tournament to which a match belongs, or None if there is none."""
        tournament = await self.with_match(match_id)
        return tournament if tournament is not None and tournament.status == "running" else None

    async def in_channel(self, channel_id: int) -> list[Tournament]:
        """Return a channel's open and running tournaments."""
        return TOURNAMENT.each(await self._session.rows(IN_CHANNEL, channel_id))

    async def store_message(self, tournament_id: int, message_id: int) -> None:
        """Store the ID of the message that announces a tournament."""
        self._session.change("UPDATE tournament SET message_id = ? WHERE id = ?", message_id, tournament_id)

    async def add(self, tournament: Tournament) -> int:
        """Store a new tournament and return its ID."""
        return await self._count(INSERT, *TOURNAMENT.values(tournament, NEW))

    async def save(self, tournament: Tournament) -> None:
        """Store the next revision of a tournament.

        Raises Conflict if another transaction has changed the tournament meanwhile.
        """
        self._session.change_one(UPDATE, *TOURNAMENT.values(tournament, CHANGED), tournament.id, tournament.rev - 1)

    async def entrants(self, tournament_id: int) -> list[Entrant]:
        """Return a tournament's entrants, ordered by number."""
        return ENTRANT.each(await self._session.rows(ENTRANTS, tournament_id))

    async def add_entrant(self, entrant: Entrant) -> None:
        self._session.change(f"INSERT INTO entrant {ENTRANT.columns.inserted}", *ENTRANT.values(entrant))

    async def save_entrant(self, entrant: Entrant) -> None:
        self._session.change(UPDATE_ENTRANT, *ENTRANT.values(entrant, STATE), entrant.tournament_id, entrant.person.id)

    async def remove_entrant(self, entrant: Entrant) -> None:
        self._session.change(
            "DELETE FROM entrant WHERE tournament_id = ? AND person_id = ?", entrant.tournament_id, entrant.person.id
        )

    async def meetings(self, tournament_id: int) -> list[Meeting]:
        """Return a tournament's fixtures in playing order, each with its match."""
        return MEETING.each(await self._session.rows(MEETINGS, tournament_id))

    async def add_fixtures(self, tournament_id: int, fixtures: Iterable[Fixture]) -> None:
        for fixture in fixtures:
            values = (tournament_id, *astuple(fixture), None, False)
            self._session.change(f"INSERT INTO fixture {FIXTURE.columns.inserted}", *values)

    async def begin(self, tournament_id: int, fixture: Fixture, match_id: int, *, again: bool) -> None:
        """Store which match is played for a fixture.

        If `again` is set, it replaces a match that ended without a result.
        """
        self._session.change_one(BEGIN, match_id, again, tournament_id, *fixture.part, fixture.number)
