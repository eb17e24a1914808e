"""Actions that the sandbox's page sends as JSON."""

import base64
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from inspect import isawaitable
from typing import TypeAlias, TypeVar

from sandbox.discord.errors import Json
from sandbox.discord.interaction import Interaction, State
from sandbox.discord.model import Channel, Guild, Message, User
from sandbox.discord.options import Impossible
from sandbox.discord.uploads import Upload
from sandbox.page.crowd import Crowd, first_people
from sandbox.page.texts import locales
from sandbox.wire.backend import Backend

T = TypeVar("T")
Act: TypeAlias = Callable[[Json], Json | Awaitable[Json | None] | None]


class PageActs:
    """Carries out actions of the form `{"as": person, "channel": channel, "act": name, …}`."""

    def __init__(self, backend: Backend, restart_bot: Callable[[], Awaitable[None]]) -> None:
        self._backend = backend
        self._crowd = Crowd(backend)
        people, trouble = backend.people, backend.trouble
        self._acts: dict[str, Act] = {
            "slash": self._slash,
            "autocomplete": self._autocomplete,
            "button": lambda act: _sent(people.press(self._person(act), self._message(act), act["custom_id"])),
            "select": lambda act: _sent(
                people.pick(self._person(act), self._message(act), act["custom_id"], act["values"])
            ),
            "modal": lambda act: _sent(
                people.submit(self._person(act), act["interaction_id"], act.get("values") or {})
            ),
            "user_command": self._user_command,
            "say": lambda act: {"message_id": people.say(self._person(act), self._channel(act), act["content"]).id},
            "dismiss": lambda act: people.dismiss(self._person(act), self._message(act)),
            "open_dm": lambda act: {"channel_id": people.open_dm(self._person(act)).id},
            "speak": self._speak,
            "invite": lambda act: {"name": self._crowd.invite(self._person(act), self._guild(act)).global_name},
            "new_server": self._new_server,
            "crowd": self._press_as_crowd,
            "trouble": lambda act: _pick(self._troubles, act.get("what"))(act),
        }
        self._troubles: dict[str, Act] = {
            "drop_gateway": lambda _: trouble.drop_gateway(),
            "invalidate_session": lambda _: trouble.invalidate_session(),
            "ask_to_reconnect": lambda _: trouble.ask_to_reconnect(),
            "fail_next": self._fail_next,
            "slow_next": self._slow_next,
            "close_dms": self._close_dms,
            "deny": lambda act: trouble.deny(act["permission"], self._channel(act)),
            "allow": lambda act: trouble.allow(act["permission"], self._channel(act)),
            "delete_channel": lambda act: trouble.delete_channel(self._channel(act)),
            "delete_message": lambda act: trouble.delete_message(self._message(act)),
            "remove_bot": lambda act: trouble.remove_bot(self._guild(act)),
            "invite_bot": lambda act: trouble.invite_bot(self._guild(act)),
            "new_channel": self._new_channel,
            "move_clock": lambda act: backend.move_clock(float(act["seconds"])),
            "restart_bot": lambda _: restart_bot(),
        }

    async def do(self, act: Json) -> Json:
        """Carry out an action and return the response for the page.

        Raises Impossible, LookupError or ValueError with a sentence for the page.
        """
        done = _pick(self._acts, act.get("act"))(act)
        return (await done if isawaitable(done) else done) or {}

    def _slash(self, act: Json) -> Json:
        options = {name: _value(value) for name, value in (act.get("options") or {}).items()}
        return _sent(self._backend.people.slash(self._person(act), self._channel(act), act["command"], options))

    async def _autocomplete(self, act: Json) -> Json:
        person, channel, options = self._person(act), self._channel(act), act.get("options") or {}
        asked = self._backend.people.autocomplete(person, channel, act["command"], options, act["focused"])
        await asked.settled.wait()
        if asked.state is State.FAILED:
            raise Impossible("the bot did not answer.")
        return {"choices": asked.choices}

    def _user_command(self, act: Json) -> Json:
        target = self._backend.world.user(act["target"])
        return _sent(self._backend.people.user_command(self._person(act), self._channel(act), act["command"], target))

    def _speak(self, act: Json) -> None:
        """Set the language of a person's Discord."""
        locale = str(act["locale"])
        _pick(locales(), locale)
        self._backend.world.put(replace(self._person(act), locale=locale))

    def _new_server(self, act: Json) -> Json:
        """Create a server of this person, with the bot and the first three people as its other members."""
        owner, world = self._person(act), self._backend.world
        guild = world.add_guild(str(act["name"]), owner)
        for user in first_people(world):
            world.join(guild, user)
        return {"channel_id": next(channel.id for channel in world.channels.values() if channel.guild_id == guild.id)}

    async def _press_as_crowd(self, act: Json) -> Json:
        """Let ten members press a button and confirm what they are asked."""
        return {"confirmed": await self._crowd.press(self._person(act), self._message(act), str(act["custom_id"]))}

    def _fail_next(self, act: Json) -> None:
        count, status, path = int(act.get("count", 1)), int(act.get("status", 500)), str(act.get("path", ""))
        self._backend.trouble.fail_next(count, status=status, path=path)

    def _slow_next(self, act: Json) -> None:
        self._backend.trouble.slow_next(float(act["seconds"]), int(act.get("count", 1)), path=str(act.get("path", "")))

    def _close_dms(self, act: Json) -> None:
        person = self._backend.world.user(act.get("user") or act["as"])
        self._backend.trouble.close_dms(person, closed=bool(act.get("closed", True)))

    def _new_channel(self, act: Json) -> Json:
        """Create a channel. As on Discord, its name is converted to lower case with hyphens for spaces."""
        name = "-".join(str(act["name"]).lower().removeprefix("#").split())
        if not 1 <= len(name) <= 100:
            raise Impossible("The name of a channel has 1 to 100 characters.")
        return {"channel_id": self._backend.world.add_channel(name, self._guild(act)).id}

    def _person(self, act: Json) -> User:
        return self._backend.world.user(str(act["as"]))

    def _channel(self, act: Json) -> Channel:
        return self._backend.world.channel(str(act["channel"]))

    def _guild(self, act: Json) -> Guild:
        """The server named in the action, by default the first one."""
        world = self._backend.world
        guild = world.guilds.get(str(act.get("guild") or world.guild.id))
        if guild is None:
            raise Impossible("This server is gone.")
        return guild

    def _message(self, act: Json) -> Message:
        message = self._backend.world.find_message(str(act["message"]))
        if message is None:
            raise Impossible("This message is gone.")
        return message


def _value(value: object) -> object:
    """Parse the value of an option; a file consists of its name and its bytes in base64."""
    if not isinstance(value, dict):
        return value
    try:
        return Upload(str(value["filename"]), base64.b64decode(value["base64"], validate=True))
    except (KeyError, TypeError, ValueError) as error:
        raise Impossible("The page sent no file.") from error


def _sent(interaction: Interaction) -> Json:
    return {"interaction_id": interaction.id}


def _pick(known: Mapping[str, T], name: object) -> T:
    if name not in known:
        raise Impossible(f"The sandbox knows no {name}; it knows {', '.join(known)}.")
    return known[str(name)]
