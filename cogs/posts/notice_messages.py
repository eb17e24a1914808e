"""Composes the messages of notices."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from cogs.posts.controls import offer_message, turn_controls
from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, escaped
from cogs.texts.notices import sentence
from cogs.texts.tournaments import table_ending
from cogs.wire.controls import Button, Controls, button
from cogs.wire.languages import spoken_in, spoken_to
from cogs.wire.people import pinging
from cogs.wire.pictures import picture
from language import Sentence, series
from looks import personal_look
from matches.deliveries import Delivery
from matches.model import Match, Place, Snapshot
from matches.notices import NOTICE_KINDS
from service import Service


def may_share(notice: Delivery) -> bool:
    """Return whether a notice may share a message with other notices due to the same person."""
    return notice.way in NOTICE_KINDS[notice.about].shares


def answers(notice: Delivery, match: Match) -> list[Button]:
    """Return the buttons that a notice contributes to a message combining several notices."""
    return [
        button(Sentence(choice.among, {"code": match.code}), choice.action, match.id, match.rev, style=choice.style)
        for choice in NOTICE_KINDS[notice.about].buttons
        if choice.among
    ]


def in_recipient_language(notice: Delivery, places: Sequence[Place]) -> AbstractContextManager[None]:
    """Return a context manager that switches to the language of a notice's recipient.

    If the notice is posted in a server's channel, switches to the server's language instead.
    """
    server = places[0].guild_id if notice.way == "channel" and places and places[0].seat is None else None
    return spoken_to(notice.person_id or 0) if server is None else spoken_in(server)


async def alone(service: Service, notice: Delivery, snapshot: Snapshot, place: Place | None) -> dict[str, Any]:
    """Compose a message that contains only this notice.

    `place` is the channel that shows the notice's match, or None if no channel does.
    """
    match, kind = snapshot.match, NOTICE_KINDS[notice.about]
    text = sentence(notice, snapshot)
    buttons = [button(choice.alone, choice.action, match.id, match.rev, style=choice.style) for choice in kind.buttons]
    controls = Controls(*buttons)
    message: dict[str, Any] = {
        "allowed_mentions": pinging({notice.person_id or 0}),
        "silent": notice.way == "silent",
    }
    if kind.asks:
        seat = match.seat_of(notice.person_id or 0) or 0
        asked, controls = offer_message(snapshot, seat)
        text = escaped(series([texts.mention(match.players[seat]), Markdown(asked)]))
    elif kind.with_board and notice.way != "channel":
        message["picture"] = await picture(snapshot, **await personal_look(service, match, notice.person_id or 0))
        if not match.over:
            tournament = await service.tournaments.with_match(match.id) if match.unplayed else None
            controls = turn_controls(match, in_tournament=tournament is not None)
    if controls.children:
        message["view"] = controls
    if kind.with_board and match.over:
        told = table_ending(await service.tournaments.of_match(match.id), match.id)
        text = "\n".join(filter(None, [text, told]))
    here = notice.way == "channel"
    if place is not None and kind.linked and (place.message_id or not here):  # no link to this channel itself
        text += f"\n{texts.link(place)}"
    elif place is None and match.over:
        text += f"\n-# {texts.channel_gone_text(match)}"
    return {"content": text, **message}
