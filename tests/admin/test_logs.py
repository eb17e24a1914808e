"""The log never contains the token, in text and in JSON."""

import json
import logging

import pytest

from admin._logs import begin_log

SECRET = "a.b.c"  # noqa: S105 (no real one)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_secret_is_left_out_of_lines_and_tracebacks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    begin_log("INFO", form, SECRET)
    try:
        int(SECRET)
    except ValueError:
        root.exception("With %s\nin two lines", SECRET)
    root.debug("unheard")
    written = capsys.readouterr().err
    assert SECRET not in written
    assert written.count("[token]") >= 2
    if form == "json":
        (line,) = written.splitlines()
        record = json.loads(line)
        assert (record["level"], record["text"]) == ("ERROR", "With [token]\nin two lines")
        assert "Traceback" in record["traceback"]
