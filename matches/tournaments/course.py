"""The course of a tournament: its pairings, next matches and winners, derived from the matches played so far."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal
from zlib import crc32

from matches.tournaments.model import Fixture, Format, Meeting, Withdrawals
from matches.tournaments.presence import left_during
from matches.tournaments.table import Line, Score, points, removed_entrants, score, table
from matches.tournaments.together import split

WHOLE = 7
"""The most entrants in a single group."""
LARGEST = 6
"""The most entrants in each group if there are several groups."""
FINALISTS = 4
"""The fewest entrants that advance to the next stage from several groups together."""
Coin = Callable[[], bool]
"""A fair coin that decides the sides of a deciding match."""
DECIDER = 3
"""The number of the single match that decides a level pairing. If it is drawn, the time used decides."""
NEVER = 1 << 62
"""The departure time of entrants who have not withdrawn."""


def berger(size: int) -> list[list[tuple[int, int]]]:
    """Return the rounds of a round-robin tournament for entrants numbered from 1 to `size`.

    The first entrant of each pair moves first. These are the Berger tables of the FIDE Handbook (C.05, annex 1). In an
    odd size, the last number of the next even table is a bye. Each entrant moves first as often as second, or once more
    or less.
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
    """Return a group's matches in order. With `both_sides`, each pair plays twice, swapping sides."""
    pairs = [(entrants[first - 1], entrants[second - 1]) for rows in berger(len(entrants)) for first, second in rows]
    return [match for pair in pairs for match in (pair, pair[::-1])] if both_sides else pairs


