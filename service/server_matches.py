"""Begins matches in which a server plays, with its members voting on each move."""

from collections.abc import Mapping
from dataclasses import replace

from games import SEATS, GameInfo
from games.base import chosen_options, shorten
from language import mark, mark_plural
from matches.codes import new_invitation, read_invitation
from matches.computers import FAIR_FROM
from matches.crowds import ROUNDS, USUAL_ROUND, Crowd, clock_of, crowd
from matches.deliveries import Delivery
from matches.errors import OtherRuns, Refusal, Unknown
from matches.model import Challenge, Match, Person, Side, Snapshot, Venue
from service.challenges import (
    REMATCH_BEGUN,
    add_challenge,
    begin_at_once,
    begin_match,
    check_first_match,
    check_open,
    outside_thread,
)
from service.change import Change
from service.core import Part, reading, transaction
from service.crowds import NO_MEMBER
from service.quotas import check_matches, check_use
from storage.store import Tables

UNREACHABLE = mark("I can no longer post for the other server.")
FULL_CHANNEL = mark_plural(
    "People vote in {count} running match in this channel, the most allowed. Start another one when it is over.",
    "People vote in {count} running matches in this channel, the most allowed. Start another one when one is over.",
)
FULL_SERVER = mark_plural(
    "People vote in {count} running match in this server, the most allowed. Start another one when it is over.",
    "People vote in {count} running matches in this server, the most allowed. Start another one when one is over.",
)
FULL_ELSEWHERE = mark_plural(
    "{server} votes in {count} running match there, the most allowed. Accept when it is over.",
    "{server} votes in {count} running matches there, the most allowed. Accept when one is over.",
)


