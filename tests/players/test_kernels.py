"""The kernels follow the rules of `games/`: the same legal moves and perft counts, from starts and random positions."""

import itertools
import random
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest

from games import GAMES, Position
from games.coral_clash import CoralClash
from players import engines
from players.kernels.build import KERNELS
from players.levels import Level
from tests.support.drawings import draw_clash
from tests.support.rules import TABLES, VARIANTS, Table, perft
from tests.support.shares import share

PLAYED = [(key, options) for key, options in VARIANTS if key in engines.find_bridges()]
"""The games that have a kernel, with their options. Others are played by the general search."""
CASES = [pytest.param(key, options, id=" ".join([key, *map("=".join, options.items())])) for key, options in PLAYED]
every_variant = pytest.mark.parametrize(("key", "options"), CASES)
every_second_variant = pytest.mark.parametrize(("key", "options"), share(2, CASES))


def test_every_kernel_is_played_by_a_game() -> None:
    used = {engines.find_bridges()[key].kernel(GAMES[key].start(**options)) for key, options in PLAYED}
    assert used == set(KERNELS)


def engine(position: Position[Any]) -> engines.Engine:
    found = engines.engine(position)
    assert found, engines.load(position)
    return found


def kernel_moves(position: Position[Any]) -> list[int]:
    """The legal moves that the kernel finds, as its numbers."""
    kernel = engine(position).prepare(position)
    n = kernel.call("legal")
    return list(struct.unpack(f"<{n}H", kernel.read(2 * n)))


def walk(key: str, options: Mapping[str, str], chance: random.Random, limit: int) -> Iterator[Position[Any]]:
    """The positions of a random game, the start first; none of them is over."""
    position = GAMES[key].start(**options)
    for _ in range(limit):
        if position.result():
            return
        yield position
        position = position.play(chance.choice(position.legal_moves()))


def assert_same_moves(position: Position[Any]) -> None:
    bridge = engine(position).bridge
    expected = {bridge.code(position, move): position.format(move) for move in position.legal_moves()}
    assert len(expected) == len(position.legal_moves()), "two moves have the same number"
    found = kernel_moves(position)
    assert len(found) == len(set(found)), f"twice the same move in\n{position.encode()}"
    missing = [text for code, text in expected.items() if code not in found]
    wrong = [code for code in found if code not in expected]
    assert not missing, f"missing {missing}, wrong {wrong} in\n{position.encode()}\n{position.diagram()}"
    assert not wrong, f"wrong {wrong} in\n{position.encode()}\n{position.diagram()}"


def assert_same_count(position: Position[Any], depth: int) -> None:
    """Check that kernel and rules count as many sequences of `depth` plies, below each first move too."""
    kernel = engine(position).prepare(position)
    assert kernel.call("perft", depth) == perft(position, depth), f"{position.encode()}\n{position.diagram()}"


def check_random_games(key: str, options: Mapping[str, str], games: int, positions: int, count_every: int) -> None:
    """Compare moves in every position of at least so many games and positions, and counts of depth 2 in some."""
    checked = 0
    for seed in itertools.count():
        if seed >= games and checked >= positions:
            break
        chance = random.Random(f"{key} {seed}")
        for position in walk(key, options, chance, 150):
            assert_same_moves(position)
            if chance.random() < 1 / count_every:
                assert_same_count(position, 2)
            checked += 1


@every_second_variant
def test_games_end_as_by_the_rules(key: str, options: Mapping[str, str]) -> None:
    check_ends(key, options, games=2)


@pytest.mark.long
@every_variant
def test_many_games_end_as_by_the_rules(key: str, options: Mapping[str, str]) -> None:
    assert check_ends(key, options, games=30) > 5


def check_ends(key: str, options: Mapping[str, str], games: int) -> int:
    """Compare the results of random games that end, and not by repetition. Returns how many did."""
    ended = 0
    for seed in range(games):
        chance = random.Random(f"{key} {seed}")
        *_, last = walk(key, options, chance, 400)
        for move in last.legal_moves():
            position = last.play(move)
            result = position.result()
            if result and "repetition" in result.reason:
                continue
            expected = -2
            if result:
                expected = 0 if result.winner is None else 1 if result.winner == position.turn else -1
                ended += 1
            assert engine(position).prepare(position).call("outcome") == expected, position.encode()
    return ended


@every_second_variant
def test_moves_and_counts_are_those_of_the_rules(key: str, options: Mapping[str, str]) -> None:
    check_random_games(key, options, games=1, positions=1, count_every=25)


@pytest.mark.parametrize("key", ["brain_coral", "branching_coral"])
@pytest.mark.parametrize("ply", [0, 1])
@pytest.mark.parametrize("cell", [".", "B", "W"])
def test_a_swap_is_possible_where_the_rules_allow_it(key: str, ply: int, cell: str) -> None:
    position = GAMES[key].decode(f"limping 3 own last on {ply} {cell}../..../.../..")
    assert_same_moves(position)
    assert_same_count(position, 2)


