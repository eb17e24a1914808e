"""Matches against the computer: when and where an answer is shown."""

import asyncio
from contextlib import suppress
from typing import Any, get_args

import pytest

from cogs.buttons import use
from cogs.posts import boards
from cogs.ui.acts.play import play
from cogs.ui.context import Context
from cogs.wire import replies
from cogs.wire.controls import custom_id
from cogs.wire.replies import Reply
from looks import posted_look
from matches.computers import Interrupted
from matches.errors import NoMatch
from matches.model import Match, Person, Side, Venue
from matches.settings import ServerSettings, ServerView
from storage.errors import Unavailable
from storage.store import Store
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.presses import Client, pressed, trouble
from tests.support.rows import rows_of
from tests.support.thinker import SETTLES, Puppet, until_awaited

GROUP = Venue(channel_id=100, guild_id=None, guest=True)
DIRECT = Venue(10_000 + ANN.id, None)
REFUSED = trouble(50013, 403)
KILLED = asyncio.CancelledError()
DISCORD = 3
"""Seconds for which Discord waits for an answer unless it is told to wait longer."""


async def moved(client: Client, where: Venue = CHANNEL, error: BaseException | None = None) -> tuple[Match, Any]:
    """A match in which Ann has just taken d5, and the interaction by which she did it."""
    match = (await client.service.practice.begin("konane", ANN, 5, where, "first")).match
    await client.service.outbox.take()
    client.channel.error = error
    interaction = pressed(client, ANN, where, error=error, private=False)
    Reply.to(interaction).expect(lambda: None)
    with suppress(asyncio.CancelledError):
        await play(Context(interaction, match.id, match.rev), "d5")
    client.channel.error = None
    return match, interaction


async def queued(client: Client, match: Match) -> list[tuple[str, int | None]]:
    """The kinds of what is still to be delivered of a match, and whom it is for."""
    found = [delivery for kind in ("board", "notice") for delivery in await client.service.outbox.of(kind, match.id)]
    return [(one.kind, one.person_id) for one in found]


async def followed(client: Client) -> None:
    """Wait until nothing is done beside the answers any more."""
    while tasks := set(client.relay._tasks):
        await asyncio.wait(tasks)


@pytest.mark.parametrize("view", get_args(ServerView))
@pytest.mark.parametrize(("side", "seat"), [("first", 0), ("second", 1)])
@pytest.mark.parametrize("where", [CHANNEL, GROUP, DIRECT])
async def test_the_player_is_at_the_bottom_of_the_board_whoever_is_to_move(
    client: Client, puppet: Puppet, where: Venue, side: Side, seat: int, view: ServerView
) -> None:
    puppet.gate.clear()
    await client.service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings(view=view))
    match = (await client.service.practice.begin("konane", ANN, 5, where, side)).match
    (posting,) = await client.service.places.postings(match)
    assert match.turn == 0
    assert posted_look(match, posting)["view"] == match.against_computer == seat


def test_discord_is_told_to_wait_in_time_and_a_board_waits_for_an_answer_of_two_seconds() -> None:
    assert replies.PATIENCE <= DISCORD / 2
    assert 2.3 <= boards.PATIENCE < DISCORD


async def test_without_an_answer_the_move_is_shown_after_discord_was_told_to_wait(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "PATIENCE", 0.0)
    monkeypatch.setattr(boards, "PATIENCE", 0.1)
    puppet.gate.clear()
    _, interaction = await moved(client)
    assert interaction.answers.sent == [{"ephemeral": True, "thinking": False}]
    (post,) = client.channel.posted
    assert "is thinking: Ann took d5" in post["content"]


