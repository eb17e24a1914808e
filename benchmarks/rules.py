"""Rules: counting moves, random games and replaying a match, beside python-chess counting its own moves."""

from __future__ import annotations

from functools import partial
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

import chess

from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from games import Position

BUDGET = 0.5
"""Seconds that a measurement takes at least."""

MOST_PLIES = 300
REPLAYED = 200


def report() -> None:
    """Print a line for each game; `ratio` is its perft nodes a second against python-chess's."""
    yardstick = nodes_a_second(partial(chess_perft, chess.Board()))
    print(f"Rules: python-chess counts {yardstick:,.0f} nodes/s from its start position in this run")
    print(f"{'game':<18}{'perft nodes/s':>14}{'ratio':>7}{'playouts/s':>12}{'plies each':>12}{'replay':>20}")
    for key, game in GAMES.items():
        start = game.start()
        speed = nodes_a_second(partial(perft, start))
        playouts, plies = playouts_a_second(start)
        replayed, seconds = replay(start)
        print(
            f"{key:<18}{speed:>14,.0f}{speed / yardstick:>7.2f}{playouts:>12.1f}{plies:>12.0f}"
            f"{replayed:>9} plies{seconds * 1000:>5.0f} ms"
        )


def perft(position: Position[Any], depth: int) -> int:
    """The number of move sequences of exactly `depth` plies."""
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.play(move), depth - 1) for move in moves)


def chess_perft(board: chess.Board, depth: int) -> int:
    """The same for chess."""
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += chess_perft(board, depth - 1)
        board.pop()
    return count


def nodes_a_second(count: Callable[[int], int]) -> float:
    """The speed of counting at the first depth that fills the budget."""
    depth = 1
    while True:
        begun = perf_counter()
        nodes = count(depth)
        if (seconds := perf_counter() - begun) >= BUDGET:
            return nodes / seconds
        depth += 1


def playouts_a_second(start: Position[Any]) -> tuple[float, float]:
    """Random games a second, given up after 300 plies, and how many plies they had on average."""
    dice, games, plies = Random(1), 0, 0
    begun = perf_counter()
    while (seconds := perf_counter() - begun) < BUDGET:
        games, plies = games + 1, plies + len(random_game(start, dice, MOST_PLIES))
    return games / seconds, plies / games


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
    begun = perf_counter()
    position = start
    for text in texts:
        position = position.play(position.parse(text))
    return len(texts), perf_counter() - begun
