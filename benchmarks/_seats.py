"""Two people in a channel of a sandbox, who play matches by typed moves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sandbox import Answer, Driver, Message, Sandbox


@dataclass(frozen=True)
class Seats:
    """The two players of a match, by seat."""

    players: tuple[Driver, Driver]

    @classmethod
    def new(cls, sandbox: Sandbox, names: tuple[str, str] = ("Alice", "Bob")) -> Seats:
        """Two new people in a channel of their own."""
        channel = sandbox.world.add_channel("benchmark")
        first, second = (Driver(sandbox, sandbox.world.add_user(name), channel) for name in names)
        return cls((first, second))

    async def begin(self, game: str) -> str:
        """Begin a match; returns its code."""
        first, second = self.players
        command = f"/{game.replace('_', '-')} challenge"
        challenge = await _posted(first, await first.slash(command, opponent=second.user.id, side="first"))
        board = await _posted(second, await second.click(challenge, "Accept"))
        found = re.search(r"#(\w{4,})", board.text)
        if found is None:
            raise RuntimeError(f"no match began: {board}")
        return found[1]

    async def move(self, game: str, code: str, seat: int, text: str) -> Answer:
        """Type a move."""
        return await self.players[seat].slash(f"/{game.replace('_', '-')} move", move=text, match=f"#{code}")

    async def look(self, game: str, code: str, seat: int) -> Answer:
        """Ask for the board, which is shown to this player alone."""
        return await self.players[seat].slash(f"/{game.replace('_', '-')} board", match=f"#{code}")


async def _posted(person: Driver, answer: Answer) -> Message:
    """The message that an act caused: the answer itself, or on a busy machine a message after it."""
    await answer.settled()
    since = int(answer.interaction.id)

    def caused(message: Message) -> bool:
        return not message.private and int(message.id) > since and bool(message.buttons)

    return await person.sees(caused, what=f"{answer!r}")
