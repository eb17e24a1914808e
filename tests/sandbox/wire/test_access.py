"""Requests by which a bot learns who can see what: members, roles, overwrites, members of threads."""

from sandbox import Channel, Guild, Sandbox
from tests.sandbox.conftest import Rest


async def test_a_member_is_known_by_roles_and_a_stranger_is_told_from_nobody(
    rest: Rest, box: Sandbox, club: Guild
) -> None:
    alice, bob = box.world.user("Alice"), box.world.user("Bob")
    member = (await rest("GET", f"/guilds/{club.id}/members/{alice.id}")).body
    assert (member["user"]["id"], member["roles"]) == (alice.id, [])
    assert (await rest("GET", f"/guilds/{club.id}/members/{bob.id}")).code == 10007
    assert (await rest("GET", f"/guilds/{club.id}/members/1")).code == 10013
    assert (await rest("GET", f"/guilds/1/members/{bob.id}")).code == 10004


async def test_the_roles_of_a_server_are_listed_for_its_bot_alone(rest: Rest, box: Sandbox, club: Guild) -> None:
    (everybody,) = (await rest("GET", f"/guilds/{club.id}/roles")).body
    assert (everybody["id"], everybody["name"]) == (club.id, "@everyone")
    assert int(everybody["permissions"]) & 1 << 10
    box.trouble.remove_bot(club)
    assert (await rest("GET", f"/guilds/{club.id}/roles")).code == 50001


async def test_a_channel_comes_with_its_overwrites(rest: Rest, box: Sandbox, channel: Channel) -> None:
    bob = box.world.user("Bob")
    box.trouble.deny("view_channel", channel, bob)
    (overwrite,) = (await rest("GET", f"/channels/{channel.id}")).body["permission_overwrites"]
    assert overwrite == {"id": bob.id, "type": 1, "allow": "0", "deny": str(1 << 10)}
    box.trouble.deny("view_channel", channel)
    assert (await rest("GET", f"/channels/{channel.id}")).code == 50001


async def test_members_of_a_thread_are_asked_for_one_by_one(rest: Rest, box: Sandbox, channel: Channel) -> None:
    box.trouble.allow("create_private_threads", channel)
    bob, carol, mine = box.world.user("Bob"), box.world.user("Carol"), box.world.bot.id
    thread = (await rest("POST", f"/channels/{channel.id}/threads", {"name": "a"})).body["id"]
    path = f"/channels/{thread}/thread-members"
    await rest("PUT", f"{path}/{bob.id}")
    member = (await rest("GET", f"{path}/{bob.id}?with_member=true")).body
    assert (member["id"], member["user_id"], member["member"]["user"]["id"]) == (thread, bob.id, bob.id)
    assert "member" not in (await rest("GET", f"{path}/{bob.id}")).body
    assert (await rest("GET", f"{path}/@me")).body["user_id"] == mine
    assert (await rest("GET", f"{path}/{carol.id}")).code == 10007
    assert (await rest("GET", f"{path}/1")).code == 10013
    assert (await rest("GET", path)).code == 50001, "all at once needs a privileged intent"
    assert (await rest("GET", f"/channels/{channel.id}/thread-members/{bob.id}")).code == 50003


async def test_a_private_thread_without_the_bot_is_out_of_its_reach(rest: Rest, box: Sandbox, channel: Channel) -> None:
    box.trouble.allow("create_private_threads", channel)
    bob = box.world.user("Bob")
    thread = (await rest("POST", f"/channels/{channel.id}/threads", {"name": "a"})).body["id"]
    await rest("PUT", f"/channels/{thread}/thread-members/{bob.id}")
    assert (await rest("DELETE", f"/channels/{thread}/thread-members/@me")).status == 204
    assert (await rest("GET", f"/channels/{thread}")).code == 50001
    assert (await rest("GET", f"/channels/{thread}/thread-members/{bob.id}")).code == 50001
