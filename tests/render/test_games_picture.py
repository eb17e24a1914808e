"""The picture of all games: a card for each."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from games import GAMES
from language import languages, speaking
from render import THEMES, thumbnails
from render.layout import EDGE
from render.pages import changed_pixels
from render.sheet import SMALL
from render.text import width
from render.thumbnails import CARD, SIDE, captions, overview


@pytest.mark.parametrize("code", languages())
def test_what_one_does_in_a_game_fits_on_its_card(code: str) -> None:
    with speaking(code):
        cards = captions()
    assert max(width(essence, SMALL, 400) for _, essence in cards) <= CARD[0] - 2 * SIDE
    assert max(width(name, SMALL, 600) for name, _ in cards) <= CARD[0] - 1.6 * SIDE


@pytest.mark.parametrize("theme", THEMES)
def test_only_the_card_of_the_chosen_game_is_marked(theme: str) -> None:
    plain, marked = (
        Image.open(BytesIO(overview(captions(), theme, chosen))).convert("RGB") for chosen in ("", list(GAMES)[1])
    )
    difference = ImageChops.difference(plain, marked).convert("L").point(lambda value: 255 if value > 60 else 0)
    left, top, right, bottom = difference.getbbox() or (0, 0, 0, 0)
    assert left == pytest.approx(2 * EDGE + CARD[0], abs=4)
    assert right == pytest.approx(2 * EDGE + 2 * CARD[0], abs=4)
    assert (top, bottom) == pytest.approx((EDGE, EDGE + CARD[1]), abs=4)


@pytest.mark.parametrize("key", GAMES)
def test_the_picture_of_all_games_marks_a_move_on_each_board(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    marked = bare_board(key)
    position, move = GAMES[key].example()
    monkeypatch.setattr(
        thumbnails, "example", lambda *_: thumbnails.start_scene(position.play(position.parse(move)), "")
    )
    assert changed_pixels(marked, bare_board(key)).histogram()[255] > 25


def bare_board(key: str) -> Image.Image:
    """A game's board without names and signs, as on its card."""
    return Image.open(BytesIO(thumbnails._drawn_bare(key, THEMES[0]))).convert("RGB")
