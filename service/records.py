"""The records of matches."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from matches.model import Match, Place, Ply, public_server
from matches.notation import Record, record_of, write
from matches.standing import list_name
from service.core import Part, reading
from service.standing import NEWEST
from storage.driver import MANY
from storage.store import Tables

BATCH = MANY
"""The number of matches that are read in one query."""


@dataclass(frozen=True, slots=True)
class Written:
    """The records of several matches as text."""

    texts: Mapping[str, str]
    cursor: int | None
    """Where the next part starts: older matches have lower end numbers. None if these are the oldest."""


class Records(Part):
    @reading
    async def of(self, view: Tables, match: Match) -> Record:
        """The record of a match. It names the server where everybody can follow the match, if any. Raises Damaged."""
        places = await view.places.of(match.id)
        plies = await view.plies.of(match.id)
        return record_of(match, plies, public_server(places))

    async def finished(self, person_id: int, most: int, before: int | None = None) -> Written:
        """The records of at most `most` of this person's last finished matches, optionally before an end number.

        Leaves out damaged matches. Records are written in slices so that other tasks are not delayed.
        """
        texts: dict[str, str] = {}
        name, cursor = list_name(None, None, None), before or NEWEST
        for first in range(0, most, BATCH):
            async with self._core.store.read() as view:
                matches, older = await view.standing.listed(person_id, name, cursor, min(BATCH, most - first))
                ids = [match.id for match in matches]
                plies, places = await view.plies.of_each(ids), await view.places.of_each(ids)
            await self._core.replays.in_slices(_written(matches, plies, places, texts))
            if older is None:
                return Written(texts, None)
            cursor = older
        return Written(texts, cursor)


def _written(
    matches: Sequence[Match],
    plies: Mapping[int, Sequence[Ply]],
    places: Mapping[int, Sequence[Place]],
    texts: dict[str, str],
) -> Iterator[None]:
    """Add the records of these matches to the texts, one per step."""
    yield
    for match in matches:
        if match.id in plies:
            record = record_of(match, plies[match.id], public_server(places.get(match.id, ())))
            texts[filename(record)] = write(record)
        yield


def filename(record: Record) -> str:
    return f"{stem(record)}.txt"


def stem(record: Record) -> str:
    """The file name of this record without its extension."""
    return f"{record.game}-{record.code or 'study'}"
