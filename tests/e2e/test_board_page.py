"""The board page beside a Discord that changes: who still sees a match there, and who may still begin one."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from aiohttp import ClientSession

from games import GAMES
from lessons import AIMS
from puzzles import collection
from sandbox import Answer, Channel, Driver, Sandbox, free_ports
from sandbox.discord.model import ChannelType, Thread
from tests.e2e.conftest import LIMITS
from tests.e2e.rooms import Match, Room
from tests.e2e.whereabouts import code_in, later, server
from tests.support.board_page import Page, Told
from tests.support.patience import PatientBot
from tests.support.shares import share
from web.board.beginnings import NO_MATCH_THERE, SHOWN_NOWHERE

Change = Callable[[Room, Channel, Driver], None]
"""A change of Discord that takes a channel from a person."""


@pytest.fixture(scope="module")
async def paged(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Sandbox, PatientBot]]:
    (port,) = free_ports(1)
    address = f"127.0.0.1:{port}"
    settings = {"TIDEPOOL_BOARD": address, "TIDEPOOL_BOARD_URL": f"http://{address}", "TIDEPOOL_LIMITS": LIMITS}
    database = tmp_path_factory.mktemp("page") / "tidepool.sqlite3"
    async with Sandbox() as sandbox, PatientBot(sandbox, database, **settings) as bot:
        yield sandbox, bot
        assert "Traceback" not in bot.errors, bot.errors


@pytest.fixture
def room(paged: tuple[Sandbox, PatientBot]) -> Room:
    return Room.new(*paged)


@pytest.fixture
async def client() -> AsyncIterator[ClientSession]:
    async with ClientSession() as client:
        yield client


async def opened(client: ClientSession, answer: Answer) -> Page:
    """The page as the link in a private answer opens it."""
    page, task, _ = await entered(client, answer)
    assert task == ""
    return page


async def entered(client: ClientSession, answer: Answer) -> tuple[Page, str, Told]:
    """The page as the link in a private answer opens it, the address of the task to which it leads, and the visit."""
    await answer.settled()
    (url,) = [button.url for button in answer.buttons if button.label == "Open in browser"]
    parts = urlsplit(str(url))
    address = f"{parts.scheme}://{parts.netloc}"
    told = await Page(address, client).post("/api/visit", {"link": parts.fragment})
    assert told.status == 200, told
    return Page(address, client, told.body["visit"]), parts.query, told


async def followed(client: ClientSession, match: Match, follower: Driver) -> Page:
    """The page of somebody who follows a match."""
    await follower.click(await follower.click(await match.post(), "My board"), "Follow")
    return await opened(client, await follower.click(await match.post(), "My board"))


async def played_in(room: Room, channel: Channel) -> Match:
    """A match between Alice and Bob in a channel of its own."""
    there = replace(room, channel=channel, alice=room.alice.at(channel), bob=room.bob.at(channel))
    return await there.match("konane", size="6")


def hide(room: Room, channel: Channel, person: Driver) -> None:
    room.sandbox.trouble.deny("view_channel", channel, person.user)


def silence(room: Room, channel: Channel, person: Driver) -> None:
    room.sandbox.trouble.deny("send_messages", channel, person.user)


def forbid_commands(room: Room, channel: Channel, person: Driver) -> None:
    room.sandbox.trouble.deny("use_application_commands", channel, person.user)


def forbid_play(room: Room, channel: Channel, person: Driver) -> None:
    """In the server's settings, under Integrations."""
    world, guild_id = room.sandbox.world, channel.guild_id or ""
    play = next(command["id"] for command in world.commands[""] if command["name"] == "play")
    rule = {"id": person.user.id, "type": 2, "permission": False}
    about = {"id": play, "application_id": world.bot.id, "guild_id": guild_id, "permissions": [rule]}
    room.sandbox.trouble.command_rules[guild_id] = [about]


def delete(room: Room, channel: Channel, _: Driver) -> None:
    room.sandbox.trouble.delete_channel(channel)


def leave(room: Room, channel: Channel, person: Driver) -> None:
    world = room.sandbox.world
    guild = world.guilds[channel.guild_id or ""]
    world.put(replace(guild, members=tuple(member for member in guild.members if member.user_id != person.user.id)))


def private_thread(room: Room, parent: Channel) -> Channel:
    """A private thread of a channel, with Alice, Bob and the bot in it."""
    world = room.sandbox.world
    inside = (world.bot.id, room.alice.user.id, room.bob.user.id)
    data = Thread(parent.id, room.alice.user.id, inside, touched_at=world.now())
    return world.put(
        Channel(world.snowflakes.next(), ChannelType.PRIVATE_THREAD, "aside", parent.guild_id, thread=data)
    )


