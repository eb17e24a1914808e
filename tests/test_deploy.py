"""The files in `deploy/`, and those beside the Makefile, for people who run the bot."""

import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from admin._exits import Exit
from admin._version import COMMIT_FORMAT
from processes import Pool
from tests.support.settings import documented
from thinking import MOST_HELPERS

ROOT = Path(__file__).parent.parent
BOT_MEMORY = 160
"""The most memory that the bot's own process takes, in MiB (docs/performance.md)."""


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = (ROOT / "deploy" / "tidepool.service").read_text(encoding="utf-8")
    here = unit.replace("/opt/tidepool/.venv/bin/python /opt/tidepool/bot.py", f"{sys.executable} {ROOT / 'bot.py'}")
    assert here != unit
    (tmp_path / "tidepool.service").write_text(here)
    command = ["systemd-analyze", "verify", str(tmp_path / "tidepool.service")]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")


def test_the_unit_does_not_try_again_what_cannot_succeed() -> None:
    unit = (ROOT / "deploy" / "tidepool.service").read_text(encoding="utf-8")
    found = re.search(r"^RestartPreventExitStatus=(.+)$", unit, re.MULTILINE)
    assert found
    assert {int(code) for code in found[1].split()} == {Exit.SETTINGS, Exit.TOKEN, Exit.DATABASE, Exit.ENDPOINT}


def test_the_unit_tries_again_soon_and_for_ever() -> None:
    unit = (ROOT / "deploy" / "tidepool.service").read_text(encoding="utf-8")
    given = dict(re.findall(r"^(\w+)=(.+)$", unit, re.MULTILINE))
    assert given["Restart"] == "on-failure"
    assert given["StartLimitIntervalSec"] == "0"
    assert int(given["RestartSec"]) <= 10


def test_the_containers_may_do_nothing_but_run() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    for name, service in services.items():
        assert service["read_only"], name
        assert service["tmpfs"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service.get("cap_add") == (["NET_BIND_SERVICE"] if name == "proxy" else None), name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["mem_limit"], name
        assert service["pids_limit"] <= 256, name
        assert service["logging"]["options"]["max-size"], name
    # Without capabilities, root could neither own the database's files nor become another user.
    assert services["postgres"]["user"] == "postgres"
    assert "/var/run/postgresql" in services["postgres"]["tmpfs"], "the server makes its socket there"
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert re.search(r"^USER \d+:\d+$", image, re.MULTILINE)
    assert re.search(r"^ARG BASE=python:\d+\.\d+\.\d+-slim-\w+$", image, re.MULTILINE)


def test_nothing_secret_or_of_this_machine_goes_into_the_image() -> None:
    left_out = set((ROOT / ".dockerignore").read_text(encoding="utf-8").split())
    ours = {line.strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").split()}
    assert {"secrets", ".env", "data"} <= ours
    assert {name for name in ours if "cache" not in name and not name.startswith("tests/")} <= left_out


def test_every_profile_is_there_and_workers_may_finish_what_they_do() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    profiles = {profile for service in services.values() for profile in service.get("profiles", [])}
    assert profiles == {"postgres", "http", "metrics", "litestream"}
    workers = [name for name, service in services.items() if service.get("environment", {}).get("TIDEPOOL_DOOR")]
    proxy = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert len(workers) == 2
    for name in workers:
        assert services[name]["stop_grace_period"] == "30s"
        assert services[name]["read_only"]
        assert f"{name}:8098" in proxy


def test_the_limits_of_memory_have_room_for_the_helpers_that_there_are_by_default() -> None:
    needed = BOT_MEMORY + MOST_HELPERS * inspect.signature(Pool).parameters["most_memory"].default
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    limits = [services[name]["mem_limit"] for name in ("tidepool", "worker-1", "worker-2")]
    limits += re.findall(r"^MemoryMax=(.+)$", (ROOT / "deploy" / "tidepool.service").read_text("utf-8"), re.MULTILINE)
    assert [limit.lower() for limit in limits] == ["1g"] * 4
    assert needed < 1024
    for file in ("compose.yaml", "deploy/tidepool.service", "docs/installing.md"):
        assert "TIDEPOOL_THINKERS" in (ROOT / file).read_text(encoding="utf-8"), file


def test_only_settings_that_exist_are_set() -> None:
    known = {name for name, _, _ in documented()}
    for file in ("compose.yaml", "Dockerfile", "deploy/tidepool.service"):
        text = (ROOT / file).read_text(encoding="utf-8")
        named = set(re.findall(r"\b(?:TIDEPOOL|DISCORD)_[A-Z_]+", text))
        assert named <= known, file


def test_the_forge_runs_pinned_actions_on_the_whole_history() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    assert workflow["env"]["TIDEPOOL_HISTORY"] == "required"
    steps = [step for job in workflow["jobs"].values() for step in job["steps"] if "uses" in step]
    for step in steps:
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])
        assert "checkout" not in step["uses"] or step["with"] == {"fetch-depth": 0}
    assert len(steps) >= len(workflow["jobs"])


def test_the_image_names_the_commit_from_which_it_is_built() -> None:
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "ARG COMMIT=\n" in image
    assert "admin/commit.txt" in image
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    for name in ("tidepool", "worker-1", "worker-2"):
        assert services[name]["build"]["args"] == {"COMMIT": "${COMMIT:-}"}
    assert COMMIT_FORMAT in (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
