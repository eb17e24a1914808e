"""Telling people: which notices are due, and what became of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from service.core import Part

if TYPE_CHECKING:
    from matches.notices import Notice, NoticeWay


LASTING = frozenset({"end", "lost"})
"""The kinds of notices whose messages never get out of date."""


class Notices(Part):
    """The part of the service that says whom to tell."""

    async def with_board(self, match_id: int) -> list[Notice]:
        """Whom the post of the newest board is to ping; everybody else is named without a ping."""
        async with self._core.store.read() as view:
            return await view.notices.with_board(match_id)

    async def due(self, most: int = 100) -> list[Notice]:
        """The messages to send now, the earliest first; those to one person by digest belong in one message.

        They are so many, and as many more as it takes to break nobody's digest off.
        """
        async with self._core.store.read() as view:
            return await view.notices.due(self._core.clock.now(), most)

    async def told(self, notice: Notice, channel_id: int | None = None, message_id: int | None = None) -> None:
        """The notice has been sent; with its message, to be cleaned up when it is out of date.

        A digest stays as it was: it speaks of a day, and of other matches, too.
        """
        async with self._core.store.write() as tx:
            current = await tx.notices.remove(notice)
            if message_id is None or notice.kind in LASTING or notice.way == "digest":
                return
            await tx.notices.save(replace(notice, due_at=None, channel_id=channel_id, message_id=message_id))
            if not current:  # it went out of date while it was being sent
                await tx.notices.outdate(notice.match_id, notice.rev + 1, {notice.kind})

    async def postponed(self, notice: Notice, until: int) -> None:
        """The notice could not be sent just now: it is due again at `until`."""
        async with self._core.change() as change:
            if await change.tx.notices.remove(notice):
                await change.tx.notices.save(replace(notice, due_at=until))
                change.tell_at(until)

    async def undeliverable(self, notice: Notice) -> None:
        """The notice cannot be sent that way: send it the other way, unless that was tried, too.

        That a direct message was refused is remembered: later ones to this person go to the channel at once.
        """
        async with self._core.change() as change:
            tx = change.tx
            settings = await tx.settings.of_player(notice.person_id)
            chosen = settings.notifications
            if notice.way == "channel":
                other: NoticeWay | None = None if chosen.dm_closed else "dm"
            else:
                closed = replace(settings, notifications=replace(chosen, dm_closed=True))
                await tx.settings.keep_player(notice.person_id, closed)
                other = "channel" if await tx.places.of(notice.match_id) else None
            if await tx.notices.remove(notice) and other is not None and chosen.way != "both":
                await tx.notices.save(replace(notice, way=other, due_at=change.now))
                change.tell_at(change.now)

    async def stale(self) -> list[Notice]:
        """The notices whose messages are out of date: delete those, and say `cleaned`."""
        async with self._core.store.read() as view:
            return await view.notices.stale()

    async def cleaned(self, notice: Notice) -> None:
        """The message of a stale notice is gone."""
        async with self._core.store.write() as tx:
            await tx.notices.remove(notice)
