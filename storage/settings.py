"""The tables of what people and servers chose."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from matches.settings import Notifications, PlayerSettings, ServerSettings
from storage.columns import Table
from storage.driver import Statements
from storage.rows import Rows

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


PLAYERS = Table("player", "person_id", "chosen", "listed")
SERVERS = Table("server", "guild_id", "chosen")


KEPT = 1000
"""The last texts of choices that are not read anew: a move reads those of its server and of both players."""


class SettingTable(Statements):
    """Choices as JSON: they are read and written as a whole, and nothing is looked for by them.

    Those that cannot be read are as if nobody had chosen anything.
    """

    async def of_player(self, person_id: int) -> PlayerSettings:
        """What a person chose, or the defaults."""
        row = await self._session.row("SELECT person_id, chosen FROM player WHERE person_id = ?", person_id)
        return PLAYER.maybe(row) or PlayerSettings()

    async def keep_player(self, person_id: int, settings: PlayerSettings) -> None:
        self._session.change(
            f"INSERT INTO player {PLAYERS.columns.inserted}"
            " ON CONFLICT (person_id) DO UPDATE SET chosen = excluded.chosen, listed = excluded.listed",
            person_id,
            json.dumps(asdict(settings)),
            int(settings.listed),
        )

    async def listed(self) -> list[int]:
        """All who agree to be listed on the leaderboards that everybody sees."""
        rows = await self._session.rows("SELECT person_id FROM player WHERE listed = 1 ORDER BY person_id")
        return [row["person_id"] for row in rows]

    async def of_server(self, guild_id: int | None) -> ServerSettings:
        """What a server chose, or the defaults, which also hold outside of servers (None)."""
        row = await self._session.row("SELECT guild_id, chosen FROM server WHERE guild_id = ?", guild_id)
        return SERVER.maybe(row) or ServerSettings()

    async def keep_server(self, guild_id: int, settings: ServerSettings) -> None:
        self._session.change(
            f"INSERT INTO server {SERVERS.columns.inserted}"
            " ON CONFLICT (guild_id) DO UPDATE SET chosen = excluded.chosen",
            guild_id,
            json.dumps(asdict(settings)),
        )


def player_settings(chosen: str | None) -> PlayerSettings:
    """The settings that are kept as this text; the defaults for a person without any, or where it cannot be read."""
    return (None if chosen is None else PLAYER.maybe({"of": "a board", "chosen": chosen})) or PlayerSettings()


def server_settings(chosen: str | None) -> ServerSettings:
    """The settings that are kept as this text; the defaults for a server without any, or where it cannot be read."""
    return (None if chosen is None else SERVER.maybe({"of": "a board", "chosen": chosen})) or ServerSettings()


def _known(kind: type[DataclassInstance], chosen: dict[str, Any]) -> dict[str, Any]:
    """What this version knows of a choice; a newer one may have written more."""
    names = {one.name for one in fields(kind)}
    return {name: value for name, value in chosen.items() if name in names}


@lru_cache(KEPT)
def _player(text: str) -> PlayerSettings:
    chosen = _known(PlayerSettings, json.loads(text))
    notifications = Notifications(**_known(Notifications, chosen["notifications"]))
    return PlayerSettings(**chosen | {"notifications": notifications})


@lru_cache(KEPT)
def _server(text: str) -> ServerSettings:
    chosen = _known(ServerSettings, json.loads(text))
    chosen |= {name: tuple(value) for name, value in chosen.items() if isinstance(value, list)}
    return ServerSettings(**chosen)


PLAYER = Rows("The choices of a person", lambda row: _player(row["chosen"]))
SERVER = Rows("The choices of a server", lambda row: _server(row["chosen"]))
