"""The pictures: they equal the golden ones, are small, and have the same bytes for the same scene."""

import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import cycle, islice, pairwise, product
from operator import sub
from typing import Any

import pytest
from PIL import Image

from games import GAMES, SEATS, Result
from render import BOARDS, THEMES, Scene, alt_text, cells, draw, frame, palettes, plates
from render.geometry import Grid
from render.layout import BELOW, MARGIN, PLATE, WIDTH, Layout
from render.pages import FEW
from render.pieces import VERDICTS
from render.sprites import paint
from render.theme import colours_of
from render.thumbnails import least_share, low_picture
from tests.render import golden
from tests.render.positions import MOMENTS, MOST, game, moment, random_scenes, scene_at
from tests.support.samples import spread
from tests.support.shares import share

every_game = pytest.mark.parametrize("key", GAMES)
every_look = pytest.mark.parametrize(("key", "theme"), spread(GAMES, THEMES))
LIMIT = 80_000


@pytest.mark.parametrize(("key", "at", "theme"), share(3, ((key, *one) for key in GAMES for one in golden.GOLDENS)))
def test_the_picture_is_as_kept(key: str, at: str, theme: str) -> None:
    path, picture = golden.path(key, at, theme), golden.shown(key, at, theme)
    assert path.exists(), f"{path.name} is not drawn yet: python -m tests.render.golden {key}"
    with Image.open(path) as kept:
        pixels, difference = golden.changed(picture, kept)
    if pixels > FEW:
        golden.DIFFERENCES.mkdir(exist_ok=True)
        difference.save(golden.DIFFERENCES / path.name)
        picture.save(golden.DIFFERENCES / f"now-{path.name}")
    assert pixels <= FEW, f"{path.name}: look at tests/differences, then `python -m tests.render.golden {key}`"


def test_a_missing_mark_would_be_noticed() -> None:
    scene = moment("konane", "middle", "classic")
    bare = replace(scene, before=None, move=None)
    pictures = [Image.open(BytesIO(draw(s))).convert("RGB").reduce(2) for s in (scene, bare)]
    assert golden.changed(*pictures)[0] > FEW


