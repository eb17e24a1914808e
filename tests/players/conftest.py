"""What the tests of the computer players share."""

from collections.abc import Iterator

import pytest

import players


@pytest.fixture
def kernels_run(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test in which a kernel fails, because the general search hides that from the test."""
    players._warned.clear()
    yield
    said = [record.getMessage() for record in caplog.get_records("call")]
    assert not [line for line in said if "its kernel cannot run" in line]
