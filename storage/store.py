"""Database transactions, each with access to the statements of all tables."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Self

import storage
from matches.kinds import import_modules
from storage.driver import STATEMENTS, Driver, Session, Statements
from storage.opening import driver


class Tables:
    """The statements of all tables in one transaction. For example, `tx.key_values` is a KeyValues."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def __getattr__(self, name: str) -> Statements:
        """Create a table's statements on first use.

        `tests/support/typed_attributes.py` tells mypy their types.
        """
        if name not in STATEMENTS:
            raise AttributeError(f"no class of statements in storage/ is called {name}: give it the base Statements")
        made = self.__dict__[name] = STATEMENTS[name](self.session)
        return made


@asynccontextmanager
async def _transaction(session: AbstractAsyncContextManager[Session]) -> AsyncIterator[Tables]:
    """Open a driver's session and yield its tables."""
    async with session as opened:
        yield Tables(opened)


class Store:
    """An open database. Methods without a docstring here are documented in `driver.Driver`."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self.close, self.back_up, self.size, self.scrub = driver.close, driver.back_up, driver.size, driver.scrub
        self.lead, self.lead_lost, self.check_clocks = driver.lead, driver.lead_lost, driver.check_clocks

    @classmethod
    async def open(cls, database: Path | str) -> Self:
        """Open the SQLite file or PostgreSQL address `database`, creating or migrating its tables if necessary.

        Raises StorageError if that fails.
        """
        return cls(await driver(database))

    @classmethod
    @asynccontextmanager
    async def opened(cls, database: Path | str) -> AsyncIterator[Self]:
        """Open a store for the duration of a block."""
        store = await cls.open(database)
        try:
            yield store
        finally:
            await store.close()

    async def get_value(self, key: str) -> str | None:
        """Return the text stored under a key, or None."""
        async with self.read_once() as view:
            return await view.key_values.get(key)

    async def set_value(self, key: str, value: str) -> None:
        """Store a value under a key, replacing any earlier value."""
        async with self.write() as tx:
            tx.key_values.set(key, value)

    def write(self) -> AbstractAsyncContextManager[Tables]:
        return _transaction(self._driver.write())

    def beside(self) -> AbstractAsyncContextManager[Tables]:
        return _transaction(self._driver.beside())

    def read(self) -> AbstractAsyncContextManager[Tables]:
        return _transaction(self._driver.read())

    def read_once(self) -> AbstractAsyncContextManager[Tables]:
        return _transaction(self._driver.read_once())


import_modules("storage", storage.__path__)  # each module declares tables or statements
