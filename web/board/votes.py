"""The board page's view of matches by vote: what a voter can do, and what anyone may see."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games import GAMES, SEATS, Seat, worded
from language import one_line, plural, say
from matches.crowds import ALSO_TOLD, LONGEST_REASON, Also, Reason, Vote, closes_at
from matches.crowds import Ballot as Counts
from matches.errors import Refusal
from matches.model import Match, Person, Place
from service import Service
from service.crowds import NoTeam
from service.gate import Discord
from service.turns import aside

Told = dict[str, Any]
JOINS: Mapping[str, Seat] = {"join-first": 0, "join-second": 1}
"""The acts with which a person joins a team, and the seat of that team."""
ALSO: Mapping[str, Also] = {"vote-draw": "draw", "vote-takeback": "take back", "vote-alone": ""}
"""The acts with which a voter chooses what they want in addition to the move."""
WHY = "why"
"""The act that gives a reason for a vote."""
VOTER_ACTS: Collection[str] = (*JOINS, WHY, *ALSO)
MOST_REASONS = 5
"""The maximum number of reasons shown with a vote's result."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """The votes of a match as the page shows them."""

    told: Sequence[str]
    """Sentences about the vote that led to the latest board, and how many people have voted on the next move."""
    may: bool = False
    """Whether the person can vote for the next move."""
    said: str = ""
    """What the person has voted for, or why they cannot vote. It is empty for players."""
    acts: Sequence[Told] = ()
    """The person's acts other than voting, in the format of `acts.offers`. It is empty for players."""
    seconds: int | None = None
    """The seconds until the vote closes, or None if no vote is open."""


async def ballot_of(service: Service, discord: Discord, match: Match, person_id: int, *, newest: bool) -> Ballot | None:
    """Return what a person can do in a match's open vote, or None if the match is not played by vote.

    If the page shows the `newest` board, the result also says how the votes stand.
    """
    if not match.by_vote:
        return None
    counts = await service.crowds.ballot(match, person_id=person_id)
    told, closes = _summary(match.game, counts) if newest else [], closes_at(match)
    seconds = None if closes is None else max(0, closes - service.clock.now())
    if match.seat_of(person_id) is not None or match.over:
        return Ballot(told, seconds=seconds)
    if not match.voting:
        return Ballot(told, acts=_acts(match, None))
    try:
        _, guild_id, since = await _voter(service, discord, match, person_id)
        cast = await service.crowds.to_vote(match.id, person_id, guild_id, member_since=since)
    except NoTeam as refusal:
        return Ballot(told, said=refusal.sentence.said(), acts=_teams(match), seconds=seconds)
    except Refusal as refusal:
        return Ballot(told, said=refusal.sentence.said(), acts=_acts(match, None), seconds=seconds)
    if (cast_for := cast.vote) is None:
        said = say("People vote for this move. The move that you choose is your vote.")
        return Ballot(told, may=True, said=said, acts=_acts(match, None), seconds=seconds)
    said = say("You voted for {move}. You can change it until the vote ends.", move=worded(match.game, cast_for.move))
    also = [say(ALSO_TOLD[cast_for.also])] if cast_for.also else []
    if reason := cast_for.reason_told():
        also.append(f"{reason.said()}.")
    return Ballot([*also, *told], may=True, said=said, acts=_acts(match, cast_for), seconds=seconds)


async def vote(service: Service, discord: Discord, match: Match, person_id: int, rev: int, text: str) -> None:
    """Vote for a move on a person's behalf. Raises the same errors as `Crowds.vote`."""
    person, guild_id, since = await _voter(service, discord, match, person_id)
    await service.crowds.vote(match.id, person, guild_id, text, rev=rev, member_since=since)


