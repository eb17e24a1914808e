"""The table of challenges."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from matches.codes import code_of
from matches.errors import DamagedChallenge
from matches.model import FIRST_ID, Challenge, Person, Venue
from matches.timecontrol import TimeControl
from storage.rows import Rows

if TYPE_CHECKING:
    from storage.driver import Row, Session

# A challenge without its challenger is damaged, and people are told so: an inner join would only leave it out.
SELECT = """
SELECT challenge.*, challenger.name AS challenger_name, opponent.name AS opponent_name
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
INSERT = """
INSERT INTO challenge (id, game, options, challenger_id, opponent_id, side, channel_id, guild_id, guest, message_id,
    status, created_at, expires_at, clock, rated, note, rematch_of, start)
VALUES ((SELECT coalesce(max(id) + 1, ?) FROM challenge), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
RETURNING id
"""


class ChallengeTable:
    """Challenges of every status."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def of(self, challenge_id: int) -> Challenge | None:
        """The challenge of this id; None if there is none. Raises DamagedChallenge."""
        row = await self._session.row(f"{SELECT} WHERE challenge.id = ?", challenge_id)
        return CHALLENGE.one(row) if row else None

    async def open_of(self, person_id: int) -> list[Challenge]:
        """The open challenges by this person and to them by name that can be read, the newest first."""
        rows = await self._session.rows(OPEN_OF, person_id, person_id)
        return CHALLENGE.each(rows)

    async def open_set_up(self) -> list[Challenge]:
        """The open challenges to matches from positions that were set up."""
        return CHALLENGE.each(await self._session.rows(OPEN_SET_UP))

    async def count_open_by(self, person_id: int) -> int:
        """How many challenges by this person are open."""
        row = await self._session.row(
            "SELECT count(*) AS open FROM challenge WHERE status = 'open' AND challenger_id = ?", person_id
        )
        return int(row["open"]) if row else 0

    async def made_by(self, person_id: int, since: int, most: int) -> list[int]:
        """When this person challenged people after `since`, the newest first, at most `most`."""
        rows = await self._session.rows(
            "SELECT created_at FROM challenge WHERE challenger_id = ? AND created_at > ?"
            " AND (opponent_id IS NULL OR opponent_id > 0) ORDER BY created_at DESC LIMIT ?",
            person_id,
            since,
            most,
        )
        return [row["created_at"] for row in rows]

    async def made_to(self, person_id: int, opponent_id: int, since: int, most: int) -> list[int]:
        """When this person challenged an opponent, who has not accepted, after `since`; as `made_by` returns them."""
        rows = await self._session.rows(
            "SELECT created_at FROM challenge WHERE challenger_id = ? AND created_at > ? AND opponent_id = ?"
            " AND status <> 'accepted' ORDER BY created_at DESC LIMIT ?",
            person_id,
            since,
            opponent_id,
            most,
        )
        return [row["created_at"] for row in rows]

    async def made_in(self, guild_id: int, since: int, most: int) -> list[int]:
        """When challenges were made in this server after `since`, the newest first, at most `most`."""
        rows = await self._session.rows(
            "SELECT created_at FROM challenge WHERE guild_id = ? AND created_at > ?"
            " AND (opponent_id IS NULL OR opponent_id > 0) ORDER BY created_at DESC LIMIT ?",
            guild_id,
            since,
            most,
        )
        return [row["created_at"] for row in rows]

    async def rematches(self, match_id: int) -> list[Challenge]:
        """The challenges to a rematch of this match, whatever became of them, the oldest first."""
        rows = await self._session.rows(f"{SELECT} WHERE challenge.rematch_of = ? ORDER BY challenge.id", match_id)
        return CHALLENGE.each(rows)

    async def add(self, challenge: Challenge) -> Challenge:
        """Write a new challenge down; returns it with the id that the database gave it."""
        row = await self._session.row(
            INSERT,
            FIRST_ID,
            challenge.game,
            json.dumps(challenge.options),
            challenge.challenger.id,
            challenge.opponent.id if challenge.opponent else None,
            challenge.side,
            challenge.venue.channel_id,
            challenge.venue.guild_id,
            int(challenge.venue.guest),
            challenge.message_id,
            challenge.status,
            challenge.created_at,
            challenge.expires_at,
            str(challenge.clock) if challenge.clock else None,
            int(challenge.rated),
            challenge.note,
            challenge.rematch_of,
            challenge.start,
        )
        return replace(challenge, id=row["id"]) if row else challenge

    async def save(self, challenge: Challenge) -> None:
        """Write down who answered a challenge, its side, its message, its status and its end."""
        self._session.change(
            "UPDATE challenge SET opponent_id = ?, side = ?, message_id = ?, status = ?, expires_at = ? WHERE id = ?",
            challenge.opponent.id if challenge.opponent else None,
            challenge.side,
            challenge.message_id,
            challenge.status,
            challenge.expires_at,
            challenge.id,
        )


def _challenge(row: Row) -> Challenge:
    return Challenge(
        id=row["id"],
        game=row["game"],
        options=json.loads(row["options"]),
        challenger=Person(row["challenger_id"], row["challenger_name"]),
        opponent=None if row["opponent_id"] is None else Person(row["opponent_id"], row["opponent_name"]),
        side=row["side"],
        venue=Venue(row["channel_id"], row["guild_id"], bool(row["guest"])),
        message_id=row["message_id"],
        status=row["status"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        clock=TimeControl.parse(row["clock"] or "none"),
        rated=bool(row["rated"]),
        note=row["note"],
        rematch_of=row["rematch_of"],
        start=row["start"],
    )


CHALLENGE = Rows(
    "A challenge",
    _challenge,
    lambda row: DamagedChallenge(code_of(row["id"])),
)
"""Reads the rows of SELECT."""
