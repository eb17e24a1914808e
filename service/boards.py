"""Queues messages and edits that concern boards.

Examples are the post with the newest board, and the edit that removes the buttons from an older one.
"""

from dataclasses import replace

from matches.deliveries import DELIVERY_KINDS, DELIVERY_LEASE, SEARCH_DELAY, Delivery
from matches.model import Match, Place
from service.change import Change, Happening, after

ANSWERED = 10
"""How long a crowd's move waits for the computer player's reply, in seconds, so that one message shows both."""
TOLD = "told"
"""Marks a refused board whose takeback the opponent has been told of in another way."""
DELIVERY_KINDS.declare("board", "match", in_place=True, abouts=("", "quiet", TOLD))
DELIVERY_KINDS.declare("old board", "match", in_place=True, edits=True)
DELIVERY_KINDS.declare("strays", "match", in_place=True, edits=True)
DELIVERY_KINDS.declare("headline", "match", in_place=True, edits=True)
# Discord refuses edits in an archived thread, and a post would reopen it.
DELIVERY_KINDS.declare("archive", "match", edits=True, follows={"old board", "strays", "word"})


@after("board", order=90)
async def show_changed(change: Change, happening: Happening) -> None:
    """Post a changed match's new board in all the places where the match is shown.

    A match that the bot begins by itself is shown at once in a thread, but in a channel only after its first move. If
    its result pings nobody, it is not shown where it has no board by then.
    """
    match = happening.match
    if change.notices.is_silenced(match.id):
        for place in await change.tx.places.of(match.id):
            if place.message_id is None:
                await change.tx.places.add(replace(place, shown_rev=match.board_rev))
            else:
                await show_board(change, match, place, claimed=False)
        return
    began = happening.kind == "start"
    by_nobody = began and happening.actor is None
    if by_nobody and all(place.thread_of is None for place in await change.tx.places.of(match.id)):
        return
    begun = began and not by_nobody
    wait = ANSWERED if match.by_vote and match.thinking and not begun else 0
    await show_board(change, match, claimed=happening.by_person or change.awaited or begun, wait=wait)


@after("vacation", "back", "extend", order=100)
async def correct_headline(change: Change, happening: Happening) -> None:
    """Correct the clock in the newest board's headline."""
    match = happening.match
    if match.clock is not None:
        await change.tx.outbox.everywhere("headline", match.id, match.rev, change.now, None)
        change.delivery_due(change.now)


async def show_board(
    change: Change, match: Match, place: Place | None = None, *, about: str = "", claimed: bool = True, wait: int = 0
) -> None:
    """Queue a match's newest board for posting in all the places where the match is shown.

    If `place` is given, the board is posted only there. The post is due in `wait` seconds.

    If an interaction caused it, this process claims the delivery and makes it at once as the response.
    """
    due_at, worker = change.lease(claimed=claimed)
    due_at += wait
    if not change.alone:
        await change.tx.outbox.search_for_strays(match.id, change.worker, change.now + SEARCH_DELAY)
    if place is None:
        guest_at = change.now + (DELIVERY_LEASE if change.interactive else 0)  # an interaction may show it first
        await change.tx.outbox.everywhere("board", match.id, match.board_rev, due_at, worker, guest_at=guest_at)
    else:
        due = None if place.guest and about else due_at  # nobody is told of a board that was shown before
        await change.tx.outbox.save(replace(newest_board(match, place), about=about, due_at=due, claimed_by=worker))
    change.delivery_due(due_at)


def newest_board(match: Match, place: Place) -> Delivery:
    """Return the delivery that posts a match's newest board in one place."""
    return Delivery(
        "board", match.id, str(place.channel_id), match.board_rev, channel_id=place.channel_id, guild_id=place.guild_id
    )


def strays(place: Place) -> Delivery:
    """Return the delivery that searches a place for unrecorded boards posted after the last recorded one."""
    return Delivery(
        "strays",
        place.match_id,
        str(place.channel_id),
        channel_id=place.channel_id,
        guild_id=place.guild_id,
        message_id=place.message_id,
    )


def old_board(match_id: int, rev: int, channel_id: int, guild_id: int | None, message_id: int) -> Delivery:
    """Return the delivery that removes the buttons from an old board."""
    return Delivery(
        "old board", match_id, str(message_id), rev, channel_id=channel_id, guild_id=guild_id, message_id=message_id
    )


def archive(match_id: int, rev: int, channel_id: int) -> Delivery:
    """Return the delivery that archives a match's thread.

    A thread is archived when the match is over or is shown somewhere else.
    """
    return Delivery("archive", match_id, str(channel_id), rev, channel_id=channel_id)