@every_look
def test_a_picture_has_at_most_80_kilobytes(key: str, theme: str) -> None:
    last = len(game(key)) - 1
    for ply in {0, 1, last // 4, last * 3 // 4, last}:
        position = game(key)[ply][0]
        badges = tuple(sorted(cells(position))[:MOST])
        assert len(draw(scene_at(key, ply, theme, badges=badges))) <= LIMIT


@every_game
def test_every_option_has_a_small_picture_with_the_viewer_below_that_turns_unless_the_game_has_one_view(
    key: str,
) -> None:
    for name, values in GAMES[key].info.options.items():
        for value in values:
            position = GAMES[key].start(**{name: value})
            scenes = [Scene(position, ("a", "b"), view=view) for view in SEATS]
            pictures = [draw(scene) for scene in scenes]
            assert max(map(len, pictures)) <= LIMIT, f"{name}={value}"
            assert Image.open(BytesIO(pictures[0])).width == 900
            assert pictures[0] != pictures[1], "the viewer's own plate is below"
            first, second = [draw(replace(scene, plates=False)) for scene in scenes]
            assert (first == second) == GAMES[key].info.one_view


@pytest.mark.long
@every_game
def test_a_crowded_board_with_badges_has_at_most_80_kilobytes_with_every_option(key: str) -> None:
    names = GAMES[key].info.options
    boards: dict[Grid, dict[str, str]] = {}
    for values in product(*names.values()):
        options = dict(zip(names, values, strict=True))
        boards.setdefault(BOARDS[key].grid(GAMES[key].start(**options), 0), options)
    for number, options in enumerate(boards.values()):
        scenes = random_scenes(key, 120, **options)
        for theme, part in zip(THEMES, islice(cycle((5, 7, 9)), number, None), strict=False):
            scene = scenes[len(scenes) * part // 10]
            badges = tuple(sorted(cells(scene.position))[:MOST])
            assert len(draw(replace(scene, theme=theme, badges=badges))) <= LIMIT, (options, theme, part)


@every_look
def test_the_kept_palette_is_the_one_that_suits_the_pictures(key: str, theme: str) -> None:
    board = BOARDS[key]
    chosen = palettes.compute_palette(board, board.theme(theme))
    assert colours_of(key)[theme] == chosen, f"if the new colours are meant: python -m render.palettes {key}"


@pytest.mark.parametrize("theme", THEMES)
def test_every_board_has_the_same_page_around_it(theme: str) -> None:
    pages = set()
    for key in GAMES:
        with Image.open(BytesIO(draw(moment(key, "start", theme)))) as picture:
            pages.add(picture.convert("RGB").getpixel((2, picture.height // 2)))
    assert len(pages) == 1


@every_look
def test_the_ground_keeps_its_pixels_around_a_piece(key: str, theme: str) -> None:
    board = BOARDS[key]
    colours = frame.palette(board, board.theme(theme))
    with Image.open(BytesIO(draw(moment(key, "middle", theme)))) as picture:
        assert colours.convert(picture.convert("RGB")).convert("RGB") == picture.convert("RGB")


def test_threads_that_draw_at_once_get_the_same_bytes() -> None:
    scenes = [moment("squalma", at, "classic") for at in MOMENTS] * 3
    for cache in (frame.canvas, frame.palette):
        cache.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        threaded = list(pool.map(draw, scenes))
    assert threaded == [draw(scene) for scene in scenes]
    assert threaded[:3] == threaded[3:6] == threaded[6:]


def test_another_process_draws_the_same_bytes() -> None:
    program = (
        "import sys; from render import draw; from tests.render.positions import moment;"
        "sys.stdout.buffer.write(draw(moment('squalma', 'end', 'dark')))"
    )
    seeded = {**os.environ, "PYTHONHASHSEED": "77"}
    drawn = subprocess.run([sys.executable, "-c", program], env=seeded, stdout=subprocess.PIPE, check=True).stdout
    assert drawn == draw(moment("squalma", "end", "dark"))


@every_look
def test_without_the_plates_the_picture_is_the_same_but_lower(key: str, theme: str) -> None:
    scene = moment(key, "middle", theme)
    full, bare = (Image.open(BytesIO(draw(one))).convert("RGB") for one in (scene, replace(scene, plates=False)))
    assert full.height - bare.height >= 2 * PLATE
    left_out = Layout(BOARDS[key].grid(scene.position, 0)).top - MARGIN
    assert bare.tobytes() == full.crop((0, left_out, full.width, left_out + bare.height)).tobytes()


@every_game
def test_badges_and_the_chosen_place_are_drawn(key: str) -> None:
    position = GAMES[key].start()
    steps = [step for move in position.legal_moves() for step in position.steps(move) if step in cells(position)]
    assert steps, "the picker needs cells"
    plain = Scene(position, ("a", "b"))
    pictures = {draw(plain), *(draw(replace(plain, badges=(step,))) for step in sorted(set(steps))[:2])}
    pictures.add(draw(replace(plain, chosen=(steps[0],))))
    assert len(pictures) == 4


def test_the_picture_shows_how_a_match_ended_off_the_board() -> None:
    scene = Scene(GAMES["konane"].start(), ("Leilani", "Tane"))
    ends = [
        replace(scene, ended=Result(0, "resigned")),
        replace(scene, ended=Result(1, "resigned")),
        replace(scene, ended=Result(None, "agreed")),
        replace(scene, ended=Result(None, "agreed"), void=True),
    ]
    assert len({draw(end) for end in [scene, *ends]}) == 5


@every_game
def test_after_two_cells_the_piece_stands_on_the_second_already(key: str) -> None:
    position = scene_at(key, 2, "classic").position
    board = BOARDS[key]
    ways = [position.steps(move)[:2] for move in position.legal_moves()]
    for way in [way for way in ways if len(way) == 2 and all(cell in cells(position) for cell in way)][:20]:
        scene = Scene(position, ("a", "b"), chosen=way)
        before = {cell: sprite for cell, sprite in board.visible_sprites(scene)}  # noqa: C416 (the topmost of each cell)
        half_made = dict(board.in_progress(scene))
        assert half_made[way[1]] == before[way[0]]
        assert half_made.get(way[0]) != before[way[0]]
        assert draw(scene) != draw(replace(scene, chosen=way[:1]))


@every_game
def test_a_hint_frames_cells_and_moves_nothing(key: str) -> None:
    scene = scene_at(key, 2, "classic")
    one, other = list(cells(scene.position))[:2]
    hinted = replace(scene, hinted=(one, other))
    assert BOARDS[key].in_progress(hinted) == BOARDS[key].in_progress(scene)
    assert draw(hinted) == draw(replace(hinted, before=None, move=None)), "the last move is not marked beside a hint"
    layout, board = Layout(BOARDS[key].grid(scene.position, 0)), BOARDS[key]
    plain = set(frame.stamps(board, replace(scene, before=None, move=None), layout))
    marks = [stamp for stamp in frame.stamps(board, hinted, layout) if stamp not in plain]
    standing = {cell for cell, _ in board.pieces(scene.position)}
    beds = [cell for cell in (one, other) if cell in standing]
    for cell, stamp in zip([*beds, one, other], marks, strict=True):
        across, down = (layout.cell * max(side) for side in zip(*layout.grid.corners(cell), strict=True))
        image, left, top = paint(stamp.sprite, stamp.unit, board.theme("classic"))
        assert max(-left, left + image.width) <= across + 1, "within the cell"
        assert max(-top, top + image.height) <= down + 1
    assert (
        len({draw(scene), draw(hinted), draw(replace(scene, hinted=(one,))), draw(replace(scene, hinted=(other,)))})
        == 4
    )


@every_look
def test_a_move_and_a_better_one_are_told_apart_even_on_the_same_way(key: str, theme: str) -> None:
    scene = scene_at(key, len(game(key)) // 2, theme)
    first, *_, last = scene.position.legal_moves()
    compared = replace(scene, compared=(first, last))
    assert draw(compared) != draw(replace(scene, compared=(last, first)))
    assert draw(compared) == draw(replace(compared, before=None, move=None)), "the last move is not marked beside them"
    theme_colours = BOARDS[key].theme(theme)
    boards = replace(scene, before=None, move=None, plates=False)
    bare, high = pixels(boards), Image.open(BytesIO(draw(boards))).height
    for pair in ((first, last), (first, first)):
        added = pixels(replace(boards, compared=pair), high)
        for purpose in ("played", "chosen"):
            near = [colour for colour in added if sum(map(abs, map(sub, colour, theme_colours[purpose]))) < 12]
            assert sum(added[colour] - bare[colour] for colour in near) > 150, purpose


@every_game
def test_a_goal_takes_the_place_of_the_turn_on_a_plate(key: str) -> None:
    scene = scene_at(key, 2, "classic")
    layout = Layout(BOARDS[key].grid(scene.position, scene.view))

    def written(goal: str) -> list[object]:
        drawn = plates.players(BOARDS[key], replace(scene, goal=goal), layout)
        return [part for stamp in drawn for part in stamp.sprite.details[:1]]

    assert "win in 2" in written("win in 2")
    assert "to move" in written("")
    assert "to move" not in written("win in 2")


@every_game
def test_both_compared_moves_have_a_verdict_even_on_the_same_cell(key: str) -> None:
    scene = scene_at(key, len(game(key)) // 2, "classic")
    board = BOARDS[key]
    layout = Layout(board.grid(scene.position, scene.view))
    first, *_, last = scene.position.legal_moves()
    for pair in ((first, last), (first, first)):
        stamps = [*frame.stamps(board, replace(scene, compared=pair), layout)]
        places = [(stamp.x, stamp.y) for stamp in stamps if stamp.sprite in VERDICTS and stamp.y < layout.bottom]
        assert len(set(places)) == 2, pair


@every_game
def test_a_key_below_the_board_names_the_compared_moves_and_the_reply(key: str) -> None:
    scene = replace(scene_at(key, 2, "classic"), plates=False)
    position = scene.position
    first, *_, last = position.legal_moves()
    after = position.play(first)
    reply = after.legal_moves()[0]
    played, better = (position.worded(position.format(move)).said() for move in (first, last))
    replied = after.worded_in_line(after.format(reply)).said()
    named = {
        None: [f"Played: {played}", f"Better: {better}"],
        reply: [f"Played: {played}", f"Reply: {replied}", f"Better: {better}"],
    }
    board, layout = BOARDS[key], Layout(BOARDS[key].grid(position, scene.view))
    for shown, texts in named.items():
        compared = replace(scene, compared=(first, last), reply=shown)
        drawn = [stamp for stamp in frame.stamps(board, compared, layout) if stamp.y > layout.bottom + layout.below]
        _, *pairs = drawn
        assert [stamp.sprite.details[0] for stamp in pairs[1::2]] == texts, "each after its sign"
        lines = [stamp.y for stamp in drawn[1:]]
        assert lines == sorted(lines)
        for left, right in pairwise(pairs):
            assert left.y < right.y or left.x < right.x
        assert pairs[-1].x + pairs[-1].sprite.width * pairs[-1].unit / 2 < WIDTH
        assert draw(compared) == draw(replace(compared, plates=True)), "no plates beside it"
    heights = [Image.open(BytesIO(draw(one))).height for one in (scene, replace(scene, compared=(first, last)))]
    assert heights[0] + 60 < heights[1] < heights[0] + 110


def pixels(scene: Scene[Any], high: int | None = None) -> Counter[Any]:
    """The number of pixels of each colour, in the upper `high` rows of the picture or in all."""
    with Image.open(BytesIO(draw(scene))) as picture:
        part = picture.convert("RGB").crop((0, 0, picture.width, high or picture.height))
        colours: list[Any] = part.getcolors(10_000) or []
    return Counter({colour: count for count, colour in colours})


@every_game
def test_offered_moves_are_drawn_and_differ_by_their_start_and_end(key: str) -> None:
    scene = scene_at(key, 2, "classic")
    first, second, third = list(cells(scene.position))[:3]
    offers = [((first, second),), ((second, first),), ((first, third),), ((first, second), (first, third))]
    assert len({draw(scene), *(draw(replace(scene, offered=offered)) for offered in offers)}) == 5


@every_game
def test_words_that_are_no_cells_get_no_badge(key: str) -> None:
    scene = Scene(GAMES[key].start(), ("a", "b"))
    assert draw(replace(scene, badges=("lift nothing",), chosen=("lift nothing",))) == draw(scene)


@every_game
def test_every_move_changes_the_picture(key: str) -> None:
    line = game(key)
    pictures = [draw(scene_at(key, ply, "classic")) for ply in range(min(len(line), 12))]
    assert all(one != other for one, other in pairwise(pictures))


def test_every_board_names_its_game() -> None:
    assert BOARDS.keys() == GAMES.keys()
    assert all(board.game is GAMES[key] for key, board in BOARDS.items())


@every_game
def test_an_unknown_theme_is_refused(key: str) -> None:
    scene = Scene(GAMES[key].start(), ("a", "b"), theme="plaid")
    with pytest.raises(KeyError):
        draw(scene)
    assert alt_text(scene)


@pytest.mark.parametrize("theme", THEMES)
def test_a_low_picture_has_margins_of_the_page_only_where_it_would_be_too_high(theme: str) -> None:
    scene = Scene(GAMES["konane"].start(), ("Black", "White"), plates=False, theme=theme)
    whole = Image.open(BytesIO(draw(scene)))
    low = Image.open(BytesIO(low_picture(scene, 0.75)))
    assert low.height / low.width == pytest.approx(0.75, abs=0.01)
    margin = (low.width - whole.width) // 2
    assert "transparency" not in low.info
    shown = low.convert("RGB")
    for left in (0, low.width - margin):
        ((_, colour),) = shown.crop((left, 0, left + margin, low.height)).getcolors() or []
        assert colour == whole.convert("RGB").getpixel((0, 0))
    middle = shown.crop((margin, 0, margin + whole.width, low.height))
    assert middle.tobytes() == whole.convert("RGB").tobytes()
    assert low_picture(scene, 2) == draw(scene)


def test_a_low_picture_leaves_out_other_rows_than_those_that_matter() -> None:
    scene = Scene(GAMES["konane"].start(), ("Black", "White"), plates=False)
    whole = Image.open(BytesIO(draw(scene))).convert("RGB")
    layout = Layout(BOARDS["konane"].grid(scene.position, 0))
    low = Image.open(BytesIO(low_picture(replace(scene, rows=("d3", "b6")), 0.5))).convert("RGB")
    assert low.width == whole.width
    assert low.height <= whole.width / 2
    fifth_row = low.crop((0, layout.cell, low.width, 2 * layout.cell)).tobytes()
    top = layout.pixel((0, 3))[1] - layout.top + MARGIN
    assert fifth_row == whole.crop((0, top, low.width, top + layout.cell)).tobytes()
    letters = (0, low.height - 30, low.width, low.height)
    assert low.crop(letters).tobytes() == whole.crop((0, whole.height - 30, low.width, whole.height)).tobytes()
    edge = whole.getpixel((450, whole.height - BELOW + 6))
    assert low.getpixel((450, low.height - BELOW + 6)) != edge


def test_a_picture_shows_all_rows_where_there_is_almost_room() -> None:
    scene = Scene(GAMES["konane"].start(), ("Black", "White"), plates=False)
    assert low_picture(replace(scene, rows=("d4",)), 0.9) == low_picture(scene, 0.9)


@every_game
def test_a_band_of_rows_grows_to_what_fits(key: str) -> None:
    grid = BOARDS[key].grid(GAMES[key].start(), 0)
    layout, cell = Layout(grid), min(grid.points)
    heights = [layout.height(layout.rows(layout.widened([cell], room))) for room in range(0, 1000, 50)]
    assert heights == sorted(heights)
    assert all(height <= room or height == heights[0] for height, room in zip(heights, range(0, 1000, 50), strict=True))
    assert heights[-1] == layout.height(layout.rows(()))


def test_the_least_share_of_a_picture_is_that_of_the_picture_drawn_with_its_legend() -> None:
    scene = Scene(GAMES["konane"].start(), ("Black", "White"), plates=False)
    for votes in ((), (("d5", ("d5",), 2),)):
        image = Image.open(BytesIO(draw(replace(scene, votes=votes))))
        assert least_share(replace(scene, votes=votes)) == image.height / image.width
