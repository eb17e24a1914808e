"""Votes on the page: what somebody who is not a player can vote for in a match by vote, and their vote."""

from dataclasses import dataclass

from language import say
from matches.errors import Refusal
from matches.model import Match, Person
from service import Service
from service.gate import Discord
from service.turns import aside


@dataclass(frozen=True, slots=True)
class Ballot:
    """What a match by vote shows to somebody who is not one of its players."""

    may: bool
    """Whether the person can vote for the next move."""
    said: str


async def ballot_of(service: Service, discord: Discord, match: Match, me: int) -> Ballot | None:
    """Return what this person can do in the open vote, or None if there is no vote or they are a player."""
    if not match.voting or match.seat_of(me) is not None:
        return None
    try:
        _, guild_id, since = await _voter(service, discord, match, me)
        cast = await service.crowds.to_vote(match.id, me, guild_id, member_since=since)
    except Refusal as refusal:
        return Ballot(may=False, said=refusal.sentence.said())
    if cast.vote is None:
        return Ballot(may=True, said=say("People vote for this move. The move that you choose is your vote."))
    voted = say("You voted for {move}. You can change it until the vote ends.", move=cast.vote.move)
    return Ballot(may=True, said=voted)


async def vote(service: Service, discord: Discord, match: Match, me: int, rev: int, text: str) -> None:
    """Vote for a move. Raises the errors of `Crowds.vote`."""
    person, guild_id, since = await _voter(service, discord, match, me)
    await service.crowds.vote(match.id, person, guild_id, text, rev=rev, member_since=since)


async def _voter(service: Service, discord: Discord, match: Match, me: int) -> tuple[Person, int | None, int | None]:
    """Return this person, the server in which they vote, and when they joined it.

    Who has voted in the match before may still see it, so Discord is asked only about others. There is no server for
    people who are not in the one that votes for the next move.
    """
    if (known := await service.ballots.voter(match.id, me)) is not None:
        return known, None, None
    sides = {side.seat: side.guild_id for side in await service.ballots.sides(match.id)}
    guild_id = sides.get(match.turn, 0)
    async with aside():
        member = await discord.member(me, guild_id)
    return (Person(me, ""), None, None) if member is None else (Person(me, member.name), guild_id, member.since)
