"""A line of moves fits into a custom_id and is read back from it."""

import random

import pytest

from cogs.ui.picker.conditional import NO_LINE, line_code, line_of
from cogs.wire import discord_limits
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import custom_id
from games import GAMES
from tests.support.controls import LONGEST_PATH


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_code_of_a_line_names_its_moves_and_leaves_room_for_the_choices_of_a_picker(key: str) -> None:
    chance = random.Random(7)
    position = GAMES[key].start()
    for _ in range(12):
        here = position
        line: list[str] = []
        while len(line) < 3 and (moves := here.legal_moves()):
            move = chance.choice(moves)
            line.append(here.format(move))
            here = here.play(move)
        if not line:
            break
        code = line_code(position, line)
        assert line_of(position, code) == line
        assert len(custom_id("if-pick", 36**6, 10**4, code)) + 1 + LONGEST_PATH <= discord_limits.CUSTOM_ID
        position = position.play(chance.choice(position.legal_moves()))


def test_a_line_without_moves_has_a_code_too() -> None:
    position = GAMES["konane"].start()
    assert line_code(position, []) == NO_LINE
    assert line_of(position, NO_LINE) == []


def test_a_code_of_another_position_is_refused() -> None:
    for code in ("zz", "", ".", "-1", "ä", "9" * 5000):
        with pytest.raises(Malformed):
            line_of(GAMES["konane"].start(), code)
