"""Decides which notices to send and which to remove when something happens in a match."""

from games import SEATS, Seat, other_side
from language import mark
from matches.model import BOARD_EVENTS, EventKind, Match
from matches.notices import NOTICE_KINDS, NoticeKind
from service.change import Change, Happening, after, ahead_of
from service.notices import END, TURN

TAKEN_BACK = NOTICE_KINDS.declare(
    "take back",
    to="player",
    public="event",
    text=mark("{you}, {opponent} took back a move, and it is their turn again · {title}"),
    buttons=(),
    urgency="none",
    shares={"use"},
    until=(),
)


@after("any", order=30)
async def count_answer(change: Change, happening: Happening) -> None:
    """Forget the opponent's pings to a player, now that the player has responded.

    A planned reply does not count as a response, but the move before it needs no ping, because the reply follows at
    once.
    """
    by, actor = happening.by, happening.actor
    if by is not None and actor is not None:
        other = happening.match.players[1 - by].id
        change.pings.drop(other, actor)
        if not happening.prepared:
            await change.pings.reset(other, actor)


@after("any", order=80)
async def end_notices(change: Change, happening: Happening) -> None:
    """Remove the notices that this event makes stale."""
    match, by = happening.match, happening.by
    if "board" in happening.events:
        await change.notices.end(match.id, match.rev)
        return
    for kind in NOTICE_KINDS.values():
        if happening.kind not in (kind.until or ()):
            continue
        if kind.stands is None:
            await change.notices.end(match.id, match.rev, [kind])
        elif by is not None and not kind.stands(match, by):
            await change.notices.end(match.id, match.rev, [kind], match.players[by].id)


@after("any", order=130)
async def tell_players(change: Change, happening: Happening) -> None:
    """Notify the players whom an event concerns.

    If nobody started the match, its first board pings nobody.
    """
    match, actor = happening.match, happening.actor
    if happening.kind == "start" and actor is None:
        return
    for seat, notice in notices_of(match, happening.kind, happening.by):
        await change.notices.tell(match, seat, notice, actor, awaited=change.awaited and change.interactive)


@after("take back", order=135)
async def tell_of_takeback(change: Change, happening: Happening) -> None:
    """Tell the opponent directly about a takeback that needed no consent, unless a board shows it to them."""
    match = happening.match
    other = other_side(match.turn)
    places = await change.tx.places.of(match.id)
    if happening.by == match.turn and match.players[other].id > 0 and not any(place.seen_by(other) for place in places):
        await change.notices.tell_elsewhere(match, match.players[other].id, TAKEN_BACK)


@ahead_of("move")
def ask_opponent(change: Change, match: Match) -> None:
    """As part of the next query, prefetch what is needed to notify the opponent and remove older notices.

    This includes how often the opponent has been pinged.
    """
    change.tx.notices.ask_sent(match.id)
    mover, opponent = match.players[match.turn], match.players[other_side(match.turn)]
    if opponent.level is None:
        change.tx.postings.ask_choices_and_seats(match.id, opponent.id)
        if mover.id > 0:
            change.pings.ask(mover.id, opponent.id)


def notices_of(match: Match, event: EventKind, actor: Seat | None) -> list[tuple[Seat, NoticeKind]]:
    """Return the notices caused by an event, each with the seat of its recipient."""
    if match.over:
        return [(seat, END) for seat in SEATS]
    if event in BOARD_EVENTS:
        return [(match.turn, TURN)] if match.turn != actor else []
    return [(seat, kind) for kind in NOTICE_KINDS.values() if event in kind.after for seat in SEATS if seat != actor]
