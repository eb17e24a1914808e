"""Lets servers and teams vote on their moves, and counts the votes when the time is up."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

from games import RuleError, Seat, other_side
from language import is_blank, mark, one_line
from matches.alarms import Alarm
from matches.crowds import (
    GRACE,
    LONGEST_REASON,
    Also,
    Ballot,
    Outcome,
    Vote,
    Voter,
    closes_at,
    count_votes,
    is_agreed,
)
from matches.deliveries import SEARCH_DELAY
from matches.errors import NotYourTurn, Refusal
from matches.model import BOARD_EVENTS, Match, Person, Snapshot
from matches.notices import NOTICE_KINDS, NOWHERE, NoticeButton
from matches.results import end, own_end, player_name
from service.agreements import drawn, undo_moves
from service.boards import show_board, strays
from service.change import Change, Departure, Happening, MatchEvent, after
from service.core import Core, Part, alarm, check_running, reading, transaction
from service.play import play_on
from storage.store import Tables

Drawn: TypeAlias = "tuple[str, tuple[str, ...], int]"
"""A move in a vote: its text, its steps, and the number of votes for it."""
GATHERED = 20
"""How long votes are gathered, in seconds, before the board is edited to show how many people have voted."""
ROUND_EVENTS: frozenset[MatchEvent] = BOARD_EVENTS | {"extend"}
"""The events after which the end of the vote is set again."""
NO_MEMBER = mark("Only members of a server that plays match #{code} vote in it.")
VOTE_OPENS = NOTICE_KINDS.declare(
    "vote",
    to="follower",
    public=None,
    text=mark("{you}, a new vote is open · {title}"),
    buttons=(
        NoticeButton("vote", alone=mark("Vote"), style="primary"),
        NoticeButton("vote-quiet", alone=mark("Stop telling me")),
    ),
    urgency="timed",
    shares=NOWHERE,
    until=(),
)


@after(*ROUND_EVENTS, order=55)
async def follow_vote(change: Change, happening: Happening) -> None:
    """Set the alarm for the end of the vote."""
    if happening.match.by_vote:
        await change.arm("vote", happening.match.id, closes_at(happening.match))


@after("board", order=125)
async def tell_voters(change: Change, happening: Happening) -> None:
    """Notify voters that a new vote has opened.

    These are the people who took part in this side's last vote and asked to be notified.
    """
    match = happening.match
    if match.voting:
        for person_id in await change.tx.crowds.to_notify(match.id, match.turn):
            await change.notices.tell_spectator(match, person_id, VOTE_OPENS)


@after("move", order=126)
async def drop_votes(change: Change, happening: Happening) -> None:
    """Delete the votes made obsolete by an earlier takeback, now that another move has been played.

    Until then, the board mentions them.
    """
    match = happening.match
    if match.by_vote:
        change.tx.crowds.drop_after(match.id, match.ply)


@after("banned", "forgotten", order=245)
async def drop_open_votes(change: Change, departure: Departure) -> None:
    """Delete the uncounted votes of a person who was banned or whose data is being deleted.

    If the data is being deleted, the reasons for all of the person's votes are deleted too.
    """
    crowds, person_id = change.tx.crowds, departure.person_id
    for match_id in await crowds.open_votes(person_id):
        match = await change.tx.matches.of(match_id)
        if match is not None and departure.concerns(match.players[match.turn].guild_id):
            crowds.drop_vote(match_id, match.ply + 1, person_id)
            await _show_count(change, match)
            if not await crowds.count_voters(match_id, match.ply + 1):  # it may be about to end early
                await change.arm("vote", match_id, closes_at(match))
    if departure.kind == "banned":
        return
    for match_id in await crowds.matches_naming(person_id):
        match = await change.tx.matches.of(match_id)
        if match is None:
            continue
        for place in await change.tx.places.of(match_id):
            shown = place.shown_rev >= match.board_rev
            if not shown:  # it may have been posted without being recorded
                await change.queue(strays(place), SEARCH_DELAY)
            await show_board(change, match, place, about="quiet" if shown else "", claimed=False)
    crowds.silence(person_id)


@alarm("vote", "match", moved_by_outage=True, until=())
async def close_vote(core: Core, change: Change, due: Alarm) -> None:
    """Play the move with the most votes.

    If nobody has voted for a move that the rules allow, extend the round once; the next time, end the match.
    """
    match = await core.match(change.tx, due.subject)
    if not match.voting:
        return
    votes = await change.tx.crowds.votes(match.id, match.ply + 1)
    if votes and await _decide(change, match, votes):
        return
    (side,) = [side for side in await change.tx.crowds.of(match.id) if side.seat == match.turn]
    if side.extended != match.ply + 1 and match.clock is not None:
        change.tx.crowds.save(replace(side, extended=match.ply + 1))
        await change.revise(replace(match, deadline=change.now + match.clock.start), "extend", None)
    else:
        await change.revise(end(match, own_end("no_votes"), change.now), "abandon", None)


async def _decide(change: Change, match: Match, votes: list[Vote]) -> bool:
    """Carry out a vote's result: a move, or consent to a proposal. Returns False if no move is allowed."""
    seat, opponent = match.turn, other_side(match.turn)
    if match.takeback_by == opponent and is_agreed(votes, "take back"):
        plies = await change.tx.plies.of(match.id)
        await undo_moves(change, match, plies, match.ply, seat, charged=False)
        return True
    snapshot = change.snapshot(match)
    if snapshot.position.info.draws and is_agreed(votes, "draw"):
        if match.draw_by == opponent:
            await change.revise_beside_board(drawn(match, change.now), "draw", seat)
            return True
        match = replace(match, draw_by=seat)
    for share in count_votes(votes):
        try:
            await play_on(change, match, share.move)
        except RuleError:  # a move that these rules no longer allow
            continue
        return True
    return False


