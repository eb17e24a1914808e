"""The picture of leaderboards: a row for each person."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from language import languages, say, speaking
from render import THEMES
from render.layout import EDGE, WIDTH
from render.leaderboard import CURVE_BEGINS, NAME_BEGINS, RATING_ENDS, ROW, UNCERTAIN, Row, Section, draw_leaderboards
from render.sheet import LEFT, SMALL, in_row
from render.text import width

ANN = Row(2, "Ann", "1534", [1500, 1534], "+34", 18)
BOB = Row(3, "Bob", "1466", [], "", 1)


def drawn(*rows: Row, theme: str = "classic") -> Image.Image:
    png = draw_leaderboards("Konane", "this server, 2 players", [Section("", rows)], theme)
    return Image.open(BytesIO(png)).convert("RGB")


def changed(first: Image.Image, second: Image.Image) -> tuple[int, int, int, int]:
    """The box in which two pictures differ: its left, upper, right and lower edge."""
    # Each picture has a palette of its own, so that everything differs a little.
    difference = ImageChops.difference(first, second).convert("L")
    box = difference.point(lambda value: 255 if value > 60 else 0).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("theme", THEMES)
def test_the_readers_row_has_an_edge_all_around(theme: str) -> None:
    plain, marked = (drawn(ANN, replace(BOB, own=own), theme=theme) for own in (False, True))
    left, top, right, bottom = changed(plain, marked)
    assert left <= EDGE + 3
    assert right >= plain.width - EDGE - 3
    assert bottom - top >= 60, "the height of a row"
    assert top > plain.height / 2, "only that row"


def test_a_long_name_does_not_touch_the_rating() -> None:
    short, long = (drawn(replace(ANN, name=name, rating=".")) for name in ("I", "W" * 32))
    _, _, right, _ = changed(short, long)
    begins, _, ends, _ = changed(short, drawn(replace(ANN, name="I", rating="2888")))
    assert right <= begins - 6
    assert ends < CURVE_BEGINS


def test_a_long_name_is_whole_on_two_lines() -> None:
    lines = in_row("The Honourable Bartholomew K.", RATING_ENDS - 118 - NAME_BEGINS, 100)
    assert [line for line, _, _ in lines] == ["The Honourable", "Bartholomew K."]
    assert [y for _, y, _ in lines] == [84, 116]
    short, long = (drawn(replace(ANN, name=name), BOB) for name in ("I", "W" * 20))
    _, top, _, bottom = changed(short, long)
    assert bottom - top <= ROW - 12, "within its row"


def test_people_who_are_left_out_are_a_gap() -> None:
    near, far = drawn(ANN, BOB), drawn(ANN, replace(BOB, place=12))
    assert far.height - near.height == 30


def test_uncertain_ratings_stand_below_a_line_that_says_so_once() -> None:
    unsure = replace(BOB, uncertain=True)
    plain, first, both = drawn(ANN, BOB), drawn(ANN, unsure), drawn(replace(ANN, uncertain=True), unsure)
    assert first.height - plain.height == both.height - plain.height == UNCERTAIN
    assert changed(first, both)[1] < changed(drawn(ANN, BOB), drawn(ANN, replace(BOB, own=True)))[1]


@pytest.mark.parametrize("language", sorted(languages()))
def test_the_line_above_uncertain_ratings_fits_in_every_language(language: str) -> None:
    with speaking(language):
        assert width(say("Still uncertain, after few matches lately"), SMALL, 400) <= WIDTH - 2 * LEFT


def test_somebody_without_a_match_in_the_month_has_no_curve() -> None:
    left, _, right, _ = changed(drawn(replace(ANN, trend=[], change="")), drawn(ANN))
    assert left >= CURVE_BEGINS - 12
    assert right < 800


def test_a_place_of_three_digits_stays_on_its_plate_and_clear_of_the_name() -> None:
    left, _, right, _ = changed(drawn(replace(ANN, place=1)), drawn(replace(ANN, place=888)))
    assert EDGE + 8 <= left < right < NAME_BEGINS - 4
