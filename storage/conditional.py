"""The table of prepared answers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from matches.conditional import Condition
from storage.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games import Seat
    from storage.driver import Session


OF_SEAT = "SELECT path, answer FROM condition WHERE match_id = ? AND seat = ?"
CONDITION = Rows("A prepared answer", lambda row: Condition(tuple(json.loads(row["path"])), row["answer"]))


class ConditionTable:
    """At most one answer for each match, seat and line. Those that cannot be read are left out."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def of(self, match_id: int, seat: Seat) -> list[Condition]:
        """The answers that this seat has prepared, shorter lines first."""
        rows = await self._session.rows(OF_SEAT, match_id, seat)
        return sorted(CONDITION.each(rows), key=lambda one: (len(one.path), one.path))

    def ask(self, match_id: int, seat: Seat) -> None:
        """Ask for the answers of a seat with the next query."""
        self._session.ask(OF_SEAT, match_id, seat)

    async def replace(self, match_id: int, seat: Seat, conditions: Sequence[Condition]) -> None:
        """Keep these answers of a seat instead of all that it had."""
        self._session.change("DELETE FROM condition WHERE match_id = ? AND seat = ?", match_id, seat)
        for one in conditions:
            self._session.change(
                "INSERT INTO condition (match_id, seat, path, answer) VALUES (?, ?, ?, ?)",
                match_id,
                seat,
                json.dumps(one.path),
                one.answer,
            )

    async def clear(self, match_id: int) -> None:
        """Delete the answers of both seats."""
        self._session.change("DELETE FROM condition WHERE match_id = ?", match_id)
