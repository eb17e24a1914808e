"""The command line: which subcommand runs, and the exit code for each kind of trouble."""

import errno
import os
from pathlib import Path

import pytest

from admin import _settings
from admin._dispatch import subcommands
from admin._exits import Exit, StartError
from admin._settings import Settings
from storage.sqlite.lock import FileLock
from tests.admin.conftest import Run

TOKEN = "DISCORD_TOKEN"  # noqa: S105 (its name)


def test_without_a_token_the_sandbox_opens(run: Run, opened: list[bool]) -> None:
    assert run() == Exit.GOOD
    assert run("--fresh") == Exit.GOOD
    assert run("run", "--fresh", **{TOKEN: "  "}) == Exit.GOOD
    assert opened == [False, True, True]


def test_the_token_comes_from_the_environment_or_from_a_file(
    run: Run, hosted: list[tuple[Settings, str]], tmp_path: Path
) -> None:
    secret = tmp_path / "token"
    secret.write_text("from-a-file\n")
    assert run("run", DISCORD_TOKEN_FILE=str(secret)) == Exit.GOOD
    assert run(**{TOKEN: "from-the-environment"}) == Exit.GOOD
    assert [token for _, token in hosted] == ["from-a-file", "from-the-environment"]


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        # DEBUG would write down what Discord sends: names, notes, and the tokens of interactions.
        ({"TIDEPOOL_LOG_LEVEL": "DEBUG"}, "TIDEPOOL_LOG_LEVEL: it must be one of INFO, WARNING, ERROR."),
        ({"TIDEPOOL_API": "no address"}, "TIDEPOOL_API: it must be an address that begins with http:// or https://."),
        ({"TIDEPOOL_STATUS": "8099"}, "TIDEPOOL_STATUS: it must be a host and a port, such as 127.0.0.1:8099."),
        ({"TIDEPOOL_STATUS": "127.0.0.1:65536"}, "TIDEPOOL_STATUS: it must be a host and a port"),
        ({"TIDEPOOL_HTTP": ""}, "TIDEPOOL_HTTP: it must be a host and a port"),
        ({"TIDEPOOL_HTTP": "127.0.0.1:99999"}, "TIDEPOOL_HTTP: it must be a host and a port"),
        ({"TIDEPOOL_BOARD_URL": "http://example.org"}, "TIDEPOOL_BOARD_URL: it must begin with https://"),
        ({"TIDEPOOL_BOARD_URL": "https://example.org/board"}, "TIDEPOOL_BOARD_URL: it must begin with https://"),
        ({"TIDEPOOL_BOARD_URL": "https://a:b@example.org"}, "TIDEPOOL_BOARD_URL: it must begin with https://"),
        ({"TIDEPOOL_BOARD": "8097"}, "TIDEPOOL_BOARD: it must be a host and a port"),
        ({"TIDEPOOL_DATABASE": "sqlite:///data/tidepool.sqlite3"}, "TIDEPOOL_DATABASE: it must be a path, or an"),
        (
            {"TIDEPOOL_DATABASE": "~nobody-of-that-name/a.sqlite3"},
            "TIDEPOOL_DATABASE: the home folder",
        ),
        ({"TIDEPOOL_THINKERS": "65"}, "TIDEPOOL_THINKERS: it must be a whole number from 1 to 64."),
        ({"TIDEPOOL_RATED_PER_DAY": "-1"}, "TIDEPOOL_RATED_PER_DAY: it must be a whole number of at least 0."),
        ({"TIDEPOOL_OWNER_SERVER": "1.5"}, "TIDEPOOL_OWNER_SERVER: it must be a whole number of at least 1."),
        ({"TIDEPOOL_LIMITS": "pings=x"}, "TIDEPOOL_LIMITS: "),
        ({"TIDEPOOL_DOOR": "x", "TIDEPOOL_LOG_FORMAT": "y"}, "gateway, http; TIDEPOOL_LOG_FORMAT: it must be one of"),
        ({"DISCORD_TOKEN_FILE": "/no/such/file"}, "DISCORD_TOKEN_FILE: /no/such/file cannot be read"),
        ({"DISCORD_TOKEN_FILE": "/dev/null"}, "DISCORD_TOKEN_FILE: /dev/null is empty"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    run: Run, capsys: pytest.CaptureFixture[str], environment: dict[str, str], sentence: str
) -> None:
    assert run(**environment) == Exit.SETTINGS
    assert sentence in capsys.readouterr().err


def test_a_file_of_settings_that_cannot_be_read_ends_like_a_setting(
    run: Run, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / ".env"
    monkeypatch.setattr(_settings, "ENV_FILE", file)
    file.write_bytes(b"\xff\xfe")
    assert run() == Exit.SETTINGS
    assert f"The file {file} cannot be read: it is not text in UTF-8" in capsys.readouterr().err

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refused)
    assert run() == Exit.SETTINGS
    assert capsys.readouterr().err == f"The file {file} cannot be read: Permission denied for user {os.geteuid()}.\n"


