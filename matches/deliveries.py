"""Deliveries: the changes owed to Discord, from the transaction that caused them until Discord shows them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from matches.model import Place

DeliveryKind = Literal[
    "board", "old board", "strays", "headline", "archive", "challenge", "notice", "word", "table", "announcement",
    "erasure", "answer",
]  # fmt: skip
"""What is delivered.

- board: post the newest board of a match in one of its places
- old board: remove the buttons of a board that is no longer the newest
- strays: remove the buttons of boards that may have been posted in a place without being recorded
- headline: edit the text of the newest board because its clock was paused, resumed or extended
- archive: archive a thread that was opened for a match and has no running match left
- erasure: remove a forgotten person's name from the boards of a match up to `rev`; with `message_id`, delete that
  message, which names the person
- challenge: post a challenge, or edit its message when it is settled
- answer: tell a challenger that a challenge by direct message was declined
- notice: send a message to one person
- table: post a server's weekly leaderboards
- announcement: post the owner's announcement, in `about`, where matches are running
- word: post a remark, a public sentence about a match, without a ping
"""
Wanted = Literal["shown", "removed"]

CLAIM = 20
"""Seconds for which a process holds the lease on a delivery; after that, any process may take it."""
SOON = 5
"""Seconds before the bot looks for a board whose post was not confirmed: Discord has accepted it by then, or never."""
REFUSED_BACKOFF = 60, 6 * 3600
"""Seconds before the first retry after Discord refused a delivery, and the longest wait."""
AGAIN = "again"
"""The value of `about` for a settled challenge whose message must be edited again."""
ERASURE_PAUSE = 10
"""Seconds between two searches for boards that name a forgotten person."""
FAILED_BACKOFF = 1, 60
"""Seconds before the first retry after a failure of Discord or the network, and the longest wait."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message that Discord must show or stop showing; unique by kind, subject and key."""

    kind: DeliveryKind
    subject: int
    """The ID of the match, challenge or server, or the number of the announcement."""
    key: str = ""
    """Distinguishes deliveries of the same kind and subject: a channel, a message, a person."""
    rev: int = 0
    """The revision of the match."""
    person_id: int | None = None
    """The recipient of a notice."""
    about: str = ""
    """What a notice, a word or an announcement tells; `quiet` for a board that is posted again without a ping."""
    way: str = ""
    """The way in which a notice is sent."""
    channel_id: int | None = None
    guild_id: int | None = None
    message_id: int | None = None
    """The message that shows the delivery."""
    wanted: Wanted = "shown"
    due_at: int | None = None
    """When to deliver it; None while it waits for another delivery or for the person's next interaction."""
    tried: int = 0
    """How often Discord has refused this delivery, or any other in the same place."""
    claimed_by: str | None = None
    """The process that holds or last held the lease, and so may have delivered it; None after a definite refusal."""
    id: int = 0
    """Assigned by the database and never reused, so that it can serve as the nonce of retries."""

    @property
    def doubtful(self) -> bool:
        """Whether it may have been delivered already, so that Discord must be asked before a retry."""
        return self.claimed_by is not None

    @property
    def name(self) -> tuple[str, int, str]:
        """The unique key: kind, subject and key."""
        return self.kind, self.subject, self.key

    @property
    def nonce(self) -> str:
        """The message's nonce, the same for each retry: for some minutes Discord posts it only once."""
        return f"{self.id:x}-{self.rev:x}"


def backoff(tried: int, *, refused: bool) -> int:
    """Seconds to wait before the next retry: exponential back-off, doubled after each failure."""
    first, longest = REFUSED_BACKOFF if refused else FAILED_BACKOFF
    return int(min(first * 2 ** min(tried, 16), longest))


def strays(place: Place) -> Delivery:
    """The delivery that searches a place for boards posted after the recorded one."""
    return Delivery(
        "strays",
        place.match_id,
        str(place.channel_id),
        channel_id=place.channel_id,
        guild_id=place.guild_id,
        message_id=place.message_id,
    )


def keyed(notice: Delivery) -> Delivery:
    """The notice with its unique key: revision, person, kind and way."""
    return replace(notice, key=f"{notice.rev}:{notice.person_id}:{notice.about}:{notice.way}")


def old_board(match_id: int, rev: int, channel_id: int, guild_id: int | None, message_id: int) -> Delivery:
    """The delivery that removes a board's buttons."""
    return Delivery(
        "old board",
        match_id,
        str(message_id),
        rev,
        channel_id=channel_id,
        guild_id=guild_id,
        message_id=message_id,
    )


def archive(match_id: int, rev: int, channel_id: int) -> Delivery:
    """The delivery that archives a thread after its match has ended or moved away."""
    return Delivery("archive", match_id, str(channel_id), rev, channel_id=channel_id)
