"""All controls of the bot, and what is sent when each of them is used. Importing it registers their functions."""

import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any

import cogs
from cogs.ui.actions import CONTROLS

for module in pkgutil.walk_packages(cogs.__path__, "cogs."):
    importlib.import_module(module.name)

NAMES = sorted(CONTROLS)
"""The names of all controls, which stand on messages."""
LONGEST_PATH = 40
"""The most characters that a picker's choices may take of a custom_id; a line of prepared moves needs the rest."""


def form(fields: Mapping[str, str]) -> list[dict[str, Any]]:
    """The fields of a form as Discord sends them."""
    return [{"type": 18, "component": {"custom_id": name, "value": value}} for name, value in fields.items()]
