"""Every use of a regular expression in the sources, found by reading them."""

import ast
import importlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.imports import module_of, nodes_of

METHODS = {"match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"}


class Use(NamedTuple):
    """A pattern and the method by which a module applies it to a text."""

    module: str
    name: str
    """The name of the pattern in the module, or the pattern itself."""
    method: str
    pattern: re.Pattern[str]

    def __str__(self) -> str:
        return f"{self.module}.{self.name}.{self.method}"

    def apply(self, text: str) -> None:
        if self.method in {"sub", "subn"}:
            self.pattern.sub("", text)
        elif self.method == "finditer":
            list(self.pattern.finditer(text))
        else:
            getattr(self.pattern, self.method)(text)


def uses_in(paths: Iterable[Path], root: Path) -> tuple[list[Use], set[str]]:
    """The uses of all constant patterns in these sources, and the modules that make patterns of other texts."""
    uses: dict[tuple[str, str, str], Use] = {}
    composed: set[str] = set()
    for path in paths:
        module = module_of(path, root)
        for call in _calls(path):
            pattern, method = _applied(call, module)
            if pattern is None:
                composed |= {module} if _makes_pattern(call) else set()
            elif method in METHODS:
                name = ast.unparse(call.args[0] if _of_re(call) else call.func).removesuffix(f".{method}")
                uses[module, name, method] = Use(module, name, method, pattern)
    return list(uses.values()), composed


def _calls(path: Path) -> Iterator[ast.Call]:
    """The calls of attributes in a source."""
    for node in nodes_of(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node


def _of_re(call: ast.Call) -> bool:
    """Whether a function of the module `re` is called."""
    return isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "re"


def _makes_pattern(call: ast.Call) -> bool:
    """Whether a pattern is made of a text that the source does not contain."""
    named = isinstance(call.func, ast.Attribute) and call.func.attr in {"compile", *METHODS}
    return _of_re(call) and named and not isinstance(call.args[0], ast.Constant)


def _applied(call: ast.Call, module: str) -> tuple[re.Pattern[str] | None, str]:
    """The pattern that a call applies, and by which method; None if it applies none that is known."""
    assert isinstance(call.func, ast.Attribute)
    if _of_re(call):
        text = call.args[0] if call.args else None
        constant = text.value if isinstance(text, ast.Constant) else None
        return (re.compile(constant) if isinstance(constant, str) else None), call.func.attr
    owner = call.func.value
    if not isinstance(owner, ast.Name) or call.func.attr not in METHODS:
        return None, ""
    pattern = getattr(importlib.import_module(module), owner.id, None)
    texts = isinstance(pattern, re.Pattern) and isinstance(pattern.pattern, str)  # bytes are files of the program
    return (pattern if texts else None), call.func.attr