async def _show_count(change: Change, match: Match) -> None:
    """Queue edits that update the number of voters on the posted boards, unless some are due soon."""
    queued = {headline.key: headline for headline in await change.tx.outbox.of("headline", match.id)}
    if not queued:
        await change.tx.outbox.everywhere("headline", match.id, match.rev, change.now + GATHERED, None)
        change.delivery_due(change.now + GATHERED)
    for headline in queued.values():  # the next revision keeps an edit that is being made from counting as this one
        due_at = headline.due_at if headline.due_at is not None and headline.due_at > change.now else None
        wait = GATHERED if due_at is None else due_at - change.now
        await change.queue(replace(headline, rev=headline.rev + 1), wait)


async def own_side(view: Tables, match: Match, person_id: int, guild_id: int | None) -> Seat | None:
    """Return the side that a server plays in a match.

    If `guild_id` is None and the match is between servers, return the side for which the person votes. Returns None for
    other servers, people who have not voted, and matches that are not between servers.
    """
    if guild_id is not None or not match.between_servers:
        return match.server_side(guild_id)
    voter = await view.crowds.voter(match.id, person_id)
    return None if voter is None else voter.seat


class NoTeam(Refusal):
    """Raised if a person tries to vote before joining a team."""


@dataclass(frozen=True, slots=True)
class Teams:
    """The teams of a match, as one person sees them."""

    match: Match
    sizes: tuple[int, int]
    """The number of people in each team, by seat."""
    own: Seat | None
    """The person's team, or None before they have joined one."""


@dataclass(frozen=True, slots=True)
class Cast:
    """A person's vote, together with the match and its board."""

    snapshot: Snapshot
    vote: Vote | None
    """The vote, or None if the person has not voted yet."""
    notified: bool
    """Whether the person is notified when a vote opens."""


