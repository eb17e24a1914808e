"""Checks whether a person may see the match or other item that a page, list, action or control refers to.

`service/gate.py` decides who may see what. A person without access gets the same response as for something that does
not exist.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Literal

import discord

from cogs.ui.context import Context
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import bears
from matches.model import Challenge, Match, Place
from matches.studies import NotShared, Study
from matches.tournaments.progress import Progress
from service.gate import Seen


async def match(context: Context, match_id: int) -> Match:
    """Return the match with this ID. Raises NoMatch if it does not exist or the person may not see it."""
    return await context.service.gate.match(match_id, context.me.id, partial(places, context))


async def may_act(context: Context, match_id: int) -> None:
    """Raise NoMatch if the person may not see the match. The check rarely needs a database query.

    The transaction of the action itself checks again what the person may do.
    """
    if not context.service.lookup.plays(context.me.id, match_id):
        await match(context, match_id)


async def challenge(context: Context, challenge_id: int) -> Challenge:
    """Return the challenge with this ID.

    Raises NoChallenge if there is no such challenge or the person may not see it.
    """
    return await context.service.gate.challenge(challenge_id, context.me.id, partial(places, context))


async def owner(context: Context, _: int = 0) -> None:
    """Raise Refusal if the person does not own the bot. Raises Malformed outside the owner's server."""
    if context.client.owners.server is None or context.guild_id != context.client.owners.server:
        raise Malformed
    await context.client.owners.check(context.me.id)


async def study(context: Context, study_id: int) -> Study:
    """Return the study with this ID. Raises NoStudy if it does not exist or belongs to somebody else."""
    return await context.service.studies.of(study_id, context.me.id)


async def puzzle(context: Context, number: int) -> None:
    """Raise Unknown if this puzzle does not exist or the person may not see it.

    Puzzles that were made from a match can be seen only in the match's server.
    """
    await context.service.puzzles.check_seen(number, context.guild_id)


async def tournament(context: Context, tournament_id: int) -> Progress:
    """Return the tournament with this ID.

    Raises NoTournament if there is no such tournament or the person may not see it.
    """
    return await context.service.gate.tournament(
        tournament_id, context.me.id, context.guild_id, partial(places, context)
    )


async def shared_study(context: Context, _: int) -> None:
    """Raise NotShared unless the control used is really on its message, rather than forged.

    Therefore, only people who can see a shared line can copy it.
    """
    data: Mapping[str, object] = context.interaction.data or {}
    if not bears(context.interaction.message, str(data.get("custom_id"))):
        raise NotShared


Subject = Literal["match", "challenge", "person", "owner", "study", "shared study", "puzzle", "tournament"]
"""The kind of a control's subject."""
CHECKS: Mapping[Subject, Callable[[Context, int], Awaitable[object]]] = {
    "match": may_act,
    "challenge": challenge,
    "owner": owner,
    "study": study,
    "shared study": shared_study,
    "puzzle": puzzle,
    "tournament": tournament,
}
"""The check for each kind of subject, which raises an error if the person may not use controls about it."""


async def places(context: Context, places: Iterable[Place]) -> list[Place]:
    """Return the given places (channels that show a match), omitting any that the person cannot view.

    This channel is always kept, and others are kept if Discord confirms that the person can view them. Call this once
    for a whole list. During autocomplete, there is no time to ask Discord, so only this channel counts.
    """
    candidates = list(places)
    here = {context.channel_id}
    if context.interaction.type is discord.InteractionType.autocomplete:
        viewable = here
    else:
        others = [place for place in candidates if place.channel_id not in here]
        viewable = here | await context.client.viewers.viewable(context.me.id, others)
    return [place for place in candidates if place.channel_id in viewable]


async def visible_matches(context: Context, matches: Sequence[Match]) -> list[Seen]:
    """Return the matches the reader may see, each with the places (channels) where they can see it."""
    return await context.service.gate.visible_matches(matches, context.me.id, partial(places, context))
