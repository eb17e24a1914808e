"""Practice matches against computer players, and matches between two computer players for people to watch."""

from collections.abc import Mapping
from dataclasses import replace

from games.base import chosen_options, shorten
from language import mark
from matches.computers import FAIR_FROM, LEVELS, computer
from matches.errors import OtherRuns, Refusal, ShowRuns, Unknown
from matches.model import Challenge, Person, Side, Snapshot, Venue
from matches.openings import playable
from matches.results import end, own_end
from service.advice import check_not_playing
from service.challenges import REMATCH_BEGUN, begin_at_once, check_first_match, outside_thread
from service.change import Change, Departure, after
from service.core import Part, reading, transaction
from service.quotas import check_practice, check_use
from storage.store import Tables

NOT_PLAYED_ON = mark("You are playing this position in match #{code}, so the computer will not play it.")
"""The refusal to begin from a position that the person is currently playing against somebody."""
REMEMBERED = 50
"""How many of a person's last matches against the computer determine the level that they are offered."""
MOST_SHOWS = 5
"""The most matches between computer players that one person may have running. All of them share a few cores."""


@after("forgotten", order=260)
async def stop_shows(change: Change, departure: Departure) -> None:
    """End the matches between computer players that were started by a person whose data is being deleted."""
    for watched in await change.tx.matches.shows_of(departure.person_id):
        await change.revise(end(watched, own_end("stopped"), change.now), "stop", None)


