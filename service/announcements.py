"""Announcements from the bot's owner to every place where a match is running.

They are posted in one place after another.
"""

import json
from typing import Any

from matches.deliveries import DELIVERY_KINDS, Delivery
from matches.errors import Refusal
from service.change import Change
from service.core import Part, transaction
from storage.bookkeeping import value_of

DELIVERY_KINDS.declare("announcement", "other", abouts=None)

DRAFT = "announcement"
"""The key of the newest draft. Its value is JSON with the draft's number and, until it is sent, its text."""
PACE = 2
"""The interval between posts in two places, in seconds."""


class Announcements(Part):
    """Sends the owner's announcements.

    Callers must make sure that the person is the owner. Only the first place is due immediately. Each attempt makes the
    next place due PACE seconds later, so a restart resumes where it stopped.
    """

    @transaction
    async def draft(self, change: Change, text: str) -> tuple[int, int]:
        """Store a draft of an announcement, replacing the previous draft.

        Returns the draft's number, and the number of places in which it would be posted.
        """
        known = value_of(await change.tx.key_values.get(DRAFT), dict[str, Any]())
        last = known.get("number")
        number = (last if isinstance(last, int) else 0) + 1
        change.tx.key_values.set(DRAFT, json.dumps({"number": number, "text": text}))
        return number, len(await change.tx.survey.public_places())

    @transaction
    async def send(self, change: Change, number: int) -> int:
        """Queue an announcement for every channel where a running match is shown and the bot can post.

        Returns the number of channels. Leaves out direct messages. Raises Refusal if the draft has been sent or
        replaced.
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
        """Schedule an announcement's next post, now that the bot has tried to send the previous one.

        Does nothing if another of its posts is already scheduled.
        """
        queued = await change.tx.outbox.of("announcement", tried.subject)
        others = [delivery for delivery in queued if delivery.key != tried.key]
        waiting = [delivery for delivery in others if delivery.due_at is None]
        if waiting and not any(delivery.due_at is not None and delivery.tried == 0 for delivery in others):
            await change.queue(waiting[0], PACE)
