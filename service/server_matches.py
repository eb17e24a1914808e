"""Beginning matches in which servers play, whose people vote for each move."""

from collections.abc import Mapping
from dataclasses import replace

from games import SEATS, GameInfo
from games.base import chosen_options, shorten
from matches.computers import FAIR_FROM, LEVELS, computer
from matches.crowds import ROUNDS, USUAL_ROUND, Crowd, clock_of, crowd
from matches.errors import OtherRuns, Refusal, Unknown
from matches.model import Challenge, Person, Side, Snapshot, Venue
from service.challenges import REMATCH_BEGUN, begin_at_once, check_first_match, outside_thread
from service.change import Change
from service.core import Part, transaction
from service.quotas import check_matches, check_use


class ServerMatches(Part):
    """Begins matches by vote."""

    @transaction
    async def begin_against_computer(
        self,
        change: Change,
        game: str,
        by: Person,
        server: str,
        level: int,
        venue: Venue,
        side: Side = "random",
        options: Mapping[str, str] | None = None,
        *,
        length: int = USUAL_ROUND,
        asked_at: int | None = None,
    ) -> Snapshot:
        """Begin a match of the server with this name against the computer player of a level; `side` is the server's.

        Each vote takes `length` seconds. The other arguments are as in `practice.begin`, as are the errors.
        """
        if level not in LEVELS:
            raise Refusal("Choose a level from 1 to {most}.", most=max(LEVELS))
        fair = self._info(game).fair if level >= FAIR_FROM else {}
        complete = chosen_options(self._info(game), {**fair, **(options or {})})
        ours, theirs = _crowd_of(venue, server), computer(level)
        await self._check(change, game, by, venue, length, asked_at)
        draft = Challenge(game, complete, by, theirs, self._core.drawn(side), venue, clock=clock_of(length))
        return await self._begin(change, draft, _seated(draft.side, ours, theirs))

    @transaction
    async def begin_against_person(
        self,
        change: Change,
        game: str,
        by: Person,
        server: str,
        venue: Venue,
        side: Side = "random",
        options: Mapping[str, str] | None = None,
        *,
        length: int = USUAL_ROUND,
        asked_at: int | None = None,
    ) -> Snapshot:
        """Begin a match of the server with this name against this person, who has as long for each move as a vote.

        `side` is the server's; all else is as in `begin_against_computer`.
        """
        ours = _crowd_of(venue, server)
        complete = chosen_options(self._info(game), options or {})
        await self._check(change, game, by, venue, length, asked_at)
        await check_matches(change, by, None)
        draft = Challenge(game, complete, by, ours, self._core.drawn(side), venue, clock=clock_of(length))
        return await self._begin(change, draft, _seated(draft.side, ours, by))

    @transaction
    async def begin_in_teams(
        self,
        change: Change,
        game: str,
        by: Person,
        server: str,
        venue: Venue,
        options: Mapping[str, str] | None = None,
        *,
        length: int = USUAL_ROUND,
        asked_at: int | None = None,
    ) -> Snapshot:
        """Begin a match between two teams of the server with this name, which people join.

        All else is as in `begin_against_computer`.
        """
        first, second = _crowd_of(venue, server), _crowd_of(venue, server, second=True)
        complete = chosen_options(self._info(game), options or {})
        await self._check(change, game, by, venue, length, asked_at)
        draft = Challenge(game, complete, by, first, "first", venue, clock=clock_of(length))
        return await self._begin(change, draft, (first, second))

    @transaction
    async def rematch(self, change: Change, match_id: int, by: Person, server: str, venue: Venue) -> Snapshot:
        """Begin a match like this finished one with sides swapped, in the server with this name, which played it.

        One begun in the match's thread is shown in the channel, where it can get its own thread. Raises Refusal while
        this match is running, in other servers, for other people than the one who played against the server, and
        after a match between two servers; OtherRuns while another rematch is running; and what beginning one raises.
        """
        match = await self._core.match(change.tx, match_id)
        if not match.over:
            raise Refusal("Match #{code} is not over yet.", code=match.code)
        if venue.guild_id not in {side.guild_id for side in await change.tx.crowds.of(match_id)}:
            raise Refusal("Only members of a server that plays match #{code} vote in it.", code=match.code)
        theirs = next((player for player in match.players if not player.crowd), None)
        if theirs is not None and theirs.level is None and theirs.id != by.id:
            raise Refusal("Only {name} can ask for a rematch of match #{code}.", name=theirs.name, code=match.code)
        ours = _crowd_of(venue, server)
        if theirs is None and not match.in_teams:
            raise Refusal("Match #{code} was decided by votes. Use `/play` to start another one.", code=match.code)
        for begun in await change.tx.challenges.rematches(match_id):
            if not (await self._core.match(change.tx, begun.id)).over:
                raise OtherRuns(REMATCH_BEGUN, match_id=begun.id, code=begun.code)
        venue = await outside_thread(change, match_id, venue)
        before = await self._core.challenge(change.tx, match_id)
        await self._check(change, match.game, by, venue, match.clock.start if match.clock else USUAL_ROUND, None)
        if theirs is None:
            side, players = before.side, (ours, _crowd_of(venue, server, second=True))
        else:
            side = "second" if match.players[0].crowd else "first"
            players = _seated(side, ours, theirs if theirs.id != by.id else by)
        if theirs is not None and theirs.level is None:
            await check_matches(change, by, None)
        draft = replace(before, challenger=by, side=side, venue=venue, message_id=None, note="", rematch_of=match_id)
        return await self._begin(change, draft, players)

    def _info(self, game: str) -> GameInfo:
        if game not in self._core.games:
            raise Unknown("There is no game “{game}” here.", game=shorten(game))
        return self._core.games[game].info

    async def _check(
        self, change: Change, game: str, by: Person, venue: Venue, length: int, asked_at: int | None
    ) -> None:
        """Raise OtherRuns or Refusal if no vote may begin here now."""
        if length not in ROUNDS:
            raise Refusal("A vote takes an hour or a day.")
        await check_first_match(change.tx, by.id, game, asked_at)
        running, limits = await change.tx.crowds.running(venue.guild_id or 0), change.limits
        here = [match_id for match_id, channel_id in running if channel_id == venue.channel_id]
        if limits.votes_in_channel is not None and len(here) >= limits.votes_in_channel:
            raise Refusal.counted(
                "People vote in {count} running match in this channel, the most allowed. Start another one when it is "
                "over.",
                "People vote in {count} running matches in this channel, the most allowed. Start another one when one "
                "is over.",
                limits.votes_in_channel,
            )
        if limits.votes_in_server is not None and len({match_id for match_id, _ in running}) >= limits.votes_in_server:
            raise Refusal.counted(
                "People vote in {count} running match in this server, the most allowed. Start another one when it is "
                "over.",
                "People vote in {count} running matches in this server, the most allowed. Start another one when one "
                "is over.",
                limits.votes_in_server,
            )
        await check_use(change, "start", by.id)

    async def _begin(self, change: Change, draft: Challenge, players: tuple[Person, Person]) -> Snapshot:
        """Begin a match between these players, by seat."""
        venue, snapshot = draft.venue, await begin_at_once(self._core, change, draft, players)
        for seat, player in zip(SEATS, players, strict=True):
            if player.crowd:
                change.tx.crowds.save(Crowd(snapshot.match.id, seat, venue.guild_id or 0, venue.channel_id))
        return snapshot


def _crowd_of(venue: Venue, server: str, *, second: bool = False) -> Person:
    """Return the player for which this server, or its `second` team, votes.

    Raises Refusal outside servers and where the bot is a guest.
    """
    if venue.guild_id is None or venue.guest:
        raise Refusal("Only a server that has added me can play by vote.")
    return crowd(venue.guild_id, server, second=second)


def _seated(side: Side, ours: Person, theirs: Person) -> tuple[Person, Person]:
    """Return the players by seat, where `side` is that of `ours`."""
    return (ours, theirs) if side == "first" else (theirs, ours)
