"""Deliveries: what Discord is to show, from the transaction that caused it until it is shown."""

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

- board: the newest board of a match, posted in one of its places
- old board: a board that is not the newest any more, which loses its buttons
- strays: the boards of a match that may have been posted in a place though nobody noted them: they lose their buttons
- headline: the text of the newest board, edited because a clock was stopped, runs again, or has a later deadline
- archive: a thread that was opened for a match, to be archived because a match there is over or has moved away, and
  none is running
- erasure: the older boards of a match with somebody who was forgotten: they lose the name; `rev` says up to which.
  With a message: another one that names them, which is deleted
- challenge: the message of a challenge, posted while it is open and edited when it is settled
- answer: that a challenge by direct message was declined, told to whoever made it
- notice: a message to one person
- table: the leaderboards of a server, once a week
- announcement: what the owner of the bot tells every place where matches are running; its text is `about`
- word: a public sentence about a match, without a ping
"""
Wanted = Literal["shown", "removed"]

CLAIM = 20
"""Seconds for which a delivery belongs to the process that has claimed it; then anyone may take it."""
SOON = 5
"""Seconds until the bot looks for a board that may have been posted: by then Discord has taken it, or never will."""
REFUSED_PAUSES = 60, 6 * 3600
"""Seconds after Discord has refused a delivery until it is tried again: the first time, and at most."""
AGAIN = "again"
"""The value of `about` for a settled challenge whose message is to be edited once more."""
ERASURE_PAUSE = 10
"""Seconds between two looks for boards that name somebody who was forgotten."""
FAILED_PAUSES = 1, 60
"""Seconds after Discord or the network has failed until a delivery is tried again: the first time, and at most."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """One thing that Discord is to show, or to stop showing; unique by kind, subject and key."""

    kind: DeliveryKind
    subject: int
    """The match, the challenge, the server, or the number of the announcement."""
    key: str = ""
    """What tells it apart from others of the same kind and subject: the channel, the message, the person."""
    rev: int = 0
    """The revision of the match that it is about."""
    person_id: int | None = None
    """Whom a notice is for."""
    about: str = ""
    """What a notice, a word or an announcement tells; `quiet` for a board that is posted again without a ping."""
    way: str = ""
    """How a notice is told."""
    channel_id: int | None = None
    guild_id: int | None = None
    message_id: int | None = None
    """The message that shows it."""
    wanted: Wanted = "shown"
    due_at: int | None = None
    """When to deliver it; None while it waits for something else: the board it goes with, or somebody's next use."""
    tried: int = 0
    """How often Discord has refused it, or refused something else in its place."""
    claimed_by: str | None = None
    """The process that has taken it, now or last: it may have been delivered already. None after a plain refusal."""
    id: int = 0
    """Chosen by the database and never used again: retried posts bear it as their nonce."""

    @property
    def doubtful(self) -> bool:
        """Whether it may have been delivered already: then Discord is asked before it is sent again."""
        return self.claimed_by is not None

    @property
    def name(self) -> tuple[str, int, str]:
        """The kind, the subject and the key: no other delivery has the same."""
        return self.kind, self.subject, self.key

    @property
    def nonce(self) -> str:
        """The nonce of the message, the same for each try: for some minutes Discord posts it only once."""
        return f"{self.id:x}-{self.rev:x}"


def pause(tried: int, *, refused: bool) -> int:
    """Seconds to wait after one more failure; each pause is twice as long as the one before."""
    first, longest = REFUSED_PAUSES if refused else FAILED_PAUSES
    return int(min(first * 2 ** min(tried, 16), longest))


def strays(place: Place) -> Delivery:
    """The delivery that looks in a place for boards that were posted after the noted one, and that nobody noted."""
    return Delivery(
        "strays",
        place.match_id,
        str(place.channel_id),
        channel_id=place.channel_id,
        guild_id=place.guild_id,
        message_id=place.message_id,
    )


def keyed(notice: Delivery) -> Delivery:
    """A notice with the key that tells it apart: revision, person, kind and way."""
    return replace(notice, key=f"{notice.rev}:{notice.person_id}:{notice.about}:{notice.way}")


def old_board(match_id: int, rev: int, channel_id: int, guild_id: int | None, message_id: int) -> Delivery:
    """The delivery by which a board loses its buttons."""
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
    """The delivery by which the thread is archived in which a match is over, or from which it has moved away."""
    return Delivery("archive", match_id, str(channel_id), rev, channel_id=channel_id)
