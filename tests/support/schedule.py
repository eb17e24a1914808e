"""Which tests go to a worker together, and which worker gets which: half of the workers begin with those that wait."""

from typing import Any

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]  # it comes without types

ALONE = (
    "tests/e2e/test_clocks.py",
    "tests/e2e/test_outages.py",
    "tests/page/test_composer.py",
    "tests/page/test_layout.py",
    "tests/page/test_messages.py",
    "tests/page/test_trouble.py",
)
"""Where a test finds nothing changed by another one of its file: it has a bot of its own, or none.

Elsewhere a test may need what another one left, such as a hint that a person sees only once.
"""
READING = ("tests/test_architecture.py", "tests/test_docstrings.py", "tests/test_sentences.py")
"""Tests that read all sources, and so go to one worker, which parses each source once."""
WAITING = ("tests/e2e/", "tests/page/", "tests/soak/", "tests/web/", "tests/test_processes.py")
"""Where tests wait for a bot, a browser or a limit of time, and leave the processor to others meanwhile."""


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # it comes without types
    """Hands out the units in order, but gives every second worker the waiting units first.

    So some workers compute while others wait, from start to end. A worker that has begun with tests that wait
    gets no others: its sandbox would stand still while such a test computes, and its bot would believe Discord gone.
    """

    def __init__(self, config: Any, log: Any = None) -> None:
        super().__init__(config, log)
        self._alone = config.getoption("markexpr") == "long"
        """Whether every test goes by itself: a file of long tests may take minutes."""
        self._waiting = set[Any]()
        """The workers for tests that wait."""

    def add_node(self, node: Any) -> None:
        """Add a worker."""
        if 2 * len(self._waiting.intersection(self.nodes)) < len(self.nodes):
            self._waiting.add(node)
        super().add_node(node)

    def _split_scope(self, nodeid: str) -> str:
        """What a test is handed out with: all that has this name goes to the same worker."""
        file = nodeid.split("::", 1)[0]
        if file in READING:
            return READING[0]
        return nodeid if self._alone or nodeid.startswith(ALONE) else file

    def _assign_work_unit(self, node: Any) -> None:
        """Hand out the next unit that is for this worker. Let a worker for tests that wait end where none is left."""
        waits = node in self._waiting
        unit = next((name for name in self.workqueue if name.startswith(WAITING) == waits), None)
        if unit is not None:
            self.workqueue.move_to_end(unit, last=False)
        elif waits and not self.assigned_work[node]:
            self._waiting.remove(node)  # it has not begun with any
        elif waits and any(not other.shutting_down for other in self.nodes if other not in self._waiting):
            node.shutdown()
            return
        super()._assign_work_unit(node)


def scheduler(config: Any, log: Any) -> Any:
    """The scheduler. It overrides methods that pytest-xdist may rename."""
    assert {"_split_scope", "_assign_work_unit"} <= vars(LoadScopeScheduling).keys()
    return Scheduling(config, log)
