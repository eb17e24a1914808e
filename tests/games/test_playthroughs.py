"""Playthroughs replayed line by line; `tests/games/lines.py` describes the format of the files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import GAMES
from tests.games.lines import paths, plain_diagram, read, told_result
from tests.games.playthrough import MOST_PLIES

if TYPE_CHECKING:
    from pathlib import Path

FILES = [path for key in GAMES for path in paths(key)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_game_replays_line_by_line(path: Path) -> None:
    kept = read(path)
    position = GAMES[kept.key].start(**kept.options)
    assert plain_diagram(position) == kept.opening
    for ply, turn in enumerate(kept.turns, 1):
        position = position.play(position.parse(turn.move))
        assert (position.ply, plain_diagram(position)) == (ply, turn.diagram), f"after {ply}. {turn.move}"
        assert len(position.legal_moves()) == turn.replies, f"after {ply}. {turn.move}"
    assert told_result(position) == kept.result


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_game_is_short_and_reaches_a_result(path: Path) -> None:
    kept = read(path)
    assert 0 < len(kept.turns) <= MOST_PLIES
    assert kept.result
