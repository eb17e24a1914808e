"""Turn the body of a request into a new message or an edit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from sandbox.discord.components import with_ids
from sandbox.discord.errors import Code, Fault, Json, Refused, invalid_form
from sandbox.discord.mentions import Mentions, mentions_in, pinged
from sandbox.discord.message_limits import message_faults
from sandbox.discord.model import NO_FLAGS, Attachment, Channel, Flag, Message, MessageType, User
from sandbox.discord.uploads import LARGEST, Upload, describe
from sandbox.discord.world import World

_SETTABLE = Flag.SUPPRESS_EMBEDS | Flag.SUPPRESS_NOTIFICATIONS | Flag.EPHEMERAL | Flag.COMPONENTS_V2


@dataclass(frozen=True, slots=True)
class Form:
    """The body of a request and its files."""

    raw: Any
    files: dict[int, Upload] = field(default_factory=dict)

    @property
    def data(self) -> Json:
        """The body if it is a JSON object, else an empty object."""
        return self.raw if isinstance(self.raw, dict) else {}

    @property
    def flags(self) -> Flag:
        return Flag(self.data.get("flags") or 0) & _SETTABLE

    def inner(self) -> Form:
        """The message inside the body of an interaction callback."""
        return Form(self.data.get("data") or {}, self.files)


def compose(
    world: World,
    channel: Channel,
    author: User,
    form: Form,
    *,
    kind: MessageType = MessageType.DEFAULT,
    only_for: str | None = None,
    interaction: Json | None = None,
    extra_flags: Flag = NO_FLAGS,
) -> Message:
    """Create a message and add it to the world. Raises Refused if the form has a fault."""
    flags = (form.flags & ~Flag.EPHEMERAL) | extra_flags
    blank = Message(
        id=world.snowflakes.next(),
        channel_id=channel.id,
        author_id=author.id,
        at=world.now(),
        type=kind,
        flags=flags | (Flag.EPHEMERAL if only_for else NO_FLAGS),
        only_for=only_for,
        nonce=None if form.data.get("nonce") is None else str(form.data["nonce"]),
        interaction=interaction,
        reference=_reference(world, channel, form.data.get("message_reference")),
    )
    if blank.reference and kind is MessageType.DEFAULT:
        blank = replace(blank, type=MessageType.REPLY)
    message = _filled(world, blank, form)
    if _is_empty(message):
        raise Refused(Code.EMPTY_MESSAGE)
    mentions = mentions_in(world, message, channel, form.data.get("allowed_mentions"))
    message = _mentioning(message, mentions)
    return world.put(replace(message, pinged=pinged(world, message, channel, mentions)))


def revise(world: World, message: Message, form: Form, *, keep_date: bool = False) -> Message:
    """Edit a message in the world without notifying anyone. Raises Refused if the form has a fault."""
    message = world.message(message.channel_id, message.id) or message
    flags = message.flags & ~Flag.LOADING
    if "flags" in form.data and form.data["flags"] is not None:
        flags = (flags & ~Flag.SUPPRESS_EMBEDS) | (form.flags & (Flag.SUPPRESS_EMBEDS | Flag.COMPONENTS_V2))
    edited_at = message.edited_at if keep_date else world.now()
    changed = _filled(world, replace(message, flags=flags, edited_at=edited_at), form)
    if _is_empty(changed):
        raise Refused(Code.EMPTY_MESSAGE)
    channel = world.channels[message.channel_id]
    mentions = mentions_in(world, changed, channel, form.data.get("allowed_mentions"))
    return world.put(_mentioning(changed, mentions))


def _filled(world: World, message: Message, form: Form) -> Message:
    """Return the message with the parts named in the form replaced."""
    _sizes(form)
    body = form.data
    parts: dict[str, Any] = {}
    if "content" in body:
        parts["content"] = (body["content"] or "").strip()
    if "embeds" in body:
        parts["embeds"] = tuple(dict(embed) | {"type": "rich"} for embed in body["embeds"] or ())
    if "components" in body:
        parts["components"] = tuple(body["components"] or ())
    parts["attachments"], uploads = _attachments(world, message, form)
    filled: Message = replace(message, **parts)
    faults = message_faults(
        content=filled.content,
        embeds=filled.embeds,
        components=filled.components,
        filenames=[attachment.filename for attachment in filled.attachments],
        v2=bool(filled.flags & Flag.COMPONENTS_V2),
    )
    if faults:
        raise invalid_form(faults)
    for attachment_id, upload in uploads.items():
        world.upload(attachment_id, upload.data)
    return replace(filled, components=with_ids(filled.components))


def _attachments(world: World, message: Message, form: Form) -> tuple[tuple[Attachment, ...], dict[str, Upload]]:
    """The attachments after the request, and the new files by their assigned IDs."""
    old = {attachment.id: attachment for attachment in message.attachments}
    listed = form.data.get("attachments")
    if listed is None:
        listed = [{"id": kept} for kept in old] + [{"id": number} for number in form.files]
    else:
        named = {str(entry["id"]) for entry in listed}
        listed = [*listed, *({"id": number} for number in form.files if str(number) not in named)]
    result, uploads, faults = [], {}, []
    for position, entry in enumerate(listed):
        wanted = str(entry["id"])
        if wanted in old:
            result.append(replace(old[wanted], description=entry.get("description", old[wanted].description)))
        elif int(wanted) in form.files:
            upload = form.files[int(wanted)]
            upload = upload._replace(filename=entry.get("filename") or upload.filename)
            attachment_id = world.snowflakes.next()
            uploads[attachment_id] = upload
            result.append(describe(attachment_id, upload, entry.get("description")))
        else:
            faults.append(Fault(f"attachments.{position}.id", "ATTACHMENT_NOT_FOUND", f"There is no file {wanted}."))
    if faults:
        raise invalid_form(faults)
    return tuple(result), uploads


def _sizes(form: Form) -> None:
    if any(len(upload.data) > LARGEST for upload in form.files.values()):
        raise Refused(Code.TOO_LARGE)


def _mentioning(message: Message, mentions: Mentions) -> Message:
    return replace(
        message,
        mentions=mentions.users,
        mention_roles=mentions.roles,
        mention_everyone=mentions.everyone,
    )


def _is_empty(message: Message) -> bool:
    return not (message.content or message.embeds or message.components or message.attachments or message.loading)


def _reference(world: World, channel: Channel, reference: Json | None) -> Json | None:
    """The reference to the message that a reply answers.

    Raises Refused if that message is missing, unless the request allows it.
    """
    if not reference:
        return None
    message_id = str(reference["message_id"])
    if world.message(channel.id, message_id) is None:
        if reference.get("fail_if_not_exists", True) in {True, None}:
            raise invalid_form([Fault("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")])
        return None
    replied: Json = {"type": 0, "channel_id": channel.id, "message_id": message_id}
    return replied | ({"guild_id": channel.guild_id} if channel.guild_id else {})
