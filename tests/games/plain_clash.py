"""Coral Clash's moves, found on the drawn board by a slow and obvious program that tries every move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.coral_clash import CoralClash

Square = tuple[int, int]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SLANTED = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


@dataclass
class Plain:
    """A board as dictionaries: pieces as (Yellow or Blue, kind letter, is a gatherer), coral as its owner."""

    pieces: dict[Square, tuple[str, str, bool]]
    coral: dict[Square, str]
    steps: str

    def copy(self) -> Plain:
        return Plain(dict(self.pieces), dict(self.coral), self.steps)

    def whale(self, side: str) -> list[Square]:
        return sorted(square for square, man in self.pieces.items() if man[:2] == (side, "W"))


def plain(position: CoralClash) -> Plain:
    """The position's board as its diagram shows it."""
    board = Plain({}, {}, position.board.steps)
    for row, line in enumerate(position.diagram().splitlines()[:8]):
        for file, token in enumerate(line.split()[1:]):
            square = (file, 7 - row)
            if token[0] != ".":
                board.pieces[square] = ("yellow" if token[0].isupper() else "blue", token[0].upper(), token[1] in "Gg")
            if token[2] != ".":
                board.coral[square] = {"y": "yellow", "b": "blue"}[token[2]]
    return board


def legal_texts(position: CoralClash) -> set[str]:
    """The texts of all legal moves after the setup, whether or not the game is over."""
    board, side = plain(position), ("yellow", "blue")[position.turn]
    texts = set()
    for text, after in everything(board, side):
        if not captures_whale(after, other(side)):
            assert text not in texts
            texts.add(text)
    return texts


def everything(board: Plain, side: str) -> Iterator[tuple[str, Plain]]:
    """Each move that the side could make if it might move into check, with the board after it."""
    yield from of_pieces(board, side)
    yield from of_whale(board, side)


def of_pieces(board: Plain, side: str) -> Iterator[tuple[str, Plain]]:
    """The moves of all pieces except the Whale."""
    supply = 17 - list(board.coral.values()).count(side)
    prey = board.whale(other(side))
    for start, (owner, kind, gatherer) in board.pieces.items():
        if owner != side or kind == "W":
            continue
        for end in reached(board, start):
            if end in prey:
                continue
            after = board.copy()
            after.pieces[end] = after.pieces.pop(start)
            text = f"{name(start)}-{name(end)}"
            yield text, after
            if gatherer and end not in board.coral and supply > 0:
                placed = after.copy()
                placed.coral[end] = side
                yield text + "+", placed
            if not gatherer and end in board.coral:
                lifted = after.copy()
                del lifted.coral[end]
                yield text + "^", lifted


def of_whale(board: Plain, side: str) -> Iterator[tuple[str, Plain]]:
    """The moves of the Whale."""
    whale, prey = board.whale(side), board.whale(other(side))
    for pair in whale_reached(board, whale, side):
        if set(pair) & set(prey):
            continue
        under = [square for square in pair if square in board.coral]
        choices = [[], *([square] for square in under)] + ([under] if len(under) == 2 else [])
        for choice in choices:
            after = board.copy()
            for square in whale:
                del after.pieces[square]
            for square in pair:
                after.pieces[square] = (side, "W", False)
            for square in choice:
                del after.coral[square]
            lift = "^" + "".join(sorted(map(name, choice))) if choice else ""
            yield f"{pair_name(whale)}-{pair_name(pair)}{lift}", after


def reached(board: Plain, start: Square) -> Iterator[Square]:
    """The squares that a piece other than a Whale reaches; pieces of its own side bar the way."""
    side, kind, gatherer = board.pieces[start]
    octopus, crab = (STRAIGHT, SLANTED) if board.steps == "text" else (SLANTED, STRAIGHT)
    ways = {"D": STRAIGHT + SLANTED, "T": STRAIGHT, "P": SLANTED, "C": crab, "O": octopus}[kind]
    for across, up in ways:
        file, rank = start
        for _ in range(1 if kind in "CO" else 7):
            file, rank = file + across, rank + up
            if not on_board((file, rank)):
                break
            standing = board.pieces.get((file, rank))
            if standing and standing[0] == side:
                break
            yield file, rank
            if standing or (not gatherer and (file, rank) in board.coral):
                break


def whale_reached(board: Plain, whale: list[Square], side: str) -> set[tuple[Square, ...]]:
    """The pairs of squares that a Whale reaches; pieces of its own side bar the way."""
    ends = set()

    def barred(square: Square) -> bool:
        standing = board.pieces.get(square)
        return not on_board(square) or (square not in whale and standing is not None and standing[0] == side)

    for across, up in STRAIGHT + SLANTED:
        for far in range(1, 8):
            step = [(file + across * far, rank + up * far) for file, rank in whale]
            if any(map(barred, step)):
                break
            ends.add(tuple(sorted(step)))
            fresh = [square for square in step if square not in whale]
            if any(square in board.pieces or square in board.coral for square in fresh):
                break
    for pivot in whale:
        for across, up in STRAIGHT:
            swung = (pivot[0] + across, pivot[1] + up)
            if swung not in whale and not barred(swung):
                ends.add(tuple(sorted([pivot, swung])))
    return ends


def captures_whale(board: Plain, side: str) -> bool:
    """Whether a piece of `side` could capture the other Whale.

    Its own Whale counts only if nothing could capture it there.
    """
    prey = set(board.whale(other(side)))
    for start, (owner, kind, _) in board.pieces.items():
        if owner == side and kind != "W" and prey & set(reached(board, start)):
            return True
    whale = board.whale(side)
    for pair in whale_reached(board, whale, side):
        if prey & set(pair):
            after = board.copy()
            for square in {*whale, *prey, *pair}:
                after.pieces.pop(square, None)
            for square in pair:
                after.pieces[square] = (side, "W", False)
            if not any(
                set(pair) & set(reached(after, start))
                for start, (owner, kind, _) in after.pieces.items()
                if owner != side
            ):
                return True
    return False


def other(side: str) -> str:
    return "blue" if side == "yellow" else "yellow"


def on_board(square: Square) -> bool:
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


def pair_name(squares: list[Square] | tuple[Square, ...]) -> str:
    return "".join(sorted(map(name, squares)))
