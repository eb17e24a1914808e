"""A row of any declared table, made from its declaration."""

from collections.abc import Mapping
from typing import Any

from storage.driver import Session
from storage.tables import Table

VALUES: Mapping[str, object] = {"INTEGER": 1, "REAL": 1.0, "TEXT": "{}"}
"""What a column holds that must hold something, by its type."""


def add_sample(session: Session, table: Table, given: Mapping[str, Any]) -> None:
    """Insert a row. `given` has values by the name of the column, for all tables."""
    row = {name: given.get(name, None if kind.empty else VALUES[kind.name]) for name, kind in table.types.items()}
    session.change(f"INSERT INTO {table.name} {table.all.inserted} ON CONFLICT DO NOTHING", *row.values())
