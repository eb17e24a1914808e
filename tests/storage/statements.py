"""Every SQL statement of the table files, read from their source."""

import ast
import importlib
import inspect
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import service  # noqa: F401 (declares the kinds of alarms and deliveries)
from matches.standing import Ended
from storage.driver import Row, Statements
from storage.privacy import Privacy
from storage.retention import Retention
from storage.survey import Survey

STORAGE = Path(__file__).parents[2] / "storage"
GENERAL = {"moving"}
"""Files whose statements are for any table: they copy all of them, and so read everything."""
COMPOSED = (Privacy, Retention, Survey)
"""Tables with statements that are composed of the names of other tables: they are also read while they run."""
ENDED = Ended(1, 1, "heap", (1, 2), None, void=False, rated=True, at=1, guild_id=1)
SAMPLES: dict[str, object] = {"before": None, "people": [1], "ended": ENDED}
"""What is given to their methods, by the name of the parameter; 1 where nothing else is said."""
RUN = {"rows", "row", "ask", "changed", "change", "change_one"}
RUN |= {"_column", "_number", "_count", "_exists", "_did"}
"""The methods of a Session and of Statements that take a statement."""


@dataclass(frozen=True)
class Statement:
    """One statement, and its place in the source."""

    where: str
    sql: str
    values: int
    """How many values are given with it; -1 where they cannot be counted."""


def statements() -> list[Statement]:
    """All statements.

    Most are a text, or made of constants of their module, so that they can be read without running them.
    """
    found = [statement for table in COMPOSED for statement in composed(table)]
    composing = {table.__module__.rpartition(".")[2] for table in COMPOSED}
    for path in sorted(STORAGE.glob("*.py")):
        if path.stem in GENERAL | {"driver"}:
            continue
        module = importlib.import_module(f"storage.{path.stem}")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in RUN:
                try:
                    text = eval(compile(ast.Expression(node.args[0]), path.name, "eval"), vars(module))  # noqa: S307 (our own source)
                except NameError:
                    assert path.stem in composing, f"{path}:{node.lineno}: add its class to COMPOSED in {__file__}"
                    continue
                starred = any(isinstance(value, ast.Starred) for value in node.args)
                found.append(Statement(f"{path.name}:{node.lineno}", text, -1 if starred else len(node.args) - 1))
    return found


def composed(table: type[Statements]) -> list[Statement]:
    """All statements of a table, which are noted while each of its methods finds an empty database."""
    found: list[Statement] = []
    for name, method in inspect.getmembers(table, inspect.isfunction):
        if not name.startswith("_"):
            session: Any = Empty(f"{table.__module__.rpartition('.')[2]}.py:{name}", found)
            given = [SAMPLES.get(one, 1) for one in list(inspect.signature(method).parameters)[1:]]
            waiting = method(table(session), *given)
            if inspect.iscoroutine(waiting):
                with suppress(StopIteration):
                    waiting.send(None)  # it waits for nothing
    return found


class Empty:
    """A session of an empty database that notes its statements."""

    def __init__(self, where: str, found: list[Statement]) -> None:
        self._where = where
        self._found = found

    def change(self, sql: str, *values: object) -> None:
        self._found.append(Statement(self._where, sql, len(values)))

    async def rows(self, sql: str, *values: object) -> list[Row]:
        self.change(sql, *values)
        return []

    async def row(self, sql: str, *values: object) -> Row | None:
        self.change(sql, *values)
        return None
