"""A tournament with its entrants and matches, and the course that follows from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from games import GAMES
from matches.model import Person
from matches.tournaments.course import COURSES, GroupCourse, KnockoutCourse, vanished
from matches.tournaments.model import Entrant, Fixture, Meeting, Tournament, Withdrawals


@dataclass(frozen=True)
class Progress:
    """A tournament as it stands."""

    tournament: Tournament
    entrants: Sequence[Entrant]
    """In the order of their numbers."""
    meetings: Sequence[Meeting]
    """In the order in which they begin."""

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

    def people(self, fixture: Fixture) -> tuple[Person, Person]:
        """The two people of a fixture, by seat."""
        first, second = (self.by_number[number].person for number in fixture.entrants)
        return first, second

    def winners(self) -> list[Entrant]:
        """Who has won; nobody while it runs."""
        return [self.by_number[number] for number in self.course.winners() or ()]

    def vanished(self) -> list[Entrant]:
        """Who has vanished and is not withdrawn yet. What was lost before an entrant came back does not count."""
        counted = [
            meeting
            for meeting in self.meetings
            if (meeting.ended_at or 0)
            > max(self.by_number[number].back_at or -1 for number in meeting.fixture.entrants)
        ]
        return [self.by_number[number] for number in sorted(vanished(counted, self.withdrawals))]

    def unbegun(self) -> list[Meeting]:
        """The fixtures whose matches are to begin, in this order."""
        return [
            meeting
            for meeting in self.meetings
            if (meeting.match_id is None and not meeting.settled(self.withdrawals))
            or meeting.to_replay(self.withdrawals)
        ]

    def has_gone_on(self, entrant: int) -> bool:
        """Whether somebody of this entrant's newest group or pairing has a fixture in a later stage."""
        fixtures = [meeting.fixture for meeting in self.meetings]
        newest = max((fixture.part for fixture in fixtures if entrant in fixture.entrants), default=(0, 0))
        together = {number for fixture in fixtures if fixture.part == newest for number in fixture.entrants}
        return any(fixture.stage > newest[0] and not together.isdisjoint(fixture.entrants) for fixture in fixtures)

    def drawn(self, strengths: Sequence[float]) -> list[Entrant]:
        """The entrants numbered by strength, highest first; equals stay in the given order."""
        ordered = sorted(zip(strengths, self.entrants, strict=True), key=lambda pair: -pair[0])
        return [replace(entrant, number=number) for number, (_, entrant) in enumerate(ordered, 1)]
