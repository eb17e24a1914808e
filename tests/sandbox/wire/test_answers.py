"""The life of an interaction: when it may be answered, followed up and changed."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from sandbox import Answer, Channel, Driver, Impossible, Interaction, Sandbox, State
from sandbox.discord.permissions import Permission
from tests.sandbox.conftest import Rest, callback, webhook
from tests.sandbox.small_bot import png

Json = dict[str, Any]
MESSAGE: Json = {"type": 4, "data": {"content": "answered"}}
PRIVATE: Json = {"type": 4, "data": {"content": "answered", "flags": 64}}


@pytest.fixture
def hasty(box: Sandbox) -> Iterator[None]:
    """Let the sandbox wait only a short time for answers."""
    patience, box.interactions.patience = box.interactions.patience, 0.05
    yield
    box.interactions.patience = patience


@pytest.mark.usefixtures("hasty")
async def test_an_act_fails_when_the_bot_does_not_answer_in_time(rest: Rest, alice: Driver) -> None:
    answer = await alice.slash("/sleep")
    assert answer.state is State.FAILED
    assert answer.interaction.reason == "The application did not respond"
    late = await rest("POST", callback(answer.interaction), MESSAGE)
    assert (late.status, late.code) == (404, 10062)
    assert (await rest("POST", webhook(rest.sandbox, answer.interaction), {"content": "a"})).code == 10015
    assert alice.messages() == []


async def test_people_wait_three_seconds(box: Sandbox) -> None:
    assert box.interactions.patience == 3.0


async def test_a_second_answer_is_refused(rest: Rest, asked: Interaction) -> None:
    assert (await rest("POST", callback(asked), MESSAGE)).status == 204
    again = await rest("POST", callback(asked), MESSAGE)
    assert (again.status, again.code) == (400, 40060)


async def test_an_unknown_interaction_cannot_be_answered(rest: Rest, asked: Interaction) -> None:
    assert (await rest("POST", f"/interactions/1/{asked.token}/callback", MESSAGE)).code == 10062
    assert (await rest("POST", f"/interactions/{asked.id}/wrong/callback", MESSAGE)).code == 10062


async def test_there_is_nothing_to_follow_up_before_the_answer(rest: Rest, asked: Interaction) -> None:
    assert (await rest("POST", webhook(rest.sandbox, asked), {"content": "a"})).code == 10015


async def test_a_token_dies_after_fifteen_minutes_of_the_sandbox_s_clock(rest: Rest, asked: Interaction) -> None:
    box = rest.sandbox
    await rest("POST", callback(asked), MESSAGE)
    box.move_clock(14 * 60)
    assert (await rest("PATCH", webhook(box, asked, "@original"), {"content": "still alive"})).status == 200
    box.move_clock(61)
    dead = await rest("PATCH", webhook(box, asked, "@original"), {"content": "dead"})
    assert (dead.status, dead.code) == (401, 50027)
    assert (await rest("POST", webhook(box, asked), {"content": "dead"})).code == 50027


@pytest.mark.parametrize("kind", [6, 7, 8])
async def test_a_command_cannot_be_answered_by_an_update_or_choices(rest: Rest, asked: Interaction, kind: int) -> None:
    assert (await rest("POST", callback(asked), {"type": kind, "data": {"choices": []}})).code == 50035


async def test_a_form_cannot_be_answered_by_a_form(rest: Rest, asked: Interaction, alice: Driver) -> None:
    field = {"type": 4, "custom_id": "move", "label": "Move", "style": 1}
    form = {"type": 9, "data": {"custom_id": "a", "title": "A", "components": [{"type": 1, "components": [field]}]}}
    assert (await rest("POST", callback(asked), form)).status == 204
    box = rest.sandbox
    sent = box.people.submit(alice.user, asked.id, {"Move": "d5"})
    assert (await rest("POST", callback(sent), form)).code == 50035
    assert (await rest("POST", callback(sent), MESSAGE)).status == 204
    with pytest.raises(Impossible, match="no form open"):
        box.people.submit(alice.user, asked.id, {"Move": "d5"})


async def test_with_response_the_answer_is_described(rest: Rest, asked: Interaction) -> None:
    reply = await rest("POST", f"{callback(asked)}?with_response=1", PRIVATE)
    told = reply.body["interaction"]
    assert told["response_message_ephemeral"]
    assert not told["response_message_loading"]
    assert told["response_message_id"] == reply.body["resource"]["message"]["id"]


async def test_the_original_answer_is_read_changed_and_deleted_by_the_token(rest: Rest, asked: Interaction) -> None:
    original = webhook(rest.sandbox, asked, "@original")
    await rest("POST", callback(asked), PRIVATE)
    assert (await rest("GET", original)).body["content"] == "answered"
    assert (await rest("PATCH", original, {"content": "changed"})).body["content"] == "changed"
    assert (await rest("DELETE", original)).status == 204
    assert (await rest("GET", original)).code == 10008


async def test_a_private_answer_is_out_of_reach_of_the_bot_s_own_route(rest: Rest, asked: Interaction) -> None:
    reply = await rest("POST", f"{callback(asked)}?with_response=1", PRIVATE)
    path = f"/channels/{asked.channel.id}/messages/{reply.body['resource']['message']['id']}"
    assert [(await rest(method, path, {"content": "a"})).code for method in ("PATCH", "DELETE")] == [10008] * 2
    assert (await rest("GET", f"/channels/{asked.channel.id}/messages")).body == []


async def test_the_token_changes_no_other_message(rest: Rest, asked: Interaction) -> None:
    other = await rest.post(asked.channel, content="another")
    await rest("POST", callback(asked), MESSAGE)
    assert (await rest("PATCH", webhook(rest.sandbox, asked, other.body["id"]), {"content": "a"})).code == 10008


async def test_thinking_is_seen_and_ends_with_an_edit(rest: Rest, asked: Interaction, alice: Driver) -> None:
    await rest("POST", callback(asked), {"type": 5, "data": {"flags": 64}})
    answer = Answer(rest.sandbox, asked)
    assert answer.state is State.DEFERRED
    assert answer.private
    settling = asyncio.create_task(answer.settled())
    await rest("PATCH", webhook(rest.sandbox, asked, "@original"), {"content": "thought"})
    assert await settling is answer
    assert (answer.state, answer.content) == (State.MESSAGE, "thought")
    assert len(alice.messages()) == 1


async def test_thinking_ends_with_its_deletion_whenever_one_looks(rest: Rest, asked: Interaction) -> None:
    await rest("POST", callback(asked), {"type": 5, "data": {"flags": 64}})
    answer = Answer(rest.sandbox, asked)
    await rest("DELETE", webhook(rest.sandbox, asked, "@original"))
    assert await answer.settled() is answer
    assert answer.message is None


async def test_an_answer_to_a_message_that_is_gone_is_refused(rest: Rest, alice: Driver) -> None:
    box = rest.sandbox
    board = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    await rest.post(alice.channel, content="board", components=[board])
    pressed = box.people.press(alice.user, alice.messages()[-1], "Go")
    box.trouble.delete_message(alice.messages()[-1])
    assert (await rest("POST", callback(pressed), {"type": 7, "data": {"content": "a"}})).code == 10008


async def test_an_answer_in_a_channel_that_is_gone_is_refused(rest: Rest, asked: Interaction) -> None:
    rest.sandbox.trouble.delete_channel(asked.channel)
    assert (await rest("POST", callback(asked), MESSAGE)).code == 10003


async def test_a_public_picture_needs_the_permission_and_a_private_one_does_not(
    rest: Rest, box: Sandbox, alice: Driver
) -> None:
    box.trouble.deny("attach_files", alice.channel)
    public, private = (box.people.slash(alice.user, alice.channel, "/sleep", {}) for _ in range(2))
    assert (await rest("POST", callback(public), MESSAGE, files={"a.png": png()})).code == 50013
    assert (await rest("POST", callback(private), PRIVATE, files={"a.png": png()})).status == 204


@pytest.fixture
def away(box: Sandbox, alice: Driver) -> Iterator[Channel]:
    """A server without the bot; Alice has the app."""
    guild = box.world.add_guild("Elsewhere", alice.user, with_bot=False)
    box.world.install_app(alice.user)
    yield next(channel for channel in box.world.channels.values() if channel.guild_id == guild.id)
    box.world.install_app(alice.user, installed=False)
    box.world.drop(guild)


async def test_where_the_bot_is_no_member_there_are_five_follow_ups(rest: Rest, alice: Driver, away: Channel) -> None:
    asked = rest.sandbox.people.slash(alice.user, away, "/sleep", {})
    await rest("POST", callback(asked), MESSAGE)
    codes = [(await rest("POST", webhook(rest.sandbox, asked), {"content": "a"})).status for _ in range(6)]
    assert codes == [200] * 5 + [400]
    assert rest.sandbox.refusals[-1].code == 40094


async def test_where_the_bot_is_no_member_its_own_route_is_closed(rest: Rest, alice: Driver, away: Channel) -> None:
    asked = rest.sandbox.people.slash(alice.user, away, "/sleep", {})
    reply = await rest("POST", f"{callback(asked)}?with_response=1", MESSAGE)
    path = f"/channels/{away.id}/messages/{reply.body['resource']['message']['id']}"
    assert (await rest("PATCH", path, {"content": "a"})).code == 50001
    assert (await rest.post(away, content="a")).code == 50001


async def test_where_external_apps_are_denied_every_answer_is_private(
    rest: Rest, bob: Driver, alice: Driver, away: Channel
) -> None:
    box = rest.sandbox
    box.world.join(box.world.guilds[away.guild_id or ""], bob.user)
    box.world.install_app(bob.user)
    box.trouble.deny("use_external_apps", away, bob.user)
    asked = box.people.slash(bob.user, away, "/sleep", {})
    await rest("POST", callback(asked), MESSAGE)
    assert bob.inbox(away)
    assert alice.messages(away) == []
    box.world.install_app(bob.user, installed=False)


async def test_in_a_group_the_bot_answers_and_is_no_member(rest: Rest, alice: Driver, bob: Driver) -> None:
    box = rest.sandbox
    box.world.install_app(alice.user)
    group = box.world.add_group(alice.user, bob.user)
    asked = box.people.slash(alice.user, group, "/sleep", {})
    await rest("POST", callback(asked), MESSAGE)
    assert [message.text for message in bob.messages(group)] == ["answered"]
    assert (await rest("GET", f"/channels/{group.id}")).code == 50001
    box.world.install_app(alice.user, installed=False)
    with pytest.raises(Impossible, match="no command"):
        await alice.at(group).slash("/sleep")


async def test_who_may_not_use_commands_is_not_offered_any(alice: Driver, bob: Driver, box: Sandbox) -> None:
    box.trouble.deny("use_application_commands", bob.channel, bob.user)
    with pytest.raises(Impossible, match="may not"):
        await bob.slash("/sleep")
    assert box.world.permissions(alice.user, alice.channel) & Permission.USE_APPLICATION_COMMANDS


@pytest.mark.parametrize(
    ("command", "options", "reason"),
    [
        ("/nope", {}, "no command /nope"),
        ("/game", {}, "needs one of challenge, move"),
        ("/game nope", {}, "has no nope"),
        ("/game challenge", {}, "opponent is required"),
        ("/game challenge", {"opponent": "Nobody"}, "nobody called Nobody"),
        ("/game challenge", {"opponent": "Bob", "side": "third"}, "choose from First"),
        ("/game challenge", {"opponent": "Bob", "days": "soon"}, "must be a number"),
        ("/game challenge", {"opponent": "Bob", "days": 15}, "from 1 to 14"),
        ("/game move", {"move": "d5", "color": "red"}, "no option color"),
        ("/think", {"private": "maybe"}, "True or False"),
    ],
)
async def test_the_client_does_not_send(alice: Driver, command: str, options: Json, reason: str) -> None:
    with pytest.raises(Impossible, match=reason):
        await alice.slash(command, **options)


async def test_a_disabled_or_missing_button_cannot_be_pressed(rest: Rest, alice: Driver, bob: Driver) -> None:
    off = {"type": 2, "style": 1, "label": "Off", "custom_id": "off", "disabled": True}
    await rest.post(alice.channel, content="a", components=[{"type": 1, "components": [off]}])
    message = alice.messages()[-1]
    with pytest.raises(Impossible, match="disabled"):
        await alice.click(message, "Off")
    with pytest.raises(Impossible, match="no button On; there are Off"):
        await alice.click(message, "On")
    rest.sandbox.trouble.delete_message(message)
    with pytest.raises(Impossible, match="gone"):
        await bob.click(message, "Off")
