"""Where the board page may begin a match, as Discord and the server's settings say at that moment."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.ui.outside import Outside
from cogs.wire.command_rules import CHANNEL, ROLE, USER
from cogs.wire.permissions import Viewers
from matches.model import Venue
from matches.settings import ServerSettings
from service import Service
from service.gate import Member
from storage.store import Store
from tests.support.matches import ANN, BOB, StillClock
from tests.support.presses import Client, trouble
from tests.support.wire import SERVER, Wire, asking, channel

HERE, OTHER, THREAD, GONE = 501, 502, 503, 504
MEMBERS, ADMINS, GUESTS = 601, 602, 603
PLAY, APPLICATION = 77, 999
VENUE = Venue(HERE, SERVER)


class Server(Wire):
    """A server in which everybody may do everything except in some channels, with one public thread."""

    def __init__(self) -> None:
        self.denied = {HERE: discord.Permissions.none(), OTHER: discord.Permissions.none()}
        self.members = {ANN.id, 999}
        self.locked = False
        self.requests = 0
        self.roles = [str(MEMBERS), str(GUESTS)]
        self.rules: dict[int, list[tuple[int, int, bool]]] = {}
        """By the ID of a command or of the application, what each rule is about, its ID, and whether it allows."""
        self.silent = False

    async def get_guild(self, _: int, **how: object) -> dict[str, Any]:
        self.requests += 1
        data = await super().get_guild(SERVER, **how)
        data["roles"][0]["permissions"] = str(discord.Permissions.all_channel().value)
        data["roles"] += [
            {"id": str(MEMBERS), "name": "members", "permissions": "0", "position": 1},
            {"id": str(GUESTS), "name": "guests", "permissions": "0", "position": 3},
            {"id": str(ADMINS), "name": "admins", "permissions": "8", "position": 2},
        ]
        return data

    async def get_guild_application_command_permissions(self, *_: int) -> list[dict[str, Any]]:
        self.requests += 1
        if self.silent:
            raise trouble(0, 503)
        return [
            {
                "id": str(about),
                "permissions": [{"type": kind, "id": str(id_), "permission": may} for kind, id_, may in rules],
            }
            for about, rules in self.rules.items()
        ]

    async def get_all_guild_channels(self, _: int) -> list[dict[str, Any]]:
        return [channel(channel_id, denied=denied.value) for channel_id, denied in self.denied.items()]

    async def get_channel(self, channel_id: int) -> dict[str, Any]:
        if channel_id != THREAD:
            raise trouble(10003)
        metadata = {"archived": False, "locked": self.locked, "auto_archive_duration": 60, "archive_timestamp": None}
        parent = {"guild_id": str(SERVER), "parent_id": str(HERE), "owner_id": "1", "thread_metadata": metadata}
        counts = {"message_count": 0, "member_count": 0, "total_message_sent": 0}
        return {"id": str(THREAD), "type": 11, "name": "x", **parent, **counts, "last_message_id": None}

    async def get_member(self, guild_id: int, member_id: int) -> dict[str, Any]:
        if member_id not in self.members:
            raise trouble(10007)
        return {**await super().get_member(guild_id, member_id), "roles": self.roles}


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def outside(store: Store, server: Server) -> Outside:
    client: Any = Client(Service(store, clock := StillClock()))
    asked = asking(server)
    asked._connection.application_id = APPLICATION
    asked._connection.user = discord.Object(999)  # type: ignore[assignment]  # only its id is read
    client.viewers = Viewers(asked, clock)
    return Outside(client)


@pytest.mark.parametrize("missing", ["view_channel", "send_messages", "use_application_commands", "attach_files"])
async def test_a_permission_is_never_taken_from_the_cache(outside: Outside, server: Server, missing: str) -> None:
    assert await outside.may_begin(ANN.id, VENUE)
    server.denied[HERE] = discord.Permissions(**{missing: True})
    assert not await outside.may_begin(ANN.id, VENUE)


async def test_who_has_left_is_refused_at_once_and_costs_nothing_for_a_minute(outside: Outside, server: Server) -> None:
    assert await outside.may_begin(ANN.id, VENUE)
    server.members.remove(ANN.id)
    requests = server.requests
    for _ in range(50):
        assert not await outside.may_begin(ANN.id, VENUE)
    assert server.requests - requests == 1


@pytest.mark.parametrize("venue", [Venue(GONE, SERVER), Venue(HERE, SERVER, guest=True), Venue(HERE, None, guest=True)])
async def test_in_doubt_nothing_begins(outside: Outside, venue: Venue) -> None:
    assert not await outside.may_begin(ANN.id, venue)


async def test_where_the_bot_has_left_or_is_unknown_nothing_begins(outside: Outside, server: Server) -> None:
    server.members = {ANN.id, BOB.id}
    assert not await outside.may_begin(ANN.id, VENUE)


async def test_direct_messages_belong_to_one_person(outside: Outside) -> None:
    assert await outside.may_begin(ANN.id, Venue(10_001, None))


async def test_a_thread_is_allowed_with_its_parent_and_a_deleted_channel_counts_as_unset(
    outside: Outside, server: Server
) -> None:
    thread, settings = Venue(THREAD, SERVER), outside._client.service.settings
    for channels, begins in (((HERE,), True), ((THREAD,), True), ((OTHER,), False), ((GONE,), True)):
        await settings.choose_for_server(SERVER, ServerSettings(channels=channels))
        assert await outside.may_begin(ANN.id, thread) is begins, channels
    server.denied[HERE] = discord.Permissions(send_messages=True)
    assert await outside.may_begin(ANN.id, thread)
    server.denied[HERE] = discord.Permissions(send_messages_in_threads=True)
    assert not await outside.may_begin(ANN.id, thread)


async def test_nothing_begins_in_a_locked_thread(outside: Outside, server: Server) -> None:
    server.locked = True
    assert not await outside.may_begin(ANN.id, Venue(THREAD, SERVER))


@pytest.mark.parametrize(
    ("rules", "begins"),
    [
        ({PLAY: [(ROLE, SERVER, False)]}, False),
        ({PLAY: [(ROLE, SERVER, False), (ROLE, MEMBERS, True)]}, True),
        ({PLAY: [(ROLE, SERVER, True), (ROLE, MEMBERS, False)]}, False),
        ({PLAY: [(ROLE, GUESTS, True), (ROLE, MEMBERS, False)]}, True),
        ({PLAY: [(ROLE, MEMBERS, False), (USER, ANN.id, True)]}, True),
        ({PLAY: [(USER, ANN.id, False), (ROLE, MEMBERS, True)]}, False),
        ({PLAY: [(USER, BOB.id, False)]}, True),
        ({PLAY: [(CHANNEL, SERVER - 1, False)]}, False),
        ({PLAY: [(CHANNEL, SERVER - 1, False), (CHANNEL, HERE, True)]}, True),
        ({PLAY: [(CHANNEL, HERE, False), (USER, ANN.id, True)]}, False),
        ({PLAY: [(CHANNEL, OTHER, False)]}, True),
        ({APPLICATION: [(ROLE, SERVER, False)]}, False),
        ({APPLICATION: [(ROLE, SERVER, False)], PLAY: [(ROLE, SERVER, True)]}, True),
        ({APPLICATION: [(ROLE, SERVER, True)], PLAY: [(ROLE, SERVER, False)]}, False),
        ({78: [(ROLE, SERVER, False)]}, True),
    ],
)
@pytest.mark.parametrize("where", [HERE, THREAD])
async def test_a_servers_rules_for_commands_count_on_the_page(
    outside: Outside, server: Server, rules: dict[int, list[tuple[int, int, bool]]], *, begins: bool, where: int
) -> None:
    assert await outside.may_begin(ANN.id, Venue(where, SERVER))
    server.rules = rules
    assert await outside.may_begin(ANN.id, Venue(where, SERVER)) is begins


async def test_admins_may_use_every_command(outside: Outside, server: Server) -> None:
    server.rules, server.roles = {PLAY: [(ROLE, SERVER, False)]}, [str(ADMINS)]
    assert await outside.may_begin(ANN.id, VENUE)


async def test_a_refused_command_is_asked_for_again_after_a_minute(outside: Outside, server: Server) -> None:
    server.rules = {PLAY: [(USER, ANN.id, False)]}
    assert await outside.may_begin(ANN.id, VENUE) is False
    server.rules = {}
    assert await outside.may_begin(ANN.id, VENUE) is False
    outside._client.service.clock.time += 61  # type: ignore[attr-defined]  # a StillClock
    assert await outside.may_begin(ANN.id, VENUE)


async def test_unknown_rules_for_commands_are_a_doubt(outside: Outside, server: Server) -> None:
    server.silent = True
    assert await outside.may_begin(ANN.id, VENUE) is None


async def test_a_member_has_a_name_and_the_time_of_joining(outside: Outside, server: Server) -> None:
    told: dict[str, Any] = {"user": {"username": "ann", "global_name": None}, "joined_at": "2026-01-01T00:00:10+00:00"}

    async def get_member(_: int, person_id: int) -> dict[str, Any]:
        if person_id not in server.members:
            raise trouble(10_007, 404)
        return told

    outside._client.http = SimpleNamespace(get_member=get_member)  # type: ignore[assignment]  # only this is used
    assert await outside.member(ANN.id, SERVER) == Member("ann", 1767225610)
    told["user"]["global_name"] = "Ann"
    assert await outside.member(ANN.id, SERVER) == Member("Ann", 1767225610)
    told |= {"nick": "Annie", "joined_at": None}
    assert await outside.member(ANN.id, SERVER) == Member("Annie", None)
    assert await outside.member(BOB.id, SERVER) is None
