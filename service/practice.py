"""Matches against computer players, and matches that they play for show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.base import chosen_options, shorten
from language import Sentence
from matches.computers import LEVELS, computer
from matches.errors import Refusal, Unknown
from matches.records import Challenge
from service.challenges import SIDES, first_snapshot
from service.core import Part, transaction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matches.records import Match, Person, Side, Snapshot, Venue
    from service.change import Change

MOST_RUNNING = 20
"""Running matches against the computer that one person may have."""


class Practice(Part):
    """The part of the service that seats computer players."""

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
    ) -> Snapshot:
        """Begin a match of this person against the computer player of a level; `side` is the person's.

        It has no clock and is not rated. Raises OptionError for options that the game does not have, and Refusal for
        a level that does not exist and for too many running matches.
        """
        return await self._begin(change, game, person, level, venue, side, options or {})

    @transaction
    async def again(self, change: Change, match_id: int, person: Person, level: int, venue: Venue) -> Snapshot:
        """Begin another match like this one, which is over, with sides swapped, at this level. Raises Refusal."""
        match = await self._core.match(change.tx, match_id)
        seat = match.seat_of(person.id)
        if seat is None or not match.practice:
            raise Refusal(
                "You did not play in match #{code}: begin a match of your own with `/{game} practice`.",
                code=match.code,
                game=match.game.replace("_", "-"),
            )
        if not match.over:
            raise Refusal("Match #{code} is not over yet.", code=match.code)
        side: Side = "second" if seat == 0 else "first"
        return await self._begin(change, match.game, person, level, venue, side, match.options, match.id)

    async def _begin(
        self,
        change: Change,
        game: str,
        person: Person,
        level: int,
        venue: Venue,
        side: Side,
        options: Mapping[str, str],
        rematch_of: int | None = None,
    ) -> Snapshot:
        if level not in LEVELS:
            raise Refusal("There are levels 1 to {most}.", most=max(LEVELS))
        running: list[Match] = await change.tx.matches.running_of(person.id)
        if sum(match.practice for match in running) >= MOST_RUNNING:
            raise Refusal(
                Sentence(
                    "You have {count} running match against the computer: finish or abort it first.",
                    {"count": MOST_RUNNING},
                    "You have {count} running matches against the computer: finish or abort one of them first.",
                )
            )
        drawn = self._core.chance.choice(SIDES) if side == "random" else side
        opponent = computer(level)
        players = (person, opponent) if drawn == "first" else (opponent, person)
        return await self._seat(change, game, person, players, venue, drawn, options, rematch_of)

    async def _seat(
        self,
        change: Change,
        game: str,
        person: Person,
        players: tuple[Person, Person],
        venue: Venue,
        side: Side,
        options: Mapping[str, str],
        rematch_of: int | None = None,
    ) -> Snapshot:
        """Write down a match that this person began. Its challenge, which nobody ever sees, is accepted already."""
        if game not in self._core.games:
            raise Unknown("There is no game “{game}” here.", game=shorten(game))
        for one in {person, *players}:
            await change.tx.people.remember(one)
        accepted = await change.tx.challenges.add(
            Challenge(
                id=0,
                game=game,
                options=chosen_options(self._core.games[game].info, options),
                challenger=person,
                opponent=next(player for player in players if player.id != person.id),
                side=side,
                venue=venue,
                message_id=None,
                status="accepted",
                created_at=change.now,
                expires_at=change.now,
                rematch_of=rematch_of,
            )
        )
        snapshot = first_snapshot(self._core, accepted, players, change.now)
        await change.begin(snapshot.match, person.id, venue, None)
        change.snapshots.append(snapshot)
        return snapshot
