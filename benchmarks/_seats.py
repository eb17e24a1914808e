"""Two people in a channel of a sandbox, who play matches by typed moves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox import Driver

if TYPE_CHECKING:
    from sandbox import Answer, Sandbox


@dataclass(frozen=True)
class Seats:
    """The two players of a match, by seat."""

    players: tuple[Driver, Driver]

    @classmethod
    def new(cls, sandbox: Sandbox) -> Seats:
        """Two new people in a channel of their own."""
        channel = sandbox.world.add_channel("benchmark")
        first, second = (Driver(sandbox, sandbox.world.add_user(name), channel) for name in ("Alice", "Bob"))
        return cls((first, second))

    async def begin(self, game: str) -> str:
        """Begin a match; returns its code."""
        first, second = self.players
        command = f"/{game.replace('_', '-')} challenge"
        answer = await second.click(await first.slash(command, opponent=second.user.id, side="first"), "Accept")
        found = re.search(r"#(\w{4,})", answer.content)
        if found is None:
            raise RuntimeError(f"no match began: {answer}")
        return found[1]

    async def move(self, game: str, code: str, seat: int, text: str) -> Answer:
        """Type a move."""
        return await self.players[seat].slash(f"/{game.replace('_', '-')} move", move=text, match=f"#{code}")
