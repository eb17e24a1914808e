"""The labels of all buttons, read from the source: also those that are chosen or put together while the bot runs."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from pathlib import Path

from tests.support.imports import nodes_of

ROOT = Path(__file__).parents[2]
MAKERS = ("button", "link_button")
"""The functions in `cogs/wire/controls.py` that make all buttons; their first argument is the label."""
TEXTS = {"mark", "Sentence"}
"""What marks a text that people read."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Module:
    """A module with what its names stand for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.nodes = nodes_of(path)
        assert isinstance(self.nodes[0], ast.Module)
        self.tree = self.nodes[0]

    @cached_property
    def functions(self) -> dict[str, Function]:
        return {node.name: node for node in self.nodes if isinstance(node, Function)}

    @cached_property
    def imported(self) -> dict[str, Path]:
        """The file that each imported name comes from, or is."""
        files = dict[str, Path]()
        for node in self.nodes:
            if isinstance(node, ast.ImportFrom) and node.module:
                folder = ROOT / node.module.replace(".", "/")
                for alias in node.names:
                    candidates = (folder / f"{alias.name}.py", folder.with_suffix(".py"))
                    if file := next(filter(Path.exists, candidates), None):
                        files[alias.asname or alias.name] = file
        return files

    @cached_property
    def calls(self) -> defaultdict[str, list[ast.Call]]:
        """The calls of each name."""
        calls = defaultdict[str, list[ast.Call]](list)
        for node in self.nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                calls[node.func.id].append(node)
        return calls

    @cached_property
    def keywords(self) -> defaultdict[str, list[ast.keyword]]:
        """What is given by each keyword."""
        keywords = defaultdict[str, list[ast.keyword]](list)
        for node in self.nodes:
            if isinstance(node, ast.keyword):
                keywords[node.arg or ""].append(node)
        return keywords

    @cached_property
    def around(self) -> defaultdict[ast.AST, list[Function]]:
        """The functions that contain each node, the innermost first."""
        around = defaultdict[ast.AST, list[Function]](list)
        for function in sorted(self.functions.values(), key=lambda function: -function.lineno):
            for node in ast.walk(function):
                around[node].append(function)
        return around


class Labels:
    """The labels in some modules."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._modules = {path: Module(path) for path in paths}

    def all(self) -> dict[str, set[str]]:
        """The labels by the place of the call that makes the button; empty where the source does not tell them."""
        return {
            f"{module.path.relative_to(ROOT)}:{call.lineno}:{call.col_offset}": self._texts(
                call.args[0], module, call, set()
            )
            for module in self._modules.values()
            for maker in MAKERS
            for call in module.calls[maker]
        }

    def _texts(self, label: ast.AST, module: Module, inside: ast.AST, seen: set[int]) -> set[str]:
        """The texts that this expression can be, apart from those of the expressions in `seen`, which grows."""
        if id(label) in seen:
            return set()
        seen.add(id(label))
        match label:
            case ast.Constant(str() as text):
                return {text}
            case ast.Call(ast.Name(name), [text, *_]) if name in TEXTS:
                return self._texts(text, module, inside, seen)
            case ast.Call(ast.Name("in_context"), [_, text, *_]):
                return self._texts(text, module, inside, seen)
            case ast.IfExp(_, first, second):
                return self._texts(first, module, inside, seen) | self._texts(second, module, inside, seen)
            case ast.Call(ast.Name(name)):
                return self._returned(name, module, seen)
            case ast.Call(ast.Attribute(ast.Name(name), function)) if name in module.imported:
                return self._returned(function, self._modules[module.imported[name]], seen)
            case ast.Attribute(ast.Name(), field):
                return self._given(field, seen)
            case ast.Name(name):
                return self._named(name, module, inside, seen)
        return set()

    def _returned(self, name: str, module: Module, seen: set[int]) -> set[str]:
        """What a function returns."""
        if name in module.imported:
            module = self._modules.get(module.imported[name], module)
        function = module.functions.get(name)
        if function is None:
            return set()
        returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value]
        return {text for value in returned for text in self._parts(value, module, value, seen)}

    def _given(self, field: str, seen: set[int]) -> set[str]:
        """What is given anywhere as this field of an object."""
        return {
            text
            for module in self._modules.values()
            for node in module.keywords[field]
            if _marked(node.value)
            for text in self._texts(node.value, module, node, seen)
        }

    def _named(self, name: str, module: Module, inside: ast.AST, seen: set[int]) -> set[str]:
        """What a name stands for: an argument of the function, or what is assigned to it."""
        texts = set[str]()
        functions = module.around[inside]
        for function in functions:
            parameters = [argument.arg for argument in function.args.args]
            if name in parameters:
                for call in module.calls[function.name]:
                    by_name = [keyword.value for keyword in call.keywords if keyword.arg == name]
                    for given in [*call.args[parameters.index(name) :][:1], *by_name]:
                        texts |= self._texts(given, module, call, seen)
                return texts
        scopes = [ast.walk(functions[0]), module.tree.body] if functions else [module.nodes]
        for scope in scopes:
            for target, value in (binding for node in scope for binding in _bindings(node)):
                if name in {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}:
                    texts |= self._parts(value, module, inside, seen)
            if texts:
                break
        if not texts and name in module.imported:
            other = self._modules.get(module.imported[name])
            return self._named(name, other, other.tree, seen) if other else set()
        return texts

    def _parts(self, value: ast.AST, module: Module, inside: ast.AST, seen: set[int]) -> set[str]:
        """The texts in a value, which can be a collection of them."""
        if id(value) in seen:
            return set()
        if texts := self._texts(value, module, inside, seen):
            return texts if not isinstance(value, ast.Constant) else set()
        parts: Iterable[ast.AST]
        match value:
            case ast.Call(ast.Attribute(called_on), arguments):
                parts = [called_on, *arguments]
            case _:
                parts = ast.iter_child_nodes(value)
        return {text for part in parts for text in self._parts(part, module, inside, seen)}


def _marked(value: ast.AST) -> bool:
    """Whether the value is a text that people read, or a choice of such texts."""
    match value:
        case ast.IfExp(_, first, second):
            return _marked(first) and _marked(second)
        case ast.Call(ast.Name(name)):
            return name in TEXTS or name == "in_context"
    return False


def _bindings(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """What a statement or a comprehension assigns: targets and values."""
    match node:
        case ast.Assign(targets, value):
            yield from ((target, value) for target in targets)
        case ast.AnnAssign(target, _, value) if value is not None:
            yield target, value
        case ast.comprehension(target, values) | ast.For(target, values):
            yield target, values


@cache
def labels() -> dict[str, set[str]]:
    """The labels of all buttons, by the place in the source that makes them."""
    return Labels(
        path for folder in ("cogs", "matches", "service") for path in sorted((ROOT / folder).rglob("*.py"))
    ).all()
