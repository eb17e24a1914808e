"""Queries about matches and their records."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from matches.errors import Damaged
from matches.model import Event, Match, Place, Ply, Running, Snapshot, public_server
from matches.notation import Record, record_of, write
from matches.standing import list_name
from service.core import Part, queries, query, reading, reads
from service.standing import NEWEST
from storage.driver import MANY
from storage.store import Tables


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match in a list, with the places that show it."""

    match: Match
    places: list[Place]
    in_tournament: bool = False


class Lookup(Part):
    """Queries about matches, which change nothing."""

    @query
    async def match(self, view: Tables, match_id: int) -> Match:
        """Return the match with this ID, or raise Unknown if there is none."""
        return await self._core.match(view, match_id)

    def plays(self, person_id: int, match_id: int, game: str | None = None) -> bool:
        """Return whether this person plays in the match and, if `game` is given, whether it is a match of that game.

        Only the cache is used. Returns False if the match is not cached, or if several processes use the database. A
        match's game never changes, and its players change only when one is forgotten, which other processes do not
        learn.
        """
        known = self._core.replays.cached_match(match_id) if self._core.alone else None
        return known is not None and known.seat_of(person_id) is not None and game in {None, known.game}

    async def snapshot(self, match_id: int) -> Snapshot:
        """Return the match with its newest board, or raise Unknown if there is none."""
        return await self._core.snapshot(match_id)

    async def with_newest_board(self, match_id: int) -> Snapshot:
        """Return the match with its newest board.

        If a computer player has moved, the person's move that it replied to is included. Raises Unknown if there is no
        such match.
        """
        newest = await self.snapshot(match_id)
        before, person = newest.before, newest.match.against_computer
        if person is None or before is None or before.turn == person or newest.ply < 2:
            return newest
        earlier = await self.snapshot_at(match_id, newest.match.ply - 1)
        if earlier.before is None or earlier.before.turn != person:
            return newest
        return replace(newest, first=earlier.before, answered=earlier.before.format(earlier.move))

    async def to_move(self, match_id: int, person_id: int, rev: int | None = None) -> Snapshot:
        """Return a match and its newest board for a player whose turn it is.

        `rev` is the revision that the player has seen. Raises NotAPlayer, Over, Stale and NotYourTurn as `play.move`
        does.
        """
        return await self._core.snapshot_of(lambda view: self._core.moving(view, match_id, person_id, rev))

    @reading
    async def acting(self, view: Tables, match_id: int, person_id: int, rev: int | None = None) -> Match:
        """Return a running match in which a player wants to act.

        `rev` is the newest revision that the player has seen. Raises NotAPlayer, Over and Stale.
        """
        match, _ = await self._core.acting(view, match_id, person_id, rev)
        return match

    async def snapshot_at(self, match_id: int, ply: int) -> Snapshot:
        """Return a match with its board after `ply` moves.

        If the match has had fewer moves, the board is the newest one.
        """
        return await self._core.snapshot_at(match_id, ply)

    plies = reads(lambda view: view.plies.of)

    fitting = reads(lambda view: view.matches.running)
    by_vote = reads(lambda view: view.matches.by_vote)
    has_turn = reads(lambda view: view.matches.has_turn)
    over = reads(lambda view: view.matches.over)
    running = reads(lambda view: view.matches.running_of)
    newest = reads(lambda view: view.matches.newest)
    shows = reads(lambda view: view.matches.shows_of)
    votes = reads(lambda view: view.crowds.to_vote)

    last_game = reads(lambda view: partial(last_game, view))

    @reading
    async def queue(self, view: Tables, person_id: int) -> list[Running]:
        """Return a person's running matches, starting with those in which it is their turn.

        Matches are then sorted by their deadlines, the earliest first. Matches with the same deadline or with no
        deadline are sorted by the time of the last move, the earliest first. Reads only the columns that determine the
        order, because a page shows few of the matches.
        """
        running = await view.matches.queue(person_id)
        return sorted(running, key=lambda match: (not match.own_turn, match.deadline or math.inf, match.moved_at))

    @reading
    async def with_places(self, view: Tables, match_ids: Iterable[int]) -> list[ShownMatch]:
        """Return the matches with these IDs, in the given order, each with the places where it is shown.

        Leaves out damaged matches. Raises NoMatch if one does not exist.
        """
        matches = []
        for match_id in match_ids:
            with suppress(Damaged):
                match, places = await self._core.match(view, match_id), await view.places.of(match_id)
                tournament = await view.tournaments.with_match(match_id)
                matches.append(ShownMatch(match, places, in_tournament=tournament is not None))
        return matches

    @reading
    async def name_of(self, view: Tables, person_id: int) -> str | None:
        """Return a person's name as it was when they last used the bot, or None if they have never used it."""
        person = await view.people.of(person_id)
        return person.name if person else None

    public_places = reads(lambda view: view.places.public_of)

    @reading
    async def course(self, view: Tables, match_id: int) -> tuple[Match, list[Event], list[Ply]]:
        """Return a match, all of its events, and all of its moves that have not been taken back.

        Raises Unknown if the match does not exist.
        """
        match = await self._core.match(view, match_id)
        return match, await view.events.of(match_id), await view.plies.of(match_id)

    events = queries(lambda view: view.events.of)


@dataclass(frozen=True, slots=True)
class Written:
    """The records of several matches, as text."""

    texts: Mapping[str, str]
    cursor: int | None
    """The end number below which the older matches follow, or None if there are no more."""


class Records(Part):
    @reading
    async def record(self, view: Tables, match: Match) -> Record:
        """Return the record of a match.

        The record names a server if everybody in that server can follow the match. Raises Damaged.
        """
        places = await view.places.of(match.id)
        plies = await view.plies.of(match.id)
        return record_of(match, plies, public_server(places))

    async def finished_records(self, person_id: int, limit: int, before: int | None = None) -> Written:
        """Return the records of up to `limit` of a person's finished matches, most recently finished first.

        If `before` is given, only matches with lower end numbers are included. Damaged matches are left out. Records
        are written in slices, so that other tasks can run.
        """
        texts: dict[str, str] = {}
        name, cursor = list_name(None, None, None), before or NEWEST
        for first in range(0, limit, MANY):
            async with self._core.store.read() as view:
                matches, older = await view.standing.numbered_matches(person_id, name, cursor, min(MANY, limit - first))
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
    """Write the records of these matches into `texts`, keyed by file name, one match in each step."""
    yield
    for match in matches:
        if match.id in plies:
            record = record_of(match, plies[match.id], public_server(places.get(match.id, ())))
            texts[filename(record)] = write(record)
        yield


def filename(record: Record) -> str:
    return f"{stem(record)}.txt"


def stem(record: Record) -> str:
    """Return the file name for a record, without its extension."""
    return f"{record.game}-{record.code or 'study'}"


async def last_game(view: Tables, person_id: int) -> str | None:
    """Return the game of a person's newest match or open challenge, or None if they have played none."""
    matches = [*await view.matches.running_of(person_id), *await view.matches.over(person_id, 1)]
    posted = [made for made in await view.challenges.open_of(person_id) if made.challenger.id == person_id]
    games = [*((match.id, match.game) for match in matches), *((made.id, made.game) for made in posted)]
    return max(games)[1] if games else None
