"""Deliveries: the changes owed to Discord, until Discord shows them; and the inputs from which a board is posted."""

from dataclasses import dataclass
from typing import Literal

from games import Seat
from matches.kinds import Kind, Kinds
from matches.model import Match, Place, Ply
from matches.settings import PlayerSettings, ServerSettings

Wanted = Literal["shown", "removed"]

DELIVERY_LEASE = 20
"""Seconds for which a process holds the lease on a delivery; after that, any process may take it."""
SEARCH_DELAY = 5
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
class DeliveryKind(Kind):
    """A kind of delivery, declared by the module of `service/` that owes it and delivered by one of `cogs/posts/`."""

    in_place: bool = False
    """Whether it names the channel and server of a place of its match.

    When a player is forgotten, it is dropped if the place is outside servers and no longer shows the match.
    """
    edits: bool = False
    """Whether it edits old messages. Discord allows few edits, so they do not share the capacity of posts."""
    before_archive: bool = False
    """Whether a thread is archived only after it: an edit would fail, and a post would reopen the thread."""


DELIVERY_KINDS = Kinds[DeliveryKind]()
"""All kinds by name, once `service` has been imported."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message that Discord must show or stop showing; unique by kind, subject and key."""

    kind: str
    subject: int
    """The ID of the match, challenge or server, or the number of the announcement."""
    key: str = ""
    """Distinguishes deliveries of the same kind and subject: a channel, a message, a person."""
    rev: int = 0
    person_id: int | None = None
    """The recipient of a notice."""
    about: str = ""
    """The content of a notice, a remark or an announcement; `quiet` for a board that is reposted without a ping."""
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
    """The process that holds or last held the lease, and so may have delivered it; None after a definite refusal."""
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
        """The message's nonce, the same for each retry, because Discord ignores duplicates for some minutes."""
        return f"{self.id:x}-{self.rev:x}"


def backoff(tried: int, *, refused: bool) -> int:
    """Seconds to wait before the next retry: exponential back-off, doubled after each failure."""
    first, longest = REFUSED_BACKOFF if refused else FAILED_BACKOFF
    return int(min(first * 2 ** min(tried, 16), longest))


@dataclass(frozen=True, slots=True)
class Posting:
    """Where the newest board is posted and, apart from the board, everything that determines how."""

    place: Place
    chosen: PlayerSettings | ServerSettings
    """The settings that apply: the player's in a place for one player, else the server's."""
    pinged: set[int]
    """The IDs of the people to ping; all others are named without a ping."""
    seen_by: int | None = None
    """The person to whom an interaction response shows the board, so that they need no notice; else None."""
    away: int = 0
    """Seconds by which an outage extended the last deadline before this board; 0 without one."""
    delayed: Seat = 0
    """The seat whose deadline was extended."""


@dataclass(frozen=True, slots=True)
class OldPost:
    """A board that is no longer the newest, with everything that determines how its post is updated."""

    match: Match
    number: int
    """The number of moves made before this board."""
    move: Ply | None
    """The last of these moves; None if there was none or it was taken back."""
    chosen: ServerSettings
