"""The reply to an interaction: it tells Discord to wait only while Discord still waits."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from cogs.wire import replies
from cogs.wire.failures import FAILURES
from cogs.wire.replies import Reply
from tests.support.presses import Answers, trouble


def replying(answers: Answers) -> tuple[Reply, list[dict[str, Any]]]:
    """A reply that Discord accepts as `answers` say, and the list of how it told Discord to wait."""
    told = list[dict[str, Any]]()

    async def defer(**how: Any) -> None:
        told.append(how)

    async def original_response() -> None:
        raise trouble(10015)

    response = SimpleNamespace(send_message=answers.send_message, defer=defer)
    interaction: Any = SimpleNamespace(
        response=response,
        extras={},
        message=None,
        original_response=original_response,
        delete_original_response=answers.delete_original_response,
    )
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
    answered = list[None]()
    reply.expect(lambda: answered.append(None))
    try:
        await answer(reply)
    except FAILURES:
        assert not {None, 10062} & {code}
    for _ in range(5):
        await asyncio.sleep(0)
    assert len(told) == waits
    assert answered  # so that the page's requests no longer give way to this interaction


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


FORM: Any = object()


class Line:
    """An interaction whose first answer Discord takes while its words of that are lost."""

    def __init__(self, lost: int) -> None:
        self._lost = lost
        """How many of Discord's next words do not reach us."""
        self.first: dict[str, Any] | None = None
        self.later = Answers()
        self.message: Any = SimpleNamespace(id=600, flags=SimpleNamespace(ephemeral=True))
        self.delete_original_response = self.later.delete_original_response
        self.followup = self.later
        self.extras: dict[Any, Any] = {}
        self.response = SimpleNamespace(
            send_message=self._send,
            edit_message=self._change,
            defer=self._change,
            send_modal=self._open,
            is_done=lambda: False,
        )

    async def _send(self, content: str, **more: Any) -> Any:
        return self._take(id=700, flags=SimpleNamespace(loading=False, ephemeral="ephemeral" in more), content=content)

    async def _change(self, content: str = "", **_: Any) -> Any:
        return self._take(id=600, flags=SimpleNamespace(loading=False, ephemeral=True), content=content)

    async def _open(self, _: object) -> Any:
        return self._take(id=None)

    def _take(self, **answer: Any) -> Any:
        new = self.first is None
        if new:
            self.first = answer
        if self._lost:
            self._lost -= 1
            raise aiohttp.ServerDisconnectedError
        if not new:
            raise trouble(40060, 400)
        return SimpleNamespace(message_id=answer["id"])

    async def original_response(self) -> Any:
        if self.first is None or self.first["id"] is None:  # a form is no message
            raise trouble(10015)
        return SimpleNamespace(**self.first)

    async def edit_original_response(self, **more: Any) -> Any:
        return await self.later.edit_original_response(**more)


def answering(line: Any) -> Reply:
    return Reply.to(line)


async def lose(sending: Awaitable[object]) -> None:
    """Send an answer of which nobody hears whether it arrived."""
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await sending


@pytest.mark.parametrize("first", [lambda reply: reply.edit("You played it."), lambda reply: reply.tell("You may.")])
async def test_what_one_person_was_told_is_not_taken_for_the_board(
    first: Callable[[Reply], Awaitable[object]],
) -> None:
    reply = answering(Line(lost=2))
    await lose(first(reply))
    assert await reply.post(content="board", guest=False) is None  # so the bot's own route posts it


async def test_a_guest_follows_up_what_one_person_was_told() -> None:
    line = Line(lost=2)
    reply = answering(line)
    await lose(reply.edit("You played it."))
    assert await reply.post(content="board", guest=True) == line.later.ids[0]
    assert line.later.text() == "board"


async def test_a_board_that_had_arrived_is_found() -> None:
    line = Line(lost=1)
    assert await answering(line).post(content="board", guest=False) == 700
    assert line.later.sent == []


async def test_a_private_answer_that_had_arrived_can_be_deleted_later() -> None:
    line = Line(lost=1)
    reply = answering(line)
    assert await reply.tell("A")
    assert reply.private == (700, line.delete_original_response)


@pytest.mark.parametrize("answer", [lambda reply: reply.tell("A"), lambda reply: reply.edit("A")], ids=["tell", "edit"])
async def test_an_answer_is_heard_though_discord_was_told_to_wait_without_our_knowing(
    answer: Callable[[Reply], Awaitable[bool]],
) -> None:
    line = Line(lost=2)
    reply = answering(line)
    await reply.wait()
    assert line.first is not None
    assert await answer(reply)
    assert line.later.text() == "A"


@pytest.mark.parametrize("lost", [0, 1])
async def test_a_form_that_had_arrived_is_followed_by_nothing(lost: int) -> None:
    line = Line(lost)
    reply = answering(line)
    assert await reply.form(FORM)
    assert reply.formed
    assert line.later.sent == []


async def test_a_form_is_not_open_where_discord_was_told_to_wait_without_our_knowing() -> None:
    line = Line(lost=2)
    reply = answering(line)
    await reply.wait()
    assert await reply.form(FORM)
    assert not reply.formed
    assert line.later.text().startswith("That took too long")
