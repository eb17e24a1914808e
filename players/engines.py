"""The kernels of the games, and how a position is given to one and its answer read.

Each module of `players/bridges/` connects games with their kernels, and is found by itself. A bridge names its game and
its kernel, writes positions as bytes and reads moves from numbers. Everything else is here.
"""

from __future__ import annotations

import importlib
import json
import logging
import math
import pkgutil
import struct
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from players.levels import SEATS, opening_plies
from players.thought import Candidate, Thought

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games import Position, Seat
    from players.levels import Level
    from players.wasm import Kernel

log = logging.getLogger(__name__)
BRIDGES = Path(__file__).with_name("bridges")
KERNELS = Path(__file__).with_name("kernels")
WEIGHTS = Path(__file__).with_name("weights")
SURE: Final = 29_000
"""The score from which on the kernel has proven the result."""
UNKNOWN: Final = -32_000
"""The score of a move that is only known to be worse than others."""
MOST_EARLIER: Final = 1024
"""How many earlier positions of the match a kernel keeps: the latest ones."""
PAGE: Final = 65_536
"""The bytes of a kernel's page."""
SCALE: Final = 1000
"""The units of a score in one unit of log-odds."""
_off: Final[list[str]] = []
"""Why no kernel is used at this moment, as a phrase; empty when they are."""


class Bridge(Protocol):
    """The promises of a class in `players/bridges/`, which writes positions of a game for its kernel."""

    KEY: str
    """The key of the game."""

    @staticmethod
    def kernel(position: Position[Any]) -> str:
        """The name of the kernel for the options of this position."""

    @staticmethod
    def written(position: Position[Any]) -> bytes:
        """The position as bytes for the kernel."""

    @staticmethod
    def earlier(position: Position[Any]) -> Iterable[bytes]:
        """The earlier positions of the match that could be repeated, as bytes for the kernel."""

    @staticmethod
    def code(position: Position[Any], move: Any) -> int:  # noqa: ANN401 (each game has its own moves)
        """The number of a move in the kernel."""


class Engine:
    """The kernel of a game with its weights. Training and trials pass other weights, or a folder with other kernels."""

    def __init__(self, bridge: Bridge, weights: Iterable[int] | None = None, folder: Path = KERNELS) -> None:
        self.bridge = bridge
        self.folder = folder
        self.weights = tuple(load_weights(WEIGHTS / f"{bridge.KEY}.json") if weights is None else weights)
        """The weights of the first seat, then those of the second."""

    def weights_of(self, seat: Seat) -> tuple[int, ...]:
        """The weights with which this seat thinks."""
        half = len(self.weights) // 2
        return self.weights[seat * half : (seat + 1) * half]

    def think(self, position: Position[Any], level: Level, *, seconds: float, seed: int) -> Thought[Any]:
        """Judge the moves of a position that is not over. Bad moves may get no exact score, only the score UNKNOWN."""
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
        answer = struct.unpack(f"<{4 + length + 2 * n}i", kernel.read(4 * (4 + length + 2 * n)))
        line, rest = answer[4 : 4 + length], answer[4 + length :]
        moves = {self.bridge.code(position, move): move for move in position.legal_moves()}
        scores = list(zip(rest[::2], rest[1::2], strict=True))
        certain = abs(scores[0][1]) >= SURE
        candidates = tuple(Candidate(moves[code], _chance(score)) for code, score in scores if score > UNKNOWN)
        return Thought(candidates, self._played(position, line), certain=certain, nodes=nodes, depth=depth)

    def start(self, name: str) -> Kernel:
        """The kernel of this name with the weights."""
        from players.wasm import Kernel  # noqa: PLC0415 (wasmtime may be missing)

        kernel = Kernel(name, self.folder)
        if kernel.has("describe") and not self.weights:
            raise ValueError("its weights are missing")
        kernel.write(struct.pack(f"<{len(self.weights)}i", *self.weights))
        kernel.call("set_weights")
        return kernel

    def prepare(self, position: Position[Any], *, history: bool = True) -> Kernel:
        """A kernel with the weights, the position and, if `history`, the earlier positions of the match."""
        kernel = self.start(self.bridge.kernel(position))
        kernel.write(self.bridge.written(position))
        kernel.call("set_position")
        boards = list(self.bridge.earlier(position))[:MOST_EARLIER] if history else []
        while boards:
            size = len(boards[0])
            fitting, boards = boards[: PAGE // size], boards[PAGE // size :]
            kernel.write(b"".join(fitting))
            kernel.call("remember", len(fitting), size)
        return kernel

    def describe(self, position: Position[Any]) -> tuple[int, ...]:
        """The features of a position. The sum of each times its weight is the evaluation."""
        kernel = self.prepare(position, history=False)
        count = kernel.call("describe")
        return struct.unpack(f"<{count}i", kernel.read(4 * count))

    def _played(self, position: Position[Any], codes: Iterable[int]) -> tuple[Any, ...]:
        """The moves of a line up to the first that is not legal: a line may go on after a draw by repetition."""
        line = []
        for code in codes:
            found = [move for move in position.legal_moves() if self.bridge.code(position, move) == code]
            if not found:
                break
            line.append(found[0])
            position = position.play(found[0])
        return tuple(line)


def load_weights(path: Path) -> list[int]:
    """The weights of a game's evaluation in the order of its features, first of seat 0 and then of seat 1.

    A weight under `first seat` or `second seat` in the file holds for that seat only; all others hold for both. Without
    a file there are none.
    """
    table = _table(path)
    return [int(({**table["weights"], **table.get(seat, {})})[name]) for seat in SEATS for name in table["weights"]]


def _table(path: Path) -> dict[str, Any]:
    """What a file of weights says."""
    table: dict[str, Any] = {"weights": {}}
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else table


def _chance(score: int) -> float:
    """The chance to win that a score stands for."""
    if abs(score) >= SURE:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + math.exp(-score / SCALE))


