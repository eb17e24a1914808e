"""The tables of what people and servers chose."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from matches.settings import Notifications, PlayerSettings, ServerSettings

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from storage.driver import Session


class SettingTable:
    """Choices as JSON: they are read and written as a whole, and nothing is looked for by them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def of_player(self, person_id: int) -> PlayerSettings:
        row = await self._session.row("SELECT chosen FROM player WHERE person_id = ?", person_id)
        return player_settings(row["chosen"] if row else None)

    async def keep_player(self, person_id: int, settings: PlayerSettings) -> None:
        self._session.change(
            "INSERT INTO player (person_id, chosen, listed) VALUES (?, ?, ?)"
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
        row = await self._session.row("SELECT chosen FROM server WHERE guild_id = ?", guild_id)
        return server_settings(row["chosen"] if row else None)

    async def keep_server(self, guild_id: int, settings: ServerSettings) -> None:
        self._session.change(
            "INSERT INTO server (guild_id, chosen) VALUES (?, ?)"
            " ON CONFLICT (guild_id) DO UPDATE SET chosen = excluded.chosen",
            guild_id,
            json.dumps(asdict(settings)),
        )


def player_settings(chosen: str | None) -> PlayerSettings:
    """The settings that are kept as this text; the defaults for a person without any."""
    if chosen is None:
        return PlayerSettings()
    known = _known(PlayerSettings, json.loads(chosen))
    return PlayerSettings(**known | {"notifications": Notifications(**_known(Notifications, known["notifications"]))})


def server_settings(chosen: str | None) -> ServerSettings:
    """The same for a server."""
    if chosen is None:
        return ServerSettings()
    known = _known(ServerSettings, json.loads(chosen))
    return ServerSettings(**known | {"channels": tuple(known.get("channels", ()))})


def _known(kind: type[DataclassInstance], chosen: dict[str, Any]) -> dict[str, Any]:
    """What this version knows of a choice; a newer one may have written more."""
    names = {one.name for one in fields(kind)}
    return {name: value for name, value in chosen.items() if name in names}
