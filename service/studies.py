"""Studies, in which people look at the moves of a match or a record.

They can step through the moves and add lines of their own.
"""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from language import one_line
from matches.checking import every_position, first_position, recorded_move, result_in
from matches.codes import id_of
from matches.errors import Refusal
from matches.model import Match, Snapshot
from matches.movetext import MAIN
from matches.notation import LONGEST, Record, record_of, write
from matches.results import end
from matches.snapshots import bare_snapshot
from matches.studies import MOST_STUDIES, Moment, NoStudy, NotShared, Study, play_move, without_line
from matches.timecontrol import DAY
from service.change import Change, Departure, after
from service.core import Part, reading, reads, transaction
from service.lines import Board
from storage.privacy import DELETED
from storage.store import Tables

ROOM = 2_000
"""The number of characters that a new study's record leaves free for later growth, such as a longer name."""


@after("forgotten", order=280)
async def leave_names(change: Change, departure: Departure) -> None:
    """Remove a person's name from all studies, including those of records written by others."""
    person_id, studies = departure.person_id, change.tx.studies
    for study in await studies.about(person_id):
        await studies.save(_without_names(study, (player == person_id for player in study.people)))
    person = await change.tx.people.of(person_id)
    if person is not None:
        for study in await studies.naming(person.name):
            await studies.save(
                _without_names(study, (player == one_line(person.name) for player in study.record.players))
            )


def _without_names(study: Study, gone: Iterable[bool]) -> Study:
    """Return a study without the names of the players whose seats are marked in `gone`."""
    first, second = (DELETED if left else name for left, name in zip(gone, study.record.players, strict=True))
    return replace(study, record=replace(study.record, players=(first, second)))


