"""The rooms import one way. The tests read the import statements in the sources."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

from games import GAMES
from tests.support.imports import imported_modules, module_of, nodes_of

ROOT = Path(__file__).parent.parent
ROOMS = {
    "language": set[str](),
    "games": {"language"},
    "lessons": {"language", "games"},
    "matches": {"language", "games", "puzzles", "lessons"},
    "storage": {"games", "matches"},
    "service": {"language", "games", "lessons", "matches", "storage", "puzzles"},
    "players": {"games"},
    "puzzles": {"language", "games", "players"},
    "render": {"language", "games"},
    "processes": set[str](),
    "thinking": {"games", "matches", "players", "processes", "puzzles"},
    "sandbox": set[str](),
    "looks": {"language", "games", "matches", "render", "service"},
    "memory": set[str](),
    "cogs": {"language", "games", "matches", "storage", "service", "render", "looks", "memory", "puzzles", "lessons"},
    "web": {"language", "games", "lessons", "matches", "storage", "service", "render", "looks"},
    "admin": {"language", "games", "matches", "storage", "service"},
    "hosting": {"admin", "cogs", "memory", "processes", "service", "storage", "thinking", "web"},
}
"""The rooms that each room may import besides itself."""

STOREYS = ["wire", "texts", "posts", "ui", "commands", "cogs"]
"""The storeys of `cogs/`, from the ground up; the last one is the command modules themselves."""

ONLY_IN = {
    "discord": {"cogs", "sandbox", "hosting", "bot.py"},
    "prometheus_client": {"cogs", "web"},
    "PIL": {"render"},
    "sqlite3": {"storage"},
    "aiosqlite": {"storage"},
    "psycopg": {"storage"},
    "psycopg_pool": {"storage"},
    "nacl": {"sandbox", "web"},
}
"""Libraries that only some rooms may import."""

SOURCES = sorted(
    [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    + [path for path in ROOT.glob("*.py") if path.stem in {*ROOMS, "bot"}]
)
BESIDE = [path for room in ("tests", "benchmarks") for path in (ROOT / room).rglob("*.py")]
MODULES = {module_of(path, ROOT): path for path in (*SOURCES, *BESIDE)}
SQL = re.compile(r"\b(SELECT\s.+\sFROM|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\s", re.DOTALL)
every_room = pytest.mark.parametrize("room", [*ROOMS, "bot.py"])


def room_of(path: Path) -> str:
    """The room in which a source file lies: a folder, or a single file such as `language.py`."""
    first = path.relative_to(ROOT).parts[0]
    return first if first == "bot.py" else first.removesuffix(".py")


def files_of(room: str) -> list[Path]:
    """The source files of a room."""
    return [path for path in SOURCES if room_of(path) == room]


def nodes_of_room(room: str) -> Iterator[tuple[Path, ast.AST]]:
    """All nodes of a room's sources, each with its file."""
    return ((path, node) for path in files_of(room) for node in nodes_of(path))


@cache
def imported(path: Path) -> set[str]:
    """The first names of all modules that the file imports anywhere."""
    names = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}, line {node.lineno}: imports are absolute"
            names.add((node.module or "").split(".")[0])
    return names


@cache
def needed(path: Path) -> set[str]:
    """The dotted names of all modules from which the file imports anything."""
    return imported_modules(nodes_of(path), MODULES)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_the_rooms_below_it(room: str) -> None:
    for path in files_of(room):
        assert imported(path) & ROOMS.keys() - {room} <= ROOMS[room], path
        assert "bot" not in imported(path), path


def storey_of(module: str) -> int:
    """The storey of a module such as `cogs.wire.replies`, from 0 up; -1 for other rooms and `cogs` itself."""
    room, *inside = module.split(".")
    if room != "cogs" or not inside:
        return -1
    return STOREYS.index(inside[0]) if inside[0] in STOREYS else len(STOREYS) - 1


def test_a_storey_of_cogs_imports_no_storey_above_it() -> None:
    folders = {path.name for path in (ROOT / "cogs").iterdir() if (path / "__init__.py").exists()}
    assert folders == set(STOREYS[:-1])
    upwards = {
        f"{name} imports {other}"
        for name, path in MODULES.items()
        if name.startswith("cogs.")
        for other in needed(path) & MODULES.keys()
        if storey_of(other) > storey_of(name)
    }
    assert not upwards


@every_room
def test_a_library_is_known_only_in_its_rooms(room: str) -> None:
    strangers = {name for name, rooms in ONLY_IN.items() if room not in rooms}
    for path in files_of(room):
        assert not imported(path) & strangers, path


def test_the_rules_need_only_the_standard_library() -> None:
    for path in (ROOT / "games").rglob("*.py"):
        assert imported(path) <= sys.stdlib_module_names | {"games", "language"}, path.name


@pytest.mark.parametrize("room", [room for room in (*ROOMS, "bot.py") if room != "storage"])
def test_sql_is_written_only_in_storage(room: str) -> None:
    for path, node in nodes_of_room(room):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert not SQL.search(node.value), f"{path}, line {node.lineno}"


