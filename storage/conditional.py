"""The table of conditional moves."""

import json
from collections.abc import Sequence

from games import Seat
from matches.conditional import Condition
from storage.columns import ModelTable, converted
from storage.driver import Statements

CONDITION = ModelTable(
    "condition",
    Condition,
    "A conditional move",
    also=["match_id", "seat"],
    path=converted(lambda row: tuple(json.loads(row["path"])), path=lambda condition: json.dumps(condition.path)),
)
OF_SEAT = f"SELECT {CONDITION.columns} FROM condition WHERE match_id = ? AND seat = ?"


class ConditionTable(Statements):
    """At most one reply for each match, seat and line. Damaged rows are skipped."""

    async def of(self, match_id: int, seat: Seat) -> list[Condition]:
        """The replies that this seat has prepared, shorter lines first."""
        rows = await self._session.rows(OF_SEAT, match_id, seat)
        return sorted(CONDITION.each(rows), key=lambda condition: (len(condition.path), condition.path))

    def ask(self, match_id: int, seat: Seat) -> None:
        """Prefetch what `of` returns."""
        self._session.ask(OF_SEAT, match_id, seat)

    async def replace(self, match_id: int, seat: Seat, conditions: Sequence[Condition]) -> None:
        self._session.change("DELETE FROM condition WHERE match_id = ? AND seat = ?", match_id, seat)
        for condition in conditions:
            self._session.change(
                f"INSERT INTO condition {CONDITION.all.inserted}", match_id, seat, *CONDITION.values(condition)
            )

    async def clear(self, match_id: int) -> None:
        """Delete the replies of both seats."""
        self._session.change("DELETE FROM condition WHERE match_id = ?", match_id)