class Studies(Part):
    """Private studies. Each belongs to one person, and every method checks that the caller is that person."""

    async def open(
        self,
        owner: int,
        record: Record,
        match_id: int | None = None,
        people: tuple[int | None, int | None] = (None, None),
        *,
        checked: bool = False,
    ) -> tuple[Study, int]:
        """Store a record with its lines as a study.

        Returns the study, and how many older studies were deleted to make room. Checks every move by the rules, unless
        they were `checked` before. Raises Refusal with the number and the text of the first invalid one.
        """
        if len(await asyncio.to_thread(write, record)) > LONGEST - ROOM:
            raise Refusal("This record is too long for a study, which can have about {most} characters.", most=LONGEST)
        if not checked:
            await self._core.replays.in_slices(every_position(record))
        if match_id is None:
            people = await self._people_of(record)
        main = replace(record, lines={})
        return await self._keep(Study(0, owner, main, 0, record.lines, match_id=match_id, people=people))

    async def open_match(self, owner: int, match_id: int, guild_id: int | None) -> tuple[Study, int]:
        """Open a finished match as a study.

        Raises Unknown if the match does not exist, Damaged if it is damaged, and Refusal if it has not ended.
        """
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
        """Return both players' IDs if a record comes from a match hosted by this bot, or a pair of Nones otherwise.

        The names and all the moves must be those of the match. All moves are required, so that nobody can learn IDs
        from part of a match. IDs stay the same when names change.
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
        """Copy a shared line of a study into a new study for this person.

        Raises NotShared if the line is not shared.
        """
        async with self._core.store.read() as view:
            study = await view.studies.of(study_id)
        if study is None or line not in study.shared:
            raise NotShared
        return await self._keep(
            replace(study, owner_id=owner, record=study.record_of(line), lines={}, shared=frozenset())
        )

    @transaction
    async def _keep(self, change: Change, study: Study) -> tuple[Study, int]:
        """Store a new study, delete those beyond MOST_STUDIES, and return the study and the number deleted."""
        study = replace(study, touched_at=change.now)
        study = replace(study, id=await change.tx.studies.add(study))
        return study, await change.tx.studies.keep_newest(study.owner_id, MOST_STUDIES)

    of = reads(lambda view: partial(_own_study, view))
    all_of = reads(lambda view: view.studies.of_owner)

    async def moment(self, study_id: int, owner: int, line: int = MAIN, ply: int | None = None) -> Moment:
        """Return the board after `ply` moves of a line in a study, or after all moves if `ply` is None.

        Raises NoStudy, and Refusal if a move cannot be replayed.
        """
        study = await self.of(study_id, owner)
        if self._core.clock.now() - study.touched_at >= DAY:
            await self._core.run(lambda change: change.tx.studies.touch(study_id, change.now))
        record = study.record_of(line)
        count = len(record.moves)
        ply = count if ply is None else min(ply, count)
        position, before, move = await self._core.replays.in_slices(self._boards(record, ply))
        snapshot = bare_snapshot(position, record.players, before, move)
        match = _as_match(study, record, ply, snapshot, at_end=ply == count)
        return Moment(study, line, ply, count, replace(snapshot, match=match))

    def _boards(self, record: Record, ply: int) -> Iterator[Board]:
        """Yield a record's boards up to a ply, from the last one cached. Raises Refusal if a move is invalid."""
        start = (record.game, tuple(sorted(record.options.items())), record.start)

        def after(board: Board, number: int) -> Board:
            return board.after(recorded_move(record, board.position, number))

        texts = [move.text for move in record.moves[:ply]]
        return self._core.replays.lines.along(start, Board(first_position(record)), texts, after)

    async def play(self, study_id: int, owner: int, line: int, ply: int, text: str) -> tuple[int, int]:
        """Play a move in a line of a study, and return the line and ply of the new position.

        Raises NoStudy, Refusal, and the RuleError of an illegal move.
        """
        at = await self.moment(study_id, owner, line, ply)
        position = at.snapshot.position
        move = position.parse(text)
        known = at.study.following(line, at.ply).values()  # the record may write the same move in another form
        same = (recorded for recorded in known if position.parse(recorded) == move)
        return await self._play(at, next(same, position.format(move))), at.ply + 1

    @transaction
    async def _play(self, change: Change, moment: Moment, text: str) -> int:
        study = await _own_study(change.tx, moment.study.id, moment.study.owner_id)
        if (study.record, study.lines) != (moment.study.record, moment.study.lines):
            raise Refusal("This study was changed at the same time. Open it again and retry.")
        after, number = play_move(study, moment.line, moment.ply, text)
        if len(await asyncio.to_thread(write, after.whole)) > LONGEST:
            raise Refusal("This study is full. Delete a line first.")
        await change.tx.studies.save(replace(after, touched_at=change.now))
        return number

    @transaction
    async def drop_line(self, change: Change, study_id: int, owner: int, line: int) -> tuple[int, int]:
        """Delete a line of a study, along with the lines that branch off from it.

        Returns the line and the ply from which the deleted line branched off. Raises NoStudy and Refusal.
        """
        study = await _own_study(change.tx, study_id, owner)
        left = study.line(line)
        await change.tx.studies.save(replace(without_line(study, line), touched_at=change.now))
        return left.of, left.after

    @transaction
    async def delete(self, change: Change, study_id: int, owner: int) -> None:
        """Delete a study permanently. Raises NoStudy."""
        await _own_study(change.tx, study_id, owner)
        await change.tx.studies.remove(study_id)

    @transaction
    async def share(self, change: Change, study_id: int, owner: int, line: int) -> None:
        """Let people copy a line of this study when they see it in a message. Raises NoStudy."""
        study = await _own_study(change.tx, study_id, owner)
        await change.tx.studies.save(replace(study, shared=study.shared | {line}, touched_at=change.now))


def _as_match(study: Study, record: Record, ply: int, shown: Snapshot, *, at_end: bool) -> Match:
    """Return a match with a record's start, times and result, so that a study's board can be drawn."""
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


async def _own_study(view: Tables, study_id: int, owner: int) -> Study:
    """Return the study with this ID, or raise NoStudy if there is none or if it belongs to somebody else."""
    study = await view.studies.of(study_id)
    if study is None or study.owner_id != owner:
        raise NoStudy
    return study
