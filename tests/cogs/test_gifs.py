"""GIFs: those that are being drawn, and those that are cached."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.ui.files import gifs
from language import Sentence
from matches.errors import Refusal
from matches.movetext import RecordedMove
from matches.notation import Record
from tests.support.matches import ANN

MOVES = [RecordedMove("d5"), RecordedMove("d4")]
ANIMATION = gifs.Animation(
    "match 1", Sentence("Konane #zzzz"), "a.gif", Record("konane", {}, 1, ("Ann", "Bob"), MOVES), None
)


def test_a_waiting_person_is_told_how_many_come_first() -> None:
    assert gifs._progress_text(ANIMATION, 0) == "Drawing 2 moves of Konane #zzzz. The GIF will be here in a moment."
    assert gifs._progress_text(ANIMATION, 1).endswith("\n-# 1 request is ahead of yours.")
    assert gifs._progress_text(ANIMATION, 3).endswith("\n-# 3 requests are ahead of yours.")


class Busy:
    """A machine that draws nothing in time."""

    waiting = 0

    async def run(self, *_: object, **__: object) -> Any:
        raise TimeoutError


async def test_who_waited_in_vain_is_told_that_the_machine_is_busy() -> None:
    """Not that Discord is out of reach, as an error of this kind says elsewhere."""
    context: Any = SimpleNamespace(client=SimpleNamespace(compute=Busy()), me=ANN)
    with pytest.raises(Refusal, match="too busy to draw Konane #zzzz"):
        await gifs._drawn(context, ANIMATION, 0, "classic")


def test_no_gif_is_kept_when_somebody_is_forgotten() -> None:
    gifs._kept.put(b"match 1", b"GIF89a with a name")
    gifs.forget_gifs()
    assert gifs._kept.get(b"match 1") is None
    assert b"with a name" not in bytes(gifs._kept._block[:64])
