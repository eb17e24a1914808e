"""What the bot may do in channels by its own route, and what Discord refuses."""

import time

import pytest

from sandbox import Channel, ChannelType, Driver, Sandbox
from tests.sandbox.conftest import Rest
from tests.sandbox.small_bot import png


async def test_a_wrong_token_is_unauthorised(rest: Rest) -> None:
    assert (await rest("GET", "/users/@me", credentials="wrong")).status == 401
    assert (await rest("GET", "/users/@me")).body["username"] == "Tidepool"


async def test_an_endpoint_that_is_not_built_is_refused_aloud(rest: Rest) -> None:
    assert (await rest("GET", "/voice/regions")).status == 404
    assert rest.sandbox.refusals[-1].valid == "this endpoint is not built in the sandbox"


async def test_unknown_things_have_their_numbers(rest: Rest, channel: Channel) -> None:
    assert (await rest("GET", "/channels/1")).code == 10003
    assert (await rest("GET", f"/channels/{channel.id}/messages/1")).code == 10008
    assert (await rest("GET", "/guilds/1")).code == 10004
    assert (await rest("GET", "/users/1")).code == 10013
    assert (await rest("GET", f"/guilds/{channel.guild_id}/members/1")).code == 10013


async def test_a_deleted_channel_and_message_are_unknown(rest: Rest, box: Sandbox, channel: Channel) -> None:
    posted = await rest.post(channel, content="a")
    path = f"/channels/{channel.id}/messages/{posted.body['id']}"
    message = box.world.messages(channel)[0]
    box.trouble.delete_message(message)
    assert (await rest("PATCH", path, {"content": "b"})).code == 10008
    assert (await rest("DELETE", path)).code == 10008
    box.trouble.delete_channel(channel)
    assert (await rest.post(channel, content="a")).code == 10003


@pytest.mark.parametrize(
    ("permission", "code"), [("send_messages", 50013), ("view_channel", 50001), ("attach_files", 50013)]
)
async def test_posting_needs(rest: Rest, box: Sandbox, channel: Channel, permission: str, code: int) -> None:
    path = f"/channels/{channel.id}/messages"
    box.trouble.deny(permission, channel)
    refused = await rest("POST", path, {"content": "a"}, files={"a.png": png()})
    assert (refused.status, refused.code) == (403, code)
    box.trouble.allow(permission, channel)
    assert (await rest("POST", path, {"content": "a"}, files={"a.png": png()})).status == 200


async def test_without_the_history_nothing_is_read(rest: Rest, box: Sandbox, channel: Channel) -> None:
    posted = await rest.post(channel, content="a")
    box.trouble.deny("read_message_history", channel)
    assert (await rest("GET", f"/channels/{channel.id}/messages")).body == []
    assert (await rest("GET", f"/channels/{channel.id}/messages/{posted.body['id']}")).code == 50013


async def test_a_server_that_threw_the_bot_out_is_closed(rest: Rest, box: Sandbox) -> None:
    guild = box.world.add_guild("Short", box.world.user("Alice"))
    channel = next(channel for channel in box.world.channels.values() if channel.guild_id == guild.id)
    assert (await rest.post(channel, content="a")).status == 200
    box.trouble.remove_bot(guild)
    assert (await rest.post(channel, content="a")).code == 50001
    assert (await rest("GET", f"/guilds/{guild.id}")).code == 50001


async def test_another_s_message_can_be_deleted_with_the_permission_and_never_edited(
    rest: Rest, box: Sandbox, alice: Driver
) -> None:
    message = await alice.say("hello")
    path = f"/channels/{alice.channel.id}/messages/{message.id}"
    assert (await rest("PATCH", path, {"content": "b"})).code == 50005
    assert (await rest("DELETE", path)).code == 50013
    box.trouble.allow("manage_messages", alice.channel)
    assert (await rest("DELETE", path)).status == 204


async def test_what_others_wrote_is_hidden_without_the_intent(rest: Rest, box: Sandbox, alice: Driver) -> None:
    await alice.say("secret")
    await alice.say(f"{box.world.bot.mention} hello")
    read = (await rest("GET", f"/channels/{alice.channel.id}/messages")).body
    assert [message["content"] for message in read] == [f"{box.world.bot.mention} hello", ""]


