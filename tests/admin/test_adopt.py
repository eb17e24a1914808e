"""`adopt` moves a database to another application."""

from pathlib import Path

import pytest

from admin._exits import Exit
from storage.sqlite.application import used_by
from storage.sqlite.opening import prepare
from tests.admin.conftest import Run


def test_the_database_belongs_to_the_application_that_is_named(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tidepool.sqlite3"
    prepare(path)
    for application in ("17", "18"):
        assert run("adopt", application) == Exit.GOOD
        assert f"belongs to the application {application} now" in capsys.readouterr().out
        assert used_by(path) == {application}
