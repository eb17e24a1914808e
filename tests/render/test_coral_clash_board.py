"""Parts of Coral Clash's picture and description that other games do not have: coral under pieces, check, areas."""

from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from games.coral_clash import CoralClash
from games.konane import Konane
from language import languages, say, speaking
from render import THEMES, Scene, alt_text, cells, draw, frame
from render.board import Trace
from render.boards._corals import capture_sign, coral_sign
from render.boards.coral_clash import CoralClashBoard, board_creature, board_whale, free_corners, reef_grid
from render.canvas import Stamp
from render.geometry import rectangle
from render.layout import Layout
from render.pieces import LAST_MOVE, badge, writing
from render.samples import random_scenes
from render.sprites import paint
from render.text import drawable
from tests.games.clash_boards import BLUE, sketch
from tests.games.playing import played
from tests.support.samples import one_of, spread

every_theme = pytest.mark.parametrize("theme", THEMES)
one_theme = pytest.mark.parametrize("theme", one_of(THEMES))
CLASH = CoralClashBoard()
LAYOUT = Layout(reef_grid(0))


def picture(position: CoralClash, theme: str = "classic", *moves: str) -> Image.Image:
    return Image.open(BytesIO(draw(told(position, theme, *moves)))).convert("RGB")


def told(position: CoralClash, theme: str = "classic", *moves: str) -> Scene[CoralClash]:
    line = [position]
    for move in moves:
        line.append(played(line[-1], move))
    if not moves:
        return Scene(position, ("Leilani", "Tane"), theme=theme)
    return Scene(line[-1], ("Leilani", "Tane"), line[-2], line[-2].parse(moves[-1]), theme=theme)


def differ(one: Image.Image, other: Image.Image, square: str) -> int:
    """How many pixels of the square are clearly different."""
    x, y = LAYOUT.pixel(LAYOUT.grid.points[square])
    half = round(LAYOUT.cell / 2)
    box = (x - half, y - half, x + half, y + half)
    far = ImageChops.difference(one.crop(box), other.crop(box)).convert("L").point([0] * 25 + [255] * 231)
    return far.histogram()[255]


@pytest.mark.parametrize(("kind", "theme"), spread("DTPCO", THEMES))
def test_the_badges_of_the_picker_leave_a_gatherer_apart_from_a_hunter(kind: str, theme: str) -> None:
    scenes = [told(sketch(f"4  ... ... ... {kind}{role}."), theme) for role in "HG"]
    badged = [replace(scene, badges=("d4",)) for scene in scenes]
    hunter, gatherer = (Image.open(BytesIO(draw(scene))).convert("RGB") for scene in badged)
    assert differ(hunter, gatherer, "d4") >= 1500


@pytest.mark.parametrize("position", [CoralClash.start(), sketch("4  WW.\n3  WW.")])
def test_the_badges_of_the_picker_cover_little_of_each_creature(position: CoralClash) -> None:
    offered = tuple(dict.fromkeys(cell for cell, _ in CLASH.pieces(position)))
    scene, covered = Scene(position, ("Leilani", "Tane"), badges=offered), dict[str, float]()
    stamps = list(frame.stamps(CLASH, scene, LAYOUT))
    badges = [box(stamp) for stamp in stamps if stamp.sprite.shape is badge("", 1).shape]
    for stamp in stamps:
        if stamp.sprite.shape in {board_creature, board_whale}:
            solid = paint(stamp.sprite, stamp.unit, CLASH.theme("classic")).image.getchannel("A")
            left, top, _, _ = box(stamp)
            hidden = sum(
                sum(solid.crop((a - left, b - top, c - left, d - top)).histogram()[129:]) for a, b, c, d in badges
            )
            covered[str(stamp.sprite.details)] = hidden / sum(solid.histogram()[129:])
    assert max(covered.values()) < 0.2, covered


def test_the_pieces_that_the_picker_offers_are_as_large_as_on_the_board() -> None:
    scene = Scene(CoralClash.start(), ("Leilani", "Tane"))
    offered = replace(scene, badges=tuple(cell for cell, _ in CLASH.pieces(scene.position)))
    assert list(CLASH.visible_sprites(offered)) == list(CLASH.visible_sprites(scene))


def box(stamp: Stamp) -> tuple[int, int, int, int]:
    """The left, upper, right and lower edge of a stamp's visible pixels."""
    image, left, top = paint(stamp.sprite, stamp.unit, CLASH.theme("classic"))
    return stamp.x + left, stamp.y + top, stamp.x + left + image.width, stamp.y + top + image.height


@pytest.mark.parametrize(("man", "theme"), spread(("DG", "TH", "PG", "CG", "OG", "OH"), THEMES))
def test_coral_under_a_piece_is_seen_and_whose_it_is(man: str, theme: str) -> None:
    looks = [picture(sketch(f"4  ... ... ... {man}{coral}"), theme) for coral in ".yb"]
    for one, other in pairwise([*looks, looks[0]]):
        assert differ(one, other, "d4") >= 400


