"""The picker reaches every legal move in few taps, within the limits of a message on Discord."""

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from cogs.commands.game import LONGEST_MOVE
from cogs.ui.picker.pages import EFFECTS_A_ROW, LAST_ROW, choices, in_rows, is_whole
from cogs.ui.picker.stages import (
    EFFECT,
    MOST,
    MOST_PARTS,
    MOST_WAYS,
    OTHERS,
    PART,
    Stage,
    Steps,
    _parts,
    fit,
    in_a_row,
    path_to,
    played_at_once,
    row_of,
    rows_on_phone,
    stage,
)
from cogs.wire import discord_limits
from cogs.wire.controls import button, custom_id
from games import GAMES, Position
from games.base import squash
from lessons import LESSONS
from render import BOARDS, Scene, alt_text, cells
from render.geometry import square_grid
from tests.support.controls import LONGEST_PATH
from tests.support.drawings import draw_konane
from tests.support.wide import Wide, WideBoard

GUIDE = "docs/adding-a-game.md"
games = pytest.mark.parametrize("key", sorted(GAMES))
ONE_STONE = """
 6 . . . . . .
 5 . . . . . .
 4 B . . . . .
 3 . . . . . .
 2 B . . . . .
 1 W . . . . .
   a b c d e f
"""
LOOKED_THROUGH = 600
"""About how many moves each test visits in a position: where there are more moves, it follows fewer ways."""


def positions(key: str, seed: int, plies: int = 120) -> Iterator[Position[Any]]:
    """The start position of a random game, and every seventh position after it."""
    chance = random.Random(seed)
    position = GAMES[key].start()
    for ply in range(plies):
        moves = position.legal_moves()
        if not moves:
            return
        if ply < 4 or ply % 7 == 0:
            yield position
        position = position.play(chance.choice(moves))


