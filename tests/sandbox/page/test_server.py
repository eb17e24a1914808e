"""The events and answers that the page gets, and the acts that it may do."""

import pytest

from sandbox import Channel, Guild, Sandbox
from sandbox.page.texts import texts
from tests.sandbox.conftest import Rest
from tests.sandbox.page.conftest import Json, Window


async def test_a_window_is_told_all_there_is(window: Window, box: Sandbox) -> None:
    ready = await window.until("READY")
    assert {"Alice", "Bob", "Carol"} <= {user["global_name"] for user in ready["users"]}
    assert ready["users"][0]["dms_closed"] is False
    assert ready["bot"]["id"] == box.world.bot.id
    assert ready["guilds"][0]["name"] == "The Tidepool"
    assert ready["guilds"][0]["channels"][0]["name"] == "games"
    assert {dm["recipients"][0]["global_name"] for dm in ready["dms"]} >= {"Alice", "Bob", "Carol"}
    assert {command["name"] for command in ready["commands"]} >= {"game", "think"}
    assert ready["bot_state"] == {"online": True, "stopped": ""}
    assert abs(ready["now"] - box.clock.now()) < 5


@pytest.mark.parametrize("path", ["/", "/page/events", "/page/messages?channel=1"])
async def test_without_the_key_nobody_gets_in(box: Sandbox, rest: Rest, path: str) -> None:
    url = box.base_url + path
    async with rest.session.get(url) as response:
        assert response.status == 403
    async with rest.session.get(url, headers={"X-Key": "wrong"}) as response:
        assert response.status == 403


async def test_another_page_or_name_gets_nothing(box: Sandbox, rest: Rest) -> None:
    url = f"{box.page_url}"
    async with rest.session.get(url) as response:
        assert response.status == 200
        assert "text/html" in response.headers["Content-Type"]
    async with rest.session.get(url, headers={"Origin": "http://evil.example"}) as response:
        assert response.status == 403
    async with rest.session.get(url, headers={"Host": f"evil.example:{box.port}"}) as response:
        assert response.status == 403
    async with rest.session.get(f"{box.base_url}/page/static/main.js") as response:
        assert response.status == 200


async def test_messages_come_change_and_go(window: Window, channel: Channel, rest: Rest, box: Sandbox) -> None:
    bob = box.world.user("Bob")
    posted = await rest.post(channel, content=bob.mention)
    told = await window.until("MESSAGE_CREATE", id=posted.body["id"])
    assert (told["pinged"], told["only_for"]) == ([bob.id], None)
    path = f"/channels/{channel.id}/messages/{posted.body['id']}"
    await rest("PATCH", path, {"content": "changed"})
    assert (await window.until("MESSAGE_UPDATE", id=posted.body["id"]))["content"] == "changed"
    await rest("DELETE", path)
    assert (await window.until("MESSAGE_DELETE"))["channel_id"] == channel.id


async def test_channels_and_threads_come_and_go(window: Window, rest: Rest, box: Sandbox) -> None:
    made = box.world.add_channel("made")
    assert (await window.until("CHANNEL_CREATE"))["id"] == made.id
    thread = (await rest("POST", f"/channels/{made.id}/threads", {"name": "a", "type": 11})).body["id"]
    assert (await window.until("THREAD_CREATE"))["id"] == thread
    await window.act("Alice", made, "trouble", what="delete_channel")
    assert (await window.until("THREAD_DELETE"))["id"] == thread
    assert (await window.until("CHANNEL_DELETE"))["id"] == made.id


async def test_pages_of_messages_go_back_in_time(window: Window, channel: Channel) -> None:
    for number in range(5):
        await window.act("Alice", channel, "say", content=str(number))
    newest = await window.messages(channel, "&limit=2")
    assert [message["content"] for message in newest] == ["4", "3"]
    older = await window.messages(channel, f"&before={newest[-1]['id']}")
    assert [message["content"] for message in older] == ["2", "1", "0"]


async def test_thinking_is_shown(window: Window, channel: Channel, rest: Rest, box: Sandbox) -> None:
    sent = await window.act("Alice", channel, "slash", command="sleep", options={})
    asked = box.interactions.find(sent["interaction_id"])
    assert asked
    await rest("POST", f"/interactions/{asked.id}/{asked.token}/callback", {"type": 5})
    thinking = await window.until("INTERACTION", state="thinking")
    assert thinking["message_id"]
    path = f"/webhooks/{box.world.bot.id}/{asked.token}/messages/@original"
    await rest("PATCH", path, {"content": "thought"})
    assert (await window.until("INTERACTION", state="done"))["id"] == asked.id


async def test_commands_are_listed_for_whom_they_are_offered(window: Window, channel: Channel, box: Sandbox) -> None:
    async def listed(person: str, place: str) -> set[str]:
        who = box.world.user(person).id
        url = f"{box.base_url}/page/commands?key={box.key}&as={who}&channel={place}"
        async with window.session.get(url) as response:
            ids = set(await response.json())
        return {command["name"] for command in box.world.commands[""] if command["id"] in ids}

    assert await listed("Alice", channel.id) >= {"game", "think", "Challenge"}
    box.trouble.deny("use_application_commands", channel, box.world.user("Bob"))
    assert await listed("Bob", channel.id) == set()
    assert await listed("Alice", "1") == set()


