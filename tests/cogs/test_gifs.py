"""GIFs: those that are being drawn, and those that are cached."""

from __future__ import annotations

from cogs.ui import gifs
from language import Sentence
from matches.movetext import RecordedMove
from matches.notation import Record

MOVES = [RecordedMove("d5"), RecordedMove("d4")]
ANIMATION = gifs.Animation(
    "match 1", Sentence("Konane #zzzz"), "a.gif", Record("konane", {}, 1, ("Ann", "Bob"), MOVES), None
)


def test_a_waiting_person_is_told_how_many_come_first() -> None:
    assert gifs._begun(ANIMATION, 0) == "I am drawing 2 moves of Konane #zzzz: the GIF comes in a moment."
    assert gifs._begun(ANIMATION, 1).endswith("\n-# 1 drawing or thought for others comes first.")
    assert gifs._begun(ANIMATION, 3).endswith("\n-# 3 drawings or thoughts for others come first.")


def test_no_gif_is_kept_when_somebody_is_forgotten() -> None:
    gifs._kept.put(b"match 1", b"GIF89a with a name")
    gifs.forget_gifs()
    assert gifs._kept.get(b"match 1") is None
    assert b"with a name" not in bytes(gifs._kept._memory[:64])
