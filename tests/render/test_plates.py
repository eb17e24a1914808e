"""What the name plates and the legend say: who caused the end, what counts, and what the signs mean."""

from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from games import GAMES, SEATS, Seat
from games.coral_clash import CoralClash
from games.kings_convoy import KingsConvoy
from games.konane import Konane
from language import languages, say, speaking
from looks import scene_of
from matches.puzzles import GOALS
from matches.results import ENDINGS
from render import BOARDS, Scene, frame, pieces, plates
from render.boards.coral_clash import REASONS
from render.layout import EDGE, PLATE, WIDTH, Layout
from render.pieces import writing
from render.sprites import paint
from render.text import width
from tests.games.clash_boards import sketch
from tests.games.playing import played
from tests.render.positions import game, scene_at
from tests.support.records import board as board_after
from tests.support.records import over


def lines(scene: Scene[Any]) -> list[str]:
    """The texts on both plates."""
    board = BOARDS[scene.position.info.key]
    layout = Layout(board.grid(scene.position, scene.view))
    shape = writing("", "ink").shape
    stamps = plates.players(board, scene, layout)
    return [str(stamp.sprite.details[0]) for stamp in stamps if stamp.sprite.shape is shape]


def test_the_loser_reads_who_reached_the_last_row() -> None:
    ahead = played(sketch("7  ... ... ... ... CH.\n5  ..y"), "e7-f8")
    behind = played(sketch("7  ... ... ... ... CH.\n5  ..b"), "e7-f8")
    board = BOARDS["coral_clash"]
    for position, text in ((ahead, "opponent reached the last row"), (behind, "reached the last row")):
        result = position.result()
        assert result is not None
        assert result.winner is not None
        assert board.reason(position, result, 0 if result.winner else 1) == text


NO_RESULT = "no result"
OWN_ENDS = {
    "resignation": ("resigned", "wins"),
    "time": ("out of time", "wins"),
    "forfeit_first": ("resigned", "wins"),
    "forfeit_second": ("wins", "resigned"),
    "late_first": ("out of time", "wins"),
    "late_second": ("wins", "out of time"),
    "not_begun": (NO_RESULT, "not begun in time"),
    "no_votes": (NO_RESULT, "nobody voted"),
    "aborted": (NO_RESULT, NO_RESULT),
    "aborted_first": ("aborted", NO_RESULT),
    "aborted_second": (NO_RESULT, "aborted"),
    "server_gone_first": ("a channel is gone", NO_RESULT),
    "server_gone_second": (NO_RESULT, "a channel is gone"),
    "abort_agreed": ("abort agreed", "abort agreed"),
    "abandoned": ("abandoned", "abandoned"),
    "stopped": ("stopped", "stopped"),
    "moderated": ("ended by a moderator", "ended by a moderator"),
    "place_gone": ("its channel is gone", "its channel is gone"),
}
"""The plates of both sides when it is the second side's turn and, if anybody wins, the second side does."""


@pytest.mark.parametrize("view", SEATS)
@pytest.mark.parametrize("key", sorted(ENDINGS.keys() - {"draw_agreed"}))
def test_the_reason_stands_with_the_player_who_caused_the_end(key: str, view: Seat) -> None:
    winner: Seat | None = 1 if key in {"resignation", "time"} else None
    scene = scene_of(board_after(over(key, winner), "d5"), view)
    states = [plates._state(BOARDS["konane"], scene, seat)[-1] for seat in SEATS]
    assert tuple(states) == OWN_ENDS[key]


