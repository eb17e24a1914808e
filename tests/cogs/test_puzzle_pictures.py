"""Pictures of puzzles have plates: the score decides in some games, and the last picture must say who won and why."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from cogs.wire.pictures import task_picture
from games import GAMES
from matches.puzzles import task_of
from puzzles import collection
from render import THEMES, Scene, draw


@pytest.mark.parametrize("game", ["brain_coral", "konane"])
async def test_a_puzzle_is_drawn_with_the_plates_of_both_sides(game: str) -> None:
    puzzle = collection.puzzle(collection.active_numbers(game)[0])
    position = puzzle.board()
    scene = Scene(position, GAMES[game].info.seats, view=position.turn, theme=THEMES[0])
    picture = await task_picture("puzzle", task_of(puzzle, 1), THEMES[0])
    sizes = [Image.open(BytesIO(png)).size for png in (picture.png, draw(scene), draw(replace(scene, plates=False)))]
    assert sizes[0] == sizes[1] != sizes[2]
