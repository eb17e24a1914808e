"""A game is complete when it has rules, a board, a cog, a page with pictures, and its tests' data."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from games import GAMES

ROOT = Path(__file__).parent.parent
every_game = pytest.mark.parametrize("key", GAMES)


def test_all_six_games_are_found() -> None:
    assert {"konane", "squalma", "kings_convoy", "brain_coral", "branching_coral", "coral_clash"} <= GAMES.keys()


@every_game
def test_a_game_has_a_table_of_move_counts_from_its_start(key: str) -> None:
    from tests.games.test_perft import tables

    assert any(table.position.ply == 0 for table in tables(key))


@every_game
def test_a_game_has_a_kept_whole_game(key: str) -> None:
    from tests.games.lines import playthroughs

    assert any(kept.result for kept in playthroughs(key))


@every_game
def test_a_game_has_drawn_rule_tests(key: str) -> None:
    source = (ROOT / f"tests/games/test_{key}.py").read_text(encoding="utf-8")
    assert "draw(" in source
    assert source.count("def test_") >= 5


@every_game
def test_a_game_has_a_board(key: str) -> None:
    assert importlib.import_module(f"render.boards.{key}")


@every_game
def test_a_game_has_a_cog(key: str) -> None:
    assert importlib.import_module(f"cogs.{key}")


@every_game
def test_a_game_has_a_page_with_pictures_that_exist(key: str) -> None:
    page = ROOT / f"docs/games/{key}.md"
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    assert len(pictures) >= 3, "start, middle and end"
    for picture in pictures:
        assert (page.parent / picture).exists(), picture
