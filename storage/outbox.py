"""The table of deliveries: messages and edits yet to be sent to Discord."""

from collections.abc import Collection

from matches.deliveries import DELIVERY_KINDS, Delivery
from matches.notices import NOTICE_KINDS
from storage.columns import converted_field
from storage.driver import Statements, marks
from storage.tables import ModelTable, PersonColumn

DELIVERY = ModelTable(
    "outbox",
    Delivery,
    "A delivery",
    "id",
    indexes=[
        "outbox_due (due_at) WHERE due_at IS NOT NULL",
        "outbox_refused (channel_id) WHERE tried > 0",
        "outbox_waiting (person_id) WHERE due_at IS NULL AND message_id IS NULL",
    ],
    holds=[PersonColumn("person_id", "row removed", "they are told it shortly", "their matches keep the name")],
    kind=converted_field(
        lambda row: DELIVERY_KINDS[row["kind"]].name, kind=lambda delivery: DELIVERY_KINDS[delivery.kind].name
    ),
    about=converted_field(lambda row: _one_of(DELIVERY_KINDS[row["kind"]].abouts, row["about"]), about="about"),
    way=converted_field(lambda row: _one_of(DELIVERY_KINDS[row["kind"]].ways, row["way"]), way="way"),
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
    WHERE kind = 'notice' AND about IN ({about}) AND wanted = 'shown' AND message_id IS NOT NULL
        AND status = 'running' AND deadline > ?
) AS later
WHERE outbox.id = later.id
"""
STRAYS = """
INSERT INTO outbox (kind, subject, key, rev, channel_id, guild_id, message_id, due_at)
SELECT 'strays', queued.subject, queued.key, 0, place.channel_id, place.guild_id, place.message_id, ?
FROM outbox AS queued JOIN place ON place.match_id = queued.subject AND place.channel_id = queued.channel_id
WHERE queued.kind = 'board' AND queued.claimed_by <> ? AND place.guest = 0
"""
STRAYS_OF_ALL = f"{STRAYS} ON CONFLICT (kind, subject, key) DO NOTHING"
STRAYS_OF = f"""
{STRAYS} AND queued.subject = ?
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
QUEUED_AS_GUEST = f"""
SELECT {DELIVERY.columns.of("outbox")} FROM place
JOIN outbox ON kind = 'board' AND subject = match_id AND key = CAST(place.channel_id AS TEXT)
WHERE place.channel_id = ? AND guest = 1 ORDER BY place.id LIMIT ?
"""
OF_TOURNAMENT = f"""
SELECT {DELIVERY.columns.of("outbox")} FROM fixture
JOIN outbox ON kind = ? AND subject = match_id WHERE fixture.tournament_id = ?
"""
UNCHANGED = "kind = ? AND subject = ? AND key = ? AND rev = ? AND wanted = ?"
"""The condition that a delivery's row has not changed since it was read. `_as_given` returns the values."""
BOARD = "kind = 'board' AND subject = ? AND key = ?"
RELEASE = "UPDATE outbox SET due_at = ? WHERE due_at > ? AND tried = 0"
DONE = f"DELETE FROM outbox WHERE {UNCHANGED}"
LATER = f"UPDATE outbox SET due_at = ?, claimed_by = ?, tried = {{}} WHERE {UNCHANGED}"
ONCE = "CASE tried WHEN 0 THEN 1 ELSE tried END"
REFUSED = "SELECT DISTINCT channel_id FROM outbox WHERE tried > 0 AND channel_id IS NOT NULL"
DUE = f"{SELECT} WHERE due_at <= ? ORDER BY due_at, id LIMIT ?"
DIGESTS = f"{SELECT} WHERE due_at <= ? AND way = 'digest' AND person_id = ? ORDER BY due_at, id"