@pytest.mark.parametrize(("patience", "sentences"), [(0.0, [{"ephemeral": True, "thinking": False}]), (60.0, [])])
async def test_an_answer_in_time_comes_in_one_post_and_discord_may_be_told_to_wait_for_it(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch, patience: float, sentences: list[dict[str, bool]]
) -> None:
    monkeypatch.setattr(replies, "PATIENCE", patience)
    monkeypatch.setattr(boards, "PATIENCE", 60.0)
    puppet.gate.clear()
    moving = asyncio.create_task(moved(client))
    await puppet.began.wait()
    puppet.gate.set()
    match, interaction = await moving
    posts = [*interaction.answers.sent, *client.channel.posted]
    assert posts[:-1] == sentences
    assert "You played d5, then" in posts[-1]["content"]
    assert await queued(client, match) == []


async def test_a_reply_during_the_private_answer_is_shown_by_the_move_without_a_ping(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = client.service.computer_turns
    match = (await client.service.practice.begin("konane", ANN, 5, CHANNEL, "first")).match
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("confirm", match.id, match.rev, "d5"))
    edit = interaction.response.edit_message
    puppet.gate.clear()

    async def slowly(**more: Any) -> Any:
        await turns.act()
        await until_awaited(client.service, match.id)
        puppet.gate.set()
        await turns.until_done(match.id, SETTLES)
        return await edit(**more)

    monkeypatch.setattr(interaction.response, "edit_message", slowly)
    await use(interaction, interaction.data)
    first, *_ = interaction.answers.sent
    assert first["content"].startswith("You played **d5**")
    (post,) = interaction.answers.sent[1:-1] + client.channel.posted
    assert post["content"].startswith("**Ann**, your move. You played d5, then Maelstrom")
    assert await queued(client, match) == []


async def test_a_reply_that_nobody_waited_for_is_shown_with_the_move_before_it(client: Client) -> None:
    match = (await client.service.practice.begin("konane", ANN, 5, CHANNEL, "first")).match
    played = await client.service.play.move(match.id, ANN.id, "d5")
    await client.service.computer_turns.act()
    await client.service.computer_turns.until_done(match.id, SETTLES)
    interaction = pressed(client, ANN, CHANNEL, private=False)
    await client.relay.boards.show(played, interaction)
    assert "**Ann**, your move. You played d5, then Maelstrom" in interaction.answers.text()


