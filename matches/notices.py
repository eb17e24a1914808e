"""Notices: who is to be told what, once, and how they want to be told.

A notice is kept from the transaction that gives the reason for it until it has been delivered, so that a crash
neither loses nor doubles it. One without a time goes with the board: it is a mention in the post of that revision.
All others are messages of their own, sent when they are due; such a message is cleaned up when it is out of date.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from matches.hours import held_until, next_time, zone_of

if TYPE_CHECKING:
    from matches.settings import Notifications

NoticeKind = Literal[
    "turn", "end", "offer", "third left", "six hours left", "claim", "ask", "lost", "dropped", "followed",
    "followed end",
]  # fmt: skip
NoticeWay = Literal["channel", "dm", "silent", "digest"]
"""`silent` is a direct message without a ping."""

WITH_BOARD = frozenset({"turn", "end"})
"""The kinds that the board's own post can tell."""
URGENT: frozenset[NoticeKind] = frozenset({"third left", "six hours left"})
"""The kinds that do not wait for a daily digest."""
FOLLOWED = frozenset({"followed", "followed end"})
"""The kinds for those who do not play: they come without a ping."""
PRIVATE = frozenset({"dropped"}) | FOLLOWED
"""The kinds that nobody else may read: they are told by direct message or not at all."""


def ways_to_tell(
    chosen: Notifications,
    kind: NoticeKind,
    now: int,
    *,
    deadline: int | None = None,
    placed: bool = True,
    direct: bool = False,
) -> list[tuple[NoticeWay, int | None]]:
    """The ways in which to tell somebody, each with its time (UTC seconds); None is together with the board.

    Quiet hours hold a notice back, unless its deadline would pass meanwhile. If the match has no place (`placed` is
    false), a direct message is sent in place of a ping in the channel. If direct messages are closed, the ping in the
    channel takes their place. If the match is shown to this person in their direct messages (`direct`), these are the
    channel.
    """
    zone = zone_of(chosen.zone)
    due = now
    if chosen.quiet_from is not None and chosen.quiet_to is not None:
        held = held_until(now, chosen.quiet_from, chosen.quiet_to, zone)
        due = now if kind in URGENT and deadline is not None and held >= deadline else held
    ways: tuple[NoticeWay, ...] = ("channel", "dm") if chosen.way == "both" else (chosen.way,)
    if chosen.way == "digest" and kind in URGENT:
        ways = ("dm",)
    if kind in PRIVATE:
        ways = () if chosen.dm_closed else ("digest" if chosen.way == "digest" else "dm",)
    elif not placed:
        ways = tuple("dm" if way == "channel" else way for way in ways)
    elif chosen.dm_closed:
        ways = ("channel",)
    elif direct:
        ways = tuple("channel" if way == "dm" else way for way in ways)
    found: dict[NoticeWay, int | None] = {}
    for way in ways:
        if way == "digest":
            found[way] = next_time(now, chosen.digest_at, zone)
        else:
            found[way] = None if way == "channel" and kind in WITH_BOARD and due == now else due
    return list(found.items())
