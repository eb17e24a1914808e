"""The store: all tables, within transactions of whichever database it is kept in."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from storage.alarms import AlarmTable
from storage.bans import BanTable
from storage.blocks import BlockTable
from storage.challenges import ChallengeTable
from storage.conditional import ConditionTable
from storage.events import EventTable
from storage.figures import FigureTable
from storage.follows import FollowTable
from storage.interactions import InteractionTable
from storage.key_values import KeyValueTable
from storage.limits import PingTable, UseTable
from storage.matches import MatchTable
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
    from collections.abc import AsyncIterator, Callable
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path
    from types import TracebackType

    from storage.driver import Driver, Session

Kind = TypeVar("Kind")


class Table(Generic[Kind]):
    """A table within a transaction: made when it is first used, for most transactions need few of them."""

    def __init__(self, kind: Callable[[Session], Kind]) -> None:
        self._kind = kind

    def __set_name__(self, owner: type[Tables], name: str) -> None:
        self._name = name

    def __get__(self, tables: Tables, owner: type[Tables]) -> Kind:
        table = self._kind(tables.session)
        vars(tables)[self._name] = table  # where it is found from now on
        return table


class Tables:
    """All tables within one transaction."""

    people = Table(PeopleTable)
    challenges = Table(ChallengeTable)
    matches = Table(MatchTable)
    plies = Table(PlyTable)
    events = Table(EventTable)
    places = Table(PlaceTable)
    postings = Table(PostingTable)
    conditions = Table(ConditionTable)
    alarms = Table(AlarmTable)
    outbox = Table(OutboxTable)
    notices = Table(NoticeTable)
    follows = Table(FollowTable)
    vacations = Table(VacationTable)
    settings = Table(SettingTable)
    blocks = Table(BlockTable)
    pulse = Table(PulseTable)
    bans = Table(BanTable)
    key_values = Table(KeyValueTable)
    privacy = Table(PrivacyTable)
    standing = Table(StandingTable)
    ratings = Table(RatingTable)
    pings = Table(PingTable)
    uses = Table(UseTable)
    figures = Table(FigureTable)
    survey = Table(SurveyTable)
    studies = Table(StudyTable)
    interactions = Table(InteractionTable)
    retention = Table(RetentionTable)

    def __init__(self, session: Session) -> None:
        self.session = session


class Transaction:
    """One transaction, as its tables: a block in which it runs."""

    def __init__(self, session: AbstractAsyncContextManager[Session]) -> None:
        self._session = session

    async def __aenter__(self) -> Tables:
        return Tables(await self._session.__aenter__())

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._session.__aexit__(kind, error, trace)


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
        """A store that is open within a block: it is closed at the end, also when the block raises."""
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
        """Raise ClocksDiffer if this machine's clock and the database's differ too much."""
        await self._driver.check_clocks()

    async def size(self) -> int:
        """The bytes of the database."""
        return await self._driver.size()

    async def get_value(self, key: str) -> str | None:
        """The text under this key of the key-value table; None if there is none."""
        async with self._driver.read_once() as session:
            return await KeyValueTable(session).get(key)

    async def set_value(self, key: str, value: str) -> None:
        """Store a text under this key of the key-value table, replacing what was there."""
        async with self._driver.write() as session:
            KeyValueTable(session).set(key, value)

    def write(self) -> AbstractAsyncContextManager[Tables]:
        """One transaction that no other overlaps: durable when the block has ended, undone when it raises."""
        return Transaction(self._driver.write())

    def beside(self) -> AbstractAsyncContextManager[Tables]:
        """One transaction that may overlap others, for what depends on nothing else; a power cut may undo it."""
        return Transaction(self._driver.beside())

    def read(self) -> AbstractAsyncContextManager[Tables]:
        """One consistent reading: of the last finished transaction."""
        return Transaction(self._driver.read())

    def read_once(self) -> AbstractAsyncContextManager[Tables]:
        """One query of what is committed, in the cheapest way; another one in the same block may be refused."""
        return Transaction(self._driver.read_once())