@every_room
def test_nothing_asks_which_game_it_is(room: str) -> None:
    values = {value for game in GAMES.values() for allowed in game.info.options.values() for value in allowed}
    keys = GAMES.keys() - values  # rules may compare the value of an option, even if a game has the same name
    for path, node in nodes_of_room(room):
        if isinstance(node, ast.Compare):
            compared = {leaf.value for leaf in ast.walk(node) if isinstance(leaf, ast.Constant)}
            assert not compared & keys, f"{path}, line {node.lineno} compares with the key of a game"
        if isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant):
            assert node.value.value not in keys, f"{path}, line {node.lineno} matches the key of a game"


def test_every_room_is_known() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/*.py") if not path.parent.name.startswith(".")}
    assert packages <= ROOMS.keys() | {"tests", "benchmarks"}
    assert {path.stem for path in ROOT.glob("*.py")} <= ROOMS.keys() | {"bot"}
    assert {room_of(path) for path in SOURCES} == ROOMS.keys() | {"bot.py"}


def test_every_package_holds_a_module() -> None:
    packages = {path.parent for path in SOURCES if path.name == "__init__.py"}
    holding = {folder for path in SOURCES if path.name != "__init__.py" for folder in (path.parent, *path.parents)}
    empty = [str(folder.relative_to(ROOT)) for folder in sorted(packages - holding)]
    assert not empty, f"delete these packages, because no module is left in them: {empty}"


def test_benchmarks_import_nothing_from_tests() -> None:
    for path in (ROOT / "benchmarks").rglob("*.py"):
        assert "tests" not in imported(path), path.name


@pytest.mark.long
def test_what_several_tests_share_stands_in_no_test() -> None:
    imports = {path: {tuple(name.split(".")) for name in needed(path)} for path in (ROOT / "tests").rglob("*.py")}
    assert {names[0] for named in imports.values() for names in named} >= {"tests", "games"}
    wrong = {
        f"{path.relative_to(ROOT)} imports {'.'.join(names)}"
        for path, named in imports.items()
        for names in named
        if names[0] == "tests" and any(part.startswith("test_") for part in names)
    }
    assert not wrong, "move what they share to tests/support"


SILENCED = re.compile(r"#\s*(?:noqa|type: ignore)(?!\w)(.*)")
REASON = re.compile(r"^(?:: [A-Z0-9, ]+|\[[a-z, -]+\])(?:  # noqa: [A-Z0-9]+)? +(?:#|\()[ \w`]")


@pytest.mark.parametrize("room", [*sorted({room_of(path) for path in SOURCES}), "tests", "benchmarks"])
def test_every_silenced_check_is_named_with_a_reason(room: str) -> None:
    folder = ROOT / room
    files = folder.rglob("*.py") if folder.is_dir() else [ROOT / f"{room.removesuffix('.py')}.py"]
    without = [
        f"{path.relative_to(ROOT)}:{number}: name the check and say why, as in # type: ignore[arg-type]  # a fake"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := SILENCED.search(line)) and not REASON.match(found[1]) and "re.compile" not in line
    ]
    assert not without, "\n".join(without)


@pytest.mark.parametrize("page", ["README.md", "docs/architecture.md"])
def test_the_tables_name_every_room(page: str) -> None:
    rows = re.findall(r"^\| (`[^|]+) \|", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    named = {re.split(r"[/.]", name)[0] for row in rows for name in re.findall(r"`([^`]+)`", row)}
    assert named >= ROOMS.keys()
    assert all((ROOT / name).exists() or (ROOT / f"{name}.py").exists() for name in named)


def test_the_drawing_shows_which_room_imports_which() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    arrows = {
        (lower, upper)
        for line in re.findall(r"^ +(\w+(?: --> \w+)+)$", text, re.MULTILINE)
        for lower, upper in pairwise(line.split(" --> "))
    }

    def below(room: str) -> set[str]:
        under = {lower for lower, upper in arrows if upper == room}
        return under.union(*map(below, under))

    for room, imports in ROOMS.items():
        assert imports - {"memory"} <= below(room), room
    assert all(lower in ROOMS[upper] for lower, upper in arrows if upper != "bot")


@pytest.mark.parametrize("paths", [SOURCES, pytest.param([*SOURCES, *BESIDE], marks=pytest.mark.long)], ids=len)
def test_no_import_circle(paths: list[Path]) -> None:
    """Two modules that import each other, even if only for types, are one module in two files."""
    modules = {module_of(path, ROOT): path for path in paths}
    needs = {name: needed(path) & modules.keys() - {name} for name, path in modules.items()}
    TopologicalSorter(needs).prepare()  # raises CycleError, whose text names the circle


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import reef.corals", {"reef.corals"}),
        ("from reef import corals", {"reef.corals"}),
        ("from reef import corals, Colour", {"reef", "reef.corals"}),
        ("from reef.fish import Fin", {"reef.fish"}),
        ("if TYPE_CHECKING:\n    from reef import Colour", {"reef"}),
    ],
)
def test_an_import_is_of_the_module_that_is_meant(line: str, found: set[str]) -> None:
    assert imported_modules(ast.walk(ast.parse(line)), {"reef", "reef.corals", "reef.fish"}) == found
