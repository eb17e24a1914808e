"""Notices: messages that notify one person of an event, in the way that the person has chosen.

A notice is stored by the transaction that causes it and kept until it is delivered, so that a crash neither loses nor
duplicates it. A notice without a due time is a mention in the board post of its revision, or waits for the person's
next use of the bot. All others are separate messages, which are removed when they become stale.
"""

from collections.abc import Mapping
from typing import Literal

from matches.hours import held_until, next_daily, zone_of
from matches.settings import Notifications

NoticeKind = Literal[
    "turn", "end", "offer", "third left", "six hours left", "claim", "ask", "lost", "dropped", "followed",
    "followed end",
]  # fmt: skip
NoticeWay = Literal["channel", "dm", "silent", "digest", "use"]
"""`silent` is a direct message without a ping. `use` is a private message after the person's next use of the bot."""

WITH_BOARD = frozenset({"turn", "end"})
"""The kinds that a board post can carry as a mention."""
URGENT: frozenset[NoticeKind] = frozenset({"third left", "six hours left"})
"""The kinds that are not held back for the daily digest."""
TIMED = URGENT | {"turn"}
"""The kinds that are of no use after the deadline."""
FOLLOWED = frozenset({"followed", "followed end"})
"""The kinds for followers, sent without a ping."""
PRIVATE = frozenset({"dropped"}) | FOLLOWED
"""The kinds that nobody else may read, so that they are never sent to a channel."""

_BY_CLOCK = URGENT | {"claim", "ask", "end"}
SHARED: Mapping[str, frozenset[str]] = {
    "channel": _BY_CLOCK | {"turn"},
    "dm": _BY_CLOCK,
    "use": _BY_CLOCK - {"end"} | {"turn", "offer", "lost", "dropped"},
}
"""The kinds by way that may be due together, and then share a message. In a channel, a turn was held by quiet hours."""


def ways_to_notify(
    chosen: Notifications,
    kind: NoticeKind,
    now: int,
    *,
    deadline: int | None = None,
    placed: bool = True,
    direct: bool = False,
) -> list[tuple[NoticeWay, int | None]]:
    """The ways to send a notice, each with its due time in UTC seconds, or None to send it with the board.

    Quiet hours and the daily digest delay a notice, unless its deadline would pass meanwhile. Without a place
    (`placed` is false), a direct message replaces the ping in the channel; if direct messages are closed, the ping
    replaces the direct message, and a private notice waits for the person's next use of the bot. If the person sees the
    match in their direct messages (`direct`), those count as the channel.
    """
    zone = zone_of(chosen.zone)
    due = now
    if chosen.quiet_from is not None and chosen.quiet_to is not None:
        held = held_until(now, chosen.quiet_from, chosen.quiet_to, zone)
        due = now if kind in TIMED and deadline is not None and held >= deadline else held
    ways: tuple[NoticeWay, ...] = ("channel", "dm") if chosen.way == "both" else (chosen.way,)
    daily = next_daily(now, chosen.digest_at, zone) if chosen.way == "digest" else due
    if chosen.way == "digest" and (kind in URGENT or (kind in TIMED and deadline is not None and daily >= deadline)):
        ways = ("dm",)
    if kind in PRIVATE and chosen.dm_closed:
        ways = () if kind in FOLLOWED else ("use",)
    elif kind in PRIVATE:
        ways = ("digest" if chosen.way == "digest" else "dm",)
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
            waits = way == "use" or (way == "channel" and kind in WITH_BOARD and due == now)
            due_by_way[way] = None if waits else due
    return list(due_by_way.items())
