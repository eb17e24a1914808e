"""Everything that a person can do: every command, and every control of the messages that they see."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from typing import Any

from sandbox import Answer, Driver, Message, State
from sandbox.discord.commands import GROUPS, CommandType, OptionType
from sandbox.discord.errors import Json
from tests.e2e.rooms import Match, Room

MODERATED = ("/server", "/moderate")
"""Commands for people who may manage the server."""
PLAIN = (OptionType.STRING, OptionType.INTEGER, OptionType.USER)


class Acts:
    """Everything that Alice can do in a room. It is her turn in a match there, and Carol has challenged her."""

    def __init__(self, room: Room, match: Match, move: str) -> None:
        self._room, self._match = room, match
        self._given: Mapping[str, object] = {
            "match": match.name,
            "move": move,
            "user": room.carol.user.id,
            "opponent": room.carol.user.id,
            "game": "konane",
            "code": "nothing",
            "text": "nothing",
            "days": 2,
        }
        world = room.sandbox.world
        self._boss = Driver(room.sandbox, world.user(world.guild.owner_id), room.channel)
        self._messages: list[tuple[Driver, Message]] = []

    async def prepare(self, match: Match) -> None:
        """Open all messages with controls before anything is made to fail."""
        room, alice = self._room, self._room.alice
        self._messages.append((alice, match.posts()[-1]))
        challenge = await room.public(await room.carol.slash("/squalma challenge", opponent=alice.user.id))
        self._messages.append((alice, challenge))
        picker = await alice.click(match.posts()[-1], "Move")
        for opened in (
            picker,
            await alice.slash("/konane resign", match=match.name),
            *[await alice.slash(f"/{path}") for path in ("matches", "settings", "notifications", "privacy", "profile")],
            await alice.slash("/vacation", days=2),
            await alice.slash("/konane practice"),
        ):
            await opened.settled()
            if opened.message is not None:
                self._messages.append((alice, opened.message))
        await alice.slash("/settings", preview=True)
        choosing = await (await alice.click(match.posts()[-1], "Move")).settled()
        while not any(button.label.startswith("Play ") for button in choosing.buttons):
            choosing = await (await alice.click(choosing, choosing.buttons[0].label)).settled()
        await alice.slash("/settings", preview=False)
        self._messages.append((alice, choosing.post))

    def commands(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The path of every slash command, and its options."""
        for command in self._room.sandbox.world.commands[""]:
            if command["type"] == CommandType.SLASH:
                yield from self._below(f"/{command['name']}", command)

    def _below(self, path: str, command: Json) -> Iterator[tuple[str, dict[str, Any]]]:
        options = command.get("options") or ()
        if inner := [option for option in options if option["type"] in GROUPS]:
            for option in inner:
                yield from self._below(f"{path} {option['name']}", option)
            return
        required = {option["name"] for option in options if option.get("required")}
        plain = {o["name"] for o in options if o["type"] in PLAIN and not o.get("choices")}
        given = {name: self._given[name] for name in plain | required if name in self._given}
        if not path.startswith(("/konane", "/match ")) and "match" not in required:
            given.pop("match", None)
        assert required <= given.keys(), f"{path} needs {required}: name them here"
        yield path, given

    def all(self) -> Iterator[tuple[str, Callable[[], Awaitable[Answer]]]]:
        """All acts by name: commands, buttons, and the first choices of selects, as the messages were at first."""
        for path, given in self.commands():
            yield path, partial((self._boss if path.startswith(MODERATED) else self._room.alice).slash, path, **given)
        for person, message in self._messages:
            for button in message.buttons:
                if button.custom_id is not None and not button.disabled:
                    act = partial(self._press, person, message, button.custom_id)
                    yield f"{button.label} ({button.custom_id})", act
            for select in message.selects:
                values = [value for _, value in select.options][: select.min_values or 1]
                if values:  # other selects choose a person or a channel
                    act = partial(self._press, person, message, select.custom_id, *values)
                    yield f"{select.placeholder} ({select.custom_id})", act

    async def _press(self, person: Driver, message: Message, custom_id: str, *values: str) -> Answer:
        """Use a control, below the newest board if the bot has deleted the message since then."""
        there = self._room.sandbox.world.message(message.channel_id, message.id) is not None
        return await person.forge(message if there else self._match.posts()[-1], custom_id, *values)


async def answered(act: Callable[[], Awaitable[Answer]]) -> Answer:
    """The answer to an act, once the bot is no longer thinking. It must have come in time."""
    answer = await act()
    assert answer.state is not State.FAILED, answer
    return await answer.settled() if answer.state is State.DEFERRED else answer


def told(answer: Answer) -> str:
    """Everything that a person reads in an answer and its follow-ups."""
    return "\n".join([answer.content, *(message.content for message in answer.followups)])
