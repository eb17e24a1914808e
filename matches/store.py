"""What the service needs of a store: transactions, and one query for each thing that it asks.

A store keeps records exactly as given. `write` hands out a Transaction that no other overlaps and that leaves
nothing behind when it ends with an exception; what it wrote is durable when `write` has ended. `read` hands out a
View that sees one consistent state, that of the last finished transaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from contextlib import AbstractAsyncContextManager

    from games import Seat
    from matches.change import Alarm, AlarmKind
    from matches.conditions import Condition
    from matches.notices import Notice, NoticeKind
    from matches.records import Challenge, Event, Match, Person, Place, Ply
    from matches.settings import PlayerSettings, ServerSettings
    from matches.vacation import Vacation


class PeopleView(Protocol):
    """The people who have been seen."""

    async def of(self, person_id: int) -> Person | None: ...


class PeopleRows(PeopleView, Protocol):
    """The same, to be written."""

    async def remember(self, person: Person) -> None:
        """Keep the person under this name, also in the records that name them."""


class ChallengeView(Protocol):
    """Challenges of every status."""

    async def of(self, challenge_id: int) -> Challenge | None: ...

    async def unposted(self) -> list[Challenge]:
        """The open challenges of which no message is known, the oldest first."""

    async def open_of(self, person_id: int) -> list[Challenge]:
        """The open challenges by or to this person, the newest first."""

    async def count_open_by(self, person_id: int) -> int:
        """How many open challenges this person has made."""

    async def rematches(self, match_id: int) -> list[Challenge]:
        """The challenges to a rematch of this match, the oldest first."""


class ChallengeRows(ChallengeView, Protocol):
    """The same, to be written. The people named in a challenge must have been remembered."""

    async def next_id(self) -> int:
        """An id that no challenge has borne, at least FIRST_ID."""

    async def add(self, challenge: Challenge) -> None: ...

    async def save(self, challenge: Challenge) -> None: ...


class MatchView(Protocol):
    """Matches, running and over."""

    async def of(self, match_id: int) -> Match | None: ...

    async def running(self, person_id: int, game: str, channel_id: int) -> list[Match]:
        """This person's running matches of the game with a place in the channel.

        Those where it is their turn come first, then the newest.
        """

    async def newest(self, person_id: int, game: str, channel_id: int) -> Match | None:
        """This person's newest match of the game with a place in the channel, running before over."""

    async def running_of(self, person_id: int) -> list[Match]:
        """All running matches of this person, the oldest first."""


class MatchRows(MatchView, Protocol):
    """The same, to be written."""

    async def add(self, match: Match) -> None:
        """Keep a new match; its challenge must be there."""

    async def save(self, match: Match) -> None:
        """Keep the match, whose revision must be the one after that in the store; its places then await showing."""

    async def shift_deadlines(self, after: int, seconds: int) -> None:
        """Move every deadline of a running match later than `after` by so much, without a new revision."""


class PlyView(Protocol):
    """The move lists: the truth about every position."""

    async def of(self, match_id: int) -> list[Ply]:
        """The moves in order."""


class PlyRows(PlyView, Protocol):
    """The same, to be written."""

    async def add(self, match_id: int, ply: Ply) -> None:
        """Append a move; a second one at the same ply fails the transaction."""

    async def remove(self, match_id: int, ply: int) -> None:
        """Take the last move off the list."""


class EventView(Protocol):
    """What raised each revision of a match."""

    async def of(self, match_id: int) -> list[Event]:
        """The events in the order of their revisions."""


class EventRows(EventView, Protocol):
    """The same, to be written."""

    async def add(self, match_id: int, event: Event) -> None: ...


class PlaceView(Protocol):
    """Where matches are shown."""

    async def of(self, match_id: int) -> list[Place]:
        """The places of a match, the oldest first."""

    async def of_person(self, person_id: int) -> list[Place]:
        """The places of all running matches of this person, the oldest first."""

    async def in_channel(self, channel_id: int) -> list[Place]: ...

    async def unshown(self) -> list[Place]:
        """The places that have not shown the newest board of their match, by match."""

    async def untidied(self) -> list[Place]:
        """The places as they were when they showed a board that may still have its buttons, the oldest board first."""


class PlaceRows(PlaceView, Protocol):
    """The same, to be written. A match has at most one place in a channel."""

    async def add(self, place: Place) -> None:
        """Keep a place; one of the same match in the same channel is replaced."""

    async def shown(self, match_id: int, channel_id: int, rev: int, message_id: int) -> None:
        """Note the message that shows `rev`, unless a newer revision has been shown there.

        The message that was the newest until then is untidied now, unless the bot is a guest there.
        """

    async def tidied(self, place: Place) -> None:
        """The message of this place has no buttons any more."""

    async def remove(self, match_id: int, channel_id: int) -> None: ...


class ConditionView(Protocol):
    """The answers that players have prepared."""

    async def of(self, match_id: int, seat: Seat) -> list[Condition]:
        """What this seat has prepared, shorter lines first."""


class ConditionRows(ConditionView, Protocol):
    """The same, to be written."""

    async def replace(self, match_id: int, seat: Seat, conditions: Sequence[Condition]) -> None:
        """Keep these answers of a seat instead of those before."""

    async def clear(self, match_id: int) -> None:
        """Drop the answers of both seats."""


class AlarmView(Protocol):
    """When something may happen by itself."""

    async def next(self) -> int | None:
        """The time of the earliest alarm."""

    async def due(self, now: int, most: int) -> list[Alarm]:
        """The alarms at `now` or earlier, the earliest first, at most so many."""


