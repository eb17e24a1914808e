"""Challenges, from the invitation until they are accepted, declined or otherwise closed."""

from collections.abc import Mapping
from dataclasses import replace

from games.base import chosen_options, shorten
from language import Sentence, is_blank, mark
from matches.alarms import MEANWHILE, Alarm
from matches.deliveries import DELIVERY_KINDS, Delivery
from matches.errors import AlreadyPosted, NoChallenge, OtherRuns, OwnChallenge, Refusal, Settled, Unknown
from matches.model import LAST_COMPUTER, Challenge, ChallengeStatus, Person, Side, Snapshot, Venue
from matches.openings import begins, opening, playable
from matches.snapshots import bare_snapshot
from matches.timecontrol import TimeControl
from service.blocks import check_blocks
from service.boards import show_board
from service.change import Change, Departure, after
from service.core import Core, Part, alarm, reading, reads, transaction
from service.play import start_turn
from service.quotas import check_challenge, check_matches
from storage.store import Tables

DELIVERY_KINDS.declare("answer", "challenge")

REMATCH_BEGUN = mark("The rematch has already started: match #{code}.")
LONGEST_NOTE = 200
"""The most characters in a challenge's note."""


@after("forgotten", "banned", order=210)
async def close_open(change: Change, departure: Departure) -> None:
    """Close a person's open challenges."""
    for challenge in await change.tx.challenges.open_of(departure.person_id):
        if departure.concerns(challenge.venue.guild_id):
            await change.close(challenge, departure.person_id)