def _points(chance: float) -> int:
    """The difference of scores that stands for a difference of winning chances near 50 %."""
    return round(4 * chance * SCALE)


@cache
def find_bridges() -> dict[str, Bridge]:
    """The bridge of each game that has a kernel, by the key of the game.

    A module that cannot be loaded is left out, so that only its own games are played without a kernel.
    """
    bridges = {}
    for found in pkgutil.iter_modules([str(BRIDGES)]):
        name = f"players.bridges.{found.name}"
        try:
            bridges.update({bridge.KEY: bridge for bridge in importlib.import_module(name).BRIDGES})
        except Exception as error:  # noqa: BLE001 (whatever is wrong in the file)
            log.warning("%s cannot be loaded (%s): its games have no kernel.", name, in_one_line(error))
    return bridges


def engine(position: Position[Any]) -> Engine | None:
    """The engine for a position, or None where `load` has none."""
    found = load(position)
    return found if isinstance(found, Engine) else None


def engine_for_chances(position: Position[Any]) -> Engine | None:
    """The engine for a position whose scores are chances; None where the position is played without a kernel.

    That is the game's engine, unless `chances` in the file of weights names a seat. Then the weights of that seat were
    fitted to results, and the other's were set by hand: these find good moves, but their scores are no chances.
    """
    found = engine(position)
    return found and _for_chances(found)


@cache
def _for_chances(playing: Engine) -> Engine:
    seat = _table(WEIGHTS / f"{playing.bridge.KEY}.json").get("chances")
    return playing if seat is None else Engine(playing.bridge, 2 * playing.weights_of(0 if seat == SEATS[0] else 1))


def why_none(position: Position[Any]) -> str:
    """The reason why the general search plays in a position, as a phrase for the log; empty where its kernel runs."""
    found = load(position)
    return found if isinstance(found, str) else ""


@contextmanager
def without_kernels() -> Iterator[None]:
    """Let the general search play in this block, because a kernel has ended a process before or took too long."""
    _off.append("its kernel is left out, because a process with it died or hung")
    try:
        yield
    finally:
        _off.pop()


def load(position: Position[Any]) -> Engine | str:
    """The engine for a position, or the reason why there is none that runs here, as a phrase.

    An engine is loaded once in a process; one that cannot run is tried again each time, because memory may have been
    short. A game may have several kernels, for different options. When one of them cannot run, the others still do.
    This loads wasmtime. So the bot's own process, which never thinks, must not ask.
    """
    bridge = find_bridges().get(position.info.key)
    if bridge is None:
        return "it has no kernel"
    if _off:
        return _off[-1]
    try:
        return _started(position.info.key, bridge.kernel(position))
    except Exception as error:  # noqa: BLE001 (a part is missing, damaged or for another machine, or memory is limited)
        return cannot_run(error)


def cannot_run(error: Exception) -> str:
    """The reason why the general search plays where a kernel fails, as a phrase for the log."""
    return f"its kernel cannot run ({in_one_line(error)})"


def in_one_line(error: Exception) -> str:
    """What is wrong, for the log."""
    return " ".join(f"{type(error).__name__}: {error}".split()).rstrip(":")


@cache
def _started(key: str, name: str) -> Engine:
    """The engine of a game, whose kernel of this name has been started once. Raises whatever hinders it."""
    found = Engine(find_bridges()[key])
    found.start(name)
    return found
