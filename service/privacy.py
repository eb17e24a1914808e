"""Shows, exports and erases a person's data."""

import json
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from matches.codes import code_of
from matches.deliveries import DELIVERY_KINDS, ERASURE_PAUSE, Delivery
from matches.errors import Refusal
from service.change import Change, Departure
from service.core import Part, reading, reads, transaction
from storage.bookkeeping import value_of
from storage.driver import Row
from storage.people import FORGOTTEN, LIST_ENDS, SALT, TO_FORGET, banned_as, mark_of
from storage.store import Tables

DELIVERY_KINDS.declare("erasure", "other", edits=True)

KEPT = 35 * 24 * 3600
"""How long a forgotten person's hash is kept, in seconds. A backup with their data may exist for as long."""
SENDING = 900
"""How long after a person is forgotten a message that names them may still arrive, in seconds."""
IN_ONE_FILE = 100
"""The most challenges in one file. Each comes with its match."""
BATCH = 50
"""The number of rows encoded between two pauses."""
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",\n", ": "))
"""Writes one line for each value. An encoder that indents would take ten times as long."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The amount of data stored about a person."""

    matches: int
    """The number of all matches, including running ones."""
    running: int
    known: bool


@dataclass(frozen=True, slots=True)
class Exported:
    """A file with a person's data."""

    text: str
    """JSON text."""
    challenges: int
    cursor: int | None
    """The ID below which the older challenges follow, or None if there are no more."""


async def check_since(tables: Tables, person_id: int, opened_at: int | None) -> None:
    """Raise Refusal if a person's data has been deleted since they opened the page they are using.

    `opened_at` is the time at which the page was opened, in UTC seconds. If it is None, nothing is checked. This
    prevents a page that was left open from storing data about the person again.
    """
    if opened_at is None:
        return
    listed = value_of(await tables.key_values.get(FORGOTTEN), list[tuple[str, int]]())
    if not any(at >= opened_at for _, at in listed):
        return
    mark = mark_of(await tables.key_values.get(SALT) or "", person_id)
    if any(mark == forgotten and at >= opened_at for forgotten, at in listed):
        raise Refusal("Your data was deleted after you had opened this. Open it again to start afresh.")