class Challenges(Part):
    """Challenges and rematches between people."""

    @transaction
    async def invite(
        self,
        change: Change,
        game: str,
        challenger: Person,
        opponent: Person | None,
        venue: Venue,
        side: Side = "random",
        options: Mapping[str, str] | None = None,
        *,
        clock: TimeControl | None = None,
        rated: bool | None = None,
        note: str = "",
        start: str = "",
        asked_at: int | None = None,
    ) -> Challenge:
        """Challenge `opponent`, or anyone if `opponent` is None.

        `side` is the side that the challenger plays.

        `start` is the code of a set-up position, which decides the options. Such a match is never rated, nor is one
        with unusual options. For any other, `rated=None` leaves the choice to the server's setting; outside servers, it
        is rated. The server's setting also decides when the challenge expires.

        `asked_at` is the time at which a page offered the challenge. At most one challenge is made for each such time.

        Raises OptionError for options that the game does not have. Raises Refusal if the person challenges themselves,
        for a second challenge since `asked_at`, if either has blocked the other or the opponent is banned there, for
        both sides in a game that does not offer them, for a note that is too long, and beyond the limits.
        """
        if game not in self._core.games:
            raise Unknown("There is no game “{game}” here.", game=shorten(game))
        if opponent is not None and opponent.id == challenger.id:
            raise Refusal("You cannot challenge yourself. Choose somebody else.")
        if len(note) > LONGEST_NOTE:
            raise Refusal(
                "A note has at most {most} characters; yours has {length}.", most=LONGEST_NOTE, length=len(note)
            )
        info = self._core.games[game].info
        if side == "both" and not info.both_sides:
            raise Refusal("{game} does not offer both sides at once. Choose a side.", game=Sentence(info.name))
        if start:
            options = playable(self._core.games[game], start).chosen
        options = chosen_options(info, options or {})
        if start or not info.ratable(options):
            if rated:
                raise Refusal("Only the standard game can be rated. Leave out the other options or `rated`.")
            rated = False
        if asked_at is not None:
            await _check_first(change.tx, challenger, game, asked_at)
        draft = Challenge(
            game=game,
            options=options,
            challenger=challenger,
            opponent=opponent,
            side=side,
            venue=venue,
            clock=clock,
            rated=(await change.tx.settings.of_server(venue.guild_id)).rates if rated is None else rated,
            note="" if is_blank(note) else note,
            start=start,
        )
        return await add_challenge(change, draft)

    @reading
    async def of(self, view: Tables, challenge_id: int) -> Challenge:
        """Return the challenge with this ID, or raise Unknown if there is none."""
        return await self._core.challenge(view, challenge_id)

    async def waiting(self, challenge_id: int, person_id: int) -> Challenge:
        """Return an open challenge made by this person.

        Raises Settled if the challenge is closed, and Refusal if somebody else made it.
        """
        challenge = await self.of(challenge_id)
        check_open(challenge, self._core.clock.now())
        if person_id != challenge.challenger.id:
            raise Refusal(
                "Only {name} can play the computer while this challenge is open. Accept it, or use `/{game} practice`.",
                name=challenge.challenger.name,
                game=challenge.game.replace("_", "-"),
            )
        return challenge

    open_of = reads(lambda view: view.challenges.open_of)

    @transaction
    async def accept(
        self, change: Change, challenge_id: int, person: Person, *, other_venue: Venue | None = None
    ) -> Snapshot:
        """Accept a challenge and begin its match.

        For a challenge sent by direct message, `other_venue` is where the challenger sees the match. Raises Settled if
        the challenge is closed, and Refusal if this person may not accept it.
        """
        challenge = await self._core.challenge(change.tx, challenge_id)
        return await self._accept(change, challenge, person, other_venue)

    @transaction
    async def decline(self, change: Change, challenge_id: int, person_id: int) -> Challenge:
        """Decline a challenge.

        Raises Settled if the challenge is closed, and Refusal if it was not addressed to this person.
        """
        challenge = await self._core.challenge(change.tx, challenge_id)
        check_open(challenge, change.now)
        _check_invited(challenge, person_id)
        if person_id == challenge.challenger.id:
            raise OwnChallenge(challenge.id)
        if challenge.opponent is None:
            raise Refusal("This challenge is open to anyone, so you do not need to decline it.")
        await change.pings.reset(challenge.challenger.id, person_id)
        if challenge.venue.direct:  # the challenger cannot see the challenge's message there
            await change.queue(Delivery("answer", challenge.id, person_id=challenge.challenger.id))
        return await change.settle(challenge, "declined")

    @transaction
    async def withdraw(self, change: Change, challenge_id: int, person_id: int) -> Challenge:
        """Withdraw a challenge.

        Raises Settled if the challenge is closed, and Refusal if somebody else made it.
        """
        challenge = await self._core.challenge(change.tx, challenge_id)
        check_open(challenge, change.now)
        if person_id != challenge.challenger.id:
            raise Refusal("Only {name} can withdraw this challenge.", name=challenge.challenger.name)
        return await change.settle(challenge, "withdrawn")

    @transaction
    async def rematch(
        self, change: Change, match_id: int, person: Person, venue: Venue, *, other_venue: Venue | None = None
    ) -> Challenge | Snapshot:
        """Challenge the opponent to a rematch with the sides swapped.

        If the opponent has already made such a challenge, accept it.

        `other_venue` is as in `accept`. A rematch proposed in the match's thread is shown in the channel, where the new
        match can get its own thread. Raises OtherRuns if the rematch has begun. Raises Refusal while this match is
        running, for anybody who did not play in it, and if this player has already asked.
        """
        match = await self._core.match(change.tx, match_id)
        seat = match.seat_of(person.id)
        if seat is None:
            raise Refusal("You did not play in match #{code}. Use `/play` to start your own match.", code=match.code)
        if not match.over:
            raise Refusal("Match #{code} is not over yet.", code=match.code)
        if match.practice:
            raise Refusal("Match #{code} was against the computer. Use `/play` to start another one.", code=match.code)
        if match.by_vote:
            raise Refusal("Match #{code} was decided by votes. Use `/play` to start another one.", code=match.code)
        for asked in await change.tx.challenges.rematches(match_id):
            if asked.status == "accepted":
                raise OtherRuns(REMATCH_BEGUN, match_id=asked.id, code=asked.code)
            if asked.status == "open" and change.now < asked.expires_at:
                if asked.challenger.id == person.id:
                    name = match.players[1 - seat].name
                    raise Refusal("You have already asked {name} for a rematch.", name=name)
                return await self._accept(change, asked, person, other_venue)
        venue = await outside_thread(change, match_id, venue)
        before = await self._core.challenge(change.tx, match_id)
        draft = replace(
            before,
            challenger=person,
            opponent=match.players[1 - seat],
            side="second" if seat == 0 else "first",
            venue=venue,
            message_id=None,
            status="open",
            rated=before.rated and self._core.games[before.game].info.ratable(before.options),
            note="",
            rematch_of=match_id,
        )
        return await add_challenge(change, draft)

    async def _accept(
        self, change: Change, challenge: Challenge, person: Person, other_venue: Venue | None
    ) -> Snapshot:
        check_open(challenge, change.now)
        _check_invited(challenge, person.id)
        if person.id == challenge.challenger.id:
            raise OwnChallenge(challenge.id)
        await check_blocks(change.tx, person, challenge.challenger, challenge.venue.guild_id)
        await check_matches(change, person, challenge.challenger)
        await change.tx.people.save(person)
        await change.pings.reset(challenge.challenger.id, person.id)
        side: Side = "first" if challenge.side == "both" else self._core.choose_side(challenge.side)
        accepted = await change.settle(replace(challenge, opponent=person, side=side), "accepted")
        if challenge.side == "both":
            twin = await change.tx.challenges.add(replace(accepted, side="second", message_id=None))
            begun = await self._begin(change, twin, person, other_venue)
            await check_matches(change, person, challenge.challenger)
            await show_board(change, begun.match, claimed=False)  # the answer shows only the other board
        return await self._begin(change, accepted, person, other_venue)

    async def _begin(self, change: Change, accepted: Challenge, person: Person, other_venue: Venue | None) -> Snapshot:
        """Begin the match for a challenge accepted by `person`, with the sides already decided."""
        challenger = accepted.challenger
        players = (challenger, person) if accepted.side == "first" else (person, challenger)
        return await begin_match(self._core, change, accepted, players, person.id, other_venue)