def groups(entrants: Sequence[int]) -> list[list[int]]:
    """Divide entrants, strongest first, into groups of at most LARGEST, or into a single group of at most WHOLE.

    They are dealt in a serpentine (1 to 3, then 3 to 1), so that the groups are equally strong.
    """
    count = 1 if len(entrants) <= WHOLE else -(-len(entrants) // LARGEST)
    dealt: list[list[int]] = [[] for _ in range(count)]
    for index, entrant in enumerate(entrants):
        turn, place = divmod(index, count)
        dealt[place if turn % 2 == 0 else count - 1 - place].append(entrant)
    return dealt


def qualifying(count: int) -> int:
    """Return how many entrants must advance from each of `count` groups for at least FINALISTS to advance in total."""
    return -(-FINALISTS // count)


def bracket(size: int) -> list[tuple[int, int | None]]:
    """Return the first-round pairings of a knockout for entrants numbered by strength from 1 to `size`.

    The strongest two can meet only in the final, the strongest four only in the semifinals, and so on. None is a bye;
    the strongest get the byes.
    """
    order = [1]
    while len(order) < size:
        order = [seed for strong in order for seed in (strong, 2 * len(order) + 1 - strong)]
    return [(order[at], order[at + 1] if order[at + 1] <= size else None) for at in range(0, len(order), 2)]


@dataclass(frozen=True, slots=True)
class Course(ABC):
    """The course of a tournament whose entrants are numbered by strength, from 1 (the strongest) to `size`."""

    size: int
    meetings: Sequence[Meeting]
    withdrawals: Withdrawals
    both_sides: bool
    """Whether the game's sides differ so much that each pair in a group plays both sides."""

    @abstractmethod
    def due_fixtures(self, coin: Coin) -> list[Fixture]:
        """Return the fixtures to add now, in the order in which they begin."""

    @abstractmethod
    def winners(self) -> list[int] | None:
        """Return the winners, or None while the tournament is running.

        There are several if first place is shared, and none if everybody withdrew.
        """

    @abstractmethod
    def is_behind(self, entrant: int) -> bool:
        """Return whether an entrant's latest group or pairing is final because the next one has begun."""

    def score_of(self, meeting: Meeting) -> Score | None:
        """Return a match's score, or None while the match is open.

        Also returns the score of a match that no longer counts. The table leaves out the matches of entrants who left
        early.
        """
        return score(meeting, {})

    def has_left(self, meeting: Meeting) -> bool:
        """Return whether a match no longer counts because one of its players withdrew."""
        return any(map(meeting.involves, self.removed_from(meeting)))

    def removed_from(self, _meeting: Meeting) -> set[int]:
        """Return the entrants whose results no longer count in this match's group."""
        return set()


class GroupCourse(Course):
    """A tournament in group stages, where the best entrants of each group advance.

    The last stage is one group.
    """

    def stages(self) -> list[list[list[Meeting]]]:
        """Return the matches by stage and group."""
        return [split(stage, attrgetter("group")) for stage in split(self.meetings, attrgetter("stage"))]

    def tables(self) -> list[list[list[Line]]]:
        """Return the tables by stage and group."""
        return [[table(group, self.withdrawals) for group in stage] for stage in self.stages()]

    def due_fixtures(self, _coin: Coin) -> list[Fixture]:
        if self.meetings and not self._over():
            return []
        going_on = self.qualifiers()
        if len(going_on) < 2 or (self.meetings and len(self.stages()[-1]) == 1):
            return []
        return self._stage(len(self.stages()) + 1, going_on)

    def qualifiers(self) -> list[int]:
        """Return the entrants advancing from the latest stage, group winners first.

        Equal entrants are ordered by their numbers from the draw. Before the first stage, returns everybody who has not
        left since the draw.
        """
        if not self.meetings:
            return [entrant for entrant in range(1, self.size + 1) if entrant not in self.withdrawals]
        newest = self.tables()[-1]
        places = range(qualifying(len(newest)))
        staying = [
            sorted(
                (line for line in lines if line.entrant not in self.withdrawals),
                key=lambda line: (line.place or 0, line.entrant),
            )
            for lines in newest
        ]
        return [lines[place].entrant for place in places for lines in staying if place < len(lines)]

    def winners(self) -> list[int] | None:
        if not self._over():
            return None
        if not self.meetings or len(self.stages()[-1]) > 1:
            left = self.qualifiers()
            return left if len(left) < 2 else None
        return [line.entrant for line in self.tables()[-1][0] if line.place == 1 and not line.out]

    def score_of(self, meeting: Meeting) -> Score | None:
        return score(meeting, {} if self.has_left(meeting) else left_during(self._group(meeting), self.withdrawals))

    def removed_from(self, meeting: Meeting) -> set[int]:
        return removed_entrants(self._group(meeting), self.withdrawals)

    def is_behind(self, entrant: int) -> bool:
        newest = max((meeting.fixture.stage for meeting in self.meetings if meeting.involves(entrant)), default=0)
        return any(meeting.fixture.stage > newest for meeting in self.meetings)

    def _group(self, meeting: Meeting) -> list[Meeting]:
        """Return the matches of this match's group."""
        return [other for other in self.meetings if other.fixture.part == meeting.fixture.part]

    def _over(self) -> bool:
        """Return whether all fixtures so far are settled."""
        return all(meeting.is_settled(self.withdrawals) for meeting in self.meetings)

    def _stage(self, stage: int, entrants: Sequence[int]) -> list[Fixture]:
        """Return the fixtures of a stage: match 1 of every group, then match 2 of every group, and so on."""
        planned = [
            Fixture(stage, group, number, *pair)
            for group, dealt in enumerate(groups(entrants), 1)
            for number, pair in enumerate(round_robin(dealt, both_sides=self.both_sides), 1)
        ]
        return sorted(planned, key=lambda fixture: (fixture.number, fixture.group))


@dataclass(frozen=True, slots=True)
class Tie:
    """A pairing in a knockout round.

    An entrant is None if the other one has a bye or if the entrant is still unknown.
    """

    round: int
    number: int
    entrants: tuple[int | None, int | None]
    meetings: Sequence[Meeting]
    points: tuple[int, int]
    """Each entrant's points, in half points."""
    winner: int | None
    decided: bool
    """Whether it is known who advances. If both have withdrawn at the same time, nobody does."""
    level: Literal["", "time", "lot"] = ""
    """What decided a pairing that remained level: the time used or, if that was equal, a lot."""


class KnockoutCourse(Course):
    """A knockout tournament. Each pairing plays two matches, swapping sides, and the winner advances.

    If a pairing is level, a third match decides; if that is drawn, the player who used less time advances, then the lot
    decides.
    """

    def rounds(self) -> list[list[Tie]]:
        """Return the pairings of all rounds, from the first round to the final."""
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

    def due_fixtures(self, coin: Coin) -> list[Fixture]:
        return [fixture for ties in self.rounds() for tie in ties for fixture in self._needed_fixtures(tie, coin)]

    def winners(self) -> list[int] | None:
        final = self.rounds()[-1][0]
        if not final.decided or not all(meeting.is_settled(self.withdrawals) for meeting in self.meetings):
            return None
        return [] if final.winner is None else [final.winner]

    def matches_to_come(self) -> int:
        """Return how many matches the pairings that have not begun will have, without tiebreakers."""
        return 2 * sum(not (tie.meetings or tie.decided) for ties in self.rounds() for tie in ties)

    def is_behind(self, entrant: int) -> bool:
        last = max((tie for ties in self.rounds() for tie in ties if entrant in tie.entrants), key=attrgetter("round"))
        fixtures = (meeting.fixture for meeting in self.meetings if meeting.fixture.stage > last.round)
        return any((last.number - 1) >> (fixture.stage - last.round) == fixture.group - 1 for fixture in fixtures)

    def _tie(self, stage: int, number: int, upper: tuple[int | None, bool], lower: tuple[int | None, bool]) -> Tie:
        (first, first_known), (second, second_known) = upper, lower
        pair = (first, second)
        played = [meeting for meeting in self.meetings if meeting.fixture.part == (stage, number)]
        if not (first_known and second_known):
            return Tie(stage, number, pair, played, (0, 0), None, decided=False)
        if first is None or second is None:
            return Tie(stage, number, pair, played, (0, 0), first or second, decided=True)
        scored = [worth for worth in (score(meeting, {}) for meeting in played) if worth is not None]
        total = (points(scored, first), points(scored, second))
        won: int | None = None
        level: Literal["", "time", "lot"] = ""
        if len(played) >= 2 and len(scored) == len(played) and total[0] != total[1]:
            won = first if total[0] > total[1] else second
        elif len(played) >= DECIDER and len(scored) == len(played):
            won, level = _break_tie(played, (first, second))
        # a pairing continues until it is decided
        left = self.withdrawals if won is None else left_during(played, self.withdrawals)
        if first not in left and second not in left:
            return Tie(stage, number, pair, played, total, won, decided=won is not None, level=level)
        # The one who left first loses, even if the other leaves in a later round.
        left_at = [left.get(entrant, NEVER) for entrant in (first, second)]
        winner = None if left_at[0] == left_at[1] else first if left_at[0] > left_at[1] else second
        return Tie(stage, number, pair, played, total, winner, decided=True)

    def _needed_fixtures(self, tie: Tie, coin: Coin) -> list[Fixture]:
        """Return those matches of a pairing that should begin now: two or, if those ended level, a tiebreaker."""
        first, second = tie.entrants
        if tie.decided or first is None or second is None:
            return []
        if not tie.meetings:
            swapped = [(first, second), (second, first)] if coin() else [(second, first), (first, second)]
            return [Fixture(tie.round, tie.number, number, *pair) for number, pair in enumerate(swapped, 1)]
        if not all(meeting.is_settled(self.withdrawals) for meeting in tie.meetings):
            return []
        pair = (first, second) if coin() else (second, first)
        return [Fixture(tie.round, tie.number, DECIDER, *pair)]


COURSES: Mapping[Format, type[GroupCourse | KnockoutCourse]] = {"groups": GroupCourse, "knockout": KnockoutCourse}


def _break_tie(played: Sequence[Meeting], pair: tuple[int, int]) -> tuple[int, Literal["time", "lot"]]:
    """Decide which entrant advances if a pairing is still level.

    Returns the entrant and what decided the pairing, `time` or `lot`. The entrant who used less time advances; if both
    used the same, the lot decides. The lot depends only on the matches, so that it is always the same.
    """
    first, second = (
        sum(meeting.used[meeting.fixture.entrants.index(entrant)] for meeting in played) for entrant in pair
    )
    if first != second:
        return pair[0] if first < second else pair[1], "time"
    return pair[crc32(repr([meeting.match_id for meeting in played]).encode()) % 2], "lot"


def absent_entrants(meetings: Sequence[Meeting], withdrawals: Withdrawals, returns: Mapping[int, int]) -> set[int]:
    """Return the entrants who lost two matches on time without making a move in either, and have not withdrawn.

    Losses before an entrant came back (`returns`, in UTC seconds) do not count.
    """
    idle = Counter[int]()
    for meeting in meetings:
        if meeting.on_time and meeting.winner is not None and 1 - meeting.winner not in meeting.moved:
            loser = meeting.fixture.entrants[1 - meeting.winner]
            idle[loser] += (meeting.ended_at or 0) > returns.get(loser, -1)
    return {entrant for entrant, lost in idle.items() if lost >= 2 and entrant not in withdrawals}
