"""The owner's announcements: posted once in every place where a match is running, one place at a time."""

import json
from typing import Any

from matches.deliveries import DELIVERY_KINDS, Delivery, DeliveryKind
from matches.errors import Refusal
from service.change import Change
from service.core import Part, transaction
from storage.bookkeeping import value_of

DELIVERY_KINDS.declare(DeliveryKind("announcement", "other"))

DRAFT = "announcement"
"""The key-value table's key for the newest draft, as JSON: its number, and its text until it is sent."""
PACE = 2
"""Seconds between the posts in two places."""


class Announcements(Part):
    """The owner's announcements. The caller must have checked that the person is the owner.

    Only the first place is due at once. Each attempt makes the next place due PACE seconds later, so a restart resumes
    where it stopped.
    """

    @transaction
    async def draft(self, change: Change, text: str) -> tuple[int, int]:
        """Store a draft in place of the previous one; returns its number and how many places it would reach."""
        known = value_of(await change.tx.key_values.get(DRAFT), dict[str, Any]())
        last = known.get("number")
        number = (last if isinstance(last, int) else 0) + 1
        change.tx.key_values.set(DRAFT, json.dumps({"number": number, "text": text}))
        return number, len(await change.tx.survey.public_places())

    @transaction
    async def send(self, change: Change, number: int) -> int:
        """Owe a draft to every place where a match is running and the bot can post; returns the number of places.

        Leaves out direct messages. Raises Refusal if the draft was already sent or replaced.
        """
        known = value_of(await change.tx.key_values.get(DRAFT), dict[str, Any]())
        if known.get("number") != number or "text" not in known:
            raise Refusal("This announcement was already sent, or replaced by a newer one.")
        places = await change.tx.survey.public_places()
        for n, (guild_id, channel_id) in enumerate(places):
            await change.tx.outbox.save(
                Delivery(
                    "announcement",
                    number,
                    str(channel_id),
                    about=known["text"],
                    channel_id=channel_id,
                    guild_id=guild_id,
                    due_at=change.now if n == 0 else None,
                )
            )
        change.tx.key_values.set(DRAFT, json.dumps({"number": number}))
        change.delivery_due(change.now)
        return len(places)

    @transaction
    async def go_on(self, change: Change, tried: Delivery) -> None:
        """Make the next place due while this one is tried, unless one is already due."""
        owed = await change.tx.outbox.of("announcement", tried.subject)
        others = [delivery for delivery in owed if delivery.key != tried.key]
        waiting = [delivery for delivery in others if delivery.due_at is None]
        if waiting and not any(delivery.due_at is not None and delivery.tried == 0 for delivery in others):
            await change.owe(waiting[0], PACE)