@every_theme
@pytest.mark.parametrize("square", ["d4", "e4"])
def test_coral_under_either_half_of_a_whale_is_seen(square: str, theme: str) -> None:
    halves = {"d4": "WW{} WW.", "e4": "WW. WW{}"}[square]
    looks = [picture(sketch(f"4  ... ... ... {halves.format(coral)}\n1  OH."), theme) for coral in ".yb"]
    for one, other in pairwise([*looks, looks[0]]):
        assert differ(one, other, square) >= 300


@every_theme
@pytest.mark.parametrize("kind", "DTPCO")
def test_a_gatherer_has_a_disc_and_a_hunter_has_none(kind: str, theme: str) -> None:
    hunter, gatherer = (picture(sketch(f"4  ... ... ... {kind}{role}."), theme) for role in "HG")
    assert differ(hunter, gatherer, "d4") >= 2000


def test_a_whale_in_check_is_marked() -> None:
    rows = "8  ... ... ... ... {}\n4  ... ... ... WW. WW.\n1  CH."
    safe, checked = (picture(sketch(rows.format(man))) for man in ("pg.", "tg."))
    assert differ(safe, checked, "d4") >= 400
    assert differ(safe, checked, "e8") >= 400, "the ring around the piece that gives check"
    assert "to move. Check by the turtle on e8. " in alt_text(told(sketch(rows.format("tg."))))


@every_theme
@pytest.mark.parametrize("piece", ["TH", "TG"])
def test_coral_under_an_enemy_shows_less_than_coral_that_counts(piece: str, theme: str) -> None:
    counting, lost = (picture(sketch(f"4  ... ... ... {piece}{owner}"), theme) for owner in "yb")
    bare = picture(sketch(f"4  ... ... ... {piece}."), theme)
    assert differ(counting, bare, "d4") >= differ(lost, bare, "d4") + 150


def test_a_whale_is_chosen_by_a_cell_between_its_squares() -> None:
    position = CoralClash.start()
    assert cells(position)["d1e1"] == (4.0, 7.5)
    assert cells(position)["d1d2"] == (3.5, 7.0)
    assert reef_grid(0).corners("d1e1") == rectangle(2, 1), "a chosen Whale is framed whole"
    assert reef_grid(0).corners("d1d2") == rectangle(1, 2)
    steps = {step for move in played(position, "+c7").legal_moves() for step in position.steps(move)[:2]}
    assert steps <= cells(position).keys()


@pytest.mark.parametrize(
    ("rows", "move", "words"),
    [
        (
            "4  ... TH. ogb",
            "b4-c4^",
            "b4-c4 (lifting the coral). It captured the gatherer octopus on c4. It lifted Blue's coral from c4.",
        ),
        ("4  ... TG. og.", "b4-c4+", "b4-c4 (placing a coral). It captured the gatherer octopus on c4."),
        (
            "5  ... ogy chb\n4  ... WW. WW.\n1  OH.",
            "b4c4-b5c5^b5c5",
            (
                "b4c4-b5c5 (lifting coral from b5 and c5). "
                "It captured the gatherer octopus on b5 and the hunter crab on c5. "
                "It lifted Yellow's coral from b5. It lifted Blue's coral from c5."
            ),
        ),
    ],
)
def test_the_words_tell_what_was_captured_placed_and_lifted(rows: str, move: str, words: str) -> None:
    assert f"Move 4, Yellow (Leilani): {words}" in alt_text(told(sketch(rows), "classic", move))


def test_the_trail_of_a_turning_whale_goes_from_the_half_that_left_to_where_it_swung() -> None:
    scene = told(sketch("4  ... ... ... WW. WW.\n1  OH."), "classic", "d4e4-d4d5")
    assert CLASH.trace(scene) == Trace(("e4", "d5"), end="d4d5"), "and the whole Whale is framed"


@pytest.mark.parametrize(
    ("move", "left"), [("d4e4-d5e5", 2), ("d4e4-c3d3", 2), ("d4e4-e4f4", 1), ("d4e4-e4e5", 1), ("d4e4-d2e2", 2)]
)
def test_a_whale_has_an_arrow_on_each_square_that_it_left(move: str, left: int) -> None:
    scene = told(sketch("4  ... ... ... WW. WW.\n1  OH."), "classic", move)
    arrow, ring = LAST_MOVE.left((0, 1)).shape, LAST_MOVE.started.shape
    shapes = [stamp.sprite.shape for stamp in frame.stamps(CLASH, scene, LAYOUT)]
    assert (shapes.count(arrow), shapes.count(ring)) == (left, 0)


def test_every_deed_of_the_last_move_has_a_sign() -> None:
    position = sketch("4  ... TH. ... ogb")
    left, lifted = (picture(position, "classic", move) for move in ("b4-d4", "b4-d4^"))
    bare = picture(played(position, "b4-d4^"))
    assert differ(left, lifted, "d4") >= 200
    assert differ(bare, lifted, "d4") >= 400