class AlarmRows(AlarmView, Protocol):
    """The same, to be written."""

    async def set(self, kind: AlarmKind, subject: int, at: int | None) -> None:
        """Set the one alarm of this kind and subject; None takes it away."""

    async def take(self, alarm: Alarm) -> bool:
        """Remove an alarm; whether it was still there, at this very time."""

    async def shift(self, kinds: Collection[AlarmKind], after: int, seconds: int) -> None:
        """Move the alarms of these kinds later than `after` by so much."""


class NoticeView(Protocol):
    """What is to be told, or was told in messages that still stand."""

    async def with_board(self, match_id: int) -> list[Notice]:
        """The notices that go with the board of this match."""

    async def next(self) -> int | None:
        """The earliest time at which a notice is due."""

    async def due(self, now: int, most: int) -> list[Notice]:
        """The notices due at `now` or earlier, the earliest first, at most so many; a digest that begins is whole."""

    async def stale(self) -> list[Notice]:
        """The notices that were told in a message and are out of date."""


class NoticeRows(NoticeView, Protocol):
    """The same, to be written."""

    async def save(self, notice: Notice) -> None:
        """Keep a notice, instead of the one with the same match, revision, person, kind and way."""

    async def remove(self, notice: Notice) -> bool:
        """Whether it was there."""

    async def told_with_board(self, match_id: int, rev: int, people: Collection[int] | None = None) -> None:
        """Remove the notices up to this revision that go with the board: those to these people, or all."""

    async def outdate(
        self, match_id: int, before: int, kinds: Collection[NoticeKind] | None = None, person_id: int | None = None
    ) -> None:
        """Drop the untold notices of revisions before this one, and mark the told ones as stale.

        Of these kinds and to this person; of all kinds, and to everybody, where they are None.
        """


class VacationView(Protocol):
    """Times away."""

    async def current(self, person_id: int, now: int) -> Vacation | None:
        """The vacation in which `now` lies."""

    async def latest(self, person_id: int) -> Vacation | None:
        """The vacation that began last."""

    async def since(self, person_id: int, at: int) -> list[Vacation]:
        """The vacations of a person that end after `at`, the oldest first."""

    async def travellers(self, at: int) -> list[int]:
        """Who has a vacation that ends after `at`."""


class VacationRows(VacationView, Protocol):
    """The same, to be written."""

    async def add(self, vacation: Vacation) -> None:
        """Keep a vacation, instead of one that began at the same moment."""

    async def end(self, vacation: Vacation, at: int) -> None:
        """Let the vacation end at this time instead."""


class SettingView(Protocol):
    """What people and servers chose."""

    async def of_player(self, person_id: int) -> PlayerSettings:
        """Their choices, or the defaults."""

    async def of_server(self, guild_id: int | None) -> ServerSettings:
        """Its choices, or the defaults, as outside servers (None)."""


class SettingRows(SettingView, Protocol):
    """The same, to be written."""

    async def keep_player(self, person_id: int, settings: PlayerSettings) -> None: ...

    async def keep_server(self, guild_id: int, settings: ServerSettings) -> None: ...


class BlockView(Protocol):
    """Who has blocked whom."""

    async def has(self, blocker_id: int, blocked_id: int) -> bool: ...

    async def of(self, blocker_id: int) -> list[Person]:
        """Whom this person has blocked, by name."""


class BlockRows(BlockView, Protocol):
    """The same, to be written."""

    async def add(self, blocker_id: int, blocked_id: int) -> bool:
        """Whether this is new."""

    async def remove(self, blocker_id: int, blocked_id: int) -> bool:
        """Whether there was such a block."""


class PulseView(Protocol):
    """When the bot ran, and when it did not."""

    async def last(self) -> int | None:
        """The last heartbeat."""

    async def outages(self, after: int, until: int) -> int:
        """The seconds of the outages that were noticed after `after`, up to `until`."""


class PulseRows(PulseView, Protocol):
    """The same, to be written."""

    async def beat(self, at: int) -> None: ...

    async def add_outage(self, at: int, seconds: int) -> None: ...


class View(Protocol):
    """A consistent reading."""

    @property
    def people(self) -> PeopleView: ...
    @property
    def challenges(self) -> ChallengeView: ...
    @property
    def matches(self) -> MatchView: ...
    @property
    def plies(self) -> PlyView: ...
    @property
    def events(self) -> EventView: ...
    @property
    def places(self) -> PlaceView: ...
    @property
    def conditions(self) -> ConditionView: ...
    @property
    def alarms(self) -> AlarmView: ...
    @property
    def notices(self) -> NoticeView: ...
    @property
    def vacations(self) -> VacationView: ...
    @property
    def settings(self) -> SettingView: ...
    @property
    def blocks(self) -> BlockView: ...
    @property
    def pulse(self) -> PulseView: ...


class Transaction(View, Protocol):
    """A change that happens wholly or not at all; it reads what it has written."""

    @property
    def people(self) -> PeopleRows: ...
    @property
    def challenges(self) -> ChallengeRows: ...
    @property
    def matches(self) -> MatchRows: ...
    @property
    def plies(self) -> PlyRows: ...
    @property
    def events(self) -> EventRows: ...
    @property
    def places(self) -> PlaceRows: ...
    @property
    def conditions(self) -> ConditionRows: ...
    @property
    def alarms(self) -> AlarmRows: ...
    @property
    def notices(self) -> NoticeRows: ...
    @property
    def vacations(self) -> VacationRows: ...
    @property
    def settings(self) -> SettingRows: ...
    @property
    def blocks(self) -> BlockRows: ...
    @property
    def pulse(self) -> PulseRows: ...


class Store(Protocol):
    """Keeps everything."""

    def write(self) -> AbstractAsyncContextManager[Transaction]:
        """One transaction: committed when the block ends, undone when it raises."""

    def read(self) -> AbstractAsyncContextManager[View]: ...
