"""Helpers of the end-to-end tests: a bot in a sandbox, a channel with people in it, and whole matches."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from games import Position
from sandbox import Answer, BotProcess, Channel, Driver, Message, Sandbox

_numbers = itertools.count(1)


def play_button(preview: Answer | Message) -> str:
    """The label of the button that plays the move of a preview."""
    return next(button.label for button in preview.buttons if button.label.startswith("Play "))


async def play_chosen(player: Driver, picker: Answer | Message, choice: str) -> Answer:
    """Make the last choice in a picker, and confirm the move if it is shown first."""
    answer = await player.click(picker, choice)
    previewed = any(button.label.startswith("Play ") for button in answer.buttons)
    return await player.click(answer, play_button(answer)) if previewed else answer


@dataclass
class Room:
    """A channel with three people of its own, so that tests do not see each other's messages."""

    sandbox: Sandbox
    bot: BotProcess
    channel: Channel
    alice: Driver
    bob: Driver
    carol: Driver

    @classmethod
    def new(cls, sandbox: Sandbox, bot: BotProcess) -> Room:
        number = next(_numbers)
        channel = sandbox.world.add_channel(f"room-{number}")
        people = [sandbox.world.add_user(f"{name}{number}") for name in ("Alice", "Bob", "Carol")]
        alice, bob, carol = (Driver(sandbox, person, channel) for person in people)
        return cls(sandbox, bot, channel, alice, bob, carol)

    def owner(self) -> Driver:
        """The owner of the server, who may manage it."""
        world = self.sandbox.world
        return Driver(self.sandbox, world.users[world.guild.owner_id], self.channel)

    async def match(
        self,
        game: str = "konane",
        *,
        seats: tuple[Driver, Driver] | None = None,
        **options: Any,
    ) -> Match:
        """A new match, between Alice and Bob unless others take the seats."""
        first, second = seats or (self.alice, self.bob)
        command = f"/{game.replace('_', '-')}"
        asked = await first.slash(f"{command} challenge", opponent=second.user.id, side="first", **options)
        challenge = await self.public(asked)
        began = await self.public(await second.click(challenge, "Accept"))
        named = re.search(r"#(\w{4,})", began.text)
        assert named, began.text
        return Match(self, command, named[1], (first, second))

    def keep_older_pages(self, count: int) -> None:
        """Let the next private pages stay beside the same page when that is opened again."""
        self.sandbox.trouble.fail_next(count, status=404, path="DELETE /webhooks/")

    async def keep_old_boards(self) -> None:
        """Let old boards become lines in the server, so that a test can count them."""
        owner = self.owner()
        await owner.forge(await owner.slash("/server"), "t1:serve:0:0:keep", "line")

    async def public(self, answer: Answer) -> Message:
        """The public post of an act: the answer itself, or a message of its own where that took long."""
        await answer.settled()
        if answer.message is not None and not answer.private and answer.state == "message":
            return answer.message
        who, since = answer.interaction.user, int(answer.interaction.id)
        return await Driver(self.sandbox, who, self.channel).sees(
            lambda message: not message.private and int(message.id) > since and message.buttons,
            what=f"what came of {answer!r}",
        )


@dataclass
class Match:
    """A match in a room, and the boards of it that the test has seen."""

    room: Room
    command: str
    code: str
    seats: tuple[Driver, Driver]
    boards: list[str] = field(default_factory=list)
    """The digests of the boards' pictures, in order."""

    @property
    def id(self) -> int:
        return int(self.code, 36)

    @property
    def name(self) -> str:
        return f"#{self.code}"

    async def move(self, seat: int, text: str) -> Answer:
        """Type a move."""
        return await self.seats[seat].slash(f"{self.command} move", move=text, match=self.name)

    def posts(self) -> list[Message]:
        """The public boards of this match, also those reduced to a line, oldest first."""
        return [
            message
            for message in self.room.sandbox.world.messages(self.room.channel)
            if shows_board(message, self.code)
        ]

    async def post(self, count: int | None = None) -> Message:
        """The newest public board, once there are `count` of them."""
        return await self.room.sandbox.wait_for(
            lambda: self.posts()[-1] if len(self.posts()) >= (count or 1) else None,
            what=f"board {count} of {self.name}",
        )

    async def newer(self, board: Message) -> Message:
        """The next public board after this one, which may be deleted by then."""
        return await self.room.sandbox.wait_for(
            lambda: next((post for post in self.posts() if int(post.id) > int(board.id)), None),
            what=f"the next board of {self.name}",
        )

    async def note_board(self, message: Message | None) -> None:
        """Record the picture of a post. It must open and differ from the one before."""
        assert message is not None
        png = await self.room.sandbox.png(message.attachments[0])
        assert png.startswith(b"\x89PNG")
        digest = hashlib.sha256(png).hexdigest()
        assert not self.boards or digest != self.boards[-1], "the picture did not change"
        self.boards.append(digest)

    async def act(self, who: Driver, label: str, menu: str = "More") -> Answer:
        """Press a button under **More** of the newest board, or under another of its buttons."""
        return await who.click(await who.click(await self.post(), menu), label)

    async def replay(self, position: Position[Any], moves: Iterable[str]) -> Position[Any]:
        """Play these moves by command and look at every board. Returns the position after them."""
        for text in moves:
            board = await self.post()
            answer = await self.move(position.turn, text)
            assert answer.state in {"message", "deferred"}, (self.name, text, answer)
            await self.note_board(await self.newer(board))
            position = position.play(position.parse(text))
        return position


def labels(shown: Answer | Message) -> list[str]:
    return [button.label for button in shown.buttons]


def shows_board(message: Message, code: str) -> bool:
    """Whether a message is a public board of this match, with its picture or reduced to a line."""
    pictures = [file.filename for file in message.attachments]
    line = not pictures and re.fullmatch(rf"(?:Move \d|The start of ).*#{code}", message.content)
    return bool(line or any(f"-{code}-" in name for name in pictures)) and not message.private


async def watch(who: Driver, game: str = "konane", levels: str = "11") -> Answer:
    """Begin a match between two computer players of these levels, as **Start** on the page of `/play` does."""
    return await who.forge(await who.slash("/play"), f"t1:start-go:0:1:{game}:w{levels}:r:::")


def refusal(answer: Answer) -> str:
    """The sentence of a private refusal."""
    assert answer.private, answer
    # A refusal offers what is possible instead: another move, a match to begin, an answer to prepare, or to follow.
    assert [button.label for button in answer.buttons] in (
        *([], ["Move"], ["Play"], ["Plan my replies"], ["Follow"], ["Withdraw"]),
        *(["Rematch"], ["Rematch", "Review"], ["Standings"], ["Standings", "Review"], ["Replay"]),
    )
    return answer.content
