"""The gate: a match is seen only by its players, and by people who can view a channel in which it is shown now.

Every page and act goes through it: boards, texts, lists, histories, and the use of every control. For all others the
answer is the same as for a match that does not exist, so that nobody can find out which codes there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import discord

from cogs.wire.controls import bears
from cogs.wire.malformed import Malformed
from matches.codes import code_of
from matches.errors import NoChallenge, NoMatch
from matches.studies import NotShared

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cogs.ui.context import Context
    from matches.model import Challenge, Match, Place
    from matches.studies import Study

Seen: TypeAlias = "tuple[Match, list[Place]]"
"""A match with the places where the reader sees it."""


async def match(context: Context, match_id: int) -> Match:
    """The match of this id. Raises NoMatch where there is none, and where this person may not see it.

    A match is seen by its players, by who began it for show, and by everybody who sees its channel.
    """
    service, me = context.service, context.me.id
    found = await service.lookup.match(match_id)
    if found.seat_of(me) is not None or await places(context, await service.places.of(match_id)):
        return found
    if found.watched and (await service.challenges.of(match_id)).challenger.id == me:
        return found
    raise NoMatch(code_of(match_id))


async def may_act(context: Context, match_id: int) -> None:
    """Raise NoMatch as `match` does. For a player this is known without asking the database, as a rule.

    What the player does then is checked again in its own transaction.
    """
    if not context.service.lookup.plays(context.me.id, match_id):
        await match(context, match_id)


async def challenge(context: Context, challenge_id: int) -> Challenge:
    """The challenge of this id. Raises NoChallenge where there is none, and where this person may not see it.

    It is seen by its challenger, its opponent, and everybody who sees its channel.
    """
    found = await context.service.challenges.of(challenge_id)
    invited = found.opponent is not None and found.opponent.id == context.me.id
    if (
        not invited
        and found.challenger.id != context.me.id
        and not await places(context, [found.venue.place(found.id)])
    ):
        raise NoChallenge(code_of(challenge_id))
    return found


async def owner(context: Context, _: int = 0) -> None:
    """Raise Refusal for a person who does not own the bot, and Malformed in places without the owner's commands."""
    if context.owners.server is None or context.guild_id != context.owners.server:
        raise Malformed
    await context.owners.check(context.me.id)


async def study(context: Context, study_id: int) -> Study:
    """The study of this id. Raises NoStudy where it is not one's own."""
    return await context.service.studies.of(study_id, context.me.id)


async def shared_study(context: Context, _: int) -> None:
    """Let a shared line be copied only by a person who sees the message with the button.

    For all others the answer is the same as if nothing had been shared. Raises NotShared.
    """
    data: Mapping[str, object] = context.interaction.data or {}
    if not bears(context.interaction.message, str(data.get("custom_id"))):
        raise NotShared


async def places(context: Context, shown: Iterable[Place]) -> list[Place]:
    """The places among these that this person can see now: this channel, and others that Discord lets them view.

    A whole list takes one call. What is in doubt is left out. While somebody types a command Discord is not asked,
    and only this channel counts.
    """
    known = list(shown)
    here = {context.channel_id}
    if context.interaction.type is discord.InteractionType.autocomplete:
        viewable = here
    else:
        others = [place for place in known if place.channel_id not in here]
        viewable = here | await context.viewers.viewable(context.me.id, others)
    return [place for place in known if place.channel_id in viewable]


async def seen(context: Context, matches: Sequence[Match]) -> list[Seen]:
    """The matches that the reader may see, each with the places where they see it."""
    shown = {match.id: await context.service.places.of(match.id) for match in matches}
    mine = {match.id: match.seat_of(context.me.id) for match in matches}
    foreign = [place for match in matches if mine[match.id] is None for place in shown[match.id]]
    viewable = await places(context, foreign) if foreign else []
    found = []
    for match in matches:
        seat = mine[match.id]
        if seat is not None:
            found.append((match, [place for place in shown[match.id] if place.seat in {None, seat}]))
        elif visible := [place for place in viewable if place.match_id == match.id]:
            found.append((match, visible))
    return found
