"""What the kernel of King's Convoy foresees without a search agrees with the rules: wins, and answers to threats."""

import struct
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games import GAMES, Position
from players import choose, engines
from players.levels import LEVELS

SIZE = 13
WINS, NOTHING = -2, -1
NEAR = [(0, 1), (1, 0), (0, -1), (-1, 0)]
ENDS = (0, SIZE - 1)
CORNERS = [(row, col) for row in ENDS for col in ENDS]
THRONE = (6, 6)


def foreseen(position: Position[Any]) -> tuple[int, Sequence[int]]:
    """What the kernel foresees: WINS, NOTHING or how many answers there are, and these as its numbers."""
    found = engines.engine(position)
    assert found, engines.load(position)
    kernel = found.prepare(position)
    n = kernel.call("foresee")
    return n, struct.unpack(f"<{n}H", kernel.read(2 * n)) if n > 0 else ()


def can_win(position: Position[Any]) -> bool:
    """Whether the side to move captures the king or brings him to a corner with this move, by the rules.

    To leave the opponent without a move wins, too. That is not foreseen.
    """
    results = (position.play(move).result() for move in position.legal_moves())
    return any(result and result.key in ("captured", "escaped") for result in results)


def drawn_up(chance: Random) -> Position[Any]:
    """A board with the king anywhere but in a corner, often beside attackers, few boats, and no history."""
    boats: dict[tuple[int, int], str] = {}
    places = [(row, col) for row in range(SIZE) for col in range(SIZE) if (row, col) not in CORNERS]
    edges = [place for place in places if place[0] in ENDS or place[1] in ENDS]
    king = chance.choice([places, edges, [THRONE]][chance.randrange(3)])
    for row, col in chance.sample(NEAR, chance.randrange(5)):
        boats[king[0] + row, king[1] + col] = "A" if chance.random() < 0.9 else "D"
    for place in chance.sample(places, chance.randrange(4, 20)):
        boats[place] = chance.choice("AAD")
    boats[king] = "K"
    if king != THRONE:
        boats.pop(THRONE, None)
    text, gap = "", 0
    for row in range(SIZE):
        for col in range(SIZE):
            boat = boats.get((row, col)) if (row, col) not in CORNERS else None
            if boat:
                text += f"{gap or ''}{boat}"
            gap = 0 if boat else gap + 1
    throne = chance.choice(["always", "empty"])
    return GAMES["kings_convoy"].decode(f"{throne} {chance.randrange(2)} {text}{gap or ''}")


def check(position: Position[Any]) -> int:
    """Compare what is foreseen with the rules. Returns what was foreseen."""
    n, codes = foreseen(position)
    assert (n == WINS) == can_win(position), position.diagram()
    if n >= 0:
        found = engines.engine(position)
        assert found
        barring = {
            found.bridge.code(position, move) for move in position.legal_moves() if not can_win(position.play(move))
        }
        assert set(codes) == barring, position.diagram()
    return n


def check_many(number: int) -> None:
    seen = []
    for seed in range(number):
        position = drawn_up(Random(seed))
        if position.legal_moves():
            seen.append((check(position), position.turn))
    assert (WINS, 0) in seen, "no king could be captured"
    assert {(WINS, 1), (NOTHING, 0), (NOTHING, 1), (0, 0)} < set(seen)
    assert any(n > 1 for n, _ in seen)


def test_wins_and_answers_are_those_of_the_rules() -> None:
    check_many(150)


@pytest.mark.long
def test_wins_and_answers_are_those_of_the_rules_on_thousands_of_boards() -> None:
    check_many(3000)


def test_where_a_threat_has_an_answer_it_is_found() -> None:
    """From level 3 on, whatever the budget: the threat is seen without a search."""
    tried = 0
    for seed in range(200):
        position = drawn_up(Random(f"answers {seed}"))
        if position.turn == 0 and position.legal_moves() and check(position) > 0:
            for level in LEVELS[2:]:
                assert not can_win(position.play(choose(position, level, seed=seed, seconds=0.01)))
            tried += 1
    assert tried > 3
