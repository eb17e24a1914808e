"""Studies: private copies of game records, to which a person can add variations."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from language import mark
from matches.errors import Fixed, Refusal, Unknown
from matches.model import Snapshot
from matches.movetext import MAIN, MOST_LINES, MOST_MOVES, Line, RecordedMove
from matches.notation import Record

MOST_STUDIES = 25
MOST_PLIES = 1_000
"""The most moves in a line."""


class NoStudy(Fixed, Unknown):
    """Raised if this person has no such study."""

    MESSAGE = mark("This study no longer exists. Your studies are in `/studies`.")


class NotShared(Fixed, Unknown):
    """Raised if a shared line does not exist or has been deleted."""

    MESSAGE = mark("The person who shared this study deleted it.")


@dataclass(frozen=True, slots=True)
class Study:
    """A game record with variations, visible only to its owner."""

    id: int
    owner_id: int
    record: Record
    """The main line."""
    touched_at: int
    """When the study was last opened or changed, in UTC seconds. It is accurate to within a day."""
    lines: Mapping[int, Line] = field(default_factory=dict)
    """The variations by number, from 1. Each branches off the main line or another variation."""
    shared: frozenset[int] = frozenset()
    """The numbers of the lines that the owner has shared and that others may copy."""
    match_id: int | None = None
    """The ID of the match from which the study was made, or None if it was made from a record."""
    people: tuple[int | None, int | None] = (None, None)
    """The IDs of that match's players by seat. They allow names to be erased even after the match has been deleted."""

    def line(self, number: int) -> Line:
        """Return the added line with this number.

        Raises Refusal if it does not exist or is the main line.
        """
        if number not in self.lines:
            raise Refusal("This line no longer exists. Go back to the main line.")
        return self.lines[number]

    def moves(self, number: int) -> list[RecordedMove]:
        """Return all of a line's moves, including those before it branches off.

        Raises Refusal if there is no such line.
        """
        if number == MAIN:
            return list(self.record.moves)
        line = self.line(number)
        return self.moves(line.of)[: line.after] + [RecordedMove(text) for text in line.moves]

    @property
    def grows(self) -> bool:
        """Whether the main line can be extended.

        It can if its game is unfinished and it is not the record of a match.
        """
        return self.record.result == "*" and not self.record.code and self.match_id is None

    def record_of(self, number: int) -> Record:
        """Return a line as a separate record. For the main line, this is the original record."""
        if number == MAIN:
            return self.record
        return replace(
            self.record, moves=self.moves(number), result="*", reason="", code="", server="", rated=False, ended=None
        )

    @property
    def size(self) -> int:
        """The number of moves in all lines together."""
        return len(self.record.moves) + sum(len(line.moves) for line in self.lines.values())

    @property
    def whole(self) -> Record:
        return replace(self.record, lines=self.lines)

    def following(self, number: int, ply: int) -> dict[int, str]:
        """Return the distinct moves that follow a position, keyed by line number.

        The move of line `number` comes first.
        """
        moves = self.moves(number)
        next_moves = {number: moves[ply].text} if ply < len(moves) else {}
        origin = self.origin(number, ply)
        branches = (other for other, line in self.lines.items() if (line.of, line.after) == origin)
        for other in (origin[0], *branches):
            moves = self.moves(other)
            if ply < len(moves) and moves[ply].text not in next_moves.values():
                next_moves[other] = moves[ply].text
        return next_moves

    def origin(self, number: int, ply: int) -> tuple[int, int]:
        """Return the line that a position belongs to, and the position's ply.

        A position before a branch belongs to the parent line.
        """
        while number != MAIN and ply <= self.line(number).after:
            number = self.line(number).of
        return number, ply


@dataclass(frozen=True, slots=True)
class ListedStudy:
    id: int
    game: str
    players: tuple[str, str]
    moves: int
    """The number of moves in the main line."""
    lines: int
    """The number of variations."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position in one of a study's lines."""

    study: Study
    line: int
    ply: int
    """The number of moves from the start to this position."""
    count: int
    snapshot: Snapshot
    """The board, presented as if the line were a match."""


def play_move(study: Study, number: int, ply: int, text: str) -> tuple[Study, int]:
    """Play a legal move in a line, and return the updated study and the number of the line containing the move.

    An existing continuation is followed. Otherwise, the line is extended at its end, and anywhere else a new line is
    added.
    """
    for other, next_move in study.following(number, ply).items():
        if next_move == text:
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
        raise Refusal(mark("A study has at most {most} lines. Delete one of them first."), most=MOST_LINES)
    of, after = study.origin(number, ply)
    new = max(study.lines, default=MAIN) + 1
    return replace(study, lines={**study.lines, new: Line(of, after, [text])}), new


def without_line(study: Study, number: int) -> Study:
    """Return the study without a line and its branches. Raises Refusal if there is no such line."""
    study.line(number)
    gone = {number}
    for other, line in sorted(study.lines.items()):
        if line.of in gone:
            gone.add(other)
    kept = {other: line for other, line in study.lines.items() if other not in gone}
    return replace(study, lines=kept, shared=study.shared - gone)
