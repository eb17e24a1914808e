"""Answers to interactions: the callback, and what the interaction's token allows afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.discord.errors import Code, Fault, Json, Refused, invalid_form
from sandbox.discord.interaction import Act, Callback, Interaction, State
from sandbox.discord.interactions import FOLLOWUPS
from sandbox.discord.limits import choice_faults, modal_faults
from sandbox.discord.message_shapes import message_json
from sandbox.discord.payloads import app_permissions, bot_is_in, is_forced_private
from sandbox.discord.permissions import Permission
from sandbox.discord.posting import Form, compose, revise
from sandbox.discord.records import NO_FLAGS, Flag, Message, MessageType
from sandbox.wire.call import Call, Route

if TYPE_CHECKING:
    from sandbox.wire.call import Answer

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
"""What may answer what."""
_UPDATES = {Callback.DEFERRED_UPDATE, Callback.UPDATE}


async def answer(call: Call) -> Answer:
    """The first answer; with `with_response` it is told what came of it."""
    interaction = call.backend.interactions.to_answer(call["interaction_id"], call["token"])
    allowed = _ALLOWED[interaction.type] - (_UPDATES if interaction.message is None else set())
    if call.form.data["type"] not in allowed:
        text = f"A {interaction.type.name} may be answered by {', '.join(sorted(kind.name for kind in allowed))}."
        raise invalid_form([Fault("type", "INTERACTION_RESPONSE_TYPE", text)])
    kind = Callback(call.form.data["type"])
    message, state = _apply(call, interaction, kind)
    interaction.callback = kind
    if message:
        interaction.original_id = message.id
    call.backend.interactions.settle(interaction, state)
    if call.query.get("with_response") not in {"1", "true"}:
        return None
    return _told(call, interaction, kind, message)


async def follow_up(call: Call) -> Answer:
    """A further message; while the bot is still thinking it takes the place of the thinking."""
    interaction = _interaction(call)
    world = call.world
    original = _find(call, interaction, interaction.original_id)
    if original and original.loading:
        return _shape(call, _resolve(call, interaction, original))
    if not bot_is_in(world, interaction.channel) and len(interaction.followups) >= FOLLOWUPS:
        raise Refused(Code.TOO_MANY_FOLLOWUPS)
    message = _post(call, interaction, call.form, MessageType.DEFAULT, followup=True)
    interaction.followups.append(message.id)
    call.backend.interactions.tell(interaction)
    return _shape(call, message)


async def get_followed(call: Call) -> Answer:
    return _shape(call, _message(call, _interaction(call)))


async def update_followed(call: Call) -> Answer:
    interaction = _interaction(call)
    return _shape(call, _resolve(call, interaction, _message(call, interaction)))


async def delete_followed(call: Call) -> Answer:
    call.world.drop(_message(call, _interaction(call)))
    return None


def _apply(call: Call, interaction: Interaction, kind: Callback) -> tuple[Message | None, State]:
    """Do what the answer says; gives the message that it made, changed or speaks of."""
    world, form = call.world, call.form.inner()
    if kind is Callback.MESSAGE:
        return _post(call, interaction, form, _type(interaction)), State.MESSAGE
    if kind is Callback.DEFERRED_MESSAGE:
        thinking = Form({"flags": int(form.flags & Flag.EPHEMERAL)})
        return _post(call, interaction, thinking, _type(interaction), loading=True), State.DEFERRED
    if kind is Callback.CHOICES:
        choices = form.data.get("choices") or []
        if faults := choice_faults(choices):
            raise invalid_form(faults)
        interaction.choices = choices
        return None, State.CHOICES
    if kind is Callback.MODAL:
        if faults := modal_faults(form.data):
            raise invalid_form(faults)
        interaction.modal = form.data
        return None, State.MODAL
    source = _source(call, interaction)
    if kind is Callback.DEFERRED_UPDATE:
        return source, State.UPDATE
    _may_attach(call, interaction, form, private=source.private)
    return revise(world, source, form), State.UPDATE


def _post(
    call: Call,
    interaction: Interaction,
    form: Form,
    kind: MessageType,
    *,
    loading: bool = False,
    followup: bool = False,
) -> Message:
    world, user, channel = call.world, interaction.user, interaction.channel
    if channel.id not in world.channels:
        raise Refused(Code.UNKNOWN_CHANNEL)
    private = bool(form.flags & Flag.EPHEMERAL) or is_forced_private(world, user, channel)
    _may_attach(call, interaction, form, private=private)
    return compose(
        world,
        world.channels[channel.id],
        world.bot,
        form,
        kind=kind,
        only_for=user.id if private else None,
        interaction=call.backend.interactions.metadata(interaction, followup=followup),
        extra_flags=Flag.LOADING if loading else NO_FLAGS,
    )


def _resolve(call: Call, interaction: Interaction, message: Message) -> Message:
    """Edit an answer; the thinking becomes a message, which is no edit in the person's eyes."""
    _may_attach(call, interaction, call.form, private=message.private)
    changed = revise(call.world, message, call.form, keep_date=message.loading)
    call.backend.interactions.tell(interaction)
    return changed


