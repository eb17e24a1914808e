"""The sandbox stands alone: its rooms import one way, and nothing of the bot that runs in it."""

import graphlib
import sys
from pathlib import Path

import pytest

from tests.support.imports import imported_modules, module_of, nodes_of

HOME = Path(__file__).parents[2] / "sandbox"
LIBRARIES = {"aiohttp", "babel", "jsonschema", "nacl"}
"""The packages that the sandbox needs besides the standard library; PyNaCl only for interactions over HTTP."""
BELOW = {
    "discord": set[str](),
    "wire": {"discord"},
    "page": {"discord", "wire"},
    "lock": set[str](),
    "ports": set[str](),
    "server": {"discord", "wire", "page", "lock"},
    "driver": {"discord", "server"},
    "bot_process": {"discord", "server"},
    "workers": {"server", "bot_process", "ports"},
    "terminal": {"discord", "server", "driver", "bot_process", "lock"},
    "child": set[str](),
}
"""The rooms that each room or single file may import besides itself, type-only imports included."""

MODULES = {module_of(path, HOME.parent): path for path in HOME.rglob("*.py")}


def imported(path: Path) -> set[str]:
    """The names of all modules that a file imports anywhere."""
    return imported_modules(nodes_of(path), MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_a_room_imports_only_the_rooms_below_it(name: str) -> None:
    room = [*name.split("."), ""][1]
    for module in imported(MODULES[name]):
        first, *rest = module.split(".")
        if first == "sandbox" and room:
            assert rest, "the package itself is for others"
            assert rest[0] == room or rest[0] in BELOW[room], module
        elif first != "sandbox":
            assert first in LIBRARIES | sys.stdlib_module_names, module


def test_no_import_leads_back_to_where_it_came_from() -> None:
    graph = {name: {module for module in imported(path) if module in MODULES} for name, path in MODULES.items()}
    list(graphlib.TopologicalSorter(graph).static_order())  # raises CycleError, whose text names the circle
