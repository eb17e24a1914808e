"""People who are invited to a server, and ten of them who use the bot together."""

from typing import Any

import discord
import pytest

from sandbox import Channel, Driver, Sandbox
from sandbox.page.crowd import SIZE
from tests.sandbox.conftest import Rest
from tests.sandbox.page.conftest import Window
from tests.sandbox.small_bot import SmallBot

VOTE = {"type": 2, "label": "Vote", "custom_id": "crowd-vote", "style": 1}
CHOICES = ("red", "blue", "green")


class Poll:
    """A poll of the bot: a private answer offers choices and a form, the next one a button that confirms."""

    def __init__(self) -> None:
        self.votes = dict[int, str]()
        self.closed_to = set[int]()

    async def take(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data
        name, view = str(data.get("custom_id")), discord.ui.View(timeout=None)
        if not name.startswith("crowd-"):
            return
        if interaction.user.id in self.closed_to:
            await interaction.response.send_message("You cannot vote.", ephemeral=True)
        elif name == "crowd-vote":
            for choice in ("type", *CHOICES):
                view.add_item(discord.ui.Button(label=choice, custom_id=f"crowd-{choice}"))
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.edit_original_response(content="Which?", view=view)
        elif name == "crowd-type":
            form = discord.ui.Modal(title="Type", custom_id="crowd-typed")
            form.add_item(discord.ui.TextInput(label="Which", custom_id="which"))
            await interaction.response.send_modal(form)
        elif name.startswith("crowd-done"):
            self.votes[interaction.user.id] = name.rpartition(":")[2]
            view.add_item(discord.ui.Button(label="Change", custom_id="crowd-vote"))
            await interaction.response.edit_message(content="Voted", view=view)
        else:
            chosen = f"crowd-done:{name.removeprefix('crowd-')}"
            view.add_item(discord.ui.Button(label="Vote", custom_id=chosen, style=discord.ButtonStyle.success))
            view.add_item(discord.ui.Button(label="Back", custom_id="crowd-vote"))
            await interaction.response.edit_message(content="This?", view=view)


@pytest.fixture
def poll(bot: SmallBot, monkeypatch: pytest.MonkeyPatch) -> Poll:
    poll = Poll()
    monkeypatch.setattr(bot, "on_interaction", poll.take)
    return poll


@pytest.fixture
async def post(rest: Rest, channel: Channel) -> str:
    """The message with the button."""
    return str((await rest.post(channel, components=[{"type": 1, "components": [VOTE]}])).body["id"])


async def test_another_person_joins_and_speaks_as_the_host_does(window: Window, channel: Channel, box: Sandbox) -> None:
    await window.act("Bob", channel, "speak", locale="de")
    try:
        names = [(await window.act("Bob", channel, "invite"))["name"] for _ in range(2)]
    finally:
        await window.act("Bob", channel, "speak", locale="en-GB")
    assert len({*names, "Alice", "Bob", "Carol"}) == 5
    for name in names:
        user = box.world.user(name)
        assert user.locale == "de"
        assert box.world.sees(user, channel)
        told = await window.until("READY")
        assert box.world.user("Alice").id in {person["id"] for person in told["users"]}
    assert await Driver(box, names[0], channel).say("hello")


@pytest.mark.usefixtures("spotless")
async def test_ten_members_vote_and_a_second_crowd_consists_of_the_same(
    window: Window, channel: Channel, box: Sandbox, poll: Poll, post: str
) -> None:
    known = set(box.world.users)
    answer = await window.act("Alice", channel, "crowd", message=post, custom_id="crowd-vote")
    assert answer["confirmed"] == len(poll.votes) == SIZE
    assert set(poll.votes.values()) <= set(CHOICES)
    named = {box.world.user(str(user)).global_name for user in poll.votes}
    assert not named & {"Alice", "Bob", "Carol"}
    invented = [box.world.guild.member(str(user)) for user in poll.votes if str(user) not in known]
    begun = min(member.joined_at for member in box.world.guild.members)
    assert all(member is not None and member.joined_at == begun for member in invented)
    people = len(box.world.users)
    voted = set(poll.votes)
    poll.votes.clear()
    await window.act("Alice", channel, "crowd", message=post, custom_id="crowd-vote")
    assert set(poll.votes) == voted
    assert len(box.world.users) == people


async def test_the_viewer_is_never_in_the_crowd(
    window: Window, channel: Channel, box: Sandbox, poll: Poll, post: str
) -> None:
    name = (await window.act("Alice", channel, "invite"))["name"]
    await window.act(name, channel, "crowd", message=post, custom_id="crowd-vote")
    assert int(box.world.user(name).id) not in poll.votes
    assert len(poll.votes) == SIZE


async def test_those_who_are_refused_are_not_counted(window: Window, channel: Channel, poll: Poll, post: str) -> None:
    await window.act("Alice", channel, "crowd", message=post, custom_id="crowd-vote")
    poll.closed_to = set(list(poll.votes)[:3])
    answer = await window.act("Alice", channel, "crowd", message=post, custom_id="crowd-vote")
    assert answer["confirmed"] == SIZE - 3


async def test_no_crowd_comes_to_a_conversation_or_to_a_message_that_is_gone(
    window: Window, box: Sandbox, rest: Rest, channel: Channel, poll: Poll
) -> None:
    dm = box.world.dm(box.world.user("Alice"))
    post = (await rest.post(dm, components=[{"type": 1, "components": [VOTE]}])).body["id"]
    refused = await window.act("Alice", dm, "crowd", message=post, custom_id="crowd-vote")
    assert refused["error"] == "A crowd comes only to a server."
    gone = await window.act("Alice", channel, "crowd", message="1", custom_id="crowd-vote")
    assert gone["error"] == "This message is gone."
    assert not poll.votes


@pytest.mark.usefixtures("spotless")
async def test_a_new_server_has_its_owner_the_first_people_and_a_crowd_of_its_own(
    window: Window, channel: Channel, box: Sandbox, rest: Rest, poll: Poll, post: str
) -> None:
    await window.act("Alice", channel, "crowd", message=post, custom_id="crowd-vote")
    first = set(poll.votes)
    answer = await window.act("Bob", channel, "new_server", name="Bob's server")
    there = box.world.channel(answer["channel_id"])
    guild = box.world.guilds[there.guild_id or ""]
    members = [box.world.user(member.user_id).global_name for member in guild.members]
    assert (guild.name, guild.owner_id) == ("Bob's server", box.world.user("Bob").id)
    assert set(members) == {"Alice", "Bob", "Carol", box.world.bot.global_name}
    poll.votes.clear()
    post = str((await rest.post(there, components=[{"type": 1, "components": [VOTE]}])).body["id"])
    await window.act("Bob", there, "crowd", message=post, custom_id="crowd-vote")
    assert len(poll.votes) == SIZE
    assert not first & set(poll.votes)
