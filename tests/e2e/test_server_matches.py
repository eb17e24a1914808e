"""A server against another one, as people play it over two channels."""

import re
from dataclasses import replace

import pytest

from matches.crowds import SPREAD
from matches.timecontrol import HOUR
from sandbox import Answer, Driver, Message
from tests.e2e.conftest import House
from tests.e2e.rooms import labels
from tests.e2e.voting import cast, listing, newest, only_post

CODE = re.compile(r"[2-9A-Z]{4}-[2-9A-Z]{4}")
CLUB = "Club"


class Servers:
    """The first server, whose owner is `boss`, and another one, the Club, which Bob owns and Carol is in."""

    def __init__(self, house: House) -> None:
        self.house, self.room = house, house.room()
        world = house.sandbox.world
        self.club = world.add_guild(CLUB, self.room.bob.user)
        world.join(self.club, self.room.carol.user)
        channel = next(channel for channel in world.channels.values() if channel.guild_id == self.club.id)
        self.boss, self.alice = self.room.owner(), self.room.alice
        self.bob = Driver(house.sandbox, self.room.bob.user, channel)
        self.carol = Driver(house.sandbox, self.room.carol.user, channel)

    async def challenge(self) -> tuple[Answer, str]:
        """The owner challenges another server; the private answer, and the code in it."""
        page = await self.boss.click(await self.boss.slash("/play"), "SquAlma")
        page = await self.boss.select(page, "vs", custom_id=listing(page, "start-whom"))
        page = await self.boss.select(page, "1h", custom_id=listing(page, "start-clock"))
        page = await self.boss.click(page, "More options")
        page = await self.boss.select(page, "f", custom_id=listing(page, "start-side"))
        told = await self.boss.click(page, "Start")
        found = CODE.search(told.content)
        assert found is not None, told.content
        return told, found[0]

    async def enter(self, who: Driver, code: str) -> Answer:
        page = await who.slash("/play")
        page = await who.select(page, "vs", custom_id=listing(page, "start-whom"))
        return await who.submit(await who.click(page, "Enter a code"), {"The other server's code": code})


@pytest.fixture
def servers(own_house: House) -> Servers:
    return Servers(own_house)


def boards(player: Driver) -> list[Message]:
    return [message for message in player.messages() if not message.private and "Board" in labels(message)]


async def board(player: Driver, after: str = "") -> Message:
    return await player.sandbox.wait_for(
        lambda: found[-1] if (found := boards(player)) and found[-1].id != after else None, what="a board"
    )


async def test_two_servers_play_each_other_over_two_channels(servers: Servers) -> None:
    room, sandbox = servers.room, servers.house.sandbox
    told, code = await servers.challenge()
    assert told.private
    assert labels(told) == ["Withdraw"]
    assert not boards(room.alice), "nobody sees a challenge before it is accepted"
    offered = await servers.enter(servers.bob, code.lower())
    assert offered.private
    assert labels(offered) == ["Accept", "Decline"]
    assert "**The Tidepool** challenges this server to **SquAlma**" in offered.content
    assert "The server plays White" in offered.content
    await servers.bob.click(offered, "Accept")
    ours, theirs = await board(room.alice), await board(servers.bob)
    assert "vote for your first move against Club" in ours.content
    assert "**The Tidepool** votes for the first move against Club" in theirs.content
    assert labels(ours) == ["Vote", "Board", "More"]
    assert labels(theirs) == ["Board", "More"]
    reason = await room.alice.click(await cast(room.alice, 0), "Say why")
    await room.alice.submit(reason, {"One line, shown with the result": "a plan"})
    sandbox.move_clock(HOUR + SPREAD)
    ours, theirs = await board(room.alice, ours.id), await newest(servers.bob, theirs.id)
    assert "**Club** votes for the next move" in ours.content
    assert "**Club**, vote for your move" in theirs.content
    assert "Last vote: " in ours.content
    assert "Last vote: " in theirs.content
    assert ("a plan" in ours.content, "a plan" in theirs.content) == (True, False)
    await cast(servers.carol, 1)
    refused = await servers.bob.click(theirs, "Vote")
    assert refused.private
    sandbox.move_clock(HOUR + SPREAD)
    ours = await newest(room.alice, ours.id)
    assert "**The Tidepool**, vote for your move" in ours.content
    await sandbox.wait_for(lambda: only_post(room.alice) and not only_post(servers.bob), what="a board in each server")
    moves = servers.house.rows("SELECT seat, count(*) AS number FROM move GROUP BY seat ORDER BY seat")
    assert [tuple(row) for row in moves] == [(0, 1), (1, 1)]


