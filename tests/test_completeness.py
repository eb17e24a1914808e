"""A game is complete when it has rules, a board, a page with pictures, a lesson, and its tests' data.

Each missing part is named together with the step of `docs/adding-a-game.md` that makes it.
"""

import importlib
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

import games
from cogs.commands.beginnings import challenge_command
from games import GAMES
from render.boards import BOARDS

ROOT = Path(__file__).parent.parent
GUIDE = "docs/adding-a-game.md"
LONGEST_NAME = 25
"""The most characters, so that `<name> #1f3k2ab, move 9999` fits the 45 of the title of a form on Discord."""

every_game = pytest.mark.parametrize("key", GAMES)


def modules(package: ModuleType) -> list[str]:
    """The public modules of a package."""
    return [module.name for module in pkgutil.iter_modules(package.__path__) if not module.name.startswith("_")]


def test_all_six_games_are_found() -> None:
    assert {"konane", "squalma", "kings_convoy", "brain_coral", "branching_coral", "coral_clash"} <= GAMES.keys()


@pytest.mark.parametrize("name", [name for name in modules(games) if name != "base"])
def test_a_module_of_rules_is_found_under_its_own_name(name: str) -> None:
    module = importlib.import_module(f"games.{name}")
    assert hasattr(module, "GAME"), f"games/{name}.py must end with `GAME = <its class>`: {GUIDE}, step 1"
    key = module.GAME.info.key
    assert key == name, f"the key in the `info` of games/{name}.py is {key!r}: name the file by its key"


@every_game
def test_a_game_has_a_table_of_move_counts_from_its_start(key: str) -> None:
    from tests.support.rules import tables

    there(f"tests/games/perft/{key}.txt", step=2)
    assert any(table.position.ply == 0 for table in tables(key)), "count from the start, too"


@every_game
def test_a_game_has_a_kept_whole_game(key: str) -> None:
    from tests.games.lines import playthroughs

    command = f"python -m tests.games.playthrough {key} 1"
    assert any(kept.result for kept in playthroughs(key)), f"keep a whole game: {command} ({GUIDE}, step 2)"


@every_game
def test_the_kept_games_have_every_value_of_every_option(key: str) -> None:
    from tests.games.lines import playthroughs

    options = GAMES[key].info.options
    for name, values in options.items():
        played = {line.options.get(name, values[0]) for line in playthroughs(key)}
        for value in values:
            command = f"python -m tests.games.playthrough {key} 1 {name}={value}"
            assert value in played, f"keep a whole game with this option, too: {command} ({GUIDE}, step 2)"


@every_game
def test_a_game_has_drawn_rule_tests(key: str) -> None:
    source = there(f"tests/games/test_{key}.py", step=2).read_text(encoding="utf-8")
    assert re.search(r"draw\w*\(", source), f"draw the boards of tests/games/test_{key}.py ({GUIDE}, step 2)"
    assert source.count("def test_") >= 5, f"tests/games/test_{key}.py has fewer than five rules"


@every_game
def test_a_game_has_a_board(key: str) -> None:
    there(f"render/boards/{key}.py", step=3)
    there(f"render/boards/palettes/{key}.json", step=3)
    assert key in BOARDS, f"render/boards/{key}.py must end with `BOARD = <its class>`, whose `game` is that of {key}"


@every_game
def test_no_option_of_a_game_has_the_name_of_another_option_of_its_commands(key: str) -> None:
    konane = GAMES["konane"]
    taken = {"match", "move", "text"} | {option.name for option in challenge_command(konane).parameters}
    clash = GAMES[key].info.options.keys() & (taken - konane.info.options.keys())
    assert not clash, f"these names are taken, choose others: {', '.join(sorted(clash))}"


@every_game
def test_a_game_has_a_page_with_pictures_that_exist(key: str) -> None:
    page = there(f"docs/games/{key}.md", step=4)
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    assert len(pictures) >= 3, "start, middle and end"
    for picture in pictures:
        assert (page.parent / picture).exists(), f"{picture} is not drawn yet: python -m render.pages {key}"


@every_game
def test_a_game_has_a_first_lesson_whose_texts_are_checked(key: str) -> None:
    there(f"lessons/{key}.py", step=5)
    there(f"tests/lessons/claims/{key}.py", step=5)


@every_game
def test_the_name_of_a_game_fits_the_title_of_a_form(key: str) -> None:
    name = GAMES[key].info.name
    assert len(name) <= LONGEST_NAME, f"“{name}” has {len(name)} characters: at most {LONGEST_NAME}"


def there(path: str, *, step: int) -> Path:
    """The file. It must exist."""
    assert (ROOT / path).exists(), f"{path} is still missing: {GUIDE}, step {step}"
    return ROOT / path
