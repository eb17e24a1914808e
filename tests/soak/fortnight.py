"""The simulation: people with habits, matches of all games, a clock that runs fast, and a bot that gets killed."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games import GAMES
from matches.timecontrol import CLOCKS
from sandbox import BotProcess, Change, ChannelType, Driver, Message, Sandbox
from tests.soak.acts import Acts
from tests.soak.halls import Hall, build
from tests.soak.ledger import Ledger, Row, name_of
from tests.soak.reminders import standing
from tests.support.patience import patience

HOUR = 3600
GRAIN = 600
"""The most seconds of simulated time between two checks of what is due."""
WAYS = ("channel",) * 6 + ("dm", "both", "digest", "quiet")
SOFT = "2d soft"
LIFE = 0.4
"""Real seconds within which the bot is killed while people act."""
UNHEARD = 0.1
"""Real seconds for which people wait for a bot that does not run."""
EDITED = 120
"""Real seconds within which reminders must be edited after an outage."""
DELETED = 12
"""The quarter of a day, counted from the beginning, in which a channel is deleted."""
CLOSED = 14
"""The quarter of a day in which another channel is closed to the bot."""
OPENED = 24
"""The quarter of a day in which the closed channel is opened again."""
ELSEWHERE = "SELECT match_id FROM place WHERE guest = 1 OR seat IS NOT NULL OR channel_id IN (?, ?)"
REMATCHES = 0.4
"""The probability that players offer a rematch."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The size of the fortnight. The same plan and seed give the same people, matches and kills."""

    people: int
    matches: int
    days: int = 14
    kills: int = 6
    outages: int = 2
    seed: int = 1
    pace: float = 0.25
    """The probability that the player to move does so within six hours."""
    groups: int = 2
    """The number of groups in which the bot is a guest."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message as the bot posted it."""

    at: float
    channel_id: str
    direct: bool
    """Whether it was a direct message to one person."""
    pinged: tuple[str, ...]
    """The people whom it notified; in a group, which is notified of everything, the people whom it names."""
    content: str
    pictures: tuple[str, ...]


