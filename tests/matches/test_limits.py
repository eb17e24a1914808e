"""Limits read from texts, and the time until one more is allowed."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from matches.limits import Limits, seconds_to_wait
from matches.timecontrol import HOUR

ROOT = Path(__file__).parents[2]
NOW = 1_800_000_000


def test_a_text_says_which_limits_differ() -> None:
    assert Limits.parse(" Pings = 3, bumps=off,") == Limits(pings=3, bumps=None)
    assert Limits.parse("usual") == Limits.parse("") == Limits()
    assert set(vars_of(Limits.parse("OFF")).values()) == {None}


@pytest.mark.parametrize("limits", [Limits(), Limits.off(), Limits(pings=0), Limits(matches=None, challenges=5)])
def test_what_is_written_is_read_again(limits: Limits) -> None:
    assert Limits.parse(str(limits)) == limits


@pytest.mark.parametrize("text", ["pings", "pings=", "pings=-1", "pings=1e3", "pongs=3", "pings=99999999", "on"])
def test_any_other_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not known|neither off nor a number"):
        Limits.parse(text)


@pytest.mark.parametrize(
    ("ago", "limit", "wait"),
    [
        ([], 1, 0),
        ([10, 20], 3, 0),
        ([10, 20, 30], 3, HOUR - 30),
        ([0, HOUR], 2, 0),
        ([], 0, HOUR),
        ([1, 2, 3], None, 0),
    ],
)
def test_the_wait_ends_when_the_oldest_is_an_hour_old(ago: list[int], limit: int | None, wait: int) -> None:
    assert seconds_to_wait([NOW - seconds for seconds in ago], limit, NOW) == wait


def test_the_documentation_lists_every_limit_with_its_default() -> None:
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8").split("## ")[1]
    rows = re.findall(r"^\| `([a-z_]+)` \| .+ \| (\d+) \|$", page, re.MULTILINE)
    assert rows == [(name, str(value)) for name, value in vars_of(Limits()).items()]


def vars_of(limits: Limits) -> dict[str, int | None]:
    return {field.name: getattr(limits, field.name) for field in fields(limits)}