@pytest.mark.parametrize(
    ("act", "more", "reason"),
    [
        ("slash", {"command": "nope"}, "There is no command nope here"),
        ("slash", {"command": "game move"}, "The option move is required."),
        ("button", {"message": "1", "custom_id": "a"}, "This message is gone."),
        ("dance", {}, "The sandbox knows no dance"),
        ("trouble", {"what": "flood"}, "The sandbox knows no flood"),
        ("trouble", {"what": "deny", "permission": "fly"}, "There is no permission fly"),
        ("trouble", {"what": "restart_bot"}, "did not start the bot"),
        ("button", {}, "message is missing"),
    ],
)
async def test_an_impossible_act_is_refused_with_a_reason(
    window: Window, channel: Channel, act: str, more: Json, reason: str
) -> None:
    assert reason in (await window.act("Alice", channel, act, **more))["error"]


async def test_a_channel_is_made(window: Window, channel: Channel, box: Sandbox) -> None:
    made = await window.act("Alice", channel, "trouble", what="new_channel", name="# Board Games")
    told = await window.until("CHANNEL_CREATE", id=made["channel_id"])
    assert (told["name"], told["guild_id"]) == ("board-games", box.world.guild.id)


async def test_the_bot_is_thrown_out_and_invited_again(
    window: Window, channel: Channel, rest: Rest, club: Guild
) -> None:
    await window.act("Alice", channel, "trouble", what="remove_bot", guild=club.id)
    assert not (await window.until("GUILD_UPDATE", id=club.id))["has_bot"]
    assert (await rest("GET", f"/guilds/{club.id}")).code == 50001
    await window.act("Alice", channel, "trouble", what="invite_bot", guild=club.id)
    assert (await window.until("GUILD_UPDATE", id=club.id))["has_bot"]
    assert (await rest("GET", f"/guilds/{club.id}")).status == 200


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        ({"what": "new_channel", "name": " "}, "1 to 100 characters"),
        ({"what": "remove_bot", "guild": "1"}, "This server is gone."),
        ({"what": "move_clock", "seconds": 1e300}, "from the year 2015 to the year 2100"),
        ({"what": "move_clock", "seconds": "nan"}, "from the year 2015 to the year 2100"),
        ({"what": "fail_next", "path": "("}, "no regular expression"),
        ({"what": "fail_next", "status": 200}, "no status of a failure"),
        ({"what": "slow_next", "seconds": "inf"}, "at most 600 seconds"),
    ],
)
async def test_trouble_that_nothing_would_survive_is_refused(
    window: Window, channel: Channel, act: Json, reason: str
) -> None:
    assert reason in (await window.act("Alice", channel, "trouble", **act))["error"]


async def test_a_conversation_is_not_deleted(window: Window, box: Sandbox) -> None:
    dm = box.world.dm(box.world.user("Alice"))
    assert "cannot be deleted" in (await window.act("Alice", dm, "trouble", what="delete_channel"))["error"]
    assert "no permissions" in (await window.act("Alice", dm, "trouble", what="deny", permission="fly"))["error"]


async def test_trouble_is_made(window: Window, channel: Channel, rest: Rest, box: Sandbox) -> None:
    bob = box.world.user("Bob")
    await window.act("Alice", channel, "trouble", what="fail_next", count=1, status=502)
    assert (await rest.post(channel, content="a")).status == 502
    await window.act("Alice", channel, "trouble", what="deny", permission="send_messages")
    assert (await rest.post(channel, content="a")).code == 50013
    await window.act("Alice", channel, "trouble", what="allow", permission="send_messages")
    assert (await rest.post(channel, content="a")).status == 200
    await window.until("MESSAGE_CREATE", channel_id=channel.id)
    await window.act("Alice", channel, "trouble", what="close_dms", user=bob.id, closed=True)
    ready = await window.until("READY")
    assert next(user for user in ready["users"] if user["id"] == bob.id)["dms_closed"]
    await window.act("Alice", channel, "trouble", what="close_dms", user=bob.id, closed=False)
    before = box.clock.offset
    await window.act("Alice", channel, "trouble", what="move_clock", seconds=60)
    assert (await window.until("CLOCK"))["offset"] == before + 60
    await window.act("Alice", channel, "trouble", what="drop_gateway")
    assert [(await window.until("BOT"))["online"] for _ in range(2)] == [False, True]


async def test_the_first_browser_gives_everybody_its_language(window: Window, box: Sandbox) -> None:
    async def ask(locale: str) -> Json:
        url = f"{box.base_url}/page/texts?key={box.key}&locale={locale}"
        async with window.session.get(url) as response:
            answer: Json = await response.json()
            return answer

    assert await ask("de-AT") == {"locale": "de", "texts": texts("de")}
    assert (await ask("xx"))["locale"] == "en-GB"
    assert {user.locale for user in box.world.users.values()} == {"de"}
    assert box.world.guild.locale == "de"
    channel = next(iter(box.world.channels.values()))
    assert (await window.act("alice", channel, "speak", locale="ja"))["ok"]
    assert box.world.user("alice").locale == "ja"
    assert box.world.user("bob").locale == "de"
    assert "error" in await window.act("alice", channel, "speak", locale="xx")
