"""Drawn boards of Coral Clash for its rule tests, and questions about their moves."""

from games import Seat
from games.coral_clash import CoralClash
from games.coral_clash.lines import names_of
from games.coral_clash.moves import whale_ends
from tests.games.playing import texts
from tests.support.drawings import draw_clash

YELLOW: Seat = 0
BLUE: Seat = 1


def sketch(text: str, *, turn: Seat = YELLOW, ply: int | None = None, steps: str = "text") -> CoralClash:
    """The position of some drawn ranks, each such as `4  ... DH. ..y`, from file a on; all other squares are empty.

    If Yellow's Whale is not drawn, it stands on g1h1 with a crab on h2. If Blue's is not drawn, it stands on a8b8
    behind a crab on b7 and an octopus on c8, so that it threatens nothing.
    """
    ranks = {rank: ["..."] * 8 for rank in range(1, 9)}
    for line in text.strip().splitlines():
        rank, *tokens = line.split()
        ranks[int(rank)][: len(tokens)] = tokens
    if "WW" not in text:
        ranks[1][6:8], ranks[2][7] = ["WW.", "WW."], "CH."
    if "ww" not in text:
        ranks[8][:3], ranks[7][1] = ["ww.", "ww.", "oh."], "ch."
    drawn = "\n".join(" ".join(ranks[rank]) for rank in range(8, 0, -1))
    return draw_clash(drawn, turn=turn, ply=ply, steps=steps)


def names(text: str) -> set[str]:
    """The squares that the text lists."""
    return set(text.split())


def moves_to(position: CoralClash, start: str, end: str) -> set[str]:
    """The legal moves from one square to another: one for each choice of effect."""
    plain = f"{start}-{end}"
    return {text for text in texts(position) if text == plain or text.startswith((f"{plain}+", f"{plain}^"))}


def ends(position: CoralClash, start: str) -> set[str]:
    """The squares to which the piece on `start` may go."""
    return {names_of(move.end) for move in position.legal_moves() if names_of(move.start) == start}


def whale_ways(position: CoralClash) -> set[str]:
    """The pairs of squares to which the Whale of the side to move could go if it might move into check."""
    ends = [names_of(end) for end in whale_ends(position.board, position.turn)]
    assert len(ends) == len(set(ends)), "no move twice"
    return set(ends)


def on(position: CoralClash, square: str) -> str:
    """The token of a square in the diagram: `DH.`, `..y` …"""
    rank = position.diagram().splitlines()[8 - int(square[1])]
    return rank.split()["abcdefgh".index(square[0]) + 1]
