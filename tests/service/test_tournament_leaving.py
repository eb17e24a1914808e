"""People leave tournaments and return, in every way and at every step; the rules decide the tables and winners."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import product
from random import Random

import pytest

from matches.errors import Refusal
from matches.model import Person
from matches.tournaments.model import Format
from matches.tournaments.progress import Progress
from service import Service
from storage.people import EVERYWHERE
from storage.store import Store
from tests.support.matches import StillClock
from tests.support.tournament_rules import Rows, check_by_hand
from tests.support.tournaments import CLOCK, JOINING, call_roll, open_tournament

WAYS = ("withdraw", "remove", "ban", "forget", "leave")
FORMATS: Mapping[Format, Sequence[int]] = {"groups": (4, 8), "knockout": (4, 7)}
SEEDS: Mapping[int, Sequence[int | None]] = {
    4: (1, 4, 2, 3),
    5: (1, None, 4, 5, 2, None, 3, None),
    6: (1, None, 4, 5, 2, None, 3, 6),
    7: (1, None, 4, 5, 2, 7, 3, 6),
}
"""The seeds of a knockout from top to bottom."""
STEPS = range(0, 60, 3)
Plan = Sequence[tuple[int, str, int]]
"""Who does what before which step, as step, way and person."""


def plans() -> list[Plan]:
    """Each way to leave and to return at each step, alone and with a second person and a third."""
    alone: list[Plan] = [[(step, way, 1)] for step, way in product(STEPS, WAYS)]
    back: list[Plan] = [[(step, "leave", 1), (step + later, "return", 1)] for step, later in product(STEPS, (1, 5, 20))]
    pairs: list[Plan] = [
        [*one, (step, way, 2)] for one, step, way in product([*alone[::3], *back[::3]], STEPS[::2], WAYS)
    ]
    three: list[Plan] = [
        [*one, (one[0][0], way, 3), (one[0][0] + 4, "return", 3)] for one, way in product(pairs[::5], WAYS)
    ]
    return [*alone, *back, *pairs, *three]


KINDS = [(kind, people) for kind, sizes in FORMATS.items() for people in sizes]
CASES = [(*about, plan) for about, plan in product(KINDS, plans())]
SOME, MORE = 12, 100


def sample(limit: int, seed: int) -> list[tuple[Format, int, Plan]]:
    return Random(seed).sample(CASES, limit)


class Story:
    """A tournament that is played step by step, while people leave and return."""

    def __init__(self, service: Service, clock: StillClock, random: Random) -> None:
        self.service, self.clock, self.random = service, clock, random
        self.absent: set[int] = set()
        """Those who have left the server."""
        self.left_at_draw: dict[int, set[int]] = {}
        """The numbers of those who had left when a stage was drawn."""
        self.tournament_id = 0

    async def play(self, kind: Format, people: int, plan: Plan) -> Progress:
        tournament = await self.service.tournaments.create(open_tournament(self.clock, kind))
        self.tournament_id = tournament.id
        for number in range(1, people + 1):
            await self.service.tournaments.join(tournament.id, Person(number, f"Player {number}"))
        self.clock.time += JOINING
        for step in range(400):
            for _, way, person in (act for act in plan if act[0] == step):
                with suppress(Refusal):
                    await self.do(way, person)
            progress = await self.service.tournaments.of(self.tournament_id)
            if progress.tournament.status not in {"joining", "running"}:
                return progress
            await self.step(progress)
            self.clock.time += self.random.choice([0, 1, 2])
        pytest.fail("it does not end")

    async def do(self, way: str, person: int) -> None:
        service = self.service
        if way == "withdraw":
            await service.tournaments.withdraw(self.tournament_id, person)
        elif way == "remove":
            await service.tournaments.withdraw(self.tournament_id, person, by_moderator=True)
        elif way == "ban":
            await service.moderation.ban(EVERYWHERE, Person(person, "Player"))
        elif way == "forget":
            await service.privacy.forget(person)
        elif way == "leave":
            self.absent.add(person)
            if (await service.tournaments.of(self.tournament_id)).tournament.status == "running":
                await service.tournaments.miss(self.tournament_id, person)
        else:
            self.absent.discard(person)
            await service.tournaments.come_back(self.tournament_id, person)

    async def step(self, progress: Progress) -> None:
        """Let the clock act once; if nothing is due, end a match, or let time run out if those left do not play."""
        service, stages = self.service, {meeting.fixture.stage for meeting in progress.meetings}
        due = await service.schedule.next_due()
        if due is not None and due <= self.clock.time:
            await service.schedule.act()
            await call_roll(service, self.tournament_id, self.absent)
        else:
            here = [entrant.number for entrant in progress.entrants if entrant.person.id not in self.absent]
            running = [meeting for meeting in progress.meetings if meeting.match_id is not None and not meeting.over]
            played = [meeting for meeting in running if set(meeting.fixture.entrants) <= set(here)]
            if not played:
                self.clock.time = max(self.clock.time, min(due or 0, self.clock.time + CLOCK.start))
            elif (match_id := self.random.choice(played).match_id) is not None:
                await self.end(match_id)
        after = await service.tournaments.of(self.tournament_id)
        for stage in {meeting.fixture.stage for meeting in after.meetings} - stages:
            self.left_at_draw[stage] = set(after.withdrawals)

    async def end(self, match_id: int) -> None:
        """End a match somehow, perhaps before both have moved."""
        service = self.service
        match = await service.lookup.match(match_id)
        people = match.players
        for _ in range(self.random.choice([0, 1, 2, 2, 2, 2])):
            self.clock.time += self.random.choice([0, 0, 7])
            match = await service.lookup.match(match_id)
            await service.play.move(match_id, match.players[match.turn].id, "take 1")
        if self.random.random() < 0.3:
            await service.agreements.offer_draw(match_id, people[0].id)
            await service.agreements.accept_draw(match_id, people[1].id)
        elif self.random.random() < 0.1:
            await service.agreements.offer_abort(match_id, people[0].id)
            await service.agreements.accept_abort(match_id, people[1].id)
        else:
            await service.play.resign(match_id, self.random.choice(people).id)


async def check_draws(store: Store, progress: Progress, story: Story) -> None:
    """Whoever had left when a stage was drawn is not in it; everybody else whom the table sends on is."""
    rows = await Rows.read(store, progress.tournament.id)
    stages = {stage for stage, _ in rows.parts}
    drawn = {
        stage: {
            entrant for (of, _), matches in rows.parts.items() if of == stage for m in matches for entrant in m.pair
        }
        for stage in stages
    }
    for stage, entrants in drawn.items():
        assert not entrants & story.left_at_draw[stage]
        if stage == 1:
            assert entrants == rows.entrants - story.left_at_draw[1]
            continue
        tables = [rows.group(part) for part in sorted(rows.parts) if part[0] == stage - 1]
        most = -(-4 // len(tables))
        going_on = set()
        for table in tables:
            placed = [entrant for level in table.places for entrant in sorted(level)]
            going_on |= set([entrant for entrant in placed if entrant not in story.left_at_draw[stage]][:most])
        assert entrants == going_on


@pytest.mark.parametrize(("kind", "people", "plan"), sample(SOME, 1), ids=str)
async def test_whoever_leaves_and_returns_the_rules_decide(
    service: Service, clock: StillClock, store: Store, kind: Format, people: int, plan: Plan
) -> None:
    await _play_and_check(service, clock, store, kind, people, plan)


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("kind", "people", "plan"), sample(MORE, 2), ids=str)
async def test_the_rules_decide_in_many_more_orders(
    service: Service, clock: StillClock, store: Store, kind: Format, people: int, plan: Plan
) -> None:
    """The statements are the same as above, so one database suffices."""
    await _play_and_check(service, clock, store, kind, people, plan)


async def _play_and_check(
    service: Service, clock: StillClock, store: Store, kind: Format, people: int, plan: Plan
) -> None:
    story = Story(service, clock, Random(repr(plan)))
    progress = await story.play(kind, people, plan)
    if progress.tournament.status == "cancelled":
        assert len(progress.entrants) < 4
        return
    if kind == "groups":
        await check_draws(store, progress, story)
    await check_by_hand(store, progress, SEEDS[len(progress.entrants)] if kind == "knockout" else ())
