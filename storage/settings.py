"""The tables of people's and servers' settings, and of vacations."""

import json
from dataclasses import asdict, fields
from functools import lru_cache
from typing import Any

from matches.clock import Vacation
from matches.settings import ONLY_ENGLISH, Notifications, PlayerSettings, ServerSettings, Spoken, spoken
from storage.columns import ModelTable, Table
from storage.driver import Statements
from storage.rows import Rows

PLAYERS = Table("player", "person_id", "chosen", "listed", "language")
SERVERS = Table("server", "guild_id", "chosen", "language")

BATCH = 500
"""The number of languages read at once."""
CACHED = 1000
"""The number of parsed settings in the cache: each move needs those of its server and both players."""
VACATION = ModelTable("vacation", Vacation, "A vacation")
SELECT = f"SELECT {VACATION.columns} FROM vacation"
CURRENT = f"{SELECT} WHERE person_id = ? AND started_at <= ? AND ends_at > ?"


class SettingTable(Statements):
    """Settings as JSON, because no statement searches them. Damaged ones count as the defaults."""

    async def of_player(self, person_id: int) -> PlayerSettings:
        """A person's settings; the defaults if there are none."""
        row = await self._session.row("SELECT person_id, chosen FROM player WHERE person_id = ?", person_id)
        return PLAYER.maybe(row) or PlayerSettings()

    async def save_player(self, person_id: int, settings: PlayerSettings) -> None:
        text = json.dumps(asdict(settings))
        self._session.change(PLAYERS.upsert("person_id"), person_id, text, settings.listed, _language(settings))

    async def listed(self) -> list[int]:
        """The IDs of all people who agree to be listed on public leaderboards."""
        return await self._column("SELECT person_id FROM player WHERE listed = 1 ORDER BY person_id")

    async def of_server(self, guild_id: int | None) -> ServerSettings:
        """A server's settings; the defaults if there are none, or outside servers (None)."""
        row = await self._session.row("SELECT guild_id, chosen FROM server WHERE guild_id = ?", guild_id)
        return SERVER.maybe(row) or ServerSettings()

    async def save_server(self, guild_id: int, settings: ServerSettings) -> None:
        text = json.dumps(asdict(settings))
        self._session.change(SERVERS.upsert("guild_id"), guild_id, text, _language(settings))

    async def people_spoken_to(self, after: int) -> dict[int, Spoken]:
        """The languages of people who have used or chosen another one than English: a batch by ID, from `after` on."""
        rows = await self._session.rows(
            "SELECT person_id, chosen FROM player WHERE language IS NOT NULL AND person_id > ?"
            f" ORDER BY person_id LIMIT {BATCH}",
            after,
        )
        return {row["person_id"]: spoken(PLAYER.maybe(row) or PlayerSettings()) for row in rows}

    async def servers_spoken_in(self, after: int) -> dict[int, Spoken]:
        """The languages of servers that have or had another one than English: a batch by ID, from `after` on."""
        rows = await self._session.rows(
            "SELECT guild_id, chosen FROM server WHERE language IS NOT NULL AND guild_id > ?"
            f" ORDER BY guild_id LIMIT {BATCH}",
            after,
        )
        return {row["guild_id"]: spoken(SERVER.maybe(row) or ServerSettings()) for row in rows}


def _language(settings: PlayerSettings | ServerSettings) -> str | None:
    """The language to store; None for those who have never used another one than English."""
    return None if spoken(settings) == ONLY_ENGLISH else spoken(settings).code


def player_settings(chosen: str | None) -> PlayerSettings:
    """A person's settings from their stored text; the defaults if there is none or it is damaged."""
    return (None if chosen is None else PLAYER.maybe({"of": "a board", "chosen": chosen})) or PlayerSettings()


def server_settings(chosen: str | None) -> ServerSettings:
    """A server's settings from their stored text; the defaults if there is none or it is damaged."""
    return (None if chosen is None else SERVER.maybe({"of": "a board", "chosen": chosen})) or ServerSettings()


def _known(kind: type[Any], chosen: dict[str, Any]) -> dict[str, Any]:
    """The settings that this version knows; a newer version may have stored more."""
    names = {field.name for field in fields(kind)}
    return {name: value for name, value in chosen.items() if name in names}


@lru_cache(CACHED)
def _player(text: str) -> PlayerSettings:
    chosen = _known(PlayerSettings, json.loads(text))
    notifications = Notifications(**_known(Notifications, chosen["notifications"]))
    return PlayerSettings(**chosen | {"notifications": notifications})


@lru_cache(CACHED)
def _server(text: str) -> ServerSettings:
    stored = json.loads(text)
    if stored.get("keep") == "newest":  # a choice of before the field was renamed, when its default changed
        stored.setdefault("old_boards", "newest")
    chosen = _known(ServerSettings, stored)
    chosen |= {name: tuple(value) for name, value in chosen.items() if isinstance(value, list)}
    return ServerSettings(**chosen)


PLAYER = Rows("A person's settings", lambda row: _player(row["chosen"]))
SERVER = Rows("A server's settings", lambda row: _server(row["chosen"]))


class VacationTable(Statements):
    """Past and present vacations. Damaged rows are skipped."""

    async def current(self, person_id: int, now: int) -> Vacation | None:
        """The vacation of this person at a time; None if there is none."""
        return VACATION.maybe(await self._session.row(CURRENT, person_id, now, now))

    async def latest(self, person_id: int) -> Vacation | None:
        """This person's most recent vacation; None if there is none."""
        row = await self._session.row(f"{SELECT} WHERE person_id = ? ORDER BY started_at DESC LIMIT 1", person_id)
        return VACATION.maybe(row)

    async def since(self, person_id: int, at: int) -> list[Vacation]:
        """The vacations of this person that end after a time, oldest first."""
        rows = await self._session.rows(
            f"{SELECT} WHERE person_id = ? AND ends_at > ? ORDER BY started_at", person_id, at
        )
        return VACATION.each(rows)

    async def save(self, vacation: Vacation) -> None:
        """Store a vacation, or its new end."""
        self._session.change(VACATION.upsert("person_id", "started_at"), *VACATION.values(vacation))
