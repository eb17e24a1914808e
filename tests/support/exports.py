"""What stands in the file with everything that is held of somebody."""

from __future__ import annotations

import json
from typing import Any


def held_in(exported: str | bytes) -> dict[str, list[dict[str, Any]]]:
    """Its rows by table, each by the names of its columns."""
    return {
        table: [dict(zip(held["columns"], row, strict=True)) for row in held["rows"]]
        for table, held in json.loads(exported)["held"].items()
    }
