"""`backup` and `restore` from the command line, beside a database in use and without it."""

import errno
from datetime import UTC, datetime
from pathlib import Path

import pytest

from admin._exits import Exit
from matches.model import Person
from service import Service
from storage.sqlite.opening import prepare
from storage.store import Store
from tests.admin.conftest import Run
from tests.support.heap import Heap
from tests.support.matches import BOB, StillClock, begin


async def test_a_database_in_use_is_backed_up_and_only_a_stopped_one_restored(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = await Store.open(tmp_path / "tidepool.sqlite3")
    await store.set_value("shell", "cowrie")
    for sent in ("commands of 17", "commands-17", "commands-17-5"):
        await store.set_value(sent, "fingerprint")
    assert run("backup", str(tmp_path / "copy")) == Exit.GOOD
    assert "checked" in capsys.readouterr().out
    await store.set_value("shell", "limpet")
    assert run("restore", str(tmp_path / "copy")) == Exit.AGAIN
    assert "stop that one first" in capsys.readouterr().err
    await store.close()
    assert run("restore", str(tmp_path / "copy")) == Exit.GOOD
    assert "tidepool.sqlite3.before-restore" in capsys.readouterr().out
    async with Store.opened(tmp_path / "tidepool.sqlite3") as store:
        assert await store.get_value("shell") == "cowrie"
        for sent in ("commands of 17", "commands-17", "commands-17-5"):
            assert await store.get_value(sent) == "", "another version may have sent its commands since"


def test_what_root_restores_belongs_to_the_user_of_the_bot(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, tuple[int, int, bool]] = {}
    folder = (tmp_path.stat().st_uid, tmp_path.stat().st_gid, False)

    def chown(path: Path, user: int, group: int, *, follow_symlinks: bool) -> None:
        given[path.name] = (user, group, follow_symlinks)

    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.chown", chown)
    prepare(tmp_path / "tidepool.sqlite3")
    assert given == {"tidepool.sqlite3": folder}
    given.clear()
    assert run("backup", str(tmp_path / "copy")) == Exit.GOOD
    assert run("restore", str(tmp_path / "copy")) == Exit.GOOD
    made = ("copy.part", "tidepool.sqlite3.restoring.part", "tidepool.sqlite3.lock")
    assert given == dict.fromkeys(made, folder)


def test_a_backup_goes_to_a_disk_that_knows_no_owners(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")

    prepare(tmp_path / "tidepool.sqlite3")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.chown", refused)
    monkeypatch.setattr("pathlib.Path.chmod", refused)
    assert run("backup", str(tmp_path / "copy")) == Exit.GOOD


async def test_a_folder_gets_a_file_of_its_own(run: Run, tmp_path: Path) -> None:
    await (await Store.open(tmp_path / "tidepool.sqlite3")).close()
    (tmp_path / "backups").mkdir()
    assert run("backup", str(tmp_path / "backups")) == Exit.GOOD
    assert len(list((tmp_path / "backups").glob("tidepool-*.sqlite3"))) == 1


def test_a_missing_database_or_backup_is_named(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("backup", str(tmp_path / "copy")) == Exit.DATABASE
    assert "There is no database" in capsys.readouterr().err
    assert run("restore", str(tmp_path / "copy")) == Exit.DATABASE
    assert "There is no backup" in capsys.readouterr().err


async def test_a_restored_backup_forgets_whom_it_still_knew(run: Run, tmp_path: Path) -> None:
    path, zoe = tmp_path / "tidepool.sqlite3", Person(777_000_777_000_777, "Zoe")

    async def known() -> list[int]:
        async with store.read() as view:
            return await view.privacy.everybody()

    store = await Store.open(path)
    service = Service(store, StillClock(), games={"heap": Heap})
    await begin(service, zoe, BOB)
    await store.back_up(tmp_path / "copy")
    await service.privacy.forget(zoe.id)
    await store.close()
    for _ in range(2):  # the second time the list comes from the restored file
        assert run("restore", str(tmp_path / "copy")) == Exit.GOOD
        store = await Store.open(path)
        assert set(await known()) == {zoe.id, BOB.id}
        service = Service(store, StillClock(), games={"heap": Heap})
        assert await service.privacy.begin() == 1
        assert await known() == [BOB.id]
        assert await service.privacy.begin() == 0
        await store.close()


async def test_a_restore_without_the_list_of_forgotten_people_says_so(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list is complete only in the replaced database; a newer backup has its beginning."""
    path, backups, clock = tmp_path / "tidepool.sqlite3", tmp_path / "backups", StillClock()
    backups.mkdir()
    warning = "No file here says who was forgotten after"

    async def restored(*, complete: bool, until: str = "") -> None:
        capsys.readouterr()
        assert run("restore", str(tmp_path / "copy")) == Exit.GOOD
        told = capsys.readouterr().out
        assert (warning not in told) if complete else (f"WARNING: {warning} {until}: " in told)
        async with Store.opened(path) as store:
            service = Service(store, clock, games={"heap": Heap})
            assert (await service.privacy.list_ends() is None) == complete
            assert await service.privacy.list_ends() is None, "the owner reads it once"

    async with Store.opened(path) as store:
        service = Service(store, clock, games={"heap": Heap})
        await begin(service)
        await service.schedule.beat(leading=True)
        await store.back_up(tmp_path / "copy")
        await begin(service)
        clock.time += 86400
        await service.schedule.beat(leading=True)
        await store.back_up(backups / "tidepool-20261122-041500.sqlite3")
    await restored(complete=True)
    path.unlink()
    async with Store.opened(path):
        pass  # the bot was started on a new machine before its backup was restored
    await restored(complete=False, until=f"{datetime.fromtimestamp(clock.time, UTC):%Y-%m-%d %H:%M} UTC")
    path.write_text("broken")
    await restored(complete=False, until=f"{datetime.fromtimestamp(clock.time, UTC):%Y-%m-%d %H:%M} UTC")
    (backups / "tidepool-20261122-041500.sqlite3").unlink()
    path.unlink()
    await restored(complete=False, until=f"{datetime.fromtimestamp(clock.time - 86400, UTC):%Y-%m-%d %H:%M} UTC")
