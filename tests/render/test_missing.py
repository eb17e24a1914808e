"""The commands that draw the pictures of a game say in one sentence what is missing."""

from collections.abc import Callable
from pathlib import Path

import pytest

from render import Scene, draw, pages, palettes, theme
from tests.games import playthrough
from tests.support.wide import Wide


@pytest.mark.parametrize("make", [palettes.store, pages.draw_pictures])
def test_a_game_that_does_not_exist_is_named_with_its_step_of_the_guide(make: Callable[[str], None]) -> None:
    with pytest.raises(LookupError, match=r"hex_chess.*docs/adding-a-game\.md, step [34]"):
        make("hex_chess")


def test_a_page_that_does_not_exist_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    with pytest.raises(LookupError, match=r"docs/games/konane\.md is still missing: .*, step 4"):
        pages.draw_pictures("konane")


def test_a_wrong_move_on_a_page_is_told_with_its_section(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    comment = "<!-- picture: moves b1 -->\n![A board.](images/konane-start.png)"
    (tmp_path / "konane.md").write_text(f"# Konane\n\n## The start\n\nText.\n\n{comment}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"konane\.md, “The start”: b1 is neither in a corner nor in the centre"):
        pages.draw_pictures("konane")


def test_palettes_that_are_not_yet_made_are_told_with_their_command() -> None:
    with pytest.raises(LookupError, match=r"wide has no palettes yet: python -m render\.palettes wide"):
        theme.colours_of("wide")


def test_a_game_whose_board_is_missing_is_named_with_the_file_that_is_to_be_made() -> None:
    with pytest.raises(LookupError, match=r"wide has no board yet: render/boards/wide\.py .*, step 3"):
        draw(Scene(Wide.start(), ("Ann", "Bob")))


def test_an_option_that_a_playthrough_cannot_have_is_refused_with_those_that_it_can() -> None:
    with pytest.raises(SystemExit, match="choose 8, 6 or 10"):
        playthrough.main("konane", 1, "size=9")