async def test_messages_are_listed_newest_first_and_by_page(rest: Rest, channel: Channel) -> None:
    ids = [(await rest.post(channel, content=str(number))).body["id"] for number in range(5)]
    path = f"/channels/{channel.id}/messages"

    async def read(query: str) -> list[str]:
        return [message["content"] for message in (await rest("GET", f"{path}?{query}")).body]

    assert await read("limit=2") == ["4", "3"]
    assert await read(f"limit=2&before={ids[3]}") == ["2", "1"]
    assert await read(f"limit=2&after={ids[1]}") == ["3", "2"]
    assert await read(f"limit=3&around={ids[2]}") == ["3", "2", "1"]
    assert (await rest("GET", f"{path}?limit=101")).code == 50035


async def test_an_enforced_nonce_finds_the_message_for_some_minutes(rest: Rest, box: Sandbox, channel: Channel) -> None:
    async def post(nonce: str, *, enforce: bool) -> str:
        return str((await rest.post(channel, content="a", nonce=nonce, enforce_nonce=enforce)).body["id"])

    first = await post("1-2-0", enforce=True)
    assert await post("1-2-0", enforce=True) == first
    assert await post("1-2-1", enforce=True) != first
    assert await post("1-2-0", enforce=False) != first
    box.move_clock(5 * 60 + 1)
    assert await post("1-2-0", enforce=True) != first


async def test_old_messages_may_be_edited_three_times_in_six_seconds(
    rest: Rest, box: Sandbox, channel: Channel
) -> None:
    posted = await rest.post(channel, content="a")
    path = f"/channels/{channel.id}/messages/{posted.body['id']}"
    young = [(await rest("PATCH", path, {"content": "b"})).status for _ in range(5)]
    box.move_clock(3601)
    old = [await rest("PATCH", path, {"content": "b"}) for _ in range(4)]
    assert young == [200] * 5
    assert [reply.status for reply in old] == [200, 200, 200, 429]
    assert old[-1].code == 30046
    assert 5 < old[-1].body["retry_after"] <= 6
    assert old[-1].headers["Retry-After"] == "6"


async def test_requests_fail_on_demand(rest: Rest, box: Sandbox, channel: Channel) -> None:
    refusals = len(box.refusals)
    box.trouble.fail_next(2, status=502, path="POST /channels")
    box.trouble.fail_next(status=429, path="users", retry_after=1.5)
    assert (await rest("GET", f"/channels/{channel.id}")).status == 200
    assert [(await rest.post(channel, content="a")).status for _ in range(3)] == [502, 502, 200]
    limited = await rest("GET", "/users/@me")
    assert (limited.status, limited.body["retry_after"], limited.headers["Retry-After"]) == (429, 1.5, "2")
    assert len(box.world.messages(channel)) == 1
    assert len(box.refusals) == refusals


async def test_an_answer_can_be_lost_after_the_request_took_effect(rest: Rest, box: Sandbox, channel: Channel) -> None:
    box.trouble.fail_next(status=500, after=True)
    assert (await rest.post(channel, content="a")).status == 500
    assert len(box.world.messages(channel)) == 1


async def test_requests_are_held_up_on_demand(rest: Rest, box: Sandbox) -> None:
    box.trouble.slow_next(0.1, path="users")
    began = time.monotonic()
    await rest("GET", "/users/@me")
    assert time.monotonic() - began >= 0.1


async def test_direct_messages_can_be_closed(rest: Rest, box: Sandbox) -> None:
    person = box.world.add_user("Shy")
    opened = await rest("POST", "/users/@me/channels", {"recipient_id": person.id})
    dm = box.world.channel(opened.body["id"])
    assert (await rest.post(dm, content="a")).status == 200
    assert box.world.messages(dm)[0].pinged == (person.id,)
    box.trouble.close_dms(person)
    refused = await rest.post(dm, content="a")
    assert (refused.status, refused.code) == (403, 50007)
    box.trouble.close_dms(person, closed=False)
    assert (await rest.post(dm, content="a")).status == 200


async def test_strangers_cannot_be_written_to(rest: Rest, box: Sandbox) -> None:
    guild = box.world.add_guild("Far", box.world.user("Alice"), with_bot=False)
    stranger = box.world.add_user("Stranger", guild)
    opened = await rest("POST", "/users/@me/channels", {"recipient_id": stranger.id})
    assert (await rest.post(box.world.channel(opened.body["id"]), content="a")).code == 50007


