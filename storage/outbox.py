"""The table of deliveries: what Discord is still to show."""

from __future__ import annotations

from matches.deliveries import DELIVERY_KINDS, Delivery
from matches.kinds import concerning
from storage.columns import ModelTable, converted
from storage.driver import Statements, marks

DELIVERY = ModelTable(
    "outbox",
    Delivery,
    "A delivery",
    kind=converted(
        lambda row: DELIVERY_KINDS[row["kind"]].name, kind=lambda delivery: DELIVERY_KINDS[delivery.kind].name
    ),
)
SELECT = f"SELECT {DELIVERY.columns} FROM outbox"
KEY = ("kind", "subject", "key")
NEW = DELIVERY.columns.without("id")
SAVE = f"""
INSERT INTO outbox {NEW.inserted}
ON CONFLICT (kind, subject, key) DO UPDATE SET {NEW.without(*KEY, "person_id").excluded}
"""
EVERYWHERE = """
INSERT INTO outbox (kind, subject, key, rev, about, way, channel_id, guild_id, wanted, due_at, tried, claimed_by)
SELECT ?, match_id, CAST(channel_id AS TEXT) || ?, ?, ?, '', channel_id, guild_id, 'shown',
    CASE guest WHEN 1 THEN CAST(? AS BIGINT) ELSE ? END, 0, ?
FROM place WHERE match_id = ? AND (guest = 0 OR CAST(? AS BIGINT) IS NOT NULL) ORDER BY id
ON CONFLICT (kind, subject, key) DO UPDATE SET rev = excluded.rev, about = excluded.about, wanted = excluded.wanted,
    due_at = excluded.due_at, tried = excluded.tried, claimed_by = excluded.claimed_by
"""
RUNNING = """
INSERT INTO outbox (kind, subject, key, rev, about, way, channel_id, guild_id, wanted, due_at, tried)
SELECT 'headline', match_id, CAST(channel_id AS TEXT), rev, '', '', channel_id, guild_id, 'shown',
    ? + (row_number() OVER (ORDER BY deadline, place.id)) / ?, 0
FROM place JOIN match ON match.id = match_id
WHERE status = 'running' AND deadline > ? AND guest = 0 AND message_id IS NOT NULL
ON CONFLICT (kind, subject, key) DO UPDATE SET rev = excluded.rev, wanted = excluded.wanted,
    due_at = excluded.due_at, tried = excluded.tried
"""
REMINDERS = """
UPDATE outbox SET due_at = ? + later.n / ?, tried = 0
FROM (
    SELECT outbox.id, dense_rank() OVER (ORDER BY message_id) AS n
    FROM outbox JOIN match ON match.id = subject
    WHERE kind = 'notice' AND about IN ('third left', 'six hours left') AND wanted = 'shown' AND message_id IS NOT NULL
        AND status = 'running' AND deadline > ?
) AS later
WHERE outbox.id = later.id
"""
STRAYS = """
INSERT INTO outbox (kind, subject, key, rev, channel_id, guild_id, message_id, due_at)
SELECT 'strays', outbox.subject, outbox.key, 0, place.channel_id, place.guild_id, place.message_id, ?
FROM outbox JOIN place ON place.match_id = outbox.subject AND place.channel_id = outbox.channel_id
WHERE outbox.kind = 'board' AND outbox.claimed_by <> ? AND place.guest = 0
ON CONFLICT (kind, subject, key) DO NOTHING
"""
STRAYS_OF = """
INSERT INTO outbox (kind, subject, key, rev, channel_id, guild_id, message_id, due_at)
SELECT 'strays', owed.subject, owed.key, 0, place.channel_id, place.guild_id, place.message_id, ?
FROM outbox AS owed JOIN place ON place.match_id = owed.subject AND place.channel_id = owed.channel_id
WHERE owed.kind = 'board' AND owed.subject = ? AND owed.claimed_by <> ? AND place.guest = 0
ON CONFLICT (kind, subject, key) DO UPDATE SET rev = outbox.rev + 1, due_at = excluded.due_at, tried = 0,
    claimed_by = NULL
"""
STRAYS_EVERYWHERE = """
INSERT INTO outbox (kind, subject, key, rev, channel_id, guild_id, message_id, due_at)
SELECT 'strays', match_id, CAST(channel_id AS TEXT), 0, channel_id, guild_id, message_id,
    ? + (row_number() OVER (ORDER BY place.id)) / ?
FROM place JOIN match ON match.id = match_id
WHERE status = 'running' AND guest = 0
ON CONFLICT (kind, subject, key) DO NOTHING
"""
OWED_AS_GUEST = f"""
SELECT {DELIVERY.columns.of("outbox")} FROM place
JOIN outbox ON kind = 'board' AND subject = match_id AND key = CAST(place.channel_id AS TEXT)
WHERE place.channel_id = ? AND guest = 1 ORDER BY place.id LIMIT ?
"""
DONE = "DELETE FROM outbox WHERE kind = ? AND subject = ? AND key = ? AND rev = ? AND wanted = ?"
DUE = f"{SELECT} WHERE due_at <= ? ORDER BY due_at, id LIMIT ?"
DIGESTS = f"{SELECT} WHERE due_at <= ? AND way = 'digest' AND person_id = ? ORDER BY due_at, id"


