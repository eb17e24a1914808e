"""Deliveries: changes waiting to be made on Discord, and the data needed to post a board."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from games import Seat
from matches.kinds import Kind, Kinds
from matches.model import Match, Place, Ply
from matches.settings import PlayerSettings, ServerSettings

Wanted = Literal["shown", "removed"]

DELIVERY_LEASE = 20
"""How long a process holds the lease of a delivery, in seconds. After that, any process may make the delivery."""
SEARCH_DELAY = 5
"""How long to wait before looking for a board whose post was not confirmed, in seconds."""
REFUSED_BACKOFF = 60, 6 * 3600
"""The delay before the first retry of a delivery that Discord refused, and the longest delay, in seconds."""
AGAIN = "again"
"""The value of `about` for a settled challenge whose message must be edited once more."""
ERASURE_PAUSE = 10
"""The interval between two searches for boards that name a forgotten person, in seconds."""
FAILED_BACKOFF = 1, 60
"""The delay before the first retry after Discord or the network failed, and the longest delay, in seconds."""


@dataclass(frozen=True, slots=True)
class DeliveryKind(Kind):
    """A kind of delivery.

    It is declared by the module of `service/` that queues it, and made by a module of `cogs/posts/`.
    """

    in_place: bool = False
    """Whether the delivery names the channel and server of one of its match's places.

    When a player is forgotten, it is dropped if the place is outside servers and no longer shows the match.
    """
    edits: bool = False
    """Whether the delivery edits old messages, which Discord allows less often than posts."""
    follows: Collection[str] = ()
    """The kinds of deliveries that must be made first, about the same match or about the tournament's matches."""
    abouts: Collection[str] | None = ("",)
    """The allowed values of `about`, or None for any text. A row with another value is damaged."""
    ways: Collection[str] = ("",)
    """The allowed values of `way`."""


DELIVERY_KINDS = Kinds(DeliveryKind)
"""All kinds of deliveries by name, once `service` has been imported."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message to post, edit or remove on Discord.

    There is at most one for each combination of kind, subject and key.
    """

    kind: str
    subject: int
    """The ID of the match, challenge or server, or the number of the announcement."""
    key: str = ""
    """What distinguishes deliveries of the same kind and subject, such as a channel, a message or a person."""
    rev: int = 0
    person_id: int | None = None
    """The recipient of a notice."""
    about: str = ""
    """What a notice, remark or announcement is about. A board reposted without a ping has `quiet`."""
    way: str = ""
    channel_id: int | None = None
    guild_id: int | None = None
    message_id: int | None = None
    wanted: Wanted = "shown"
    due_at: int | None = None
    """When the delivery is due; None while it waits for another delivery or for the person's next interaction."""
    tried: int = 0
    """How often Discord has refused this delivery or another one in the same place."""
    claimed_by: str | None = None
    """The process that last held the lease, so it may have made the delivery; None after a definite refusal."""
    id: int = 0
    """Assigned by the database and never reused, so that it can be part of the nonce of retries."""

    @property
    def doubtful(self) -> bool:
        """Whether a previous attempt may have succeeded, in which case a retry must first look for the message."""
        return self.claimed_by is not None

    @property
    def name(self) -> tuple[str, int, str]:
        """The unique key: kind, subject and key."""
        return self.kind, self.subject, self.key

    @property
    def nonce(self) -> str:
        """The nonce of the message.

        All retries send the same one, so that Discord drops duplicates within some minutes.
        """
        return f"{self.id:x}-{self.rev:x}"


def backoff(attempts: int, *, refused: bool) -> int:
    """Return the number of seconds until the next retry, with exponential backoff up to a maximum."""
    first, longest = REFUSED_BACKOFF if refused else FAILED_BACKOFF
    return int(min(first * 2 ** min(attempts, 16), longest))


@dataclass(frozen=True, slots=True)
class Posting:
    """A place that shows a match's latest board, with everything that determines how the board looks there."""

    place: Place
    chosen: PlayerSettings | ServerSettings
    """The settings that apply. In a place for one player, they are that player's; elsewhere, they are the server's."""
    pinged: set[int]
    """The IDs of the people to ping. All others are named without a ping."""
    seen_by: int | None = None
    """The person whose interaction shows the board, and who therefore needs no notice; otherwise None."""
    away: int = 0
    """The number of seconds by which outages extended the last deadline before this board."""
    delayed: Seat = 0
    """The seat whose deadline was extended."""
    in_tournament: bool = False
    """Whether the match belongs to a tournament."""


@dataclass(frozen=True, slots=True)
class OldPost:
    """A superseded board, with everything needed to update its post."""

    match: Match
    number: int
    """The number of moves made before this board."""
    move: Ply | None
    """The last of these moves, or None if there was none or it was taken back."""
    chosen: ServerSettings
    threads: set[int]
    """The IDs of the match's threads."""
