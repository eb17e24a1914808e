"""Kinds that register themselves: each is declared once, in the module with its code."""

import importlib
import pkgutil
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeVar

Concern = Literal["match", "challenge", "person", "server", "tournament", "other"]
"""What a kind of alarm or delivery is about."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of alarm or delivery."""

    name: str
    """The name as stored in the database, which never changes."""
    concerns: Concern
    """What its subject is. Deliveries about a match or challenge are deleted with it."""


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