class ServerMatches(Part):
    """Begins matches in which servers play by vote, and handles challenges between servers."""

    @transaction
    async def begin(
        self,
        change: Change,
        game: str,
        person: Person,
        server: str,
        opponent: Person | None,
        venue: Venue,
        side: Side = "random",
        options: Mapping[str, str] | None = None,
        *,
        length: int = USUAL_ROUND,
        asked_at: int | None = None,
    ) -> Snapshot:
        """Begin a server's match against a computer player or a person.

        If `opponent` is None, two teams from the server play against each other. People join the teams later. `side` is
        the server's side unless teams play. Each vote, and each move of the person, takes `length` seconds. The other
        arguments and the errors are those of `practice.begin`.
        """
        ours, info = _crowd_of(venue, server), self._info(game)
        theirs = opponent or _crowd_of(venue, server, second=True)
        fair = info.fair if theirs.level is not None and theirs.level >= FAIR_FROM else {}
        complete = chosen_options(info, {**fair, **(options or {})})
        await self._check(change, game, person, venue, length, asked_at)
        if theirs.id == person.id:
            await check_matches(change, person, None)
        side = self._core.choose_side(side) if opponent else "first"
        invited = ours if theirs.level is None else theirs
        draft = Challenge(game, complete, person, invited, side, venue, clock=clock_of(length))
        return await self._begin(change, draft, _seat_players(side, ours, theirs))

    @transaction
    async def rematch(self, change: Change, match_id: int, person: Person, server: str, venue: Venue) -> Snapshot:
        """Begin a rematch, with the sides swapped, of a finished match in which this server's members voted.

        A rematch begun in the match's thread is shown in the channel, where it can get its own thread. Raises Refusal
        while this match is running, in other servers, for other people than the one who played against the server, and
        after a match between two servers; OtherRuns while another rematch is running; and what beginning one raises.
        """
        match = await self._core.match(change.tx, match_id)
        if not match.over:
            raise Refusal("Match #{code} is not over yet.", code=match.code)
        if venue.guild_id not in {side.guild_id for side in await change.tx.crowds.of(match_id)}:
            raise Refusal(NO_MEMBER, code=match.code)
        theirs = next((player for player in match.players if not player.crowd), None)
        if theirs is not None and theirs.level is None and theirs.id != person.id:
            raise Refusal("Only {name} can ask for a rematch of match #{code}.", name=theirs.name, code=match.code)
        ours = _crowd_of(venue, server)
        if theirs is None and not match.in_teams:
            raise Refusal("Match #{code} was decided by votes. Use `/play` to start another one.", code=match.code)
        for begun in await change.tx.challenges.rematches(match_id):
            if not (await self._core.match(change.tx, begun.id)).over:
                raise OtherRuns(REMATCH_BEGUN, match_id=begun.id, code=begun.code)
        venue = await outside_thread(change, match_id, venue)
        before = await self._core.challenge(change.tx, match_id)
        await self._check(change, match.game, person, venue, match.clock.start if match.clock else USUAL_ROUND, None)
        if theirs is None:
            side, players = before.side, (ours, _crowd_of(venue, server, second=True))
        else:
            side = "second" if match.players[0].crowd else "first"
            players = _seat_players(side, ours, theirs if theirs.id != person.id else person)
        if theirs is not None and theirs.level is None:
            await check_matches(change, person, None)
        draft = replace(
            before, challenger=person, side=side, venue=venue, message_id=None, note="", rematch_of=match_id
        )
        return await self._begin(change, draft, players)

    @transaction
    async def challenge(
        self,
        change: Change,
        game: str,
        person: Person,
        venue: Venue,
        side: Side = "random",
        options: Mapping[str, str] | None = None,
        *,
        length: int = USUAL_ROUND,
        asked_at: int | None = None,
    ) -> Challenge:
        """Challenge another server to a match.

        The other server's moderators accept the challenge by entering the secret code in `invitation`.

        `side` is this server's. The challenge expires as any other one here does. A challenge that this person has made
        since `asked_at` is returned again. The caller must have checked that they are a moderator. All else is as in
        `begin`.
        """
        _server_of(venue)
        complete = chosen_options(self._info(game), options or {})
        if asked_at is not None:
            for made in await change.tx.challenges.open_of(person.id):
                if made.invitation and made.game == game and made.created_at >= asked_at:
                    return made
        _check_length(length)
        await _check_room(change, venue)
        invitation = new_invitation(self._core.random)
        draft = Challenge(game, complete, person, None, side, venue, clock=clock_of(length), invitation=invitation)
        return await add_challenge(change, draft)

    @transaction
    async def accept(
        self, change: Change, invitation: str, accepter: Person, server: str, venue: Venue, challenging: str
    ) -> Snapshot:
        """Accept a challenge between servers, which can be accepted only once.

        `server` is the name of the server that accepts it. Each server sees the match in its own channel. `challenging`
        is the name of the server that made the challenge. Raises the errors of `challenge_with`, and Refusal if no vote
        may begin in either server now.
        """
        ours = _crowd_of(venue, server)
        challenge = await self._challenge(change.tx, invitation, venue.guild_id)
        theirs = _crowd_of(challenge.venue, challenging)
        if await change.tx.bans.reaching(challenge.challenger.id, challenge.venue.guild_id):
            raise Refusal(UNREACHABLE)
        await _check_room(change, venue)
        await _check_room(change, challenge.venue, theirs.name)
        for person in (accepter, ours, theirs):
            await change.tx.people.save(person)
        side = self._core.choose_side(challenge.side)
        accepted = await change.settle(replace(challenge, opponent=ours, side=side), "accepted")
        players = _seat_players(side, theirs, ours)
        snapshot = await begin_match(self._core, change, accepted, players, accepter.id, elsewhere=venue)
        _save_crowds(change, snapshot.match, {theirs: challenge.venue, ours: venue})
        return snapshot

    @transaction
    async def decline(self, change: Change, invitation: str, server: str, venue: Venue) -> Challenge:
        """Decline a challenge between servers, and notify the challenger. Raises the same errors as `accept`."""
        ours = _crowd_of(venue, server)
        challenge = await self._challenge(change.tx, invitation, venue.guild_id)
        await change.tx.people.save(ours)
        await change.queue(Delivery("answer", challenge.id, person_id=challenge.challenger.id))
        return await change.settle(replace(challenge, opponent=ours), "declined")

    async def _challenge(self, view: Tables, typed: str, guild_id: int | None) -> Challenge:
        """Return the open challenge with the secret code typed by a moderator of another server.

        Raises Settled if it is closed, and Refusal for an unknown secret and in the server that made the challenge.
        """
        invitation = read_invitation(typed)
        challenge = await view.challenges.by_secret(invitation)
        if challenge is None:
            raise Refusal(
                "There is no challenge with the code {code}. Ask the other server for a new one.", code=invitation
            )
        if challenge.venue.guild_id == guild_id:
            raise Refusal("This is the code of your own server. Send it to a moderator of another server.")
        check_open(challenge, self._core.clock.now())
        return challenge

    challenge_with = reading(_challenge)

    def _info(self, game: str) -> GameInfo:
        if game not in self._core.games:
            raise Unknown("There is no game “{game}” here.", game=shorten(game))
        return self._core.games[game].info

    async def _check(
        self, change: Change, game: str, person: Person, venue: Venue, length: int, asked_at: int | None
    ) -> None:
        """Raise OtherRuns or Refusal if no match with voting may begin in this venue now."""
        _check_length(length)
        await check_first_match(change.tx, person.id, venue, game, asked_at)
        await _check_room(change, venue)
        await check_use(change, "start", person.id)

    async def _begin(self, change: Change, draft: Challenge, players: tuple[Person, Person]) -> Snapshot:
        """Begin a match between two players, given in seat order."""
        snapshot = await begin_at_once(self._core, change, draft, players)
        _save_crowds(change, snapshot.match, dict.fromkeys(players, draft.venue))
        return snapshot