@pytest.mark.parametrize("code", languages())
def test_every_language_has_room_for_who_caused_the_end(code: str) -> None:
    position = CoralClash.start()
    board = BOARDS["coral_clash"]
    with speaking(code):
        status = [say(text) for texts in REASONS.values() for text in texts]
        for count in board.counts(position, 0)[:1]:
            taken = EDGE + 92 + plates.LEAST_NAME + plates.SYMBOL + width(count.text, 40, 600) + 100
            for text in status:
                fitted, _ = plates._fitted_lines(text, WIDTH - taken)
                assert " ".join(fitted) == text


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("key", GAMES)
def test_every_language_has_room_for_the_solvers_side_and_the_goal_of_a_puzzle(key: str, code: str) -> None:
    for ply in (2, 3):
        position = game(key)[ply][0]
        with speaking(code):
            sides = (say(position.info.seats[0]), say(position.info.seats[1]))
            for kind in GOALS.values():
                goal = say(kind, moves=5)
                assert {goal, *sides} <= {*lines(Scene(position, sides, goal=goal, view=position.turn))}


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("key", GAMES)
def test_every_language_has_room_for_usual_names_and_for_the_turn_on_one_line(key: str, code: str) -> None:
    for ply in (2, (len(game(key)) - 1) // 2):
        scene = replace(scene_at(key, ply, "classic"), names=("Maximilian", "Alexander"))
        with speaking(code):
            assert {*scene.names, BOARDS[key].to_move(scene.position)} <= {*lines(scene)}


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("key", GAMES)
def test_every_language_has_room_for_the_legend(key: str, code: str) -> None:
    board = BOARDS[key]
    for ply in (0, len(game(key)) // 2, len(game(key)) - 1):
        with speaking(code):
            scene = scene_at(key, ply, "classic")
            for shown in (scene, replace(scene, votes=(("", (), 100),))):
                texts = [text for _, text in frame.explained(board, shown)]
                long = sum(frame.SIGN + 12 + width(text, frame.LEGEND, 400) for text in texts)
                assert long <= WIDTH - 2 * EDGE - frame.APART_SIGNS * (len(texts) - 1), texts


def test_a_legend_below_the_coordinates_covers_neither_them_nor_the_plate() -> None:
    scene = scene_at("coral_clash", 0, "classic")
    board = BOARDS["coral_clash"]
    layout = Layout(board.grid(scene.position, 0))
    heights = {stamp.y for stamp in frame.legend(frame.explained(board, scene), layout)}
    letters = max(layout.label(point)[1] for _, point in layout.grid.labels)
    assert min(heights) - frame.SIGN / 2 >= letters + 0.35 * frame.COORDINATE
    assert max(heights) + frame.SIGN / 2 <= layout.plate(0, 0) - PLATE / 2


def test_the_king_is_counted_beside_his_boats() -> None:
    assert "12 boats + king" in lines(Scene(KingsConvoy.start(), ("Leilani", "Tane")))


def test_no_jumps_are_counted_when_konane_is_over() -> None:
    position = game("konane")[-1][0]
    result = position.result()
    assert result is not None
    board = BOARDS["konane"]
    assert [list(board.counts(position, seat)) for seat in SEATS] == [[], []]
    assert "13 possible jumps" in lines(scene_at("konane", (len(game("konane")) - 1) // 2, "classic"))
    assert board.counts(Konane.start(), 0) == []


def test_the_way_of_the_king_into_the_corner_is_drawn_once() -> None:
    scene = scene_at("kings_convoy", len(game("kings_convoy")) - 1, "classic")
    board = BOARDS["kings_convoy"]
    assert scene.before is not None
    stamps = list(frame.stamps(board, scene, Layout(board.grid(scene.position, 0))))
    names = [stamp.sprite.shape.__name__ for stamp in stamps]
    assert "_arrowhead" not in names
    assert "_started" not in names
    king = Layout(board.grid(scene.position, 0)).on(scene.before.steps(scene.move)[-1], pieces.CROWN)
    shown = [name for name, stamp in zip(names, stamps, strict=True) if (stamp.x, stamp.y) == (king.x, king.y)]
    assert shown == ["_ended", "king"], "he is on top, and no path or sign covers him"


def test_a_last_move_on_the_winning_path_is_shown_by_its_start() -> None:
    scene = scene_at("squalma", len(game("squalma")) - 1, "classic")
    board = BOARDS["squalma"]
    assert board.trace(scene).path[-1] in {cell for step in board.winning(scene.position) for cell in step}
    stamps = frame.stamps(board, scene, Layout(board.grid(scene.position, 0)))
    marks = [stamp.sprite for stamp in stamps if stamp.sprite.shape in {pieces._way, pieces._ended}]
    assert [mark.shape for mark in marks] == [pieces._way], "no corners cross the path"


def test_a_long_way_has_few_arrowheads_between_the_cells() -> None:
    assert frame._parts((0, 0), (1, 0), first=False) == (0, 0.5)
    assert frame._parts((0, 0), (1, 1), first=True) == (0, 0.41), "before the corner, which the end's mark has"
    assert [6 * part for part in frame._parts((0, 0), (6, 0), first=True)] == pytest.approx([0, 1.5, 2.5, 3.5, 4.5])


@pytest.mark.parametrize("key", ["coral_clash", "kings_convoy", "konane", "squalma"])
def test_long_and_short_moves_begin_with_the_same_arrow(key: str) -> None:
    board, line = BOARDS[key], game(key)
    for ply in range(3, len(line) - 1):
        scene = replace(scene_at(key, ply, "classic"), answered=(line[ply - 2][0], line[ply - 1][1]))
        layout = Layout(board.grid(scene.position, 0))
        shapes = [stamp.sprite.shape for stamp in frame.stamps(board, scene, layout)]
        assert scene.earlier is not None
        trace, earlier = board.trace(scene), board.trace(scene.earlier)
        signed = {cell for cell, _ in board.signs(scene)}
        covered = {layout.grid.points[cell] for cell in {*signed, *trace.path[-1:], *trace.taken, *earlier.taken}}
        covered |= frame._arrowheads(trace, layout, covered).keys() - {layout.grid.points[trace.path[0]]}
        starts = [path[0] for path in (trace.path, earlier.path) if len(path) > 1]
        begun = [cell for cell in starts if layout.grid.points[cell] not in covered]
        assert shapes.count(pieces._way) >= len(begun) > 0, ply


@pytest.mark.parametrize("key", GAMES)
def test_a_legend_tells_a_move_from_the_reply_before_less_important_signs(key: str) -> None:
    board, line = BOARDS[key], game(key)
    scene = replace(scene_at(key, 3, "classic"), answered=(line[1][0], line[2][1]))
    shown = {text: sprite.details[0] for sprite, text in frame.explained(board, scene)}
    assert [shown[text] for text in ("move", "reply")] == ["earlier", "mark"]
    with patch.object(type(board), "legend", return_value=[(pieces.CROWN, "hunter: lifts coral")] * 2):
        assert [text for _, text in frame.explained(board, scene)] == ["hunter: lifts coral", "move", "reply"]
    hinted = frame.explained(board, replace(scene, hinted=("d4",)))
    assert "move" not in [text for _, text in hinted], "no move is marked beside a hint"


@pytest.mark.parametrize("text", ["d7-d8", "a9-b9"])
def test_a_step_to_a_neighbouring_cell_is_one_arrow_long_enough_for_a_phone(text: str) -> None:
    position, board = KingsConvoy.start(), BOARDS["kings_convoy"]
    if text == "d7-d8":
        position = position.play(position.parse("a9-b9"))
    move = position.parse(text)
    scene = Scene(position.play(move), ("Leilani", "Tane"), position, move)
    layout = Layout(board.grid(position, 0))
    marks = [stamp for stamp in frame.stamps(board, scene, layout) if stamp.sprite.shape is pieces._way]
    assert not any(stamp.sprite.shape.__name__ in {"_started", "_arrowhead"} for stamp in marks)
    (arrow,) = marks
    image, left, top = paint(arrow.sprite, arrow.unit, board.theme("classic"))
    start = layout.pixel(layout.grid.points[board.trace(scene).path[0]])
    x, y = arrow.x + left + image.width // 2, arrow.y + top + image.height // 2
    assert max(abs(x - start[0]), abs(y - start[1])) < layout.cell // 4, "on the cell that the boat has left"
    assert max(image.size) * 314 / WIDTH > 14


@pytest.mark.parametrize("code", languages())
def test_the_plate_says_that_a_game_of_konane_begins_with_a_stone_taken_off(code: str) -> None:
    with speaking(code):
        task = say("remove a stone")
        for ply, status in enumerate((task, task, say("to move"))):
            assert status in lines(scene_at("konane", ply, "classic")), "in one line"


def test_the_plates_of_squalma_count_the_stacks_that_a_side_controls() -> None:
    scene = Scene(GAMES["squalma"].start(), ("Ann", "Ben"))
    assert lines(scene).count("16 stacks") == 2
    covered = scene.position.decode("0 0 W,,,,,,,/,,,,,,,/,,,,,,,/,,,,,,,/,,,WB,,,,/,,,,,,,/,,,,,,,/B,,,,,,,")
    assert {"2 stacks", "1 stack"} <= set(lines(replace(scene, position=covered)))
