"""Notices: messages telling one person about an event, sent in the way that person has chosen.

A notice is stored by the transaction that causes it and kept until it is delivered, so that a crash neither loses nor
duplicates it. A notice without a due time is part of the board post of its revision, or waits for the person's next use
of the bot. All others are separate messages, which are removed when they become stale.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Literal

from games import Seat
from language import mark_plural
from matches.hours import next_daily, zone_of
from matches.kinds import Concern, Kind, Kinds
from matches.model import EventKind, Match
from matches.settings import Notifications

NoticeWay = Literal["channel", "dm", "silent", "digest", "use"]
"""The ways to send a notice.

`silent` is a direct message without a ping, or a board without a ping if no due time is set. `use` is a private message
after the person's next use of the bot.
"""
NOWHERE = frozenset[NoticeWay]()
"""The value of `shares` for a notice that never shares a message."""


class Text(Enum):
    """The kinds of notice whose text depends on the match. All others use a fixed template with placeholders."""

    BOARD = auto()
    """The text of the latest board's post, which can mention the person. Other messages add the board's picture."""
    FOLLOWED = auto()
    """The text of the latest board's post, as worded for a spectator."""
    REMARK = auto()
    """The remark about the event with the same name, for places where remarks cannot be posted."""


@dataclass(frozen=True, slots=True)
class NoticeButton:
    """A button on a notice, which acts on the notice's match."""

    action: str
    """The name of the control."""
    alone: str
    """The label on a message with a single notice."""
    among: str = ""
    """The label on a message that several notices share, with the field `code`. If empty, there is no button there."""
    style: Literal["primary", "secondary"] = "secondary"


@dataclass(frozen=True, slots=True)
class Heading:
    """The first line of a message that combines several notices, with the placeholders `you` and `count`."""

    messages: tuple[str, str]
    """The message for one match, and the message for several."""
    lasts: bool = False
    """Whether the message is kept in Discord, so that only notices with the same heading share it."""


NEWS = Heading(
    mark_plural("{you}, there is news in {count} match:", "{you}, there is news in {count} matches:"),
)
TIME_LEFT = Heading(
    mark_plural(
        "{you}, your time is running out in {count} match:", "{you}, your time is running out in {count} matches:"
    ),
)
ENDS = Heading(mark_plural("{you}, {count} match is over:", "{you}, {count} matches are over:"), lasts=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeKind(Kind):
    """A kind of notice, declared in `NOTICE_KINDS` by the module of `service/` that sends it.

    The facts without a default say how it is shown; the bot does not start if a kind leaves one out.
    """

    concerns: Concern = field(default="match", init=False)
    to: Literal["player", "follower"]
    """Who gets the notice. A follower gets it only if they can still see the match and direct messages are open."""
    public: Literal["board", "event", "clock", "place"] | None
    """The part of the notice that everybody who sees the match can see anyway; None if only the recipient may read it.

    With None, it is never sent to a channel. Otherwise it says what the board's post says (`Text.BOARD`), or tells of
    an event in `after`, of the running clock, or of a place that is gone. A direct message may tell of any event.
    """
    text: str | Text
    """The text. Its fields are `you`, `opponent`, `title` and `when` (the deadline, as a time that Discord shows)."""
    buttons: Sequence[NoticeButton]
    """The buttons on a message with only this notice. `Text.BOARD` and `asks` add their own."""
    urgency: Literal["none", "timed", "urgent"]
    """How long the notice may be held back.

    A `timed` notice is of no use after the deadline, so quiet hours and the digest never delay it past the deadline. An
    `urgent` one is timed, too, and never waits for a digest: the deadline is near, or the person asked to be told at
    this time. Its message is edited after an outage of the bot, which moves any deadline in its text.
    """
    shares: Collection[NoticeWay]
    """How the notice shares a message with others due at once. Otherwise it has a message of its own."""
    until: Collection[EventKind] | None
    """The events, besides a new board, that make the notice stale and remove it; None if its message is kept.

    A new board removes even with None what has not been sent yet, such as a notice that waits for the person's next use
    of the bot because direct messages are closed. What must outlast a board waits as an alarm.
    """
    after: Collection[EventKind] = ()
    """The events of which the notice tells the other player. If there are none, the declaring module sends it."""
    stands: Callable[[Match, Seat], bool] | None = None
    """Returns whether the notice stays valid for the player who caused an event in `until`.

    If not, the event removes it only for that player. Without this, such an event ends it for both players.
    """
    asks: bool = False
    """Whether the notice is a question. If the person cannot be asked, the act that would ask them is refused."""
    heading: Heading = NEWS
    """The first line of a message whose notices all have this heading."""
    linked: bool = True
    """Whether a link to the latest board follows the text."""

    def __post_init__(self) -> None:
        """Raise ValueError unless `public` and `text` agree on whether the notice is about the board."""
        if (self.public == "board") != self.with_board:
            raise ValueError(
                f"{self.where}the notice {self.name!r} needs both or neither of public='board' and Text.BOARD."
            )

    @property
    def private(self) -> bool:
        """Whether only the recipient may read the notice, so that it is never sent to a channel."""
        return self.public is None

    @property
    def with_board(self) -> bool:
        """Whether a board's post can carry it as a mention."""
        return self.text is Text.BOARD

    @property
    def timed(self) -> bool:
        """Whether the notice is useless after the deadline."""
        return self.urgency != "none"


NOTICE_KINDS = Kinds(NoticeKind)
"""All kinds of notices by name, once `service` has been imported."""


def ways_to_notify(
    chosen: Notifications,
    kind: NoticeKind | None,
    now: int,
    *,
    deadline: int | None = None,
    placed: bool = True,
    direct: bool = False,
) -> list[tuple[NoticeWay, int | None]]:
    """Return the ways to send a notice, each with its due time in UTC seconds.

    The time is None if the board's own message serves as the notice, or if the notice waits until the person next uses
    the bot.

    With None as `kind`, return the ways to send a message that is not a notice and not private.

    Quiet hours and the daily digest delay a notice, unless its deadline would pass meanwhile. Without a place (`placed`
    is false), a direct message replaces the ping in the channel; if direct messages are closed, the ping replaces the
    direct message, and a private notice waits until the person next uses the bot. If the person sees the match in their
    direct messages (`direct`), those count as the channel.
    """
    if kind is None or not kind.timed:
        deadline = None
    held = chosen.after_quiet_hours(now)
    due = now if deadline is not None and held >= deadline else held
    ways: tuple[NoticeWay, ...] = ("channel", "dm") if chosen.way == "both" else (chosen.way,)
    daily = next_daily(now, chosen.digest_at, zone_of(chosen.zone)) if chosen.way == "digest" else due
    urgent = kind is not None and kind.urgency == "urgent"
    if chosen.way == "digest" and (urgent or (deadline is not None and daily >= deadline)):
        ways = ("dm",)
    if kind is not None and kind.private:
        closed: tuple[NoticeWay, ...] = () if kind.to == "follower" else ("use",)
        ways = closed if chosen.dm_closed else ("digest",) if ways == ("digest",) else ("dm",)
    elif not placed:
        ways = tuple("dm" if way == "channel" else way for way in ways)
    elif chosen.dm_closed:
        ways = ("channel",)
    elif direct:
        ways = tuple("channel" if way == "dm" else way for way in ways)
    due_by_way: dict[NoticeWay, int | None] = {}
    for way in ways:
        if way == "digest":
            due_by_way[way] = daily
        else:
            carried = kind is not None and kind.with_board and way == "channel" and due == now
            due_by_way[way] = None if way == "use" or carried else due
    return list(due_by_way.items())
