"""What Discord refuses in messages, modals, choices and commands."""

import asyncio
from typing import Any

import pytest

from sandbox import Channel, Driver, Interaction, Sandbox
from sandbox.discord.interaction import Act
from tests.sandbox.conftest import Rest, callback
from tests.sandbox.small_bot import png

Json = dict[str, Any]
V2 = 1 << 15


def button(number: int = 0, **more: object) -> Json:
    return {"type": 2, "style": 1, "label": "Move", "custom_id": f"move {number}", **more}


def menu(**more: object) -> Json:
    return {"type": 3, "custom_id": "menu", "options": [{"label": "One", "value": "1"}], **more}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def text(content: str = "text") -> Json:
    return {"type": 10, "content": content}


FORMS: dict[str, tuple[Json, str]] = {
    "content over 2000": ({"content": "a" * 2001}, "2000 or fewer"),
    "eleven embeds": ({"embeds": [{"title": "a"}] * 11}, "embeds"),
    "embeds over 6000 in all": ({"embeds": [{"description": "a" * 3001}] * 2}, "MAX_EMBED_SIZE"),
    "a label over 80": ({"components": [row(button(label="a" * 81))]}, "label"),
    "a custom id over 100": ({"components": [row(button(custom_id="a" * 101))]}, "custom_id"),
    "an empty custom id": ({"components": [row(button(custom_id=""))]}, "custom_id"),
    "a custom id twice": ({"components": [row(button(1)), row(button(1))]}, "DUPLICATED"),
    "six buttons in a row": ({"components": [row(*map(button, range(6)))]}, "components"),
    "six rows": ({"components": [row(button(number)) for number in range(6)]}, "Must be between 1 and 5"),
    "a select beside a button": ({"components": [row(menu(), button())]}, "WIDTH_EXCEEDED"),
    "26 options": (
        {"components": [row(menu(options=[{"label": "a", "value": str(number)} for number in range(26)]))]},
        "options",
    ),
    "an option value twice": ({"components": [row(menu(options=[{"label": "a", "value": "1"}] * 2))]}, "DUPLICATED"),
    "more minimum than maximum": ({"components": [row(menu(min_values=2))]}, "min_values"),
    "a button without a name": ({"components": [row(button(label=None))]}, "LABEL_OR_EMOJI"),
    "a button without a custom id": ({"components": [row(button(custom_id=None))]}, "CUSTOM_ID_REQUIRED"),
    "a link with a custom id": ({"components": [row(button(style=5))]}, "URL_REQUIRED"),
    "text without the V2 flag": ({"components": [text()]}, "IS_COMPONENTS_V2"),
    "content beside V2": ({"content": "a", "flags": V2, "components": [text()]}, "LEGACY_FIELDS"),
    "embeds beside V2": ({"embeds": [{"title": "a"}], "flags": V2, "components": [text()]}, "LEGACY_FIELDS"),
    "41 components": (
        {"flags": V2, "components": [{"type": 17, "components": [text() for _ in range(20)]} for _ in range(2)]},
        "MAX_TOTAL",
    ),
    "text over 4000 in all": ({"flags": V2, "components": [text("a" * 2001), text("a" * 2000)]}, "TEXT_SIZE"),
    "a picture that was not sent": (
        {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}]},
        "ATTACHMENT_NOT_FOUND",
    ),
    "an embed of a picture that was not sent": (
        {"embeds": [{"image": {"url": "attachment://no.png"}}]},
        "ATTACHMENT_NOT_FOUND",
    ),
    "an attachment that was not sent": ({"content": "a", "attachments": [{"id": 0}]}, "ATTACHMENT_NOT_FOUND"),
    "a nonce over 25": ({"content": "a", "nonce": "a" * 26}, "nonce"),
    "an unknown component": ({"components": [row({"type": 99})]}, "99 is none of"),
    "mentions parsed and listed": (
        {"content": "a", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "PARSE_EXCLUSIVE",
    ),
    "a reply to nothing": ({"content": "a", "message_reference": {"message_id": "1"}}, "REPLIES_UNKNOWN"),
}


