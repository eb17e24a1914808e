"""Access control: a match is visible only to its players and to people who can view a channel that shows it now.

Every page, list, act and control goes through the gate. Anybody else gets the same answer as for a match that does not
exist, so that codes cannot be probed.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

import discord

from cogs.ui.context import Context
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import bears
from matches.codes import code_of
from matches.errors import NoChallenge, NoMatch, NoTournament
from matches.model import Challenge, Match, Place
from matches.studies import NotShared, Study
from matches.tournaments.progress import Progress

Seen: TypeAlias = "tuple[Match, list[Place]]"
"""A match with the places where the reader sees it."""


async def match(context: Context, match_id: int) -> Match:
    """The match with this id. Raises NoMatch if it does not exist or this person may not see it.

    A match is visible to its players, to the person who started it (if watched), and to all who can view its channel.
    """
    service, me = context.service, context.me.id
    requested = await service.lookup.match(match_id)
    if requested.seat_of(me) is not None or await places(context, await service.places.of(match_id)):
        return requested
    if requested.watched and (await service.challenges.of(match_id)).challenger.id == me:
        return requested
    raise NoMatch(code_of(match_id))


async def may_act(context: Context, match_id: int) -> None:
    """Raise NoMatch as `match` does; for players, usually without a query.

    The act's own transaction checks again.
    """
    if not context.service.lookup.plays(context.me.id, match_id):
        await match(context, match_id)


async def challenge(context: Context, challenge_id: int) -> Challenge:
    """The challenge with this id. Raises NoChallenge if it does not exist or this person may not see it.

    It is visible to its challenger, its opponent, and all who can view its channel.
    """
    requested = await context.service.challenges.of(challenge_id)
    parties = {person.id for person in (requested.challenger, requested.opponent) if person is not None}
    if context.me.id not in parties and not await places(context, [requested.venue.place(requested.id)]):
        raise NoChallenge(code_of(challenge_id))
    return requested


async def owner(context: Context, _: int = 0) -> None:
    """Raise Refusal for a person who does not own the bot, and Malformed outside the owner's server."""
    if context.client.owners.server is None or context.guild_id != context.client.owners.server:
        raise Malformed
    await context.client.owners.check(context.me.id)


async def study(context: Context, study_id: int) -> Study:
    """The study with this id. Raises NoStudy unless it belongs to this person."""
    return await context.service.studies.of(study_id, context.me.id)


async def puzzle(context: Context, number: int) -> None:
    """Raise Unknown if there is no puzzle with this number. One from a match is seen in its server only."""
    await context.service.puzzles.check_seen(number, context.guild_id)


async def tournament(context: Context, tournament_id: int) -> Progress:
    """The tournament with this id. Raises NoTournament if it does not exist or this person may not see it.

    It is visible to its entrants and to all who can view its channel; without a channel, in its whole server.
    """
    progress = await context.service.tournaments.of(tournament_id)
    shown = progress.tournament
    if progress.entrant_of(context.me.id) or (not shown.channel_id and shown.guild_id == context.guild_id):
        return progress
    if not shown.channel_id or not await places(context, [shown.venue.place(0)]):
        raise NoTournament
    return progress


async def shared_study(context: Context, _: int) -> None:
    """Raise NotShared unless the message that the interaction names bears the used button.

    So only people who see a message can copy the line that it shares.
    """
    data: Mapping[str, object] = context.interaction.data or {}
    if not bears(context.interaction.message, str(data.get("custom_id"))):
        raise NotShared


Subject = Literal["match", "challenge", "person", "owner", "study", "shared study", "puzzle", "tournament"]
"""What the subject of a control is."""
CHECKS: Mapping[Subject, Callable[[Context, int], Awaitable[object]]] = {
    "match": may_act,
    "challenge": challenge,
    "owner": owner,
    "study": study,
    "shared study": shared_study,
    "puzzle": puzzle,
    "tournament": tournament,
}
"""Each check raises an error that people read, unless this person may use controls with this subject."""


async def places(context: Context, shown: Iterable[Place]) -> list[Place]:
    """The places among these that this person can view now: this channel, and others that Discord lets them view.

    Call it once for a whole list. Omits places in doubt. Autocomplete has no time to ask Discord, so it gets only this
    channel.
    """
    candidates = list(shown)
    here = {context.channel_id}
    if context.interaction.type is discord.InteractionType.autocomplete:
        viewable = here
    else:
        others = [place for place in candidates if place.channel_id not in here]
        viewable = here | await context.client.viewers.viewable(context.me.id, others)
    return [place for place in candidates if place.channel_id in viewable]


async def seen(context: Context, matches: Sequence[Match]) -> list[Seen]:
    """The matches that the reader may see, each with the places where they see it."""
    shown = {match.id: await context.service.places.of(match.id) for match in matches}
    mine = {match.id: match.seat_of(context.me.id) for match in matches}
    foreign = [place for match in matches if mine[match.id] is None for place in shown[match.id]]
    viewable = await places(context, foreign) if foreign else []
    visible = []
    for match in matches:
        seat = mine[match.id]
        if seat is not None:
            visible.append((match, [place for place in shown[match.id] if place.seen_by(seat)]))
        elif in_view := [place for place in viewable if place.match_id == match.id]:
            visible.append((match, in_view))
    return visible
