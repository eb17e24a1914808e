"""The boards of the coral placement games: which corals grow together, which are marked, counted and described."""

import re
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from games import SEATS, Result
from games._placement import Placement
from games.brain_coral import BrainCoral
from games.branching_coral import BranchingCoral
from language import languages, plural, say, speaking
from render import BOARDS, THEMES, Scene, alt_text, cells, draw, plates
from render.board import Count
from render.boards._reef import CLOSED, FAINT, Stone
from render.layout import Layout
from render.theme import mix
from tests.support.contrast import contrast

NAMES = ("Ada", "Ben")
both_games = pytest.mark.parametrize("game", [BrainCoral, BranchingCoral])


def stones(scene: Scene[Any]) -> dict[str, Stone]:
    """The coral that the picture shows on each cell."""
    shown = BOARDS[scene.position.info.key].visible_sprites(scene)
    return {cell: detail for cell, sprite in shown for detail in sprite.details if isinstance(detail, Stone)}


def written(scene: Scene[Any]) -> dict[str, list[Any]]:
    """The other things than coral that the picture shows on each cell."""
    found: dict[str, list[Any]] = {}
    for cell, sprite in BOARDS[scene.position.info.key].visible_sprites(scene):
        if not any(isinstance(detail, Stone) for detail in sprite.details):
            found.setdefault(cell, []).extend(sprite.details)
    return found


def played(game: type[Placement], moves: str, **options: str) -> Scene[Any]:
    """The scene after these moves."""
    before, position, move = None, game.start(**options), None
    for text in moves.split():
        before, move, position = position, position.parse(text), position.play(position.parse(text))
    return Scene(position, NAMES, before, move)


@both_games
def test_stones_of_a_group_grow_towards_each_other_and_towards_no_others(game: type[Placement]) -> None:
    shown = stones(played(game, "d3 d4 d2 f3 e3"))
    east, north_east, west, south_west = (1 << way for way in (0, 1, 3, 4))
    assert {cell: stone.links for cell, stone in shown.items()} == {
        "d2": east,
        "d3": west | north_east,
        "e3": south_west,
        "d4": 0,
        "f3": 0,
    }


@both_games
def test_who_may_swap_is_told_so(game: type[Placement]) -> None:
    told = alt_text(played(game, "d4", pie="on"))
    assert "White (Ben) to move or swap." in told
    assert "swap" not in alt_text(played(game, "d4"))
    assert "swap" not in alt_text(played(game, "d4 e4", pie="on"))


@both_games
def test_the_board_stands_alike_for_both_sides_and_each_has_its_own_plate_below(game: type[Placement]) -> None:
    scene = played(game, "d3 d4 d2")
    assert draw(replace(scene, view=1, plates=False)) == draw(replace(scene, plates=False))
    assert cells(scene.position, 1) == cells(scene.position, 0)
    assert [lowest_name(replace(scene, view=seat)) for seat in SEATS] == ["Ada", "Ben"]


def lowest_name(scene: Scene[Any]) -> str:
    """The player's name that is lowest in the picture."""
    board = BOARDS[scene.position.info.key]
    stamps = plates.players(board, scene, Layout(board.grid(scene.position, scene.view)))
    return max((stamp.y, str(stamp.sprite.details[0])) for stamp in stamps if stamp.sprite.details[0] in NAMES)[1]


@both_games
def test_an_empty_cell_is_striped_exactly_if_it_is_closed(game: type[Placement]) -> None:
    scene = played(game, "b1 a2 b2")
    empty = set(scene.position.board.names(scene.position.empty))
    assert closed(scene) == empty - set(scene.position.legal_moves())
    assert "a1" in closed(scene)
    assert closed(replace(scene, ended=Result(0, "resigned"))) == closed(scene), "the same way after the end"


def test_a_legend_explains_stripes_pale_corals_and_rims_once_they_are_there() -> None:
    def legend(game: type[Placement], moves: str) -> list[str]:
        scene = played(game, moves)
        return [text for _, text in BOARDS[scene.position.info.key].legend(scene)]

    assert legend(BranchingCoral, "") == []
    assert legend(BrainCoral, "d4") == []
    assert legend(BrainCoral, "b1 a2 b2") == ["closed", "largest group"]
    assert legend(BranchingCoral, "a1 a2 b1") == ["closed", "just lifted"]


def closed(scene: Scene[Any]) -> set[str]:
    """The cells shown as closed."""
    return {cell for cell, sprite in BOARDS[scene.position.info.key].visible_sprites(scene) if sprite is CLOSED}


@both_games
def test_a_plate_shows_the_score_and_its_sum_and_fewer_words_where_they_do_not_fit(game: type[Placement]) -> None:
    scene = played(game, "d3 f4 d2 a1 e7")
    assert lines_on_plates(scene)[:2] == ["3 points", "largest group 1 + 2 groups"]
    assert lines_on_plates(scene)[2:] == ["4 points", "largest group 2 + 2 groups"]
    scene = played(game, "d3 f4", bonus="opponent")
    assert lines_on_plates(scene)[2:] == ["2 points", "largest 1 + 1 opposing group"], "beside “to move”"


