"""The records of a match: values that the service returns and the store keeps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from games import other_side
from matches.codes import code_of
from matches.openings import opening

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from games import Position, Seat
    from matches.timecontrol import TimeControl

Side = Literal["first", "second", "random"]
ChallengeStatus = Literal["open", "accepted", "declined", "withdrawn", "expired"]
MatchStatus = Literal["running", "over"]
EventKind = Literal[
    "start", "move", "take back", "resign", "draw", "time", "abort", "abandon",
    "offer draw", "decline draw", "ask take back", "refuse take back", "offer abort", "decline abort",
    "vacation", "back", "ask", "keep", "stop", "repair",
]  # fmt: skip

BOARD_EVENTS: frozenset[EventKind] = frozenset({"start", "move", "take back", "repair"})
"""The kinds of events after which the board is another one; after the end it is, too."""

LEVEL_BASE = 10
"""The id of a computer player is negative, and its last digit is the level."""
LAST_COMPUTER = -99
"""Computer players have ids from -1 down to here; a person who was forgotten has one below."""
FIRST_ID = 36**3
"""Ids start here, so that every code has at least four characters."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who has a seat: somebody on Discord under the name last seen, or a computer player of a level.

    There is one kind of seat, so a computer player moves, declines and accepts by the same methods as anybody else.
    News go to people only.
    """

    id: int
    """The id that Discord gave; a computer player has a negative number (`computers.computer` makes it)."""
    name: str

    @property
    def level(self) -> int | None:
        """The level of a computer player, 1 to 5; None for a person."""
        return -self.id % LEVEL_BASE if LAST_COMPUTER <= self.id < 0 else None


@dataclass(frozen=True, slots=True)
class Venue:
    """A channel, thread or direct conversation; `guild_id` is None outside servers."""

    channel_id: int
    guild_id: int | None
    guest: bool = False
    """The bot is no member there: it can answer people's interactions, and nothing else."""

    @property
    def direct(self) -> bool:
        """Whether this is somebody's direct conversation with the bot, which nobody else sees."""
        return self.guild_id is None and not self.guest

    def place(self, match_id: int, seat: Seat | None = None, *, thread_of: int | None = None) -> Place:
        """The place of a match that is shown here from now on."""
        return Place(match_id, seat, self.channel_id, self.guild_id, None, 0, self.guest, thread_of)


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation to a match; `opponent` is None while anyone may accept it.

    The match that comes of it bears the same id, so that people see one code from beginning to end.
    """

    game: str
    options: Mapping[str, str]
    challenger: Person
    opponent: Person | None
    side: Side
    """The side that the challenger plays."""
    venue: Venue
    id: int = 0
    """Chosen by the database; 0 before that."""
    message_id: int | None = None
    status: ChallengeStatus = "open"
    created_at: int = 0
    expires_at: int = 0
    clock: TimeControl | None = None
    rated: bool = False
    note: str = ""
    rematch_of: int | None = None
    """The match after which the same two people want another one with sides swapped."""
    start: str = ""
    """The code of the position that was set up to begin in; empty for the start that the options give."""

    @property
    def code(self) -> str:
        """The id as people read and type it."""
        return code_of(self.id)

    @property
    def match_id(self) -> int | None:
        """The id of the match that this challenge became."""
        return self.id if self.status == "accepted" else None


@dataclass(frozen=True, slots=True)
class Match:
    """What is known of a match without its moves."""

    id: int
    game: str
    options: Mapping[str, str]
    rules_version: int
    players: tuple[Person, Person]
    """The players by seat."""
    rev: int
    """Raised by every change of the match, never lowered."""
    ply: int
    turn: Seat
    status: MatchStatus
    winner: Seat | None
    reason: str | None
    """How it ended, as a short English phrase for logs and files; people read `results.result_of`."""
    created_at: int
    moved_at: int
    ended_at: int | None
    rated: bool = False
    ending: str | None = None
    """The key of the way in which it ended, one of the game's or of `results.ENDINGS`."""
    ending_fields: Mapping[str, int] = field(default_factory=dict)
    """The numbers in the sentence that says how it ended, by the names of its fields."""
    void: bool = False
    """Ended without a result: aborted or abandoned. A draw has no winner either, but is not void."""
    clock: TimeControl | None = None
    left: tuple[int, int] | None = None
    """Seconds in each bank when the turn began, by seat; None without a clock."""
    deadline: int | None = None
    """When the time of the side to move is up; None without a clock, and while it is stopped."""
    paused: int | None = None
    """Seconds left to the side to move while a vacation stops its clock."""
    board_rev: int = 1
    """The revision at which the board last changed, or the match ended: older boards are out of date."""
    draw_by: Seat | None = None
    """Who offers a draw."""
    takeback_by: Seat | None = None
    """Who asks to take back the last move."""
    abort_by: Seat | None = None
    """Who asks to abort the match."""
    asked_at: int | None = None
    """When the players were asked whether this match, long without a move, goes on."""
    kept_at: int | None = None
    """When a player last answered that the match goes on."""
    start: str = ""
    """The code of the position in which it began, if that was set up; empty for the start that the options give."""

    @property
    def code(self) -> str:
        """The id as people read and type it."""
        return code_of(self.id)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.status == "over"

    @property
    def practice(self) -> bool:
        """Whether a computer player has a seat. Such a match has no clock, is never rated and counts for nobody."""
        return any(player.level is not None for player in self.players)

    @property
    def watched(self) -> bool:
        """Whether computer players have both seats: they play for show."""
        return all(player.level is not None for player in self.players)

    @property
    def against_computer(self) -> Seat | None:
        """The seat of the person who plays against the computer; None between people, and in a match for show."""
        if self.watched or not self.practice:
            return None
        return 0 if self.players[0].level is None else 1

    @property
    def thinking(self) -> bool:
        """Whether a computer player is to move."""
        return not self.over and self.players[self.turn].level is not None

    @property
    def answering(self) -> Seat | None:
        """The seat of a computer player that is to answer an offer of a draw; None if there is none."""
        if self.over or self.draw_by is None:
            return None
        seat = other_side(self.draw_by)
        return seat if self.players[seat].level is not None else None

    def seat_of(self, person_id: int) -> Seat | None:
        """The seat of this person, None for anybody who does not play."""
        if self.players[0].id == person_id:
            return 0
        return 1 if self.players[1].id == person_id else None


