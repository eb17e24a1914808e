"""The reply to an interaction: it tells Discord to wait only while Discord still waits."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from cogs.posts.failures import FAILURES
from cogs.ui import replies
from cogs.ui.replies import Reply
from tests.support.presses import Answers, trouble

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


def replying(answers: Answers) -> tuple[Reply, list[dict[str, Any]]]:
    """A reply that Discord accepts as `answers` say, and the list of how it told Discord to wait."""
    told = list[dict[str, Any]]()

    async def defer(**how: Any) -> None:
        told.append(how)

    async def original_response() -> None:
        raise trouble(10015)

    response = SimpleNamespace(send_message=answers.send_message, defer=defer)
    interaction: Any = SimpleNamespace(response=response, extras={}, message=None, original_response=original_response)
    return Reply.to(interaction), told


@pytest.mark.parametrize(
    "answer", [lambda reply: reply.tell("A"), lambda reply: reply.post(content="A", guest=False)], ids=["tell", "post"]
)
@pytest.mark.parametrize(("code", "waits"), [(None, 0), (10062, 0), (10008, 1)], ids=["heard", "late", "refused"])
async def test_discord_is_told_to_wait_only_while_it_does(
    monkeypatch: pytest.MonkeyPatch, answer: Callable[[Reply], Awaitable[object]], code: int | None, waits: int
) -> None:
    monkeypatch.setattr(replies, "PATIENCE", 0.0)
    reply, told = replying(Answers(error=None if code is None else trouble(code)))
    reply.expect()
    try:
        await answer(reply)
    except FAILURES:
        assert not {None, 10062} & {code}
    for _ in range(5):
        await asyncio.sleep(0)
    assert len(told) == waits


async def test_an_answer_that_had_arrived_counts_though_discord_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord takes an answer and says that it failed; discord.py sends it again, and Discord has one already."""
    reply, _ = replying(Answers())
    interaction: Any = reply._interaction
    followed = Answers()
    interaction.followup = followed

    async def had_arrived(**_: Any) -> None:
        raise trouble(40060, 400)

    monkeypatch.setattr(interaction.response, "defer", had_arrived)
    await reply.wait()
    assert reply.deferred
    assert await reply.tell("A")
    assert followed.text() == "A"
