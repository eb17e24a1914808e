"""The source files: their nodes, and the modules that they import, including type-only imports."""

import ast
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path


def module_of(path: Path, root: Path) -> str:
    """The dotted name of a source file below the root; a package has the name of its folder."""
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """All nodes of a source file, its module first. Several files of tests read them, in one worker."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imported_modules(nodes: Iterable[ast.AST], modules: Collection[str]) -> set[str]:
    """The dotted names of all modules from which these nodes of a source import anything.

    `modules` are the project's own: what is imported from a package may be one of them.
    """
    imported: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            imported |= {name if name in modules else str(node.module) for name in names}
    return imported