@pytest.mark.parametrize("name", FORMS)
async def test_a_message_is_refused_for(rest: Rest, channel: Channel, name: str) -> None:
    form, reason = FORMS[name]
    reply = await rest.post(channel, **form)
    assert (reply.status, reply.code) == (400, 50035)
    assert reason in reply.faults
    assert rest.sandbox.world.messages(channel) == []
    assert rest.sandbox.refusals[-1].valid is not True


async def test_forms_just_within_the_limits_are_accepted(rest: Rest, channel: Channel) -> None:
    most = [row(*(button(5 * line + place, label="a" * 80) for place in range(5))) for line in range(5)]
    forms: list[Json] = [
        {"content": "a" * 2000, "components": most, "nonce": "a" * 25},
        {"embeds": [{"description": "a" * 3000}, {"description": "a" * 3000}]},
        {"flags": V2, "components": [{"type": 17, "components": [text("a" * 100)] * 39}]},
    ]
    for form in forms:
        reply = await rest.post(channel, **form)
        assert reply.status == 200, reply.faults


async def test_a_message_must_not_be_empty(rest: Rest, channel: Channel) -> None:
    assert (await rest.post(channel, content=" ")).code == 50006


async def test_an_edit_is_held_to_the_same_limits(rest: Rest, channel: Channel) -> None:
    posted = await rest.post(channel, content="a", components=[row(button())])
    path = f"/channels/{channel.id}/messages/{posted.body['id']}"
    assert (await rest("PATCH", path, {"content": "a" * 2001})).code == 50035
    assert (await rest("PATCH", path, {"flags": V2, "components": [text()]})).code == 50035
    assert (await rest("PATCH", path, {"flags": V2, "components": [text()], "content": None})).status == 200
    assert (await rest("PATCH", path, {"content": "back"})).code == 50035


async def test_files_are_found_by_their_names_and_kept_over_an_edit(rest: Rest, channel: Channel) -> None:
    form = {
        "embeds": [{"image": {"url": "attachment://a.png"}}],
        "attachments": [{"id": 0, "description": "first"}, {"id": 1}],
    }
    reply = await rest("POST", f"/channels/{channel.id}/messages", form, files={"a.png": png(), "b.txt": b"text"})
    assert reply.body["embeds"][0]["image"]["width"] == 3
    assert [file["filename"] for file in reply.body["attachments"]] == ["b.txt"]
    path = f"/channels/{channel.id}/messages/{reply.body['id']}"
    kept = await rest("PATCH", path, {"embeds": [], "attachments": [{"id": reply.body["attachments"][0]["id"]}]})
    assert [file["filename"] for file in kept.body["attachments"]] == ["b.txt"]


async def test_a_file_must_not_be_too_large(rest: Rest, channel: Channel) -> None:
    path = f"/channels/{channel.id}/messages"
    reply = await rest("POST", path, {"content": "a"}, files={"large.bin": bytes(10 * 1024 * 1024 + 1)})
    assert (reply.status, reply.code) == (413, 40005)


