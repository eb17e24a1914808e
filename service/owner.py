"""What the bot's owner can do: see statistics, inspect or repair a match, and make the bot leave a server."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from matches.alarms import Alarm
from matches.deliveries import Delivery
from matches.errors import Refusal
from matches.model import Match, Place
from matches.results import end
from service.boards import show_board
from service.change import Change
from service.core import Part, reads, transaction
from service.places import Places


@dataclass(frozen=True, slots=True)
class Inspection:
    """A match with everything that depends on it."""

    match: Match
    places: Sequence[Place]
    queued: Sequence[Delivery]
    """The deliveries about the match that are still queued."""
    alarms: Sequence[Alarm]
    fault: Refusal | None
    """Why the moves cannot be replayed, or how the match contradicts them; None if there is no fault."""


class Owner(Part):
    """Carries out what the bot's owner asks for.

    Callers must make sure that the person is the owner.
    """

    census = reads(lambda view: view.survey.census)

    async def inspect(self, match_id: int) -> Inspection:
        """Replay a match's moves and return a report on the match.

        Raises NoMatch if the match does not exist.
        """
        async with self._core.store.read() as view:
            match = await self._core.match(view, match_id)
            places = await view.places.of(match_id)
            queued = await view.outbox.about_match(match_id)
            alarms = await view.alarms.of_match(match_id)
            plies = await view.plies.of(match_id)
        try:
            position = (await self._core.replays.replay(match, plies)).position
        except Refusal as refusal:
            return Inspection(match, places, queued, alarms, refusal)
        fault = None
        if not match.over and (match.ply, match.turn) != (position.ply, position.turn):
            fault = Refusal(
                "The match has {said} moves stored, but its move list has {found}.", said=match.ply, found=position.ply
            )
        elif not match.over and position.result() is not None:
            fault = Refusal("Its moves end the game, but it is stored as running.")
        return Inspection(match, places, queued, alarms, fault)

    async def repair(self, match_id: int) -> Match:
        """Repair a match: replay its moves, reset its alarms, and repost its board in all its places.

        Ends the match if the moves end it. Raises NoMatch, and Refusal if the moves cannot be replayed.
        """
        self._core.replays.drop(match_id)
        return await self._repair(match_id)

    @transaction
    async def _repair(self, change: Change, match_id: int) -> Match:
        match = await self._core.match(change.tx, match_id)
        if match.over:
            await show_board(change, match, about="quiet", claimed=False)
            return match
        plies = await change.tx.plies.of(match_id)
        position = change.snapshot(match, len(plies)).position
        if position.ply != match.ply:
            await change.tx.conditions.clear(match_id)
        repaired = replace(match, ply=position.ply, turn=position.turn)
        result = position.result()
        if result is not None:
            repaired = end(repaired, result, change.now)
        return await change.revise(repaired, "repair", None)

    running_in = reads(lambda view: view.survey.running_in)

    async def leave_server(self, guild_id: int) -> int:
        """Stop showing matches in a server, because the bot has left it.

        Returns how many matches are no longer shown anywhere. Their players are notified as if the channels had been
        deleted.
        """
        async with self._core.store.read() as view:
            channels = await view.survey.channels_in(guild_id)
        remove = self._core.part(Places).remove_lost
        return sum([len(await remove(channel_id, by_vote=True)) for channel_id in channels])