class Privacy(Part):
    check_since = reads(lambda view: partial(check_since, view))

    @reading
    async def extent(self, view: Tables, person_id: int) -> Extent:
        return Extent(
            await view.privacy.count(person_id),
            await view.matches.count_running(person_id),
            await view.privacy.holds(person_id),
        )

    async def export(self, person_id: int, before: int | None = None) -> Exported:
        """Return everything stored about a person, encoded as JSON.

        It is encoded in slices, so that other tasks can run. The file has the last IN_ONE_FILE challenges with their
        matches. If `before` is given, it has the last ones before the challenge with that ID.
        """
        async with self._core.store.read() as view:
            held = await view.privacy.rows_about(person_id, IN_ONE_FILE, before)
        moment = datetime.fromtimestamp(self._core.clock.now(), UTC).isoformat()
        tables: dict[str, list[str]] = {table: [] for table, rows in held.rows.items() if rows}
        await self._core.replays.in_slices(_written(held.rows, tables))
        listed = [f"{json.dumps(table)}: [\n{_lines(rows)}\n]" for table, rows in tables.items()]
        about = json.dumps({"person": person_id, "at": moment})
        text = f"{about[:-1]},\n{json.dumps('held')}: {{\n{_lines(listed)}\n}}}}\n"
        return Exported(text, len(held.rows["challenge"]), held.cursor)

    async def record_mentions(
        self,
        message_id: int,
        channel_id: int,
        guild_id: int | None,
        people: Iterable[int],
        *,
        instead_of: int | None = None,
    ) -> None:
        """Record the people named in a public message, so that the message is deleted along with their data.

        `message_id` may be the ID of the interaction that the message answers; `instead_of` replaces that record. If
        one of them was forgotten while the message was being sent, it is deleted soon.
        """
        if known := {person_id for person_id in people if person_id > 0}:
            erasure = Delivery("erasure", message_id, "message", message_id=message_id)
            await self._record_mentions(replace(erasure, channel_id=channel_id, guild_id=guild_id), known, instead_of)

    @transaction
    async def _record_mentions(
        self, change: Change, erasure: Delivery, people: Collection[int], instead_of: int | None
    ) -> None:
        if instead_of is not None:
            change.tx.privacy.remove_publication(instead_of)
        salt = await change.tx.key_values.get(SALT)
        listed = value_of(await change.tx.key_values.get(FORGOTTEN), list[tuple[str, int]]())
        recent = {mark for mark, at in listed if change.now - at < SENDING}
        forgotten = [person_id for person_id in people if mark_of(salt or "", person_id) in recent]
        if any([await change.tx.people.of(person_id) is None for person_id in forgotten]):
            await change.queue(erasure)
        else:
            change.tx.privacy.add_publication(erasure.subject, erasure.channel_id or 0, erasure.guild_id, people)

    async def forget(self, person_id: int) -> None:
        """Forget a person permanently, in one transaction.

        Their running matches end: aborted before both players have made two moves, otherwise resigned. Their watched
        matches are stopped. Opponents keep their ratings, and their matches and results against a “deleted player”.
        Nothing else remains but a salted hash of the ID, with which a restored backup can forget the person again and a
        ban stays in force.
        """
        await self._forget(person_id)
        self._core.replays.clear()
        await self.scrub()

    async def scrub(self) -> None:
        """Erase deleted data from the database's files. If this fails, the next call tries again."""
        if self._core.to_scrub:
            self._core.to_scrub = not await self._core.store.scrub()

    @transaction
    async def _forget(self, change: Change, person_id: int) -> None:
        salt = await change.tx.key_values.get(SALT)
        if salt is None:
            salt = secrets.token_hex(16)
            change.tx.key_values.set(SALT, salt)
        listed = value_of(await change.tx.key_values.get(FORGOTTEN), list[tuple[str, int]]())
        recent = [[mark, at] for mark, at in listed if change.now - at < KEPT]
        change.tx.key_values.set(FORGOTTEN, json.dumps([*recent, [mark_of(salt, person_id), change.now]]))
        await self._erase(change, person_id, salt)

    async def _erase(self, change: Change, person_id: int, salt: str) -> None:
        await change.depart(Departure(person_id, "forgotten"))
        change.tx.privacy.queue_erasures(person_id, change.now, ERASURE_PAUSE)
        change.delivery_due(change.now + ERASURE_PAUSE)
        await change.tx.privacy.replace(person_id, banned_as(salt, person_id))
        change.pings.clear()
        change.erased = True

    @transaction
    async def begin(self, change: Change) -> int:
        """After a restore, delete the data of people forgotten since the backup was made.

        Returns the number of these people.
        """
        marks = set(value_of(await change.tx.key_values.get(TO_FORGET), list[str]()))
        if not marks:
            return 0
        salt = await change.tx.key_values.get(SALT) or ""
        again = [person_id for person_id in await change.tx.privacy.everybody() if mark_of(salt, person_id) in marks]
        for person_id in again:
            await self._erase(change, person_id, salt)
        change.tx.key_values.set(TO_FORGET, "[]")
        return len(again)

    @transaction
    async def list_ends(self, change: Change) -> int | None:
        """After a restore, return the time up to which the list of people whose data was deleted is complete.

        The time is in UTC seconds. Returns None if nobody can be missing from the list, and on every later call.
        """
        until = value_of(await change.tx.key_values.get(LIST_ENDS), -1)
        change.tx.key_values.set(LIST_ENDS, "")
        return until if until >= 0 else None


def _written(held: Mapping[str, Sequence[Row]], texts: dict[str, list[str]]) -> Iterator[None]:
    """Encode rows as JSON, and append each row to its table's text, one batch in each step."""
    yield
    for table, rows in held.items():
        for first in range(0, len(rows), BATCH):
            batch = ENCODER.encode([_with_code(table, row) for row in rows[first : first + BATCH]])
            texts[table].append(batch[1:-1])
            yield


def _with_code(table: str, row: Row) -> Row:
    """Return a row with the code of its match or challenge added, because people do not know the ID."""
    match_id = row.get("id") if table in {"challenge", "match"} else row.get("match_id")
    return row if match_id is None else {"code": f"#{code_of(match_id)}", **row}


def _lines(values: Iterable[str]) -> str:
    return ",\n".join(values)