class Outbox(Statements):
    """Reads and writes deliveries, skipping damaged rows. No two have the same kind, subject and key."""

    async def of(self, kind: str, subject: int) -> list[Delivery]:
        """Return the deliveries of one kind about one subject, such as a match, oldest first."""
        rows = await self._session.rows(f"{SELECT} WHERE kind = ? AND subject = ? ORDER BY id", kind, subject)
        return DELIVERY.each(rows)

    async def of_matches(self, kind: str, tournament_id: int) -> list[Delivery]:
        """Return the deliveries of one kind about the matches of a tournament."""
        return DELIVERY.each(await self._session.rows(OF_TOURNAMENT, kind, tournament_id))

    async def queued_as_guest(self, channel_id: int, limit: int) -> list[Delivery]:
        """Return up to `limit` boards queued for a channel, oldest first.

        The bot is not a member of the channel's server.
        """
        return DELIVERY.each(await self._session.rows(QUEUED_AS_GUEST, channel_id, limit))

    async def about_match(self, match_id: int) -> list[Delivery]:
        """Return all deliveries about a match, including sent notices that can still become outdated."""
        rows = await self._session.rows(
            f"{SELECT} WHERE subject = ? AND kind IN ({marks(DELIVERY_KINDS.concerning('match'))}) ORDER BY id",
            match_id,
            *DELIVERY_KINDS.concerning("match"),
        )
        return DELIVERY.each(rows)

    async def next(self) -> int | None:
        """Return when the next delivery is due, or None."""
        return await self._number("SELECT min(due_at) AS at FROM outbox WHERE due_at IS NOT NULL")

    async def due(self, now: int, limit: int) -> list[Delivery]:
        """Return up to `limit` deliveries that are due at `now`, earliest first.

        The limit may be exceeded to keep a digest's notices together. Damaged deliveries are no longer due afterwards.
        """
        rows = await self._session.rows(DUE, now, limit)
        due = {delivery.id: delivery for delivery in DELIVERY.each(rows)}
        for row in rows:
            if row["id"] not in due:
                self._session.change("UPDATE outbox SET due_at = NULL WHERE id = ?", row["id"])
        for person_id in {delivery.person_id for delivery in due.values() if delivery.way == "digest"}:
            digest = DELIVERY.each(await self._session.rows(DIGESTS, now, person_id))
            due |= {delivery.id: delivery for delivery in digest}
        return list(due.values())

    async def save(self, delivery: Delivery) -> None:
        """Store a delivery, replacing any delivery with the same kind, subject and key."""
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
        """Store a delivery for each of a match's places.

        Where the bot is a guest, the delivery is due at `guest_at`, or not stored if that is None. It replaces the
        delivery of the same kind in that place, unless `each` revision has its own.
        """
        suffix = f":{rev}" if each else ""
        self._session.change(EVERYWHERE, kind, suffix, rev, about, guest_at, due_at, claimed_by, match_id, guest_at)

    async def all_headlines(self, now: int, a_second: int) -> None:
        """Schedule an edit of every board with a running deadline, at `a_second` boards per second.

        The most urgent come first.
        """
        self._session.change(RUNNING, now, a_second, now)

    async def all_reminders(self, now: int, a_second: int) -> None:
        """Schedule an edit of every notice that mentions a running deadline, at `a_second` messages per second."""
        self._session.change(REMINDERS.format(about=marks(_urgent())), now, a_second, *_urgent(), now)

    async def claim(self, delivery: Delivery, until: int, claimed_by: str) -> bool:
        """Claim a delivery for one process until a given time, or return False if the delivery has changed."""
        return await self._did(
            "UPDATE outbox SET due_at = ?, claimed_by = ? WHERE id = ? AND rev = ? AND wanted = ? AND due_at = ?",
            until,
            claimed_by,
            delivery.id,
            delivery.rev,
            delivery.wanted,
            delivery.due_at,
        )

    async def release_others(self, claimed_by: str, now: int) -> None:
        """Release the claims of all other processes.

        Schedules searches for boards that those processes may have posted.
        """
        self._session.change(STRAYS_OF_ALL, now, claimed_by)
        self._session.change(f"{RELEASE} AND claimed_by <> ?", now, now, claimed_by)

    async def search_for_strays(self, match_id: int, claimed_by: str, time: int) -> None:
        """Schedule a search for a match's boards that other processes may have posted without recording them.

        Call this before deliveries of a newer board replace the deliveries of these boards.
        """
        self._session.change(STRAYS_OF, time, claimed_by, match_id)

    async def search_all_for_strays(self, now: int, a_second: int) -> None:
        """Schedule searches for unrecorded boards of all running matches.

        The searches run at a rate of `a_second` places per second.
        """
        self._session.change(STRAYS_EVERYWHERE, now, a_second)

    async def release_own(self, claimed_by: str, now: int) -> None:
        """Release this process's claims."""
        self._session.change(f"{RELEASE} AND claimed_by = ?", now, now, claimed_by)

    async def retry_later(self, delivery: Delivery, until: int, claimed_by: str | None) -> None:
        """Schedule a retry of a failed delivery, unless the delivery has changed."""
        self._session.change(LATER.format("tried + 1"), until, claimed_by, *_as_given(delivery))

    async def defer(self, delivery: Delivery, until: int) -> None:
        """Postpone a claimed delivery that was not attempted because its channel had just refused another one."""
        self._session.change(LATER.format(ONCE), until, delivery.claimed_by, *_as_given(delivery))

    async def wait_for_use(self, match_id: int, channel_id: int) -> None:
        """Hold a board back until somebody uses the bot in its channel, since the bot cannot post there until then."""
        self._session.change(f"UPDATE outbox SET due_at = NULL WHERE {BOARD}", match_id, str(channel_id))

    async def retry_now(self, channel_id: int, now: int) -> None:
        """Make a channel's refused deliveries due now."""
        self._session.change(
            "UPDATE outbox SET due_at = ? WHERE channel_id = ? AND tried > 0 AND due_at > ?", now, channel_id, now
        )

    async def refused_channels(self) -> set[int]:
        """Return the IDs of the channels that have refused a delivery."""
        return set(await self._column(REFUSED))

    async def done(self, delivery: Delivery) -> None:
        """Delete a delivery unless it has changed."""
        self._session.change(DONE, *_as_given(delivery))

    async def delete_unchanged(self, delivery: Delivery) -> bool:
        """Delete a delivery unless it has changed, and return whether it was deleted."""
        return await self._did(DONE, *_as_given(delivery))

    async def board_done(self, match_id: int, channel_id: int, rev: int) -> None:
        """Delete the delivery that posts a match's board in a channel, unless it is for a later revision."""
        self._session.change(f"DELETE FROM outbox WHERE {BOARD} AND rev <= ?", match_id, str(channel_id), rev)

    async def forget(self, kind: str, match_id: int, channel_id: int) -> None:
        """Delete all deliveries of this kind about this match to this channel."""
        self._session.change(
            "DELETE FROM outbox WHERE kind = ? AND subject = ? AND channel_id = ?", kind, match_id, channel_id
        )


def _one_of(known: Collection[str] | None, value: str) -> str:
    """Return `value`, or raise ValueError if it is not among the known values."""
    if known is not None and value not in known:
        raise ValueError(f"{value!r} is unknown")
    return value


def _as_given(delivery: Delivery) -> tuple[object, ...]:
    return delivery.kind, delivery.subject, delivery.key, delivery.rev, delivery.wanted


def _urgent() -> list[str]:
    """Return the names of the notice kinds that mention a running deadline."""
    return [kind.name for kind in NOTICE_KINDS.values() if kind.urgency == "urgent"]
