"""The simulation: people with habits, matches of all games, a clock that runs ahead, and a bot that gets killed."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from games import GAMES
from matches.timecontrol import CLOCKS
from sandbox import Driver, Impossible, State
from tests.soak.ledger import Ledger, name_of

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox import Answer, BotProcess, Change, Channel, Message, Sandbox
    from tests.soak.ledger import Row

HOUR = 3600
GRAIN = 600
"""Seconds of the simulated time that may pass between two looks at what is due."""
WAYS = ("channel",) * 6 + ("dm", "both", "digest", "quiet")
SOFT = "2d soft"


@dataclass(frozen=True, slots=True)
class Plan:
    """How large the fortnight is; the same plan and seed make the same people, matches and kills."""

    people: int
    matches: int
    days: int = 14
    kills: int = 6
    outages: int = 2
    seed: int = 1
    pace: float = 0.25
    """How probably a player who is to move does so within six hours."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the bot, as it was posted."""

    at: float
    channel_id: str
    pinged: tuple[str, ...]
    content: str
    pictures: tuple[str, ...]


@dataclass
class Fortnight:
    """A run of the simulation and all that was seen of it."""

    plan: Plan
    sandbox: Sandbox
    bot: BotProcess
    database: Path
    said: list[Said] = field(default_factory=list)
    acts: Counter[str] = field(default_factory=Counter)
    way: dict[str, str] = field(default_factory=dict)
    """By person: how they want to be told."""
    deadlines: dict[int, int] = field(default_factory=dict)
    """By match: the last deadline that was seen running."""
    outages: list[tuple[float, float]] = field(default_factory=list)
    """From when to when the bot was away for longer than it forgives."""
    kills: list[float] = field(default_factory=list)
    dead: bool = False
    """Whether the bot was killed and people do not know it yet."""

    async def run(self) -> None:
        """Live through the days, then let everything come to rest."""
        self.chance = random.Random(self.plan.seed)
        self.sandbox.world.watch(self._hear)
        await self._gather_people()
        self.ledger = Ledger(self.database)
        ticks = self.plan.days * 4
        trouble = self.chance.sample(range(2, ticks - 1), self.plan.kills + self.plan.outages)
        kills, outages = set(trouble[: self.plan.kills]), set(trouble[self.plan.kills :])
        begun = 0
        for tick in range(ticks):
            while begun < self.plan.matches and begun < (tick + 1) * self.plan.matches / 8:
                await self._begin(begun)
                begun += 1
            acts = [self._act(match) for match in self._to_act()]
            if tick in kills:
                await self._kill_during(acts)
            else:
                await self._some_at_once(acts)
            if tick in outages:
                await self._outage()
            await self._pass(6 * HOUR)
        await self._rest()

    async def _gather_people(self) -> None:
        world = self.sandbox.world
        owner = world.add_user("Owner")
        threads = world.add_guild("Threads", owner)
        self.halls = [world.channel("games"), world.channel("more-games"), _hall(world.channels, threads.id)]
        await Driver(self.sandbox, owner, self.halls[2]).slash("/server", place="thread")
        self.people = [world.add_user(f"Player {number}", world.guild, threads) for number in range(self.plan.people)]
        for number, person in enumerate(self.people):
            way = self.way[person.id] = WAYS[number % len(WAYS)]
            driver = Driver(self.sandbox, person, self.halls[0])
            if way == "quiet":
                await driver.slash("/notifications", quiet_from="22:00", quiet_to="07:00", zone="Europe/Berlin")
            elif way != "channel":
                await driver.slash("/notifications", way=way)

    async def _begin(self, number: int) -> None:
        """Challenge and accept."""
        one, other = self.chance.sample(self.people, 2)
        hall = self.halls[number % len(self.halls)]
        game = list(GAMES)[number % len(GAMES)]
        clock = (*CLOCKS, SOFT)[number % (len(CLOCKS) + 1)]
        command = f"/{game.replace('_', '-')} challenge"
        challenge = await Driver(self.sandbox, one, hall).slash(command, opponent=other.id, clock=clock)
        await Driver(self.sandbox, other, hall).click(challenge, "Accept")
        self.acts["begun"] += 1

    def _to_act(self) -> list[Row]:
        """The matches in which somebody does something in this quarter of a day."""
        found = []
        for match in self.ledger.running():
            pace = self.plan.pace / 20 if match["id"] % 9 == 0 else self.plan.pace
            if self.chance.random() < pace:
                found.append(match)
        return found

    async def _act(self, match: Row) -> None:
        """What somebody does in a match whose board is there to be seen."""
        place = self.ledger.place(match["id"])
        if place is None or place["shown_rev"] < match["board_rev"]:
            return
        channel = self.sandbox.world.channels[str(place["channel_id"])]
        seats = [Driver(self.sandbox, str(match[name]), channel) for name in ("first_id", "second_id")]
        mover, waiting = seats[match["turn"]], seats[1 - match["turn"]]
        which = {"match": name_of(match)}
        what = self.chance.random()
        if what < 0.03 and GAMES[match["game"]].info.draws:
            await self._do("draw offer", waiting, "/match draw", **which)
        elif what < 0.06:
            await self._do("take back", waiting, "/match takeback", **which)
        elif what < 0.07:
            await self._do("bump", mover, "/match bump", **which)
        elif what < 0.08:
            await self._do("abort", mover, "/match abort", **which)
        elif what < 0.10:
            await self._do("vacation", mover, "/vacation start", days=2)
        elif match["draw_by"] is not None and what < 0.3:
            await self._do("draw", mover, "/match draw", **which)
        else:
            position = self.ledger.position(match)
            moves = position.legal_moves()
            command = f"/{match['game'].replace('_', '-')} move"
            await self._do("move", mover, command, move=position.format(self.chance.choice(moves)), **which)

    async def _do(self, name: str, who: Driver, command: str, **options: Any) -> Answer | None:
        try:
            answer = await who.slash(command, **options)
        except Impossible:
            self.acts[f"{name}: impossible"] += 1
            return None
        cut_off = answer.state is State.FAILED and self.dead
        self.acts[f"{name}: {'cut off' if cut_off else answer.state.value}"] += 1
        if name == "abort" and answer.buttons:
            await who.click(answer, answer.buttons[0].label)
        return answer

    async def _some_at_once(self, acts: list[Any], most: int = 4) -> None:
        seats = asyncio.Semaphore(most)

        async def seated(act: Any) -> None:
            async with seats:
                await act

        await asyncio.gather(*map(seated, acts))

    async def _kill_during(self, acts: list[Any]) -> None:
        """Kill the bot at some instant while people act, and start it again."""
        busy = asyncio.create_task(self._some_at_once(acts, most=8))
        await asyncio.sleep(self.chance.random() * 0.4)
        self.dead = True
        await self.bot.kill()
        self.kills.append(self.sandbox.clock.now())
        await busy
        self.dead = False
        await self.bot.start()
        await self._settle()

    async def _outage(self) -> None:
        """Leave the bot dead for hours: running deadlines move by that, once."""
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
        self.acts["outage"] += 1

    async def _pass(self, seconds: float) -> None:
        """Let time pass, stopping wherever something is due."""
        end = self.sandbox.clock.now() + seconds
        await self._settle()
        while (now := self.sandbox.clock.now()) < end:
            due = self.ledger.next_due()
            goal = end if due is None else min(end, max(due, now) + GRAIN)
            self.sandbox.move_clock(max(goal - now, 0))
            await self._settle()

    async def _settle(self) -> None:
        """Wait until the bot has done all that is due and noted that it lives; note the deadlines that run."""

        def done() -> bool:
            now, due = self.sandbox.clock.now(), self.ledger.next_due()
            beat = self.ledger.rows("SELECT at FROM heartbeat")[0]["at"]
            return (due is None or due > now) and beat > now - 60

        await self.sandbox.wait_for(done, 60, "all that is due to be done")
        self.deadlines.update({match["id"]: match["deadline"] for match in self.ledger.running() if match["deadline"]})

    async def _rest(self) -> None:
        """Wait until every board has been shown."""
        unshown = "SELECT 1 FROM outbox WHERE kind = 'board' AND due_at IS NOT NULL"
        await self.sandbox.wait_for(lambda: not self.ledger.rows(unshown), 120, "every board to be shown")
        await self._settle()

    def _hear(self, change: Change) -> None:
        new: Any = change.new
        if change.old is None and getattr(new, "author_id", None) == self.sandbox.world.bot.id:
            message: Message = new
            if not message.private:
                pictures = tuple(attachment.filename for attachment in message.attachments)
                self.said.append(
                    Said(self.sandbox.clock.now(), message.channel_id, message.pinged, message.content, pictures)
                )


def _hall(channels: dict[str, Channel], guild_id: str) -> Channel:
    return next(channel for channel in channels.values() if channel.guild_id == guild_id)
