"""The evaluation graph of a match."""

from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from games import SEATS, Seat
from language import Sentence, languages, say, speaking
from matches.reviews import WORST
from render import THEMES, evaluation_graph, pieces
from render.evaluation_graph import (
    AXIS,
    BOTTOM,
    DOT,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    EvaluationGraph,
    axis,
    draw_evaluation_graph,
    evaluation_text,
)
from render.sheet import SMALL
from render.text import font, width
from render.theme import mix, theme_of
from tests.support.contrast import contrast
from tests.support.samples import one_of

GRAPH = EvaluationGraph(
    tuple(0.5 + 0.4 * (-1) ** (number // 9) * (number % 9) / 9 for number in range(60)),
    ("Ann", "名前"),
    (Sentence("Black"), Sentence("White")),
    (5, 12, 59),
)


@pytest.mark.parametrize("theme", one_of(THEMES))
def test_it_is_a_small_picture_in_every_theme(theme: str) -> None:
    png = draw_evaluation_graph(replace(GRAPH, theme=theme))
    with Image.open(BytesIO(png)) as picture:
        assert picture.size == (WIDTH, HEIGHT)
    assert len(png) < 60_000
    assert png != draw_evaluation_graph(replace(GRAPH, theme=theme, chances=GRAPH.chances[::-1]))


@pytest.mark.parametrize("chances", [(0.5,), (0.5, 1.0), (0.0, 1.0, 0.0)])
def test_a_short_match_has_one_too(chances: tuple[float, ...]) -> None:
    assert draw_evaluation_graph(replace(GRAPH, chances=chances, slips=()))


@pytest.mark.parametrize("theme", THEMES)
def test_the_numbers_beside_the_line_can_be_read(theme: str) -> None:
    with Image.open(BytesIO(draw_evaluation_graph(replace(GRAPH, theme=theme)))) as picture:
        margin = picture.convert("RGB").crop((0, TOP + 40, LEFT - 8, HEIGHT - BOTTOM - 40))
    colours_of = theme_of(theme, {})
    page = colours_of["page"]
    for area in evaluation_graph.AREAS:
        assert contrast(colours_of["ink"], mix(colours_of["plate"], colours_of[area], 0.4)) >= 4.5
    colours: list[Any] = margin.getcolors(4096) or []
    written = [(count, contrast(colour, page)) for count, colour in colours]
    _, commonest = max(pair for pair in written if pair[1] > 1.5)
    assert commonest >= 4.5


def texts(graph: EvaluationGraph) -> list[str]:
    """The texts on the graph that are not numbers."""
    labels = evaluation_graph._labels(graph, axis(graph))
    words = [str(stamp.sprite.details[0]) for stamp in labels if stamp.sprite.shape is pieces.writing("", "ink").shape]
    return [text for text in words if not text.strip("%").isdecimal()]


def test_the_side_of_a_player_whose_name_cannot_be_written_stands_for_it() -> None:
    graph = replace(GRAPH, names=("বাংলা", "White"))
    assert texts(graph) == ["Chance of winning", "mistake", "Black", "mistake", "White", "move"]


def test_the_sign_of_a_mistake_is_explained_beside_each_player_who_made_one_in_their_colour() -> None:
    chances = (0.5, 0.5, 0.2, 0.2, 0.6)
    for slips, seats in (((), []), ((2,), [0]), ((4,), [1]), ((2, 4), [0, 1])):
        graph = replace(GRAPH, chances=chances, slips=slips)
        labels = list(evaluation_graph._labels(graph, axis(graph)))
        shape = evaluation_graph._mistake(0, 0, "ink").sprite.shape
        signs = [(stamp.sprite.details[0], stamp.y) for stamp in labels if stamp.sprite.shape is shape]
        assert [colour for colour, _ in signs] == [evaluation_graph.AREAS[seat] for seat in seats]
        assert [y > HEIGHT / 2 for _, y in signs] == [seat == 1 for seat in seats]


@pytest.mark.parametrize("language", [None, *languages()])
def test_the_quantity_is_named_above_the_graph_in_every_language(language: str | None) -> None:
    with speaking(language):
        title, *others = evaluation_graph._labels(GRAPH, axis(GRAPH))
        assert title.sprite.details[0] == say("Chance of winning")
    assert title.y + title.unit / 2 < TOP - evaluation_graph.BAND
    assert title.y < min(other.y for other in others)
    assert title.x + width(str(title.sprite.details[0]), round(title.unit), 600) / 2 <= WIDTH - RIGHT


def test_a_long_name_is_cut_but_not_the_side() -> None:
    long = texts(replace(GRAPH, names=("Bartholomew the Magnificent " * 3, "Bob"), slips=()))
    assert long[1].endswith("… (Black)")
    assert long[2:] == ["Bob (White)", "move"]


@pytest.mark.parametrize("theme", THEMES)
def test_each_player_is_ahead_in_an_area_of_their_own_colour(theme: str) -> None:
    above, below = (
        Image.open(BytesIO(draw_evaluation_graph(replace(GRAPH, chances=(chance,) * 60, slips=(), theme=theme))))
        for chance in (0.9, 0.1)
    )
    middle, far = (TOP + HEIGHT - BOTTOM) // 2, (HEIGHT - TOP - BOTTOM) // 4
    x, colours = WIDTH // 2, [picture.convert("RGB") for picture in (above, below)]
    ahead, behind = ([picture.getpixel((x, middle + way * far)) for picture in colours] for way in (-1, 1))
    assert len({ahead[0], behind[1]}) == 2
    assert ahead[1] == pytest.approx(behind[0], abs=12), "nothing but the plate where nobody is ahead"


def test_an_area_ends_where_the_line_crosses_the_middle() -> None:
    crossed = list(evaluation_graph._crossings([(0, 0), (10, 40), (20, 0)], 20))
    assert crossed == [(0, 0), (5, 20), (10, 40), (15, 20)]


def marked(count: int, slips: list[int]) -> EvaluationGraph:
    return replace(GRAPH, chances=(0.5,) * (count + 1), slips=slips)


@st.composite
def marked_matches(draw: st.DrawFn) -> EvaluationGraph:
    """A match with marked moves, which are often neighbours."""
    count = draw(st.integers(1, 2000))
    begin = draw(st.integers(1, count))
    end = draw(st.sampled_from([min(begin + 2 * WORST, count), count]))
    return marked(count, draw(st.lists(st.integers(begin, end), max_size=2 * WORST, unique=True)))


@given(marked_matches())
@example(marked(2000, [1, 2, 3, 4, 5, 6]))
@example(marked(2000, [1995, 1996, 1997, 1998, 1999, 2000]))
def test_the_number_of_each_marked_move_is_there_and_touches_nothing(graph: EvaluationGraph) -> None:
    numbers = axis(graph)
    assert {0, len(graph.chances) - 1, *graph.slips} <= numbers.keys()
    assert list(numbers) == sorted(numbers)
    boxes = [(x - wide / 2, x + wide / 2) for x, wide in ((x, _width(str(ply))) for ply, x in numbers.items())]
    assert boxes[0][0] >= 0
    assert boxes[-1][1] <= WIDTH
    assert all(left[1] + 5 < right[0] for left, right in pairwise(boxes))


def _width(text: str) -> float:
    return font(text, SMALL, 600).length(text)


def test_no_dot_reaches_the_numbers() -> None:
    with Image.open(BytesIO(draw_evaluation_graph(replace(GRAPH, chances=(0.0,) * 60)))) as picture:
        row, above = HEIGHT - BOTTOM + AXIS - SMALL // 2, HEIGHT - BOTTOM
        below = picture.convert("RGB").crop((0, row, WIDTH, HEIGHT))
        dots = picture.convert("RGB").crop((0, above, WIDTH, row))
    assert _tinted(dots, 0)
    assert not _tinted(below, 0)


@pytest.mark.parametrize("seat", SEATS)
def test_a_mistake_has_the_colour_of_the_player_who_made_it(seat: Seat) -> None:
    chances = (0.5, 0.5, *[0.1 if seat == 0 else 0.9] * 58)
    with Image.open(BytesIO(draw_evaluation_graph(replace(GRAPH, chances=chances, slips=(2,))))) as picture:
        (x, y) = map(round, evaluation_graph._point(replace(GRAPH, chances=chances), 2))
        sign = picture.convert("RGB").crop((x - DOT, y - DOT, x + DOT, y + DOT))
    assert _tinted(sign, seat)


def _tinted(picture: Image.Image, seat: Seat) -> bool:
    """Whether much of the picture is in the colour of the area where this player is ahead."""
    theme = theme_of("classic", {})
    tint = mix(theme["plate"], theme[evaluation_graph.AREAS[seat]], 0.4)
    counted: list[Any] = picture.getcolors(100_000) or []
    alike = (count for count, colour in counted if max(abs(a - b) for a, b in zip(colour, tint, strict=True)) < 5)
    total: int = sum(alike)
    return total > 150


def test_numbers_with_room_are_right_below_their_moves() -> None:
    field = WIDTH - LEFT - RIGHT
    assert axis(marked(100, [25, 60])) == pytest.approx({ply: LEFT + field * ply / 100 for ply in (0, 25, 60, 100)})
    assert axis(marked(100, [])).keys() == {0, 50, 100}


def test_neighbours_share_the_room_on_both_sides_of_their_moves() -> None:
    numbers = axis(marked(1000, [499, 500, 501]))
    assert numbers[500] == pytest.approx(LEFT + (WIDTH - LEFT - RIGHT) / 2)
    assert numbers[500] - numbers[499] == pytest.approx(numbers[501] - numbers[500])


def test_it_is_told_in_words() -> None:
    told = evaluation_text(GRAPH)
    assert told.startswith("Ann's chances (Black): 50% at the start, 81% after move 7, ")
    assert len(told) <= 1024