def _check_length(length: int) -> None:
    if length not in ROUNDS:
        raise Refusal("A vote takes an hour or a day.")


async def _check_room(change: Change, venue: Venue, server: str | None = None) -> None:
    """Raise Refusal beyond a limit on matches with voting. `server` names a server other than the person's."""
    running, limits = await change.tx.crowds.running(venue.guild_id or 0), change.limits
    here = {match_id for match_id, channel_id in running if channel_id == venue.channel_id}
    everywhere = {match_id for match_id, _ in running}
    for most, found, sentences in (
        (limits.votes_in_channel, here, FULL_CHANNEL),
        (limits.votes_in_server, everywhere, FULL_SERVER),
    ):
        if most is not None and len(found) >= most:
            raise Refusal.counted(*(sentences if server is None else FULL_ELSEWHERE), most, server=server or "")


def _save_crowds(change: Change, match: Match, venues: Mapping[Person, Venue]) -> None:
    """Store which server votes for each side of a match, and in which channel."""
    for seat, player in zip(SEATS, match.players, strict=True):
        if player.guild_id is not None:
            change.tx.crowds.save(Crowd(match.id, seat, player.guild_id, venues[player].channel_id))


def _crowd_of(venue: Venue, server: str, *, second: bool = False) -> Person:
    """Return the player that represents a venue's server, or its second team if `second` is true."""
    return crowd(_server_of(venue), server, second=second)


def _server_of(venue: Venue) -> int:
    """Return the ID of a venue's server. Raises Refusal unless it is a server that has added the bot."""
    if venue.guild_id is None or venue.guest:
        raise Refusal("Only a server that has added me can play by vote.")
    return venue.guild_id


def _seat_players(side: Side, ours: Person, theirs: Person) -> tuple[Person, Person]:
    """Return two players in seat order, given which side `ours` plays."""
    return (ours, theirs) if side == "first" else (theirs, ours)
