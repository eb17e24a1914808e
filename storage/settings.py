"""The tables of people's and servers' settings, and of vacations."""

import json
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from matches.clock import Vacation
from matches.settings import ONLY_ENGLISH, Notifications, PlayerSettings, ServerSettings, Spoken, language_of
from storage.driver import Statements
from storage.rows import Rows, checks_of
from storage.tables import CHOICES, ModelTable, PersonColumn, Table

PLAYERS = Table(
    "player",
    {"person_id": int, "chosen": str, "listed": bool, "language": str | None},
    "person_id",
    ["player_listed (person_id) WHERE listed = 1", "player_language (person_id) WHERE language IS NOT NULL"],
    [PersonColumn("person_id", "row removed")],
    policy=CHOICES("language, settings, time zone, quiet hours"),
)
SERVERS = Table(
    "server",
    {"guild_id": int, "chosen": str, "language": str | None},
    "guild_id",
    ["server_language (guild_id) WHERE language IS NOT NULL"],
)

BATCH = 500
"""The number of people or servers whose languages are read at once."""
CACHED = 1000
"""The number of parsed settings in the cache. Each move needs those of its server and both players."""
VACATION = ModelTable(
    "vacation",
    Vacation,
    "A vacation",
    "person_id, started_at",
    indexes=["vacation_end (ends_at)"],
    holds=[PersonColumn("person_id", "row removed")],
    policy=CHOICES("vacations"),
)
SELECT = f"SELECT {VACATION.columns} FROM vacation"
SPOKEN_BY = f"""
SELECT {{key}}, chosen FROM {{table}} WHERE language IS NOT NULL AND {{key}} > ? ORDER BY {{key}} LIMIT {BATCH}
"""
CURRENT = f"{SELECT} WHERE person_id = ? AND started_at <= ? AND ends_at > ?"


class Settings(Statements):
    """Reads and writes settings, stored as JSON because no query searches them.

    Damaged ones count as defaults.
    """

    async def of_player(self, person_id: int) -> PlayerSettings:
        """Return a person's settings, or the defaults if none are stored."""
        row = await self._session.row("SELECT person_id, chosen FROM player WHERE person_id = ?", person_id)
        return PLAYER.maybe(row) or PlayerSettings()

    async def save_player(self, person_id: int, settings: PlayerSettings) -> None:
        text = json.dumps(asdict(settings))
        self._session.change(PLAYERS.upsert(), person_id, text, settings.listed, _language(settings))

    async def listed_people(self) -> list[int]:
        """Return the IDs of people who have agreed to appear on public leaderboards."""
        return await self._column("SELECT person_id FROM player WHERE listed = 1 ORDER BY person_id")

    async def of_server(self, guild_id: int | None) -> ServerSettings:
        """Return a server's settings, or the defaults if none are stored or `guild_id` is None."""
        row = await self._session.row("SELECT guild_id, chosen FROM server WHERE guild_id = ?", guild_id)
        return SERVER.maybe(row) or ServerSettings()

    async def save_server(self, guild_id: int, settings: ServerSettings) -> None:
        text = json.dumps(asdict(settings))
        self._session.change(SERVERS.upsert(), guild_id, text, _language(settings))

    async def people_spoken_to(self, after: int) -> dict[int, Spoken]:
        """Return the languages of the next batch of people with IDs above `after`, keyed by ID.

        People who have only ever used English are left out.
        """
        rows = await self._session.rows(SPOKEN_BY.format(table="player", key="person_id"), after)
        return {row["person_id"]: language_of(PLAYER.maybe(row) or PlayerSettings()) for row in rows}

    async def servers_spoken_in(self, after: int) -> dict[int, Spoken]:
        """Return the languages of the next batch of servers with IDs above `after`, keyed by ID.

        Servers that have only ever used English are left out.
        """
        rows = await self._session.rows(SPOKEN_BY.format(table="server", key="guild_id"), after)
        return {row["guild_id"]: language_of(SERVER.maybe(row) or ServerSettings()) for row in rows}


def _language(settings: PlayerSettings | ServerSettings) -> str | None:
    """Return the language code to store, or None if the person or server has only ever used English."""
    return None if language_of(settings) == ONLY_ENGLISH else language_of(settings).code


def player_settings(chosen: str | None) -> PlayerSettings:
    """Parse a person's stored settings, or return the defaults if they are missing or damaged."""
    return (None if chosen is None else PLAYER.maybe({"of": "a board", "chosen": chosen})) or PlayerSettings()


def server_settings(chosen: str | None) -> ServerSettings:
    """Parse a server's stored settings, or return the defaults if they are missing or damaged."""
    return (None if chosen is None else SERVER.maybe({"of": "a board", "chosen": chosen})) or ServerSettings()


def _known(kind: Any, chosen: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 (a dataclass)
    """Return only the settings that this version understands, because a newer version may have stored others."""
    return {name: chosen[name] for name, fits in checks_of(kind).items() if name in chosen and fits(chosen[name])}


@lru_cache(CACHED)
def _player(text: str) -> PlayerSettings:
    stored = json.loads(text)
    notifications = Notifications(**_known(Notifications, stored.get("notifications", {})))
    return PlayerSettings(**_known(PlayerSettings, stored | {"notifications": notifications}))


@lru_cache(CACHED)
def _server(text: str) -> ServerSettings:
    stored = json.loads(text)
    if stored.get("old_boards") == "all":  # “line” was the former field's default, so it may not have been chosen
        stored.setdefault("past_boards", "all")
    stored |= {name: tuple(value) for name, value in stored.items() if isinstance(value, list)}
    return ServerSettings(**_known(ServerSettings, stored))


PLAYER = Rows("A person's settings", lambda row: _player(row["chosen"]))
SERVER = Rows("A server's settings", lambda row: _server(row["chosen"]))


class Vacations(Statements):
    """Reads and writes past and current vacations, skipping damaged rows."""

    async def current(self, person_id: int, now: int) -> Vacation | None:
        """Return a person's vacation at a given time, or None if they are not on vacation."""
        return VACATION.maybe(await self._session.row(CURRENT, person_id, now, now))

    async def latest(self, person_id: int) -> Vacation | None:
        """Return a person's latest vacation, or None."""
        row = await self._session.row(f"{SELECT} WHERE person_id = ? ORDER BY started_at DESC LIMIT 1", person_id)
        return VACATION.maybe(row)

    async def since(self, person_id: int, time: int) -> list[Vacation]:
        """Return a person's vacations that end after a given time, oldest first."""
        rows = await self._session.rows(
            f"{SELECT} WHERE person_id = ? AND ends_at > ? ORDER BY started_at", person_id, time
        )
        return VACATION.each(rows)

    async def save(self, vacation: Vacation) -> None:
        """Store a vacation, or its new end."""
        self._session.change(VACATION.upsert(), *VACATION.values(vacation))
