"""A PostgreSQL server for the tests, in a temporary folder, for as long as they run."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

MISSING = "There is no PostgreSQL server program on this machine (`postgres`, of the Debian package postgresql)."
HOMES = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin"), Path("/usr/bin"))
"""Folders with the programs of a server: Debian's, the newest version first, and others."""
SETTINGS = "-c listen_addresses='' -c fsync=off -c max_connections=60"
QUICKLY = ("--locale=C", "--no-sync")
AS_ROOT = os.geteuid() == 0
"""The account of Debian's package. The server refuses to run as root, so tests run by root use it."""
NUMBERS = itertools.count(1)
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'format'"
RESTART = """
SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) FROM pg_sequences
WHERE schemaname = current_schema()
"""
FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$
"""


def programs() -> Path | None:
    """The folder with the programs of a server, or None."""
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else next((home for home in HOMES if (home / "initdb").exists()), None)


def needed() -> None:
    """Skip the test where the programs of a server are missing, or fail where a server is required."""
    if programs() is None:
        if os.environ.get("TIDEPOOL_POSTGRES") == "required":
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING)


class Server:
    """A running server. It is reached by a socket in its folder and listens at no port."""

    def __init__(self, folder: Path) -> None:
        home = programs()
        assert home is not None, MISSING
        self.folder, self._home, self._data = folder, home, folder / "data"
        self.address = f"postgresql:///postgres?host={folder}&user=tidepool"
        """The address of its database."""

    def make(self) -> None:
        """Create the server's files."""
        _run(self._home / "initdb", "-D", self._data, "-U", "tidepool", "-A", "trust", "-E", "UTF8", *QUICKLY)

    def start(self) -> None:
        """Start the server, and return when it accepts connections."""
        self._control("-w", "-t", "60", "-l", self.folder / "log", "-o", f"-k {self.folder} {SETTINGS}", "start")

    def stop(self, how: str = "fast") -> None:
        """End the server: `fast` aborts transactions, `immediate` ends it as a crash would."""
        self._control("-m", how, "stop")

    def copy(self, other: Server) -> None:
        """Make this server the standby of another one, which then waits for it at each commit."""
        source = ("-h", other.folder, "-U", "tidepool")
        program = next(program for home in (self._home, *HOMES) if (program := home / "pg_basebackup").exists())
        _run(program, *source, "-D", self._data, "-R", "-c", "fast", "--no-sync")
        self.start()
        with psycopg.connect(other.address, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")

    def promote(self) -> None:
        """Promote a standby, so that it accepts writes."""
        self._control("-w", "promote")

    def _control(self, *arguments: str | Path) -> None:
        _run(self._home / "pg_ctl", "-D", self._data, *arguments)


@contextmanager
def own_server(standby_of: Server | None = None) -> Iterator[Server]:
    """A running server for one test, which may stop and start it."""
    with tempfile.TemporaryDirectory(prefix="tidepool-postgres-", ignore_cleanup_errors=True) as name:
        folder = Path(name)  # not in pytest's folder: the path of a socket may have 107 characters
        if AS_ROOT:
            shutil.chown(folder, "postgres")
        server = Server(folder)
        if standby_of is None:
            server.make()
            server.start()
        else:
            server.copy(standby_of)
        try:
            yield server
        finally:
            server.stop("immediate")


@contextmanager
def server() -> Iterator[str]:
    """A running server; the address of its database."""
    with own_server() as server:
        yield server.address


def _run(*command: str | Path) -> None:
    whole = ["runuser", "-u", "postgres", "--", *map(str, command)] if AS_ROOT else list(map(str, command))
    with tempfile.TemporaryFile() as said:  # not a pipe, because the server would keep it open
        done = subprocess.run(whole, check=False, stdout=said, stderr=said, cwd="/")
        said.seek(0)
        assert done.returncode == 0, said.read().decode()


def fresh(address: str) -> str:
    """The address of a database without tables: a schema of its own on the same server."""
    schema = f"test_{next(NUMBERS)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}".encode())
    return f"{address}&options=-csearch_path%3D{schema}"


class Schemas:
    """Lends schemas with all tables. One is emptied after a test and lent again, which is cheaper than a new one."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._free: list[str] = []

    @contextmanager
    def lent(self) -> Iterator[str]:
        """The address of a schema without rows until the end of the block. It has no tables if it is lent first."""
        address = self._free.pop() if self._free else fresh(self._server)
        yield address
        with psycopg.connect(address) as connection:
            connection.execute("SET session_replication_role = replica")  # foreign keys do not matter meanwhile
            for (table,) in connection.execute(TABLES).fetchall():
                kept = "WHERE key <> 'oldest format'" if table == "memory" else ""
                connection.execute(f"DELETE FROM {table} {kept}".encode())
            connection.execute(RESTART)
        self._free.append(address)


@contextmanager
def full(address: str) -> Iterator[None]:
    """Make every write to this database fail as on a full disk."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(FULL.encode())
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
        for (table,) in tables:
            trigger = f"CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON {table} EXECUTE FUNCTION full_disk()"
            connection.execute(trigger.encode())
        yield
        connection.execute("DROP FUNCTION full_disk CASCADE")


@contextmanager
def read_only(address: str) -> Iterator[None]:
    """Make the server refuse every write, as a standby does."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        connection.execute("SELECT pg_reload_conf()")
        try:
            yield
        finally:
            connection.execute("ALTER SYSTEM RESET default_transaction_read_only")
            connection.execute("SELECT pg_reload_conf()")
