"""Puzzles from a server's own matches.

Once a week, the bot searches the server's matches for such a puzzle and posts it.
"""

import json
import logging
from dataclasses import dataclass

from games import RuleError
from matches.alarms import ALARM_KINDS, WEEK, Alarm
from matches.computers import Interrupted
from matches.deliveries import DELIVERY_KINDS, Delivery
from matches.errors import Refusal, Unknown
from matches.model import Match
from matches.puzzles import FIRST_MISSED, MissedPuzzle
from matches.timecontrol import DAY, HOUR
from puzzles.collection import Puzzle
from puzzles.make import PROVERS, UNDECIDED
from service.change import Change
from service.computer_turns import ComputerTurns
from service.core import Part, reading, transaction
from storage.bookkeeping import value_of
from storage.store import Tables

log = logging.getLogger(__name__)

ALARM_KINDS.declare("missed", "server", act=None)
DELIVERY_KINDS.declare("missed", "server")

A_DAY = 10_000
"""The most positions searched per day for all servers together. Each takes 0.05 s on average."""
A_SERVER = 1000
"""The most positions searched per week for one server."""
MOST_MATCHES = 50
"""The most matches searched per week for one server."""
SEARCHED_BACK = WEEK + DAY
"""How long ago a match may have ended to be searched, in seconds, even if the search was postponed by a day."""
LEASE = HOUR
"""The time after which an unfinished search is restarted, in seconds."""
SPENT = "positions searched"
"""The key of a JSON list: the day of the last search, in days since 1970, and how many positions it searched."""


@dataclass(frozen=True, slots=True)
class Search:
    """A claimed search of a server's matches."""

    lease: Alarm
    positions: int
    """The most positions to search. They already count towards the daily limit."""
    matches: list[int]


class MissedPuzzles(Part):
    """Searches finished matches for puzzles.

    To run the searches, call `until_due()` and `act()` in a loop.
    """

    @reading
    async def next_due(self, view: Tables) -> int | None:
        alarm = await view.alarms.first_search()
        return alarm.at if alarm is not None else None

    async def until_due(self) -> None:
        """Wait until a search is due, including one scheduled during the wait."""
        await self._core.until(self.next_due, "missed")

    async def act(self) -> None:
        """If a search is due, search a server's matches for a puzzle, and queue a post of any puzzle found.

        Runs only the search that has been due longest. A search that fails is repeated after an hour.
        """
        search = await self._claim()
        if search is None:
            return
        found, left = None, search.positions
        try:
            for match_id in search.matches:
                found, left = await self._search(match_id, search.lease.subject, left)
                if found is not None:
                    break
        except (Interrupted, Refusal) as error:
            log.warning("A search for puzzles is repeated in an hour: %s", error)
            return
        await self._finish(search, found, left)

    async def _search(self, match_id: int, guild_id: int, left: int) -> tuple[MissedPuzzle | None, int]:
        """Search a match backwards from its end for the longest puzzle.

        Returns the puzzle, and how many more positions may be searched. If the search solves endings, it stops where
        nothing is decided; a win in two moves may be missed at any time.
        """
        best: Puzzle | None = None
        undecided = 0
        try:
            match, boards, texts = await self._core.boards(match_id)
        except (Refusal, RuleError) as error:
            log.info("A match is not searched for puzzles: %s", error)
            return None, left
        if match.game not in PROVERS:
            return None, left
        most = UNDECIDED if PROVERS[match.game].kind == "only" else len(boards)
        for board, text in reversed(list(zip(boards, texts, strict=True))):
            if left <= 0 or undecided == most:
                break
            look = await self._core.part(ComputerTurns).thinker.look(board, text, subject=("missed", match_id))
            left -= 1
            undecided = 0 if look.decided else undecided + 1
            by_person = match.players[board.turn].level is None
            if by_person and look.puzzle is not None and (best is None or look.puzzle.plies > best.plies):
                best = look.puzzle
        return (MissedPuzzle(match_id, guild_id, best.to_line()) if best is not None else None), left

    @reading
    async def of(self, view: Tables, number: int) -> tuple[Puzzle, Match, bool]:
        """Return a puzzle, the match it was taken from, and whether both of its players have agreed to be named.

        Raises Unknown if there is no such puzzle.
        """
        missed = await find_missed(view, number)
        match = await self._core.match(view, missed.match_id)
        people = [player.id for player in match.players if player.level is None]
        named = [(await view.settings.of_player(person_id)).missed for person_id in people]
        return Puzzle.from_line(missed.puzzle), match, all(named)

    @transaction
    async def _claim(self, change: Change) -> Search | None:
        """Claim the search that has been due longest, or postpone it if today's positions are used up."""
        alarm = await change.tx.alarms.first_search()
        if alarm is None or alarm.at > change.now:
            return None
        day = change.now // DAY
        left = A_DAY - await _spent(change)
        if left <= 0:
            await change.arm("missed", alarm.subject, (day + 1) * DAY)
            return None
        granted = min(left, A_SERVER)
        _spend(change, A_DAY - left + granted)
        lease = Alarm("missed", alarm.subject, change.now + LEASE)
        await change.arm(lease.kind, lease.subject, lease.at)
        return Search(
            lease, granted, await change.tx.puzzles.to_search(alarm.subject, change.now - SEARCHED_BACK, MOST_MATCHES)
        )

    @transaction
    async def _finish(self, change: Change, search: Search, found: MissedPuzzle | None, left: int) -> None:
        """Record the end of a search, and queue a post of any puzzle found, unless it was started again."""
        if not await change.tx.alarms.take(search.lease):
            return
        _spend(change, await _spent(change) - left)
        guild_id = search.lease.subject
        channel_id = (await change.tx.settings.of_server(guild_id)).puzzle_channel
        if found is None or channel_id is None or await change.tx.matches.of(found.match_id) is None:
            return
        change.tx.puzzles.add_missed(found)
        delivery = Delivery("missed", guild_id, str(found.number), channel_id=channel_id, guild_id=guild_id)
        await change.queue(delivery)


async def find_missed(view: Tables, number: int) -> MissedPuzzle:
    """Return the stored puzzle with this number.

    Raises Unknown if the puzzle does not exist, because it was deleted together with its match.
    """
    missed = await view.puzzles.from_match(number - FIRST_MISSED)
    if missed is None:
        raise Unknown("This puzzle was deleted with its match. Use `/puzzle`.")
    return missed


async def schedule_search(change: Change, guild_id: int) -> None:
    """Schedule a search for puzzles in a server's matches, unless one is already scheduled."""
    if await change.tx.alarms.at("missed", guild_id) is None:
        await change.arm("missed", guild_id, change.now)


async def _spent(change: Change) -> int:
    """Return the number of positions that today's searches have used or reserved."""
    day, spent = value_of(await change.tx.key_values.get(SPENT), [0, 0])
    return int(spent) if day == change.now // DAY else 0


def _spend(change: Change, spent: int) -> None:
    change.tx.key_values.set(SPENT, json.dumps([change.now // DAY, max(spent, 0)]))
