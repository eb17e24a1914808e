"""`make puzzles` plays matches from fixed seeds, proves puzzles in their endings, and adds them to the collection.

`python -m puzzles.make GAME FIRST LAST` prints the puzzles of the matches with these seeds, one a line, each after the
seed of its match. `python -m puzzles.make compose FIRST LAST` prints puzzles for the attackers of King's Convoy, in
positions that are composed from matches. `python -m puzzles.make add FILES` adds such lines to the collection, games in
turn, and `python -m puzzles.make retire` retires those that a rule in `dull.py` calls no fun.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, Final

from games import GAMES, Position
from players import choose, play_as
from players.levels import level_of
from puzzles.collection import FILE, Puzzle
from puzzles.composed import compose
from puzzles.dull import dull
from puzzles.proof import Proof, Prover, without_history

PROVERS: Final = {
    "konane": Prover("only", nodes=400_000, plies=range(3, 8), choices=6),
    "squalma": Prover("fastest", nodes=60_000, plies=range(3, 6), choices=10),
    "kings_convoy": Prover("fastest", nodes=40_000, plies=range(3, 6), choices=10),
    "brain_coral": Prover("only", nodes=60_000, plies=range(3, 8), choices=5),
    "branching_coral": Prover("only", nodes=40_000, plies=range(3, 8), choices=5),
    "coral_clash": Prover("fastest", nodes=60_000, plies=range(3, 6), choices=10, ending="checkmate"),
}
BLUNDERS: Final = {"coral_clash": 0.12}
"""The share of random moves in a game's matches, for games in which suitable wins are rare without such moves."""
MOST_NODES: Final = 20_000
"""The maximum number of positions that a player visits for each move in these matches."""
FEW_NODES: Final = 500
"""The maximum for matches from which positions are composed. Their boats need not be placed well."""
RANDOM_PLIES: Final = range(4, 11)
"""The numbers of random moves with which a match may begin."""
LONGEST: Final = 300
"""The number of plies after which a match is stopped."""
UNDECIDED: Final = 8
"""The search of a match ends after this many undecided positions in a row."""
APART: Final = 8
"""The fewest plies between two puzzles from a match, because the same idea often stays on the board for some plies."""
SEEDS: Final = range(4)
"""The seeds for the attempts of the levels in TRYING at a puzzle."""
TRYING: Final = (1, 2)


def match(game: str, seed: int, nodes: int = MOST_NODES) -> Sequence[Position[Any]]:
    """Let computer players play a match, and return its positions. A match that gets too long is stopped.

    Each player visits at most `nodes` positions for a move.
    """
    random = Random(f"{game} {seed}")
    position = GAMES[game].start()
    positions, opening = [position], random.choice(RANDOM_PLIES)
    blunders = BLUNDERS.get(game)
    while position.result() is None and len(positions) < LONGEST:
        if position.ply < opening or (blunders and random.random() < blunders):
            move = random.choice(position.legal_moves())
        else:
            level = level_of(game, random.choice((2, 3)), position.turn)
            move = play_as(position, replace(level, nodes=min(level.nodes, nodes)), seed=seed, seconds=0)
        position = position.play(move)
        positions.append(position)
    return positions


def puzzles_of(game: str, seed: int) -> Iterator[Puzzle]:
    """Yield the puzzles found in the match with this seed, longest solution first."""
    chosen = dict[str, int]()
    for position, proof in sorted(_proven(game, seed), key=lambda proven: -len(proven[1].line)):
        answer = proof.answers[0]
        if answer not in chosen and all(abs(position.ply - ply) >= APART for ply in chosen.values()):
            chosen[answer] = position.ply
            if puzzle := puzzle_of(position, proof):
                yield puzzle


def puzzle_of(position: Position[Any], proof: Proof) -> Puzzle | None:
    """Return a puzzle made from a position, or None if it would be no fun to solve.

    The position has no history.
    """
    game = position.info.key
    puzzle = Puzzle(
        game=game,
        position=position.encode(),
        kind=PROVERS[game].kind,
        plies=len(proof.line),
        answers=proof.answers,
        line=proof.line,
        replies=proof.replies,
        stars=stars(position, proof.answers),
    )
    return None if dull(puzzle) else puzzle


def _proven(game: str, seed: int) -> Iterator[tuple[Position[Any], Proof]]:
    """Yield those positions of a match in which only one move is right, each with its proof.

    The search goes back from the end of the match to the point where the winner was undecided. After a blunder, the
    other side may be winning at any time, so matches with blunders are searched completely.
    """
    undecided = 0
    for position in map(without_history, reversed(match(game, seed))):
        if position.result() is None:
            best = PROVERS[game].look(position)
            undecided = 0 if best.certain else undecided + 1
            if undecided == UNDECIDED and game not in BLUNDERS:
                return
            if not undecided and (proof := PROVERS[game].prove(position, best)):
                yield position, proof


def composed_puzzles(seed: int) -> Iterator[Puzzle]:
    """Yield puzzles of King's Convoy in positions composed from the match with this seed."""
    game = "kings_convoy"
    for position in compose(match(game, seed, FEW_NODES), seed):
        if position.result() is not None:
            continue
        proof = PROVERS[game].prove(position, PROVERS[game].look(position))
        if proof and (puzzle := puzzle_of(position, proof)):
            yield puzzle


def stars(position: Position[Any], answers: Sequence[str]) -> int:
    """Rate a puzzle's difficulty by how often the two weakest computer players find the right move."""
    found = sum(
        position.format(choose(position, level, seed=seed, seconds=0)) in answers for level in TRYING for seed in SEEDS
    )
    return 1 if found >= 6 else 2 if found >= 3 else 3


def add(files: Sequence[Path]) -> None:
    """Add the puzzles in these files to the collection, skipping any whose position or solution is already there."""
    written = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    known = {mark for line in written for mark in _marks(line)}
    each = [[line.split(" ", 1)[1] for line in path.read_text(encoding="utf-8").splitlines()] for path in files]
    for line in (line for lines in zip_longest(*each) for line in lines if line):
        if known.isdisjoint(marks := _marks(line)):
            known.update(marks)
            written.append(line)
    FILE.write_text("".join(f"{line}\n" for line in written), encoding="utf-8")


def _marks(line: str) -> set[tuple[str, str]]:
    """Return the values by which duplicates are recognised: the position and the solution, each paired with the game.

    Two puzzles that people can see must not have the same position or solution.
    """
    puzzle = Puzzle.from_line(line)
    return {(puzzle.game, puzzle.position), (puzzle.game, " ".join(puzzle.line))}


def retire() -> None:
    """Retire every puzzle that is dull or has the same solution as an earlier one.

    The puzzles stay on their lines, because a puzzle's line is its number.
    """
    puzzles, seen = list(map(Puzzle.from_line, FILE.read_text(encoding="utf-8").splitlines())), set[tuple[str, str]]()
    for place, puzzle in enumerate(puzzles):
        solution = puzzle.game, " ".join(puzzle.line)
        if dull(puzzle) or solution in seen:
            puzzles[place] = replace(puzzle, retired=True)
        if not puzzles[place].retired:
            seen.add(solution)
    FILE.write_text("".join(f"{puzzle.to_line()}\n" for puzzle in puzzles), encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    if arguments[0] == "add":
        add([Path(name) for name in arguments[1:]])
        return
    if arguments[0] == "retire":
        retire()
        return
    source, first, last = arguments
    for seed in range(int(first), int(last)):
        for puzzle in composed_puzzles(seed) if source == "compose" else puzzles_of(source, seed):
            sys.stdout.write(f"{seed} {puzzle.to_line()}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
