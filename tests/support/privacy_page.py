"""`make docs`: writes the table of `docs/privacy.md` from what the declarations of tables tell."""

from pathlib import Path

import storage.store  # noqa: F401 (declares all tables)
from storage.tables import TABLES

PATH = Path(__file__).parents[2] / "docs/privacy.md"
HEAD = ["| data | purpose |", "| --- | --- |"]


def written(page: str) -> str:
    """The page with its table as the declarations tell it: a row for each subject, ordered by tables' names."""
    rows = dict[tuple[str, str], dict[str, None]]()
    for table in sorted(TABLES.values(), key=lambda table: (table.name != "person", table.name)):
        if told := table.told:
            rows.setdefault((told.subject, told.purpose), {})[told.data] = None
    lines = page.splitlines()
    begin = lines.index(HEAD[0])
    lines[begin : lines.index("", begin)] = HEAD + [
        f"| {subject}{': ' * any(data)}{', '.join(data)} | {purpose} |" for (subject, purpose), data in rows.items()
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PATH.write_text(written(PATH.read_text(encoding="utf-8")), encoding="utf-8")
