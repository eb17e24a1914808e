"""Discord refuses whatever the bot asks, or tells it to wait for a time that is none: nobody sees more than a sentence.

All commands and controls are used meanwhile. Nothing of that is an error that the log tells with a traceback, nothing
hangs, and the bot goes on when Discord answers again.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from games import GAMES
from sandbox import BotProcess, Sandbox, State
from tests.e2e.rooms import Room
from tests.support.everything import Acts
from tests.support.patience import PatientBot, patience
from tests.support.samples import one_of
from tests.support.workers import beginning

ALWAYS = 1_000_000
AT_ONCE = 10
PATIENCE = 3.0
"""Seconds for which the sandbox waits for answers that cannot come."""
FIRST = "/callback"
"""The paths of the first answers to interactions."""
OTHERS = r"^(?!.*/callback)"
"""The paths of all other requests."""
REFUSALS: dict[str, dict[str, Any]] = {
    "forbidden": {"status": 403},
    "not found": {"status": 404},
    "wait, without a time": {"status": 429, "retry_after": None},
    "wait for less than nothing": {"status": 429, "retry_after": -1},
    "wait for no number": {"status": 429, "retry_after": float("nan")},
    "wait for ever": {"status": 429, "retry_after": 1e300},
    "wait for a word": {"status": 429, "retry_after": "soon"},
}


async def use_everything(room: Room, how: dict[str, Any], path: str) -> None:
    """Let Alice do everything that she can while Discord refuses the requests that fit."""
    match = await room.match("konane", clock="3d")
    moves = beginning(3)
    await match.replay(GAMES["konane"].start(), moves[:2])
    acts = Acts(room, match, moves[2])
    await acts.prepare(match)
    things = list(acts.all())
    room.sandbox.trouble.fail_next(ALWAYS, path=path, **how)
    with patience(room.sandbox, PATIENCE):
        for start in range(0, len(things), AT_ONCE):
            await asyncio.gather(*(act() for _, act in things[start : start + AT_ONCE]))
    room.sandbox.trouble.clear()


@pytest.mark.long
@pytest.mark.parametrize("path", [FIRST, OTHERS], ids=["answers", "everything else"])
@pytest.mark.parametrize("how", REFUSALS.values(), ids=REFUSALS.keys())
async def test_nothing_that_discord_refuses_is_an_error_of_ours(tmp_path: Path, how: dict[str, Any], path: str) -> None:
    async with Sandbox() as sandbox, PatientBot(sandbox, tmp_path / "tidepool.db", TIDEPOOL_LIMITS="off") as bot:
        await use_everything(Room.new(sandbox, bot), how, path)
        match = await Room.new(sandbox, bot).match("squalma")
        position = GAMES["squalma"].start()
        await match.replay(position, [position.format(position.legal_moves()[0])])
        assert "Traceback" not in bot.errors, bot.errors


@pytest.mark.parametrize("wait", [None, -1, float("nan"), 1e300, "soon", True, {}], ids=str)
async def test_a_move_counts_and_is_shown_though_discord_names_no_time_to_wait(
    troubled_room: Room, wait: object
) -> None:
    room = troubled_room
    match = await room.match()
    await match.post(1)
    room.sandbox.trouble.fail_next(status=429, path="/callback", retry_after=wait)
    answer = await match.move(0, beginning(1)[0])
    assert answer.state is not State.FAILED, answer
    await match.post(2)
    assert "Traceback" not in room.bot.errors, room.bot.errors


@pytest.fixture(scope="module")
async def lonely(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Sandbox, BotProcess]]:
    """A bot for forged interactions alone: it tries once more to answer them when other tests would have begun."""
    database = tmp_path_factory.mktemp("lonely") / "tidepool.db"
    async with Sandbox() as sandbox, PatientBot(sandbox, database, TIDEPOOL_LIMITS="off") as bot:
        yield sandbox, bot


@pytest.mark.parametrize("token", one_of(["a/b", "", "..", "%2e%2e/1?x=#", "x" * 10_000, "\N{SNOWMAN}\n\0"]), ids=repr)
async def test_an_interaction_with_any_token_leaves_no_traceback(
    lonely: tuple[Sandbox, BotProcess], token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only Discord could send it; what it answers then is not heard, and the bot goes on."""
    room, interactions = Room.new(*lonely), lonely[0].interactions
    deliver = interactions._deliver

    def forged(sent: Any) -> None:
        del interactions._by_token[sent.token]
        sent.token = token
        interactions._by_token[token] = sent
        deliver(sent)

    monkeypatch.setattr(interactions, "_deliver", forged)
    with patience(room.sandbox, PATIENCE):
        await asyncio.gather(*map(room.alice.slash, ("/help", "/matches", "/konane challenge")))
    monkeypatch.undo()
    assert (await room.alice.slash("/help")).content
    assert "Traceback" not in room.bot.errors, room.bot.errors
