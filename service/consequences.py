"""A registry of functions that run, in a fixed order, as consequences of events."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Act = TypeVar("Act", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Consequence(Generic[Act]):
    """A registered function, with its order and the events that trigger it."""

    order: int
    events: frozenset[str]
    act: Act

    def __str__(self) -> str:
        return f"{self.act.__module__}.{self.act.__qualname__}"


class Consequences(Generic[Act]):
    """The registered functions, sorted by the order in which they run."""

    def __init__(self, events: Iterable[str]) -> None:
        self._events = frozenset(events)
        self._known: dict[int, Consequence[Act]] = {}
        self._of: dict[frozenset[str], list[Act]] = {}
        """A cache of the functions that run when these events occur together."""

    def __len__(self) -> int:
        return len(self._known)

    def declare(self, order: int, events: Iterable[str], act: Act) -> Act:
        """Register a function as a consequence of these events.

        Raises ValueError if there are no events, if an event is unknown, or if another function has the same order.
        """
        consequence = Consequence(order, frozenset(events), act)
        if not consequence.events or (unknown := consequence.events - self._events):
            named = ", ".join(sorted(unknown)) if consequence.events else "no event"
            raise ValueError(f"{consequence} follows from {named}: choose from {', '.join(sorted(self._events))}.")
        if order in self._known:
            taken = ", ".join(f"{known} ({self._known[known]})" for known in sorted(self._known))
            raise ValueError(f"{consequence} has the order {order} of another function: choose none of {taken}.")
        self._known[order] = consequence
        self._of.clear()
        return act

    def of(self, events: frozenset[str]) -> list[Act]:
        """Return the functions triggered by any of these events, in order."""
        if events not in self._of:
            known = sorted(self._known.items())
            self._of[events] = [consequence.act for _, consequence in known if consequence.events & events]
        return self._of[events]
