"""The store of the match service in SQLite."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Self

from storage.alarms import AlarmTable, PulseTable
from storage.challenges import ChallengeTable
from storage.conditions import ConditionTable
from storage.database import Database, Session
from storage.matches import MatchTable
from storage.notices import NoticeTable
from storage.people import PeopleTable
from storage.places import PlaceTable
from storage.plies import EventTable, PlyTable
from storage.settings import BlockTable, SettingTable
from storage.vacations import VacationTable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from matches.store import Transaction, View


class Tables:
    """All tables within one transaction."""

    def __init__(self, session: Session) -> None:
        self.people = PeopleTable(session)
        self.challenges = ChallengeTable(session)
        self.matches = MatchTable(session)
        self.plies = PlyTable(session)
        self.events = EventTable(session)
        self.places = PlaceTable(session)
        self.conditions = ConditionTable(session)
        self.alarms = AlarmTable(session)
        self.notices = NoticeTable(session)
        self.vacations = VacationTable(session)
        self.settings = SettingTable(session)
        self.blocks = BlockTable(session)
        self.pulse = PulseTable(session)


class SqliteStore:
    """Keeps everything in one file: `store = await SqliteStore.open(path)`, at the end `await store.close()`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, creating or migrating it as needed. Raises StorageError with a sentence."""
        return cls(await Database.open(path))

    async def close(self) -> None:
        """Close the file."""
        await self._database.close()

    async def recall(self, key: str) -> str | None:
        """What was last remembered under this key: small things that are no record of a match."""
        async with self._database.read() as session:
            row = await session.row("SELECT value FROM memory WHERE key = ?", key)
        return row["value"] if row else None

    async def remember(self, key: str, value: str) -> None:
        """Keep a small text under this key, instead of what was kept there."""
        async with self._database.write() as session:
            session.change(
                "INSERT INTO memory (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                key,
                value,
            )

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """One transaction: durable when the block has ended, undone when it raises."""
        async with self._database.write() as session:
            yield Tables(session)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[View]:
        """One consistent reading."""
        async with self._database.read() as session:
            yield Tables(session)
