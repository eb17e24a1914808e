"""Apply the bot's answers to an interaction by Discord's rules: messages, edits, forms and choices."""

from sandbox.discord.errors import Code, Fault, Refused, invalid_form
from sandbox.discord.interaction import Act, Callback, Interaction, State
from sandbox.discord.interactions import Interactions
from sandbox.discord.message_limits import choice_faults, modal_faults
from sandbox.discord.model import NO_FLAGS, Flag, Message, MessageType
from sandbox.discord.payloads import app_permissions, bot_is_in, is_forced_private
from sandbox.discord.permissions import Permission
from sandbox.discord.posting import Form, compose, revise
from sandbox.discord.world import World

FOLLOWUPS = 5
"""How many follow-ups an interaction allows where the bot is not a member."""
UPDATES = {Callback.DEFERRED_UPDATE, Callback.UPDATE}
_ALLOWED = {
    Act.COMMAND: {Callback.MESSAGE, Callback.DEFERRED_MESSAGE, Callback.MODAL},
    Act.COMPONENT: {
        Callback.MESSAGE,
        Callback.DEFERRED_MESSAGE,
        Callback.DEFERRED_UPDATE,
        Callback.UPDATE,
        Callback.MODAL,
    },
    Act.AUTOCOMPLETE: {Callback.CHOICES},
    Act.MODAL: {Callback.MESSAGE, Callback.DEFERRED_MESSAGE, Callback.DEFERRED_UPDATE, Callback.UPDATE},
}
"""The callbacks that each kind of interaction allows."""


class Answers:
    """Applies the bot's answers, sent by callback or in an HTTP reply.

    Every method raises Refused if Discord would refuse.
    """

    def __init__(self, world: World, interactions: Interactions) -> None:
        self._world = world
        self._interactions = interactions

    def respond(self, interaction: Interaction, form: Form) -> Message | None:
        """Apply the first answer. Returns the message that it posted, changed or refers to, if any."""
        self._interactions.require_open(interaction)
        allowed = _ALLOWED[interaction.type] - (UPDATES if interaction.message is None else set())
        if form.data["type"] not in allowed:
            text = f"A {interaction.type.name} may be answered by {', '.join(sorted(kind.name for kind in allowed))}."
            raise invalid_form([Fault("type", "INTERACTION_RESPONSE_TYPE", text)])
        kind = Callback(form.data["type"])
        message, state = self._apply(interaction, kind, form.inner())
        interaction.callback = kind
        if message:
            interaction.original_id = message.id
        self._interactions.settle(interaction, state)
        return message

    def follow_up(self, interaction: Interaction, form: Form) -> Message:
        """Post a follow-up message. It replaces a deferred answer that is still loading."""
        original = self.find(interaction, interaction.original_id)
        if original and original.loading:
            return self.edit(interaction, original, form)
        if not bot_is_in(self._world, interaction.channel) and len(interaction.followups) >= FOLLOWUPS:
            raise Refused(Code.TOO_MANY_FOLLOWUPS)
        message = self._post(interaction, form, MessageType.DEFAULT, followup=True)
        interaction.followups.append(message.id)
        self._interactions.notify(interaction)
        return message

    def edit(self, interaction: Interaction, message: Message, form: Form) -> Message:
        """Edit an answer. Replacing a loading message does not mark it as edited."""
        self._may_attach(interaction, form, private=message.private)
        changed = revise(self._world, message, form, keep_date=message.loading)
        self._interactions.notify(interaction)
        return changed

    def find(self, interaction: Interaction, message_id: str | None) -> Message | None:
        """The message with this ID in the interaction's channel."""
        return self._world.message(interaction.channel.id, message_id) if message_id else None

    def _apply(self, interaction: Interaction, kind: Callback, form: Form) -> tuple[Message | None, State]:
        if kind is Callback.MESSAGE:
            return self._post(interaction, form, _type(interaction)), State.MESSAGE
        if kind is Callback.DEFERRED_MESSAGE:
            loading = Form({"flags": int(form.flags & Flag.EPHEMERAL)})
            return self._post(interaction, loading, _type(interaction), loading=True), State.DEFERRED
        if kind is Callback.CHOICES:
            choices = form.data.get("choices") or []
            if faults := choice_faults("data.choices", choices):
                raise invalid_form(faults)
            interaction.choices = choices
            return None, State.CHOICES
        if kind is Callback.MODAL:
            if faults := modal_faults(form.data):
                raise invalid_form(faults)
            interaction.modal = form.data
            return None, State.MODAL
        source = self._source(interaction)
        if kind is Callback.DEFERRED_UPDATE:
            return source, State.UPDATE
        self._may_attach(interaction, form, private=source.private)
        return revise(self._world, source, form), State.UPDATE

    def _post(
        self, interaction: Interaction, form: Form, kind: MessageType, *, loading: bool = False, followup: bool = False
    ) -> Message:
        world, user, channel = self._world, interaction.user, interaction.channel
        if channel.id not in world.channels:
            raise Refused(Code.UNKNOWN_CHANNEL)
        private = bool(form.flags & Flag.EPHEMERAL) or is_forced_private(world, user, channel)
        self._may_attach(interaction, form, private=private)
        return compose(
            world,
            world.channels[channel.id],
            world.bot,
            form,
            kind=kind,
            only_for=user.id if private else None,
            interaction=self._interactions.metadata(interaction, followup=followup),
            extra_flags=Flag.LOADING if loading else NO_FLAGS,
        )

    def _may_attach(self, interaction: Interaction, form: Form, *, private: bool) -> None:
        """A public answer with a file needs the permission to attach; a private one does not."""
        permitted = app_permissions(self._world, interaction.user, interaction.channel)
        if form.files and not private and not permitted & Permission.ATTACH_FILES:
            raise Refused(Code.MISSING_PERMISSIONS)

    def _source(self, interaction: Interaction) -> Message:
        """The message whose component was used. Raises Refused if it is gone."""
        old = interaction.message
        message = old and self._world.message(old.channel_id, old.id)
        if message is None:
            raise Refused(Code.UNKNOWN_MESSAGE)
        return message


def _type(interaction: Interaction) -> MessageType:
    if interaction.type is not Act.COMMAND:
        return MessageType.DEFAULT
    return MessageType.CONTEXT_MENU if interaction.data.get("target_id") else MessageType.COMMAND