async def test_a_sender_that_breaks_off_is_no_fault_of_the_sandbox(
    box: Sandbox, channel: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    _, line = await asyncio.open_connection("127.0.0.1", box.port)
    line.write(
        f"POST /api/v10/channels/{channel.id}/messages HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Authorization: Bot {box.world.token}\r\nContent-Length: 9000\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\nContent-Disposition: form-da".encode()
    )
    await box.wait_for(lambda: box.log.open, what="the request")
    line.transport.abort()
    await box.wait_for(lambda: not box.log.open, what="its end")
    assert caplog.records == []


async def test_components_come_back_with_ids(rest: Rest, channel: Channel) -> None:
    reply = await rest.post(channel, content="a", components=[row(button(1), button(2))])
    outer = reply.body["components"][0]
    assert [outer["id"], *(inner["id"] for inner in outer["components"])] == [1, 2, 3]


MODAL: Json = {
    "custom_id": "form",
    "title": "A form",
    "components": [row({"type": 4, "custom_id": "move", "label": "Move", "style": 1})],
}
MODALS: dict[str, Json] = {
    "a title over 45": MODAL | {"title": "a" * 46},
    "no fields": MODAL | {"components": []},
    "six fields": MODAL
    | {"components": [row({"type": 4, "custom_id": str(n), "label": "a", "style": 1}) for n in range(6)]},
    "a label over 45": MODAL | {"components": [row({"type": 4, "custom_id": "a", "label": "a" * 46, "style": 1})]},
    "a custom id twice": MODAL
    | {"components": [row({"type": 4, "custom_id": "a", "label": "a", "style": 1}) for _ in range(2)]},
    "a button in a form": MODAL | {"components": [row(button())]},
}


@pytest.mark.parametrize("name", MODALS)
async def test_a_form_is_refused_for(rest: Rest, asked: Interaction, name: str) -> None:
    assert (await rest("POST", callback(asked), {"type": 9, "data": MODALS[name]})).code == 50035
    assert (await rest("POST", callback(asked), {"type": 9, "data": MODAL})).status == 204


CHOICES: dict[str, list[Json]] = {
    "26 choices": [{"name": str(number), "value": str(number)} for number in range(26)],
    "a name over 100": [{"name": "a" * 101, "value": "a"}],
    "an empty name": [{"name": "", "value": "a"}],
    "a value over 100": [{"name": "a", "value": "a" * 101}],
}


@pytest.mark.parametrize("name", CHOICES)
async def test_autocomplete_is_refused_for(rest: Rest, alice: Driver, box: Sandbox, name: str) -> None:
    data = {"id": "1", "name": "game", "type": 1, "options": []}
    asked = box.interactions.send(Act.AUTOCOMPLETE, alice.user, alice.channel, data)
    assert (await rest("POST", callback(asked), {"type": 8, "data": {"choices": CHOICES[name]}})).code == 50035
    right = [{"name": "a" * 100, "value": "a"}] * 25
    assert (await rest("POST", callback(asked), {"type": 8, "data": {"choices": right}})).status == 204


def command(**more: object) -> Json:
    return {"name": "play", "description": "Play", "type": 1, **more}


def option(name: str = "move", **more: object) -> Json:
    return {"name": name, "description": "The move", "type": 3, **more}


COMMANDS: dict[str, list[Json]] = {
    "a capital letter": [command(name="Play")],
    "a space in the name": [command(name="play it")],
    "a name over 32": [command(name="a" * 33)],
    "no description": [command(description="")],
    "a description over 100": [command(description="a" * 101)],
    "a name twice": [command(), command()],
    "26 options": [command(options=[option(f"o{number}") for number in range(26)])],
    "an option name twice": [command(options=[option(), option()])],
    "required after optional": [command(options=[option("a"), option("b", required=True)])],
    "an option without a description": [command(options=[option(description="")])],
    "26 choices": [
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
    ],
    "choices and autocomplete": [command(options=[option(choices=[{"name": "a", "value": "a"}], autocomplete=True)])],
    "options beside a sub-command": [
        command(options=[{"type": 1, "name": "sub", "description": "a"}, option()]),
    ],
    "more than 8000 characters": [
        command(name=f"c{outer}", options=[option(f"o{n}", description="a" * 100, choices=LONG) for n in range(25)])
        for outer in range(1)
        for LONG in [[{"name": f"{n}" + "b" * 10, "value": f"{n}" + "c" * 10} for n in range(25)]]
    ],
    "a context menu with a description": [{"name": "Challenge", "type": 2, "description": "a"}],
    "101 commands": [command(name=f"c{number}") for number in range(101)],
}


@pytest.mark.parametrize("name", COMMANDS)
async def test_commands_are_refused_for(rest: Rest, box: Sandbox, name: str) -> None:
    guild = box.world.guild.id
    path = f"/applications/{box.world.bot.id}/guilds/{guild}/commands"
    reply = await rest("PUT", path, COMMANDS[name])
    assert (reply.status, reply.code) == (400, 50035)
    assert box.world.commands.get(guild, []) == []


async def test_a_command_keeps_its_id_when_it_is_synced_again(rest: Rest, box: Sandbox) -> None:
    path = f"/applications/{box.world.bot.id}/guilds/{box.world.guild.id}/commands"
    first = await rest("PUT", path, [command()])
    again = await rest("PUT", path, [command(description="Play on"), command(name="other")])
    assert again.body[0]["id"] == first.body[0]["id"]
    assert again.body[0]["version"] != first.body[0]["version"]
    assert (await rest("GET", path)).body == again.body
    assert (await rest("PUT", path, [])).body == []
