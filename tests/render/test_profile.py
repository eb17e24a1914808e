"""The picture of a profile: a row for each game."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops

from render.profile import Line, draw_profile


def drawn(*lines: Line) -> Image.Image:
    return Image.open(BytesIO(draw_profile("Ann", "Player", "1 match", lines, "classic"))).convert("RGB")


def test_a_game_without_a_rating_says_so_where_the_rating_would_stand() -> None:
    silent, told = (drawn(Line("Konane", "", words, "1-0", [])) for words in ("", "not rated"))
    # Each picture has a palette of its own, so that everything differs a little.
    changed = ImageChops.difference(silent, told).convert("L").point(lambda value: 255 if value > 60 else 0).getbbox()
    assert changed is not None
    left, top, right, _ = changed
    assert left < told.width / 10
    assert right < told.width / 2
    assert top > told.height / 2