def hide_parent(room: Room, channel: Channel, person: Driver) -> None:
    hide(room, room.sandbox.world.parent(channel), person)


def silence_in_parent(room: Room, channel: Channel, person: Driver) -> None:
    room.sandbox.trouble.deny("send_messages_in_threads", room.sandbox.world.parent(channel), person.user)


def lock(room: Room, channel: Channel, _: Driver) -> None:
    world = room.sandbox.world
    assert channel.thread is not None
    world.put(replace(channel, thread=replace(channel.thread, locked=True)))


def leave_thread(room: Room, channel: Channel, person: Driver) -> None:
    world = room.sandbox.world
    assert channel.thread is not None
    left = tuple(member for member in channel.thread.members if member != person.user.id)
    world.put(replace(channel, thread=replace(channel.thread, members=left)))


def mute_the_bot(room: Room, channel: Channel, _: Driver) -> None:
    room.sandbox.trouble.deny("send_messages", channel)


def remove_the_bot(room: Room, channel: Channel, _: Driver) -> None:
    room.sandbox.trouble.remove_bot(room.sandbox.world.guilds[channel.guild_id or ""])


@pytest.mark.parametrize("change", [hide, delete, leave, remove_the_bot, None])
async def test_a_follower_reads_on_only_while_they_can_view_the_channel(
    room: Room, client: ClientSession, change: Change | None
) -> None:
    guild, channel = server(room, "Followed")
    match, dan = (
        await played_in(room, channel),
        Driver(room.sandbox, room.sandbox.world.add_user("Dan", guild), channel),
    )
    page, path = await followed(client, match, dan), f"/api/match/{match.code}"
    told = await page.get(path)
    assert (told.status, told.body["seat"]) == (200, None)
    held = asyncio.create_task(page.get(f"{path}?after={told.body['rev']}"))
    assert (await page.get(path)).status == 200
    if change is None:
        await room.alice.at(None).slash("/match move-here", match=match.name)
    else:
        change(room, channel, dan)
    later(room)
    assert (await page.get(path)).status == 404
    await room.alice.at(None).slash("/konane move", match=match.name, move="d3")
    assert (await held).status == 404, "what they waited for"
    for answer in (await page.get(path), await page.get(f"{path}/at/1"), await page.get(f"{path}?after=1")):
        assert (answer.status, match.code in str(answer.body)) == (404, True), answer
    await resign(room.alice.at(None), match.name)
    assert (await page.get(path)).status == 404, "the end is hidden, too"


async def resign(player: Driver, code: str) -> None:
    await player.click(await player.slash("/konane resign", match=code), "Resign")


async def beginnings(client: ClientSession, player: Driver) -> tuple[Page, Sequence[Callable[[], Awaitable[Told]]]]:
    """All ways in which a player begins a match on the page: beside a finished one, and from the board editor."""
    board = (await (await player.slash("/konane practice", level=1, side="first", size="6")).settled()).post
    code = code_in(board)
    beside = await opened(client, await player.click(board, "My board"))
    editor = await opened(client, await player.slash("/setup", game="konane"))
    await resign(player, code)
    body, play = {"position": GAMES["konane"].start().encode(), "level": 1}, "/api/setup/konane/play"
    return beside, [
        lambda: beside.post(f"/api/match/{code}/again", {"level": 1}),
        lambda: beside.post(play, {**body, "match": code}),
        lambda: editor.post(play, body),
    ]


async def running(page: Page) -> int:
    return len((await page.get("/api/matches")).body["matches"])


def check_refused(told: Told) -> None:
    """A beginning must be refused because of its channel, which the bot may have noticed to be gone."""
    assert told.status == 409
    assert told.body["said"] in {NO_MATCH_THERE, SHOWN_NOWHERE}


async def check_beginnings(room: Room, client: ClientSession, channel: Channel, change: Change) -> None:
    """Each way begins a match in the channel, and none does after the change."""
    alice = room.alice.at(channel)
    page, ways = await beginnings(client, alice)
    assert [(await begin()).status for begin in ways] == [200, 200, 200]
    before = await running(page)
    assert before == 3
    change(room, channel, alice)
    for begin in ways:
        check_refused(await begin())
    assert await running(page) == before


@pytest.mark.parametrize(
    "change",
    share(
        2, [(c,) for c in (hide, silence, forbid_play, forbid_commands, leave, delete, mute_the_bot, remove_the_bot)]
    ),
)
async def test_a_match_begins_only_where_its_player_could_use_play_now(
    room: Room, client: ClientSession, change: Change
) -> None:
    await check_beginnings(room, client, server(room, "Played")[1], change)


