"""The store: all tables, within transactions of whichever database it is kept in."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Self

from storage.alarms import AlarmTable
from storage.bans import BanTable
from storage.blocks import BlockTable
from storage.challenges import ChallengeTable
from storage.conditional import ConditionTable
from storage.events import EventTable
from storage.figures import FigureTable
from storage.follows import FollowTable
from storage.interactions import InteractionTable
from storage.limits import PingTable, UseTable
from storage.matches import MatchTable
from storage.memory import MemoryTable
from storage.moves import PlyTable
from storage.notices import NoticeTable
from storage.opening import driver
from storage.outbox import OutboxTable
from storage.people import PeopleTable
from storage.places import PlaceTable
from storage.postings import PostingTable
from storage.privacy import PrivacyTable
from storage.pulse import PulseTable
from storage.ratings import RatingTable
from storage.retention import RetentionTable
from storage.settings import SettingTable
from storage.standing import StandingTable
from storage.studies import StudyTable
from storage.survey import SurveyTable
from storage.vacations import VacationTable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from storage.driver import Driver, Session


class Tables:
    """All tables within one transaction."""

    def __init__(self, session: Session) -> None:
        self.people = PeopleTable(session)
        self.challenges = ChallengeTable(session)
        self.matches = MatchTable(session)
        self.plies = PlyTable(session)
        self.events = EventTable(session)
        self.places = PlaceTable(session)
        self.postings = PostingTable(session)
        self.conditions = ConditionTable(session)
        self.alarms = AlarmTable(session)
        self.outbox = OutboxTable(session)
        self.notices = NoticeTable(session)
        self.follows = FollowTable(session)
        self.vacations = VacationTable(session)
        self.settings = SettingTable(session)
        self.blocks = BlockTable(session)
        self.pulse = PulseTable(session)
        self.bans = BanTable(session)
        self.memory = MemoryTable(session)
        self.privacy = PrivacyTable(session)
        self.standing = StandingTable(session)
        self.ratings = RatingTable(session)
        self.pings = PingTable(session)
        self.uses = UseTable(session)
        self.figures = FigureTable(session)
        self.survey = SurveyTable(session)
        self.studies = StudyTable(session)
        self.interactions = InteractionTable(session)
        self.retention = RetentionTable(session)


class Store:
    """Keeps everything: `async with Store.opened(path) as store`."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    @classmethod
    async def open(cls, where: Path | str) -> Self:
        """Open a file of SQLite, or the PostgreSQL database at an address; both are created or migrated as needed.

        Raises StorageError with a sentence.
        """
        return cls(await driver(where))

    @classmethod
    @asynccontextmanager
    async def opened(cls, where: Path | str) -> AsyncIterator[Self]:
        """The same for a block: the store is closed at its end, also when it raises."""
        store = await cls.open(where)
        try:
            yield store
        finally:
            await store.close()

    async def close(self) -> None:
        """Close the database."""
        await self._driver.close()

    async def back_up(self, target: Path) -> None:
        """Copy what is committed into a new file, and check the copy; transactions go on. Raises StorageError."""
        await self._driver.back_up(target)

    async def lead(self) -> None:
        """Return as soon as this process leads: only it may listen to Discord and let time take effect."""
        await self._driver.lead()

    async def lead_lost(self) -> None:
        """Return when this process leads no more; then it must end."""
        await self._driver.lead_lost()

    async def check_clocks(self) -> None:
        """Raise ClocksDiffer if this machine's clock and the database's do."""
        await self._driver.check_clocks()

    async def size(self) -> int:
        """The bytes of the database."""
        return await self._driver.size()

    async def recall(self, key: str) -> str | None:
        """What was last remembered under this key: small things that are no record of a match."""
        async with self._driver.look() as session:
            return await MemoryTable(session).recall(key)

    async def remember(self, key: str, value: str) -> None:
        """Keep a small text under this key, instead of what was kept there."""
        async with self._driver.write() as session:
            MemoryTable(session).remember(key, value)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Tables]:
        """One transaction that no other overlaps: durable when the block has ended, undone when it raises."""
        async with self._driver.write() as session:
            yield Tables(session)

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[Tables]:
        """One transaction that may overlap others, for what depends on nothing else; a power cut may undo it."""
        async with self._driver.beside() as session:
            yield Tables(session)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Tables]:
        """One consistent reading: of the last finished transaction."""
        async with self._driver.read() as session:
            yield Tables(session)

    @asynccontextmanager
    async def look(self) -> AsyncIterator[Tables]:
        """One query of what is committed, in the cheapest way; another one in the same block may be refused."""
        async with self._driver.look() as session:
            yield Tables(session)