class Practice(Part):
    @reading
    async def levels_for(self, view: Tables, person_id: int) -> Mapping[str, int]:
        """Return the computer level to offer a person in each game.

        It is one above the highest level that they have recently beaten in that game.
        """
        beaten = dict.fromkeys(self._core.games, 0)
        for match in await view.standing.newest(person_id, REMEMBERED, practice=True):
            seat = match.seat_of(person_id)
            if seat is not None and match.winner == seat:
                beaten[match.game] = max(beaten.get(match.game, 0), match.players[1 - seat].level or 0)
        return {game: min(level + 1, max(LEVELS)) for game, level in beaten.items()}

    async def level_for(self, person_id: int, game: str) -> int:
        """Return the computer level to offer a person in one game, as in `levels_for`."""
        return (await self.levels_for(person_id))[game]

    @transaction
    async def begin(
        self,
        change: Change,
        game: str,
        person: Person,
        level: int,
        venue: Venue,
        side: Side = "random",
        options: Mapping[str, str] | None = None,
        *,
        start: str = "",
        asked_at: int | None = None,
    ) -> Snapshot:
        """Begin a practice match against a computer player of this level.

        `side` is the side that the person plays.

        `options` are those that the person chose; from level FAIR_FROM on, the other options are set to even the
        chances. `start` is the code of a position, which `begin_at` checks. `asked_at` is the time at which the person
        was asked for the level. At most one match begins for each such time. The match has no clock and is not rated.

        Raises OptionError for options that the game does not have, Refusal for an invalid level and beyond the limits
        of running matches and of those begun within an hour, and OtherRuns if a match begun since `asked_at` is
        running.
        """
        await check_first_match(change.tx, person.id, venue, game, asked_at)
        draft = Challenge(game, options or {}, person, None, side, venue, start=start)
        return await self._begin(change, draft, level)

    async def begin_at(
        self,
        game: str,
        person: Person,
        level: int,
        venue: Venue,
        start: str,
        side: Side = "random",
        *,
        asked_at: int | None = None,
    ) -> Snapshot:
        """Begin a practice match from a position, given as a code that also determines the options.

        Raises the errors of `begin`, and Refusal if the person is currently playing the same board against somebody.
        """
        position = playable(self._core.games[game], start)
        await check_not_playing(self._core, position, person.id, NOT_PLAYED_ON)
        return await self.begin(game, person, level, venue, side, position.chosen, start=start, asked_at=asked_at)

    async def rematch(self, match_id: int, person: Person, level: int, venue: Venue) -> Snapshot:
        """Begin a rematch of a finished practice match, with the sides swapped and a computer player of `level`.

        The rematch has the options that this person chose for the first match; the level decides the others. A rematch
        begun in the match's thread is shown in the channel, where it can get its own thread. Raises Refusal as
        `begin_at` does, and OtherRuns while another rematch of the match is running.
        """
        async with self._core.store.read() as view:
            match = await self._core.match(view, match_id)
        if match.start:
            position = playable(self._core.games[match.game], match.start)
            await check_not_playing(self._core, position, person.id, NOT_PLAYED_ON)
        return await self._rematch(match_id, person, level, venue)

    @transaction
    async def _rematch(self, change: Change, match_id: int, person: Person, level: int, venue: Venue) -> Snapshot:
        match = await self._core.match(change.tx, match_id)
        seat = match.seat_of(person.id)
        if seat is None or not match.practice:
            raise Refusal(
                "You did not play in match #{code}. Start your own with `/{game} practice`.",
                code=match.code,
                game=self._core.games[match.game].info.command,
            )
        if not match.over:
            raise Refusal("Match #{code} is not over yet.", code=match.code)
        for begun in await change.tx.challenges.rematches(match_id):
            if not (await self._core.match(change.tx, begun.id)).over:
                raise OtherRuns(REMATCH_BEGUN, match_id=begun.id, code=begun.code)
        side: Side = "second" if seat == 0 else "first"
        chosen = (await self._core.challenge(change.tx, match_id)).options
        venue = await outside_thread(change, match_id, venue)
        draft = Challenge(match.game, chosen, person, None, side, venue, rematch_of=match.id, start=match.start)
        return await self._begin(change, draft, level)

    @transaction
    async def show(
        self,
        change: Change,
        game: str,
        person: Person,
        levels: tuple[int, int],
        venue: Venue,
        options: Mapping[str, str] | None = None,
    ) -> Snapshot:
        """Begin a match between two computer players, with `levels` in seat order, for people to watch.

        A move is made every PACE seconds. `options` are as in `begin`; the others are set to even the chances if both
        levels are at least FAIR_FROM. Raises ShowRuns if such a match is running in the channel or the person has
        MOST_SHOWS running, Refusal if the bot is a guest, for invalid levels and beyond the limit of matches begun
        within an hour, and OptionError for options that the game does not have.
        """
        if venue.guest:
            raise Refusal("I cannot post here on my own. Watch computer matches in a server that has added me.")
        if shown := await change.tx.matches.shows_in(venue.channel_id):
            message = mark("Computer match #{code} is already running here. Stop it first.")
            raise ShowRuns(message, match_id=shown[0].id, code=shown[0].code)
        if len(begun := await change.tx.matches.shows_of(person.id)) >= MOST_SHOWS:
            message = mark("You have {number} computer matches running. Stop one first, such as #{code}.")
            raise ShowRuns(message, match_id=begun[0].id, number=len(begun), code=begun[0].code)
        _check_levels(*levels)
        players = (computer(levels[0]), computer(levels[1], second=True))
        return await self._seat(change, Challenge(game, options or {}, person, players[0], "first", venue), players)

    @transaction
    async def stop(self, change: Change, match_id: int, person_id: int, *, allowed: bool = False) -> Snapshot:
        """End a match between computer players without a result.

        Raises Refusal if this person did not start the match, unless `allowed` is true.
        """
        match = await self._core.match(change.tx, match_id)
        began = (await self._core.challenge(change.tx, match_id)).challenger
        if not match.watched:
            raise Refusal("Match #{code} is not a computer match.", code=match.code)
        if match.over:
            raise Refusal("Match #{code} is already over.", code=match.code)
        if began.id != person_id and not allowed:
            raise Refusal(
                "Only {name}, who started it, and people who can manage messages can stop it.", name=began.name
            )
        return await change.revise_beside_board(end(match, own_end("stopped"), change.now), "stop", None)

    @transaction
    async def stop_deleted(self, change: Change, match_id: int) -> None:
        """End a match between computer players because its message was deleted, and cancel its queued boards."""
        match = await self._core.match(change.tx, match_id)
        if not match.watched:
            return
        for place in await change.tx.places.of(match_id):
            await change.tx.places.remove(match_id, place.channel_id)
            await change.tx.outbox.forget("board", match_id, place.channel_id)
        if not match.over:
            await change.revise(end(match, own_end("stopped"), change.now), "stop", None)

    async def _begin(self, change: Change, draft: Challenge, level: int) -> Snapshot:
        """Begin a match against a computer player of this level, based on `draft`, a challenge with no opponent yet."""
        _check_levels(level)
        person = draft.challenger
        await check_practice(change.tx, change.limits, person.id)
        opponent, side = computer(level), self._core.choose_side(draft.side)
        players = (person, opponent) if side == "first" else (opponent, person)
        return await self._seat(change, replace(draft, opponent=opponent, side=side), players)

    async def _seat(self, change: Change, draft: Challenge, players: tuple[Person, Person]) -> Snapshot:
        """Begin a match between two players, given in seat order.

        Its challenge, which is never shown, records only the chosen options, for a rematch; the match has all options.
        """
        if draft.game not in self._core.games:
            raise Unknown("There is no game “{game}” here.", game=shorten(draft.game))
        await check_use(change, "start", draft.challenger.id)
        info, options = self._core.games[draft.game].info, draft.options
        weakest = min(player.level for player in players if player.level is not None)
        complete = chosen_options(info, {**info.fair, **options} if weakest >= FAIR_FROM else options)
        return await begin_at_once(self._core, change, draft, players, complete)


def _check_levels(*levels: int) -> None:
    """Raise Refusal if a level is invalid."""
    if not set(levels) <= LEVELS.keys():
        raise Refusal("Choose a level from 1 to {most}.", most=max(LEVELS))
