"""SQL statements that delete expired rows in batches."""

from games import Seat
from matches.deliveries import DELIVERY_KINDS
from matches.kinds import Concern
from matches.puzzles import FIRST_MISSED
from matches.standing import Ended
from storage.driver import Statements
from storage.standing import ENDED, SELECT_ENDED
from storage.tables import TABLES, person_columns

OLD_MATCHES = f"""
{SELECT_ENDED} WHERE status = 'over' AND ended_at < ? AND ended_no IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM fixture WHERE fixture.match_id = match.id)
ORDER BY ended_at, id LIMIT ?
"""
ENDED_TOURNAMENTS = "SELECT id FROM tournament WHERE ended_at < ?"
QUEUED_OF_ENDED_TOURNAMENTS = f"DELETE FROM outbox WHERE kind = ? AND subject IN ({ENDED_TOURNAMENTS})"
ATTEMPTS_AT_MISSED = f"DELETE FROM puzzle_attempt WHERE puzzle = ? AND puzzle > {FIRST_MISSED}"


class Retention(Statements):
    async def newest_id(self) -> int:
        """Return the ID of the newest challenge, which must be kept because its ID determines the next one."""
        return await self._count("SELECT max(id) AS id FROM challenge")

    async def old_matches(self, before: int, limit: int) -> list[Ended]:
        """Return up to `limit` matches that ended before a given time, oldest first.

        A tournament's matches stay until it is deleted.
        """
        return ENDED.each(await self._session.rows(OLD_MATCHES, before, limit))

    def remove_match(self, ended: Ended) -> None:
        """Delete a match and all rows about it, but keep its effects on scores and ratings."""
        change = self._session.change
        self._drop_deliveries("match", ended.match_id)
        self._drop_deliveries("challenge", ended.match_id)
        for table in TABLES.values():
            of_match = table.of_match
            if of_match and of_match.deleted == "row removed":
                change(f"DELETE FROM {table.name} WHERE {of_match.name} = ?", ended.match_id)
            elif of_match and of_match.deleted == "emptied":
                change(f"UPDATE {table.name} SET {of_match.name} = NULL WHERE {of_match.name} = ?", ended.match_id)
        change(ATTEMPTS_AT_MISSED, FIRST_MISSED + ended.match_id)
        change("DELETE FROM match WHERE id = ?", ended.match_id)
        change("DELETE FROM challenge WHERE id = ?", ended.match_id)

    def end_rows(self, match_id: int, event: str | None, seat: Seat | None, person_id: int | None) -> None:
        """Delete those of a match's rows made obsolete by a person's action.

        If `event` is None, deletes the rows that the end of the match makes obsolete.
        """
        for table in TABLES.values():
            of_match = table.of_match
            if of_match is None or of_match.deleted != "row removed" or of_match.until is None:
                continue
            if event is not None and event not in of_match.until:
                continue
            whose = {"seat": seat} if "seat" in table.all else {column.name: person_id for column in table.holds}
            drop = f"DELETE FROM {table.name} WHERE {of_match.name} = ?"
            if event is None or not whose:
                self._session.change(drop, match_id)
            else:
                theirs = " OR ".join(f"{column} = ?" for column in whose)
                self._session.change(f"{drop} AND ({theirs})", match_id, *whose.values())

    def _drop_deliveries(self, concerns: Concern, subject: int) -> None:
        """Delete all deliveries about a match or challenge."""
        for kind in DELIVERY_KINDS.concerning(concerns):
            self._session.change("DELETE FROM outbox WHERE kind = ? AND subject = ?", kind, subject)

    async def sweep_challenges(self, after: int, before: int, limit: int) -> tuple[int, int]:
        """Clean up to `limit` old challenges.

        They have IDs above `after` and were made before the time `before`. Deletes those without a match, and the notes
        of the others. Returns the last ID and the number checked.
        """
        rows = await self._session.rows(
            "SELECT id, status, created_at FROM challenge WHERE id > ? ORDER BY id LIMIT ?", after, limit
        )
        newest = await self.newest_id()
        last = after
        seen = 0
        for row in rows:
            if row["created_at"] >= before or row["id"] >= newest or row["status"] == "open":
                break
            last, seen = row["id"], seen + 1
            if row["status"] == "accepted":
                self._session.change("UPDATE challenge SET note = '' WHERE id = ? AND note <> ''", last)
            else:
                self._drop_deliveries("challenge", last)
                self._session.change("DELETE FROM challenge WHERE id = ?", last)
        return last, seen

    async def sweep_people(self, after: int, limit: int) -> int | None:
        """Check up to `limit` people with IDs above `after`, and delete those whose names are no longer needed.

        Returns the last ID, or None after the last person.
        """
        rows = await self._session.rows("SELECT id FROM person WHERE id > ? ORDER BY id LIMIT ?", after, limit)
        kept = " OR ".join(
            f"EXISTS (SELECT 1 FROM {column.table} WHERE {column} = person.id)"
            for column in person_columns()
            if not column.name_not_kept
        )
        last = rows[-1]["id"] if rows else after
        self._session.change(f"DELETE FROM person WHERE id > ? AND id <= ? AND NOT ({kept})", after, last)
        return last if len(rows) == limit else None

    async def remove_vacations(self, before: int) -> None:
        """Delete the vacations that ended before this time."""
        self._session.change("DELETE FROM vacation WHERE ends_at < ?", before)

    async def remove_tournaments(self, before: int) -> None:
        """Delete the tournaments that ended before a given time. A stored tournament's matches must be kept."""
        for kind in DELIVERY_KINDS.concerning("tournament"):
            self._session.change(QUEUED_OF_ENDED_TOURNAMENTS, kind, before)
        self._session.change(f"DELETE FROM fixture WHERE tournament_id IN ({ENDED_TOURNAMENTS})", before)
        self._session.change(f"DELETE FROM entrant WHERE tournament_id IN ({ENDED_TOURNAMENTS})", before)
        self._session.change("DELETE FROM tournament WHERE ended_at < ?", before)

    async def remove_unsolved_tries(self, before: int) -> None:
        """Delete unsuccessful tries at daily puzzles from before a given day.

        Streaks do not depend on them.
        """
        self._session.change("DELETE FROM puzzle_try WHERE solved_at IS NULL AND day < ?", before)

    async def remove_studies(self, before: int) -> None:
        """Delete the studies last opened before a given time."""
        self._session.change("DELETE FROM study WHERE touched_at < ?", before)
