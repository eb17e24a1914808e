"""The owner's commands and controls work only for the owner, and only in one server."""

import logging
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.buttons import use
from cogs.commands.recent_errors import KEPT, RecentErrors
from cogs.owner import Owner
from cogs.ui.actions import CONTROLS
from cogs.wire.arrivals import Malformed
from cogs.wire.people import Owners, owning
from matches.errors import Refusal
from matches.model import Person, Venue
from service import Service
from storage.store import Store
from tests.support.controls import NAMES, form
from tests.support.matches import BOB, CHANNEL, StillClock, begin_game
from tests.support.presses import Client, pressed, trouble
from tests.support.stores import file_of

BOSS, EVE = Person(50, "Boss"), Person(666, "Eve")
OWNERS = [name for name in NAMES if name.startswith("owner-")]
ELSEWHERE = Venue(300, 30)


def application(owner: int = BOSS.id, team: Any = None) -> Any:
    return SimpleNamespace(owner=SimpleNamespace(id=owner), team=team)


@pytest.fixture
def client(service: Service) -> Client:
    client = Client(service)
    me: Any = client
    client.owners = Owners(me, client.service.clock, CHANNEL.guild_id)

    async def application_info() -> Any:
        return application()

    me.application_info = application_info
    return client


def rows(path: Path) -> list[object]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


async def press(client: Client, who: Person, where: Venue, name: str, subject: int) -> list[dict[str, Any]]:
    typed = CONTROLS[name].example.typed
    data: dict[str, Any] = {"components": form(typed)} if typed else {}
    interaction = pressed(client, who, where, custom_id=f"t1:{name}:{subject}:0", **data)
    await use(interaction, interaction.data)
    sent: list[dict[str, Any]] = interaction.answers.sent
    return sent


@pytest.mark.parametrize(
    ("who", "where", "server", "told"),
    [
        (EVE, CHANNEL, CHANNEL.guild_id, "Only the owner of this bot, or a member of its team, can do this."),
        (BOSS, ELSEWHERE, CHANNEL.guild_id, str(Malformed())),
        (BOSS, Venue(10_050, None), CHANNEL.guild_id, str(Malformed())),
        (BOSS, CHANNEL, None, str(Malformed())),
    ],
    ids=["stranger", "another server", "direct message", "no server"],
)
async def test_a_forged_control_changes_nothing_and_shows_nothing(
    client: Client, store: Store, who: Person, where: Venue, server: int | None, told: str
) -> None:
    client.owners.server = server
    match = (await begin_game(client.service)).match
    before = rows(file_of(store))
    for name, subject in product(OWNERS, (0, match.id, BOB.id, ELSEWHERE.guild_id or 0)):
        (answer,) = await press(client, who, where, name, subject)
        assert (answer["content"], answer["ephemeral"]) == (told, True), name
    assert rows(file_of(store)) == before


ARGUMENTS: dict[str, dict[str, object]] = {
    "leave": {"server": "123456789012345678"},
    "ban": {"server": "123456789012345678"},
    "unban": {"server": "123456789012345678"},
    "match": {"match": "#1f3k"},
    "person": {"user": SimpleNamespace(id=BOB.id, display_name=BOB.name, bot=False)},
}


@pytest.mark.parametrize("command", Owner.__cog_app_commands__, ids=lambda case: case.name)
@pytest.mark.parametrize(("who", "where"), [(EVE, CHANNEL), (BOSS, ELSEWHERE)], ids=["stranger", "another server"])
async def test_no_command_does_anything_for_others(
    client: Client, store: Store, who: Person, where: Venue, command: app_commands.Command[Owner, ..., None]
) -> None:
    before = rows(file_of(store))
    interaction = pressed(client, who, where)
    callback: Any = command.callback
    with pytest.raises(Refusal):
        await callback(Owner(), interaction, **ARGUMENTS.get(command.name, {}))
    assert interaction.answers.sent == []
    assert rows(file_of(store)) == before


async def test_as_long_as_discord_does_not_say_who_the_owner_is_nobody_is(client: Client) -> None:
    async def refuse() -> None:
        raise trouble(0, 503)

    me: Any = client
    me.application_info = refuse
    (answer,) = await press(client, BOSS, CHANNEL, "owner-no", 0)
    assert "could not find out who owns this bot" in answer["content"]


async def test_a_member_who_leaves_the_team_loses_the_commands_within_a_minute(client: Client) -> None:
    clock = client.service.clock
    assert isinstance(clock, StillClock)
    assert (await press(client, BOSS, CHANNEL, "owner-no", 0))[0]["content"] == "Nothing has changed."

    async def another() -> Any:
        return application(owner=51)

    me: Any = client
    me.application_info = another
    clock.exact = lambda: 10.0**12  # type: ignore[method-assign]  # long after
    assert "Only the owner" in (await press(client, BOSS, CHANNEL, "owner-no", 0))[0]["content"]


def test_of_a_team_only_those_own_it_who_joined_and_may_do_more_than_read() -> None:
    accepted, invited = discord.TeamMembershipState.accepted, discord.TeamMembershipState.invited
    roles = discord.TeamMemberRole
    members = [
        SimpleNamespace(id=number, membership_state=state, role=role)
        for number, (state, role) in enumerate(
            [(accepted, roles.admin), (accepted, roles.developer), (accepted, roles.read_only), (invited, roles.admin)]
        )
    ]
    team = SimpleNamespace(owner_id=9, members=members)
    assert owning(application(owner=77, team=team)) == {9, 0, 1}


def test_the_last_errors_are_remembered_without_their_tracebacks() -> None:
    faults, log = RecentErrors(), logging.getLogger("a.room")
    faults.listen()
    try:
        log.warning("not an error")
        for number in range(KEPT + 2):
            log.error("trouble\n number %d", number)
        try:
            raise KeyError("a secret")  # noqa: TRY301 (the log is to tell of it)
        except KeyError:
            log.exception("worse")
    finally:
        faults.stop_listening()
    log.error("unheard")
    assert faults.count == KEPT + 3
    texts = [text for _, text in faults.last]
    assert texts[:2] == ["a.room: worse (KeyError)", f"a.room: trouble number {KEPT + 1}"]
    assert len(texts) == KEPT
