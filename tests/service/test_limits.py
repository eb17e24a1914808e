"""The limits of one person within an hour; and nobody is pinged without end by a person whom they do not answer."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from games import RuleError
from matches.errors import Refusal
from matches.limits import Limits
from matches.model import Match, Person, Venue
from matches.settings import Way
from matches.timecontrol import HOUR
from service import Service
from storage.driver import Row
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin
from tests.support.outbox import everything, with_board
from tests.support.samples import spread

ALONE = Venue(500, None)
ELSEWHERE = Venue(101, CHANNEL.guild_id)


def limited(store: Store, clock: StillClock, limits: Limits) -> Service:
    return Service(store, clock, random.Random(7), games={"heap": Heap}, limits=limits)


async def invite(service: Service, person: Person = ANN, to: Person | None = BOB, venue: Venue = CHANNEL) -> int:
    return (await service.challenges.invite("heap", person, to, venue, "first", {"size": "40"})).id


async def moved(service: Service, match_id: int, person_id: int) -> None:
    await service.play.move(match_id, person_id, "take 1")


async def called(service: Service, match_id: int) -> set[int]:
    """The people whom the newest board is to ping."""
    return {notice.person_id or 0 for notice in await with_board(service, match_id)}


# Challenges, bumps, matches, prepared answers, pickers, hints


async def test_withdrawn_challenges_count_too(store: Store, clock: StillClock) -> None:
    service = limited(store, clock, replace(Limits.off(), challenges=3))
    for _ in range(3):
        await service.challenges.withdraw(await invite(service), ANN.id)
        clock.time += 60
    with pytest.raises(Refusal, match=r"made 3 challenges in the last hour\. You can make the next one in 57 minutes"):
        await invite(service, to=None)
    await invite(service, CAROL)
    clock.time += HOUR - 180
    await invite(service)


async def test_one_person_is_challenged_so_often_unless_they_accept(store: Store, clock: StillClock) -> None:
    service = limited(store, clock, replace(Limits.off(), challenges_to_one=2))
    for _ in range(4):
        await service.challenges.accept(await invite(service), BOB)
    for _ in range(2):
        await service.challenges.decline(await invite(service), BOB.id)
    with pytest.raises(Refusal, match="challenged Bob 2 times in the last hour"):
        await invite(service)
    await invite(service, to=CAROL)
    await invite(service, BOB, ANN)


async def test_a_server_has_a_limit_of_its_own(store: Store, clock: StillClock) -> None:
    service = limited(store, clock, replace(Limits.off(), challenges_in_server=5))
    for person_id in range(10, 15):
        await invite(service, Person(person_id, "Somebody"), None)
    with pytest.raises(Refusal, match="5 challenges in this server in the last hour"):
        await invite(service)
    await invite(service, venue=Venue(7, 11))
    await invite(service, venue=ALONE)


async def test_running_matches_of_a_person_and_of_a_pair(store: Store, clock: StillClock) -> None:
    service = limited(store, clock, replace(Limits.off(), matches=3, matches_of_pair=2))
    open_to_all = await invite(service, CAROL, None)
    first = await begin(service)
    await begin(service, BOB, ANN)
    with pytest.raises(Refusal, match="You and Bob have 2 running matches"):
        await invite(service)
    await begin(service, ANN, CAROL)
    with pytest.raises(Refusal, match="You have 3 running matches"):
        await invite(service, to=None)
    with pytest.raises(Refusal, match="You have 3 running matches"):
        await service.challenges.accept(open_to_all, ANN)
    with pytest.raises(Refusal, match="Ann has 3 running matches, the most allowed here"):
        await invite(service, BOB, ANN)
    await service.play.resign(first.match.id, ANN.id)
    await service.challenges.accept(open_to_all, ANN)


async def test_bumps_are_counted_over_all_matches(store: Store, clock: StillClock) -> None:
    service = limited(store, clock, replace(Limits.off(), bumps=2))
    matches = [(await begin(service)).match.id for _ in range(3)]
    for match_id in matches[:2]:
        await service.outbox.bump(match_id, ANN.id, CHANNEL.channel_id)
    with pytest.raises(Refusal, match=r"reposted 2 boards in the last hour\. You can repost the next one in 1 hour"):
        await service.outbox.bump(matches[2], ANN.id, CHANNEL.channel_id)
    await service.outbox.bump(matches[2], BOB.id, CHANNEL.channel_id)
    clock.time += HOUR
    await service.outbox.bump(matches[2], ANN.id, CHANNEL.channel_id)


async def test_an_answer_beyond_the_limit_may_replace_another(store: Store, clock: StillClock) -> None:
    service = limited(store, clock, replace(Limits.off(), prepared=1))
    match_id = (await begin(service)).match.id
    await service.conditional.prepare(match_id, BOB.id, ["take 1", "take 1"])
    await service.conditional.prepare(match_id, BOB.id, ["take 1", "take 2"])
    with pytest.raises(Refusal, match=r"planned 1 reply in this match\. Cancel it"):
        await service.conditional.prepare(match_id, BOB.id, ["take 2", "take 1"])


async def test_pickers_and_hints_are_counted_for_each_person(store: Store, clock: StillClock) -> None:
    service = limited(store, clock, replace(Limits.off(), pickers=2, hints=1))
    for _ in range(2):
        service.quotas.count("picker", ANN.id)
    with pytest.raises(Refusal, match=r"opened the picker 2 times in the last hour\. Type your move, or try again"):
        service.quotas.count("picker", ANN.id)
    service.quotas.count("picker", BOB.id)
    service.quotas.count("hint", ANN.id)
    with pytest.raises(Refusal, match=r"asked for 1 hint in the last hour\. Play without one, or try again in 1 h"):
        service.quotas.count("hint", ANN.id)
    clock.time += HOUR
    service.quotas.count("picker", ANN.id)
    service.quotas.count("hint", ANN.id)


async def test_without_limits_nothing_is_refused(store: Store, clock: StillClock) -> None:
    service = limited(store, clock, Limits.off())
    for _ in range(30):
        await invite(service)
    for _ in range(301):  # one more than the usual limit of either
        service.quotas.count("picker", ANN.id)
        service.quotas.count("hint", ANN.id)


# Pings


async def test_quick_play_between_two_who_both_move_pings_at_each_move(service: Service) -> None:
    match_id = (await begin(service)).match.id
    for n in range(20):
        by, other = (ANN, BOB) if n % 2 == 0 else (BOB, ANN)
        await moved(service, match_id, by.id)
        assert await called(service, match_id) == {other.id}


async def test_from_the_seventh_on_a_move_is_shown_without_a_ping(service: Service, clock: StillClock) -> None:
    matches = [(await begin(service)).match.id for _ in range(8)]
    for n, match_id in enumerate(matches):
        clock.time += 60
        await moved(service, match_id, ANN.id)
        assert await called(service, match_id) == ({BOB.id} if n < 6 else set())
        assert (await service.outbox.of("board", match_id))[0].rev == 2, "the board is shown all the same"
    clock.time += HOUR - 60
    await service.agreements.take_back(matches[0], ANN.id)  # long ago, so Bob is asked
    assert [delivery.about for delivery in await everything(service) if delivery.about == "offer"] == ["offer"]


async def test_any_act_of_the_pinged_person_towards_the_other_lets_pings_pass_again(service: Service) -> None:
    matches = [(await begin(service)).match.id for _ in range(9)]
    for match_id in matches[:7]:
        await moved(service, match_id, ANN.id)
    await moved(service, matches[0], BOB.id)
    await moved(service, matches[7], ANN.id)
    assert await called(service, matches[7]) == {BOB.id}
    with_carol = (await begin(service, CAROL, BOB)).match.id
    await moved(service, with_carol, CAROL.id)
    assert await called(service, with_carol) == {BOB.id}, "everybody has pings of their own"


async def test_a_prepared_answer_is_no_answer_and_its_move_no_ping(service: Service) -> None:
    matches = [(await begin(service)).match.id for _ in range(12)]
    for match_id in matches:
        await service.conditional.prepare(match_id, BOB.id, ["take 2", "take 1"])
    for match_id in matches[:5]:
        await moved(service, match_id, ANN.id)
    for match_id in matches[5:9]:
        await service.play.move(match_id, ANN.id, "take 2")
        assert await called(service, match_id) == {ANN.id}
    await moved(service, matches[9], ANN.id)
    assert await called(service, matches[9]) == {BOB.id}, "that was the sixth"
    await moved(service, matches[10], ANN.id)
    assert await called(service, matches[10]) == set()


async def test_where_no_board_is_shown_a_move_comes_as_a_silent_message(service: Service) -> None:
    matches = [(await begin(service)).match.id for _ in range(8)]
    await service.places.remove_lost(CHANNEL.channel_id)
    for match_id in matches:
        await moved(service, match_id, ANN.id)
    turns = [delivery.way for delivery in await everything(service) if delivery.about == "turn" and delivery.rev == 2]
    assert Counter(turns) == {"dm": 6, "silent": 2}


async def test_offers_and_challenges_beyond_the_limit_are_refused_with_a_time(
    service: Service, clock: StillClock
) -> None:
    matches = [(await begin(service)).match.id for _ in range(7)]
    for match_id in matches[:6]:
        await moved(service, match_id, ANN.id)
    clock.time += 600
    sentence = "Bob has been pinged 6 times in the last hour and has not answered. Try again in 50 minutes"
    for refused in (
        service.agreements.offer_draw(matches[0], ANN.id),
        service.agreements.offer_abort(matches[0], ANN.id),
        service.agreements.take_back(matches[0], ANN.id),
        invite(service),
    ):
        with pytest.raises(Refusal, match=sentence):
            await refused
    assert (await service.lookup.match(matches[0])).draw_by is None
    await moved(service, matches[6], ANN.id)
    await service.agreements.take_back(matches[6], ANN.id)
    await service.play.resign(matches[6], ANN.id)


ACTS = (
    "challenge", "withdraw", "move", "take_back", "offer_draw", "offer_abort", "bump", "rematch", "move_here", "resign",
    "keep", "wait", "open_challenge", "move_and_back",
)  # fmt: skip
"""What Ann does: methods of `Unanswered`, and agreements."""


class Unanswered:
    """Ann does whatever she can towards Bob, who does nothing. Each row that would ping him is recorded."""

    def __init__(self, service: Service, clock: StillClock, seed: int) -> None:
        self.service, self.clock, self.chance = service, clock, random.Random(seed)
        self.challenges: list[int] = []
        self.matches: list[int] = []
        self.seen: set[int] = set()
        self.pings: list[int] = []
        """When Bob was pinged."""
        self.tried: set[str] = set()
        self.limited: set[str] = set()
        """What was refused by a limit."""

    async def begin(self) -> None:
        """Begin four matches that Bob accepts, which is the last thing that he does. One of them is over."""
        self.matches = [(await begin(self.service)).match.id for _ in range(4)]
        await self.service.play.resign(self.matches[0], BOB.id)
        self.seen = {row["id"] for row in await self.rows()}

    async def act(self) -> None:
        """Do one thing, and record whom it pings."""
        name = self.chance.choice(ACTS)
        self.tried.add(name)
        try:
            if hasattr(self, name):
                await getattr(self, name)()
            else:
                await getattr(self.service.agreements, name)((await self.match()).id, ANN.id)
        except (Refusal, RuleError) as refusal:
            if "in the last hour" in str(refusal):
                self.limited.add(name)
        await self.note()

    async def note(self) -> None:
        """Record what pings Bob now."""
        for row in await self.rows():
            told = row["kind"] == "notice" and row["person_id"] == BOB.id and row["way"] in {"channel", "dm"}
            challenged = row["kind"] == "challenge" and row["subject"] in self.challenges
            if row["id"] not in self.seen and (told or challenged):
                self.pings.append(self.clock.time)
            self.seen.add(row["id"])

    async def rows(self) -> Sequence[Row]:
        """All rows of what Discord is to show."""
        async with self.service.outbox._core.store.read() as view:
            return await view.outbox._session.rows("SELECT * FROM outbox")

    async def match(self) -> Match:
        return await self.service.lookup.match(self.chance.choice(self.matches))

    async def challenge(self) -> None:
        made = await self.service.challenges.invite("heap", ANN, BOB, self.chance.choice([CHANNEL, ALONE]))
        self.challenges.append(made.id)

    async def open_challenge(self) -> None:
        await invite(self.service, to=None)

    async def withdraw(self) -> None:
        if self.challenges:
            await self.service.challenges.withdraw(self.chance.choice(self.challenges), ANN.id)

    async def move(self) -> None:
        await moved(self.service, (await self.match()).id, ANN.id)

    async def move_and_back(self) -> None:
        match_id = (await self.match()).id
        await moved(self.service, match_id, ANN.id)
        await self.note()
        await self.service.agreements.take_back(match_id, ANN.id)

    async def bump(self) -> None:
        await self.service.outbox.bump((await self.match()).id, ANN.id, CHANNEL.channel_id)

    async def rematch(self) -> None:
        made = await self.service.challenges.rematch(self.matches[0], ANN, CHANNEL)
        self.challenges.append(made.id if not hasattr(made, "match") else made.match.id)

    async def move_here(self) -> None:
        venue = self.chance.choice([CHANNEL, ELSEWHERE])
        await self.service.places.move_here((await self.match()).id, ANN.id, venue)

    async def resign(self) -> None:
        if self.chance.random() < 0.02:
            await self.service.play.resign((await self.match()).id, ANN.id)

    async def wait(self) -> None:
        self.clock.time += self.chance.choice([0, 5, 70, 300])


@pytest.mark.parametrize(("seed", "way"), spread(range(2), ["channel", "dm", "both"]))
async def test_nobody_is_pinged_more_than_six_times_an_hour_whatever_somebody_does(
    store: Store, clock: StillClock, seed: int, way: Way
) -> None:
    most = Limits().pings
    service = limited(store, clock, replace(Limits.off(), pings=most))
    chosen = await service.settings.of_player(BOB.id)
    await service.settings.choose(BOB.id, replace(chosen, notifications=replace(chosen.notifications, way=way)))
    ann = Unanswered(service, clock, seed)
    await ann.begin()
    for _ in range(300):
        await ann.act()
    assert ann.tried == {*ACTS}
    assert ann.limited <= {"challenge", "offer_draw", "offer_abort", "rematch", "take_back"}
    assert most is not None
    assert len(ann.pings) >= most, "the limit is reached"
    for at in ann.pings:
        assert sum(at - HOUR < one <= at for one in ann.pings) <= most