def ways_from(position: Position[Any]) -> int:
    """The number of random ways through the picker that are followed from this position."""
    return min(12, max(2, LOOKED_THROUGH // len(position.legal_moves())))


def choices_of(here: Stage) -> list[Steps]:
    """What the buttons of a stage add to the path."""
    return [(part,) for part in here.parts] or list(here.following)


def descents(position: Position[Any], chance: random.Random) -> Iterator[list[tuple[Steps, Stage]]]:
    """Random ways through the picker: the stages of each with the choices that led there, effects tried last."""
    for _ in range(ways_from(position)):
        path: Steps = ()
        way = [(path, stage(position, path))]
        while way[-1][1].move is None:
            path += chance.choice(choices_of(way[-1][1]))
            way.append((path, stage(position, path)))
        yield way


@cache
def walks(key: str) -> list[tuple[Position[Any], list[list[tuple[Steps, Stage]]]]]:
    """Positions of a game, each with random ways through its picker, which several tests look at."""
    chance = random.Random(1)
    return [(position, list(descents(position, chance))) for position in positions(key, seed=1)]


def effects(position: Position[Any], way: list[tuple[Steps, Stage]]) -> Iterator[tuple[Steps, Stage]]:
    """The stages of the other effects that the move at the end of a way can have."""
    path, end = way[-1]
    for effect in end.following:
        yield path + effect, stage(position, path + effect)


@games
def test_each_stage_offers_just_the_next_steps_of_the_legal_moves_that_go_on_so(key: str) -> None:
    for position, ways in walks(key):
        legal = {position.steps(move): move for move in position.legal_moves()}
        for way in ways:
            for path, here in way:
                rows = [choice for choice in path if choice.startswith(PART)]
                if not (rows and path[-1] == rows[-1]):  # after a row, only the steps of that row are offered
                    depth = len(here.settled)
                    going_on = {
                        steps[depth:] for steps in legal if steps[:depth] == here.settled and len(steps) > depth
                    }
                    assert going_on == {s for s in going_on for choice in here.following if s[: len(choice)] == choice}
                    assert set(here.following) == {c for c in here.following for s in going_on if s[: len(c)] == c}
                assert sorted(step for row in here.parts.values() for step in row) in ([], sorted(here.following))
            for _, end in (way[-1], *effects(position, way)):
                assert end.move in legal.values()


@games
def test_the_path_to_a_move_leads_to_it(key: str) -> None:
    chance = random.Random(4)
    for position in positions(key, seed=4):
        moves = list(position.legal_moves())
        for move in {moves[0], moves[-1], *chance.sample(moves, min(ways_from(position), len(moves)))}:
            assert stage(position, path_to(position, move)).move == move
            assert len(squash(position.format(move))) <= LONGEST_MOVE


@games
def test_no_stage_needs_more_buttons_or_longer_custom_ids_than_discord_allows(key: str) -> None:
    for position, ways in walks(key):
        for way in ways:
            for path, here in (*way, *effects(position, way)):
                assert len(choices_of(here)) <= MOST <= discord_limits.BUTTONS - OTHERS
                assert len(custom_id("pick", 36**6, 10**4, *path)) <= discord_limits.CUSTOM_ID
                assert len(":".join(path)) <= LONGEST_PATH


@games
def test_the_buttons_of_every_stage_fit_below_the_picture_on_a_phone(key: str) -> None:
    for position, ways in walks(key):
        for way in ways:
            for _, here in way[:-1]:
                labels, *_ = choices(position, here, 0, OTHERS)
                assert fit([label.said() for label in labels.values()])
                assert sorted(labels) == sorted(choices_of(here))
            assert len(way[-1][1].following) <= EFFECTS_A_ROW * LAST_ROW


@games
def test_a_stage_that_leaves_no_choice_is_skipped(key: str) -> None:
    for _, ways in walks(key):
        for way in ways:
            assert all(len(here.following) > 1 for _, here in way[:-1])


@games
def test_every_stage_asks_the_games_own_question(key: str) -> None:
    base = GAMES["konane"].start()
    general = {Position.question(base, steps).said() for steps in ((), ("d7",))}
    for position, ways in walks(key):
        for way in ways:
            asked: list[str] = []
            for path, here in way:
                if not (path and path[-1].startswith(PART)) and (here.following or here.move is None):
                    asked.append(position.question(here.settled).said())
                    assert asked[-1].endswith("?")
                    assert asked[-1] not in general, f"`question` of {key} is still the default: {GUIDE}, step 1"
                    other = position.question(here.settled, own_turn=False).said()
                    assert other.endswith("?")
                    assert "your" not in other
            assert len(set(asked)) == len(asked), f"`question` of {key} asks the same twice: {asked}"


@games
def test_a_move_takes_a_tap_for_each_of_its_places_and_one_more_only_where_buttons_do_not_suffice(key: str) -> None:
    for position, ways in walks(key):
        where = cells(position)
        for way in ways:
            path, end = way[-1]
            places = sum(step in where or len(position.steps(end.move)) == 1 for step in position.steps(end.move))
            crowded = sum(len(here.following) > MOST for _, here in way)
            assert len(path) <= places + crowded


@games
def test_every_row_of_the_picture_has_a_short_name_of_its_own(key: str) -> None:
    where = cells(GAMES[key].start())
    rows = {point[1]: row_of(cell, where) for cell, point in where.items()}
    assert len(set(rows.values())) == len(rows)
    for cell, (_, height) in where.items():
        assert len(rows[height]) <= 2 or len(cell) > 3, f"{cell} is in row {rows[height]}"


@games
def test_every_step_is_a_place_on_the_picture_or_words(key: str) -> None:
    for position in positions(key, seed=6, plies=60):
        where = cells(position)
        for step in {step for move in position.legal_moves() for step in position.steps(move)}:
            assert step in where or not re.fullmatch(r"[a-z]*[0-9]+", step), (
                f"no place of render/boards/{key}.py: {step}"
            )


@games
def test_buttons_of_released_versions_lead_through_the_same_choices(key: str) -> None:
    """They held one step for each choice, after its row if there were more than 16."""
    chance = random.Random(9)
    for position in positions(key, seed=9):
        legal = {position.steps(move): move for move in position.legal_moves()}
        steps, move = chance.choice(list(legal.items()))
        path: Steps = ()
        for depth, step in enumerate(steps):
            others = {other[depth] for other in legal if other[:depth] == steps[:depth] and len(other) > depth}
            if len(others) > 1:
                rows = _parts([(other,) for other in others], cells(position))
                row = next(name for name, choices in rows.items() if (step,) in choices)
                path += (row, step) if 1 < len(rows[row]) < len(others) and len(others) > 16 else (step,)
        assert stage(position, path).move == move


def test_a_choice_that_leads_nowhere_is_refused() -> None:
    position = GAMES["konane"].start()
    with pytest.raises(LookupError):
        stage(position, ("c3",))
    with pytest.raises(LookupError):
        stage(position, (f"{PART}9",))


def test_an_effect_is_chosen_before_the_last_cell_and_needs_no_preview_then() -> None:
    position = GAMES["coral_clash"].start()
    for text in ("+e8", "e2-f3+", "d7-c6+"):
        position = position.play(position.parse(text))
    usual, changed = stage(position, ("f3",)), stage(position, ("f3", "~just move"))
    assert usual.effects == ("place coral", "just move")
    assert changed.effects == ("just move", "place coral")
    assert changed.following == usual.following
    for path, text in {("f3", "g3"): "f3-g3+", ("f3", "~just move", "g3"): "f3-g3"}.items():
        end = stage(position, path)
        assert position.format(end.move) == text
        assert played_at_once(position, path, end)
        assert position.format(stage(position, (*path, "just move")).move) == "f3-g3", "a preview can change it again"
    assert not stage(position, ()).effects, "before a piece is chosen, nothing is said of its coral"


def test_an_effect_that_is_not_offered_is_refused() -> None:
    position = GAMES["coral_clash"].start()
    for text in ("+e8", "e2-f3+", "d7-c6+"):
        position = position.play(position.parse(text))
    for path in (("~just move",), ("f3", "~lift coral"), ("f3", EFFECT), ("f3", "~just move", "g3", "lift coral")):
        with pytest.raises(LookupError):
            stage(position, path)


def test_neighbouring_rows_are_named_without_a_word_that_would_stay_english() -> None:
    where = square_grid(20, 20, 0).points
    parts = _parts([(cell,) for cell in where], where)
    assert len(parts) <= MOST_PARTS
    assert list(parts)[:2] == [f"{PART}20–19", f"{PART}18–17"]
    row = [(cell,) for cell in where if cell.endswith("7") and len(cell) == 2]
    assert next(iter(_parts(row, where))) == f"{PART}a7–j7"


def test_a_move_of_three_places_out_of_thousands_is_chosen_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOARDS, "wide", WideBoard())
    position, chance = Wide.start(), random.Random(6)
    for way in descents(position, chance):
        assert all(len(choices_of(here)) <= MOST for _, here in way)
        assert len(way[-1][0]) <= 2 * 3, "a tap for each place, and one for its row"
        assert len(":".join(way[-1][0])) <= LONGEST_PATH
    move = chance.choice(list(position.legal_moves()))
    assert stage(position, path_to(position, move)).move == move
    scene = Scene(position.play(move), ("Ann", "Bob"), before=position, move=move)
    assert f"Move 1, Black (Ann): {position.format(move)}." in alt_text(scene)


def test_rows_of_buttons_go_on_below_where_a_phone_is_too_narrow() -> None:
    assert rows_on_phone([["a1", "b1", "c1", "d1", "e1"], ["Type a move", "Back"]]) == 2
    assert rows_on_phone([["a1", "b1", "c1", "d1", "Instead: Just move"], ["Back"]]) == 3


def test_only_the_buttons_in_a_row_of_a_phone_decide_how_many_fit_there() -> None:
    pieces = [f"🐢 {column}7" for column in "abcdefgh"]
    assert in_a_row(pieces) == in_a_row([*pieces, "🐋 d1e1"]) == 4
    assert in_a_row(["Instead: Just move", "Instead: Lift the coral"]) == 1


async def test_other_buttons_have_a_row_of_their_own_if_that_takes_no_more_rows() -> None:
    cells = [button(f"c{number}", "pick") for number in range(14)]
    others = [button("Instead: Just move", "pick"), button("Back", "pick")]
    assert [len(row) for row in in_rows(cells, others, 5)] == [5, 5, 4, 2]
    assert [len(row) for row in in_rows(cells, others[1:], 5)] == [5, 5, 5]
    assert {item.row for item in others[:1]} == {3}


@pytest.mark.parametrize(("step", "path", "played"), [("lift", "a2 a6", "a2-a6^"), ("pass-over", "a6 c6", "a6-c6")])
def test_the_enemys_coral_is_lifted_unless_one_says_otherwise_and_ones_own_is_not(
    step: str, path: str, played: str
) -> None:
    """One's own coral lies on c6."""
    position = next(each for each in LESSONS["coral_clash"] if each.key == step).board("coral_clash")
    assert position.format(stage(position, tuple(path.split())).move) == played


def test_where_many_pieces_can_move_one_with_a_single_way_moves_at_once() -> None:
    """Eight stones can jump here, and one of them in two ways."""
    position = GAMES["konane"].start()
    for text in ["d5", "d4", "d7-d5", "d2-d4", "f3-d3"]:
        position = position.play(position.parse(text))
    here = stage(position, ())
    assert len(here.following) > MOST_WAYS
    assert not is_whole(here)
    assert ("e1", "e3") in here.following
    assert ("d4",) in here.following
    assert played_at_once(position, ("e1", "e3"), stage(position, ("e1", "e3")))
    labels, badges, arrows = choices(position, here, 0, OTHERS)
    assert [label.said() for label in labels.values()][:2] == ["d4", "b6-d6"], "whole moves come after single cells"
    assert set(badges) == {position.steps(move)[0] for move in position.legal_moves()}
    assert set(arrows) == set(here.following) - {("d4",)}


def test_after_the_stone_each_jump_is_named_by_its_last_cell() -> None:
    position = draw_konane(ONE_STONE, turn=1)
    here = stage(position, ())
    labels, badges, arrows = choices(position, here, 0, OTHERS)
    assert [label.said() for label in labels.values()] == ["a5", "a3"]
    assert set(badges) == {"a3", "a5"}
    assert not arrows
