"""Every control answers, whatever its custom_id says, and also when Discord accepts no answer any more."""

from __future__ import annotations

import logging
import random
import re
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from cogs.buttons import use
from cogs.posts.failures import LATE
from cogs.ui.actions import ACTIONS
from cogs.ui.controls import custom_id, number, read
from cogs.ui.errors import Malformed
from matches.timecontrol import TimeControl
from service import Service
from tests.support.brackets import bracket_everything, left_out
from tests.support.controls import ARGUMENTS, FIELDS, NAMES, VALUES, form
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock
from tests.support.presses import Client, pressed, trouble, words_in
from tests.support.releases import changes_of, with_history

if TYPE_CHECKING:
    from matches.records import Match, Person
    from storage.store import Store


@pytest.fixture
def client(store: Store) -> Client:
    return Client(Service(store, StillClock(), random.Random(1)))


async def match_of(client: Client) -> Match:
    """A match of Konane on a soft clock in which Ann is to move."""
    soft = TimeControl.parse("3d soft")
    made = await client.service.challenges.invite("konane", ANN, BOB, CHANNEL, "first", clock=soft)
    return (await client.service.challenges.accept(made.id, BOB)).match


async def press(client: Client, who: Person, name: str, subject: int, rev: int, **how: Any) -> Any:
    """Use a control with arguments, values and fields that are plausible for it."""
    data: dict[str, Any] = {}
    if name in VALUES:
        data["values"] = [VALUES[name].format(match=subject)]
    if name in FIELDS:
        data["components"] = form(FIELDS[name])
    text = custom_id(name, subject, rev, *ARGUMENTS.get(name, ()))
    interaction = pressed(client, who, CHANNEL, custom_id=text, **data, **how)
    await use(interaction, interaction.data)
    return interaction


def test_every_name_that_a_posted_message_bears_leads_somewhere() -> None:
    assert set(NAMES) <= ACTIONS.keys()


def test_every_action_is_among_the_names_to_keep() -> None:
    assert ACTIONS.keys() <= set(NAMES), "add it to POSTED: from now on it stands on messages"


@with_history
def test_no_name_that_an_older_version_gave_to_a_control_is_left_out() -> None:
    given = set(re.findall(r'(?m)^\+@control\("([^"]+)"', changes_of("cogs", "^@control\\(")))
    assert len(given) > 100
    assert given <= set(NAMES)


OLD = ("serve-more", "serve-channels", "serve-role", "serve-clock", "serve-keep", "serve-large")


@pytest.mark.parametrize("name", OLD)
async def test_a_control_of_an_older_page_of_the_server_opens_the_page_and_changes_nothing(
    client: Client, name: str
) -> None:
    before = await client.service.settings.of_server(CHANNEL.guild_id or 0)
    (answer,) = (await press(client, ANN, name, 0, 0)).answers.sent
    assert answer["content"].startswith("### Settings of this server\n")
    assert await client.service.settings.of_server(CHANNEL.guild_id or 0) == before


