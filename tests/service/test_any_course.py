"""Random courses of events: everything that must hold does so after every step."""

import random
from pathlib import Path

import pytest

from games import RuleError
from matches.alarms import next_reminder
from matches.errors import Refusal
from matches.model import Challenge, Match, Person, Snapshot, Venue
from matches.settings import Notifications, PlayerSettings, Way
from matches.timecontrol import CLOCKS, HOUR, TimeControl
from service import Service
from service.replay import Replays
from storage.store import Store
from tests.support import postgres, rows
from tests.support.heap import Heap
from tests.support.matches import StillClock, changed_by_time
from tests.support.outbox import boards_queued, everything, notices_due, show
from tests.support.samples import one_of

PEOPLE = [Person(number, name) for number, name in enumerate(("Ann", "Bob", "Carol", "Dan"), 1)]
VENUES = [Venue(100, 10), Venue(200, 10), Venue(300, None)]
WAYS: tuple[Way, ...] = ("channel", "dm", "both", "digest")
STEPS = 300
OF_ONE = {"outbox": ("claimed_by",), "ping": ("id",)}
"""Columns with the name of a process, or with numbers that PostgreSQL does not use again after a refusal."""
ACTS = (
    "offer_draw", "accept_draw", "decline_draw", "take_back", "grant_take_back", "refuse_take_back", "claim", "keep",
    "offer_abort", "accept_abort", "decline_abort",
)  # fmt: skip


