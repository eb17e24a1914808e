"""After any acts on the page in any order, the world can be opened again and played in."""

import contextlib
import random
from pathlib import Path
from typing import Any

import pytest

from sandbox import Driver, Impossible, Sandbox
from sandbox.page.acts import PageActs
from sandbox.terminal.prompt import Prompt

Json = dict[str, Any]
TROUBLE: tuple[Json, ...] = (
    {"what": "drop_gateway"},
    {"what": "invalidate_session"},
    {"what": "ask_to_reconnect"},
    {"what": "fail_next", "status": 500, "path": "/messages"},
    {"what": "slow_next", "seconds": 1},
    {"what": "close_dms"},
    {"what": "close_dms", "closed": False},
    *({"what": what, "permission": name} for what in ("deny", "allow") for name in ("view_channel", "send_messages")),
    {"what": "delete_channel"},
    {"what": "delete_channel"},
    {"what": "delete_message"},
    {"what": "remove_bot"},
    {"what": "invite_bot"},
    {"what": "new_channel", "name": "made"},
    {"what": "move_clock", "seconds": 86400 * 300},
    {"what": "move_clock", "seconds": -86400 * 400},
    {"what": "restart_bot"},
)
ACTS = (*({"act": "trouble", **trouble} for trouble in TROUBLE), {"act": "say", "content": "hello"}, {"act": "open_dm"})
REFUSALS = (Impossible, LookupError, ValueError)
"""The errors that the page shows as a sentence."""


async def act(box: Sandbox, chance: random.Random) -> None:
    """Do a random act of a random person somewhere."""
    person = chance.choice([user for user in box.world.users.values() if not user.bot])
    channels = [*box.world.channels, "1"]
    messages = [message.id for channel in box.world.channels for message in box.world.messages_of(channel)]
    where = {"as": person.id, "channel": chance.choice(channels), "message": chance.choice([*messages, "1"])}
    acts = PageActs(box._backend, box.restart_bot)
    with contextlib.suppress(*REFUSALS):
        await acts.do({**where, **chance.choice(ACTS)})


@pytest.mark.parametrize("seed", range(8))
async def test_the_world_survives(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(4):
        async with Sandbox(tmp_path) as box:
            lines: list[str] = []
            prompt = Prompt(box, lines.append)
            for _ in range(25):
                await act(box, chance)
            await prompt.take("read")
            await prompt.take("alice say still here")
            assert "Alice: still here" in lines[-1] or "Alice cannot" in lines[-1] or "may not" in lines[-1]
            ready = box.page._events.open().get_nowait()
            assert ready["t"] == "READY"
            messages = {channel: box.world.messages_of(channel) for channel in box.world.channels}
        async with Sandbox(tmp_path) as box:
            assert {channel: box.world.messages_of(channel) for channel in messages} == messages
            carol = Driver(box, "Carol", box.world.add_channel("room"))
            assert (await carol.say("hello")).content == "hello"
