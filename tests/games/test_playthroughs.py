"""Playthroughs replayed line by line; `tests/games/lines.py` describes the format of the files."""

from dataclasses import replace
from pathlib import Path

import pytest

from games import GAMES
from games.base import Option
from tests.games.lines import paths, plain_diagram, read, told_result
from tests.games.playthrough import MOST_PLIES, file_name

OPTIONS = {"size": ["4"], "pie": ["on", "off"], "flip": ["off", "on"]}
"""Options of which two have the same values."""
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


def test_games_with_the_same_value_of_different_options_are_kept_in_different_files() -> None:
    options = {name: Option(dict.fromkeys(values, ""), about="") for name, values in OPTIONS.items()}
    info = replace(GAMES["konane"].info, options=options)
    choices = [{name: value} for name, values in OPTIONS.items() for value in values]
    names = [file_name(info, choice) for choice in choices]
    assert names == [
        "konane-4.txt",
        "konane-pie-on.txt",
        "konane-pie-off.txt",
        "konane-flip-off.txt",
        "konane-flip-on.txt",
    ]
    assert file_name(info, {}) == "konane.txt"
    assert file_name(info, {"size": "4", "flip": "on"}) == "konane-4-flip-on.txt"
