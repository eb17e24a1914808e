"""The GIF of a whole match: every position, in one palette, small enough."""

import random
from io import BytesIO
from operator import sub
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from games import GAMES
from render import Scene, draw
from render.gif import BAR, FOOT, INSET, LAST, MOVE, WIDE, draw_gif
from render.theme import theme_of
from tests.support.shares import share


def random_moves(game: str, plies: int) -> list[str]:
    chance, position = random.Random(3), GAMES[game].start()
    moves: list[str] = []
    while len(moves) < plies and (legal := position.legal_moves()):
        move = chance.choice(legal)
        moves.append(position.format(move))
        position = position.play(move)
    return moves


@pytest.mark.parametrize("game", share(3, [(game,) for game in GAMES]))
def test_every_position_is_a_frame_that_looks_like_its_picture(game: str) -> None:
    moves = random_moves(game, 8)
    gif = Image.open(BytesIO(draw_gif(game, {}, moves, ("Ann", "Bob"))))
    assert getattr(gif, "n_frames", 1) == len(moves) + 1
    durations, feet = [], []
    position = GAMES[game].start()
    for number, text in enumerate(["", *moves]):
        gif.seek(number)
        durations.append(gif.info["duration"])
        before, move = (position, position.parse(text)) if text else (None, None)
        position = position.play(move) if text else position
        picture = Image.open(BytesIO(draw(Scene(position, ("Ann", "Bob"), before, move)))).convert("RGB")
        small = picture.resize((WIDE, gif.size[1] - FOOT), Image.Resampling.BOX)
        shown = gif.convert("RGB")
        difference = ImageStat.Stat(ImageChops.difference(shown.crop((0, 0, *small.size)), small)).mean
        assert max(difference) < 6, number
        assert bar(shown) == pytest.approx((WIDE - 2 * INSET) * number // len(moves), abs=4)
        feet.append(shown.crop((0, small.height + BAR, *shown.size)).tobytes())
    assert len(set(feet)) == len(feet), "each says the number of its move"
    assert durations[1:-1] == [MOVE] * (len(moves) - 1)
    assert durations[-1] == LAST


def bar(picture: Image.Image) -> int:
    """The width of the bar that grows with the moves."""
    theme = theme_of("classic", {})
    row = picture.crop((0, picture.height - FOOT + BAR // 2, WIDE, picture.height - FOOT + BAR // 2 + 1))
    counted: list[Any] = row.getcolors() or []
    return sum(count for count, colour in counted if sum(map(abs, map(sub, colour, theme["turn"]))) < 24)


def warned(picture: Image.Image) -> int:
    """How many pixels have the colour of a warning in the high-contrast theme."""
    red, green, blue = picture.convert("RGB").split()
    far = ImageChops.lighter(ImageChops.lighter(ImageChops.invert(red), green), blue)
    return sum(far.histogram()[:40])


def test_a_check_is_red_though_the_ends_and_the_middle_of_the_match_show_none() -> None:
    moves = random_moves("coral_clash", 40)
    gif = Image.open(BytesIO(draw_gif("coral_clash", {}, moves, ("Ann", "Bob"), theme="high-contrast")))
    position, shown = GAMES["coral_clash"].start(), []
    for number, text in enumerate(moves, 1):
        position = position.play(position.parse(text))
        picture = Image.open(BytesIO(draw(Scene(position, ("Ann", "Bob"), theme="high-contrast")))).convert("RGB")
        gif.seek(number)
        shown.append((warned(picture), warned(gif)))
    assert [shown[number][0] for number in (19, -1)] == [0, 0], "choose a match without a check where samples are taken"
    checks = [(drawn, moving) for drawn, moving in shown if drawn > 800]
    assert checks
    assert all(moving > drawn / 2 for drawn, moving in checks)


def test_a_match_without_a_move_is_one_frame() -> None:
    gif = Image.open(BytesIO(draw_gif("konane", {}, [], ("Ann", "Bob"))))
    assert getattr(gif, "n_frames", 1) == 1


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_two_hundred_moves_take_less_than_four_megabytes(game: str) -> None:
    assert len(draw_gif(game, {}, random_moves(game, 200), ("Ann", "Bob"))) < 4_000_000