async def begin_at_once(
    core: Core,
    change: Change,
    draft: Challenge,
    players: tuple[Person, Person],
    options: Mapping[str, str] | None = None,
) -> Snapshot:
    """Begin a match between two players without asking either of them.

    `players` are in seat order. The match's challenge is stored as accepted, and is never shown. If `options` are
    given, they replace those of the draft.
    """
    for person in {draft.challenger, *players}:
        await change.tx.people.save(person)
    accepted = await change.tx.challenges.add(
        replace(draft, status="accepted", created_at=change.now, expires_at=change.now)
    )
    change.awaited = True
    begun = accepted if options is None else replace(accepted, options=options)
    return await begin_match(core, change, begun, players, draft.challenger.id)


async def begin_match(
    core: Core,
    change: Change,
    accepted: Challenge,
    players: tuple[Person, Person],
    person_id: int,
    other_venue: Venue | None = None,
    *,
    elsewhere: Venue | None = None,
) -> Snapshot:
    """Begin the match for an accepted challenge, and show its board.

    `players` are in seat order. A match between servers is also shown in the channel `elsewhere`.
    """
    snapshot = first_snapshot(core, accepted, players, change.now)
    snapshot = replace(snapshot, match=await start_turn(change, snapshot.match))
    thread_id = None if snapshot.match.watched else await thread_in(change, accepted.venue, accepted.message_id)
    others = [] if elsewhere is None else [(elsewhere, await thread_in(change, elsewhere))]
    await change.begin(snapshot.match, person_id, accepted.venue, other_venue, thread_id, elsewhere=others)
    change.snapshots.append(snapshot)
    return snapshot


def first_snapshot(core: Core, challenge: Challenge, players: tuple[Person, Person], now: int) -> Snapshot:
    """Return the match that results from a challenge, together with its first board.

    `players` are in seat order.
    """
    clock = challenge.clock
    snapshot = bare_snapshot(opening(core.games[challenge.game], challenge.options, challenge.start))
    match = replace(
        snapshot.match,
        id=challenge.id,
        options=challenge.options,
        players=players,
        rev=1,
        board_rev=1,
        ply=0,
        created_at=now,
        moved_at=now,
        rated=challenge.rated,
        clock=clock,
        left=(clock.start, clock.start) if clock else None,
        start=challenge.start,
    )
    return replace(snapshot, match=match)


async def withdraw_outdated(change: Change, core: Core) -> None:
    """Withdraw open challenges whose custom starting positions the current rules do not allow."""
    for challenge in await change.tx.challenges.open_set_up():
        if challenge.game in core.games and not begins(core.games[challenge.game], challenge.start):
            await change.settle(challenge, "withdrawn", claimed=False)


@alarm("challenge", "challenge")
async def expire(core: Core, change: Change, due: Alarm) -> None:
    challenge = await core.challenge(change.tx, due.subject)
    if challenge.status == "open":
        await change.settle(challenge, "expired", claimed=False)


@alarm("meanwhile", "challenge")
async def offer_computer(core: Core, change: Change, due: Alarm) -> None:
    """Offer the challenger a match against the computer if nobody has responded to the challenge."""
    challenge = await core.challenge(change.tx, due.subject)
    if challenge.status == "open":
        await change.show_challenge(challenge, claimed=False)


