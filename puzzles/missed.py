"""Finds puzzles in finished matches: positions in which the player missed the right move.

The host may have no compiler. So the fastest win is proven not by kernels without late-move reductions, as in
`make.py`, but by a plain search over the rules, which proves wins in two moves only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games import Position
from players import has_kernel
from players.general import wins
from puzzles.collection import Puzzle
from puzzles.make import PROVERS, puzzle_of
from puzzles.proof import EFFECT, MOST_REPLIES, Proof, Prover, search, without_history

TWO_MOVES: Final = 3
"""How many plies a win in two moves takes."""
MOST_TRIED: Final = 300_000
"""How many moves a plain search may try before it gives up. This takes about a second."""


@dataclass(frozen=True, slots=True)
class Look:
    """The result of searching a position for a puzzle."""

    decided: bool
    """Whether the search proved which side wins."""
    puzzle: Puzzle | None = None
    """The puzzle; None if there is none, if it is dull, or if the player found the right move."""


def look(position: Position[Any], played: str) -> Look:
    """Look for a puzzle in a position where the player chose `played`. Takes 0.05 s on average and at most one second.

    Finds nothing if this machine cannot run the kernel.
    """
    prover, bare = PROVERS[position.info.key], without_history(position)
    if not has_kernel(bare):
        return Look(decided=False)
    best = prover.look(bare) if prover.kind == "only" else search(bare, prover.nodes, TWO_MOVES + 1)
    if not best.certain or bare.format(best.candidates[0].move) == played:
        return Look(best.certain)
    if prover.kind == "only":
        proof = prover.prove(bare, best)
    else:
        quick = best.candidates[0].chance == 1 and best.candidates[0].plies == TWO_MOVES
        proof = _win_in_two(prover, bare) if quick else None
    if proof is None or played in proof.answers:
        return Look(decided=True)
    return Look(decided=True, puzzle=puzzle_of(bare, proof))


def _win_in_two(prover: Prover, position: Position[Any]) -> Proof | None:
    """Return a proof that only one move, whatever its effect, wins within two moves, or None if there is none."""
    moves = position.legal_moves()
    if len(moves) < prover.choices or any(wins(position, move) for move in moves):
        return None
    plain, answers, replies = _Plain(), list[str](), dict[str, str]()
    for move in moves:
        after, text = position.play(move), position.format(move)
        if after.result() is not None:
            continue
        reply = plain.refutation(after)
        if plain.tried > MOST_TRIED:
            return None
        if reply is not None:
            replies[text] = after.format(reply)
        else:
            answers.append(text)
            if len({EFFECT.sub("", answer) for answer in answers}) > 1:
                return None
    answers.sort(key=len)
    line = prover.line(position, position.parse(answers[0])) if answers else None
    if line is None or len(line) != TWO_MOVES:
        return None
    return Proof(answers, line, _likely(position, replies))


def _likely(position: Position[Any], replies: Mapping[str, str]) -> Mapping[str, str]:
    """Return the replies to the wrong moves, ordered from the best wrong move to the worst according to a search."""
    order = [position.format(rival.move) for rival in search(position, 1000, TWO_MOVES).candidates]
    likely = [text for text in order if text in replies] + [text for text in replies if text not in order]
    return {text: replies[text] for text in likely[:MOST_REPLIES]}


class _Plain:
    """A search that uses only the rules of the game and counts the moves it tries."""

    def __init__(self) -> None:
        self.tried = 0
        self._refuting: list[Any] = []
        """Replies that refuted other moves, most recent first."""

    def refutation(self, after: Position[Any]) -> Any | None:  # noqa: ANN401 (each game's moves)
        """Return a reply that stops the opponent from winning, or None if none is found after MOST_TRIED tries."""
        legal = after.legal_moves()
        known = [reply for reply in self._refuting if reply in legal]
        for reply in [*known, *(reply for reply in legal if reply not in known)]:
            if self.tried > MOST_TRIED:
                return None
            if not self._loses(after, reply):
                if reply not in self._refuting:
                    self._refuting.insert(0, reply)
                return reply
        return None

    def _loses(self, position: Position[Any], move: Any) -> bool:  # noqa: ANN401 (each game's moves)
        """Return True if the opponent wins after this move, either at once or with the following move."""
        then = position.play(move)
        if result := then.result():
            self.tried += 1
            return result.winner == then.turn
        answers: Sequence[Any] = then.legal_moves()
        for number, answer in enumerate(answers, 1):
            if wins(then, answer):
                self.tried += number
                return True
        self.tried += len(answers)
        return False