def _may_attach(call: Call, interaction: Interaction, form: Form, *, private: bool) -> None:
    """A public answer with a file needs the permission to attach; a private one does not."""
    permitted = app_permissions(call.world, interaction.user, interaction.channel)
    if form.files and not private and not permitted & Permission.ATTACH_FILES:
        raise Refused(Code.MISSING_PERMISSIONS)


def _type(interaction: Interaction) -> MessageType:
    if interaction.type is not Act.COMMAND:
        return MessageType.DEFAULT
    return MessageType.CONTEXT_MENU if interaction.data.get("target_id") else MessageType.COMMAND


def _source(call: Call, interaction: Interaction) -> Message:
    """The message whose component was used, if it is still there."""
    old = interaction.message
    message = old and call.world.message(old.channel_id, old.id)
    if message is None:
        raise Refused(Code.UNKNOWN_MESSAGE)
    return message


def _told(call: Call, interaction: Interaction, kind: Callback, message: Message | None) -> Json:
    told: Json = {"id": interaction.id, "type": int(interaction.type)}
    resource: Json = {"type": int(kind)}
    if message:
        told["response_message_id"] = message.id
        if kind not in _UPDATES:
            told["response_message_loading"] = message.loading
            told["response_message_ephemeral"] = message.private
        if kind is not Callback.DEFERRED_UPDATE:
            resource["message"] = _shape(call, message)
    return {"interaction": told, "resource": resource}


def _interaction(call: Call) -> Interaction:
    return call.backend.interactions.to_follow(call["application_id"], call["token"])


def _find(call: Call, interaction: Interaction, message_id: str | None) -> Message | None:
    return call.world.message(interaction.channel.id, message_id) if message_id else None


def _message(call: Call, interaction: Interaction) -> Message:
    """The message of the path: the original answer, or a follow-up."""
    wanted = call.parameters.get("message_id", "@original")
    if wanted == "@original":
        message = _find(call, interaction, interaction.original_id)
    else:
        mine = wanted in {interaction.original_id, *interaction.followups}
        message = _find(call, interaction, wanted) if mine else None
    if message is None:
        raise Refused(Code.UNKNOWN_MESSAGE)
    return message


def _shape(call: Call, message: Message) -> Json:
    return message_json(call.world, message, call.backend.base_url)


_WEBHOOK = "/webhooks/{application_id}/{token}"
_ORIGINAL = f"{_WEBHOOK}/messages/@original"
_FOLLOWUP = f"{_WEBHOOK}/messages/{{message_id}}"
_CALLBACK = "/interactions/{interaction_id}/{token}/callback"
ROUTES = (
    Route("POST", _CALLBACK, answer, "create_interaction_response", by_token=True),
    Route("POST", _WEBHOOK, follow_up, "execute_webhook", by_token=True),
    Route("GET", _ORIGINAL, get_followed, by_token=True),
    Route("PATCH", _ORIGINAL, update_followed, "update_original_webhook_message", by_token=True),
    Route("DELETE", _ORIGINAL, delete_followed, by_token=True),
    Route("GET", _FOLLOWUP, get_followed, by_token=True),
    Route("PATCH", _FOLLOWUP, update_followed, "update_webhook_message", by_token=True),
    Route("DELETE", _FOLLOWUP, delete_followed, by_token=True),
)
