"""The rules of docs/tournaments.md by hand: tables and winners computed from the rows of the database alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matches.tournaments.course import KnockoutCourse
from matches.tournaments.progress import Progress
from storage.store import Store
from tests.support.rows import dicts_of

NEVER = 1 << 60
BANK = 3 * 86_400
"""The seconds for a move in the tournaments of `tests.support.tournaments`."""
Lots = Mapping[tuple[int, int], int]
"""Who goes on by lot, by the round and the number of the pairing."""


@dataclass
class Played:
    """A fixture with what was played."""

    part: tuple[int, int]
    number: int
    pair: tuple[int, int]
    again: bool
    match: dict[str, Any] | None
    moves: list[dict[str, Any]]

    @property
    def ended(self) -> int:
        return int(self.match["ended_at"]) if self.match and self.match["status"] == "over" else NEVER

    @property
    def loser(self) -> int | None:
        """The entrant who lost, also by letting the match end before both had moved."""
        if self.ended == NEVER or self.match is None:
            return None
        ending = self.match["ending"]
        side = {"forfeit_first": 0, "forfeit_second": 1, "late_first": 0, "late_second": 1}.get(ending)
        if side is None and self.match["winner"] is not None:
            side = 1 - self.match["winner"]
        return None if side is None else self.pair[side]

    @property
    def without_result(self) -> bool:
        return self.ended != NEVER and self.loser is None and bool(self.match and self.match["void"])

    def gains(self) -> tuple[float, float]:
        if self.without_result:
            return 0.0, 0.0
        if self.loser is None:
            return 0.5, 0.5
        return float(self.loser == self.pair[1]), float(self.loser == self.pair[0])

    def done(self, left: Mapping[int, int]) -> int:
        """When nothing more was to be played."""
        first, second = sorted(left.get(entrant, NEVER) for entrant in self.pair)
        if self.match is None:
            return first
        replayed = self.without_result and not self.again
        return min(max(self.ended, first) if replayed else self.ended, second)

    def moved(self, entrant: int) -> bool:
        return any(self.pair[move["seat"]] == entrant for move in self.moves)

    def used(self, entrant: int) -> int:
        seconds = sum(BANK - move["seconds_left"] for move in self.moves if self.pair[move["seat"]] == entrant)
        assert self.match is not None
        last = min(BANK, self.match["ended_at"] - self.match["moved_at"])
        return int(seconds + (last if self.pair[self.match["turn"]] == entrant else 0))


@dataclass
class Rows:
    """A tournament as it is stored."""

    left: dict[int, int]
    entrants: set[int]
    parts: dict[tuple[int, int], list[Played]]

    @classmethod
    async def read(cls, store: Store, tournament_id: int) -> "Rows":
        entrants = [row for row in await dicts_of(store, "entrant") if row["tournament_id"] == tournament_id]
        matches = {row["id"]: row for row in await dicts_of(store, "match")}
        moves: dict[int, list[dict[str, Any]]] = {}
        for row in await dicts_of(store, "move"):
            moves.setdefault(row["match_id"], []).append(row)
        parts: dict[tuple[int, int], list[Played]] = {}
        for row in sorted(await dicts_of(store, "fixture"), key=lambda row: row["number"]):
            if row["tournament_id"] == tournament_id:
                part, pair = (row["stage"], row["group_no"]), (row["first_no"], row["second_no"])
                played = Played(part, row["number"], pair, bool(row["again"]), None, [])
                played.match, played.moves = matches.get(row["match_id"]), moves.get(row["match_id"], [])
                parts.setdefault(part, []).append(played)
        left = {row["number"]: row["withdrawn_at"] for row in entrants if row["withdrawn_at"] is not None}
        return cls(left, {row["number"] for row in entrants}, parts)

    def group(self, part: tuple[int, int]) -> "Table":
        return Table(self.parts[part], self.left)


class Table:
    """A group: the points of everybody, and who stands where."""

    def __init__(self, matches: list[Played], all_left: Mapping[int, int]) -> None:
        over = max(match.done(all_left) for match in matches)
        self.left = {entrant: at for entrant, at in all_left.items() if over == NEVER or at <= over}
        entrants = {entrant for match in matches for entrant in match.pair}
        self.gone = set()
        for entrant in entrants & self.left.keys():
            own = [match for match in matches if entrant in match.pair]
            finished = [match for match in own if self._finished(match, self.left[entrant]) and match.moved(entrant)]
            self.gone |= {entrant} if len(finished) < len(own) / 2 else set()
        self.points = dict.fromkeys(entrants, 0.0)
        self.results: list[dict[int, float]] = []
        for match in matches:
            if not self.gone & set(match.pair):
                self.results.append(dict(zip(match.pair, self._gains(match), strict=True)))
                for entrant, gained in self.results[-1].items():
                    self.points[entrant] += gained
        stay = [entrant for entrant in entrants if entrant not in self.left]
        others = [entrant for entrant in entrants if entrant in self.left and entrant not in self.gone]
        self.places = [*self._levels(stay, self.points.get), *self._levels(others, self.points.get)]
        self.first = self.places[0] if stay else []

    @staticmethod
    def _finished(match: Played, at: int) -> bool:
        return match.ended < at and not match.without_result

    def _gains(self, match: Played) -> tuple[float, float]:
        first, second = (self.left.get(entrant, NEVER) for entrant in match.pair)
        if min(first, second) < NEVER and not self._finished(match, min(first, second)):
            return float(first > second), float(second > first)
        return match.gains()

    def _levels(self, people: list[int], worth: Callable[[int], Any]) -> list[list[int]]:
        values = sorted({worth(entrant) for entrant in people}, reverse=True)
        parts = [[entrant for entrant in people if worth(entrant) == value] for value in values]
        return [level for part in parts for level in self._broken(part)]

    def _broken(self, tied: list[int]) -> list[list[int]]:
        def direct(entrant: int) -> float:
            return sum(result.get(entrant, 0) for result in self.results if set(result) <= set(tied))

        def beaten(entrant: int) -> float:
            own = [result for result in self.results if entrant in result]
            return sum(result[entrant] * self.points[other] for result in own for other in result if other != entrant)

        def wins(entrant: int) -> int:
            return sum(result.get(entrant) == 1 for result in self.results)

        for worth in (direct, beaten, wins):
            if len({worth(entrant) for entrant in tied}) > 1:
                return self._levels(tied, worth)
        return [tied]


def knockout_by_hand(rows: Rows, seeds: list[int | None], lots: Lots) -> int | None:
    """The winner of a knockout whose first round has these seeds from top to bottom (None is a bye).

    Checks that exactly those met who went on, and that there were deciders only while it was level.
    """
    stage = 0
    while len(seeds) > 1:
        stage += 1
        pairs = [(seeds[at], seeds[at + 1]) for at in range(0, len(seeds), 2)]
        seeds = [
            winner_by_hand(pair, rows.parts.get((stage, number), []), rows.left, lots.get((stage, number)))
            for number, pair in enumerate(pairs, 1)
        ]
    return seeds[0]


def winner_by_hand(
    pair: tuple[int | None, int | None], matches: list[Played], left: Mapping[int, int], lot: int | None
) -> int | None:
    one, other = pair
    if one is None or other is None:
        assert not matches
        return one or other
    assert all(set(match.pair) == {one, other} for match in matches)
    assert len({match.pair for match in matches[:2]}) == len(matches[:2])
    assert len(matches) <= 3
    leaving = min(left.get(one, NEVER), left.get(other, NEVER))
    lead = 0.0
    for count, match in enumerate(matches, 1):
        if match.ended >= leaving or (match.without_result and not match.again):
            break
        gained = dict(zip(match.pair, match.gains(), strict=True))
        lead += gained[one] - gained[other]
        if count >= 2 and lead:
            assert count == len(matches)
            return one if lead > 0 else other
        if count == 3:
            used = [sum(match.used(entrant) for match in matches) for entrant in (one, other)]
            assert (lot is None) == (used[0] != used[1])
            return lot or (one if used[0] < used[1] else other)
    assert leaving < NEVER
    if left.get(one) == left.get(other):
        return None
    return max(one, other, key=lambda number: left.get(number, NEVER))


async def check_by_hand(store: Store, progress: Progress, seeds: Sequence[int | None]) -> None:
    """Compare the tables and winners of a tournament that is over with those computed by hand."""
    rows = await Rows.read(store, progress.tournament.id)
    winners = {entrant.number for entrant in progress.winners()}
    course = progress.course
    if isinstance(course, KnockoutCourse):
        lots = {
            (tie.round, tie.number): tie.winner or 0 for ties in course.rounds() for tie in ties if tie.level == "lot"
        }
        winner = knockout_by_hand(rows, list(seeds), lots)
        assert winners == (set() if winner is None else {winner})
        return
    tables = {part: rows.group(part) for part in rows.parts}
    for stage, groups in enumerate(course.tables(), 1):
        for group, lines in enumerate(groups, 1):
            table = tables[stage, group]
            assert {line.entrant: line.points / 2 for line in lines} == table.points
            placed = [line for line in lines if line.place is not None]
            assert [line.place for line in placed] == [
                1 + sum(map(len, table.places[:at])) for at, level in enumerate(table.places) for _ in level
            ]
            assert [
                {line.entrant for line in placed if line.place == place}
                for place in dict.fromkeys(line.place for line in placed)
            ] == [set(level) for level in table.places]
            assert {line.entrant for line in lines if line.out} == table.left.keys() & table.points.keys()
    last = max((part for part in tables), default=None)
    if last is None or last[1] > 1:
        assert winners == rows.entrants - rows.left.keys() or len(winners) < 2
    else:
        assert winners == set(tables[last].first)
