"""Remarks: public sentences about a match, posted in all the places where it is shown."""

from games import SEATS
from language import mark
from matches.deliveries import DELIVERY_KINDS
from matches.notices import NOTICE_KINDS, Text
from service.change import Change, Happening, MatchEvent, after

PUBLIC_EVENTS: frozenset[MatchEvent] = frozenset({"decline draw", "refuse take back", "decline abort", "keep"})
"""The events that are posted as remarks. Each remark has the event's name."""
MOVED = "moved"
"""The remark that a match was moved to another channel."""
DELIVERY_KINDS.declare("word", "match", in_place=True, abouts=PUBLIC_EVENTS | {MOVED}, ways=("", *map(str, SEATS)))
for _event in sorted(PUBLIC_EVENTS):
    NOTICE_KINDS.declare(
        _event, to="player", public="event", text=Text.REMARK, buttons=(), urgency="none", shares={"use"}, until=()
    )
NOTICE_KINDS.declare(
    MOVED,
    to="player",
    public="event",
    text=mark("{you}, {opponent} moved your match to another channel · {title}"),
    buttons=(),
    urgency="none",
    shares={"use"},
    until=(),
)


@after(*PUBLIC_EVENTS, order=110)
async def remark(change: Change, happening: Happening) -> None:
    match = happening.match
    due_at, worker = change.lease(claimed=happening.by_person)
    await change.tx.outbox.everywhere("word", match.id, match.rev, due_at, worker, about=happening.kind, each=True)
    change.delivery_due(due_at)
