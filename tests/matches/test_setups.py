"""The board editor's positions: each position of a game is taken apart and built again, and no change is a crash."""

import dataclasses
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games import GAMES, Position, RuleError
from looks import scene_of
from matches.errors import Refusal
from matches.openings import set_up
from matches.setups import bare, clear_board, put_piece, switch_turn, take_off
from matches.snapshots import bare_snapshot
from render.plan import plan
from tests.support.rules import VARIANTS

HISTORIES = {"history", "earlier"}


def without_history(position: Any) -> Any:
    names = {field.name for field in dataclasses.fields(position)} & HISTORIES
    return dataclasses.replace(position, **dict.fromkeys(names, ()))


def random_match(game: str, options: dict[str, str], seed: int) -> Iterator[Position[Any]]:
    dice, position = random.Random(seed), GAMES[game].start(**options)
    yield position
    while position.ply < 120 and (moves := position.legal_moves()):
        position = position.play(dice.choice(moves))
        yield position


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_every_position_is_taken_apart_and_comes_back_equal(game: str, options: dict[str, str]) -> None:
    for position in random_match(game, options, 3):
        placement = position.placement()
        palette = position.palette()
        assert all(cell in palette[piece].cells for cell, stack in placement.items() for piece in stack)
        assert position.with_placement(placement, position.turn) == without_history(position)
        assert position.flaw() is None


@pytest.mark.parametrize("game", GAMES)
def test_a_late_position_is_built_again_piece_by_piece(game: str) -> None:
    *_, late = random_match(game, {}, 4)
    late = bare(late)
    built = clear_board(late)
    assert all(built.palette()[piece].only for stack in built.placement().values() for piece in stack)
    for cell, stack in late.placement().items():
        for piece in stack:
            built = put_piece(built, piece, cell)
    if built.turn != late.turn:
        built = switch_turn(built)
    assert (built.placement(), built.turn) == (late.placement(), late.turn)
    assert set_up(GAMES[game], built.encode()) == built


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_put_can_be_drawn_and_comes_back_from_its_code(game: str) -> None:
    dice, position = random.Random(6), bare(GAMES[game].start())
    refused = list[str]()
    for step in range(80):
        palette = position.palette()
        piece = dice.choice(list(palette))
        cell = dice.choice(palette[piece].cells)
        try:
            match dice.randrange(8):
                case 0:
                    position = switch_turn(position)
                case 1 if step % 50 == 0:
                    position = clear_board(position)
                case 1 | 2 | 3:
                    position = take_off(position, cell)
                case _:
                    position = put_piece(position, piece, cell)
        except (RuleError, Refusal) as error:
            refused.append(str(error))
        assert GAMES[game].decode(position.encode()) == position
        position.result()
        position.flaw()
        if step % 20 == 0:
            plan(scene_of(bare_snapshot(position)))
    assert refused
    assert all(refused)
