"""Counts of move sequences (perft), compared with the numbers in `perft/<game key>.txt`.

`tests/support/rules.py` describes the format. A mismatch prints the counts below each first move, so that the failing
branch can be followed with another program.
"""

from typing import Any

import pytest

from games import Position
from players.engines import find_bridges
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


MOST = 10_000_000
"""More sequences are counted only by the kernels, which other tests compare with these rules."""


def _is_counted(table: Table) -> bool:
    most = max(table.slow, default=0)
    return 0 < most < MOST or (most > 0 and table.position.info.key not in find_bridges())


@pytest.mark.long
@pytest.mark.parametrize("table", [*filter(_is_counted, TABLES)], ids=lambda table: table.title)
def test_there_are_as_many_long_move_sequences_as_other_programs_count(table: Table) -> None:
    _compare(table.position, table.slow, len(table.counts) + 1)


def _compare(position: Position[Any], counts: tuple[int, ...], shortest: int) -> None:
    """Compare the counts of lengths from `shortest` on."""
    for depth, count in enumerate(counts, shortest):
        counted = perft(position, depth)
        assert counted == count, f"depth {depth}: {counted}, not {count}\n{divided(position, depth)}"