@both_games
def test_every_language_has_room_for_the_sum_beside_who_is_to_move(game: type[Placement]) -> None:
    position = game.start()
    board = BOARDS[game.info.key]
    for language in languages():
        with speaking(language):
            parts = {"size": 14, "groups": plural("{count} group", "{count} groups", 11)}
            lines = [say("largest group {size} + {groups}", **parts), say("largest {size} + {groups}", **parts)]
            counts = [Count(plural("{count} point", "{count} points", 25)), Count(lines[0], lines[1])]
            with patch.object(type(board), "counts", return_value=counts):
                assert set(lines) & set(lines_on_plates(Scene(position, ("A" * 60, "B" * 60))))


def lines_on_plates(scene: Scene[Any]) -> list[str]:
    """The lines of counts on both plates, from top to bottom."""
    board = BOARDS[scene.position.info.key]
    stamps = plates.players(board, scene, Layout(board.grid(scene.position, 0)))
    counts = [count for seat in SEATS for count in board.counts(scene.position, seat)]
    lines = {line for count in counts for line in (count.text, count.short) if line}
    written = [stamp for stamp in stamps if lines.intersection(stamp.sprite.details)]
    return [str(stamp.sprite.details[0]) for stamp in sorted(written, key=lambda stamp: stamp.y)]


@both_games
def test_the_largest_groups_are_marked_and_carry_their_size(game: type[Placement]) -> None:
    scene = played(game, "d3 f4 d2 a1 e7")
    assert {cell for cell, stone in stones(scene).items() if stone.largest} == {"d2", "d3"}, (
        "f4 and a1 are single stones"
    )
    numbers = [(cell, *sprite.details) for cell, sprite in BOARDS[game.info.key].signs(scene)]
    assert [(cell, text) for cell, text, _ in numbers] == [("d2", "2")]
    [place] = [place for _, _, place in numbers]
    if game is BranchingCoral:
        assert place == pytest.approx((0.5, -0.16)), "above the branch from d2 to d3, and on neither coral"
    else:
        assert place == (0, 0)


@both_games
def test_a_cell_shows_its_name_exactly_while_it_is_open(game: type[Placement]) -> None:
    scene = played(game, "b1 a2 b2")
    named = {cell for cell, details in written(scene).items() if details == [cell, 0.34]}
    assert named == set(scene.position.legal_moves())
    assert "a1" not in named


@both_games
def test_a_badge_of_the_picker_takes_the_place_of_the_name(game: type[Placement]) -> None:
    assert "d3" not in written(Scene(game.start(), NAMES, badges=("d3",)))


@both_games
def test_the_names_of_cells_are_faint_and_yet_readable(game: type[Placement]) -> None:
    for theme in THEMES:
        colours = BOARDS[game.info.key].theme(theme)
        water, ink = colours["water"], colours["open ink"]
        assert contrast(water, mix(water, ink, FAINT)) >= 4.5


@both_games
@pytest.mark.parametrize("bonus", ["own", "opponent", "none"])
def test_the_numbers_on_a_plate_add_up_to_the_score(game: type[Placement], bonus: str) -> None:
    position = game.start(bonus=bonus).play("d3").play("f4").play("d2").play("a1").play("e7")
    for seat in SEATS:
        score, total = (re.findall(r"\d+", count.text) for count in BOARDS[game.info.key].counts(position, seat))
        assert score == [str(position.scores()[seat])] == [str(sum(map(int, total)))]
        assert len(total) == (1 if bonus == "none" else 2)


def test_lifted_stones_are_told_and_shown_pale() -> None:
    scene = played(BranchingCoral, "a2 a1 b2")
    trace = BOARDS["branching_coral"].trace(scene)
    assert (trace.path, trace.taken) == (("b2",), ("a1",))
    assert "white" in written(scene)["a1"]
    assert "taking off a1" in alt_text(scene)


@both_games
def test_a_swap_marks_the_stone_that_was_taken_over(game: type[Placement]) -> None:
    trace = BOARDS[game.info.key].trace(played(game, "d3 swap", pie="on"))
    assert (trace.path, trace.taken) == (("d3",), ())


@both_games
def test_the_words_tell_every_group_and_every_open_cell(game: type[Placement]) -> None:
    scene = played(game, "d3 f4 d2 a1")
    words = {clause.heading: clause.items for clause in BOARDS[game.info.key].clauses(scene.position)}
    assert words["Black groups"] == ["d2 d3"]
    assert set(words["White groups"]) == {"f4", "a1"}
    assert list(words["Open cells"]) == list(scene.position.legal_moves())
