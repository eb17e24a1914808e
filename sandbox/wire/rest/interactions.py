"""Answers to interactions: the callback, and the requests that use the interaction token."""

from sandbox.discord.answers import UPDATES
from sandbox.discord.errors import Code, Json, Refused
from sandbox.discord.interaction import Callback, Interaction
from sandbox.discord.message_shapes import message_json
from sandbox.discord.model import Message
from sandbox.wire.call import Answer, Call, route

_WEBHOOK = "/webhooks/{application_id}/{token}"
_ORIGINAL = f"{_WEBHOOK}/messages/@original"
_FOLLOWUP = f"{_WEBHOOK}/messages/{{message_id}}"
_CALLBACK = "/interactions/{interaction_id}/{token}/callback"


@route("POST", _CALLBACK, "create_interaction_response", by_token=True)
async def answer(call: Call) -> Answer:
    """The callback. With `with_response` the response describes the resulting message."""
    interaction = call.backend.interactions.to_answer(call["interaction_id"], call["token"])
    message = call.backend.answers.respond(interaction, call.form)
    if call.query.get("with_response") not in {"1", "true"}:
        return None
    return _resource(call, interaction, message)


@route("POST", _WEBHOOK, "execute_webhook", by_token=True)
async def follow_up(call: Call) -> Answer:
    return _shape(call, call.backend.answers.follow_up(_interaction(call), call.form))


@route("GET", _FOLLOWUP, by_token=True)
@route("GET", _ORIGINAL, by_token=True)
async def get_followed(call: Call) -> Answer:
    return _shape(call, _message(call, _interaction(call)))


@route("PATCH", _FOLLOWUP, "update_webhook_message", by_token=True)
@route("PATCH", _ORIGINAL, "update_original_webhook_message", by_token=True)
async def update_followed(call: Call) -> Answer:
    interaction = _interaction(call)
    return _shape(call, call.backend.answers.edit(interaction, _message(call, interaction), call.form))


@route("DELETE", _FOLLOWUP, by_token=True)
@route("DELETE", _ORIGINAL, by_token=True)
async def delete_followed(call: Call) -> Answer:
    call.world.drop(_message(call, _interaction(call)))
    return None


def _resource(call: Call, interaction: Interaction, message: Message | None) -> Json:
    kind = interaction.callback
    answered: Json = {"id": interaction.id, "type": int(interaction.type)}
    resource: Json = {"type": int(kind or 0)}
    if message:
        answered["response_message_id"] = message.id
        if kind not in UPDATES:
            answered["response_message_loading"] = message.loading
            answered["response_message_ephemeral"] = message.private
        if kind is not Callback.DEFERRED_UPDATE:
            resource["message"] = _shape(call, message)
    return {"interaction": answered, "resource": resource}


def _interaction(call: Call) -> Interaction:
    return call.backend.interactions.to_follow(call["application_id"], call["token"])


def _message(call: Call, interaction: Interaction) -> Message:
    """The message in the path: the original answer or a follow-up."""
    wanted: str | None = call.parameters.get("message_id", "@original")
    if wanted == "@original":
        wanted = interaction.original_id
    elif wanted not in {interaction.original_id, *interaction.followups}:
        wanted = None
    message = call.backend.answers.find(interaction, wanted)
    if message is None:
        raise Refused(Code.UNKNOWN_MESSAGE)
    return message


def _shape(call: Call, message: Message) -> Json:
    return message_json(call.world, message, call.backend.base_url)