@dataclass(frozen=True, slots=True)
class Running:
    """What a list of somebody's running matches is sorted by, before the matches themselves are read."""

    match_id: int
    own_turn: bool
    deadline: int | None
    moved_at: int


@dataclass(frozen=True, slots=True)
class Ply:
    """A row of the move list; `ply` counts from 1, `text` is canonical."""

    ply: int
    text: str
    seat: Seat
    at: int
    left: int | None = None
    """Seconds that the mover had left, before the bank was refilled; None without a clock."""


@dataclass(frozen=True, slots=True)
class Event:
    """What raised a match to the revision `rev`; `seat` is who did it, None for time itself."""

    rev: int
    kind: EventKind
    seat: Seat | None
    ply: int
    """How many moves stood on the list after it."""
    at: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is shown: to everybody (`seat` None) or to one player."""

    match_id: int
    seat: Seat | None
    channel_id: int
    guild_id: int | None
    message_id: int | None
    """The newest board there."""
    shown_rev: int
    """The newest revision that was shown there; 0 before the first."""
    guest: bool = False
    """The bot is no member there: the board is shown when somebody uses the bot there."""
    thread_of: int | None = None
    """The channel in which this thread was opened for the match; None for any other place.

    A channel that names itself here gets a thread under the first board, in which the others are shown.
    """

    @property
    def in_thread(self) -> bool:
        """Whether this is a thread that is opened for the match."""
        return self.thread_of not in {None, self.channel_id}

    @property
    def thread_under(self) -> int | None:
        """The message under which a thread is to be opened for the next board; None where none is."""
        if self.in_thread:
            return self.channel_id if self.message_id is None else None
        return None if self.thread_of is None else self.message_id


def public_server(places: Iterable[Place]) -> int | None:
    """The server in which everybody can follow a match that is shown in these places; None where there is none."""
    return next((place.guild_id for place in places if place.seat is None and place.guild_id is not None), None)


@dataclass(frozen=True, slots=True)
class Follow:
    """Somebody follows a running match without playing in it."""

    match_id: int
    person_id: int
    each_move: bool
    """Whether they are told of each move, and not only of the end."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match at one revision, with its board: the position, and the last move with the position before it.

    At the start there is no last move: `before` and `move` are None.
    """

    match: Match
    position: Position[Any]
    before: Position[Any] | None = None
    move: Any = None
    answered: str | None = None
    """The opponent's move, if the last move answered it at once. Only the player of the last move knows it."""
    first: Position[Any] | None = None
    """The position before the opponent's move that was answered at once."""
    taken_back: str | None = None
    """The move that was just taken back; known only from the take-back itself."""

    @property
    def ply(self) -> int:
        """How many moves of the match led to this board: fewer than the position counts, if the start was set up."""
        match = self.match
        return self.position.ply - (opening(type(self.position), match.options, match.start).ply if match.start else 0)
