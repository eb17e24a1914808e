"""A position that comes up for the second time is a warning where the third time is a draw."""

from typing import Any

import pytest

from games import GAMES, Position, RuleError

DRAWN = [key for key in sorted(GAMES) if "repetition" in GAMES[key].info.endings]
WARNING = "This position came up before, and the third time is a draw"


def there_and_back(position: Position[Any]) -> list[str]:
    """Two moves of either side that lead back to this position."""

    def back(text: str) -> str:
        return "-".join(reversed(text.split("-")))

    for first in position.legal_moves():
        away, line = position.play(first), [position.format(first)]
        passed = away.after_null_move()
        if passed is None or back(line[0]) not in map(passed.format, passed.legal_moves()):
            continue  # it cannot be undone
        for second in away.legal_moves():
            line[1:] = [away.format(second), back(line[0]), back(away.format(second))]
            after = position
            try:
                for text in line:
                    after = after.play(after.parse(text))
            except RuleError:
                continue
            if after.placement() == position.placement():
                return line
    raise LookupError(position)


@pytest.mark.parametrize("key", DRAWN)
def test_only_the_second_time_is_warned_of(key: str) -> None:
    position: Position[Any] = GAMES[key].start()
    if position.ply == 0 and "-" not in position.format(position.legal_moves()[0]):  # a setup
        position = position.play(position.legal_moves()[0])
    seen = []
    for text in there_and_back(position) * 2:
        position = position.play(position.parse(text))
        seen.append((WARNING in map(str, position.warnings()), position.result() is not None))
    assert len(DRAWN) >= 3
    assert seen[:4] == [*[(False, False)] * 3, (True, False)]
    assert seen[-1] == (False, True)
