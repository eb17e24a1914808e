"""The table of challenges."""

from dataclasses import replace

from matches.codes import code_of
from matches.errors import DamagedChallenge
from matches.model import FIRST_ID, Challenge, Person
from storage.columns import Columns, converted_field
from storage.driver import Statements, marks
from storage.tables import MatchColumn, ModelTable, PersonColumn, Told

CHALLENGE = ModelTable(
    "challenge",
    Challenge,
    "A challenge",
    "id",
    lambda row: DamagedChallenge(code_of(row["id"])),
    indexes=[
        "challenge_open_by (challenger_id) WHERE status = 'open'",
        "challenge_open_to (opponent_id) WHERE status = 'open'",
        "challenge_rematch (rematch_of) WHERE rematch_of IS NOT NULL",
        "challenge_made_by (challenger_id, created_at)",
        "challenge_made_in (guild_id, created_at)",
        "challenge_made_to (opponent_id)",
        "challenge_invitation (invitation) WHERE invitation <> ''",
    ],
    holds=[PersonColumn("challenger_id", "stand-in"), PersonColumn("opponent_id", "stand-in")],
    of_match=MatchColumn("emptied", name="rematch_of"),
    policy=Told("challenges and your notes to them", "to show them and to begin matches"),
    challenger=converted_field(
        lambda row: Person(row["challenger_id"], row["challenger_name"]), int, challenger_id="challenger.id"
    ),
    opponent=converted_field(
        lambda row: None if row["opponent_id"] is None else Person(row["opponent_id"], row["opponent_name"]),
        int | None,
        opponent_id=lambda challenge: challenge.opponent and challenge.opponent.id,
    ),
)
# People are told that a challenge without its challenger is damaged. An inner join would silently skip it.
SELECT = f"""
SELECT {CHALLENGE.columns.of("challenge")}, challenger.name AS challenger_name, opponent.name AS opponent_name
FROM challenge
LEFT JOIN person AS challenger ON challenger.id = challenge.challenger_id
LEFT JOIN person AS opponent ON opponent.id = challenge.opponent_id
"""
OPEN_OF = f"""
{SELECT} WHERE challenge.status = 'open' AND challenge.challenger_id = ?
UNION ALL
{SELECT} WHERE challenge.status = 'open' AND challenge.opponent_id = ?
ORDER BY id DESC
"""
OPEN_SET_UP = f"{SELECT} WHERE challenge.status = 'open' AND challenge.start <> ''"
INVITED = f"{SELECT} WHERE challenge.invitation = ? AND challenge.invitation <> ''"
MADE = "SELECT created_at FROM challenge WHERE {} AND created_at > ? ORDER BY created_at DESC LIMIT ?"
TO_PEOPLE = "(opponent_id IS NULL OR opponent_id > 0)"
MADE_BY = MADE.format(f"challenger_id = ? AND {TO_PEOPLE}")
MADE_TO = MADE.format("challenger_id = ? AND opponent_id = ? AND status <> 'accepted'")
MADE_IN = MADE.format(f"guild_id = ? AND {TO_PEOPLE}")
NEW = CHALLENGE.columns.without("id")
INSERT = f"""
INSERT INTO challenge (id, {NEW}) VALUES ((SELECT coalesce(max(id) + 1, ?) FROM challenge), {marks(NEW)}) RETURNING id
"""
CHANGED = Columns(("opponent_id", "side", "message_id", "status", "expires_at"))
UPDATE = f"UPDATE challenge SET {CHANGED.assigned} WHERE id = ?"


class Challenges(Statements):
    async def of(self, challenge_id: int) -> Challenge | None:
        """Return the challenge with this ID, or None if there is none.

        Raises DamagedChallenge if its row cannot be read.
        """
        row = await self._session.row(f"{SELECT} WHERE challenge.id = ?", challenge_id)
        return CHALLENGE.one(row) if row else None

    async def open_of(self, person_id: int) -> list[Challenge]:
        """Return the open challenges made or received by a person, newest first."""
        return CHALLENGE.each(await self._session.rows(OPEN_OF, person_id, person_id))

    async def by_secret(self, invitation: str) -> Challenge | None:
        """Return the challenge between servers with this secret code, or None if there is none.

        Raises DamagedChallenge if its row cannot be read.
        """
        row = await self._session.row(INVITED, invitation)
        return CHALLENGE.one(row) if row else None

    async def open_set_up(self) -> list[Challenge]:
        """Return the open challenges whose matches would start from a custom position."""
        return CHALLENGE.each(await self._session.rows(OPEN_SET_UP))

    async def count_open_by(self, person_id: int) -> int:
        return await self._count(
            "SELECT count(*) AS open FROM challenge WHERE status = 'open' AND challenger_id = ?", person_id
        )

    async def made_by(self, person_id: int, since: int, limit: int) -> list[int]:
        """Return the times of the last `limit` challenges made by a person, latest first.

        All are later than `since`.
        """
        return await self._column(MADE_BY, person_id, since, limit)

    async def made_to(self, person_id: int, opponent_id: int, since: int, limit: int) -> list[int]:
        """Like `made_by`, but only for challenges to a given opponent that were not accepted."""
        return await self._column(MADE_TO, person_id, opponent_id, since, limit)

    async def made_in(self, guild_id: int, since: int, limit: int) -> list[int]:
        """Like `made_by`, but for all challenges made in a server."""
        return await self._column(MADE_IN, guild_id, since, limit)

    async def rematches(self, match_id: int) -> list[Challenge]:
        """Return all challenges to a rematch of this match, whatever their status, oldest first."""
        rows = await self._session.rows(f"{SELECT} WHERE challenge.rematch_of = ? ORDER BY challenge.id", match_id)
        return CHALLENGE.each(rows)

    async def add(self, challenge: Challenge) -> Challenge:
        """Store a new challenge, and return it with its ID."""
        return replace(challenge, id=await self._count(INSERT, FIRST_ID, *CHALLENGE.values(challenge, NEW)))

    async def save(self, challenge: Challenge) -> None:
        """Store the fields of a challenge that can change."""
        self._session.change(UPDATE, *CHALLENGE.values(challenge, CHANGED), challenge.id)
