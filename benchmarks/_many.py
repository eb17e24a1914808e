"""A database with any number of matches: the rows of one real match, copied for each of them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from matches.model import Person, Venue
from matches.timecontrol import TimeControl
from service import Service
from service.clock import Clock
from storage.store import Store

ANN, BOB = Person(1, "Ann"), Person(2, "Bob")
GAME = "konane"
GUILD, CHANNEL = 10, 100

SERIES = "WITH RECURSIVE series (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ?) "
COPIED = {
    "challenge": "id",
    "match": "id",
    "place": "match_id",
    "event": "match_id",
    "crowd": "match_id",
    "vote": "match_id",
    "alarm": "subject",
}
"""The tables whose rows are copied, each with its column of match IDs."""


async def filled(path: Path, number: int, *, over: int = 0) -> None:
    """Make a database of running matches, with deadlines a minute apart, and of finished matches."""
    async with Store.opened(path) as store:
        await begin(Service(store, Clock()), "3d")
    copy(path, number + over)
    _share_out(path, over, people_of(number))


def people_of(number: int) -> int:
    """How many people share so many running matches: everybody has ten."""
    return number // 5


class TurningClock(Clock):
    """A clock that the caller sets."""

    def __init__(self) -> None:
        super().__init__()
        self.time = super().now()

    def now(self) -> int:
        return self.time


async def begin(service: Service, clock: str, people: tuple[Person, Person] = (ANN, BOB)) -> int:
    """Begin a match; returns its id."""
    control = TimeControl.parse(clock)
    challenge = await service.challenges.invite(GAME, *people, Venue(CHANNEL, GUILD), "first", clock=control)
    return (await service.challenges.accept(challenge.id, people[1])).match.id


def copy(path: Path, size: int, apart: int = 60) -> None:
    """Copy the first match until there are `size`, with deadlines so many seconds `apart`. Nothing is queued."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("DELETE FROM outbox")
        for table, key in COPIED.items():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            if table == "place":
                columns.remove("id")
            values = [f"{name} + n" if name == key else name for name in columns]
            values = [f"{name} + {apart} * n" if name in {"deadline", "at"} else name for name in values]
            kept = f"INSERT INTO {table} ({', '.join(columns)}) {SERIES}"
            made = f"SELECT {', '.join(values)} FROM {table}, series"  # noqa: S608 (our own names)
            connection.execute(kept + made, (size - 1,))
        connection.execute("COMMIT")


def _share_out(path: Path, over: int, people: int) -> None:
    """Share the matches out among so many people, and finish the newest ones."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        first: int = connection.execute("SELECT max(id) FROM match").fetchone()[0] - over
        connection.execute(
            SERIES + "INSERT OR IGNORE INTO person (id, name) SELECT n, 'Person ' || n FROM series",  # noqa: S608 (ours)
            (people,),
        )
        sides = f"1 + id % {people}", f"1 + (id + 1 + id / {people} % 50) % {people}"
        connection.execute(f"UPDATE match SET first_id = {sides[0]}, second_id = {sides[1]}")  # noqa: S608 (our own)
        connection.execute(f"UPDATE challenge SET challenger_id = {sides[0]}, opponent_id = {sides[1]}")  # noqa: S608 (our own expressions)
        connection.execute("DELETE FROM alarm WHERE subject > ?", (first,))
        connection.execute(
            "UPDATE match SET status = 'over', winner = id / 7 % 2, reason = 'resigned', ending = 'resignation', "
            "ending_fields = '{}', deadline = NULL, ended_at = created_at + id % 1000, rated = 1 WHERE id > ?",
            (first,),
        )
        connection.execute("COMMIT")
        connection.execute("VACUUM")
