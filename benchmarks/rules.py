"""Rules: counting move sequences from the start and from the middle, and replaying a match, beside python-chess."""

from __future__ import annotations

from functools import partial
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import chess

from benchmarks._table import Line
from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games import Position

BUDGET = 0.5
"""The fewest seconds that a measurement takes."""

MOST_PLIES = 300
REPLAYED = 200


def measure() -> Iterator[Line]:
    """The sequences of moves a second from the start and from the middle, and a replay, for each game."""
    yardstick = nodes_a_second(partial(chess_perft, chess.Board()))
    yield Line("rules", "python-chess, from the start", yardstick, "nodes/s")
    for key, game in GAMES.items():
        start = game.start()
        line = random_game(start, Random(1), MOST_PLIES)
        for where, position in (("start", start), ("middle", line[len(line) // 2][0])):
            speed = nodes_a_second(partial(perft, position))
            yield Line("rules", f"{key}, from the {where}", speed, "nodes/s")
            yield Line("rules", f"{key}, from the {where}, beside python-chess", speed / yardstick)
        replayed, seconds = replay(start)
        yield Line("rules", f"{key}, a replay of {replayed} plies", seconds * 1000, "ms")


def perft(position: Position[Any], depth: int) -> int:
    """The number of move sequences of exactly `depth` plies. The position after each sequence is made."""
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())


def chess_perft(board: chess.Board, depth: int) -> int:
    """The same for chess."""
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += chess_perft(board, depth - 1)
        board.pop()
    return count


def nodes_a_second(count: Callable[[int], int]) -> float:
    """The sequences counted in a second, at the first depth that takes at least `BUDGET` seconds."""
    depth = 1
    while True:
        begun = process_time()
        nodes = count(depth)
        if (seconds := process_time() - begun) >= BUDGET:
            return nodes / seconds
        depth += 1


def random_game(start: Position[Any], dice: Random, most: int) -> list[tuple[Position[Any], Any]]:
    """The positions of a game of random moves, each with the move played there."""
    position = start
    game: list[tuple[Position[Any], Any]] = []
    while len(game) < most and (moves := position.legal_moves()):
        move = dice.choice(moves)
        game.append((position, move))
        position = position.play(move)
    return game


def replay(start: Position[Any]) -> tuple[int, float]:
    """The plies of the longest of ten random games (200 at most) and the seconds to read and play them all."""
    longest = max((random_game(start, Random(seed), REPLAYED) for seed in range(10)), key=len)
    texts = [position.format(move) for position, move in longest]
    begun = process_time()
    position = start
    for text in texts:
        position = position.play(position.parse(text))
    return len(texts), process_time() - begun
