"""The chart of Coral Clash's creatures in every language: no text touches another one or a small board."""

import pytest

from language import languages, speaking
from render.boards._creature_chart import HEAD, ROOM, TEXT, creature_chart


@pytest.mark.parametrize("code", languages())
def test_no_text_of_the_chart_touches_what_is_beside_it(code: str) -> None:
    with speaking(code):
        stamps = creature_chart("text").stamps
    ends = [(at, x - each.width * size / 2, x + each.width * size / 2) for each, x, at, size in stamps]
    (_, _, hunter), (_, gatherer, _) = [end for end in ends if end[0] < HEAD]
    assert hunter <= gatherer
    texts = [(left, right) for at, left, right in ends if at > HEAD and left == pytest.approx(TEXT, abs=5)]
    assert len(texts) == 12
    assert max(right for _, right in texts) <= TEXT + ROOM + 5
