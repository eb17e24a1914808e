"""The store: transactions on a database, with the statements of all tables."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cached_property
from pathlib import Path
from typing import Self, TypeVar

from storage.alarms import AlarmTable
from storage.bookkeeping import InteractionTable, KeyValueTable, PingTable, PulseTable, UseTable
from storage.challenges import ChallengeTable
from storage.driver import Driver, Session
from storage.matches import MatchTable
from storage.moves import ConditionTable, EventTable, PlyTable
from storage.notices import FollowTable, NoticeTable
from storage.opening import driver
from storage.outbox import OutboxTable
from storage.people import BanTable, BlockTable, PeopleTable
from storage.places import PlaceTable
from storage.postings import PostingTable
from storage.privacy import PrivacyTable
from storage.puzzles import PuzzleTable
from storage.ratings import RatingTable
from storage.retention import RetentionTable
from storage.settings import SettingTable, VacationTable
from storage.standing import StandingTable
from storage.studies import StudyTable
from storage.survey import MetricTable, SurveyTable
from storage.tournaments import TournamentTable
from storage.visits import VisitTable

Kind = TypeVar("Kind")


def _lazy(kind: Callable[[Session], Kind]) -> cached_property[Kind]:
    """The statements of a table, made when they are first used: most transactions need few tables."""
    return cached_property(lambda tables: kind(tables.session))


class Tables:
    """The statements of all tables, within one transaction."""

    people = _lazy(PeopleTable)
    challenges = _lazy(ChallengeTable)
    matches = _lazy(MatchTable)
    plies = _lazy(PlyTable)
    events = _lazy(EventTable)
    places = _lazy(PlaceTable)
    postings = _lazy(PostingTable)
    conditions = _lazy(ConditionTable)
    alarms = _lazy(AlarmTable)
    outbox = _lazy(OutboxTable)
    notices = _lazy(NoticeTable)
    follows = _lazy(FollowTable)
    vacations = _lazy(VacationTable)
    settings = _lazy(SettingTable)
    blocks = _lazy(BlockTable)
    pulse = _lazy(PulseTable)
    bans = _lazy(BanTable)
    key_values = _lazy(KeyValueTable)
    privacy = _lazy(PrivacyTable)
    standing = _lazy(StandingTable)
    ratings = _lazy(RatingTable)
    pings = _lazy(PingTable)
    uses = _lazy(UseTable)
    metrics = _lazy(MetricTable)
    survey = _lazy(SurveyTable)
    studies = _lazy(StudyTable)
    tournaments = _lazy(TournamentTable)
    interactions = _lazy(InteractionTable)
    retention = _lazy(RetentionTable)
    visits = _lazy(VisitTable)
    puzzles = _lazy(PuzzleTable)

    def __init__(self, session: Session) -> None:
        self.session = session


@asynccontextmanager
async def _transaction(session: AbstractAsyncContextManager[Session]) -> AsyncIterator[Tables]:
    """Run a session of a driver, and give its tables."""
    async with session as opened:
        yield Tables(opened)


class Store:
    """An open database. Methods without a docstring are those of `driver.Driver`."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self.close, self.back_up, self.size, self.scrub = driver.close, driver.back_up, driver.size, driver.scrub
        self.lead, self.lead_lost, self.check_clocks = driver.lead, driver.lead_lost, driver.check_clocks

    @classmethod
    async def open(cls, where: Path | str) -> Self:
        """Open an SQLite file or the PostgreSQL database at an address, and create or migrate its tables.

        Raises StorageError.
        """
        return cls(await driver(where))

    @classmethod
    @asynccontextmanager
    async def opened(cls, where: Path | str) -> AsyncIterator[Self]:
        """Open a store for a block; it is closed even if the block raises."""
        store = await cls.open(where)
        try:
            yield store
        finally:
            await store.close()

    async def get_value(self, key: str) -> str | None:
        """The text under this key of the key-value table; None if there is none."""
        async with self._driver.read_once() as session:
            return await KeyValueTable(session).get(key)

    async def set_value(self, key: str, value: str) -> None:
        """Store a text under this key of the key-value table, replacing any earlier one."""
        async with self._driver.write() as session:
            KeyValueTable(session).set(key, value)

    def write(self) -> AbstractAsyncContextManager[Tables]:
        return _transaction(self._driver.write())

    def beside(self) -> AbstractAsyncContextManager[Tables]:
        return _transaction(self._driver.beside())

    def read(self) -> AbstractAsyncContextManager[Tables]:
        return _transaction(self._driver.read())

    def read_once(self) -> AbstractAsyncContextManager[Tables]:
        return _transaction(self._driver.read_once())
