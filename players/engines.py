"""Engines, which run the games' kernels, passing them positions and weights and reading their results.

`find_bridges` finds the bridge of each game in `players/bridges/`, which encodes its positions as bytes and its moves
as numbers.
"""

from __future__ import annotations

import importlib
import json
import logging
import math
import pkgutil
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from games import Position, Seat
from players.bridges import Bridge
from players.levels import SEATS, Level, opening_plies
from players.results import Candidate, SearchResult

if TYPE_CHECKING:
    from players.wasm import Kernel  # wasmtime may be missing

log = logging.getLogger(__name__)
BRIDGES = Path(__file__).with_name("bridges")
KERNELS = Path(__file__).with_name("kernels")
WEIGHTS = Path(__file__).with_name("weights")
WON: Final = 30_000
"""The score of a win. Kernels that count plies subtract one for each ply until the win."""
PROVEN: Final = 29_000
"""A score whose absolute value is at least this high is proven."""
UNKNOWN: Final = -32_000
"""The score of a move of which the search knows only that it is worse than others."""
MOST_EARLIER: Final = 1024
"""The maximum number of earlier positions that a kernel stores. If there are more, it gets the most recent ones."""
PAGE: Final = 65_536
"""The size of a kernel's page in bytes."""
SCALE: Final = 1000
"""How many score points make a unit of log-odds."""
_disabled: Final[list[str]] = []
"""Phrases for the log that say why no kernel may run at the moment. It is empty while kernels may run."""


class Engine:
    """Runs a game's kernel with given weights. Training and trials use their own weights or kernels."""

    def __init__(self, bridge: Bridge[Any], weights: Iterable[int] | None = None, folder: Path = KERNELS) -> None:
        self.bridge = bridge
        self.folder = folder
        self.weights = tuple(load_weights(WEIGHTS / f"{bridge.key}.json") if weights is None else weights)
        """The first seat's weights, then the second's."""

    def weights_of(self, seat: Seat) -> tuple[int, ...]:
        """Return the weights for a search that starts with `seat` to move."""
        half = len(self.weights) // 2
        return self.weights[seat * half : (seat + 1) * half]

    def think(self, position: Position[Any], level: Level, *, seconds: float, seed: int) -> SearchResult[Any]:
        """Search a position that is not final. The result contains only moves with an exact score."""
        kernel = self.prepare(position)
        margin = level.opening if position.ply < opening_plies() else level.margin
        plies = level.plies or 99
        kernel.write(
            struct.pack(
                "<9i",
                level.nodes,
                0 if level.nodes and not seconds else max(1, int(seconds * 1000)),
                plies,
                min(plies, level.least_plies),
                _points(margin),
                _points(level.noise),
                int(level.blind * 256),
                level.blind_from,
                seed & 0x7FFFFFFF,
            )
        )
        kernel.think()
        n, depth, nodes, length = struct.unpack("<4i", kernel.read(16))
        numbers = struct.unpack(f"<{length + 2 * n}i", kernel.read(4 * (4 + length + 2 * n))[16:])
        line, scored = numbers[:length], numbers[length:]
        moves = {self.bridge.code(position, move): move for move in position.legal_moves()}
        scores = list(zip(scored[::2], scored[1::2], strict=True))
        certain = abs(scores[0][1]) >= PROVEN
        candidates = tuple(
            Candidate(moves[code], _chance(score), plies=WON - abs(score) if abs(score) >= PROVEN else 0)
            for code, score in scores
            if score > UNKNOWN
        )
        return SearchResult(candidates, self._moves_after(position, line), certain=certain, nodes=nodes, depth=depth)

    def start(self, name: str) -> Kernel:
        """Start a new instance of this kernel, and pass it the weights. Raises ValueError if there are none."""
        from players.wasm import Kernel  # noqa: PLC0415 (wasmtime may be missing)

        kernel = Kernel(name, self.folder)
        if kernel.has("describe") and not self.weights:
            raise ValueError("its weights are missing")
        kernel.write(struct.pack(f"<{len(self.weights)}i", *self.weights))
        kernel.call("set_weights")
        return kernel

    def prepare(self, position: Position[Any], *, history: bool = True) -> Kernel:
        """Return a kernel loaded with the weights, the position and, if `history` is true, the earlier positions."""
        kernel = self.start(self.bridge.kernel(position))
        kernel.write(self.bridge.encode(position))
        kernel.call("set_position")
        boards = list(self.bridge.earlier(position))[:MOST_EARLIER] if history else []
        while boards:
            size = len(boards[0])
            batch, boards = boards[: PAGE // size], boards[PAGE // size :]
            kernel.write(b"".join(batch))
            kernel.call("remember", len(batch), size)
        return kernel

    def describe(self, position: Position[Any]) -> tuple[int, ...]:
        """Return a position's features. Its evaluation is the sum of the features, each multiplied by its weight."""
        kernel = self.prepare(position, history=False)
        count = kernel.call("describe")
        return struct.unpack(f"<{count}i", kernel.read(4 * count))

    def _moves_after(self, position: Position[Any], codes: Iterable[int]) -> tuple[Any, ...]:
        """Return the moves of a line up to the first illegal one. Kernels can look beyond a draw by repetition."""
        line: list[Any] = []
        for code in codes:
            moves = {self.bridge.code(position, move): move for move in position.legal_moves()}
            if code not in moves:
                break
            line.append(moves[code])
            position = position.play(moves[code])
        return tuple(line)


def load_weights(path: Path) -> list[int]:
    """Return a game's evaluation weights, first for seat 0 and then for seat 1.

    Both are in the order of the features. In the file, a weight under `first seat` or `second seat` replaces the one
    under `weights` for that seat. Returns [] if there is no file.
    """
    table = _table(path)
    return [int(({**table["weights"], **table.get(seat, {})})[name]) for seat in SEATS for name in table["weights"]]


def _table(path: Path) -> dict[str, Any]:
    """Return the content of a weights file, or an empty table of weights if the file does not exist."""
    table: dict[str, Any] = {"weights": {}}
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else table


def _chance(score: int) -> float:
    """Convert a score in log-odds to a winning chance, which is exactly 0 or 1 for a proven result."""
    if abs(score) >= PROVEN:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + math.exp(-score / SCALE))


