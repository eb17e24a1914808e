"""An hour of a busy server as fast as the bot answers: moves in Discord, and pages that follow each of them."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from benchmarks._pairs import Running, begin, person_of
from benchmarks._seats import Seats
from benchmarks._visitors import Asked, Visitor
from games import GAMES
from sandbox import Sandbox
from service import Service

MOVES = 11_670
"""The moves of an hour: 3.2 a second. Six requests of the players' pages follow each."""
TURNS = 20
"""The moves of a match, fewer than any game can end after by chance."""
AT_A_TIME = 60
"""How many matches are played in turn, until the next ones begin."""
AT_ONCE = 4
"""How many moves are made at the same time."""


@dataclass
class Evening:
    """The matches of an hour, of all pairs in turn, and a link to the page for each person of each pair."""

    boards: Sequence[Running]
    links: Sequence[Sequence[str]]


async def prepared(service: Service, sandbox: Sandbox, moves: int = MOVES) -> Evening:
    """Enough matches for so many moves, of all games in turn, in which nobody has moved."""
    pairs, games = [Seats.new(sandbox) for _ in range(AT_A_TIME)], list(GAMES)
    boards = [
        await begin(service, pairs[number % AT_A_TIME], games[number % len(games)], 0, number)
        for number in range(moves // TURNS)
    ]
    links = [
        [await service.visits.link(person_of(player).id, int(board.code, 36)) for player in board.seats.players]
        for board in boards[:AT_A_TIME]
    ]
    return Evening(boards, links)


async def played(evening: Evening, port: int) -> AsyncIterator[None]:
    """Play all matches, AT_A_TIME in turn, with pages at this port. Yields after each of these groups."""
    free = asyncio.Semaphore(AT_ONCE)

    async def turn(board: Running, pages: Sequence[Visitor]) -> None:
        async with free:
            await board.move()
            await _followed(board, pages)

    pages = [
        [await Visitor.opened(port, 2 * number + seat, link) for seat, link in enumerate(links)]
        for number, links in enumerate(evening.links)
    ]
    for first in range(0, len(evening.boards), AT_A_TIME):
        group = evening.boards[first : first + AT_A_TIME]
        for _ in range(TURNS):
            await asyncio.gather(*map(turn, group, pages))
        yield


async def _followed(board: Running, pages: Sequence[Visitor]) -> None:
    """After a move look at the board, an earlier one and the list, and open the position in the editor."""
    path, position = f"/api/match/{board.code}", board.position.encode()
    mover, waiting = pages[board.position.turn], pages[1 - board.position.turn]
    asked = [
        (mover, Asked("GET", path)),
        (waiting, Asked("GET", f"{path}?view=1")),
        (waiting, Asked("GET", f"{path}/at/{board.position.ply // 2}")),
        (waiting, Asked("GET", f"{path}/prepared")),
        (mover, Asked("GET", "/api/matches")),
        (mover, Asked("POST", f"/api/setup/{board.game}/edit", {"position": position, "edit": "show"})),
    ]
    answers = [await page.send(each) for page, each in asked]
    if any(answer not in {200, 409} for answer in answers):
        raise RuntimeError(f"the page answered {answers}")
