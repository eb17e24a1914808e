"""A tournament with its entrants, its matches and its course so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from games import GAMES, SEATS
from matches.model import Person
from matches.tournaments.course import COURSES, DECIDER, GroupCourse, KnockoutCourse, Tie, absent_entrants
from matches.tournaments.model import Entrant, Fixture, Meeting, Tournament, Withdrawals
from matches.tournaments.together import entrants_of


@dataclass(frozen=True)
class Progress:
    """The current state of a tournament."""

    tournament: Tournament
    entrants: Sequence[Entrant]
    """The entrants, ordered by number."""
    meetings: Sequence[Meeting]
    """The fixtures with their matches, in starting order."""

    @cached_property
    def by_number(self) -> Mapping[int, Entrant]:
        return {entrant.number: entrant for entrant in self.entrants}

    @cached_property
    def withdrawals(self) -> Withdrawals:
        return {entrant.number: entrant.withdrawn_at for entrant in self.entrants if entrant.withdrawn_at is not None}

    @cached_property
    def course(self) -> GroupCourse | KnockoutCourse:
        game = GAMES.get(self.tournament.game)
        both_sides = game is not None and game.info.both_sides
        return COURSES[self.tournament.format](len(self.entrants), self.meetings, self.withdrawals, both_sides)

    def entrant_of(self, person_id: int) -> Entrant | None:
        return next((entrant for entrant in self.entrants if entrant.person.id == person_id), None)

    def has_bye(self, person_id: int) -> bool:
        """Return whether a person has a bye in a knockout's first round and has not withdrawn."""
        entrant = self.entrant_of(person_id)
        if entrant is None or entrant.withdrawn_at is not None or not isinstance(self.course, KnockoutCourse):
            return False
        return any(entrant.number in tie.entrants and None in tie.entrants for tie in self.course.rounds()[0])

    def byes(self) -> list[int]:
        """Return the numbers of the entrants who have a bye and do not know their opponent yet."""
        playing = entrants_of(self.meetings)
        byes = [entrant.number for entrant in self.entrants if self.has_bye(entrant.person.id)]
        return [entrant for entrant in byes if entrant not in playing]

    def people(self, fixture: Fixture) -> tuple[Person, Person]:
        """Return the two people of a fixture, by seat."""
        first, second = (self.by_number[number].person for number in fixture.entrants)
        return first, second

    def winners(self) -> list[Entrant]:
        """Return the winners, or an empty list while the tournament is running."""
        return [self.by_number[number] for number in self.course.winners() or ()]

    def absent_entrants(self) -> list[Entrant]:
        """Return the entrants who lost two matches on time without making a move and have not been withdrawn yet."""
        returns = {entrant.number: entrant.back_at for entrant in self.entrants if entrant.back_at is not None}
        return [self.by_number[number] for number in sorted(absent_entrants(self.meetings, self.withdrawals, returns))]

    def leaving_at(self, entrant: Entrant, now: int) -> int:
        """Return the departure time to store if an entrant leaves now.

        It is later than the end of all their matches, even one that ended in this second.
        """
        ends = (meeting.ended_at for meeting in self.meetings if meeting.involves(entrant.number) and meeting.over)
        return max([now, *(1 + ended_at for ended_at in ends if ended_at is not None)])

    def level(self) -> list[Meeting]:
        """Return all matches of the pairings that are still level after their third match."""
        if self.tournament.format != "knockout":
            return []
        parts = {
            meeting.fixture.part
            for meeting in self.meetings
            if meeting.fixture.number >= DECIDER and meeting.over and meeting.winner is None
        }
        return [meeting for meeting in self.meetings if meeting.fixture.part in parts]

    def level_ties(self) -> list[Tie]:
        """Return the pairings that were level and were decided by time used or by lot, in round order."""
        rounds = self.course.rounds() if isinstance(self.course, KnockoutCourse) else []
        return [tie for ties in rounds for tie in ties if tie.level]

    def ends_silently(self, match_id: int) -> bool:
        """Return whether a match's result needs no post of its own: a player left before both had moved in it."""
        return any(
            meeting.match_id == match_id
            and len(meeting.moved) < len(SEATS)
            and any(map(meeting.involves, self.withdrawals))
            for meeting in self.meetings
        )

    def unbegun(self) -> list[Meeting]:
        """Return the fixtures whose matches have not begun, in the order in which they will begin."""
        return [
            meeting
            for meeting in self.meetings
            if (meeting.match_id is None and not meeting.is_settled(self.withdrawals))
            or meeting.to_replay(self.withdrawals)
        ]

    def meetings_between(self, first: int, last: int) -> list[Meeting]:
        """Return the fixtures whose match IDs are from `first` to `last`, inclusive."""
        return [meeting for meeting in self.meetings if meeting.match_id and first <= meeting.match_id <= last]

    def byes_beside(self, meetings: Sequence[Meeting]) -> list[int]:
        """Return the numbers of the entrants whose byes are announced in the same post as these matches.

        A bye is announced with the tournament's first match.
        """
        return self.byes() if self.meetings and self.meetings[0] in meetings else []

    def named_people(self, meetings: Sequence[Meeting]) -> set[int]:
        """Return the IDs of the people named in the post about these matches."""
        named = [*entrants_of(meetings), *self.byes_beside(meetings)]
        return {self.by_number[entrant].person.id for entrant in named}

    def by_strength(self, strengths: Sequence[float]) -> list[Entrant]:
        """Return the entrants renumbered by strength, strongest first. Equally strong entrants keep their order."""
        ordered = sorted(zip(strengths, self.entrants, strict=True), key=lambda pair: -pair[0])
        return [replace(entrant, number=number) for number, (_, entrant) in enumerate(ordered, 1)]
