"""The picker leads to every legal move, in few taps, within what a message of Discord can hold."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from cogs._game import LONGEST_MOVE
from cogs.ui.controls import LIMIT, custom_id
from cogs.ui.picker import LETTERS, ROW, Stage, path_to, stage
from games import GAMES
from games.base import squash
from render import cells

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games import Position

games = pytest.mark.parametrize("key", sorted(GAMES))


def positions(key: str, seed: int, plies: int) -> Iterator[Position[Any]]:
    """Positions of a random game, all of them at the start and then every seventh."""
    chance = random.Random(seed)
    position = GAMES[key].start()
    for ply in range(plies):
        moves = position.legal_moves()
        if not moves:
            return
        if ply < 4 or ply % 7 == 0:
            yield position
        position = position.play(chance.choice(moves))


def stages(position: Position[Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Stage]]:
    """Every stage that choices can lead to, with the choices."""
    here = stage(position, path)
    yield path, here
    if here.move is None:
        for choice in here.rows or here.following:
            yield from stages(position, (*path, choice))
    elif path[-1:] not in [(step,) for step in here.following]:
        for effect in here.following:
            yield from stages(position, (*path, effect))


@games
def test_the_stages_lead_to_every_legal_move_and_to_nothing_else(key: str) -> None:
    for position in positions(key, seed=1, plies=120):
        looked_at = [here.move for _, here in stages(position) if here.move is not None]
        assert set(looked_at) == set(position.legal_moves())


@games
def test_no_stage_needs_more_buttons_or_longer_custom_ids_than_discord_allows(key: str) -> None:
    for position in positions(key, seed=2, plies=120):
        for path, here in stages(position):
            assert len(here.rows or here.following) <= len(LETTERS)
            assert len(custom_id("pick", 36**6, 10**4, *path)) <= LIMIT
            assert len(custom_id("if-pick", 36**6, 10**4, "zz.zz.zz", *path)) <= LIMIT
            if here.rows:
                assert sorted(step for row in here.rows.values() for step in row) == sorted(here.following)


@games
def test_a_stage_that_leaves_no_choice_is_skipped(key: str) -> None:
    for position in positions(key, seed=3, plies=120):
        for _, here in stages(position):
            if here.move is None:
                assert len(here.following) > 1


@games
def test_the_path_to_a_typed_move_leads_to_that_move(key: str) -> None:
    for position in positions(key, seed=4, plies=60):
        for move in position.legal_moves():
            assert stage(position, path_to(position, move)).move == move
            assert len(squash(position.format(move))) <= LONGEST_MOVE


@games
def test_an_ordinary_move_takes_at_most_three_taps_with_confirm(key: str) -> None:
    taps = []
    for position in positions(key, seed=5, plies=120):
        for path, here in stages(position):
            effect_changed = path[-1:] and path[-1] in here.following
            if here.move is not None and not effect_changed:
                taps.append(len(path) + 1)
    assert sum(tap <= 3 for tap in taps) >= 0.97 * len(taps)
    assert max(taps) <= 4


@games
def test_every_step_is_a_place_on_the_picture_or_words(key: str) -> None:
    for position in positions(key, seed=6, plies=60):
        where = cells(position)
        for move in position.legal_moves():
            first, *_ = position.steps(move)
            assert first in where or not re.search(r"\d", first), f"{first} is no place of render/boards/{key}.py"


def test_a_choice_that_leads_nowhere_is_refused() -> None:
    position = GAMES["konane"].start()
    with pytest.raises(LookupError):
        stage(position, ("c3",))
    with pytest.raises(LookupError):
        stage(position, (f"{ROW}9",))