class Course:
    """Random acts upon one service, which are recorded."""

    def __init__(self, seed: int, store: Store) -> None:
        self.clock = StillClock()
        self.random = random.Random(seed)
        self.store = store
        self.service = Service(store, self.clock, random.Random(seed), games={"heap": Heap})
        self.replays = Replays({"heap": Heap})
        self.ids: list[int] = []
        self.challenges: list[int] = []
        self.story: list[object] = []

    async def step(self) -> None:
        """Let somebody do one act, which may be refused, and now and then let time pass."""
        act = self.random.choice(
            (*("play",) * 9, *("time",) * 5, *("challenge", "accept") * 2, *("match",) * 4, "more", "deliver")
        )
        try:
            self.story.append((act, await getattr(self, f"_{act}")()))
        except (Refusal, RuleError) as refused:
            self.story.append((act, str(refused)))

    async def _time(self) -> object:
        self.clock.time += self.random.choice((5, 60, HOUR, HOUR, 5 * HOUR, 12 * HOUR))
        if self.random.random() < 0.2:
            await self.service.schedule.start()
        changed = await changed_by_time(self.service)
        return changed, [(await self.service.challenges.of(challenge_id)).status for challenge_id in self.challenges]

    async def _challenge(self) -> Challenge:
        challenger, opponent = self.random.sample(PEOPLE, 2)
        made = await self.service.challenges.invite(
            "heap",
            challenger,
            self.random.choice((opponent, None)),
            self.random.choice(VENUES),
            options={"size": self.random.choice(("4", "9", "40"))},
            clock=TimeControl.parse(self.random.choice((*CLOCKS, "1d soft", "2+1/3h soft", "none"))),
        )
        self.challenges.append(made.id)
        return made

    async def _accept(self) -> Snapshot | None:
        if not self.challenges:
            return None
        challenge = await self.service.challenges.of(self.random.choice(self.challenges))
        snapshot = await self.service.challenges.accept(challenge.id, challenge.opponent or self.random.choice(PEOPLE))
        self.ids.append(snapshot.match.id)
        return snapshot

    async def _play(self) -> Snapshot | None:
        match = await self._some()
        if match is None:
            return None
        mover = match.players[match.turn].id
        return await self.service.play.move(match.id, mover, f"take {self.random.choice((1, 1, 2))}")

    async def _match(self) -> object:
        match = await self._some()
        if match is None:
            return None
        by = self.random.choice(match.players).id
        name = self.random.choice((*ACTS * 2, "resign", "abort", "prepare"))
        if name == "prepare":
            line = [f"take {self.random.choice((1, 2))}" for _ in range(self.random.choice((2, 4)))]
            return await self.service.conditional.prepare(match.id, by, line)
        part = self.service.play if name == "resign" else self.service.agreements
        return await getattr(part, name)(match.id, by)

    async def _more(self) -> object:
        person, other = self.random.sample(PEOPLE, 2)
        what = self.random.randrange(6)
        if what == 0:
            return await self.service.vacations.start(person.id, self.random.choice((1, 3)))
        if what == 1:
            return await self.service.vacations.stop(person.id)
        if what == 2:
            chosen = Notifications(self.random.choice(WAYS), 1320, 480, "Europe/Berlin")
            return await self.service.settings.choose(person.id, PlayerSettings(notifications=chosen))
        if what == 3 and self.ids:
            return await self.service.challenges.rematch(self.random.choice(self.ids), person, VENUES[0])
        if what == 4:
            return await self.service.places.remove_lost(self.random.choice(VENUES).channel_id)
        if self.random.random() < 0.1:
            await self.service.blocks.add(person, other)
        else:
            await self.service.blocks.remove(person.id, other)
        return await self.service.blocks.of(person.id)

    async def _deliver(self) -> object:
        """Post what is queued and send what is due, as the Discord side does."""
        for match_id, channel_id in await boards_queued(self.service):
            match = await self.service.lookup.match(match_id)
            await show(self.service, match, match.rev, channel_id or 0)
        due = await notices_due(self.service)
        for notice in due:
            match = await self.service.lookup.match(notice.subject)
            if notice.about == "turn":
                assert notice.rev == match.board_rev, "a ping for a turn that has passed"
                assert match.players[match.turn].id == notice.person_id
            if self.random.random() < 0.1 and notice.way == "dm":
                await self.service.outbox.undeliverable([notice])
            else:
                await self.service.outbox.notices_sent([notice], 1, notice.rev)
        await self.service.outbox.record_done(await everything(self.service))
        return due

    async def _some(self) -> Match | None:
        """A match, mostly a running one."""
        found = [await self.service.lookup.match(match_id) for match_id in self.ids]
        running = [match for match in found if not match.over]
        return self.random.choice(running if running and self.random.random() < 0.95 else found) if found else None

    async def check(self) -> set[str]:
        """Check what must hold at every moment. Returns the kinds of events so far."""
        seen: set[str] = set()
        async with self.store.read() as view:
            alarms = {(a.kind, a.subject): a.at for a in await view.alarms.due(self.clock.now() * 2, 10_000)}
            for match_id in self.ids:
                match = await view.matches.of(match_id)
                assert match is not None
                plies, events = await view.plies.of(match_id), await view.events.of(match_id)
                seen |= {event.kind for event in events}
                assert [ply.ply for ply in plies] == list(range(1, match.ply + 1))
                assert [event.rev for event in events] == list(range(1, match.rev + 1))
                assert alarms.get(("flag", match_id)) in {None, match.deadline}
                running = not match.over
                if running and match.clock and match.clock.hard and match.paused is None:
                    assert alarms["flag", match_id] == match.deadline
                    assert (
                        alarms.get(("reminder", match_id)) is not None or next_reminder(match, self.clock.now()) is None
                    )
                if running and (match.clock is None or not match.clock.hard):
                    assert ("idle", match_id) in alarms
                if not running:
                    assert not {("flag", match_id), ("reminder", match_id), ("idle", match_id)} & alarms.keys()
                    assert await view.conditions.of(match_id, 0) == await view.conditions.of(match_id, 1) == []
                away = await view.vacations.current(match.players[match.turn].id, self.clock.now())
                if match.paused is not None:
                    assert away is not None or ("vacation", match.players[match.turn].id) in alarms
                snapshot = await self.service.lookup.snapshot(match_id)
                assert snapshot.position == (await self.replays.replay(match, plies)).position
                assert (snapshot.position.ply, snapshot.position.turn) == (match.ply, match.turn)
        return seen


@pytest.mark.parametrize("seed", one_of(range(3)))
async def test_any_course_of_events_is_sound(seed: int, store: Store) -> None:
    course = Course(seed, store)
    for number in range(STEPS):
        await course.step()
        if number % 25 == 0:
            await course.check()
    assert await course.check() >= {"move", "offer draw", "resign"}


@pytest.mark.long
async def test_both_databases_answer_and_keep_the_same(tmp_path: Path, postgres_server: str) -> None:
    """The same course is stepped on both by turns; the answers are compared after each step, the rows now and then."""
    async with Store.opened(tmp_path / "tidepool.db") as one, Store.opened(postgres.fresh(postgres_server)) as other:
        courses, filled = [Course(0, store) for store in (one, other)], set[str]()
        for number in range(1, STEPS + 1):
            for course in courses:
                await course.step()
            first, second = (course.story[-1] for course in courses)
            assert first == second
            if number % 50 == 0:
                kept, likewise = [await rows.everything(course.store, OF_ONE) for course in courses]
                assert kept == likewise
                filled |= {table for table, found in kept.items() if found}
    assert filled >= {"match", "move", "event", "challenge", "outbox", "alarm", "vacation", "player", "place"}
