"""One-time private messages about a server's settings or about an opponent who has left the server."""

import logging
from collections.abc import Sequence

from cogs.texts import matches as texts
from cogs.texts.markdown import say
from cogs.ui.acts.agreements import endings
from cogs.ui.context import Context
from cogs.wire.controls import Controls
from cogs.wire.failures import FAILURES
from games import other_side
from language import mark
from matches.model import Match, Place, Snapshot
from matches.timecontrol import lasting
from service.agreements import ABSENCE
from storage.errors import Unavailable

log = logging.getLogger(__name__)

MANAGERS = mark("Server settings: `/server`.")


async def introduce(context: Context) -> None:
    """Point out the server's settings to the first of its managers who uses `/help`.

    If this fails, the error is only logged.
    """
    guild_id, settings = context.guild_id, context.service.settings
    if guild_id is None or context.here.guest or not context.interaction.permissions.manage_guild:
        return
    try:
        if not (await settings.of_server(guild_id)).introduced and await settings.introduce(guild_id):
            await context.tell(say(MANAGERS))
    except (*FAILURES, Unavailable) as error:
        log.info("A manager could not be told of the settings: %s", error)


async def tell_absence(context: Context, snapshot: Snapshot, places: Sequence[Place] | None = None) -> None:
    """If the opponent has left the server, tell this player privately, offering buttons for ending the match.

    Pass the match's `places` if you have read them already. From then on, the opponent gets notices by direct message
    until Discord lists them as a member again. Does nothing for spectators or after the end of the match. Errors are
    only logged, because the person has already been answered.
    """
    try:
        await _tell_absence(context, snapshot, places)
    except (*FAILURES, Unavailable) as error:
        log.info("Could not tell whether an opponent has left: %s", error)


async def _tell_absence(context: Context, snapshot: Snapshot, places: Sequence[Place] | None) -> None:
    match, service = snapshot.match, context.service
    seat = match.seat_of(context.me.id)
    if seat is None or match.over or match.players[1 - seat].id < 0:
        return
    other = other_side(seat)
    opponent = match.players[other]
    for place in await service.places.of(match.id) if places is None else places:
        if place.guild_id is None or not place.public:
            continue
        absent = not await context.client.viewers.is_member(opponent.id, place.guild_id)
        if absent == place.misses(other):
            continue
        if await service.places.note_absence(match.id, other, place.guild_id, absent=absent) and absent:
            text = _absence(match, opponent.name, here=place.guild_id == context.guild_id)
            await context.tell(text, Controls(*endings(snapshot, seat, service.clock.now())))


def _absence(match: Match, opponent: str, *, here: bool) -> str:
    """Return sentences saying that the opponent has left the server and how the match can be ended."""
    facts = {"opponent": opponent, "match": texts.title(match)}
    left = (
        say("**{opponent} has left this server.**", **facts)
        if here
        else say("**{opponent} has left the server where {match} is shown.**", **facts)
    )
    on = say("I will try to reach {opponent} by direct message, so that the match can continue there.", **facts)
    if match.clock is None:
        end = say("If they do not move for {time}, you can abort the match yourself.", time=lasting(ABSENCE))
    elif match.clock.hard:
        end = say("When their time runs out, the match ends by itself.")
    else:
        end = say("When their time runs out, you can claim the win.")
    return "\n".join([left, f"{on} {end}"])
