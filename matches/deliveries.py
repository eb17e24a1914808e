"""Deliveries: changes that are queued until Discord shows them, and what is needed to post a board."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from games import Seat
from matches.kinds import Kind, Kinds
from matches.model import Match, Place, Ply
from matches.settings import PlayerSettings, ServerSettings

Wanted = Literal["shown", "removed"]

DELIVERY_LEASE = 20
"""How long a process leases a delivery, in seconds. After that, any process may take it."""
SEARCH_DELAY = 5
"""Seconds after which the bot looks for a board whose post was not confirmed. If Discord took it, it shows it by then.
"""
REFUSED_BACKOFF = 60, 6 * 3600
"""Seconds before the first retry of a delivery that Discord refused, and the longest wait."""
AGAIN = "again"
"""The value of `about` for a settled challenge whose message must be edited again."""
ERASURE_PAUSE = 10
"""Seconds between two searches for boards that name a forgotten person."""
FAILED_BACKOFF = 1, 60
"""Seconds before the first retry after Discord or the network failed, and the longest wait."""


@dataclass(frozen=True, slots=True)
class DeliveryKind(Kind):
    """A kind of delivery, declared by the module of `service/` that queues it and delivered by one of `cogs/posts/`."""

    in_place: bool = False
    """Whether it names the channel and server of one of its match's places.

    When a player is forgotten, it is dropped if the place is outside servers and no longer shows the match.
    """
    edits: bool = False
    """Whether it edits old messages. Discord allows few edits, so they do not share the capacity for posts."""
    before_archive: bool = False
    """Whether it must come before a thread is archived: an edit would fail, and a post would reopen the thread."""
    abouts: Collection[str] | None = ("",)
    """The allowed values of `about`; None for any text. A row with another one, as from a newer version, is damaged."""
    ways: Collection[str] = ("",)
    """The allowed values of `way`."""


DELIVERY_KINDS = Kinds(DeliveryKind)
"""All kinds by name, once `service` has been imported."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message that Discord must show or stop showing; unique by kind, subject and key."""

    kind: str
    subject: int
    """The ID of the match, challenge or server, or the number of the announcement."""
    key: str = ""
    """What distinguishes deliveries of the same kind and subject: a channel, a message, a person."""
    rev: int = 0
    person_id: int | None = None
    """The recipient of a notice."""
    about: str = ""
    """What a notice, a remark or an announcement is about; `quiet` for a board that is reposted without a ping."""
    way: str = ""
    channel_id: int | None = None
    guild_id: int | None = None
    message_id: int | None = None
    wanted: Wanted = "shown"
    due_at: int | None = None
    """When to deliver it; None while it waits for another delivery or for the person's next interaction."""
    tried: int = 0
    """How often Discord has refused this delivery, or any other in the same place."""
    claimed_by: str | None = None
    """The process that holds or last held the lease, so it may have delivered it; None after a definite refusal."""
    id: int = 0
    """Assigned by the database and never reused, so that it can serve as the nonce of retries."""

    @property
    def doubtful(self) -> bool:
        """Whether it may already have been delivered, so that a retry must first look for it in Discord."""
        return self.claimed_by is not None

    @property
    def name(self) -> tuple[str, int, str]:
        """The unique key: kind, subject and key."""
        return self.kind, self.subject, self.key

    @property
    def nonce(self) -> str:
        """The message's nonce. Each retry has the same one, because Discord ignores duplicates for some minutes."""
        return f"{self.id:x}-{self.rev:x}"


def backoff(tried: int, *, refused: bool) -> int:
    """Return how long to wait before the next retry, in seconds: exponential back-off, doubled after each failure."""
    first, longest = REFUSED_BACKOFF if refused else FAILED_BACKOFF
    return int(min(first * 2 ** min(tried, 16), longest))


@dataclass(frozen=True, slots=True)
class Posting:
    """Where the newest board is posted and everything that determines how, apart from the board itself."""

    place: Place
    chosen: PlayerSettings | ServerSettings
    """The settings that apply: the player's in a place for one player, else the server's."""
    pinged: set[int]
    """The IDs of the people to ping. All others are named without a ping."""
    seen_by: int | None = None
    """The person whose interaction shows the board, so that they need no notice; else None."""
    away: int = 0
    """How many seconds an outage extended the last deadline before this board; 0 without one."""
    delayed: Seat = 0
    """The seat whose deadline was extended."""


@dataclass(frozen=True, slots=True)
class OldPost:
    """A board that is no longer the newest, and everything that determines how its post is updated."""

    match: Match
    number: int
    """How many moves were made before this board."""
    move: Ply | None
    """The last of these moves; None if there was none or it was taken back."""
    chosen: ServerSettings
