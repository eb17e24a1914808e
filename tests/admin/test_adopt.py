"""`adopt` moves a database to another application."""

import asyncio
from pathlib import Path

import pytest

from admin._exits import Exit
from storage.bookkeeping import APPLICATION
from storage.sqlite.opening import prepare
from storage.store import Store
from tests.admin.conftest import Run


def owner_of(path: Path) -> str | None:
    """The application to which a database belongs."""

    async def read() -> str | None:
        async with Store.opened(path) as store:
            return await store.get_value(APPLICATION)

    return asyncio.run(read())


def test_the_database_belongs_to_the_application_that_is_named(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tidepool.sqlite3"
    prepare(path)
    for application in ("17", "18"):
        assert run("adopt", application) == Exit.GOOD
        assert f"belongs to the application {application} now" in capsys.readouterr().out
        assert owner_of(path) == application


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
    assert owner_of(path) == "17"
