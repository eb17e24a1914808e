"""SQL statements for notices (a kind of delivery), and the table of people who follow matches."""

from collections.abc import Collection, Iterable, Sequence

from matches.deliveries import Delivery
from matches.model import Follow
from matches.notices import NOTICE_KINDS, NoticeKind, NoticeWay
from storage.driver import Statements
from storage.outbox import DELIVERY, SELECT
from storage.tables import CHOICES, MatchColumn, ModelTable, PersonColumn

FOLLOW = ModelTable(
    "follow",
    Follow,
    "A follower",
    "match_id, person_id",
    indexes=["follow_of (person_id)"],
    holds=[PersonColumn("person_id", "row removed")],
    of_match=MatchColumn("row removed", until=()),
    policy=CHOICES("matches that you follow"),
)
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
    AND other.way = 'channel' AND other.about = ? AND other.subject <> ? AND place.match_id = ?
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


class Follows(Statements):
    """Reads and writes the followers of matches, with at most one row per match and person.

    Damaged rows are skipped.
    """

    async def of(self, match_id: int) -> list[Follow]:
        """Return a match's followers, ordered by person ID."""
        return FOLLOW.each(await self._session.rows(OF_MATCH, match_id))

    def ask(self, match_id: int) -> None:
        """Prefetch what `of` returns."""
        self._session.ask(OF_MATCH, match_id)

    async def count(self, person_id: int) -> int:
        return await self._count("SELECT count(*) AS number FROM follow WHERE person_id = ?", person_id)

    async def save(self, follow: Follow) -> None:
        self._session.change(FOLLOW.upsert(), *FOLLOW.values(follow))

    async def remove(self, match_id: int, person_id: int) -> bool:
        """Remove a person from a match's followers, or return False if they did not follow the match."""
        return await self._did("DELETE FROM follow WHERE match_id = ? AND person_id = ?", match_id, person_id)


class Notices(Statements):
    async def with_board(self, match_id: int) -> list[Delivery]:
        """Return the notices that a match's next board will convey, with a ping or `silent`, oldest first."""
        rows = await self._session.rows(
            f"{SELECT} WHERE kind = 'notice' AND subject = ? AND due_at IS NULL AND message_id IS NULL"
            " AND way IN ('channel', 'silent') ORDER BY rev, person_id",
            match_id,
        )
        return DELIVERY.each(rows)

    async def waiting(self, person_id: int) -> list[Delivery]:
        """Return the notices to show a person when they next use the bot, newest first."""
        return DELIVERY.each(await self._session.rows(WAITING, person_id))

    async def people_waiting(self) -> set[int]:
        """Return the IDs of all people with a notice to be shown when they next use the bot."""
        return set(await self._column(PEOPLE_WAITING))

    async def pinged_nearby(self, match_id: int, person_id: int, kind: NoticeKind) -> bool:
        """Return whether another match's board queued for the same channel brings this person a notice of this kind."""
        return await self._exists(PINGED_NEARBY, person_id, kind.name, match_id, match_id)

    async def in_message(self, message_id: int, person_id: int) -> list[Delivery]:
        """Return a person's notices about running matches that were sent in one message, oldest first."""
        return DELIVERY.each(await self._session.rows(IN_MESSAGE, person_id, message_id, person_id, person_id))

    async def shown_with_board(
        self, match_id: int, rev: int, people: Collection[int], way: NoticeWay = "channel"
    ) -> None:
        """Delete these people's notices that were posted with a board, except those about later revisions."""
        for person_id in people:
            self._session.change(
                "DELETE FROM outbox WHERE kind = 'notice' AND subject = ? AND person_id = ? AND rev <= ?"
                " AND due_at IS NULL AND message_id IS NULL AND way = ?",
                match_id,
                person_id,
                rev,
                way,
            )

    async def delete_seen(self, match_id: int, rev: int, person_id: int) -> None:
        """Delete a person's unsent notices about anything they have just seen on the board.

        Notices of later revisions remain.
        """
        for kind in NOTICE_KINDS.values():
            if kind.with_board:
                self._session.change(SEEN, match_id, person_id, rev, kind.name)

    async def forget(self, match_id: int, person_id: int, kinds: Iterable[NoticeKind]) -> None:
        """Delete a person's unsent notices of these kinds, except any that are being sent right now."""
        for kind in kinds:
            self._session.change(FORGET, match_id, person_id, kind.name)

    async def outdate(
        self,
        match_id: int,
        before: int,
        now: int,
        kinds: Sequence[NoticeKind] | None = None,
        person_id: int | None = None,
    ) -> bool:
        """Delete notices about earlier revisions.

        For those that have been or are being sent, schedule the removal of their messages. `kinds` and `person_id`
        limit them. Returns whether any removal was scheduled.
        """
        sent = await self._session.row(SENT, match_id)
        removed = 0
        for kind in (None,) if kinds is None else [kind.name for kind in kinds]:
            about = (match_id, before, kind, kind, person_id, person_id)
            self._session.change(DROP, *about)
            if sent:
                removed += await self._session.changed(REMOVE, now, *about)
        return removed > 0

    def ask_sent(self, match_id: int) -> None:
        """Prefetch, for use by `outdate`, whether any notice about a match has been sent."""
        self._session.ask(SENT, match_id)
