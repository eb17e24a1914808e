"""Composes the messages of notices."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from cogs.posts.controls import board_button, move_button, offer_message, turn_controls
from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, shown
from cogs.texts.notices import sentence
from cogs.wire.controls import Button, Controls, button
from cogs.wire.languages import spoken_in, spoken_to
from cogs.wire.people import pinging
from cogs.wire.pictures import picture
from language import Sentence, series
from looks import personal_look
from matches.deliveries import Delivery
from matches.model import Match, Place, Snapshot
from matches.notices import FOLLOWED, SHARED, URGENT, WITH_BOARD
from service import Service


def may_share(notice: Delivery) -> bool:
    """Whether this notice may share a message with others to the same person that are due at once."""
    return notice.about in SHARED.get(notice.way, ())


def answers(notice: Delivery, match: Match) -> list[Button]:
    """The button of a notice in a message that it shares."""
    if notice.about == "claim":
        return [button(Sentence("Claim the win: #{code}", {"code": match.code}), "claim", match.id, match.rev)]
    if notice.about == "ask":
        return [button(Sentence("Continue #{code}", {"code": match.code}), "keep-on", match.id, match.rev)]
    return []


def spoken(notice: Delivery, places: Sequence[Place]) -> AbstractContextManager[None]:
    """Use the recipient's language or, in a channel of a server, the language of the server."""
    server = places[0].guild_id if notice.way == "channel" and places and places[0].seat is None else None
    return spoken_to(notice.person_id or 0) if server is None else spoken_in(server)


async def alone(service: Service, notice: Delivery, snapshot: Snapshot, place: Place | None) -> dict[str, Any]:
    match = snapshot.match
    text = sentence(notice, snapshot, service.clock.now())
    message: dict[str, Any] = {
        "allowed_mentions": pinging({notice.person_id or 0}),
        "silent": notice.way == "silent",
    }
    if notice.about == "offer":
        seat = match.seat_of(notice.person_id or 0) or 0
        asked, message["view"] = offer_message(snapshot, seat)
        text = shown(series([texts.mention(match.players[seat]), Markdown(asked)]))
    elif controls := _controls(notice, match):
        message["view"] = controls
    if notice.about in WITH_BOARD and notice.way != "channel":
        message["picture"] = await picture(snapshot, **await personal_look(service, match, notice.person_id or 0))
    if place is not None and notice.about != "lost":
        text += f"\n{texts.link(place)}"
    elif place is None and match.over:
        text += f"\n-# {texts.channel_gone(match)}"
    return {"content": text, **message}


def _controls(notice: Delivery, match: Match) -> Controls | None:
    """The buttons of a notice in a separate message, except for an offer."""
    if notice.about == "claim":
        return Controls(button("Claim the win", "claim", match.id, match.rev))
    if notice.about == "ask":
        return Controls(button("Continue", "keep-on", match.id, match.rev))
    if notice.about in URGENT:
        return Controls(move_button(match))
    if notice.about in FOLLOWED:
        ways = [board_button(match)]
        if not match.over:
            ways.append(button("Unfollow", "unfollow", match.id, match.rev))
        return Controls(*ways)
    return turn_controls(match) if notice.about == "turn" and notice.way != "channel" else None
