"""The table of studies."""

import asyncio
import json
from collections.abc import Iterable

from matches.errors import DamagedStudy
from matches.movetext import Line
from matches.notation import in_tag, read, summary, write
from matches.studies import ListedStudy, Study
from storage.columns import Columns, converted_field
from storage.driver import Row, Statements
from storage.rows import Rows
from storage.tables import MatchColumn, ModelTable, PersonColumn, Told

STUDY = ModelTable(
    "study",
    Study,
    "A study",
    "id",
    lambda _: DamagedStudy(),
    indexes=[
        "study_of (owner_id, touched_at)",
        "study_touched (touched_at)",
        "study_of_match (match_id) WHERE match_id IS NOT NULL",
        "study_of_first (first_id) WHERE first_id IS NOT NULL",
        "study_of_second (second_id) WHERE second_id IS NOT NULL",
    ],
    holds=[
        PersonColumn("owner_id", "row removed"),
        PersonColumn("first_id", "stand-in", "the study is private to its owner"),
        PersonColumn("second_id", "stand-in", "the study is private to its owner"),
    ],
    of_match=MatchColumn("emptied"),
    policy=Told("studies: records that you import or open, with your lines, at most 25", "to let you continue them"),
    record=converted_field(
        lambda row: read(row["record"]), game="record.game", record=lambda study: write(study.record)
    ),
    lines=converted_field(
        lambda row: {number: Line(of, after, moves) for number, of, after, *moves in json.loads(row["lines"])},
        lines=lambda study: json.dumps(
            [[number, line.of, line.after, *line.moves] for number, line in study.lines.items()]
        ),
    ),
    shared=converted_field(
        lambda row: frozenset(json.loads(row["shared"])), shared=lambda study: json.dumps(sorted(study.shared))
    ),
    people=converted_field(
        lambda row: (row["first_id"], row["second_id"]),
        int | None,
        first_id=lambda study: study.people[0],
        second_id=lambda study: study.people[1],
    ),
)
LISTED = Rows(
    "A study", lambda row: ListedStudy(row["id"], row["game"], *summary(row["record"]), len(json.loads(row["lines"])))
)
SELECT = f"SELECT {STUDY.columns} FROM study"
NEW = STUDY.columns.without("id")
INSERT = f"INSERT INTO study {NEW.inserted} RETURNING id"
CHANGED = STUDY.columns.without("id", "owner_id", "game", "match_id", "first_id", "second_id")
UPDATE = f"UPDATE study SET {CHANGED.assigned} WHERE id = ?"
NAMING = f"{SELECT} WHERE replace(record, ?, '') <> record"
"""Finds records that contain a text. No other kind of search works the same in both databases."""
BEYOND = """
DELETE FROM study WHERE owner_id = ? AND id NOT IN
    (SELECT id FROM study WHERE owner_id = ? ORDER BY touched_at DESC, id DESC LIMIT ?)
"""

LONG = 20_000
"""Records of at least this many characters are parsed in a thread. The longest record takes 20 ms."""
MANY = 500
"""Records of at least this many moves are written in a thread."""


class Studies(Statements):
    async def of(self, study_id: int) -> Study | None:
        """Return the study with this ID, whoever owns it, or None if there is none.

        Raises DamagedStudy if it cannot be read.
        """
        row = await self._session.row(f"{SELECT} WHERE id = ?", study_id)
        if row is None or len(row["record"]) < LONG:
            return STUDY.one(row) if row else None
        return await asyncio.to_thread(STUDY.one, row)

    async def of_owner(self, owner_id: int) -> list[ListedStudy]:
        """Return a person's studies, last opened first, with their moves counted but not parsed.

        Damaged studies are left out.
        """
        rows = await self._session.rows(
            "SELECT id, game, record, lines FROM study WHERE owner_id = ? ORDER BY touched_at DESC, id DESC", owner_id
        )
        return LISTED.each(rows)

    async def about(self, person_id: int) -> list[Study]:
        """Return all studies of matches in which a person played, so that their name can be removed.

        Damaged ones are deleted, since a name cannot be removed from them.
        """
        rows = await self._session.rows(f"{SELECT} WHERE first_id = ? OR second_id = ?", person_id, person_id)
        return await self._read_or_removed(rows)

    async def naming(self, name: str) -> list[Study]:
        """Return the studies whose records contain this name in a tag.

        This reads all records, so it is used only when a person is forgotten. Damaged ones are deleted as well.
        """
        return await self._read_or_removed(await self._session.rows(NAMING, f'"{in_tag(name)}"]'))

    async def _read_or_removed(self, rows: Iterable[Row]) -> list[Study]:
        """Return the studies stored in these rows, deleting damaged rows."""
        studies = []
        for row in rows:
            if study := STUDY.maybe(row):
                studies.append(study)
            else:
                await self.remove(row["id"])
        return studies

    async def add(self, study: Study) -> int:
        """Store a new study and return its ID."""
        return await self._count(INSERT, *await _values(study, NEW))

    async def save(self, study: Study) -> None:
        self._session.change(UPDATE, *await _values(study, CHANGED), study.id)

    async def touch(self, study_id: int, now: int) -> None:
        self._session.change("UPDATE study SET touched_at = ? WHERE id = ?", now, study_id)

    async def remove(self, study_id: int) -> None:
        self._session.change("DELETE FROM study WHERE id = ?", study_id)

    async def keep_newest(self, owner_id: int, limit: int) -> int:
        """Delete all but a person's `limit` last opened studies, and return how many were deleted."""
        return await self._session.changed(BEYOND, owner_id, owner_id, limit)


async def _values(study: Study, columns: Columns) -> list[object]:
    if len(study.record.moves) < MANY:
        return STUDY.values(study, columns)
    return await asyncio.to_thread(STUDY.values, study, columns)
