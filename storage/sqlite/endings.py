"""What SQL alone cannot migrate: the key and the fields of ends that were kept as English phrases."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from matches.results import read_reason

if TYPE_CHECKING:
    import sqlite3


def name_endings(connection: sqlite3.Connection) -> None:
    """Write down which ending each match had that is over; a phrase that nobody knows stays as it is."""
    known = {
        (game, reason): read_reason(game, reason)
        for game, reason in connection.execute("SELECT DISTINCT game, reason FROM match WHERE reason IS NOT NULL")
    }
    found = [
        (named[0], json.dumps(named[1]), match_id)
        for match_id, game, reason in connection.execute("SELECT id, game, reason FROM match WHERE reason IS NOT NULL")
        if (named := known[game, reason])
    ]
    connection.executemany("UPDATE match SET ending = ?, ending_fields = ? WHERE id = ?", found)
