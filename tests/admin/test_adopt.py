"""`adopt` moves a database to another application."""

from pathlib import Path

import pytest

from admin._exits import Exit
from storage.sqlite.files import used_by
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


@pytest.mark.parametrize("wrong", ["0", "-5", "my-bot", "1.5"])
def test_what_is_no_id_changes_nothing(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    path = tmp_path / "tidepool.sqlite3"
    prepare(path)
    assert run("adopt", "17") == Exit.GOOD
    with pytest.raises(SystemExit):
        run("adopt", "--", wrong)
    assert "it must be a whole number of at least 1" in capsys.readouterr().err
    assert used_by(path) == {"17"}
