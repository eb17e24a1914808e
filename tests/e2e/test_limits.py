"""With the usual limits nobody is pinged more than six times an hour without answering, and moves are still shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox import Sandbox
from tests.e2e.rooms import Room, refusal
from tests.support.patience import PatientBot

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.rooms import Match


async def move_and_back(match: Match) -> None:
    """The first player moves, and takes back the move at once."""
    assert not (await match.move(0, "d5")).private
    taken = await match.seats[0].slash("/match takeback", match=match.name)
    assert not taken.private


async def test_a_player_who_does_not_answer_is_pinged_six_times_an_hour_and_no_move_is_refused(tmp_path: Path) -> None:
    async with Sandbox() as sandbox, PatientBot(sandbox, tmp_path / "tidepool.sqlite3") as bot:
        room = Room.new(sandbox, bot)
        match = await room.match()
        alone = room.bob.at(None)

        def pings() -> int:
            """How often Bob has been pinged since his last act, in the channel and directly."""
            messages = [*room.bob.messages(), *alone.messages()]
            return sum(room.bob.user.id in message.pinged for message in messages if message.id > begun)

        begun = (await match.post(1)).id
        for n in range(1, 9):
            await move_and_back(match)
            assert pings() == min(n, 6)
        for command in ("/match abort", "/konane resign"):
            assert "limit" not in (await room.alice.slash(command, match=match.name)).content
        told = refusal(await room.alice.slash("/konane challenge", opponent=room.bob.user.id))
        assert f"{room.bob.user.global_name} has been pinged 6 times within an hour" in told
        assert "try again in" in told
        await match.move(0, "d5")
        assert pings() == 6
        await match.move(1, "d4")
        begun = (await match.post()).id
        await match.move(0, "d7-d5")
        assert pings() == 1, "Bob has acted"
        for _ in range(20):
            await room.alice.slash("/match bump", match=match.name)
        assert "bumped 20 boards within an hour" in refusal(await room.alice.slash("/match bump", match=match.name))
        assert pings() == 1
