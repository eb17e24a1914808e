"""The values passed between the service and the database, such as people, matches and moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from games import Position, Seat, other_side
from language import is_blank
from matches.codes import code_of
from matches.openings import opening
from matches.timecontrol import TimeControl

Side = Literal["first", "second", "random", "both"]
"""The challenger's side. `both` means two simultaneous matches, one from each side, if the game offers that."""
ChallengeStatus = Literal["open", "accepted", "declined", "withdrawn", "expired"]
MatchStatus = Literal["running", "over"]
EventKind = Literal[
    "start", "move", "take back", "resign", "draw", "time", "abort", "abandon",
    "offer draw", "decline draw", "ask take back", "refuse take back", "offer abort", "decline abort",
    "vacation", "back", "ask", "keep", "stop", "repair", "extend",
]  # fmt: skip

BOARD_EVENTS: frozenset[EventKind] = frozenset({"start", "move", "take back", "repair"})
"""The kinds of events that change the board. The end of a match also changes it."""

LEVEL_BASE = 10
"""The modulus that yields a computer player's level, which is the last digit of its negative ID."""
LAST_COMPUTER = -99
"""The lowest ID of a computer player. Their IDs start at -1, and those of forgotten people are lower."""
FIRST_CROWD = -(10**12)
"""The highest ID of a crowd. Forgotten people's IDs are higher."""
FIRST_ID = 36**3
"""The lowest match ID, chosen so that every code has at least four characters."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player: a Discord user, a computer player, or a crowd that votes on its moves.

    Computer players and crowds move, accept and decline through the same methods as people. Only people get notices.
    """

    id: int
    """The Discord user ID; negative for a computer player (`computers.computer`) or a crowd (`crowds.crowd`)."""
    name: str
    """The display name or, for a crowd, the server's name. A blank name is replaced, as by `Player 1234`."""

    def __post_init__(self) -> None:
        if self.name and is_blank(self.name) and self.id > 0:
            object.__setattr__(self, "name", f"Player {self.id % 10_000:04}")

    @property
    def level(self) -> int | None:
        """A computer player's level, from 1 to 5, or None for any other player."""
        return -self.id % LEVEL_BASE if LAST_COMPUTER <= self.id < 0 else None

    @property
    def crowd(self) -> bool:
        """Whether people vote for this player's moves."""
        return self.id <= FIRST_CROWD

    @property
    def guild_id(self) -> int | None:
        """The ID of the server that votes on this player's moves, or None if the player is not a crowd."""
        return (FIRST_CROWD - self.id + 1) // 2 if self.crowd else None


@dataclass(frozen=True, slots=True)
class Venue:
    """A channel, a thread or a direct-message channel. `guild_id` is None outside servers."""

    channel_id: int
    guild_id: int | None
    guest: bool = False
    """Whether the bot is not a member there, so that it can only respond to interactions."""

    @property
    def direct(self) -> bool:
        """Whether this is a person's direct-message channel with the bot."""
        return self.guild_id is None and not self.guest

    def place(self, match_id: int, seat: Seat | None = None, *, thread_of: int | None = None) -> Place:
        """Return a new place for showing a match in this venue, with no board posted yet."""
        return Place(match_id, seat, self.channel_id, self.guild_id, None, 0, self.guest, thread_of)


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation to a match.

    If `opponent` is None, anyone may accept it or, with an `invitation`, the moderators of any other server. The
    resulting match takes over the ID, so that its code never changes.
    """

    game: str
    options: Mapping[str, str]
    challenger: Person
    opponent: Person | None
    side: Side
    venue: Venue
    id: int = 0
    """Assigned by the database, and 0 before that."""
    message_id: int | None = None
    status: ChallengeStatus = "open"
    created_at: int = 0
    expires_at: int = 0
    clock: TimeControl | None = None
    rated: bool = False
    note: str = ""
    rematch_of: int | None = None
    """The ID of the finished match if this is a challenge to a rematch, with sides swapped."""
    start: str = ""
    """The code of a custom starting position, or empty for the usual one."""
    invitation: str = ""
    """The secret with which another server's moderators accept a challenge to a server; empty in other challenges."""

    @property
    def code(self) -> str:
        """The ID in the form that people read and type."""
        return code_of(self.id)

    @property
    def match_id(self) -> int | None:
        return self.id if self.status == "accepted" else None