async def test_a_late_answer_follows_the_move_and_is_told(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    puppet.gate.clear()
    match, interaction = await moved(client)
    (post,) = interaction.answers.sent
    assert "is thinking: Ann took d5" in post["content"]
    assert await queued(client, match) == []
    puppet.gate.set()
    await client.service.computer_turns.until_done(match.id, SETTLES)
    assert await queued(client, match) == [("board", None), ("notice", ANN.id)]


@pytest.mark.parametrize(
    ("others", "sentences"),
    [(0, []), (1, ["-# 1 request is ahead of yours."]), (2, ["-# 2 requests are ahead of yours."])],
)
async def test_a_board_tells_how_many_answers_come_before_its_own(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch, others: int, sentences: list[str]
) -> None:
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    puppet.gate.clear()
    puppet.others = others
    _, interaction = await moved(client)
    head, *rest = interaction.answers.text().splitlines()
    assert "is thinking" in head
    assert rest == sentences


async def test_where_the_bot_is_a_guest_an_answer_follows_that_comes_in_time(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 13 * 60 <= boards.FOLLOW_UP <= 14 * 60, "Discord lets an answer be followed for 15 minutes"
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    puppet.gate.clear()
    match, interaction = await moved(client, GROUP)
    assert "is thinking" in interaction.answers.text()
    puppet.gate.set()
    await client.service.computer_turns.until_done(match.id, SETTLES)
    await followed(client)
    _, board = interaction.answers.sent
    assert f"<@{ANN.id}>, your move. You played d5, then" in board["content"]
    assert client.channel.posted == []


async def test_where_the_bot_is_a_guest_an_answer_follows_whose_first_thought_failed(
    client: Client, puppet: Puppet, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    monkeypatch.setattr(boards, "POLL", 0.01)
    puppet.gate.clear()
    puppet.failures, puppet.failure = 1, Interrupted("the helper process died")
    match, interaction = await moved(client, GROUP)
    puppet.gate.set()
    await client.service.computer_turns.until_done(match.id, SETTLES)
    await asyncio.sleep(0.05)
    assert "is thinking" in interaction.answers.text()
    clock.time = await client.service.computer_turns.next_due() or 0
    await client.service.computer_turns.act()
    await followed(client)
    _, board = interaction.answers.sent
    assert f"<@{ANN.id}>, your move" in board["content"]


@pytest.mark.parametrize(
    ("chance", "followed_by"),
    [(0.5, "(computer, level 5) declined the draw"), (0.1, "Draw: both players agreed")],
)
async def test_where_the_bot_is_a_guest_the_answer_to_an_offer_of_a_draw_follows(
    client: Client, store: Store, puppet: Puppet, monkeypatch: pytest.MonkeyPatch, chance: float, followed_by: str
) -> None:
    monkeypatch.setattr(boards, "POLL", 0.01)
    puppet.chances = (1 - chance, chance)
    match = (await client.service.practice.begin("squalma", ANN, 5, GROUP, "first")).match
    await client.service.outbox.board_shown(match, GROUP.place(match.id), 600, ())
    interaction = pressed(client, ANN, GROUP, custom_id=custom_id("draw", match.id, match.rev))
    await use(interaction, interaction.data)
    offered = interaction.answers.text()
    said = f"You offered Maelstrom (computer, level 5) a draw in SquAlma #{match.code}."
    assert offered == f"{said} The offer stands until it is answered or your turn comes again."
    await client.service.computer_turns.act()
    await followed(client)
    _, answer = interaction.answers.sent
    assert followed_by in answer["content"]
    assert not answer.get("ephemeral")
    assert client.channel.posted == []
    assert await rows_of(store, "SELECT 1 FROM outbox WHERE kind IN ('board', 'word')") == []


async def test_an_offer_that_the_computer_has_not_answered_yet_is_not_made_twice(
    client: Client, puppet: Puppet
) -> None:
    puppet.gate.clear()
    match = (await client.service.practice.begin("squalma", ANN, 5, CHANNEL, "first")).match
    answers = []
    for control in ("draw", "draw", "more"):
        rev = (await client.service.lookup.match(match.id)).rev
        interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id(control, match.id, rev))
        await use(interaction, interaction.data)
        answers.append(interaction.answers.text())
    assert "You have already offered a draw" in answers[1]
    assert "You offered a draw. The offer stands until it is answered" in answers[2]


@pytest.mark.parametrize(("control", "who"), [("mine", ANN), ("letters", ANN), ("move", ANN), ("mine", BOB)])
async def test_where_the_bot_is_a_guest_an_answer_that_comes_later_is_shown_by_the_next_use(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch, control: str, who: Person
) -> None:
    """Whoever uses the bot is shown it by that; the player is pinged if that is somebody else."""
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    monkeypatch.setattr(boards, "FOLLOW_UP", 0.0)
    puppet.gate.clear()
    match, first = await moved(client, GROUP)
    await followed(client)
    puppet.gate.set()
    await client.service.computer_turns.until_done(match.id, SETTLES)
    assert len(first.answers.sent) == 1
    assert client.channel.posted == []
    later = pressed(client, who, GROUP, private=False, custom_id=custom_id(control, match.id, match.rev))
    await use(later, later.data)
    (board,) = later.answers.sent
    assert (f"<@{ANN.id}>, your move" in board["content"]) == (who == BOB)
    assert not board.get("ephemeral")
    assert await queued(client, match) == []


@pytest.mark.parametrize("where", [CHANNEL, DIRECT, GROUP], ids=["channel", "direct messages", "guest"])
@pytest.mark.parametrize("error", [trouble(0, 503), REFUSED, KILLED, None], ids=["503", "403", "killed", "none"])
async def test_an_answer_in_time_pings_exactly_where_its_board_could_not_be_shown_to_the_person_who_waits(
    client: Client, clock: StillClock, where: Venue, error: BaseException | None
) -> None:
    """Where the bot is a guest it cannot post the board later: it tells them directly.

    It does so, too, where Discord refuses the board, which follows without a ping.
    """
    _, interaction = await moved(client, where, error)
    if error is KILLED:
        client = Client(client.service)
        await client.relay.begin()
    for _ in range(10):
        clock.time += 20
        due = await client.service.outbox.next_due()
        if due is not None and due <= clock.time:
            await client.relay.deliver_due()
            await followed(client)
    posted = [*(one for one in interaction.answers.sent if "content" in one), *client.channel.posted]
    assert all("your move" in one["content"] for one in posted)
    pinged = [f"<@{ANN.id}>" in one["content"] for one in posted]
    assert pinged == ([True, False] if error is REFUSED and where != GROUP else [error is not None])


async def test_where_the_bot_is_a_guest_an_answer_that_somebody_else_waits_for_pings_the_player(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    puppet.gate.clear()
    match, _ = await moved(client, GROUP, KILLED)  # so that Ann's move is not shown, either
    monkeypatch.setattr(boards, "PATIENCE", 60.0)
    asking = pressed(client, BOB, GROUP, custom_id=custom_id("mine", match.id, match.rev))
    press = asyncio.create_task(use(asking, asking.data))
    await until_awaited(client.service, match.id)
    puppet.gate.set()
    await press
    assert f"<@{ANN.id}>, your move. You played d5, then Maelstrom (computer, level 5) took" in asking.answers.text()
    assert await queued(client, match) == []


@pytest.mark.parametrize("control", ["more", "hint", "list:0", "rules:konane"])
async def test_where_the_bot_is_a_guest_any_use_shows_the_boards_that_are_queued(client: Client, control: str) -> None:
    """After its own answer, once."""
    begun = [await client.service.practice.begin("konane", ANN, 1, GROUP, "second") for _ in range(2)]
    for one in begun:
        await client.service.computer_turns.until_done(one.match.id, SETTLES)
    await client.service.computer_turns.act()
    for one in begun:
        await client.service.computer_turns.until_done(one.match.id, SETTLES)
    match = await client.service.lookup.match(begun[0].match.id)
    action, _, argument = control.partition(":")
    for followed_by in (2, 0):
        press = pressed(client, ANN, GROUP, custom_id=custom_id(action, match.id, match.rev, *filter(None, [argument])))
        await use(press, press.data)
        private = [one for one in press.answers.sent if one.get("ephemeral") or one.get("edited")]
        boards = press.answers.sent[len(private) :]
        assert len(boards) == followed_by
        assert all("your first move" in one["content"] and not one.get("ephemeral") for one in boards)


async def test_a_form_is_followed_by_no_board_that_is_queued(client: Client) -> None:
    match = (await client.service.practice.begin("konane", ANN, 1, GROUP, "first")).match
    for control, answers in (("type", 1), ("more", 2)):
        press = pressed(client, ANN, GROUP, custom_id=custom_id(control, match.id, match.rev))
        await use(press, press.data)
        assert len(press.answers.sent) == answers


@pytest.mark.parametrize(("error", "traces"), [(Unavailable("locked"), 0), (NoMatch("1000"), 0), (ValueError("x"), 1)])
async def test_an_answer_that_cannot_be_followed_up_leaves_one_line_in_the_log(
    client: Client,
    puppet: Puppet,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    traces: int,
) -> None:
    """A traceback is there only for a fault of ours."""
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    puppet.gate.clear()
    await moved(client, GROUP)

    async def fail(_: int) -> None:
        raise error

    monkeypatch.setattr(client.service.lookup, "snapshot", fail)
    puppet.gate.set()
    await followed(client)
    (record,) = caplog.records
    assert bool(record.exc_info) == bool(traces)