@dataclass
class Fortnight:
    """A run of the simulation, and everything that was observed."""

    plan: Plan
    sandbox: Sandbox
    bot: BotProcess
    database: Path
    said: list[Said] = field(default_factory=list)
    acts: Counter[str] = field(default_factory=Counter)
    way: dict[str, str] = field(default_factory=dict)
    """How each person wants to be notified."""
    deadlines: dict[int, int] = field(default_factory=dict)
    """For each match the last running deadline that was observed."""
    turns: dict[tuple[int, int], set[int]] = field(default_factory=dict)
    """For each match and board revision the running deadlines that were observed; none while a clock stood still."""
    outages: list[tuple[float, float]] = field(default_factory=list)
    """The times in which the bot was away for longer than the tolerance."""
    kills: list[float] = field(default_factory=list)
    dead: bool = False
    """Whether the bot was killed and people have not noticed yet."""
    elsewhere: set[int] = field(default_factory=set)
    """The matches that were shown by direct message, where the bot is a guest, or in a lost channel."""
    over: set[int] = field(default_factory=set)
    """The matches whose end people have seen."""

    @property
    def closed(self) -> list[str]:
        """The channels that the bot cannot view now."""
        return [hall.channel.id for hall in self.halls if hall.channel and hall.kind == "closed"]

    async def run(self) -> None:
        """Simulate all days, then wait until nothing is queued."""
        self.chance = random.Random(self.plan.seed)
        world = self.sandbox.world
        world.watch(self._hear)
        self.people = [world.add_user(f"Player {number}", world.guild) for number in range(self.plan.people)]
        self.halls = await build(self.sandbox, self.people, self.plan.groups)
        await self._choose_ways()
        self.ledger = Ledger(self.database)
        refuge = self.halls[0].channel
        assert refuge is not None
        self.hands = Acts(self.sandbox, self.ledger, self.chance, self.acts, lambda: self.dead, refuge)
        ticks = self.plan.days * 4
        trouble = self.chance.sample(range(2, ticks - 1), self.plan.kills + self.plan.outages)
        kills, outages = set(trouble[: self.plan.kills]), set(trouble[self.plan.kills :])
        begun = 0
        for tick in range(ticks):
            while begun < self.plan.matches and begun < (tick + 1) * self.plan.matches / 8:
                await self._begin(begun)
                begun += 1
            self._close_halls(tick)
            acts = [self.hands.act(match) for match in self._to_act()]
            acts += [self.hands.rematch(match) for match in self._to_rematch()]
            if tick in kills:
                await self._kill_during(acts)
            else:
                await self._some_at_once(acts)
            if tick in outages:
                await self._outage()
            await self._pass(6 * HOUR)
        await self._rest()

    async def _choose_ways(self) -> None:
        """Choose for each person how they are notified."""
        for number, person in enumerate(self.people):
            way = self.way[person.id] = WAYS[number % len(WAYS)]
            driver = Driver(self.sandbox, person)
            if way == "quiet":
                await driver.slash("/notifications", quiet_from="22:00", quiet_to="07:00", zone="Europe/Berlin")
            elif way != "channel":
                await driver.slash("/notifications", way=way)

    async def _begin(self, number: int) -> None:
        hall = self.halls[number % len(self.halls)]
        challenger, opponent = self.chance.sample(hall.people, 2)
        game = list(GAMES)[number % len(GAMES)]
        clock = (*CLOCKS, SOFT)[number % (len(CLOCKS) + 1)]
        await hall.begin(self.sandbox, challenger, opponent, f"/{game.replace('_', '-')} challenge", clock)
        self.acts["begun"] += 1
        self.acts[f"begun: {hall.kind}"] += 1

    def _close_halls(self, tick: int) -> None:
        """Delete one channel, close another to the bot, and open that one again, each in its quarter of a day."""
        halls: dict[str, Hall] = {hall.kind: hall for hall in self.halls}
        deleted, closed, trouble = halls["deleted"].channel, halls["closed"].channel, self.sandbox.trouble
        assert deleted is not None
        assert closed is not None
        if tick == DELETED:
            trouble.delete_channel(deleted)
        elif tick == CLOSED:
            trouble.deny("view_channel", closed)
        elif tick == OPENED:
            trouble.allow("view_channel", closed)

    def _to_act(self) -> list[Row]:
        """The matches in which somebody does something in this quarter of a day."""
        matches = []
        for match in self.ledger.running():
            pace = self.plan.pace / 20 if match["id"] % 9 == 0 else self.plan.pace
            if self.chance.random() < pace:
                matches.append(match)
        return matches

    def _to_rematch(self) -> list[Row]:
        """Some of the matches that have ended since people last looked."""
        ended = [match for match in self.ledger.ended() if match["id"] not in self.over]
        self.over |= {match["id"] for match in ended}
        return [match for match in ended if self.chance.random() < REMATCHES]

    async def _some_at_once(self, acts: list[Any], limit: int = 4) -> None:
        seats = asyncio.Semaphore(limit)

        async def seated(act: Any) -> None:
            async with seats:
                await act

        await asyncio.gather(*map(seated, acts))

    async def _kill_during(self, acts: list[Any]) -> None:
        """Kill the bot at some instant while people act, and start it again."""
        busy = asyncio.create_task(self._some_at_once(acts, limit=8))
        await asyncio.sleep(self.chance.random() * LIFE)
        self.dead = True
        await self.bot.kill()
        self.kills.append(self.sandbox.clock.now())
        with patience(self.sandbox, UNHEARD):
            await busy
        self.dead = False
        await self.bot.start()
        await self._settle()

    async def _outage(self) -> None:
        """Stop the bot for hours. Running deadlines move by that time, once."""
        await self._settle()
        before = {match["id"]: match["deadline"] for match in self.ledger.running() if match["deadline"]}
        await self.bot.kill()
        last = self.ledger.rows("SELECT at FROM heartbeat")[0]["at"]
        self.sandbox.move_clock(5 * HOUR)
        await self.bot.start()
        silence = self.ledger.rows("SELECT max(seconds) AS seconds, at FROM outage WHERE at > ?", last)[0]
        self.outages.append((last, silence["at"]))
        await self._settle()
        for match in self.ledger.running():
            was = before.get(match["id"])
            if was is not None and was > last and match["deadline"]:
                assert match["deadline"] == was + silence["seconds"], (name_of(match), was, match["deadline"])
        self.acts["reminders that stood in an outage"] += await self._reminders_set_right()
        self.acts["outage"] += 1

    async def _reminders_set_right(self) -> int:
        """Wait until no reminder shows a deadline from before an outage. Returns the number of reminders.

        Discord lets few old messages of a channel be edited at once.
        """
        for _ in range(EDITED):
            right, wrong = standing(self.sandbox, self.ledger, self.closed)
            if not wrong:
                return len(right)
            await asyncio.sleep(1)
        raise AssertionError(f"{len(wrong)} reminders are not set right: {wrong}")

    async def _pass(self, seconds: float) -> None:
        """Advance the clock, and stop wherever something is due."""
        end = self.sandbox.clock.now() + seconds
        await self._settle()
        while (now := self.sandbox.clock.now()) < end:
            due = self.ledger.next_due()
            goal = end if due is None else min(end, max(due, now) + GRAIN)
            self.sandbox.move_clock(max(goal - now, 0))
            await self._settle()

    async def _settle(self) -> None:
        """Wait until the bot has done everything due and noted that it runs. Record the running deadlines."""

        def done() -> bool:
            now, due = self.sandbox.clock.now(), self.ledger.next_due()
            beat = self.ledger.rows("SELECT at FROM heartbeat")[0]["at"]
            return (due is None or due > now) and not self.ledger.in_hand(now) and beat > now - 60

        await self.sandbox.wait_for(done, 90, "all that is due to be done")
        lost = [int(hall.channel.id) for hall in self.halls if hall.channel and hall.kind in {"deleted", "closed"}]
        self.elsewhere |= {row["match_id"] for row in self.ledger.rows(ELSEWHERE, *lost)}
        for match in self.ledger.running():
            if match["deadline"]:
                self.deadlines[match["id"]] = match["deadline"]
                self.turns.setdefault((match["id"], match["board_rev"]), set()).add(match["deadline"])

    async def _rest(self) -> None:
        """Wait until every board has been shown, old boards have no buttons, and new ones show the time."""
        queued = "SELECT 1 FROM outbox WHERE kind <> 'notice' AND tried = 0 AND due_at IS NOT NULL"
        await self.sandbox.wait_for(lambda: not self.ledger.rows(queued), 120, "everything to be shown")
        await self._settle()

    def _hear(self, change: Change) -> None:
        new: Any = change.new
        if change.old is not None or getattr(new, "author_id", None) != self.sandbox.world.bot.id or new.private:
            return
        message: Message = new
        kind = self.sandbox.world.channels[message.channel_id].type
        self.said.append(
            Said(
                self.sandbox.clock.now(),
                message.channel_id,
                kind is ChannelType.DM,
                message.mentions if kind is ChannelType.GROUP else message.pinged,
                message.content,
                tuple(attachment.filename for attachment in message.attachments),
            )
        )
