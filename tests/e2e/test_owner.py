"""The owner's commands in the one server that has them: status, announcements, bans, repairs, leaving a server."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox import Channel, Driver, Sandbox
from tests.e2e.conftest import House
from tests.e2e.rooms import Room, refusal
from tests.support.patience import PatientBot


@pytest.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A bot whose owner has commands in the first server."""
    database = tmp_path_factory.mktemp("owned") / "tidepool.sqlite3"
    async with (
        Sandbox() as sandbox,
        PatientBot(sandbox, database, TIDEPOOL_OWNER_SERVER=sandbox.world.guild.id) as bot,
    ):
        yield House(sandbox, bot, database)
        assert "Traceback" not in bot.errors, bot.errors


def boss_of(house: House) -> Driver:
    """The owner of the application, in the first server."""
    world = house.sandbox.world
    return Driver(house.sandbox, world.user("Alice"), world.channel("games"))


def another_server(house: House, *people: Driver) -> tuple[Channel, str]:
    """A channel in a server that is not the owner's, with these people, and the id of that server."""
    world = house.sandbox.world
    elsewhere = world.add_guild("Elsewhere", people[0].user)
    for person in people[1:]:
        world.join(elsewhere, person.user)
    return next(channel for channel in world.channels.values() if channel.guild_id == elsewhere.id), elsewhere.id


async def test_the_owner_sees_how_it_fares_and_copies_the_database(house: House) -> None:
    room, boss = house.room(), boss_of(house)
    await room.match()
    status = await (await boss.slash("/tidepool status")).settled()
    assert status.private
    for part in (
        "### Tidepool",
        "2 people, 1 match with 0 moves",
        "Running: Konane 1.",
        "0 errors",
        "No alarm is late",
    ):
        assert part in status.content
    made = await (await boss.slash("/tidepool backup")).settled()
    assert made.private
    (file,) = sorted((house.database.parent / "backups").glob("*.sqlite3"))[-1:]
    assert file.name in made.content


async def test_somebody_or_a_server_is_shut_out_everywhere(house: House) -> None:
    room, boss = house.room(), boss_of(house)
    channel, server = another_server(house, room.alice, room.bob)
    assert "Choose a `user` or a `server`" in refusal(await boss.slash("/tidepool ban"))
    assert "Choose another person" in refusal(await boss.slash("/tidepool ban", user=boss.user.id))
    assert "not a server ID" in refusal(await boss.slash("/tidepool ban", server="over there"))
    assert "everywhere" in (await boss.slash("/tidepool ban", user=room.bob.user.id)).content
    for where in (room.channel, channel, None):
        assert "the bot's owner" in refusal(await room.bob.at(where).slash("/help"))
    assert (await room.bob.slash("/privacy")).content.startswith("### What Tidepool stores")
    assert "Nobody can use" in (await boss.slash("/tidepool ban", server=server)).content
    assert "This server is banned" in refusal(await room.alice.at(channel).slash("/help"))
    assert (await room.alice.slash("/help")).private
    listed = (await boss.slash("/tidepool bans")).content
    assert room.bob.user.global_name in listed
    assert server in listed
    await boss.slash("/tidepool unban", user=room.bob.user.id)
    await boss.slash("/tidepool unban", server=server)
    assert (await room.bob.at(channel).slash("/help")).content.startswith("**Tidepool**")


async def test_a_match_is_looked_at_repaired_and_ended(house: House) -> None:
    room, boss = house.room(), boss_of(house)
    match = await room.match()
    page = await boss.slash("/tidepool match", match=match.name)
    for part in (f"#{match.code}", "Its moves can be replayed", room.alice.user.id, "Alarms: "):
        assert part in page.content
    repaired = await boss.click(page, "Repair")
    assert "its board is posted again" in repaired.content
    await match.post(2)
    await room.public(await match.move(0, "d5"))
    page = await boss.click(repaired, "Look again")
    asked = await boss.click(page, "End the match")
    page = await boss.click(asked, "Let it continue")
    asked = await boss.click(page, "End the match")
    assert "You ended" in (await boss.click(asked, "End the match")).content
    assert "No result" in (await match.post(4)).content


async def test_a_person_is_handed_out_and_forgotten(house: House) -> None:
    room, boss = house.room(), boss_of(house)
    match = await room.match()
    page = await boss.slash("/tidepool person", user=room.bob.user.id)
    assert "1 match is stored" in page.content
    handed = await boss.click(page, "Export")
    assert handed.private
    held = json.loads(await house.sandbox.png(handed.post.attachments[0]))
    assert held["person"] == int(room.bob.user.id)
    asked = await boss.click(page, "Forget this person")
    assert "cannot be undone" in asked.content
    assert "no longer stores anything about this person" in (await boss.click(asked, "Forget for good")).content
    assert not house.rows("SELECT 1 FROM person WHERE id = ?", int(room.bob.user.id))
    await house.noted("SELECT 1 FROM match WHERE id = ? AND status = 'over'", match.id)


async def test_the_bot_leaves_a_server_and_tells_those_who_played_there(house: House) -> None:
    room, boss = house.room(), boss_of(house)
    channel, server = another_server(house, room.alice, room.bob)
    there = Room(house.sandbox, house.bot, channel, room.alice.at(channel), room.bob.at(channel), room.carol)
    match = await there.match()
    assert "has the owner's commands" in refusal(
        await boss.slash("/tidepool leave", server=house.sandbox.world.guild.id)
    )
    asked = await boss.slash("/tidepool leave", server=server)
    assert "Leave **Elsewhere**? 1 match is running there." in asked.content
    left = await boss.click(asked, "Leave it")
    assert "1 match has no channel now" in left.content
    world = house.sandbox.world
    assert world.guilds[server].member(world.bot.id) is None
    await room.alice.at(None).sees(lambda message: match.code in message.content, what="the word that it is gone")
    assert "is not in the server" in refusal(await boss.slash("/tidepool leave", server=server))


async def test_the_commands_go_with_the_setting(tmp_path: Path) -> None:
    database = tmp_path / "tidepool.sqlite3"
    async with Sandbox() as sandbox:
        world = sandbox.world
        second = world.add_guild("Second", world.user("Alice"))

        def known() -> dict[str, list[str]]:
            return {
                place: [command["name"] for command in world.commands.get(place, [])]
                for place in (world.guild.id, second.id)
            }

        for server, syncs in ((world.guild.id, 2), (world.guild.id, 0), (second.id, 2), ("", 1)):
            before = sum(entry.method == "PUT" for entry in sandbox.log.entries)
            async with PatientBot(sandbox, database, TIDEPOOL_OWNER_SERVER=server) as bot:
                assert known() == {place: ["tidepool"] if place == server else [] for place in known()}
                assert "Traceback" not in bot.errors
            assert sum(entry.method == "PUT" for entry in sandbox.log.entries) - before == syncs