class OutboxTable(Statements):
    """Deliveries by kind, subject and key, found in the order of time by an index."""

    async def of(self, kind: str, subject: int) -> list[Delivery]:
        """The deliveries of this kind about one match or challenge, the oldest first."""
        rows = await self._session.rows(f"{SELECT} WHERE kind = ? AND subject = ? ORDER BY id", kind, subject)
        return DELIVERY.each(rows)

    async def owed_as_guest(self, channel_id: int, most: int) -> list[Delivery]:
        """The boards that are owed in a channel where the bot is a guest, in the order of the places."""
        return DELIVERY.each(await self._session.rows(OWED_AS_GUEST, channel_id, most))

    async def about_match(self, match_id: int) -> list[Delivery]:
        """Everything that is still to be delivered about one match, and the sent notices that may go out of date."""
        rows = await self._session.rows(
            f"{SELECT} WHERE subject = ? AND kind IN ({marks(concerning('match', DELIVERY_KINDS))}) ORDER BY id",
            match_id,
            *concerning("match", DELIVERY_KINDS),
        )
        return DELIVERY.each(rows)

    async def next(self) -> int | None:
        """The earliest time at which something is due."""
        row = await self._session.row("SELECT min(due_at) AS at FROM outbox WHERE due_at IS NOT NULL")
        return row["at"] if row else None

    async def due(self, now: int, most: int) -> list[Delivery]:
        """What is due at `now` or earlier, the earliest first, at most `most`; a digest that begins is whole.

        One that cannot be read is due no more.
        """
        rows = await self._session.rows(DUE, now, most)
        found = {one.id: one for one in DELIVERY.each(rows)}
        for row in rows:
            if row["id"] not in found:
                self._session.change("UPDATE outbox SET due_at = NULL WHERE id = ?", row["id"])
        for person_id in {one.person_id for one in found.values() if one.way == "digest"}:
            found |= {one.id: one for one in DELIVERY.each(await self._session.rows(DIGESTS, now, person_id))}
        return list(found.values())

    async def save(self, delivery: Delivery) -> None:
        """Keep a delivery, instead of the one with the same kind, subject and key."""
        self._session.change(SAVE, *DELIVERY.values(delivery, NEW))

    async def everywhere(
        self,
        kind: str,
        match_id: int,
        rev: int,
        due_at: int,
        claimed_by: str | None,
        *,
        about: str = "",
        each: bool = False,
        guest_at: int | None = None,
    ) -> None:
        """Keep a delivery for each place of a match where the bot is a member, and at `guest_at` for each other place.

        It replaces the one of the same kind there, unless `each` revision has its own.
        """
        apart = f":{rev}" if each else ""
        self._session.change(EVERYWHERE, kind, apart, rev, about, guest_at, due_at, claimed_by, match_id, guest_at)

    async def all_headlines(self, now: int, a_second: int) -> None:
        """Owe an edit of all boards with a running deadline, the most urgent first, `a_second` of them each second."""
        self._session.change(RUNNING, now, a_second, now)

    async def all_reminders(self, now: int, a_second: int) -> None:
        """Owe an edit of the reminders that name a running deadline, from now on, `a_second` messages a second."""
        self._session.change(REMINDERS, now, a_second, now)

    async def claim(self, delivery: Delivery, until: int, claimed_by: str) -> bool:
        """Take a delivery for a process until then; whether it was still there as given."""
        claimed = await self._session.changed(
            "UPDATE outbox SET due_at = ?, claimed_by = ? WHERE id = ? AND rev = ? AND wanted = ? AND due_at = ?",
            until,
            claimed_by,
            delivery.id,
            delivery.rev,
            delivery.wanted,
            delivery.due_at,
        )
        return claimed == 1

    async def release(self, claimed_by: str, now: int) -> None:
        """Let all that other processes have claimed be due now; a board of theirs may be shown that nobody noted."""
        self._session.change(STRAYS, now, claimed_by)
        self._session.change(
            "UPDATE outbox SET due_at = ? WHERE due_at > ? AND tried = 0 AND claimed_by <> ?",
            now,
            now,
            claimed_by,
        )

    async def doubt_others(self, match_id: int, claimed_by: str, at: int) -> None:
        """Boards that other processes were to post may be shown though nobody notes them any more: look for them then.

        This is to be called before the newest board takes their rows over.
        """
        self._session.change(STRAYS_OF, at, match_id, claimed_by)

    async def doubt_all(self, now: int, a_second: int) -> None:
        """Boards of all running matches may be shown that nobody notes: look for them, in so many places a second."""
        self._session.change(STRAYS_EVERYWHERE, now, a_second)

    async def hand_over(self, claimed_by: str, now: int) -> None:
        """Let all that this process has claimed be due now."""
        self._session.change(
            "UPDATE outbox SET due_at = ? WHERE due_at > ? AND tried = 0 AND claimed_by = ?", now, now, claimed_by
        )

    async def retry_later(self, delivery: Delivery, until: int, claimed_by: str | None) -> None:
        """Let a delivery that failed be due then, unless it is another one by now."""
        self._session.change(
            "UPDATE outbox SET due_at = ?, tried = tried + 1, claimed_by = ?"
            " WHERE kind = ? AND subject = ? AND key = ? AND rev = ? AND wanted = ?",
            until,
            claimed_by,
            delivery.kind,
            delivery.subject,
            delivery.key,
            delivery.rev,
            delivery.wanted,
        )

    async def defer(self, delivery: Delivery, until: int) -> None:
        """Let a delivery that was taken and not tried be due then, as one of a place where something was refused."""
        self._session.change(
            "UPDATE outbox SET due_at = ?, tried = CASE tried WHEN 0 THEN 1 ELSE tried END, claimed_by = ?"
            " WHERE kind = ? AND subject = ? AND key = ? AND rev = ? AND wanted = ?",
            until,
            delivery.claimed_by,
            delivery.kind,
            delivery.subject,
            delivery.key,
            delivery.rev,
            delivery.wanted,
        )

    async def wait(self, match_id: int, channel_id: int) -> None:
        """Let a board be due no more: only somebody's next use can show it there."""
        self._session.change(
            "UPDATE outbox SET due_at = NULL WHERE kind = 'board' AND subject = ? AND key = ?",
            match_id,
            str(channel_id),
        )

    async def retry_now(self, channel_id: int, now: int) -> None:
        """Let what was refused in a channel be due now."""
        self._session.change(
            "UPDATE outbox SET due_at = ? WHERE channel_id = ? AND tried > 0 AND due_at > ?", now, channel_id, now
        )

    async def refused_channels(self) -> set[int]:
        """The channels with something that failed and is still owed."""
        rows = await self._session.rows(
            "SELECT DISTINCT channel_id FROM outbox WHERE tried > 0 AND channel_id IS NOT NULL"
        )
        return {row["channel_id"] for row in rows}

    async def done(self, delivery: Delivery) -> None:
        """Remove a delivery, if it is still there as given."""
        self._session.change(DONE, *_as_given(delivery))

    async def was_owed(self, delivery: Delivery) -> bool:
        """Remove a delivery; whether it was still there as given."""
        return await self._session.changed(DONE, *_as_given(delivery)) == 1

    async def board_done(self, match_id: int, channel_id: int, rev: int) -> None:
        """The board of this revision, and those before it, are owed no more in a channel."""
        self._session.change(
            "DELETE FROM outbox WHERE kind = 'board' AND subject = ? AND key = ? AND rev <= ?",
            match_id,
            str(channel_id),
            rev,
        )

    async def forget(self, kind: str, match_id: int, channel_id: int) -> None:
        """Owe nothing of this kind in a channel any more."""
        self._session.change(
            "DELETE FROM outbox WHERE kind = ? AND subject = ? AND channel_id = ?", kind, match_id, channel_id
        )


def _as_given(delivery: Delivery) -> tuple[object, ...]:
    """The values of DONE."""
    return delivery.kind, delivery.subject, delivery.key, delivery.rev, delivery.wanted
