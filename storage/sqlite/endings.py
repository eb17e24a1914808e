"""A migration step that SQL cannot express: it parses the English phrases that told how matches ended."""

import json
import sqlite3

from matches.results import read_reason


def name_endings(connection: sqlite3.Connection) -> None:
    """Store the ending and its fields for each finished match; unknown phrases stay as they are."""
    endings = {
        (game, reason): read_reason(game, reason)
        for game, reason in connection.execute("SELECT DISTINCT game, reason FROM match WHERE reason IS NOT NULL")
    }
    updates = [
        (ending[0], json.dumps(ending[1]), match_id)
        for match_id, game, reason in connection.execute("SELECT id, game, reason FROM match WHERE reason IS NOT NULL")
        if (ending := endings[game, reason])
    ]
    connection.executemany("UPDATE match SET ending = ?, ending_fields = ? WHERE id = ?", updates)
