"""`make puzzles` plays matches from fixed seeds, proves puzzles in their endings and adds those to the collection.

`python -m puzzles.make GAME FIRST LAST` prints the puzzles of the matches with these seeds, one a line, each after the
seed of its match. `python -m puzzles.make add FILES` adds such lines to the collection, games in turn, and
`python -m puzzles.make retire` retires those that a rule in `dull.py` calls no fun.
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
"""The share of random moves in a game's matches, where a win like those of the puzzles is rare without one."""
MOST_NODES: Final = 20_000
"""The most positions that a player visits for a move of these matches."""
RANDOM_PLIES: Final = range(4, 11)
"""How many random moves a match may begin with."""
LONGEST: Final = 300
"""After how many plies a match is given up."""
UNDECIDED: Final = 8
"""After how many positions in a row that no search decides the rest of the match is left out."""
APART: Final = 8
"""The fewest plies between two puzzles of a match, because the same idea often stands on the board for some plies."""
SEEDS: Final = range(4)
"""With these seeds the levels in TRYING try a puzzle."""
TRYING: Final = (1, 2)


def match(game: str, seed: int) -> Sequence[Position[Any]]:
    """The positions of a match between computer players, the last of them over unless the match is too long."""
    random = Random(f"{game} {seed}")
    position = GAMES[game].start()
    positions, opening = [position], random.choice(RANDOM_PLIES)
    blunders = BLUNDERS.get(game)
    while position.result() is None and len(positions) < LONGEST:
        if position.ply < opening or (blunders and random.random() < blunders):
            move = random.choice(position.legal_moves())
        else:
            level = level_of(game, random.choice((2, 3)), position.turn)
            move = play_as(position, replace(level, nodes=min(level.nodes, MOST_NODES)), seed=seed, seconds=0)
        position = position.play(move)
        positions.append(position)
    return positions


def puzzles_of(game: str, seed: int) -> Iterator[Puzzle]:
    """The puzzles of the match with this seed, the longest first."""
    chosen = dict[str, int]()
    for position, proof in sorted(_proven(game, seed), key=lambda proven: -len(proven[1].line)):
        answer = proof.answers[0]
        if answer not in chosen and all(abs(position.ply - ply) >= APART for ply in chosen.values()):
            chosen[answer] = position.ply
            if puzzle := puzzle_of(position, proof):
                yield puzzle


def puzzle_of(position: Position[Any], proof: Proof) -> Puzzle | None:
    """The puzzle of a position without its history; None if it is of a kind that is no fun."""
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
    """The positions of the match with only one right move, from its end back to where nothing is decided.

    After a blunder the other side may be winning at any time, so matches with blunders are searched whole.
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


def stars(position: Position[Any], answers: Sequence[str]) -> int:
    """How hard a puzzle is, by how often the weakest two levels find the answer."""
    found = sum(
        position.format(choose(position, level, seed=seed, seconds=0)) in answers for level in TRYING for seed in SEEDS
    )
    return 1 if found >= 6 else 2 if found >= 3 else 3


def add(files: Sequence[Path]) -> None:
    """Add the puzzles in these files to the collection, but no position twice."""
    written = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    known = {line.split('"kind"')[0] for line in written}
    each = [[line.split(" ", 1)[1] for line in path.read_text(encoding="utf-8").splitlines()] for path in files]
    for line in (line for lines in zip_longest(*each) for line in lines if line):
        if (position := line.split('"kind"')[0]) not in known:
            known.add(position)
            written.append(line)
    FILE.write_text("".join(f"{line}\n" for line in written), encoding="utf-8")


def retire() -> None:
    """Retire the puzzles of the collection that are dull. Their lines keep their places, because these are numbers."""
    puzzles = map(Puzzle.read, FILE.read_text(encoding="utf-8").splitlines())
    retired = [replace(puzzle, retired=True) if dull(puzzle) else puzzle for puzzle in puzzles]
    FILE.write_text("".join(f"{puzzle.written()}\n" for puzzle in retired), encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    if arguments[0] == "add":
        add([Path(name) for name in arguments[1:]])
        return
    if arguments[0] == "retire":
        retire()
        return
    game, first, last = arguments
    for seed in range(int(first), int(last)):
        for puzzle in puzzles_of(game, seed):
            sys.stdout.write(f"{seed} {puzzle.written()}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
