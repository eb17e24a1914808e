"""Counts of move sequences (perft), compared with the numbers in `perft/<game key>.txt`.

`tests/support/rules.py` describes the format. A mismatch prints the counts below each first move, so that the failing
branch can be followed with another program.
"""

from typing import Any

import pytest

from games import Position
from tests.support.rules import TABLES, Table, perft


def divided(position: Position[Any], depth: int) -> str:
    """The counts below each first move, one to a line."""
    below = {
        position.format(move): perft(position.play(move), depth - 1) if depth > 1 else 1
        for move in position.legal_moves()
    }
    return "\n".join(f"{text}: {count}" for text, count in below.items())


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.title)
def test_there_are_as_many_move_sequences_as_other_programs_count(table: Table) -> None:
    _compare(table.position, table.counts, 1)


@pytest.mark.long
@pytest.mark.parametrize("table", [table for table in TABLES if table.slow], ids=lambda table: table.title)
def test_there_are_as_many_long_move_sequences_as_other_programs_count(table: Table) -> None:
    _compare(table.position, table.slow, len(table.counts) + 1)


def _compare(position: Position[Any], counts: tuple[int, ...], shortest: int) -> None:
    """Compare the counts of lengths from `shortest` on."""
    for depth, count in enumerate(counts, shortest):
        counted = perft(position, depth)
        assert counted == count, f"depth {depth}: {counted}, not {count}\n{divided(position, depth)}"
