"""The modules that a source file imports, including type-only imports."""

import ast
from collections.abc import Collection, Iterable
from pathlib import Path


def module_of(path: Path, root: Path) -> str:
    """The dotted name of a source file below the root; a package has the name of its folder."""
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


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
