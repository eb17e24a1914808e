"""Empty schemas on a PostgreSQL server, and a query for one number of either kind of database."""

import itertools
import os
import sqlite3
from contextlib import closing
from pathlib import Path

NUMBERS = itertools.count(1)


def fresh(server: str) -> str:
    """The address of a new, empty schema on this server."""
    import psycopg  # noqa: PLC0415 (a package that few have)

    schema = f"bench_{os.getpid()}_{next(NUMBERS)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}".encode())
    return f"{server}{'&' if '?' in server else '?'}options=-csearch_path%3D{schema}"


def number_in(where: Path | str, query: str) -> int | None:
    """The single number that a query returns, from a SQLite file or a PostgreSQL database."""
    if isinstance(where, Path):
        with closing(sqlite3.connect(f"{where.as_uri()}?mode=ro", uri=True)) as file:
            row = file.execute(query).fetchone()
    else:
        import psycopg  # noqa: PLC0415 (a package that few have)

        with psycopg.connect(where, autocommit=True) as server:
            row = server.execute(query.encode()).fetchone()
    return row[0] if row else None
