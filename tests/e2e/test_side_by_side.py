"""A worker of the release before and a worker of this release share a database with the newest tables, during play."""

import re
from pathlib import Path
from typing import Any

import pytest

from games import GAMES, Position
from sandbox import BotProcess
from storage.sqlite.files import newest_format
from tests.e2e.rooms import Match, Room
from tests.soak.ledger import Ledger
from tests.support import postgres
from tests.support.releases import ROOT, last_program_of, with_history
from tests.support.workers import beginning, boards, send_to, syncs, working

pytestmark = [pytest.mark.long, with_history]

PAGES = ("/matches", "/settings", "/notifications", "/vacation", "/profile")


async def begun_across(room: Room, one: BotProcess, other: BotProcess) -> Match:
    """A match whose challenge one worker posts and whose acceptance the other one handles."""
    send_to(room.sandbox, one)
    post = await room.public(await room.carol.slash("/squalma challenge", opponent=room.bob.user.id, side="first"))
    send_to(room.sandbox, other)
    began = await room.public(await room.bob.click(post, "Accept"))
    found = re.search(r"#(\w{4,})", began.text)
    assert found, began.text
    return Match(room, "/squalma", found[1], (room.carol, room.bob))


async def played_across(match: Match, position: Position[Any], moves: list[str], *workers: BotProcess) -> Position[Any]:
    """Let the workers handle moves in turn. Before every other move, one opens a picker below the other's post."""
    for number, text in enumerate(moves):
        send_to(match.room.sandbox, workers[number % len(workers)])
        if number % 2:
            picker = await match.seats[position.turn].click(match.posts()[-1], "Move")
            assert picker.private, picker
        position = await match.replay(position, [text])
    return position


async def test_an_update_and_the_way_back_one_worker_after_the_other(postgres_server: str, tmp_path: Path) -> None:
    """The workers are both of the release before, one of each, both of this release, and the same back again."""
    address = postgres.fresh(postgres_server)
    now = ROOT / "bot.py"
    before = last_program_of(newest_format() - 1, tmp_path / "before", version="0.0.1")
    moves, position = beginning(20), GAMES["konane"].start()
    async with working(address, 2, program=before) as (sandbox, workers):
        one, other = workers
        room = Room.new(sandbox, one)
        match = await room.match("konane", clock="3d")
        played = 0
        for updated, program in ((None, before), (one, now), (other, now), (one, before), (other, before)):
            if updated is not None:
                send_to(sandbox, *(worker for worker in workers if worker is not updated))
                assert await updated.stop() == 0
                updated.program = program
                await updated.start()
            position = await played_across(match, position, moves[played : played + 4], one, other)
            played += 4
            across = await begun_across(room, one, other)
            await across.replay(GAMES["squalma"].start(), [_first("squalma")])
            for worker in workers:
                send_to(sandbox, worker)
                for page in PAGES:
                    assert (await room.alice.slash(page)).private, page
            resigned = await room.carol.slash("/squalma resign", match=across.name)
            send_to(sandbox, one)
            await room.carol.click(resigned, resigned.buttons[0].label)
        assert syncs(sandbox) <= 2, "once by each release, and no more when the older one leads again"
        assert set(boards(room).values()) == {1}
        assert " ERROR " not in one.errors + other.errors
        ledger = Ledger(address)
        (running,) = ledger.running()
        assert ledger.position(running) == position
        assert len(ledger.ended()) == 5
        ledger.close()


def _first(game: str) -> str:
    position = GAMES[game].start()
    return position.format(position.legal_moves()[0])