def test_a_token_file_that_this_user_cannot_read_is_named_with_the_user(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(file: Path, *_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(file))

    monkeypatch.setattr(Path, "open", refused)
    assert run(**{f"{TOKEN}_FILE": "/run/secrets/token"}) == Exit.SETTINGS
    sentence = f"/run/secrets/token cannot be read: Permission denied for user {os.geteuid()}.\n"
    assert capsys.readouterr().err == f"DISCORD_TOKEN_FILE: {sentence}"


@pytest.mark.parametrize("arguments", [("check",), ("backup", "b"), ("restore", "b"), ("adopt", "5")])
def test_a_folder_that_this_user_cannot_open_is_one_sentence(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    def refused(path: Path, **_: object) -> os.stat_result:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "stat", refused)
    assert run(*arguments) == Exit.DATABASE
    (told,) = capsys.readouterr().err.splitlines()
    assert told.endswith(f" cannot be opened: Permission denied for user {os.geteuid()}.")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('# The token\n\nDISCORD_TOKEN="abc\n', 3),
        ("DISCORD_TOKEN: abc\n", 1),
        ("TIDEPOOL_LOG_LEVEL=ERROR\r\nDISCORD_TOKEN\r\n", 2),
        ('DISCORD_TOKEN="abc" "def"\n', 1),
    ],
)
def test_a_line_of_the_file_that_sets_nothing_is_named_instead_of_opening_the_sandbox(
    run: Run,
    opened: list[bool],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    line: int,
) -> None:
    file = tmp_path / ".env"
    file.write_bytes(text.encode())
    monkeypatch.setattr(_settings, "ENV_FILE", file)
    assert run() == Exit.SETTINGS
    assert opened == []
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(f"The file {file} cannot be read: line {line} is not of the form NAME=VALUE")
    assert "abc" not in told


def test_blanks_around_a_setting_and_a_home_in_a_path_are_understood(
    run: Run, hosted: list[tuple[Settings, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    given = {"TIDEPOOL_DATABASE": "~/data/tidepool.sqlite3 ", "TIDEPOOL_BACKUPS": "~/copies", "TIDEPOOL_STATUS": " "}
    assert run(**{TOKEN: "secret"}, **given, TIDEPOOL_LOG_LEVEL=" WARNING\r") == Exit.GOOD
    ((settings, _),) = hosted
    assert settings.database_file() == tmp_path / "data" / "tidepool.sqlite3"
    assert settings.backup_folder() == tmp_path / "copies"
    assert settings.status is None


def test_a_variable_that_looks_like_a_setting_is_named(
    run: Run, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TIDEPOOL_BROWSER", "TIDEPOOL_POSTGRES", "TIDEPOOL_HISTORY"):  # for the tests; they look like settings
        monkeypatch.delenv(name, raising=False)
    sentence = "TIDEPOOL_LOGLEVEL is not a setting, so it has no effect: docs/settings.md lists all settings."
    given = {TOKEN: "secret", "TIDEPOOL_LOGLEVEL": "ERROR", "tidepool_status": "", "TIDEPOOL_THINKERS": "1"}
    given["DISCORD_TOKN"] = "secret"
    assert run("check", "--offline", **given) == Exit.GOOD
    told = capsys.readouterr().out
    assert "DISCORD_TOKN is not a setting" in told
    assert f"{sentence} tidepool_status is not a setting" in told
    assert "TIDEPOOL_THINKERS" not in told
    assert run() == Exit.GOOD
    assert sentence in [record.getMessage() for record in caplog.records]
    assert "secret" not in told + caplog.text


def test_arguments_that_nobody_knows_end_like_settings(run: Run) -> None:
    with pytest.raises(SystemExit) as ended:
        run("run", "--such-an-option")
    assert ended.value.code == Exit.SETTINGS


def test_a_subcommand_that_nobody_knows_is_answered_with_those_that_there_are(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run("helth")
    assert ended.value.code == Exit.SETTINGS
    told = capsys.readouterr().err
    assert "invalid choice: 'helth'" in told
    assert all(name in told for name in subcommands())


def test_every_subcommand_has_help(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("--help")
    listed = capsys.readouterr().out
    for name in subcommands():
        assert f"\n    {name} " in listed
        with pytest.raises(SystemExit) as ended:
            run(name, "--help")
        assert ended.value.code == 0
        assert len(capsys.readouterr().out) > 100


@pytest.mark.parametrize("code", [Exit.TOKEN, Exit.AGAIN])
def test_an_error_carries_its_code(run: Run, monkeypatch: pytest.MonkeyPatch, code: Exit) -> None:
    def fail(_: object) -> int:
        raise StartError("A sentence.", code)

    monkeypatch.setattr("admin.run.work", fail)
    assert run() == code


def test_a_database_in_use_is_told_apart_from_a_broken_one(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tidepool.sqlite3"
    lock = FileLock(path)
    monkeypatch.setattr("admin.run.work", lambda _: FileLock(path))
    assert run() == Exit.AGAIN
    assert "Another Tidepool" in capsys.readouterr().err
    lock.release()
    monkeypatch.setattr("admin.run.work", lambda _: FileLock(tmp_path / "tidepool.sqlite3.lock" / "x"))
    assert run() == Exit.DATABASE


@pytest.mark.parametrize("command", ["adopt 17", "ratings rebuild"])
def test_where_there_is_no_database_none_is_made(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert run(*command.split()) == Exit.DATABASE
    assert f"There is no database {tmp_path / 'tidepool.sqlite3'}." in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
