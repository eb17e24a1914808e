"""Tells mypy the classes of the service's parts and of statements, which are discovered when the program runs."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from mypy.nodes import MypyFile, TypeInfo
from mypy.options import Options
from mypy.plugin import AttributeContext, Plugin, ReportConfigContext
from mypy.types import AnyType, Instance, Type, TypeOfAny

ROOT = Path(__file__).parents[2]
OWNERS = {"service.Service": "Part", "storage.store.Tables": "Statements"}
"""The classes that find classes with a certain base in the modules of their room."""


class TypedAttributes(Plugin):
    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._found = {owner: attributes_of(owner) for owner in OWNERS}

    def report_config_data(self, ctx: ReportConfigContext) -> Mapping[str, str] | None:
        """Makes mypy read the module of an owner anew when one of its attributes is added, renamed or removed."""
        return next((self._found[owner] for owner in OWNERS if owner.rpartition(".")[0] == ctx.id), None)

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        found = [self._found[owner] for owner in OWNERS if owner.rpartition(".")[0] == file.fullname]
        modules = {kind.rpartition(".")[0] for kinds in found for kind in kinds.values()}
        return [(10, module, -1) for module in sorted(modules)]

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        owner, _, name = fullname.rpartition(".")
        if owner not in OWNERS:
            return None
        kind = self._found[owner].get(name)
        return partial(self._type_of, kind) if kind else partial(self._unknown, owner, name)

    @staticmethod
    def _unknown(owner: str, name: str, context: AttributeContext) -> Type:
        """Say what is missing, unless the owner has the attribute itself."""
        base, found = OWNERS[owner], context.default_attr_type
        if not (isinstance(found, Instance) and found.type.name == base):
            return found
        room = owner.partition(".")[0]
        context.api.fail(f"No class in {room}/ is called {name}: give it {base} as its only base", context.context)
        return AnyType(TypeOfAny.from_error)

    def _type_of(self, kind: str, context: AttributeContext) -> Type:
        found = self.lookup_fully_qualified(kind)
        return Instance(found.node, []) if found and isinstance(found.node, TypeInfo) else context.default_attr_type


def attributes_of(owner: str) -> dict[str, str]:
    """The full name of the class of each attribute."""
    room, declared = owner.partition(".")[0], re.compile(rf"^class (\w+)\({OWNERS[owner]}\):", re.MULTILINE)
    return {
        name_of(kind): f"{room}.{path.stem}.{kind}"
        for path in (ROOT / room).glob("*.py")
        for kind in declared.findall(path.read_text(encoding="utf-8"))
    }


def name_of(kind: str) -> str:
    """The name of an attribute by that of its class, as `enlist` makes it."""
    return re.sub(r"(?<=.)([A-Z])", r"_\1", kind).lower()


def plugin(_: str) -> type[Plugin]:
    return TypedAttributes
