"""Studies: a record that somebody looks through for themselves, with lines of their own that leave it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from language import mark
from matches.errors import Refusal, Unknown
from matches.movetext import MAIN, MOST_LINES, MOST_MOVES, Line, RecordedMove

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matches.model import Snapshot
    from matches.notation import Record

MOST_STUDIES = 25
"""The most studies of one person."""
MOST_PLIES = 1_000
"""The most moves of a line that somebody plays on."""


class NoStudy(Unknown):
    """There is no such study of this person."""

    def __init__(self) -> None:
        super().__init__(mark("This study is not there any more: `/studies` lists those that you have."))


class NotShared(Unknown):
    """Nobody has shared such a line, or it is there no more."""

    def __init__(self) -> None:
        super().__init__(mark("This study was deleted by whoever shared it."))


@dataclass(frozen=True, slots=True)
class Study:
    """A record with the lines that leave it. Only its owner sees it."""

    id: int
    owner_id: int
    record: Record
    """The main line."""
    touched_at: int
    """When it was last opened or changed, to the day."""
    lines: Mapping[int, Line] = field(default_factory=dict)
    """The lines that leave the record or each other, by number from 1."""
    shared: frozenset[int] = frozenset()
    """The lines that were shown to others, who may copy them."""
    match_id: int | None = None
    """The match whose record it is, if it was opened from there."""
    people: tuple[int | None, int | None] = (None, None)
    """The ids of that match's players by seat, so that a name can be taken away although the match is gone."""

    def line(self, number: int) -> Line:
        """The line of this number, which is not the main one. Raises Refusal."""
        if number not in self.lines:
            raise Refusal("This line is not there any more: go back to the main line.")
        return self.lines[number]

    def moves(self, number: int) -> list[RecordedMove]:
        """All moves of a line from the start. Raises Refusal."""
        if number == MAIN:
            return list(self.record.moves)
        line = self.line(number)
        return self.moves(line.of)[: line.after] + [RecordedMove(text) for text in line.moves]

    @property
    def grows(self) -> bool:
        """Whether moves at its end make the main line longer: it is no record of a match that was played."""
        return self.record.result == "*" and not self.record.code and self.match_id is None

    def record_of(self, number: int) -> Record:
        """A line as a record of its own. The main line is the record as it was."""
        if number == MAIN:
            return self.record
        return replace(
            self.record, moves=self.moves(number), result="*", reason="", code="", server="", rated=False, ended=None
        )

    @property
    def size(self) -> int:
        """How many moves there are in all lines."""
        return len(self.record.moves) + sum(len(line.moves) for line in self.lines.values())

    @property
    def whole(self) -> Record:
        """The record with all lines that leave it."""
        return replace(self.record, lines=self.lines)

    def following(self, number: int, ply: int) -> dict[int, str]:
        """The moves by which lines go on from here, by the number of the line; its own one first."""
        moves = self.moves(number)
        found = {number: moves[ply].text} if ply < len(moves) else {}
        origin = self.origin(number, ply)
        leaving = (other for other, line in self.lines.items() if (line.of, line.after) == origin)
        for other in (origin[0], *leaving):
            known = self.moves(other)
            if ply < len(known) and known[ply].text not in found.values():
                found[other] = known[ply].text
        return found

    def origin(self, number: int, ply: int) -> tuple[int, int]:
        """The line to which this moment belongs, and its ply: until its own first move, a line is the one it leaves."""
        while number != MAIN and ply <= self.line(number).after:
            number = self.line(number).of
        return number, ply


@dataclass(frozen=True, slots=True)
class ListedStudy:
    """What a list tells of a study."""

    id: int
    game: str
    players: tuple[str, str]
    moves: int
    """How many moves its main line has."""
    lines: int
    """How many lines leave others."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A study at one moment of one of its lines."""

    study: Study
    line: int
    ply: int
    """How many moves have been played since the start."""
    count: int
    """How many moves the line has."""
    snapshot: Snapshot
    """The board, as if the line were a match."""


def played(study: Study, number: int, ply: int, text: str) -> tuple[Study, int]:
    """The study after this legal move, and the line in which it stands now.

    A line that goes on so already is followed. At its end a line grows; anywhere else a new one begins.
    """
    for other, known in study.following(number, ply).items():
        if known == text:
            return study, other
    if study.size >= MOST_MOVES:
        raise Refusal("A study has at most {most} moves in all of its lines.", most=MOST_MOVES)
    length = len(study.moves(number))
    if ply >= MOST_PLIES:
        raise Refusal("A line of a study has at most {most} moves.", most=MOST_PLIES)
    if ply == length and number != MAIN:
        line = study.line(number)
        grown = replace(line, moves=[*line.moves, text])
        return replace(study, lines={**study.lines, number: grown}), number
    if ply == length and study.grows:
        record = replace(study.record, moves=[*study.record.moves, RecordedMove(text)])
        return replace(study, record=record), MAIN
    if len(study.lines) >= MOST_LINES:
        raise Refusal(mark("A study has at most {most} lines: delete one of them first."), most=MOST_LINES)
    of, after = study.origin(number, ply)
    new = max(study.lines, default=MAIN) + 1
    return replace(study, lines={**study.lines, new: Line(of, after, [text])}), new


def without(study: Study, number: int) -> Study:
    """The study without this line and those that leave it. Raises Refusal."""
    study.line(number)
    gone = {number}
    for other, line in sorted(study.lines.items()):
        if line.of in gone:
            gone.add(other)
    kept = {other: line for other, line in study.lines.items() if other not in gone}
    return replace(study, lines=kept, shared=study.shared - gone)
