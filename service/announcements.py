"""What the owner of the bot announces in every place where matches are running, slowly and once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from matches.deliveries import DELIVERY_KINDS, Delivery, DeliveryKind
from matches.errors import Refusal
from matches.kinds import declare
from service.core import Part, transaction
from storage.key_values import value_of

if TYPE_CHECKING:
    from service.change import Change

declare(DELIVERY_KINDS, DeliveryKind("announcement", "other"))

DRAFT = "announcement"
"""The key-value table's key for the newest draft, as JSON: its number, and its text until it is sent."""
PACE = 2
"""Seconds between the posts in two places."""


class Announcements(Part):
    """The part of the service that posts announcements. The caller must have checked that the person is the owner.

    Only the first place is due at once. Each attempt makes the next place due, PACE seconds later, so that a restart
    goes on where it was.
    """

    @transaction
    async def draft(self, change: Change, text: str) -> tuple[int, int]:
        """Keep a text in place of the draft before; returns its number, and how many places it is for."""
        known = value_of(await change.tx.key_values.get(DRAFT), dict[str, Any]())
        last = known.get("number")
        number = (last if isinstance(last, int) else 0) + 1
        change.tx.key_values.set(DRAFT, json.dumps({"number": number, "text": text}))
        return number, len(await change.tx.survey.public_places())

    @transaction
    async def send(self, change: Change, number: int) -> int:
        """Owe a draft to each place where a match is running and the bot can post; returns how many these are.

        Direct messages are no such place. Raises Refusal if it was sent already, or if another one was written since.
        """
        known = value_of(await change.tx.key_values.get(DRAFT), dict[str, Any]())
        if known.get("number") != number or "text" not in known:
            raise Refusal("This announcement was sent already, or another one was written since.")
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
        change.tell_at(change.now)
        return len(places)

    @transaction
    async def go_on(self, change: Change, tried: Delivery) -> None:
        """Let the next place be due while this one is tried, unless one is due already."""
        others = [one for one in await change.tx.outbox.of("announcement", tried.subject) if one.key != tried.key]
        waiting = [one for one in others if one.due_at is None]
        if waiting and not any(one.due_at is not None and one.tried == 0 for one in others):
            await change.owe(waiting[0], PACE)
