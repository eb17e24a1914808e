"""Matches against the computer: how the levels are asked, and when an answer is shown."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any, get_args

import discord
import pytest

from cogs.buttons import use
from cogs.posts import boards
from cogs.posts.looks import posted_look
from cogs.texts.matches import link
from cogs.ui import replies, thoughts
from cogs.ui.context import Context
from cogs.ui.controls import custom_id
from cogs.ui.play import play
from cogs.ui.practice import LAP, ask_level, asked_at, level_buttons, watch
from cogs.ui.replies import Reply
from games import GAMES
from matches.codes import code_of
from matches.computers import LEVELS, Interrupted
from matches.errors import NoMatch, Refusal
from matches.records import Venue
from matches.settings import ServerSettings, ServerView
from service import Service
from storage.errors import Unavailable
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.presses import Client, pressed, trouble
from tests.support.rows import rows_of
from tests.support.thinker import SETTLES, Puppet

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from games import Position
    from matches.records import Match, Person, Side
    from storage.store import Store

GROUP = Venue(channel_id=100, guild_id=None, guest=True)
DIRECT = Venue(10_000 + ANN.id, None)
KILLED = asyncio.CancelledError()
DISCORD = 3
"""Seconds for which Discord waits for an answer unless it is told to wait longer."""


@pytest.fixture
def puppet() -> Puppet:
    return Puppet()


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
async def client(store: Store, clock: StillClock, puppet: Puppet) -> AsyncIterator[Client]:
    service = Service(store, clock, random.Random(1), thinker=puppet)
    yield Client(service)
    service.thoughts.stop()


async def moved(client: Client, where: Venue = CHANNEL, error: BaseException | None = None) -> tuple[Match, Any]:
    """A match in which Ann has just taken d5, and the interaction by which she did it."""
    match = (await client.service.practice.begin("konane", ANN, 5, where, "first")).match
    await client.service.outbox.take()
    client.channel.error = error
    interaction = pressed(client, ANN, where, error=error, private=False)
    Reply.to(interaction).expect()
    with suppress(asyncio.CancelledError):
        await play(Context(interaction, match.id, match.rev), "d5")
    client.channel.error = None
    return match, interaction


async def owed(client: Client, match: Match) -> list[tuple[str, int | None]]:
    """The kinds of what is still to be delivered of a match, and whom it is for."""
    found = [one for kind in ("board", "notice") for one in await client.service.outbox.of(kind, match.id)]
    return [(one.kind, one.person_id) for one in found]


async def followed(client: Client) -> None:
    """Wait until nothing is done beside the answers any more."""
    while tasks := set(client.outbox._tasks):
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
    assert posted_look(match, posting)["view"] == match.alone == seat


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


@pytest.mark.parametrize(("patience", "told"), [(0.0, [{"ephemeral": True, "thinking": False}]), (60.0, [])])
async def test_an_answer_in_time_comes_in_one_post_and_discord_may_be_told_to_wait_for_it(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch, patience: float, told: list[dict[str, bool]]
) -> None:
    monkeypatch.setattr(replies, "PATIENCE", patience)
    monkeypatch.setattr(boards, "PATIENCE", 60.0)
    puppet.gate.clear()
    moving = asyncio.create_task(moved(client))
    await puppet.began.wait()
    puppet.gate.set()
    match, interaction = await moving
    posts = [*interaction.answers.sent, *client.channel.posted]
    assert posts[:-1] == told
    assert "at once in answer to d5" in posts[-1]["content"]
    assert await owed(client, match) == []


async def test_a_late_answer_follows_the_move_and_is_told(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    puppet.gate.clear()
    match, interaction = await moved(client)
    (post,) = interaction.answers.sent
    assert "is thinking: Ann took d5" in post["content"]
    assert await owed(client, match) == []
    puppet.gate.set()
    await client.service.thoughts.settled(match.id, SETTLES)
    assert await owed(client, match) == [("board", None), ("notice", ANN.id)]


@pytest.mark.parametrize(
    ("others", "told"), [(0, []), (1, ["-# 1 other answer comes first."]), (2, ["-# 2 other answers come first."])]
)
async def test_a_board_tells_how_many_answers_come_before_its_own(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch, others: int, told: list[str]
) -> None:
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    puppet.gate.clear()
    puppet.others = others
    _, interaction = await moved(client)
    head, *rest = interaction.answers.text().splitlines()
    assert "is thinking" in head
    assert rest == told


@pytest.mark.parametrize(
    ("others", "told"), [(0, []), (1, ["-# 1 other answer comes first."]), (2, ["-# 2 other answers come first."])]
)
@pytest.mark.parametrize("kind", ["hint", "review"])
async def test_advice_tells_how_many_answers_come_before_it_and_then_takes_that_place(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch, kind: str, others: int, told: list[str]
) -> None:
    monkeypatch.setattr(thoughts, "SOON", 0.05)
    puppet.others = others
    match = (await client.service.practice.begin("konane", ANN, 1, CHANNEL, "first")).match
    if kind == "review":
        match = (await client.service.play.resign(match.id, ANN.id)).match
    puppet.gate.clear()
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id(kind, match.id, match.rev))
    asking = asyncio.create_task(use(interaction, interaction.data))
    async with asyncio.timeout(SETTLES):
        while len(interaction.answers.sent) <= len(told):  # noqa: ASYNC110 (the answers tell nobody)
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)  # time for one too many
    waiting, *meanwhile = interaction.answers.sent
    assert waiting == {"ephemeral": True, "thinking": True}
    assert meanwhile == [{"original": True, "content": place} for place in told]
    puppet.gate.set()
    await asking
    answer = interaction.answers.sent[-1]
    assert answer.get("original", False) == bool(told)
    assert match.code in answer["content"]
    assert len(interaction.answers.sent) == len(told) + 2


async def test_a_hint_for_a_move_that_is_a_single_cell_tells_only_its_row(client: Client) -> None:
    """Also in Konane's first move, where there is one such move in a row."""
    match = (await client.service.practice.begin("konane", ANN, 1, CHANNEL, "first")).match
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("hint", match.id, match.rev))
    await use(interaction, interaction.data)
    assert interaction.answers.sent[-1]["content"].endswith("look at row **8**.")


