"""The statements about notices, which are deliveries of one kind, and the table of followers."""

from collections.abc import Collection, Iterable, Sequence

from matches.deliveries import Delivery
from matches.model import Follow
from matches.notices import WITH_BOARD, NoticeKind
from storage.columns import ModelTable
from storage.driver import Statements
from storage.outbox import DELIVERY, SELECT

FOLLOW = ModelTable("follow", Follow, "A follower")
OF_MATCH = f"SELECT {FOLLOW.columns} FROM follow WHERE match_id = ? ORDER BY person_id"
IN_MESSAGE = f"""
{SELECT}
WHERE kind = 'notice' AND person_id = ? AND message_id = ? AND wanted = 'shown' AND subject IN (
    SELECT id FROM match WHERE status = 'running' AND (first_id = ? OR second_id = ?)
)
ORDER BY id
"""
DROP = """
DELETE FROM outbox
WHERE kind = 'notice' AND subject = ? AND rev < ? AND (CAST(? AS TEXT) IS NULL OR about = ?)
    AND (CAST(? AS BIGINT) IS NULL OR person_id = ?) AND message_id IS NULL AND claimed_by IS NULL
"""
SEEN = """
DELETE FROM outbox
WHERE kind = 'notice' AND subject = ? AND person_id = ? AND rev <= ? AND about = ? AND message_id IS NULL
"""
FORGET = """
DELETE FROM outbox
WHERE kind = 'notice' AND subject = ? AND person_id = ? AND about = ? AND message_id IS NULL AND claimed_by IS NULL
"""
WAITING = f"""
{SELECT}
WHERE person_id = ? AND due_at IS NULL AND message_id IS NULL AND kind = 'notice' AND way = 'use'
ORDER BY id DESC
"""
PEOPLE_WAITING = """
SELECT DISTINCT person_id FROM outbox
WHERE due_at IS NULL AND message_id IS NULL AND kind = 'notice' AND way = 'use'
"""
PINGED_NEARBY = """
SELECT 1 AS one FROM outbox AS other
JOIN place AS its_place ON its_place.match_id = other.subject
JOIN place ON place.channel_id = its_place.channel_id
WHERE other.person_id = ? AND other.due_at IS NULL AND other.message_id IS NULL AND other.kind = 'notice'
    AND other.way = 'channel' AND other.about = 'end' AND other.subject <> ? AND place.match_id = ?
LIMIT 1
"""
SENT = """
SELECT 1 AS one FROM outbox
WHERE kind = 'notice' AND subject = ? AND wanted = 'shown' AND (message_id IS NOT NULL OR claimed_by IS NOT NULL)
LIMIT 1
"""
REMOVE = """
UPDATE outbox SET wanted = 'removed', due_at = ?, tried = 0
WHERE kind = 'notice' AND subject = ? AND rev < ? AND (CAST(? AS TEXT) IS NULL OR about = ?)
    AND (CAST(? AS BIGINT) IS NULL OR person_id = ?) AND wanted = 'shown'
    AND (message_id IS NOT NULL OR claimed_by IS NOT NULL)
"""


class FollowTable(Statements):
    """At most one row for each match and person. Damaged rows are skipped."""

    async def of(self, match_id: int) -> list[Follow]:
        """The followers of a match, ordered by person ID."""
        return FOLLOW.each(await self._session.rows(OF_MATCH, match_id))

    def ask(self, match_id: int) -> None:
        """Prefetch what `of` returns."""
        self._session.ask(OF_MATCH, match_id)

    async def count(self, person_id: int) -> int:
        return await self._count("SELECT count(*) AS number FROM follow WHERE person_id = ?", person_id)

    async def save(self, follow: Follow) -> None:
        self._session.change(FOLLOW.upsert("match_id", "person_id"), *FOLLOW.values(follow))

    async def remove(self, match_id: int, person_id: int) -> bool:
        """Remove a follower; False if there was none."""
        return await self._did("DELETE FROM follow WHERE match_id = ? AND person_id = ?", match_id, person_id)

    async def clear(self, match_id: int) -> None:
        self._session.change("DELETE FROM follow WHERE match_id = ?", match_id)


class NoticeTable(Statements):
    async def with_board(self, match_id: int) -> list[Delivery]:
        """The notices that go with the board of this match, oldest first."""
        rows = await self._session.rows(
            f"{SELECT} WHERE kind = 'notice' AND subject = ? AND due_at IS NULL AND message_id IS NULL"
            " AND way = 'channel' ORDER BY rev, person_id",
            match_id,
        )
        return DELIVERY.each(rows)

    async def waiting(self, person_id: int) -> list[Delivery]:
        """The notices that wait for this person's next use of the bot, newest first."""
        return DELIVERY.each(await self._session.rows(WAITING, person_id))

    async def people_waiting(self) -> set[int]:
        """The people for whom notices wait until they use the bot."""
        return set(await self._column(PEOPLE_WAITING))

    async def pinged_nearby(self, match_id: int, person_id: int) -> bool:
        """Whether a board that is still to be posted in a place of this match tells the person another match's end."""
        return await self._exists(PINGED_NEARBY, person_id, match_id, match_id)

    async def in_message(self, message_id: int, person_id: int) -> list[Delivery]:
        """The notices about running matches that this message conveys to one of their players, oldest first."""
        rows = await self._session.rows(IN_MESSAGE, person_id, message_id, person_id, person_id)
        return DELIVERY.each(rows)

    async def shown_with_board(self, match_id: int, rev: int, people: Collection[int]) -> None:
        """Delete the notices to these people that the board included, up to this revision."""
        for person_id in people:
            self._session.change(
                "DELETE FROM outbox WHERE kind = 'notice' AND subject = ? AND person_id = ? AND rev <= ?"
                " AND due_at IS NULL AND message_id IS NULL AND way = 'channel'",
                match_id,
                person_id,
                rev,
            )

    async def seen(self, match_id: int, rev: int, person_id: int) -> None:
        """Delete the unsent notices, up to this revision, about what a person has just seen on the board."""
        for kind in WITH_BOARD:
            self._session.change(SEEN, match_id, person_id, rev, kind)

    async def forget(self, match_id: int, person_id: int, kinds: Iterable[NoticeKind]) -> None:
        """Delete the unsent notices of these kinds to a person, except those that are being sent."""
        for kind in kinds:
            self._session.change(FORGET, match_id, person_id, kind)

    async def outdate(
        self,
        match_id: int,
        before: int,
        now: int,
        kinds: Sequence[NoticeKind] | None = None,
        person_id: int | None = None,
    ) -> bool:
        """Delete the notices of earlier revisions; schedule the removal of those that were or are being sent.

        `kinds` and `person_id` limit them. Returns whether any removal was scheduled.
        """
        sent = await self._session.row(SENT, match_id)
        removed = 0
        for kind in kinds or (None,):
            about = (match_id, before, kind, kind, person_id, person_id)
            self._session.change(DROP, *about)
            if sent:
                removed += await self._session.changed(REMOVE, now, *about)
        return removed > 0

    def ask_sent(self, match_id: int) -> None:
        """Prefetch for `outdate` whether any notice about a match was sent."""
        self._session.ask(SENT, match_id)