async def test_a_thread_hangs_on_its_message(rest: Rest, box: Sandbox, channel: Channel) -> None:
    message = (await rest.post(channel, content="board")).body["id"]
    path = f"/channels/{channel.id}/messages/{message}/threads"
    thread = (await rest("POST", path, {"name": "Konane", "auto_archive_duration": 10080})).body
    assert (thread["id"], thread["parent_id"], thread["type"]) == (message, channel.id, 11)
    assert (await rest("POST", path, {"name": "again"})).code == 160004
    assert (await rest("GET", f"/channels/{channel.id}/messages/{message}")).body["thread"]["name"] == "Konane"
    assert (await rest.post(box.world.channel(message), content="in it")).status == 200
    member = await rest("GET", f"/channels/{message}/thread-members/{box.world.bot.id}")
    assert (member.body["id"], member.body["user_id"]) == (message, box.world.bot.id)


async def test_threads_need_permissions(rest: Rest, box: Sandbox, channel: Channel) -> None:
    message = (await rest.post(channel, content="board")).body["id"]
    path = f"/channels/{channel.id}/messages/{message}/threads"
    box.trouble.deny("create_public_threads", channel)
    assert (await rest("POST", path, {"name": "a"})).code == 50013
    assert (await rest("POST", f"/channels/{channel.id}/threads", {"name": "a", "type": 11})).code == 50013
    box.trouble.allow("create_public_threads", channel)
    thread = box.world.channel((await rest("POST", path, {"name": "a"})).body["id"])
    box.trouble.deny("send_messages_in_threads", channel)
    assert (await rest.post(thread, content="a")).code == 50013
    assert (await rest("POST", path, {"name": ""})).code == 50035


async def test_a_thread_archives_itself_and_a_post_reopens_it(rest: Rest, box: Sandbox, channel: Channel) -> None:
    form = {"name": "a", "type": 11, "auto_archive_duration": 60}
    thread = box.world.channel((await rest("POST", f"/channels/{channel.id}/threads", form)).body["id"])
    posted = (await rest.post(thread, content="a")).body["id"]
    box.move_clock(3601)
    state = box.world.channels[thread.id].thread
    assert state
    assert state.archived
    path = f"/channels/{thread.id}/messages/{posted}"
    assert (await rest("PATCH", path, {"content": "b"})).code == 50083
    assert (await rest.post(thread, content="b")).status == 200
    assert (await rest("PATCH", path, {"content": "b"})).status == 200


async def test_the_bot_archives_its_own_threads_and_locks_none(rest: Rest, channel: Channel) -> None:
    thread = (await rest("POST", f"/channels/{channel.id}/threads", {"name": "a", "type": 11})).body["id"]
    assert (await rest("PATCH", f"/channels/{thread}", {"locked": True})).code == 50013
    assert (await rest("PATCH", f"/channels/{thread}", {"archived": True})).body["thread_metadata"]["archived"]
    assert (await rest("PATCH", f"/channels/{thread}", {"name": "b"})).code == 50083
    assert not (await rest("PATCH", f"/channels/{thread}", {"archived": False})).body["thread_metadata"]["archived"]


async def test_a_private_thread_is_for_its_members(rest: Rest, box: Sandbox, channel: Channel) -> None:
    box.trouble.allow("create_private_threads", channel)
    made = (await rest("POST", f"/channels/{channel.id}/threads", {"name": "a"})).body["id"]
    thread, bob = box.world.channel(made), box.world.user("Bob")
    assert thread.type is ChannelType.PRIVATE_THREAD
    assert not box.world.sees(bob, thread)
    assert (await rest("PUT", f"/channels/{made}/thread-members/{bob.id}")).status == 204
    assert box.world.sees(bob, box.world.channel(made))


async def test_the_attachment_can_be_fetched(rest: Rest, channel: Channel) -> None:
    reply = await rest("POST", f"/channels/{channel.id}/messages", {}, files={"a board.png": png()})
    url = reply.body["attachments"][0]["url"]
    assert url.endswith("a_board.png")
    async with rest.session.get(url) as response:
        assert (response.content_type, await response.read()) == ("image/png", png())