def test_the_signs_of_the_last_move_avoid_where_it_came_from_and_each_other() -> None:
    grid = reef_grid(0)
    assert free_corners(grid, "d4", [], ["a4"])[:2] == [(1, 1), (-1, 1)]
    assert free_corners(grid, "d4", [], ["f2"])[-1] == (1, 1)
    assert free_corners(grid, "d4", ["c4"], ["e3", "f3"])[:2] == [(1, -1), (1, 1)], "the other half is worse"
    scene = told(sketch("5  ... ogy chb\n4  ... WW. WW.\n1  OH."), "classic", "b4c4-b5c5^b5c5")
    sides = [(cell, sprite.details[-1]) for cell, sprite in CoralClashBoard().signs(scene) if len(sprite.details) == 3]
    assert len(set(sides)) == len(sides) == 4
    assert {side for cell, side in sides if cell == "b5"} == {(-1, 1), (-1, -1)}


def test_the_signs_of_the_last_move_are_large_and_in_a_corner() -> None:
    scene = told(sketch("4  ... TG. og."), "classic", "b4-c4+")
    x, y = LAYOUT.pixel(LAYOUT.grid.points["c4"])
    shapes = {coral_sign: 44, capture_sign: 62}
    stamps = {stamp.sprite.shape: stamp for stamp in frame.stamps(CLASH, scene, LAYOUT)}
    for shape, least in shapes.items():
        left, top, right, bottom = box(stamps[shape])
        assert min(right - left, bottom - top) >= least
        assert left > x or right < x, "beside the middle"
        assert top > y, "and below the face"


def test_the_legend_explains_the_signs_of_the_last_move_or_else_both_roles() -> None:
    def texts(rows: str, *moves: str) -> list[str]:
        return [text for _, text in CLASH.legend(told(sketch(rows), "classic", *moves))]

    assert texts("4  ... TG. og.", "b4-c4+") == ["coral placed", "captured"]
    assert texts("4  ... TH. ogb", "b4-c4^") == ["coral lifted", "captured"]
    assert texts("4  ... TG. ...", "b4-c4") == texts("4  TH.") == ["hunter: lifts coral", "gatherer: places coral"]


def test_the_way_of_a_diagonal_slide_is_shown_on_every_cell_passed() -> None:
    scene = told(sketch("4  DH."), "classic", "a4-d7")
    heads = [stamp for stamp in frame.stamps(CLASH, scene, LAYOUT) if stamp.sprite.shape.__name__ == "_arrowhead"]
    assert [(head.x, head.y) for head in heads] == [LAYOUT.pixel(LAYOUT.grid.points[cell]) for cell in ("b5", "c6")]


def test_both_plates_count_points_and_coral_to_place_and_in_the_end_points_alone() -> None:
    board = CoralClashBoard()
    position = played(CoralClash.start(), "+c7")
    assert [count.text for count in board.counts(position, BLUE)] == ["3 points", "14 corals to place"]
    over = played(sketch("7  ... ... ... ... CH.\n5  ..b"), "e7-f8")
    assert [count.text for count in board.counts(over, BLUE)] == ["1 point"]


@one_theme
def test_the_chart_shows_how_octopuses_and_crabs_step_in_this_match(theme: str) -> None:
    charts = [
        draw(Scene(CoralClash.start(steps=steps), ("a", "b"), theme=theme, chart=True)) for steps in ("text", "diagram")
    ]
    one, other = (Image.open(BytesIO(chart)).convert("RGB") for chart in charts)
    assert one.size == other.size
    changed = ImageChops.difference(one, other).getbbox()
    assert changed is not None
    assert changed[1] > one.height * 0.6, "only the rows of the crab and the octopus differ"
    assert max(map(len, charts)) <= 80_000


def test_a_game_without_a_chart_refuses_to_draw_one() -> None:
    with pytest.raises(LookupError, match="konane"):
        draw(Scene(Konane.start(), ("a", "b"), chart=True))


@pytest.mark.parametrize("code", languages())
def test_the_key_says_compared_moves_in_words_and_whole(code: str) -> None:
    for scene in random_scenes(CoralClash.start(), 5, 40):
        position = scene.position
        first, *_, last = sorted(position.legal_moves(), key=lambda move: len(position.format(move)))
        with speaking(code):
            stamps = frame.stamps(CLASH, replace(scene, compared=(first, last)), LAYOUT)
            written = [stamp.sprite.details[0] for stamp in stamps if stamp.sprite.shape is writing("", "ink").shape]
            played, better = (position.worded(position.format(move)) for move in (first, last))
            texts = say("Played: {move}", move=played), say("Better: {move}", move=better)
            assert written[-2:] == [*map(drawable, texts)]
