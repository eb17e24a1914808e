"""The course of a tournament: its pairings, what is played next, and who has won, derived from what was played."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from matches.tournaments.model import Fixture, Format, Meeting, Withdrawals
from matches.tournaments.table import Line, Score, points, removed, score, scores, table

WHOLE = 7
"""The most entrants in a single group."""
LARGEST = 6
"""The most entrants in one of several groups."""
FINALISTS = 4
"""The fewest entrants that several groups send on together."""
Coin = Callable[[], bool]
"""A fair coin for the sides of a deciding match."""
NEVER = 1 << 62
"""When somebody leaves who has not withdrawn."""


def berger(size: int) -> list[list[tuple[int, int]]]:
    """The rounds of a round robin of `size` entrants, numbered from 1; the first of each pair moves first.

    These are the Berger tables of the FIDE Handbook (C.05, annex 1). In an odd size, the last number of the next even
    table is a bye. Each entrant has the first move as often as the second, or once more or less.
    """
    even = size + size % 2
    rounds = []
    for number in range(even - 1):
        start = number * even // 2 % (even - 1)
        circle = [(start + step) % (even - 1) + 1 for step in range(even - 1)]
        head = (circle[0], even) if number % 2 == 0 else (even, circle[0])
        pairs = [head, *((circle[step], circle[-step]) for step in range(1, even // 2))]
        rounds.append([pair for pair in pairs if max(pair) <= size])
    return rounds


def round_robin(entrants: Sequence[int], *, both_sides: bool) -> list[tuple[int, int]]:
    """The matches of a group in the order in which they begin; with `both_sides`, each pair meets on both sides."""
    pairs = [(entrants[first - 1], entrants[second - 1]) for rows in berger(len(entrants)) for first, second in rows]
    return [match for pair in pairs for match in (pair, pair[::-1])] if both_sides else pairs


def groups(entrants: Sequence[int]) -> list[list[int]]:
    """Distribute entrants, strongest first: one group up to WHOLE, else groups of four to LARGEST.

    They are dealt in a serpentine (1 to 3, then 3 to 1), so that the groups are equally strong.
    """
    count = 1 if len(entrants) <= WHOLE else -(-len(entrants) // LARGEST)
    dealt: list[list[int]] = [[] for _ in range(count)]
    for index, entrant in enumerate(entrants):
        turn, place = divmod(index, count)
        dealt[place if turn % 2 == 0 else count - 1 - place].append(entrant)
    return dealt


def qualifying(count: int) -> int:
    """How many entrants of each of `count` groups go on: the fewest that make at least FINALISTS together."""
    return -(-FINALISTS // count)


def bracket(size: int) -> list[tuple[int, int | None]]:
    """The pairings of the first round of a knockout of `size` entrants, numbered from 1 by strength.

    The strongest two can meet only in the final, the strongest four only in the semifinals, and so on. None is a bye;
    the strongest have the byes.
    """
    order = [1]
    while len(order) < size:
        order = [seed for strong in order for seed in (strong, 2 * len(order) + 1 - strong)]
    return [(order[at], order[at + 1] if order[at + 1] <= size else None) for at in range(0, len(order), 2)]


@dataclass(frozen=True, slots=True)
class Course(ABC):
    """A tournament of `size` entrants, numbered from 1 by strength, with its matches so far."""

    size: int
    meetings: Sequence[Meeting]
    withdrawals: Withdrawals
    both_sides: bool
    """Whether the sides of the game differ so much that a pair in a group meets on both."""

    @abstractmethod
    def due(self, coin: Coin) -> list[Fixture]:
        """The fixtures to be added now, in the order in which they begin."""

    @abstractmethod
    def winners(self) -> list[int] | None:
        """Who has won, several if they share the first place, nobody if all withdrew; None while it runs."""

    def score_of(self, meeting: Meeting) -> Score | None:
        """What a match is worth, or would be if it had not left the table; None while it is open."""
        return score(meeting, {})

    def has_left(self, _meeting: Meeting) -> bool:
        """Whether the result of a match does not count, because a player has withdrawn."""
        return False


class GroupCourse(Course):
    """Stages of groups: the best of each go on, until a stage has one group."""

    def stages(self) -> list[list[list[Meeting]]]:
        """The matches of each group of each stage."""
        stages = _split(self.meetings, lambda fixture: fixture.stage)
        return [_split(stage, lambda fixture: fixture.group) for stage in stages]

    def tables(self) -> list[list[list[Line]]]:
        """The table of each group of each stage."""
        return [[table(group, self.withdrawals) for group in stage] for stage in self.stages()]

    def due(self, _coin: Coin) -> list[Fixture]:
        if not self.meetings:
            return self._stage(1, [entrant for entrant in range(1, self.size + 1) if entrant not in self.withdrawals])
        if not self._over() or len(self.stages()[-1]) == 1:
            return []
        return self._stage(len(self.stages()) + 1, self.qualified())

    def qualified(self) -> list[int]:
        """Who goes on from the newest stage, the winners of the groups first. The draw decides between equals."""
        newest = self.tables()[-1]
        places = range(qualifying(len(newest)))
        staying = [
            sorted((line for line in lines if not line.out), key=lambda line: (line.place or 0, line.entrant))
            for lines in newest
        ]
        return [lines[place].entrant for place in places for lines in staying if place < len(lines)]

    def winners(self) -> list[int] | None:
        if not self.meetings or not self._over():
            return None
        newest = self.tables()[-1]
        if len(newest) > 1:
            left = self.qualified()
            return left if len(left) < 2 else None
        return [line.entrant for line in newest[0] if line.place == 1]

    def score_of(self, meeting: Meeting) -> Score | None:
        return score(meeting, {} if self.has_left(meeting) else self.withdrawals)

    def has_left(self, meeting: Meeting) -> bool:
        together = [other for other in self.meetings if other.fixture.part == meeting.fixture.part]
        return any(map(meeting.involves, removed(together, self.withdrawals)))

    def _over(self) -> bool:
        """Whether everything in the fixtures so far is settled."""
        return all(meeting.settled(self.withdrawals) for meeting in self.meetings)

    def _stage(self, stage: int, entrants: Sequence[int]) -> list[Fixture]:
        """The fixtures of a stage; the groups begin their rounds side by side."""
        planned = [
            Fixture(stage, group, number, *pair)
            for group, dealt in enumerate(groups(entrants), 1)
            for number, pair in enumerate(round_robin(dealt, both_sides=self.both_sides), 1)
        ]
        return sorted(planned, key=lambda fixture: (fixture.number, fixture.group))


@dataclass(frozen=True, slots=True)
class Tie:
    """A pairing of a knockout round. An entrant is None for a bye, or while not yet known."""

    round: int
    number: int
    entrants: tuple[int | None, int | None]
    meetings: Sequence[Meeting]
    points: tuple[int, int]
    """In half points."""
    winner: int | None
    decided: bool
    """Whether it is known who goes on; nobody does if both withdrew at once."""


class KnockoutCourse(Course):
    """Pairings of two matches with sides swapped, decided by single matches if level; winners go on."""

    def rounds(self) -> list[list[Tie]]:
        """The pairings of all rounds, from the first to the final."""
        slots: list[tuple[int | None, bool]] = [(entrant, True) for pair in bracket(self.size) for entrant in pair]
        rounds: list[list[Tie]] = []
        while len(slots) > 1:
            ties = [
                self._tie(len(rounds) + 1, number // 2 + 1, slots[number], slots[number + 1])
                for number in range(0, len(slots), 2)
            ]
            rounds.append(ties)
            slots = [(tie.winner, tie.decided) for tie in ties]
        return rounds

    def due(self, coin: Coin) -> list[Fixture]:
        return [fixture for ties in self.rounds() for tie in ties for fixture in self._wanted(tie, coin)]

    def winners(self) -> list[int] | None:
        final = self.rounds()[-1][0]
        if not final.decided or not all(meeting.settled(self.withdrawals) for meeting in self.meetings):
            return None
        return [] if final.winner is None else [final.winner]

    def _tie(self, stage: int, number: int, upper: tuple[int | None, bool], lower: tuple[int | None, bool]) -> Tie:
        (first, first_known), (second, second_known) = upper, lower
        pair = (first, second)
        played = [meeting for meeting in self.meetings if meeting.fixture.part == (stage, number)]
        if not (first_known and second_known):
            return Tie(stage, number, pair, played, (0, 0), None, decided=False)
        if first is None or second is None:
            return Tie(stage, number, pair, played, (0, 0), first or second, decided=True)
        scored = scores(played, {})
        total = (points(scored, first), points(scored, second))
        left = [self.withdrawals.get(entrant, NEVER) for entrant in (first, second)]
        over = len(played) >= 2 and all(
            meeting.settled({}) and (meeting.ended_at or 0) < min(left) for meeting in played
        )
        if over and total[0] != total[1]:
            return Tie(stage, number, pair, played, total, first if total[0] > total[1] else second, decided=True)
        if left == [NEVER, NEVER]:
            return Tie(stage, number, pair, played, total, None, decided=False)
        # lost by the one who left first, even if the other leaves in a later round
        winner = None if left[0] == left[1] else first if left[0] > left[1] else second
        return Tie(stage, number, pair, played, total, winner, decided=True)

    def _wanted(self, tie: Tie, coin: Coin) -> list[Fixture]:
        """The matches that a pairing lacks: two, or one more whenever all are over and it is level."""
        first, second = tie.entrants
        if tie.decided or first is None or second is None:
            return []
        if not tie.meetings:
            swapped = [(first, second), (second, first)] if coin() else [(second, first), (first, second)]
            return [Fixture(tie.round, tie.number, number, *pair) for number, pair in enumerate(swapped, 1)]
        if not all(meeting.settled(self.withdrawals) for meeting in tie.meetings):
            return []
        pair = (first, second) if coin() else (second, first)
        return [Fixture(tie.round, tie.number, len(tie.meetings) + 1, *pair)]


COURSES: Mapping[Format, type[GroupCourse | KnockoutCourse]] = {"groups": GroupCourse, "knockout": KnockoutCourse}


def vanished(meetings: Sequence[Meeting], withdrawals: Withdrawals) -> set[int]:
    """Who has lost two matches on time without a move in either, and has not withdrawn."""
    idle = Counter[int]()
    for meeting in meetings:
        if meeting.on_time and meeting.winner is not None and 1 - meeting.winner not in meeting.moved:
            idle[meeting.fixture.entrants[1 - meeting.winner]] += 1
    return {entrant for entrant, lost in idle.items() if lost >= 2 and entrant not in withdrawals}


def _split(meetings: Sequence[Meeting], key: Callable[[Fixture], int]) -> list[list[Meeting]]:
    """The matches by this key of their fixture, in its order."""
    ordered = sorted(meetings, key=lambda meeting: key(meeting.fixture))
    return [list(part) for _, part in groupby(ordered, lambda meeting: key(meeting.fixture))]
