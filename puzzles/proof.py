"""Proves that a move is the only one that wins, or that it wins faster than all others.

The kernels of the computer players do it, compiled without late-move reductions: a reduced search proves a win, but not
that there is no other. `only` solves the position after each other move to the end of the game; `fastest` searches it
to the length of the solution. A repeated position counts as a draw.
"""

import atexit
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, Final

from games import Position
from players.engines import Engine, find_bridges
from players.general import wins
from players.kernels import build
from players.levels import Level
from players.results import SearchResult
from puzzles.collection import Kind

EVERY_SCORE: Final = 16.0
"""A margin wide enough for the search to score every move exactly."""
MOST_REPLIES: Final = 20
"""The maximum number of wrong moves for which a puzzle has a reply. They are those that a search considers best."""
TRIED_FIRST: Final = 3
"""How many replies that have refuted other moves are tried before all replies are searched."""
NO_LIMIT: Final = 3600.0
"""The time limit, in seconds, for a search that is otherwise limited only in plies."""
PAST: Final = {"history", "earlier"}
"""The fields of a position that hold earlier positions."""
EFFECT: Final = re.compile(r"[+^].*")
"""Matches the end of a move's text, which says what the piece does in addition to moving."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that the side to move wins in a position. All its moves are strings."""

    answers: Sequence[str]
    line: Sequence[str]
    replies: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Prover:
    """A game's settings for puzzles: how to prove a position, and which proofs are suitable."""

    kind: Kind
    nodes: int
    """The maximum number of positions (or simulations) that a search may visit."""
    plies: range
    """How long a solution may be, in plies."""
    choices: int
    """The fewest legal moves in the position."""
    ending: str = ""
    """The key of the only ending that a solution may have, for games with other endings that are hard to see."""

    def look(self, position: Position[Any]) -> SearchResult[Any]:
        """Briefly search a position, which may be enough to prove that one side wins."""
        return search(position, self.nodes, self._depth())

    def prove(self, position: Position[Any], best: SearchResult[Any]) -> Proof | None:
        """Prove that there is only one right move, or return None if there are several or nothing can be proven.

        `best` is what `look` returns for the position.
        """
        if not best.certain or best.candidates[0].chance != 1:
            return None
        moves = position.legal_moves()
        if len(moves) < self.choices or any(wins(position, move) for move in moves):
            return None
        proven = self._only(position, best) if self.kind == "only" else self._fastest(position, best)
        line = proven and self.line(position, proven[0][0])
        if not proven or not line:
            return None
        answers, replies = proven
        return Proof([position.format(move) for move in answers], line, replies)

    def _depth(self) -> int:
        """Return the search depth: one ply more than the solution, to notice when a side has no legal move."""
        return 0 if self.kind == "only" else self.plies[-1] + 1

    def _only(self, position: Position[Any], best: SearchResult[Any]) -> tuple[list[Any], dict[str, str]] | None:
        """Return the only winning move and the replies that refute the others, or None if this is not proven."""
        answer = best.candidates[0].move
        replies: dict[str, str] = {}
        others = [one.move for one in best.candidates[1:]]
        others += [move for move in position.legal_moves() if move != answer and move not in others]
        for move in others:
            after = position.play(move)
            if result := after.result():
                if result.winner != after.turn:
                    return None
                continue
            reply = search(after, self.nodes)
            if not reply.certain or reply.candidates[0].chance != 1:
                return None
            if len(replies) < MOST_REPLIES:
                replies[position.format(move)] = after.format(reply.candidates[0].move)
        return [answer], replies

    def _fastest(self, position: Position[Any], best: SearchResult[Any]) -> tuple[list[Any], dict[str, str]] | None:
        """Return the fastest winning moves, which differ only in effect, and replies that refute others, or None."""
        quick = best.candidates[0]
        if quick.plies not in self.plies:
            return None
        answers: list[Any] = []
        replies: dict[str, str] = {}
        refuting: list[Any] = []
        for rival in search(position, 0, quick.plies + 1, margin=EVERY_SCORE).candidates:  # the likeliest first
            after = position.play(rival.move)
            if after.result() is not None:
                continue
            reply = self._refutation(after, quick.plies - 1, refuting)
            if reply is None:
                answers.append(rival.move)
                if len({EFFECT.sub("", position.format(move)) for move in answers}) > 1:
                    return None
            elif len(replies) < MOST_REPLIES:
                replies[position.format(rival.move)] = after.format(reply)
        answers.sort(key=lambda move: len(position.format(move)))
        return (answers, replies) if answers else None

    def _refutation(self, after: Position[Any], plies: int, refuting: list[Any]) -> Any | None:  # noqa: ANN401 (each game's moves)
        """Return a move that does not lose within this many plies, or None if none is found.

        Tries the moves in `refuting` first, because the same reply refutes most moves, and searching one reply takes a
        fraction of the time that all would take. If another move is found, it is put first in `refuting`.
        """
        legal = after.legal_moves()
        for reply in [move for move in refuting if move in legal][:TRIED_FIRST]:
            then = after.play(reply)
            if then.result() is not None:
                continue
            best = search(then, 0, plies, exact=True).candidates[0]
            if not (best.chance == 1 and best.plies < plies):
                return reply
        found = search(after, 0, plies + 1, exact=True)
        best = found.candidates[0]
        if found.certain and best.chance == 0 and best.plies <= plies:
            return None
        if best.move not in refuting:
            refuting.insert(0, best.move)
        return best.move

    def line(self, position: Position[Any], answer: Any) -> list[str] | None:  # noqa: ANN401 (each game's moves)
        """Return the solution up to the end of the game, or None if its length or ending is not allowed."""
        winner, line = position.turn, [position.format(answer)]
        position = position.play(answer)
        while (result := position.result()) is None:
            if len(line) >= self.plies[-1]:
                return None
            move = search(position, self.nodes, self._depth()).candidates[0].move
            line.append(position.format(move))
            position = position.play(move)
        right = result.winner == winner and len(line) in self.plies and self.ending in {"", result.key}
        return line if right else None


def without_history(position: Position[Any]) -> Position[Any]:
    """Return the position without its history, so that no move can repeat an earlier position."""
    values: Any = position  # every game's position is a dataclass
    bare: Position[Any] = replace(values, **{part.name: () for part in fields(values) if part.name in PAST})
    return bare


def search(
    position: Position[Any], nodes: int, plies: int = 0, *, margin: float = 0, exact: bool = False
) -> SearchResult[Any]:
    """Search a position to a depth of `plies`, visiting at most `nodes` positions. Zero means no limit.

    `exact` searches every move to the full depth. Moves within `margin` of the best one get exact scores.
    """
    level = Level(nodes=nodes, seconds=0, plies=plies, margin=margin, opening=margin, least_plies=2)
    return _engine(position.info.key, exact).think(position, level, seconds=0 if nodes else NO_LIMIT, seed=1)


@cache
def _engine(game: str, exact: bool) -> Engine:
    """Return a game's engine. If `exact` is true, its kernels do not use late-move reductions."""
    bridge = find_bridges()[game]
    if not exact:
        return Engine(bridge)
    folder = Path(mkdtemp())
    atexit.register(rmtree, folder, ignore_errors=True)
    for name in build.KERNELS:
        if name.startswith(game):
            build.build(name, folder / f"{name}.wasm", "-DLATE_MOVES=0")
    return Engine(bridge, folder=folder)