async def act(
    service: Service, discord: Discord, match: Match, person_id: int, rev: int, name: str, *, reason: str, named: bool
) -> None:
    """Take one of the actions in VOTER_ACTS on a person's behalf.

    Only the action WHY uses `reason` and `named`. Raises the same errors as the methods of `Crowds`.
    """
    person, guild_id, since = await _voter(service, discord, match, person_id)
    if name in JOINS:
        await service.crowds.join(match.id, person, guild_id, JOINS[name])
        return
    cast = await service.crowds.to_vote(match.id, person_id, guild_id, rev, since)
    ply = cast.snapshot.ply + 1
    if name == WHY:
        await service.crowds.explain(match.id, person_id, ply, reason, named=named)
    else:
        await service.crowds.set_also(match.id, person_id, ply, ALSO[name])


def _summary(game: str, counts: Counts) -> list[str]:
    """Return sentences saying how many people have voted, how the last vote ended, and for what reasons."""
    said = [plural("{count} voted", "{count} voted", count=counts.voted) + "."] if counts.voted else []
    if counts.extended and not counts.voted:
        said.append(say("Nobody has voted, so the vote was extended. Without a vote, the match ends."))
    if dropped := counts.dropped_told():
        said.append(dropped.said())
    if counts.outcome is not None:
        shares = ", ".join(f"{worded(game, share.move).said()}: {share.count}" for share in counts.outcome.shares)
        said.append(say("Votes: {votes}.", votes=shares))
        said += [_reason_text(game, reason) for reason in counts.outcome.reasons[:MOST_REASONS]]
    return said


def _reason_text(game: str, reason: Reason) -> str:
    """Return a sentence with a person's reason for a move, such as `b4-b6: “It opens the corner” – Ann.`"""
    by = f" – {reason.name}" if reason.name is not None else ""
    return one_line(f"{worded(game, reason.move).said()}: “{reason.text}”{by}.")


def _teams(match: Match) -> list[Told]:
    """Return the offers to join a team."""
    info = GAMES[match.game].info
    return [_offer(name, say("Join {team}", team=info.side(seat))) for name, seat in zip(JOINS, SEATS, strict=True)]


def _acts(match: Match, vote: Vote | None) -> list[Told]:
    """Return a voter's actions besides voting for a move. They are available once the person has voted."""
    voted = vote is not None
    field = {
        "label": say("One line, shown with the result"),
        "value": vote.reason if vote else "",
        "most": LONGEST_REASON,
        "yes": say("With my name"),
        "no": say("Without my name"),
    }
    acts = [{**_offer(WHY, say("Say why"), open_=voted), "field": field}]
    also = vote.also if vote else ""
    if match.takeback_by == 1 - match.turn:
        label, name = say("Allow the takeback"), "vote-takeback"
        if also == "take back":
            label, name = say("Decline the takeback"), "vote-alone"
        acts.append(_offer(name, label, open_=voted))
    if GAMES[match.game].info.draws:
        label, name = say("Vote for a draw"), "vote-draw"
        if also == "draw":
            label, name = say("Keep playing"), "vote-alone"
        acts.append(_offer(name, label, open_=voted))
    return acts


def _offer(act: str, label: str, *, open_: bool = True) -> Told:
    return {"act": act, "label": label, "question": "", "open": open_}


async def _voter(
    service: Service, discord: Discord, match: Match, person_id: int
) -> tuple[Person, int | None, int | None]:
    """Return the person, the ID of the server in which they vote, and when they joined that server.

    Anybody who has voted in the match before may still see it, so Discord is asked only about other people and, in a
    match between servers, about the channel of the person's own server. The server is the one that votes for the next
    move or, if the person is only in the other one, that other server. It is None if they are in neither. Raises the
    same errors as `Gate.votes_in`.
    """

    async def viewable(places: Iterable[Place]) -> list[Place]:
        async with aside():
            channels = await discord.viewable(person_id, shown := list(places))
        return [place for place in shown if place.channel_id in channels]

    if (known := await service.ballots.voter(match, person_id)) is not None:
        return known, await service.gate.votes_in(match, person_id, None, viewable), None
    sides = sorted(await service.ballots.sides(match.id), key=lambda side: side.seat != match.turn)
    for guild_id in dict.fromkeys(side.guild_id for side in sides):
        async with aside():
            member = await discord.member(person_id, guild_id)
        if member is not None:
            return Person(person_id, member.name), guild_id, member.since
    return Person(person_id, ""), None, None