async def _check_first(tx: Tables, challenger: Person, game: str, since: int) -> None:
    """Raise AlreadyPosted if a challenge that this person posted in this game at or after `since` is still open."""
    for made in await tx.challenges.open_of(challenger.id):
        if made.challenger.id == challenger.id and made.game == game and made.created_at >= since:
            raise AlreadyPosted(made.id, made.code)


async def check_first_match(tx: Tables, person_id: int, venue: Venue, game: str, since: int | None) -> None:
    """Raise OtherRuns if a match that this person started in this venue at or after `since` is still running.

    Only matches that nobody else needed to accept are considered.

    `since` is when a page offered to begin a match. If it is None, there was no page, so nothing is checked.
    """
    if since is not None and (begun := await tx.matches.begun_since(person_id, venue.channel_id, game, since)):
        message = mark("You have already started match #{code}. Continue there, or use `/play` to start another one.")
        raise OtherRuns(message, match_id=begun[0].id, code=begun[0].code)


async def add_challenge(change: Change, draft: Challenge) -> Challenge:
    """Store a challenge and show it.

    The challenge expires after the time that its server has set for challenges.
    """
    tx, challenger, opponent = change.tx, draft.challenger, draft.opponent
    await tx.people.save(challenger)
    if opponent is not None and opponent.id < LAST_COMPUTER:
        raise Refusal("Your opponent no longer uses Tidepool. Challenge someone else.")
    if opponent is not None:
        await check_blocks(tx, challenger, opponent, draft.venue.guild_id)
        await tx.people.save(opponent)
    await check_challenge(change, draft)
    if opponent is not None:
        await change.pings.by_challenge(challenger.id, opponent)
    lifetime = (await tx.settings.of_server(draft.venue.guild_id)).challenge_lifetime
    expires_at = change.now + lifetime
    challenge = await tx.challenges.add(replace(draft, created_at=change.now, expires_at=expires_at))
    await change.arm("challenge", challenge.id, expires_at)
    if challenge.opponent is None and not challenge.venue.guest and not challenge.invitation:
        await change.arm("meanwhile", challenge.id, change.now + MEANWHILE)
    await change.show_challenge(challenge)
    return challenge


async def thread_in(change: Change, venue: Venue, message_id: int | None = None) -> int | None:
    """Return the ID of the thread in which a match will be shown.

    The thread's ID is the ID of the message that starts the thread. Without a message, the thread starts at the first
    board, and the channel's ID is returned. Returns None if the server wants no threads, and in another match's thread,
    where this match stays.
    """
    if venue.guild_id is None or venue.guest:
        return None
    server = await change.tx.settings.of_server(venue.guild_id)
    if server.place != "thread":
        return None
    if message_id is not None:
        return message_id
    return None if await change.tx.places.is_thread(venue.channel_id) else venue.channel_id


async def outside_thread(change: Change, match_id: int, venue: Venue) -> Venue:
    """Return the venue for a match's rematch.

    This is `venue` unless `venue` is the match's thread. In that case, it is the channel to which the thread belongs.
    """
    for place in await change.tx.places.of(match_id):
        if place.channel_id == venue.channel_id and place.thread_of is not None:
            return replace(venue, channel_id=place.thread_of)
    return venue


def check_open(challenge: Challenge, now: int) -> None:
    """Raise Settled if a challenge is no longer open."""
    status = "expired" if challenge.status == "open" and now >= challenge.expires_at else challenge.status
    if status != "open":
        opponent = challenge.opponent.name if challenge.opponent else ""
        if challenge.invitation and status == "withdrawn":  # the other server does not learn the moderator's name
            raise Settled("This challenge has been withdrawn.")
        raise Settled(_SETTLED[status], challenger=challenge.challenger.name, opponent=opponent)


_SETTLED: Mapping[ChallengeStatus, str] = {
    "accepted": mark("{opponent} has already accepted this challenge."),
    "declined": mark("{opponent} has already declined this challenge."),
    "withdrawn": mark("{challenger} has withdrawn this challenge."),
    "expired": mark("This challenge has expired."),
}


def _check_invited(challenge: Challenge, person_id: int) -> None:
    if challenge.invitation:
        raise NoChallenge(challenge.code)
    if challenge.opponent is not None and person_id not in {challenge.opponent.id, challenge.challenger.id}:
        raise Refusal("This challenge is for {name}.", name=challenge.opponent.name)
