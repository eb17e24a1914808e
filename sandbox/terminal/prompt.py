"""The sandbox's line prompt: act as any person from the terminal, and read the bot's messages."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

from sandbox.discord.interaction import State
from sandbox.discord.model import Channel, ChannelType, Message, User
from sandbox.discord.options import Impossible, find_command
from sandbox.discord.world import Change
from sandbox.driver import Answer, Driver
from sandbox.server import Sandbox

HELP = """\
alice /konane challenge opponent:@bob   use a command as Alice (Bob and Carol are there, too)
bob click Accept                        press a button of the newest message that has it
alice /konane move move:d5              move
alice choose white                      choose in the newest select
alice fill Move: d5                     send the form that is open, one field after the other
alice say hello                         write a message
alice in #more-games                    go to another channel; `alice in dm` for direct messages
read                                    the newest messages of the channel
restart                                 restart the bot
help                                    this help; Ctrl-C ends everything"""
_SHOWN = 400


class Prompt:
    """Carries out commands line by line and prints the results."""

    def __init__(self, sandbox: Sandbox, say: Callable[[str], None]) -> None:
        self._sandbox = sandbox
        self._say = say
        self._places: dict[str, Channel] = {}
        """The channel that each person entered last."""
        self._forms: dict[str, Answer] = {}
        self._last: Channel | None = None
        """The channel of the most recent action."""
        sandbox.world.watch(self._changed)

    async def take(self, line: str) -> None:
        """Carry out a line. Prints the reason if that is impossible; never raises."""
        words = line.strip().split(maxsplit=2)
        if not words:
            return
        try:
            if words[0] == "help":
                self._say(HELP)
            elif words[0] == "restart":
                await self._sandbox.restart_bot()
                self._say("The bot is back.")
            elif words[0] == "read":
                self._read()
            else:
                await self._act(*words)
        except (Impossible, LookupError) as error:
            self._say(f"{error.args[0]} Type help to see what you can do.")

    async def _act(self, name: str, verb: str = "", rest: str = "") -> None:
        user = self._sandbox.world.user(name)
        person = Driver(self._sandbox, user, self._place(user))
        self._last = person.channel
        if verb.startswith("/"):
            self._tell(person, await self._slash(person, f"{verb} {rest}"))
        elif verb == "click":
            self._tell(person, await person.click(_newest(person, rest), rest))
        elif verb == "choose":
            self._tell(person, await person.select(_newest_select(person), *rest.split()))
        elif verb == "fill":
            await self._fill(person, rest)
        elif verb == "say":
            await person.say(rest)
        elif verb == "in":
            self._places[user.id] = self._sandbox.world.dm(user) if rest == "dm" else self._sandbox.world.channel(rest)
            self._last = self._places[user.id]
        else:
            raise Impossible(f"What should {user.global_name} do?")

    async def _slash(self, person: Driver, text: str) -> Answer:
        words = text.split()
        first = next((position for position, word in enumerate(words) if ":" in word), len(words))
        path = words[:first]
        command, steps = find_command(self._sandbox.world.commands.get("", []), " ".join(path))
        names = [option["name"] for option in (steps[-1] if steps else command).get("options") or ()]
        return await person.slash(" ".join(path), **_options(" ".join(words[first:]), names))

    async def _fill(self, person: Driver, text: str) -> None:
        opened = self._forms.pop(person.user.id, None)
        if opened is None or opened.modal is None:
            raise Impossible("There is no form open.")
        labels = list(opened.modal.fields)
        fields = _options(text, labels) if ":" in text else {labels[0]: text}
        self._tell(person, await person.submit(opened, fields))

    def _tell(self, person: Driver, answer: Answer) -> None:
        """Print an answer that is not a message: a failure or an opened modal."""
        if answer.state is State.FAILED:
            self._say(f"{answer.interaction.reason}.")
        if answer.modal:
            self._forms[person.user.id] = answer
            fields = "; ".join(answer.modal.fields)
            self._say(f"A form opened: {answer.modal.title} ({fields}). `{person.user.username} fill …` sends it.")

    def _place(self, user: User) -> Channel:
        """The person's channel: where they went, else the most recent one, else a text channel, else their DM."""
        channels = self._sandbox.world.channels
        for channel in (self._places.get(user.id), self._last):
            if channel and channel.id in channels:
                return channel
        texts = (channel for channel in channels.values() if channel.type is ChannelType.TEXT)
        return next(texts, None) or self._sandbox.world.dm(user)

    def _read(self) -> None:
        people = (user for user in self._sandbox.world.users.values() if not user.bot)
        for message in self._sandbox.world.messages(self._place(next(people)))[-10:]:
            self._show(message)

    def _changed(self, change: Change) -> None:
        if isinstance(change.new, Message) and not change.new.loading:
            if isinstance(change.old, Message) and change.old.text == change.new.text:
                return
            self._show(change.new)

    def _show(self, message: Message) -> None:
        world = self._sandbox.world
        channel = world.channels[message.channel_id]
        place = f"#{channel.name}" if channel.name else "DM"
        addressee = world.users[message.only_for].global_name if message.only_for else ""
        whom = f" (only {addressee})" if addressee else ""
        text = re.sub(r"<@!?(\d+)>", lambda mention: f"@{world.user(mention[1]).global_name}", message.text)
        text = re.sub(r"<t:(\d+)(:\w)?>", lambda time: _local(int(time[1])), text)
        text = re.sub(r"</([^:>]+):\d+>", r"/\1", text)
        parts = [text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"]
        parts += [f"<{attachment.filename}>" for attachment in message.attachments]
        parts += [f"[{button.label or button.emoji}]" for button in message.buttons if not button.disabled]
        self._say(f"{place} {world.users[message.author_id].global_name}{whom}: {' '.join(filter(None, parts))}")


def _local(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).astimezone().strftime("%d %b %H:%M")


def _options(text: str, names: list[str]) -> dict[str, str]:
    """Parse options such as `a:1 b:two words`. Only the given names start an option."""
    known = "|".join(re.escape(name) for name in names) or "(?!)"
    parts = re.split(rf"(?:^|\s)({known}):\s*", text)
    if parts[0].strip():
        raise Impossible(f"{parts[0].strip()} is no option; there are {', '.join(names) or 'none'}.")
    return {name: value.strip() for name, value in zip(parts[1::2], parts[2::2], strict=True)}


def _newest(person: Driver, button: str) -> Message:
    for message in reversed(person.messages()):
        if any(button in {part.label, part.custom_id, part.emoji} and not part.disabled for part in message.buttons):
            return message
    raise Impossible(f"There is no button {button} here.")


def _newest_select(person: Driver) -> Message:
    newest = next((message for message in reversed(person.messages()) if message.selects), None)
    if newest is None:
        raise Impossible("There is no select here.")
    return newest