async def test_a_match_from_a_position_counts_its_moves_alike_in_words_and_in_the_description(client: Client) -> None:
    position = set_up_konane()
    match = (await client.service.practice.begin_at("konane", ANN, 1, CHANNEL, position.encode(), "second")).match
    move = position.format(position.legal_moves()[0])
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("hint", match.id, match.rev))
    await use(interaction, interaction.data)
    assert ", move 1: look at" in interaction.answers.sent[-1]["content"]
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("hint-move", match.id, match.rev, move))
    await use(interaction, interaction.data)
    (file,) = interaction.answers.sent[-1]["attachments"]
    assert f"Move 1, White (Ann): {move}" in file.description


def set_up_konane() -> Position[Any]:
    """A position of Konane after three moves."""
    position: Position[Any] = GAMES["konane"].start(size="6")
    for _ in range(3):
        position = position.play(position.legal_moves()[0])
    return position


@pytest.mark.parametrize("plies", [0, 1])
async def test_the_review_of_a_match_from_a_position_that_was_aborted_has_a_picture(client: Client, plies: int) -> None:
    position = set_up_konane()
    match = (await client.service.practice.begin_at("konane", ANN, 1, CHANNEL, position.encode(), "second")).match
    for move in position.legal_moves()[:plies]:
        await client.service.play.move(match.id, ANN.id, position.format(move))
    await client.service.agreements.abort(match.id, ANN.id)
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("review", match.id, match.rev))
    await use(interaction, interaction.data)
    answer = interaction.answers.sent[-1]
    assert f"Konane #{match.code}" in answer["content"]
    assert "no move lost much" in answer["content"]
    assert answer["file"].filename == f"konane-{match.code}-review.png"


