"""A thinker without delay, whose moves and judgements the test provides."""

import asyncio
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games import Position
from matches.computers import Judgement
from puzzles.missed import Look, look
from service import Service

SETTLES = 60.0
"""Seconds for which a test waits for a thinker without delay; a busy machine may need them."""


@dataclass
class Puppet:
    """Plays the first legal move, or the next of `texts`, as soon as its gate is open; judges then, too."""

    texts: list[str] = field(default_factory=list)
    chances: tuple[float, float] = (0.5, 0.5)
    certain: bool = False
    failures: int = 0
    """How many searches fail before one succeeds."""
    failure: Exception = field(default_factory=lambda: RuntimeError("a fault"))
    seconds: float = 0
    """How long it thinks about a move when its gate is open."""
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    held: int = 0
    """How many calls wait at the gate now."""
    began: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it first begins to choose a move."""
    thought: list[int] = field(default_factory=list)
    """The plies of the positions in which it began to choose a move."""
    shows: list[bool] = field(default_factory=list)
    """For each of these, whether the match was for show."""
    seeds: set[int] = field(default_factory=set)
    by_ply: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    """Chances at some plies; they count before `chances`."""
    by_left: dict[int | None, tuple[float, float]] = field(default_factory=dict)
    """Chances by how many are left of a heap; they count before `by_ply`."""
    judged: int = 0
    looked: int = 0
    """In how many positions it has searched for a puzzle."""
    others: int = 0
    """How many other calls are queued before each of its own."""
    prepared: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.gate.set()

    async def choose(
        self, position: Position[Any], level: int, *, seed: int, requester: Hashable, subject: Hashable, show: bool
    ) -> str:
        assert 1 <= level <= 5
        assert requester != subject
        self.thought.append(position.ply)
        self.shows.append(show)
        self.seeds.add(seed)
        self.began.set()
        await self._pass()
        await asyncio.sleep(self.seconds)
        self._fail()
        return self.texts.pop(0) if self.texts else position.format(position.legal_moves()[0])

    async def judge(
        self, positions: Sequence[Position[Any]], *, seconds: float, requester: Hashable, subject: Hashable
    ) -> list[Judgement]:
        assert (requester, subject) != (None, None)
        assert seconds > 0
        await self._pass()
        self._fail()
        self.judged += len(positions)
        return [self._judgement(position) for position in positions]

    async def look(self, position: Position[Any], played: str, *, subject: Hashable) -> Look:
        """Searches as helpers do."""
        await self._pass()
        self._fail()
        assert subject is not None
        self.looked += 1
        return look(position, played)

    async def holds(self, calls: int = 1) -> None:
        """Wait until so many calls wait at the gate."""
        async with asyncio.timeout(SETTLES):
            while self.held < calls:  # noqa: ASYNC110 (the calls tell nobody)
                await asyncio.sleep(0.01)

    async def _pass(self) -> None:
        """Wait until the gate is open."""
        self.held += 1
        try:
            await self.gate.wait()
        finally:
            self.held -= 1

    def _fail(self) -> None:
        if self.failures:
            self.failures -= 1
            raise self.failure

    def _judgement(self, position: Position[Any]) -> Judgement:
        line = tuple(position.format(move) for move in position.legal_moves()[:1])
        chances = self.by_left.get(getattr(position, "left", None), self.by_ply.get(position.ply, self.chances))
        return Judgement(chances, line, self.certain)

    def prepare(self, position: Position[Any]) -> None:
        self.prepared.append(position.info.key)

    def calls_ahead(self, subject: Hashable) -> int:
        del subject
        return self.others


async def until_awaited(service: Service, match_id: int) -> None:
    """Wait until somebody waits for the answer in a match."""
    async with asyncio.timeout(SETTLES):
        while not service.computer_turns._running[match_id].awaited:  # noqa: ASYNC110 (the service has no event for it)
            await asyncio.sleep(0)