def _points(chance: float) -> int:
    """Convert a small difference in chances to a kernel's points. The logistic curve has a slope of 1/4 at 50 %."""
    return round(4 * chance * SCALE)


@cache
def find_bridges() -> dict[str, Bridge[Any]]:
    """Return a dict from game keys to bridges. Modules that cannot be loaded are logged and skipped."""
    bridges = {}
    for module in pkgutil.iter_modules([str(BRIDGES)]):
        name = f"players.bridges.{module.name}"
        try:
            bridges.update({bridge.key: bridge for bridge in importlib.import_module(name).BRIDGES})
        except Exception as error:  # noqa: BLE001 (the file may contain anything)
            log.warning("%s cannot be loaded (%s): its games have no kernel.", name, in_one_line(error))
    return bridges


def engine(position: Position[Any]) -> Engine | None:
    """Return a position's engine, or None if the general search must be used instead."""
    loaded = load(position)
    return loaded if isinstance(loaded, Engine) else None


def engine_for_chances(position: Position[Any]) -> Engine | None:
    """Return an engine that scores a position by winning chances, or None if the general search must be used.

    This is the game's own engine unless its weights file names a seat under `chances`. That seat's weights were fitted
    to results; the other seat's were set by hand, which finds good moves but gives no winning chances.
    """
    playing = engine(position)
    return playing and _for_chances(playing)


@cache
def _for_chances(playing: Engine) -> Engine:
    seat = _table(WEIGHTS / f"{playing.bridge.key}.json").get("chances")
    return playing if seat is None else Engine(playing.bridge, 2 * playing.weights_of(0 if seat == SEATS[0] else 1))


@contextmanager
def without_kernels() -> Iterator[None]:
    """Disable all kernels inside this context manager.

    It is used after a process has died or hung while it was running a kernel.
    """
    _disabled.append("its kernel is left out, because a process with it died or hung")
    try:
        yield
    finally:
        _disabled.pop()


def load(position: Position[Any]) -> Engine | str:
    """Return a position's engine or, if none can run, a phrase for the log explaining why.

    A game may have several kernels for different options, and each may fail on its own. Engines are cached for the life
    of the process; failures are not, because memory may have been short. Do not call this in the bot's own process: it
    loads wasmtime, and that process never searches.
    """
    bridge = find_bridges().get(position.info.key)
    if bridge is None:
        return "it has no kernel"
    if _disabled:
        return _disabled[-1]
    try:
        return _start_engine(position.info.key, bridge.kernel(position))
    except Exception as error:  # noqa: BLE001 (a file is missing, damaged or for another machine, or memory is short)
        return cannot_run(error)


def cannot_run(error: Exception) -> str:
    """Return a phrase for the log saying which error stopped a kernel."""
    return f"its kernel cannot run ({in_one_line(error)})"


def in_one_line(error: Exception) -> str:
    """Return an error's type and message on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split()).rstrip(":")


@cache
def _start_engine(key: str, name: str) -> Engine:
    """Start this kernel and return its engine. Raises any error that prevents it from starting."""
    playing = Engine(find_bridges()[key])
    playing.start(name)
    return playing