async def test_members_of_one_server_get_no_links_into_the_other(servers: Servers) -> None:
    """Carol is only in the Club, which accepted: the first place of the match is in the Tidepool."""
    alice, carol, sandbox = servers.room.alice, servers.carol, servers.house.sandbox
    here = sandbox.world.guilds[sandbox.world.guild.id]
    members = tuple(member for member in here.members if member.user_id != carol.user.id)
    sandbox.world.put(replace(here, members=members))
    _, code = await servers.challenge()
    await servers.bob.click(await servers.enter(servers.bob, code), "Accept")
    await newest(alice)
    await cast(alice, 0)
    sandbox.move_clock(HOUR + SPREAD)
    theirs = await newest(carol)
    await carol.click(await cast(carol, 0), "Tell me when a vote opens")
    sandbox.move_clock(HOUR + SPREAD)
    await cast(alice, 0)
    sandbox.move_clock(HOUR + SPREAD)
    await newest(carol, theirs.id)
    inbox = carol.at(None)
    notice = await inbox.sees(lambda message: "a new vote is open" in message.content)
    servers.room.keep_older_pages(1)
    picker = await inbox.click(notice, "Vote")
    choice = next(button.label for button in picker.buttons if ":vote-pick:" in (button.custom_id or ""))
    await cast(servers.bob, 0)  # a vote of Carol's would take the place of her picker
    sandbox.move_clock(HOUR + SPREAD)
    await newest(alice)
    stale = await inbox.click(picker, choice or "")
    assert "It is here: " in stale.content
    for told in (notice.content, stale.content):
        assert re.findall(r"https://discord.com/channels/\d+/\d+", told) == [
            f"https://discord.com/channels/{servers.club.id}/{carol.channel.id}"
        ]


async def test_a_code_is_used_once_by_moderators_of_another_server(servers: Servers) -> None:
    room = servers.room
    _, code = await servers.challenge()
    assert "the code of your own server" in (await servers.enter(servers.boss, code)).content
    page = await servers.carol.slash("/play")
    page = await servers.carol.select(page, "vs", custom_id=listing(page, "start-whom"))
    for label in ("Enter a code", "Start"):
        refused = await servers.carol.click(page, label)
        assert "Only people with **Manage Server**" in refused.content
    assert "is not a server's code" in (await servers.enter(servers.bob, "#1f3k")).content
    assert "There is no challenge with the code 2222-2222" in (await servers.enter(servers.bob, "2222 2222")).content
    offered = await servers.enter(servers.bob, code)
    declined = await servers.bob.click(offered, "Decline")
    assert declined.content == "Club declined the **SquAlma** challenge.", "without the name of the moderator"
    notice = await Driver(room.sandbox, servers.boss.user).sees(lambda message: "Club declined" in message.content)
    assert not notice.buttons
    assert "Club has already declined this challenge" in (await servers.enter(servers.bob, code)).content


async def test_the_code_is_found_again_among_the_matches_and_can_be_withdrawn(servers: Servers) -> None:
    _, code = await servers.challenge()
    offered = await servers.enter(servers.bob, code)
    page = await servers.boss.slash("/matches")
    assert "You challenged another server to" in page.content
    shown = await servers.boss.select(page, page.selects[0].options[0][0])
    assert code in shown.content
    withdrawn = await servers.boss.click(shown, "Withdraw")
    name = servers.boss.user.global_name
    assert f"{name} withdrew the **SquAlma** challenge." in withdrawn.content
    assert (await servers.bob.click(offered, "Accept")).content == "This challenge has been withdrawn."


async def test_a_server_that_the_bot_has_left_plays_no_more(servers: Servers) -> None:
    room, sandbox = servers.room, servers.house.sandbox
    _, code = await servers.challenge()
    offered = await servers.enter(servers.bob, code)
    await servers.bob.click(offered, "Accept")
    ours = await newest(room.alice)
    await cast(room.alice, 0)
    sandbox.trouble.remove_bot(servers.club)
    sandbox.move_clock(HOUR + SPREAD)
    over = await room.alice.sees(lambda message: "No result" in message.content)
    assert "Club**'s channel is gone, or was closed to me" in over.content
    assert over.id != ours.id


async def test_the_challenge_of_a_server_that_the_bot_has_left_cannot_be_accepted(servers: Servers) -> None:
    _, code = await servers.challenge()
    offered = await servers.enter(servers.bob, code)
    servers.house.sandbox.trouble.remove_bot(servers.house.sandbox.world.guild)
    refused = await servers.bob.click(offered, "Accept")
    assert refused.content == "I can no longer post for the other server."
