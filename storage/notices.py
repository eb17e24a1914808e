"""The table of notices."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from matches.notices import Notice

if TYPE_CHECKING:
    from collections.abc import Collection

    from matches.notices import NoticeKind
    from storage.driver import Row, Session

SELECT = "SELECT match_id, rev, person_id, kind, way, due_at, channel_id, message_id FROM notice"
DUE = """
WITH first AS (SELECT * FROM notice WHERE due_at <= ? ORDER BY due_at LIMIT ?)
SELECT * FROM first
UNION
SELECT * FROM notice
WHERE due_at <= ? AND way = 'digest' AND person_id IN (SELECT person_id FROM first WHERE way = 'digest')
ORDER BY due_at, match_id, rev
"""
TOLD_WITH_BOARD = """
DELETE FROM notice
WHERE match_id = ? AND due_at IS NULL AND message_id IS NULL AND rev <= ?
AND person_id IN (SELECT value FROM json_each(ifnull(?, json_array(person_id))))
"""
REMOVE = """
DELETE FROM notice
WHERE match_id = ? AND rev = ? AND person_id = ? AND kind = ? AND way = ?
"""
DROP = """
DELETE FROM notice
WHERE match_id = ? AND rev < ? AND kind LIKE ? AND person_id = ifnull(?, person_id) AND message_id IS NULL
"""
MARK = """
UPDATE notice SET stale = 1
WHERE match_id = ? AND rev < ? AND kind LIKE ? AND person_id = ifnull(?, person_id)
"""


class NoticeTable:
    """What is to be told, or was told in a message that still stands."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def with_board(self, match_id: int) -> list[Notice]:
        rows = await self._session.rows(
            f"{SELECT} WHERE match_id = ? AND due_at IS NULL AND message_id IS NULL ORDER BY rev, person_id", match_id
        )
        return [_notice(row) for row in rows]

    async def next(self) -> int | None:
        row = await self._session.row("SELECT min(due_at) AS at FROM notice WHERE due_at IS NOT NULL")
        return row["at"] if row else None

    async def due(self, now: int, most: int) -> list[Notice]:
        rows = await self._session.rows(DUE, now, most, now)
        return [_notice(row) for row in rows]

    async def stale(self) -> list[Notice]:
        rows = await self._session.rows(f"{SELECT} WHERE stale = 1 ORDER BY match_id, rev")
        return [_notice(row) for row in rows]

    async def save(self, notice: Notice) -> None:
        self._session.change(
            "INSERT INTO notice (match_id, rev, person_id, kind, way, due_at, channel_id, message_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match_id, rev, person_id, kind, way) DO UPDATE"
            " SET due_at = excluded.due_at, channel_id = excluded.channel_id, message_id = excluded.message_id",
            *_key(notice),
            notice.due_at,
            notice.channel_id,
            notice.message_id,
        )

    async def remove(self, notice: Notice) -> bool:
        return await self._session.changed(REMOVE, *_key(notice)) == 1

    async def told_with_board(self, match_id: int, rev: int, people: Collection[int] | None = None) -> None:
        self._session.change(TOLD_WITH_BOARD, match_id, rev, None if people is None else json.dumps(list(people)))

    async def outdate(
        self, match_id: int, before: int, kinds: Collection[NoticeKind] | None = None, person_id: int | None = None
    ) -> None:
        for kind in kinds or ("%",):  # which is like every kind
            for outdate in (DROP, MARK):
                self._session.change(outdate, match_id, before, kind, person_id)


def _key(notice: Notice) -> tuple[object, ...]:
    return (notice.match_id, notice.rev, notice.person_id, notice.kind, notice.way)


def _notice(row: Row) -> Notice:
    return Notice(
        match_id=row["match_id"],
        rev=row["rev"],
        person_id=row["person_id"],
        kind=row["kind"],
        way=row["way"],
        due_at=row["due_at"],
        channel_id=row["channel_id"],
        message_id=row["message_id"],
    )
