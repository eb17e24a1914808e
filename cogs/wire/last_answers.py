"""Deletes a person's old private responses so that they do not pile up.

Responses about a match are deleted after the next move, and a panel is deleted when the same panel is opened again.
"""

import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

from cogs.wire.failures import FAILURES
from cogs.wire.replies import Interaction, Reply
from service.clock import Clock

VALID = 14 * 60
"""How long, in seconds, a response can still be deleted. Discord allows 15 minutes."""
MOST = 500
"""The maximum number of matches, of panels and of channels with remembered messages: up to MOST_IN_ONE in each."""
MOST_IN_ONE = 20

Sent = dict[int, tuple[float, Callable[[], Awaitable[object]]]]
"""Private messages by ID, each with its sending time (monotonic seconds) and a function to delete it."""
Panel: TypeAlias = tuple[str, object]
"""A private page that one message of a person shows at a time: what kind of page it is, and what it is about."""

Key = TypeVar("Key", bound=tuple[object, ...])
Kept = TypeVar("Kept")


class LastAnswers:
    """Keeps track, in memory only, of each person's latest private responses about each match."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._answers = OrderedDict[tuple[int, int], Sent]()
        self._private = OrderedDict[tuple[int, int], list[int]]()
        """The IDs of the newest private messages to each person in each channel, except deleted ones."""

        self._panels = OrderedDict[tuple[int, str, object], Sent]()
        """The message that shows each person's panel. The refusal of a typed move is a panel of the channel."""

    def note(self, interaction: Interaction) -> None:
        """Remember the private message sent in response to this interaction, if any."""
        if (sent := Reply.to(interaction).private) is not None:
            key = interaction.user.id, interaction.channel_id or 0
            _remember(self._private, key, [*self._private.pop(key, [])[1 - MOST_IN_ONE :], sent[0]])

    def hidden(self, message_id: int, interaction: Interaction) -> bool:
        """Return whether later messages may have pushed a message out of the person's sight.

        The private message that answers this interaction does not count.
        """
        answer = Reply.to(interaction).private
        private = self._private.get((interaction.user.id, interaction.channel_id or 0), [])
        public = getattr(interaction.channel, "last_message_id", None) or 0
        return any(message_id < later for later in [public, *private] if answer is None or later != answer[0])

    def add(self, match_id: int, interaction: Interaction) -> None:
        """Remember this interaction's private response without deleting the person's older ones about the match."""
        key, newest = (interaction.user.id, match_id), Reply.to(interaction).private
        sent = self._answers.pop(key, {})
        if newest is not None:
            sent[newest[0]] = self._clock.steady(), newest[1]
        self._keep(self._answers, key, dict([*sent.items()][-MOST_IN_ONE:]))

    async def replace(self, match_id: int, interaction: Interaction) -> None:
        """Remember this interaction's private response about a match, and delete the person's older ones.

        The older ones are deleted even if this interaction has no private response, for example below a public board.
        What this interaction or a later one has shown stays.
        """
        used = None if interaction.message is None else interaction.message.id
        await self._replace(self._answers, (interaction.user.id, match_id), interaction, used)

    async def note_refusal(self, interaction: Interaction) -> None:
        """Remember the message refusing a typed move, and delete the person's previous one in this channel."""
        await self.replace_panel(_refusal(interaction), interaction)

    async def delete_refusal(self, interaction: Interaction) -> None:
        """Delete the message that last refused a typed move in this channel, unless it has been edited since."""
        await self._delete(self._panels.pop((interaction.user.id, *_refusal(interaction)), {}))

    async def replace_panel(self, panel: Panel, interaction: Interaction) -> None:
        """Remember that this interaction's private response shows a panel, and delete older messages showing it.

        What a later interaction has shown stays.
        """
        await self._replace(self._panels, (interaction.user.id, *panel), interaction)

    def note_edit(self, interaction: Interaction, *, next_match: bool = False) -> None:
        """Record an edit of the message the user acted on.

        The message no longer counts as the panel that it showed. If it now shows the `next_match`, it no longer counts
        as a response about the previous match either. If "… is thinking" was edited in its place, nothing changes.
        """
        used, answer = interaction.message, Reply.to(interaction).private
        if used is not None and answer is not None and answer[0] != used.id:
            self.note(interaction)
        elif used is not None:
            for sent in (*self._panels.values(), *(self._answers.values() if next_match else ())):
                sent.pop(used.id, None)

    async def _replace(
        self, kept: OrderedDict[Key, Sent], key: Key, interaction: Interaction, stays: int | None = None
    ) -> None:
        """Remember this interaction's private response under a key, and delete older messages with that key.

        The message with the ID `stays` is not deleted, and neither is what a later interaction has shown.
        """
        newest, known = Reply.to(interaction).private, kept.pop(key, {})
        if newest is not None:
            known[newest[0]] = self._clock.steady(), newest[1]
        shown = {newest and newest[0], stays}
        older = {sent: known.pop(sent) for sent in [*known] if sent < interaction.id and sent not in shown}
        if known:
            self._keep(kept, key, known)
        await self._delete(older)

    def _keep(self, kept: OrderedDict[Key, Sent], key: Key, sent: Sent) -> None:
        """Remember messages under a key, dropping those too old to delete, as each keeps an interaction in memory."""
        latest = self._clock.steady() - VALID
        _remember(kept, key, {message_id: known for message_id, known in sent.items() if known[0] > latest})
        while kept and all(sent_at <= latest for sent_at, _ in next(iter(kept.values())).values()):
            kept.popitem(last=False)

    async def _delete(self, older: Sent) -> None:
        """Forget these messages, and delete those that Discord still allows the bot to delete."""
        for message_id, (sent_at, delete) in older.items():
            if self._clock.steady() - sent_at < VALID:
                with contextlib.suppress(*FAILURES):  # the person may have dismissed it
                    await delete()
                for private in self._private.values():
                    with contextlib.suppress(ValueError):
                        private.remove(message_id)
            for sent in (*self._answers.values(), *self._panels.values()):
                sent.pop(message_id, None)


def _refusal(interaction: Interaction) -> Panel:
    return "refusal", interaction.channel_id or 0


def _remember(known: OrderedDict[Key, Kept], key: Key, value: Kept) -> None:
    known[key] = value
    if len(known) > MOST:
        known.popitem(last=False)