@pytest.mark.parametrize("kind", ["hint", "review"])
async def test_advice_that_was_interrupted_is_to_be_asked_for_again(
    client: Client, puppet: Puppet, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    match = (await client.service.practice.begin("konane", ANN, 1, CHANNEL, "first")).match
    if kind == "review":
        match = (await client.service.play.resign(match.id, ANN.id)).match
    puppet.failures, puppet.failure = 1, Interrupted("the helper process died")
    answers = []
    for _ in range(2):
        interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id(kind, match.id, match.rev))
        await use(interaction, interaction.data)
        answers.append(interaction.answers.sent[-1]["content"])
    assert answers[0] == "The computer was interrupted while it was thinking: ask again."
    assert match.code in answers[1]
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("WARNING", None)]


async def test_where_the_bot_is_a_guest_an_answer_follows_that_comes_in_time(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 13 * 60 <= boards.FOLLOW_UP <= 14 * 60, "Discord lets an answer be followed for 15 minutes"
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    puppet.gate.clear()
    match, interaction = await moved(client, GROUP)
    assert "is thinking" in interaction.answers.text()
    puppet.gate.set()
    await client.service.thoughts.settled(match.id, SETTLES)
    await followed(client)
    _, board = interaction.answers.sent
    assert f"<@{ANN.id}>, your move" in board["content"]
    assert client.channel.posted == []


async def test_where_the_bot_is_a_guest_an_answer_follows_whose_first_thought_failed(
    client: Client, puppet: Puppet, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    monkeypatch.setattr(boards, "LOOK", 0.01)
    puppet.gate.clear()
    puppet.failures, puppet.failure = 1, Interrupted("the helper process died")
    match, interaction = await moved(client, GROUP)
    puppet.gate.set()
    await client.service.thoughts.settled(match.id, SETTLES)
    await asyncio.sleep(0.05)
    assert "is thinking" in interaction.answers.text()
    clock.time = await client.service.thoughts.next_due() or 0
    await client.service.thoughts.act()
    await followed(client)
    _, board = interaction.answers.sent
    assert f"<@{ANN.id}>, your move" in board["content"]


@pytest.mark.parametrize(
    ("chance", "followed_by"), [(0.5, "Maelstrom declined the draw"), (0.1, "Draw: both players agreed")]
)
async def test_where_the_bot_is_a_guest_the_answer_to_an_offer_of_a_draw_follows(
    client: Client, store: Store, puppet: Puppet, monkeypatch: pytest.MonkeyPatch, chance: float, followed_by: str
) -> None:
    monkeypatch.setattr(boards, "LOOK", 0.01)
    puppet.chances = (1 - chance, chance)
    match = (await client.service.practice.begin("squalma", ANN, 5, GROUP, "first")).match
    await client.service.outbox.board_shown(match, GROUP.place(match.id), 600, ())
    interaction = pressed(client, ANN, GROUP, custom_id=custom_id("draw", match.id, match.rev))
    await use(interaction, interaction.data)
    offered = interaction.answers.text()
    assert offered == f"You offered Maelstrom a draw in SquAlma #{match.code}: it answers soon."
    await client.service.thoughts.act()
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
    assert "You have offered this draw yourself: it is for Maelstrom to answer." in answers[1]
    assert "You have offered a draw: Maelstrom answers soon." in answers[2]


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
    await client.service.thoughts.settled(match.id, SETTLES)
    assert len(first.answers.sent) == 1
    assert client.channel.posted == []
    later = pressed(client, who, GROUP, custom_id=custom_id(control, match.id, match.rev))
    await use(later, later.data)
    (board,) = later.answers.sent
    assert (f"<@{ANN.id}>, your move" in board["content"]) == (who == BOB)
    assert not board.get("ephemeral")
    assert await owed(client, match) == []


@pytest.mark.parametrize("where", [CHANNEL, DIRECT, GROUP], ids=["channel", "direct messages", "guest"])
@pytest.mark.parametrize(
    "error", [trouble(0, 503), trouble(50013, 403), KILLED, None], ids=["503", "403", "killed", "none"]
)
async def test_an_answer_in_time_pings_exactly_where_its_board_could_not_be_shown_to_the_person_who_waits(
    client: Client, clock: StillClock, where: Venue, error: BaseException | None
) -> None:
    """Where the bot is a guest it cannot post the board later: it tells them directly."""
    _, interaction = await moved(client, where, error)
    if error is KILLED:
        client = Client(client.service)
        await client.outbox.begin()
    for _ in range(10):
        clock.time += 20
        due = await client.service.outbox.next_due()
        if due is not None and due <= clock.time:
            await client.outbox.deliver_due()
            await followed(client)
    posted = [*(one for one in interaction.answers.sent if "content" in one), *client.channel.posted]
    assert ["your move" in one["content"] for one in posted] == [True]
    assert (f"<@{ANN.id}>" in posted[0]["content"]) == (error is not None)


async def test_where_the_bot_is_a_guest_an_answer_that_somebody_else_waits_for_pings_the_player(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    puppet.gate.clear()
    match, _ = await moved(client, GROUP, KILLED)  # so that Ann's move is not shown, either
    monkeypatch.setattr(boards, "PATIENCE", 60.0)
    asking = pressed(client, BOB, GROUP, custom_id=custom_id("mine", match.id, match.rev))
    press = asyncio.create_task(use(asking, asking.data))
    await asyncio.sleep(0.05)
    puppet.gate.set()
    await press
    assert f"<@{ANN.id}>, your move: Maelstrom took" in asking.answers.text()
    assert await owed(client, match) == []


@pytest.mark.parametrize("control", ["more", "hint", "list:0", "rules:konane"])
async def test_where_the_bot_is_a_guest_any_use_shows_the_boards_that_are_owed(client: Client, control: str) -> None:
    """After its own answer, once."""
    begun = [await client.service.practice.begin("konane", ANN, 1, GROUP, "second") for _ in range(2)]
    for one in begun:
        await client.service.thoughts.settled(one.match.id, SETTLES)
    await client.service.thoughts.act()
    for one in begun:
        await client.service.thoughts.settled(one.match.id, SETTLES)
    match = await client.service.lookup.match(begun[0].match.id)
    action, _, argument = control.partition(":")
    for followed_by in (2, 0):
        press = pressed(client, ANN, GROUP, custom_id=custom_id(action, match.id, match.rev, *filter(None, [argument])))
        await use(press, press.data)
        private = [one for one in press.answers.sent if one.get("ephemeral") or one.get("edited")]
        boards = press.answers.sent[len(private) :]
        assert len(boards) == followed_by
        assert all("your first move" in one["content"] and not one.get("ephemeral") for one in boards)


async def test_a_form_is_followed_by_no_board_that_is_owed(client: Client) -> None:
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


@pytest.mark.parametrize("chosen", ["on", "off"])
async def test_the_buttons_of_the_levels_keep_whether_the_swap_rule_was_chosen(
    client: Client, store: Store, chosen: str
) -> None:
    interaction = pressed(client, ANN, CHANNEL)
    await ask_level(Context(interaction), "brain_coral", "first", {"pie": chosen, "order": "5"})
    (asked,) = interaction.answers.sent
    surge = next(item for item in asked["view"].children if item.label == "Surge, level 4")
    begun = pressed(client, ANN, CHANNEL, custom_id=surge.custom_id)
    await use(begun, begun.data)
    (row,) = await rows_of(store, "SELECT options FROM match")
    assert json.loads(row[0])["pie"] == chosen


async def test_in_a_channel_where_a_server_lets_no_match_begin_no_show_does_and_no_level_is_asked(
    client: Client, store: Store
) -> None:
    chosen = ServerSettings(channels=(999,))
    await client.service.settings.choose_for_server(CHANNEL.guild_id or 0, chosen)
    context = Context(pressed(client, ANN, CHANNEL))
    with pytest.raises(Refusal, match="Matches begin in other channels"):
        await watch(context, "konane", (1, 2), {})
    with pytest.raises(Refusal, match="Matches begin in other channels"):
        await ask_level(context, "konane", "first", {})
    await client.service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings())
    await watch(context, "konane", (1, 2), {})
    assert len(await rows_of(store, "SELECT 1 FROM match")) == 1


async def test_the_buttons_of_the_levels_mark_the_usual_one_and_bear_the_time(client: Client) -> None:
    context, time = Context(pressed(client, ANN, CHANNEL)), client.service.clock.now() % LAP + 1
    buttons = level_buttons(context, "study-practice", 7, ["12", "0"], ["more"]).to_components()[0]["components"]
    assert [one["custom_id"] for one in buttons] == [
        f"t1:study-practice:7:{time}:12:0:{level}:more" for level in LEVELS
    ]
    marked = [one["label"] for one in buttons if one["style"] == discord.ButtonStyle.primary.value]
    assert marked == ["Swell, level 2"]


@pytest.mark.parametrize(("later", "read"), [(0, 0), (5, 0), (LAP - 1, 0), (LAP + 5, LAP)])
async def test_the_time_on_the_button_of_a_level_is_never_read_as_an_earlier_one(
    client: Client, clock: StillClock, later: int, read: int
) -> None:
    asked = clock.time = clock.time + LAP - 10
    clock.time += later
    context = Context(pressed(client, ANN, CHANNEL), rev=asked % LAP + 1)
    assert asked_at(context) == asked + read


async def test_a_button_of_an_older_version_does_not_tell_when_the_level_was_asked_for(client: Client) -> None:
    assert asked_at(Context(pressed(client, ANN, CHANNEL), rev=0)) is None


async def test_two_presses_of_the_levels_begin_one_match(client: Client, clock: StillClock, store: Store) -> None:
    asking = pressed(client, ANN, CHANNEL)
    await ask_level(Context(asking), "konane", "first", {})
    levels = [item.custom_id for item in asking.answers.sent[0]["view"].children]
    clock.time += 5
    presses = [pressed(client, ANN, CHANNEL, custom_id=levels[n]) for n in (0, 0, 4)]
    await asyncio.gather(*(use(press, press.data) for press in presses))
    (row,) = await rows_of(store, "SELECT id FROM match")
    (board,) = await client.service.places.of(row[0])
    refusal = (
        f"You have begun match #{code_of(row[0])} since you were asked for the level: go on there, or ask anew. "
        f"It is here: {link(board)}"
    )
    assert [press.answers.sent[-1]["content"] for press in presses].count(refusal) == 2
    clock.time += 5
    await ask_level(Context(anew := pressed(client, ANN, CHANNEL)), "konane", "first", {})
    press = pressed(client, ANN, CHANNEL, custom_id=anew.answers.sent[0]["view"].children[0].custom_id)
    await use(press, press.data)
    assert len(await rows_of(store, "SELECT 1 FROM match")) == 2


@pytest.mark.parametrize("game", GAMES)
async def test_a_button_has_room_for_all_options(client: Client, clock: StillClock, game: str) -> None:
    clock.time -= clock.time % LAP + 1  # the button bears the longest time
    longest = {name: max(values[1:], key=len) for name, values in GAMES[game].info.options.items()}
    shortest = {name: values[0] for name, values in GAMES[game].info.options.items()}
    for options in (longest, shortest, {**longest, **{name: shortest[name] for name in GAMES[game].info.fair}}):
        interaction = pressed(client, ANN, CHANNEL)
        await ask_level(Context(interaction), game, "random", options)
        assert len(interaction.answers.sent) == 1
