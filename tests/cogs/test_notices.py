"""Digests: how many lines fit into one message."""

import pytest

from cogs.texts.notices import MORE, digest
from cogs.wire.discord_limits import MESSAGE


@pytest.mark.parametrize("last", range(1, 200, 3))
def test_a_digest_is_never_longer_than_a_message(last: int) -> None:
    text = digest(["x" * 150] * 12 + ["y" * last] + ["z" * 150] * 5)
    assert len(text) <= MESSAGE
    assert text.endswith(MORE)


def test_a_digest_that_just_fits_is_whole() -> None:
    whole = digest(["x" * 100, "y" * (MESSAGE - 121)])
    assert len(whole) == MESSAGE
    assert whole.endswith("y")