@dataclass(frozen=True, slots=True)
class Match:
    """A match without its moves."""

    id: int
    game: str
    options: Mapping[str, str]
    rules_version: int
    players: tuple[Person, Person]
    rev: int
    """The revision. Every change to the match increases it, and nothing decreases it."""
    ply: int
    turn: Seat
    status: MatchStatus
    winner: Seat | None
    reason: str | None
    """How the match ended, as a short English phrase for logs and files. People see `results.result_of` instead."""
    created_at: int
    moved_at: int
    ended_at: int | None
    rated: bool = False
    ending: str | None = None
    """The key of the ending, which is one of the game's own or of `results.ENDINGS`."""
    ending_fields: Mapping[str, int] = field(default_factory=dict)
    """The numbers in the ending's sentence, by field name."""
    void: bool = False
    """Whether the match ended without a result, as an aborted match does. A draw is not void."""
    clock: TimeControl | None = None
    left: tuple[int, int] | None = None
    """How many seconds were in each bank at the start of the turn, by seat; None without a clock."""
    deadline: int | None = None
    """When the side to move runs out of time; None without a clock and while the clock is paused."""
    paused: int | None = None
    """How many seconds the side to move has left while its clock is paused for a vacation; otherwise None."""
    board_rev: int = 1
    """The revision at which the board last changed or the match ended. Boards of older revisions are stale."""
    draw_by: Seat | None = None
    """The seat with a pending draw offer."""
    takeback_by: Seat | None = None
    """The seat with a pending request to take back its move."""
    abort_by: Seat | None = None
    """The seat with a pending proposal to abort the match."""
    asked_at: int | None = None
    """When the players of this idle match were asked whether to continue."""
    kept_at: int | None = None
    """When a player last chose to continue the match."""
    start: str = ""
    """The code of the match's custom starting position, or empty for the usual one."""

    @property
    def code(self) -> str:
        """The ID in the form that people read and type."""
        return code_of(self.id)

    @property
    def over(self) -> bool:
        return self.status == "over"

    @property
    def practice(self) -> bool:
        """Whether a computer player takes part, so that the match does not affect ratings or statistics."""
        return any(player.level is not None for player in self.players)

    @property
    def watched(self) -> bool:
        """Whether both players are computer players."""
        return all(player.level is not None for player in self.players)

    @property
    def against_computer(self) -> Seat | None:
        """The person's seat in a match against the computer, or None in any other match."""
        if self.watched or not self.practice:
            return None
        return 0 if self.players[0].level is None else 1

    @property
    def by_vote(self) -> bool:
        """Whether at least one side votes on its moves."""
        return any(player.crowd for player in self.players)

    @property
    def in_teams(self) -> bool:
        """Whether two teams of one server play each other."""
        return self.players[0].crowd and self.players[0].guild_id == self.players[1].guild_id

    @property
    def between_servers(self) -> bool:
        """Whether two servers play each other."""
        return self.players[0].crowd and self.players[1].crowd and not self.in_teams

    @property
    def voting(self) -> bool:
        """Whether people are voting for the next move."""
        return not self.over and self.players[self.turn].crowd

    def server_side(self, guild_id: int | None) -> Seat | None:
        """Return a server's seat in a match between servers, or None if it has none."""
        if not self.between_servers or guild_id is None:
            return None
        return next((seat for seat in (0, 1) if self.players[seat].guild_id == guild_id), None)

    @property
    def thinking(self) -> bool:
        """Whether it is a computer player's turn."""
        return not self.over and self.players[self.turn].level is not None

    @property
    def answering(self) -> Seat | None:
        """The seat of the computer player that must respond to a draw offer, or None if there is no such player."""
        if self.over or self.draw_by is None:
            return None
        seat = other_side(self.draw_by)
        return seat if self.players[seat].level is not None else None

    @property
    def unplayed(self) -> bool:
        """Whether the match is rated but does not count yet because a side has not moved."""
        return self.rated and not (self.moves_of(0) and self.moves_of(1))

    def moves_of(self, seat: Seat) -> int:
        """Return how many moves this side has made, assuming that the sides alternate."""
        return (self.ply + (self.turn != seat)) // 2

    def seat_of(self, person_id: int) -> Seat | None:
        if self.players[0].id == person_id:
            return 0
        return 1 if self.players[1].id == person_id else None


