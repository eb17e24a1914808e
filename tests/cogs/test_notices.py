"""Messages that do not go with a board: what they hold, and what is kept of those that Discord does not take."""

from __future__ import annotations

import pytest

from cogs._notices import LONGEST, MORE, digest


@pytest.mark.parametrize("last", range(1, 200, 3))
def test_a_digest_is_never_longer_than_a_message(last: int) -> None:
    text = digest(["x" * 150] * 12 + ["y" * last] + ["z" * 150] * 5)
    assert len(text) <= LONGEST
    assert text.endswith(MORE)


def test_a_digest_that_just_fits_is_whole() -> None:
    whole = digest(["x" * 100, "y" * (LONGEST - 121)])
    assert len(whole) == LONGEST
    assert whole.endswith("y")