@pytest.mark.long
@every_variant
def test_moves_and_counts_are_those_of_the_rules_in_many_positions(key: str, options: Mapping[str, str]) -> None:
    check_random_games(key, options, games=8, positions=1000, count_every=12)


def scattered(dice: random.Random, variant: str) -> CoralClash:
    """A random board with the Whales seldom far from each other, and a random side to move."""
    tokens = ["..."] * 64
    free = set(range(64))
    near = dice.randrange(64)
    for man in ("WW.", "ww."):
        pairs = [(a, b) for a in free for b in (a + 1, a + 8) if b in free and (b % 8 or b == a + 8)]
        pair = min(dice.sample(pairs, 12), key=lambda pair: abs(pair[0] % 8 - near % 8) + abs(pair[0] // 8 - near // 8))
        for square in pair:
            tokens[square] = man
            free.discard(square)
    men = ["DH.", "DG.", "TH.", "TG.", "PH.", "PG.", "CH.", "CG.", "OH.", "OG."]
    for man in dice.sample(men + [man.lower() for man in men], dice.randrange(4, 19)):
        square = dice.choice(sorted(free))
        free.discard(square)
        tokens[square] = man
    for square in dice.sample(range(64), dice.randrange(25)):
        tokens[square] = tokens[square][:2] + dice.choice("yb")
    drawn = "\n".join(" ".join(tokens[rank * 8 : rank * 8 + 8]) for rank in reversed(range(8)))
    return draw_clash(drawn, turn=dice.choice((0, 1)), steps=variant)


@pytest.mark.parametrize("steps", ["text", pytest.param("diagram", marks=pytest.mark.long)])
def test_the_moves_of_coral_clash_are_those_of_the_rules_on_scattered_boards(steps: str) -> None:
    """Such boards have Whales side by side and checks, which random games seldom come to."""
    dice, checks = random.Random(2), 0
    for _ in range(250):
        with suppress(ValueError):  # more than 17 coral of one side
            position = scattered(dice, steps)
            moves = [engine(position).bridge.code(position, move) for move in position.possible_moves()]
            assert sorted(kernel_moves(position)) == sorted(moves), position.diagram()
            checks += bool(position.checkers)
    assert checks > 50


KNOWN = [table for table in TABLES if table.position.info.key in engines.find_bridges()]


@pytest.mark.parametrize("table", KNOWN, ids=lambda table: table.title)
def test_kernels_count_as_many_sequences_as_other_programs(table: Table) -> None:
    check_counts(table, 1, table.counts)


@pytest.mark.long
@pytest.mark.parametrize("table", [one for one in KNOWN if one.slow], ids=lambda table: table.title)
def test_kernels_count_as_many_long_sequences_as_other_programs(table: Table) -> None:
    check_counts(table, len(table.counts) + 1, table.slow)


def check_counts(table: Table, shortest: int, counts: tuple[int, ...]) -> None:
    """Compare the counts of lengths from `shortest` on."""
    kernel = engine(table.position).prepare(table.position)
    assert tuple(kernel.call("perft", depth) for depth, _ in enumerate(counts, shortest)) == counts


@pytest.mark.parametrize("key", sorted(engines.find_bridges()))
def test_the_best_line_begins_with_the_best_move(key: str) -> None:
    """A hint shows the line, and level 5 plays the move."""
    for position in walk(key, {}, random.Random(7), 40):
        thought = engine(position).think(position, Level(nodes=300, seconds=0), seconds=0, seed=0)
        assert thought.line[0] == thought.candidates[0].move, position.encode()


@pytest.mark.parametrize("key", ["brain_coral", "branching_coral"])
def test_the_kernels_random_games_are_won_as_often_as_those_by_the_rules(key: str) -> None:
    chance = random.Random(3)
    *_, position = walk(key, {"order": "3"}, chance, 4)
    games = 1000
    won = sum(winner_at_random(position, chance) == position.turn for _ in range(games))
    kernel = engine(position).prepare(position)
    assert abs(kernel.call("random_wins", 10 * games, 5) / 10 - won) < 0.06 * games  # nearly four standard deviations


def winner_at_random(position: Position[Any], chance: random.Random) -> int | None:
    """The winner when both sides play random moves from here on."""
    while not (result := position.result()):
        position = position.play(chance.choice(position.legal_moves()))
    return result.winner


def test_squalma_is_searched_to_odd_depths() -> None:
    """Where the last ply is the opponent's, equal players wait for each other."""
    chance, position = random.Random(3), GAMES["squalma"].start()
    reached = set()
    for _ in range(8):
        position = position.play(chance.choice(position.legal_moves()))
        for nodes in (300, 3000, 30_000, 100_000):
            how = Level(nodes=nodes, seconds=0, least_plies=2)
            reached.add(engine(position).think(position, how, seconds=0, seed=0).depth)
    assert reached <= {2, 3, 5, 7, 9}
    assert {3, 5} <= reached
