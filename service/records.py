"""Matches written down as records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from matches.model import public_server
from matches.notation import record_of, write
from matches.standing import list_name
from service.core import Part, reading, transaction
from service.quotas import check_export
from service.standing import NEWEST
from storage.driver import MANY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from matches.model import Match, Place, Ply
    from matches.notation import Record
    from service.change import Change
    from storage.store import Tables

AT_ONCE = MANY
"""How many matches are read together."""


@dataclass(frozen=True, slots=True)
class Written:
    """Records of several matches as text."""

    texts: Mapping[str, str]
    """Each record, by the name of a file with it."""
    following: int | None
    """The number before which older matches ended; None where these are the oldest."""


class Records(Part):
    """The part of the service that writes records."""

    @transaction
    async def count_export(self, change: Change, by: int) -> None:
        """Count a file with much in it that somebody takes. Raises Refusal beyond the limit."""
        await check_export(change, by)

    @reading
    async def of(self, view: Tables, match: Match, *, moves: bool = True) -> Record:
        """The record of a match with the server in which everybody can follow it. Raises Damaged."""
        places = await view.places.of(match.id)
        plies = await view.plies.of(match.id) if moves else []
        return record_of(match, plies, public_server(places))

    async def finished(self, person_id: int, most: int, before: int | None = None) -> Written:
        """The records of this person's matches that were over last, or last before that number; at most `most`.

        What cannot be read is left out. Other people's work goes on meanwhile.
        """
        texts: dict[str, str] = {}
        name, following = list_name(None, None, None), before or NEWEST
        for first in range(0, most, AT_ONCE):
            async with self._core.store.read() as view:
                matches, older = await view.standing.listed(person_id, name, following, min(AT_ONCE, most - first))
                ids = [match.id for match in matches]
                plies, places = await view.plies.of_each(ids), await view.places.of_each(ids)
            await self._core.replays.in_slices(_written(matches, plies, places, texts))
            if older is None:
                return Written(texts, None)
            following = older
        return Written(texts, following)


def _written(
    matches: Sequence[Match],
    plies: Mapping[int, Sequence[Ply]],
    places: Mapping[int, Sequence[Place]],
    texts: dict[str, str],
) -> Iterator[None]:
    """Add the texts of these matches, one with each step."""
    yield
    for match in matches:
        if match.id in plies:
            record = record_of(match, plies[match.id], public_server(places.get(match.id, ())))
            texts[filename(record)] = write(record)
        yield


def filename(record: Record) -> str:
    """The name of a file with this record."""
    return f"{stem(record)}.txt"


def stem(record: Record) -> str:
    """The name of a file about this record, without how it ends."""
    return f"{record.game}-{record.code or 'study'}"