@dataclass(frozen=True, slots=True)
class Running:
    """The sort key of a running match in a person's list of matches.

    The list reads the keys first and the matches afterwards.
    """

    match_id: int
    own_turn: bool
    deadline: int | None
    moved_at: int


@dataclass(frozen=True, slots=True)
class Ply:
    """A row of the move list. `ply` counts from 1, and `text` is in canonical notation."""

    ply: int
    text: str
    seat: Seat
    at: int
    left: int | None = None
    """How many seconds the mover had left, before the increment was added; None without a clock."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event that led to revision `rev` of a match. `seat` is the player who acted, or None if nobody did."""

    rev: int
    kind: EventKind
    seat: Seat | None
    ply: int
    """The number of moves that had been made after the event."""
    at: int


@dataclass(frozen=True, slots=True)
class Place:
    """A channel where a match is shown, either to everybody or only to the player in `seat`."""

    match_id: int
    seat: Seat | None
    channel_id: int
    guild_id: int | None
    message_id: int | None
    """The message that shows the latest board there."""
    shown_rev: int
    """The latest revision shown there, or 0 before the first."""
    guest: bool = False
    """Whether the bot is not a member there, so that boards are shown only in response to interactions."""
    thread_of: int | None = None
    """The parent channel if this is a thread opened for the match, otherwise None.

    If a channel names itself here, a thread is opened under its first board for the boards that follow.
    """
    absent: int = 0
    """Which players have left the server, as a bit mask: 1 (first seat), 2 (second seat), 3 (both)."""

    @property
    def public(self) -> bool:
        """Whether this place shows the match to everybody, in a server where the bot can check who sees it."""
        return self.seat is None and self.guild_id is not None and not self.guest

    def misses(self, seat: Seat) -> bool:
        """Return whether this player can no longer see the place because they left its server."""
        return self.seat is None and bool(self.absent & 1 << seat)

    def seen_by(self, seat: Seat | None) -> bool:
        """Return whether this player should be able to see the place.

        If `seat` is None, the question is about a spectator.
        """
        return self.seat in {None, seat} and (seat is None or not self.misses(seat))

    def without(self, seat: Seat, *, absent: bool) -> Place:
        """Return the place with this player marked as absent (no longer in the server) or as present."""
        return replace(self, absent=self.absent | 1 << seat if absent else self.absent & ~(1 << seat))

    @property
    def in_thread(self) -> bool:
        return self.thread_of not in {None, self.channel_id}

    @property
    def thread_under(self) -> int | None:
        """The ID of the message under which to open a thread for the next board, or None if no thread is needed."""
        if self.in_thread:
            return self.channel_id if self.message_id is None else None
        return None if self.thread_of is None else self.message_id


def public_server(places: Iterable[Place]) -> int | None:
    """Return the ID of the server in which a match with these places is public, or None if it is not public."""
    return next((place.guild_id for place in places if place.seat is None and place.guild_id is not None), None)


@dataclass(frozen=True, slots=True)
class Follow:
    """A person's subscription to a running match between other people."""

    match_id: int
    person_id: int
    each_move: bool
    """Whether the person is notified of each move and not only of the end."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match at one revision, with its position.

    After the first move, it also has the last move and board before.
    """

    match: Match
    position: Position[Any]
    before: Position[Any] | None = None
    move: Any = None
    answered: str | None = None
    """The move to which the last one was a planned reply. It is shown only to the player who replied."""
    first: Position[Any] | None = None
    """The position before the move `answered`."""
    taken_back: str | None = None
    """The move just taken back. It is set only in the result of the takeback itself."""
    threat: tuple[str, ...] = ()
    """The steps of the opponent's move that a task warns of."""

    @property
    def ply(self) -> int:
        """The number of moves made in the match.

        In contrast, `position.ply` also counts the moves before a custom start.
        """
        match = self.match
        return self.position.ply - (opening(type(self.position), match.options, match.start).ply if match.start else 0)
