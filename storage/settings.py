"""The tables of what people and servers chose, and of blocks."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from matches.records import Person
from matches.settings import Notifications, PlayerSettings, ServerSettings

if TYPE_CHECKING:
    from storage.database import Session


class SettingTable:
    """Choices as JSON: they are read and written as a whole, and nothing is looked for by them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def of_player(self, person_id: int) -> PlayerSettings:
        row = await self._session.row("SELECT chosen FROM player WHERE person_id = ?", person_id)
        if row is None:
            return PlayerSettings()
        chosen = json.loads(row["chosen"])
        return PlayerSettings(**chosen | {"notifications": Notifications(**chosen["notifications"])})

    async def keep_player(self, person_id: int, settings: PlayerSettings) -> None:
        self._session.change(
            "INSERT INTO player (person_id, chosen) VALUES (?, ?)"
            " ON CONFLICT (person_id) DO UPDATE SET chosen = excluded.chosen",
            person_id,
            json.dumps(asdict(settings)),
        )

    async def of_server(self, guild_id: int | None) -> ServerSettings:
        row = await self._session.row("SELECT chosen FROM server WHERE guild_id = ?", guild_id)
        return ServerSettings(**json.loads(row["chosen"])) if row else ServerSettings()

    async def keep_server(self, guild_id: int, settings: ServerSettings) -> None:
        self._session.change(
            "INSERT INTO server (guild_id, chosen) VALUES (?, ?)"
            " ON CONFLICT (guild_id) DO UPDATE SET chosen = excluded.chosen",
            guild_id,
            json.dumps(asdict(settings)),
        )


class BlockTable:
    """Who has blocked whom."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def has(self, blocker_id: int, blocked_id: int) -> bool:
        row = await self._session.row(
            "SELECT 1 FROM block WHERE blocker_id = ? AND blocked_id = ?", blocker_id, blocked_id
        )
        return row is not None

    async def of(self, blocker_id: int) -> list[Person]:
        rows = await self._session.rows(
            "SELECT person.id, person.name FROM block JOIN person ON person.id = block.blocked_id"
            " WHERE block.blocker_id = ? ORDER BY person.name, person.id",
            blocker_id,
        )
        return [Person(row["id"], row["name"]) for row in rows]

    async def add(self, blocker_id: int, blocked_id: int) -> bool:
        added = await self._session.changed(
            "INSERT INTO block (blocker_id, blocked_id) VALUES (?, ?) ON CONFLICT DO NOTHING", blocker_id, blocked_id
        )
        return added == 1

    async def remove(self, blocker_id: int, blocked_id: int) -> bool:
        removed = await self._session.changed(
            "DELETE FROM block WHERE blocker_id = ? AND blocked_id = ?", blocker_id, blocked_id
        )
        return removed == 1
