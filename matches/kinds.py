"""Kinds that register themselves: each is declared once, in the module with its code."""

import importlib
import pkgutil
from collections.abc import Iterable
from typing import Literal, Protocol, TypeVar

Concern = Literal["match", "challenge", "person", "server", "other"]
"""What a kind of alarm or delivery is about."""


class Kind(Protocol):
    """Anything that is registered by name."""

    @property
    def name(self) -> str:
        """The name as stored in the database, which never changes."""

    @property
    def concerns(self) -> Concern:
        """What its subject is."""


AnyKind = TypeVar("AnyKind", bound=Kind)


class Kinds(dict[str, AnyKind]):
    """A registry of kinds by name."""

    def declare(self, kind: AnyKind) -> None:
        """Register a kind. Raises ValueError if another one has its name."""
        if kind.name in self:
            raise ValueError(f"The name {kind.name!r} is already taken by {self[kind.name]}.")
        self[kind.name] = kind

    def concerning(self, concerns: Concern) -> list[str]:
        """The names of the kinds with this sort of subject."""
        return [kind.name for kind in self.values() if kind.concerns == concerns]


def import_modules(package: str, path: Iterable[str]) -> None:
    """Import every module of a package, so that the kinds declared in them are registered."""
    for module in pkgutil.iter_modules(path):
        importlib.import_module(f"{package}.{module.name}")
