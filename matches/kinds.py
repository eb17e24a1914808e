"""Registries of kinds, such as alarm kinds. Each kind is declared once, in the module that implements it."""

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from inspect import currentframe, signature
from typing import Generic, Literal, ParamSpec, TypeVar

Concern = Literal["match", "challenge", "person", "server", "tournament", "other"]
"""What the subject of an alarm, delivery or notice can be."""


def declared_at() -> str:
    """Return the file and line of the current declaration, as a prefix for error messages."""
    frame = currentframe()
    while frame and frame.f_back and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}: " if frame else ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of alarm, delivery or notice."""

    name: str
    """The kind's name in the database, which never changes."""
    concerns: Concern
    """What the subject is. Deliveries about a match or challenge are deleted together with it."""
    where: str = field(default_factory=declared_at, init=False, compare=False, repr=False)
    """The file and line of the declaration, for the beginning of an error."""


Facts = ParamSpec("Facts")
AnyKind = TypeVar("AnyKind", bound=Kind)
AnyClass = TypeVar("AnyClass")


class Kinds(dict[str, AnyKind], Generic[Facts, AnyKind]):
    """A registry of kinds by name."""

    def __init__(self, make: Callable[Facts, AnyKind]) -> None:
        """Create an empty registry of kinds that are instances of the class `make`."""
        super().__init__()
        self._make = make
        self._needed = [fact.name for fact in signature(make).parameters.values() if fact.default is fact.empty]

    def declare(self, *args: Facts.args, **facts: Facts.kwargs) -> AnyKind:
        """Register a new kind. Raises TypeError if a required field is missing, and ValueError if the name is taken."""
        if missing := [fact for fact in self._needed[len(args) :] if fact not in facts]:
            name = args[0] if args else facts.get("name")
            raise TypeError(
                f"{declared_at()}the kind {name!r} must also say {', '.join(missing)}; "
                f"{self._make.__name__} in {self._make.__module__} explains each."
            )
        kind = self._make(*args, **facts)
        if kind.name in self:
            raise ValueError(f"{kind.where}the name {kind.name!r} is already taken by {self[kind.name]}.")
        self[kind.name] = kind
        return kind

    def concerning(self, concerns: Concern) -> list[str]:
        """Return the names of the kinds that concern this type of subject, such as matches or people."""
        return [kind.name for kind in self.values() if kind.concerns == concerns]


def enlist(base: type[AnyClass], classes: dict[str, type[AnyClass]], added: type[AnyClass]) -> None:
    """Register a class under its name in snake case: DailyPuzzles becomes `daily_puzzles`.

    Raises ValueError if another class has this name, and TypeError if `base` is not its only base.
    """
    if added.__bases__ != (base,):
        raise TypeError(
            f"{declared_at()}{added.__name__} needs {base.__name__} itself as its only base, by which mypy finds it."
        )
    name = re.sub(r"(?<=.)([A-Z])", r"_\1", added.__name__).lower()
    if name in classes:
        raise ValueError(f"{classes[name]} is called {name} already: give {added} another name.")
    classes[name] = added


def import_modules(package: str, path: Iterable[str]) -> None:
    """Import all modules of a package, which registers the kinds they declare."""
    for module in pkgutil.iter_modules(path):
        importlib.import_module(f"{package}.{module.name}")