@pytest.mark.parametrize("name", NAMES)
async def test_a_control_that_is_answered_too_late_logs_no_traceback(
    client: Client, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    caplog.set_level(logging.INFO)
    who = BOB if name.startswith("if") else ANN
    for error in (*map(trouble, sorted(LATE)), trouble(0, 503), aiohttp.ClientOSError()):
        match = await match_of(client)
        await press(client, who, name, match.id, match.rev, error=error)
        assert not [record for record in caplog.records if record.exc_info], error


async def test_a_move_that_is_confirmed_too_late_counts_and_is_shown(client: Client) -> None:
    match = await match_of(client)
    await press(client, ANN, "confirm", match.id, match.rev, error=trouble(10062))
    assert (await client.service.lookup.match(match.id)).ply == 1
    assert [post["file"].filename for post in client.channel.posted] == [f"konane-{match.code}-2.png"]


FORGED = [
    "t1:mine:-1:0",
    "t1:mine::",
    "t1:mine",
    "t1:",
    "t1:mine:1e9:0",
    "t1:mine:٣:0",
    f"t1:mine:{2**63}:0",
    f"t1:mine:0:{'9' * 80}",
    "t1:nothing:1:1",
    "t1:rules:0:0:../../x",
    "t1:rules:0:0",
    "t1:page:0:0:konane:-1",
    "t1:page:0:0:konane",
    "t1:at:{match}:0:0:2",
    "t1:at:{match}:0",
    "t1:confirm:{match}:1",
    "t1:list:0:0:x",
    "t1:theirs:0:0:0",
    "t1:entry:0:0:0",
    "t1:set:0:0:view:sideways",
    "t1:set:0:0:nothing:at all",
    "t1:serve:0:0:days:-4",
    "t1:tell:0:0:way:shouting",
    "t1:if-pick:{match}:1",
    "t1:if-pick:{match}:1:zzzzz",
    "t1:if-line:{match}:1",
    "t1:typed:{match}:1",
    "t1:zone:0:0",
    "t1:challenge:2:0",
]


@pytest.mark.parametrize("text", FORGED)
async def test_a_forged_custom_id_is_one_private_sentence_and_one_line_of_log(
    client: Client, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    match = await match_of(client)
    caplog.set_level(logging.INFO)
    interaction = pressed(client, BOB if "if-" in text else ANN, CHANNEL, custom_id=text.format(match=match.id))
    await use(interaction, interaction.data)
    assert interaction.answers.sent == [{"content": str(Malformed()), "ephemeral": True}]
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("INFO", None)]


async def test_a_picker_cannot_be_led_astray(client: Client) -> None:
    match = await match_of(client)
    interaction = pressed(client, ANN, CHANNEL, custom_id=f"t1:pick:{match.id}:1:@99:zz:zz:zz")
    await use(interaction, interaction.data)
    assert "not possible any more" in interaction.answers.text()


async def test_a_forged_form_renames_nobody(client: Client) -> None:
    match = await match_of(client)
    somewhere = CHANNEL.__class__(CHANNEL.channel_id, CHANNEL.guild_id, guest=True)
    data: dict[str, Any] = {"components": form(FIELDS["challenge"])}
    interaction = pressed(client, CAROL, somewhere, custom_id=f"t1:challenge:{BOB.id}:0:Mallory", **data)
    await use(interaction, interaction.data)
    assert "Mallory" not in interaction.answers.text()
    assert (await client.service.lookup.match(match.id)).players[1].name != "Mallory"


def test_a_custom_id_is_read_as_it_was_written() -> None:
    assert read(custom_id("pick", 47_000, 12, "a1", "b2")) == ("pick", 47_000, 12, ("a1", "b2"))


@pytest.mark.parametrize("text", ["", "-1", "+1", "1_000", " 1", "1.0", "²", str(2**63), "0" * 30])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        number(text)


async def test_a_fault_of_ours_is_one_sentence_and_a_traceback(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setitem(ACTIONS, "keep", fail)
    interaction = await press(client, ANN, "keep", 0, 0)
    assert "on our side" in interaction.answers.text()
    assert [record.exc_info is not None for record in caplog.records] == [True]


RULES_PAGES = {"rules", "page"}
"""Controls that show a page of the docs, which is translated as a whole."""


@pytest.mark.parametrize("name", [name for name in NAMES if name not in RULES_PAGES])
async def test_every_answer_is_said_in_the_language_of_its_reader(
    client: Client, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    bracket_everything(monkeypatch)
    match = await match_of(client)
    who = BOB if name.startswith("if") else ANN
    interaction = await press(client, who, name, match.id, match.rev)
    said = [text for answer in interaction.answers.sent for text in words_in(answer)]
    if not name.startswith("owner-"):  # for anybody but the owner these controls do not exist
        assert Malformed().said() not in said, "give it the arguments that it has under a message"
    assert {text: words for text in said if (words := left_out(text))} == {}
