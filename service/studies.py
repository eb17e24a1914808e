"""Studies: opening a record or a match, stepping through it, and playing lines of one's own."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from language import one_line
from matches.checking import every_position, positions, result_in
from matches.codes import id_of
from matches.errors import Refusal
from matches.movetext import MAIN
from matches.notation import LONGEST, record_of, write
from matches.results import end
from matches.snapshots import bare_snapshot
from matches.studies import MOST_STUDIES, Moment, NoStudy, NotShared, Study, played, without
from matches.timecontrol import DAY
from service.core import Part, reading, transaction
from service.quotas import check_import

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games import Position
    from matches.model import Match, Snapshot
    from matches.notation import Record
    from matches.studies import ListedStudy
    from service.change import Change
    from storage.store import Tables

ROOM = 2_000
"""The most characters by which a study's record may grow and still be read: a name may be replaced, for example."""


class Studies(Part):
    """The part of the service that keeps studies. Each belongs to one person; to others it does not exist."""

    @transaction
    async def count_import(self, change: Change, by: int) -> None:
        """Count a record that this person hands in, readable or not. Raises Refusal beyond the limit."""
        await check_import(change, by)

    async def open(
        self,
        owner: int,
        record: Record,
        match_id: int | None = None,
        people: tuple[int | None, int | None] = (None, None),
    ) -> tuple[Study, int]:
        """Keep a record with its lines as a study; also tells how many older studies had to go for it.

        Every move is checked by the rules. Raises Refusal with the number and the text of the first that is wrong.
        """
        if len(await asyncio.to_thread(write, record)) > LONGEST - ROOM:
            raise Refusal("This record has almost {most} characters: it is too long for a study.", most=LONGEST)
        await self._core.replays.in_slices(every_position(record))
        if match_id is None:
            people = await self._people_of(record)
        main = replace(record, lines={})
        return await self._keep(Study(0, owner, main, 0, record.lines, match_id=match_id, people=people))

    async def open_match(self, owner: int, match_id: int, guild_id: int | None) -> tuple[Study, int]:
        """A finished match as a study. Raises Unknown and Damaged, and Refusal while the match runs."""
        async with self._core.store.read() as view:
            match = await self._core.match(view, match_id)
            plies = await view.plies.of(match_id)
        if not match.over:
            raise Refusal("Match #{code} can be studied when it is over.", code=match.code)
        await self._core.snapshot(match_id)
        people = (match.players[0].id, match.players[1].id)
        return await self.open(owner, record_of(match, plies, guild_id), match_id, people)

    @reading
    async def _people_of(self, view: Tables, record: Record) -> tuple[int | None, int | None]:
        """The ids of its players, if this is the record of a match that was played here: same names and same moves.

        The ids stay when a name changes. A person who hands in less than the whole match learns nothing.
        """
        try:
            match_id = id_of(record.code)
        except Refusal:
            return None, None
        match = await view.matches.of(match_id)
        plies = await view.plies.of(match_id)
        if match is None or not plies or record.game != match.game:
            return None, None
        names = [one_line(player.name) for player in match.players]
        if names != list(record.players) or [move.text for move in record.moves] != [ply.text for ply in plies]:
            return None, None
        return match.players[0].id, match.players[1].id

    async def copy(self, owner: int, study_id: int, line: int) -> tuple[Study, int]:
        """A line that somebody shared, as a study of this person. Raises NotShared."""
        async with self._core.store.read() as view:
            study = await view.studies.of(study_id)
        if study is None or line not in study.shared:
            raise NotShared
        return await self._keep(
            replace(study, owner_id=owner, record=study.record_of(line), lines={}, shared=frozenset())
        )

    @transaction
    async def _keep(self, change: Change, study: Study) -> tuple[Study, int]:
        """Write a new study down; the oldest untouched ones of its owner make room for it."""
        study = replace(study, touched_at=change.now)
        study = replace(study, id=await change.tx.studies.add(study))
        return study, await change.tx.studies.keep_newest(study.owner_id, MOST_STUDIES)

    @reading
    async def of(self, view: Tables, study_id: int, owner: int) -> Study:
        """The study of this id. Raises NoStudy if it is not this person's."""
        return await _own(view, study_id, owner)

    @reading
    async def all_of(self, view: Tables, owner: int) -> list[ListedStudy]:
        """All studies of this person, those that were touched last first."""
        return await view.studies.of_owner(owner)

    async def moment(self, study_id: int, owner: int, line: int = MAIN, ply: int | None = None) -> Moment:
        """One moment of a line; beyond either end, and for None, its last. Raises NoStudy and Refusal."""
        study = await self.of(study_id, owner)
        if self._core.clock.now() - study.touched_at >= DAY:
            await self._touch(study_id)
        return await self._moment(study, line, ply)

    async def play(self, study_id: int, owner: int, line: int, ply: int, text: str) -> tuple[int, int]:
        """Play a move at a moment of a line; returns the line and the ply where the study stands then.

        Raises NoStudy, Refusal, and RuleError for a text that is no legal move there.
        """
        at = await self.moment(study_id, owner, line, ply)
        position = at.snapshot.position
        move = position.parse(text)
        known = at.study.following(line, at.ply).values()  # as the record has them, perhaps in another form
        same = (one for one in known if position.parse(one) == move)
        return await self._play(at, next(same, position.format(move))), at.ply + 1

    @transaction
    async def _play(self, change: Change, at: Moment, text: str) -> int:
        study = await _own(change.tx, at.study.id, at.study.owner_id)
        if (study.record, study.lines) != (at.study.record, at.study.lines):
            raise Refusal("This study was changed at the same moment. Look again, then try.")
        after, number = played(study, at.line, at.ply, text)
        if len(await asyncio.to_thread(write, after.whole)) > LONGEST:
            raise Refusal("This study is full: its record could not be read again. Delete a line first.")
        await change.tx.studies.save(replace(after, touched_at=change.now))
        return number

    @transaction
    async def drop_line(self, change: Change, study_id: int, owner: int, line: int) -> tuple[int, int]:
        """Delete a line with those that leave it; returns where it had left which line. Raises NoStudy and Refusal."""
        study = await _own(change.tx, study_id, owner)
        left = study.line(line)
        await change.tx.studies.save(replace(without(study, line), touched_at=change.now))
        return left.of, left.after

    @transaction
    async def delete(self, change: Change, study_id: int, owner: int) -> None:
        """Delete a study for good. Raises NoStudy."""
        await _own(change.tx, study_id, owner)
        await change.tx.studies.remove(study_id)

    @transaction
    async def share(self, change: Change, study_id: int, owner: int, line: int) -> None:
        """Let everybody who sees what is shared copy this line. Raises NoStudy."""
        study = await _own(change.tx, study_id, owner)
        await change.tx.studies.save(replace(study, shared=study.shared | {line}, touched_at=change.now))

    @transaction
    async def _touch(self, change: Change, study_id: int) -> None:
        await change.tx.studies.touch(study_id, change.now)

    async def _moment(self, study: Study, line: int, ply: int | None) -> Moment:
        record = study.record_of(line)
        count = len(record.moves)
        ply = count if ply is None else min(ply, count)
        shown = replace(record, moves=record.moves[:ply], result="*")
        position, before, move = await self._core.replays.in_slices(_steps(shown))
        snapshot = bare_snapshot(position, record.players, before, move)
        match = _as_match(study, record, ply, snapshot, at_end=ply == count)
        return Moment(study, line, ply, count, replace(snapshot, match=match))


def _steps(record: Record) -> Iterator[tuple[Position[Any], Position[Any] | None, Any]]:
    """Each position of a record with the one before it and the move between them."""
    before: Position[Any] | None = None
    for position, move in positions(record):
        yield position, before, move
        before = position


def _as_match(study: Study, record: Record, ply: int, shown: Snapshot, *, at_end: bool) -> Match:
    """The match of a bare snapshot with what the record says about it: its beginning, its times and its end."""
    at = record.ended or study.touched_at
    match = replace(
        shown.match,
        id=study.id,
        options=record.options,
        ply=ply,
        created_at=record.begun or at,
        moved_at=at,
        start=record.start,
    )
    result = result_in(record, shown.position) if at_end else None
    return match if result is None else replace(end(match, result, at), void=record.result == "none")


async def _own(view: Tables, study_id: int, owner: int) -> Study:
    study = await view.studies.of(study_id)
    if study is None or study.owner_id != owner:
        raise NoStudy
    return study
