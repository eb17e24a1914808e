"""The picture of a profile: a row for each game."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from language import languages, speaking
from render import profile
from render.layout import EDGE, WIDTH
from render.profile import BAR, MIDDLE, RATING, ROW, SCORE_ENDS, TITLES, Line, draw_profile
from render.sheet import HEAD, LEFT, SMALL
from render.text import width


def drawn(line: Line) -> Image.Image:
    return Image.open(BytesIO(draw_profile("Ann", "Player", "1 match", [line], "classic"))).convert("RGB")


def changed(one: Line, other: Line) -> tuple[int, int, int, int]:
    """The box in which the pictures of two games differ: its left, upper, right and lower edge."""
    # Each picture has a palette of its own, so that everything differs a little.
    difference = ImageChops.difference(drawn(one), drawn(other)).convert("L")
    box = difference.point(lambda value: 255 if value > 60 else 0).getbbox()
    assert box is not None
    return box


def test_a_game_without_a_rating_says_so_where_the_rating_would_stand() -> None:
    silent, told = (Line("Konane", "", words, "1-0", (1, 0, 0), []) for words in ("", "not rated"))
    left, top, right, _ = changed(silent, told)
    picture = drawn(told)
    assert left < picture.width / 10
    assert right < picture.width / 2
    assert top > picture.height / 2


@pytest.mark.parametrize(
    ("rating", "note", "score"),
    [("1534", "", "12-5-1"), ("1534", "", "1112-1098-213"), ("", "not rated", "1112-1098-213")],
)
def test_a_long_score_stays_clear_of_the_rating_or_of_what_stands_for_it(rating: str, note: str, score: str) -> None:
    line = Line("Konane", rating, note, score, (1, 1, 1), [])
    begins, _, ends, _ = changed(replace(line, score="."), line)
    assert ends <= SCORE_ENDS
    size, weight = (RATING, 600) if rating else (SMALL, 400)
    assert begins >= LEFT + width(rating or note, size, weight) + 8


def test_a_rating_that_has_not_changed_stands_once_beside_its_curve() -> None:
    picture = drawn(Line("Konane", "1500", "", "0-0-1", (0, 0, 1), [1500, 1500]))
    beside = picture.crop((picture.width - 95, picture.height // 2, picture.width - 35, picture.height - 20))
    ink = beside.convert("L").point(lambda value: 255 if value < 170 else 0).getbbox()
    assert ink is not None
    assert ink[3] - ink[1] < 30, "one line of digits"


def test_the_dates_of_the_first_and_the_last_match_are_below_the_curve() -> None:
    line = Line("Konane", "1500", "", "2-0-1", (2, 0, 1), [1500, 1520, 1530])
    bare, dated = (drawn(replace(line, dates=dates)) for dates in (["", ""], ["9 Oct 2025", "29 Nov 2025"]))
    difference = ImageChops.difference(bare, dated).convert("L").point(lambda value: 255 if value > 60 else 0)
    left, top, right, _ = difference.getbbox() or (0, 0, 0, 0)
    assert abs(left - MIDDLE) <= 6
    assert abs(right - WIDTH + LEFT) <= 6
    assert top > EDGE + HEAD + TITLES + ROW * 2 // 3
    assert not difference.crop((MIDDLE + 160, 0, MIDDLE + 220, dated.height)).getbbox(), "a gap"


def test_the_bar_below_a_score_shows_the_shares_of_won_and_lost_matches() -> None:
    line = Line("Konane", "1534", "", "", (1, 1, 0), [])
    half, most = (replace(line, score=" ", tally=tally) for tally in ((1, 1, 0), (3, 1, 0)))
    left, top, right, bottom = changed(half, most)
    room = SCORE_ENDS - LEFT
    assert LEFT + room * 0.4 < left < LEFT + room * 0.6
    assert LEFT + room * 0.6 < right < LEFT + room * 0.9
    assert bottom - top <= BAR


def test_the_bar_of_a_game_without_a_rating_is_below_its_score() -> None:
    half, most = (Line("Konane", "", "not rated", "4-0-0", tally, []) for tally in ((2, 2, 0), (3, 1, 0)))
    _, top, right, _ = changed(half, most)
    assert right < SCORE_ENDS
    *_, below = changed(replace(half, score=" "), half)
    assert top >= below


@pytest.mark.parametrize("language", [None, *languages()])
def test_each_word_above_the_scores_has_the_colour_of_its_part_of_the_bars(language: str | None) -> None:
    with speaking(language):
        words, *keys = (stamp for stamp in [*profile._titles(100)][1:])
    bar = profile._bar((1, 1, 1), 0, 300, 0)
    assert [key.sprite.details[0] for key in keys] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert {key.sprite.shape for key in keys} == {bar.sprite.shape}
    begins, ends = ((keys[0].x - keys[0].sprite.width / 2), (keys[-1].x + keys[-1].sprite.width / 2))
    half = width(str(words.sprite.details[0]), SMALL, 400) / 2
    assert begins == pytest.approx(words.x - half, abs=2)
    assert ends == pytest.approx(words.x + half, abs=2)


def test_words_that_are_cut_have_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile, "SCORE_ENDS", LEFT + width("rating won-lost", SMALL, 400))
    assert len([*profile._titles(100)]) == 2, "the titles of both columns"
