"""The lifecycle of interactions: each must be answered within three seconds and expires after fifteen minutes."""

import asyncio
from collections.abc import Callable

from sandbox.discord.errors import Code, Json, Refused
from sandbox.discord.interaction import Act, Interaction, State
from sandbox.discord.model import Channel, Message, User
from sandbox.discord.payloads import owners
from sandbox.discord.world import World

PATIENCE = 3.0
"""Real seconds within which the bot must answer."""
LIFETIME = 15 * 60
"""Seconds of the sandbox's clock for which the token is valid."""
REMEMBERED = 5000
"""The number of newest interactions that are kept. The tokens of older ones are invalid."""


class Interactions:
    """The newest interactions since the sandbox was started."""

    def __init__(self, world: World, deliver: Callable[[Interaction], None]) -> None:
        """`deliver` sends a new interaction to the bot."""
        self.patience = PATIENCE
        self._world = world
        self._deliver = deliver
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._listeners: list[Callable[[Interaction], None]] = []

    def watch(self, listener: Callable[[Interaction], None]) -> Callable[[], None]:
        """Call the listener whenever an interaction is sent or changes. Returns a function that removes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def send(
        self,
        act: Act,
        user: User,
        channel: Channel,
        data: Json,
        *,
        message: Message | None = None,
        trigger: Interaction | None = None,
    ) -> Interaction:
        """Send an interaction to the bot. It fails if the bot does not answer in time."""
        loop = asyncio.get_running_loop()
        number = self._world.snowflakes.next()
        sent = Interaction(number, act, user, channel, data, self._world.now(), loop.time(), message, trigger)
        self._by_id[sent.id] = self._by_token[sent.token] = sent
        if len(self._by_id) > REMEMBERED:
            oldest = self._by_id.pop(next(iter(self._by_id)))
            del self._by_token[oldest.token]
        self._deliver(sent)
        loop.call_later(self.patience, self.give_up, sent)
        self.notify(sent)
        return sent

    def find(self, interaction_id: str) -> Interaction | None:
        return self._by_id.get(interaction_id)

    def by_token(self, token: str) -> Interaction | None:
        return self._by_token.get(token)

    def to_answer(self, interaction_id: str, token: str) -> Interaction:
        """Return the interaction for its first answer. Raises Refused if it is unknown, too old or already answered."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise Refused(Code.UNKNOWN_INTERACTION)
        self.require_open(interaction)
        return interaction

    @staticmethod
    def require_open(interaction: Interaction) -> None:
        """Raise Refused if the interaction has failed or has been answered."""
        if interaction.state is State.FAILED:
            raise Refused(Code.UNKNOWN_INTERACTION)
        if interaction.callback is not None:
            raise Refused(Code.ALREADY_ACKNOWLEDGED)

    def to_follow(self, application_id: str, token: str) -> Interaction:
        """Return the interaction for a follow-up. Raises Refused if it has expired or has not been answered."""
        if application_id != self._world.bot.id:
            raise Refused(Code.UNKNOWN_WEBHOOK)
        interaction = self._by_token.get(token)
        if interaction is None or self._world.now() - interaction.at >= LIFETIME:
            raise Refused(Code.INVALID_WEBHOOK_TOKEN)
        if interaction.callback is None:
            raise Refused(Code.UNKNOWN_WEBHOOK)
        return interaction

    def settle(self, interaction: Interaction, state: State) -> None:
        """Record the bot's answer."""
        interaction.state = state
        interaction.settled.set()
        self.notify(interaction)

    def notify(self, interaction: Interaction) -> None:
        """Call the listeners after a change of the interaction."""
        for listener in list(self._listeners):
            listener(interaction)

    def metadata(self, interaction: Interaction, *, followup: bool = False) -> Json:
        """The data about an interaction that is stored with its answer."""
        data: Json = {
            "id": interaction.id,
            "type": int(interaction.type),
            "user_id": interaction.user.id,
            "authorizing_integration_owners": owners(self._world, interaction),
        }
        if interaction.type is Act.COMMAND:
            data["name"] = command_name(interaction.data)
            if interaction.data.get("target_id"):
                data["target_id"] = interaction.data["target_id"]
        if interaction.type is Act.COMPONENT and interaction.message:
            data["interacted_message_id"] = interaction.message.id
        if interaction.trigger:
            data["triggered_by"] = self.metadata(interaction.trigger)
        if followup and interaction.original_id:
            data["original_response_message_id"] = interaction.original_id
        return data

    def give_up(self, interaction: Interaction) -> None:
        """Fail the interaction unless the bot has answered it."""
        if interaction.callback is None and interaction.state is not State.FAILED:
            interaction.reason = "The application did not respond"
            self.settle(interaction, State.FAILED)

    def give_up_all(self) -> None:
        """Fail every unanswered interaction, as when no bot is connected."""
        for interaction in list(self._by_id.values()):
            self.give_up(interaction)


def command_name(data: Json) -> str:
    """A command as a person types it: `konane move`."""
    words = [data["name"]]
    options = data.get("options") or []
    while options and options[0]["type"] in {1, 2}:
        words.append(options[0]["name"])
        options = options[0].get("options") or []
    return " ".join(words)
