"""docs/settings.md lists every setting with its meaning and its default, and no other settings."""

import re
from pathlib import Path

from tests.support.settings import documented

ROOT = Path(__file__).parents[2]


def test_the_table_of_settings_says_what_the_code_says() -> None:
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.+) \| (.+) \|$", page, re.MULTILINE)
    assert rows == documented()


def test_the_example_names_only_settings_that_exist() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    named = set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE))
    assert named <= {name for name, _, _ in documented()}
