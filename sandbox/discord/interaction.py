"""An interaction: a person's action, and its state."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from sandbox.discord.errors import Json
from sandbox.discord.model import Channel, Message, User


class Act(IntEnum):
    """Discord's kinds of interactions."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """Discord's kinds of answers to an interaction."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class State(StrEnum):
    """The state of an interaction as the person sees it."""

    SENT = "sent"
    MESSAGE = "message"
    UPDATE = "update"
    DEFERRED = "deferred"
    MODAL = "modal"
    CHOICES = "choices"
    FAILED = "failed"


@dataclass(slots=True, eq=False)
class Interaction:
    """One use of the bot by a person."""

    id: str
    type: Act
    user: User
    channel: Channel
    data: Json
    at: float
    """When it was sent, in the sandbox's time."""
    sent_at: float
    """When it was sent, in the event loop's time."""
    message: Message | None = None
    """The message whose component was used, or whose component opened the modal."""
    trigger: Interaction | None = None
    """The interaction that opened the submitted modal."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(150))
    state: State = State.SENT
    reason: str = ""
    """Why it failed."""
    callback: Callback | None = None
    original_id: str | None = None
    """The ID of the message that `@original` refers to."""
    followups: list[str] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the bot has answered, or can no longer answer."""