@pytest.mark.parametrize(
    "change", share(3, [(c,) for c in (hide_parent, silence_in_parent, delete, leave_thread, lock, leave)])
)
async def test_in_a_private_thread_too(room: Room, client: ClientSession, change: Change) -> None:
    _, parent = server(room, "Aside")
    await check_beginnings(room, client, private_thread(room, parent), change)


async def test_in_direct_messages_a_match_begins_as_ever(room: Room, client: ClientSession) -> None:
    _, ways = await beginnings(client, room.alice.at(None))
    for begin in ways:
        told = await begin()
        assert told.status == 200, told


def places(room: Room) -> dict[str, tuple[Channel | None, bool]]:
    """Where Alice may use a command, and whether a match may begin from there."""
    world = room.sandbox.world
    world.install_app(room.alice.user)
    return {
        "channel": (room.channel, True),
        "private thread": (private_thread(room, room.channel), True),
        "direct messages": (None, True),
        "group": (world.add_group(room.alice.user, room.bob.user), False),
    }


@pytest.mark.parametrize("where", ["channel", "private thread", "direct messages", "group"])
async def test_a_lesson_and_a_puzzle_go_on_by_the_other_door_wherever_they_are_opened(
    room: Room, client: ClientSession, where: str
) -> None:
    place, begins = places(room)[where]
    alice = room.alice.at(place)
    shown = await alice.slash("/learn", game="konane")
    assert shown.private
    page, task, _ = await entered(client, shown)
    told = (await page.post(f"/api/task/{task}", {"wrong": 0})).body
    assert (told["state"], told["steps"], told["task"]["at"]) == (AIMS["konane"], None, "lesson/konane")
    assert told["task"]["ways"][0]["to"] == "lesson/konane/start"
    shown = await alice.click(shown, "First step")
    shown = await alice.submit(await alice.click(shown, "Type a move"), move="d3")
    page, task, visit = await entered(client, await alice.click(shown, "Next"))
    assert (task, visit.body["game"], visit.body["plays"]) == ("lesson/konane", "konane", begins)
    told = (await page.post(f"/api/task/{task}", {"wrong": 0})).body
    assert told["task"]["at"] == "lesson/konane/jump"
    told = (await page.post(f"/api/task/{told['task']['at']}/answer", {"steps": ["b3", "d3"], "wrong": 0})).body
    assert told["task"]["ways"][0]["to"] == "lesson/konane/jump-on"
    assert "Take two white stones in one move." in (await alice.slash("/learn", game="konane")).content

    asked = await alice.slash("/puzzle", game="konane")
    page, task, _ = await entered(client, asked)
    number = int(task.split("/")[1])
    puzzle, board = collection.puzzle(number), collection.puzzle(number).board()
    right = board.steps(board.parse(puzzle.answers[0]))
    told = (await page.post(f"/api/task/{task}/answer", {"steps": right, "wrong": 0})).body
    assert told["task"]["said"].startswith("Solved at the first try!")
    picker = await alice.click(asked, "Solve")
    again = await alice.submit(await alice.click(picker, "Type a move"), move=next(iter(puzzle.replies)))
    assert "Puzzle rating" not in again.content
    assert "You have solved this puzzle." in (await alice.click(await alice.click(again, "Try again"), "Back")).content


async def test_where_the_bot_is_a_guest_nothing_begins_on_the_page(room: Room, client: ClientSession) -> None:
    world = room.sandbox.world
    world.install_app(room.alice.user)
    group = world.add_group(room.alice.user, room.bob.user)
    page, ways = await beginnings(client, room.alice.at(group))
    for begin in ways:
        check_refused(await begin())
    assert await running(page) == 0


async def test_somebody_who_is_banned_begins_nothing_and_sees_nothing(room: Room, client: ClientSession) -> None:
    _, channel = server(room, "Strict")
    page, ways = await beginnings(client, room.alice.at(channel))
    await room.carol.at(channel).slash("/moderate ban", user=room.alice.user.id)
    for begin in ways:
        assert (await begin()).status == 401
    assert (await page.get("/api/matches")).status == 401


async def test_a_player_who_has_left_still_plays_as_in_direct_messages(room: Room, client: ClientSession) -> None:
    _, channel = server(room, "Left")
    match = await played_in(room, channel)
    page, path = (
        await opened(client, await match.seats[0].click(await match.post(), "My board")),
        f"/api/match/{match.code}",
    )
    leave(room, channel, room.alice)
    moved = await page.post(f"{path}/move", {"rev": (await page.get(path)).body["rev"], "steps": ["d3"]})
    assert (moved.status, moved.body["ply"]) == (200, 1)