class Crowds(Part):
    """Handles votes on moves.

    Callers must make sure that the person may see the match.
    """

    @reading
    async def teams(self, view: Tables, match_id: int, person_id: int) -> Teams:
        """Return the teams of a running match.

        Raises Over if the match has ended, and Refusal if it has no teams.
        """
        match = await self._in_teams(view, match_id)
        voter = await view.crowds.voter(match_id, person_id)
        return Teams(match, await view.crowds.sizes(match_id), voter.seat if voter is not None else None)

    @reading
    async def side_of(self, view: Tables, match_id: int, person_id: int) -> Seat | None:
        """Return the side for which a person votes, or None if they have neither voted nor joined a team."""
        voter = await view.crowds.voter(match_id, person_id)
        return None if voter is None else voter.seat

    @transaction
    async def join(self, change: Change, match_id: int, person: Person, guild_id: int | None, seat: Seat) -> Teams:
        """Let a person join a team.

        `guild_id` is the server in which the person joins. Raises Refusal if the person is in the other team or if this
        server does not take part, and raises the same errors as `teams`.
        """
        match = await self._in_teams(change.tx, match_id)
        voter = await change.tx.crowds.voter(match_id, person.id)
        if voter is not None and voter.seat != seat:
            raise Refusal("You vote for {team}, and nobody changes sides.", team=player_name(match, voter.seat))
        if voter is None and guild_id not in {side.guild_id for side in await change.tx.crowds.of(match_id)}:
            raise Refusal(NO_MEMBER, code=match.code)
        if voter is None:
            await change.tx.people.save(person)
            change.tx.crowds.save_voter(Voter(match_id, person.id, seat, change.now))
        return Teams(match, await change.tx.crowds.sizes(match_id), seat)

    async def _in_teams(self, view: Tables, match_id: int) -> Match:
        match = await self._core.match(view, match_id)
        check_running(match)
        if not match.in_teams:
            raise Refusal("There are no teams in match #{code}.", code=match.code)
        return match

    async def to_vote(
        self,
        match_id: int,
        person_id: int,
        guild_id: int | None,
        rev: int | None = None,
        member_since: int | None = None,
    ) -> Cast:
        """Return what a person needs in order to vote: the match with its newest board, and their earlier vote, if any.

        Raises Over, Stale, NotYourTurn and Refusal, as `vote` does.
        """
        vote, notified = None, False

        async def find(view: Tables) -> Match:
            nonlocal vote, notified
            match = await self._voting(view, match_id, person_id, guild_id, rev, member_since)
            vote = await view.crowds.vote(match_id, match.ply + 1, person_id)
            voter = await view.crowds.voter(match_id, person_id)
            notified = voter is not None and voter.notified
            return match

        snapshot = await self._core.snapshot_of(find)
        return Cast(snapshot, vote, notified)

    @transaction
    async def vote(
        self,
        change: Change,
        match_id: int,
        person: Person,
        guild_id: int | None,
        text: str,
        *,
        rev: int | None = None,
        member_since: int | None = None,
    ) -> Cast:
        """Cast a person's vote for a move, or change it.

        The person votes in the server with the ID `guild_id`. Once everybody who is expected has voted, the vote closes
        in GRACE seconds. `member_since` is the time at which the person joined the server, if known. Raises Over,
        Stale, NotYourTurn if the other side is to move, Refusal for people who may not vote, and the RuleError of an
        illegal move.
        """
        match = await self._voting(change.tx, match_id, person.id, guild_id, rev, member_since)
        snapshot, crowds, ply = change.snapshot(match), change.tx.crowds, match.ply + 1
        move = snapshot.position.format(snapshot.position.parse(text))
        known, voter = await crowds.vote(match_id, ply, person.id), await crowds.voter(match_id, person.id)
        if voter is None:
            voter = Voter(match_id, person.id, match.turn, change.now)
            crowds.save_voter(voter)
        await change.tx.people.save(person)
        vote = known
        if vote is None or vote.move != move:
            vote = Vote(match_id, ply, person.id, match.turn, move, change.now, await crowds.last_no(match_id) + 1)
            if known is not None:
                vote = replace(vote, also=known.also)
            crowds.save_vote(vote)
        if known is None:
            await _show_count(change, match)
        await self._close_early(change, match)
        return Cast(snapshot, vote, voter.notified)

    async def _close_early(self, change: Change, match: Match) -> None:
        """Schedule the vote to close in GRACE seconds if everybody expected to vote has voted."""
        closes = closes_at(match)
        if closes is not None and await change.tx.crowds.complete(match.id, match.turn, match.ply + 1):
            await change.arm("vote", match.id, min(change.now + GRACE, closes))

    @transaction
    async def explain(
        self, change: Change, match_id: int, person_id: int, ply: int, reason: str, *, named: bool
    ) -> Vote:
        """Store a person's reason for their vote, to be shown with their name if `named` is true.

        A blank reason removes the earlier one. Raises Refusal if the vote with this ply is over, or if the person has
        not voted.
        """
        vote = await self._open_vote(change.tx, match_id, person_id, ply)
        line = "" if is_blank(reason) else " ".join(one_line(reason).split())[:LONGEST_REASON]
        vote = replace(vote, reason=line, named=named)
        change.tx.crowds.save_vote(vote)
        return vote

    @transaction
    async def set_also(self, change: Change, match_id: int, person_id: int, ply: int, wish: Also) -> Vote:
        """Record that a person who has voted for a move also wants a draw or a takeback.

        Raises the same errors as `explain`.
        """
        vote = replace(await self._open_vote(change.tx, match_id, person_id, ply), also=wish)
        change.tx.crowds.save_vote(vote)
        return vote

    async def _open_vote(self, view: Tables, match_id: int, person_id: int, ply: int) -> Vote:
        """Return a person's vote on the move at this ply. Raises the same errors as `explain`."""
        match = await self._core.match(view, match_id)
        check_running(match)
        if not match.voting or match.ply + 1 != ply:
            raise Refusal("This vote is over. The newest board shows the result.")
        vote = await view.crowds.vote(match_id, ply, person_id)
        if vote is None:
            raise Refusal("Vote for a move first.")
        return vote

    own_vote = reading(_open_vote)

    @transaction
    async def notify(self, change: Change, match_id: int, person_id: int, *, notified: bool) -> None:
        """Store whether a voter wants to be notified whenever a new vote opens.

        Raises Refusal if the person has never voted in this match.
        """
        voter = await change.tx.crowds.voter(match_id, person_id)
        if voter is None:
            raise Refusal("Vote for a move first.")
        change.tx.crowds.save_voter(replace(voter, notified=notified))
        if not notified:
            match = await self._core.match(change.tx, match_id)
            await change.notices.end(match_id, match.rev + 1, [VOTE_OPENS], person_id)

    @reading
    async def ballot(self, view: Tables, match: Match, guild_id: int | None = None, person_id: int = 0) -> Ballot:
        """Return what a reader may see of a match's votes.

        This is the number of people who have voted, the last vote's result, and what happened to votes that had no
        result. In a match between servers, readers in one server do not see the other's reasons. Outside servers, the
        reader `person_id` sees those of the side for which they vote.
        """
        own = await own_side(view, match, person_id, guild_id)
        open_ply, extended, dropped = match.ply + 1, False, 0
        voted = await view.crowds.count_voters(match.id, open_ply) if match.voting else 0
        if match.voting:
            extended = open_ply in {side.extended for side in await view.crowds.of(match.id)}
        elif not match.over:
            dropped = await view.crowds.count_voters(match.id, open_ply + 1)
        ours = not match.between_servers or own == match.turn
        ballot = Ballot(voted, None, extended, dropped, ours=ours)
        played = await view.plies.last(match.id, match.ply)
        if played is not None and not match.players[played.seat].crowd:
            answer, before = played, await view.plies.last(match.id, played.ply - 1)
            prepared = before is not None and before.at == answer.at  # in the transaction that counted the votes
            played = before if prepared or match.players[answer.seat].level is not None else None
        if played is None or not (votes := await view.crowds.votes(match.id, played.ply)):
            return ballot
        shares = sorted(count_votes(votes), key=lambda share: share.move != played.text)
        told = not match.between_servers or own == played.seat
        reasons = await view.crowds.reasons(match.id, played.ply) if told else []
        return replace(ballot, outcome=Outcome(played.ply, shares, reasons))

    async def votes_to_show(
        self, snapshot: Snapshot, guild_id: int | None = None
    ) -> tuple[Snapshot, Ballot | None, tuple[Drawn, ...]]:
        """Return what a post shows of a match's votes.

        The post is in this server or, if `guild_id` is None, outside servers. The result is the match, including a
        computer player's immediate reply; the ballot, or None in a match without votes; and the moves of the counted
        vote, with their cells.
        """
        match = snapshot.match
        if not match.by_vote:
            return snapshot, None, ()
        ballot = await self.ballot(match, guild_id)
        outcome = ballot.outcome
        if outcome is None or snapshot.before is None:
            return snapshot, ballot, ()
        position = snapshot.before
        if outcome.ply < match.ply:
            position = (await self._core.snapshot_at(match.id, outcome.ply - 1)).position
        if outcome.ply == match.ply - 1:
            snapshot = replace(snapshot, answered=outcome.shares[0].move, first=position)
        votes = []
        for share in outcome.shares:
            with suppress(RuleError):
                steps = position.steps(position.parse(share.move))
                votes.append((share.move, tuple(map(str, steps)), share.count))
        return snapshot, ballot, tuple(votes)

    async def _voting(
        self,
        view: Tables,
        match_id: int,
        person_id: int,
        guild_id: int | None,
        rev: int | None,
        member_since: int | None,
    ) -> Match:
        """Return a match in which this person may vote. Raises the same errors as `vote`, except about the move."""
        match = await self._core.match(view, match_id)
        check_running(match)
        if not match.by_vote:
            raise Refusal("Nobody votes in match #{code}.", code=match.code)
        if match.seat_of(person_id) is not None:
            raise Refusal("You are playing against them in match #{code}.", code=match.code)
        seat = await self._side_of(view, match, person_id, guild_id)
        self._core.check_seen(match, rev)
        if seat != match.turn:
            name = player_name(match, match.turn)
            raise NotYourTurn("It is {name}'s turn in match #{code}.", match_id=match.id, name=name, code=match.code)
        if member_since is not None and member_since > max(match.created_at, match.moved_at):
            raise Refusal("You joined the server after this vote began. You can vote for the next move.")
        return match

    async def _side_of(self, view: Tables, match: Match, person_id: int, guild_id: int | None) -> Seat:
        """Return the side for which a person votes, or raise Refusal if they may not vote."""
        voter, own = await view.crowds.voter(match.id, person_id), match.server_side(guild_id)
        if voter is not None and own not in {None, voter.seat}:
            raise Refusal("You vote for {team}, and nobody changes sides.", team=player_name(match, voter.seat))
        if voter is not None:
            return voter.seat
        sides = [side.seat for side in await view.crowds.of(match.id) if side.guild_id == guild_id]
        if not sides:
            raise Refusal(NO_MEMBER, code=match.code)
        if len(sides) > 1:
            raise NoTeam("Join a team of match #{code} first.", code=match.code)
        return sides[0]
