"""Every reason that is given for a move is true: each is found again on the board in another way."""

import heapq
import importlib
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from games import GAMES, merit
from games.base import Position
from games.kings_convoy import KingsConvoy
from games.kings_convoy.board import CORNERS, KING
from games.kings_convoy.board import NAMES as SEA
from games.squalma import SquAlma
from language import Sentence

Board = Any
"""A position of any game."""
FILES = "abcdefghijklm"


@dataclass(frozen=True)
class Case:
    """A move with its reason."""

    before: Board
    move: Any
    after: Board
    reason: Sentence

    def field(self, name: str) -> Any:
        """A field of the reason; a sentence as its English text."""
        value = self.reason.fields[name]
        return value if isinstance(value, int) else str(value)

    @property
    def count(self) -> int:
        return int(self.field("count"))

    @property
    def seat(self) -> int:
        """Who makes the move."""
        return int(self.before.turn)


def passed(position: Board) -> Board:
    """The position with the other side to move."""
    other = replace(position, turn=1 - position.turn)
    return next((replace(other, **{name: ()}) for name in ("earlier", "history") if hasattr(other, name)), other)


def places(text: str) -> set[str]:
    """The places of a listing: `a1, b2 and c3`."""
    return set(text.replace(" and ", ", ").replace(" or ", ", ").split(", "))


def held(position: Board, seat: int) -> set[str]:
    """Where a side has pieces that can be covered or captured, as the diagram shows it."""
    rows = [line.split() for line in position.diagram().splitlines()]
    cells = {f"{FILES[i]}{row[0]}": cell for row in rows if row[0].isdigit() for i, cell in enumerate(row[1:])}
    if isinstance(position, SquAlma):
        return {place for place, cell in cells.items() if cell[-1] == "BW"[seat]}
    if isinstance(position, KingsConvoy):
        return {place for place, cell in cells.items() if cell in ("A", "DK")[seat]}
    return {place for place, cell in cells.items() if cell[0] != "." and cell[0].isupper() == (seat == 0)}


def lost(before: Board, after: Board, seat: int) -> set[str]:
    """Where this side had a piece that it has no more."""
    return held(before, seat) - held(after, seat)


def in_reach(position: Board) -> set[str]:
    """The places of the pieces that the side to move could cover or capture."""
    return {
        place for move in position.legal_moves() for place in lost(position, position.play(move), 1 - position.turn)
    }


def wins(position: Board, text: str) -> bool:
    """Whether the side to move wins at once by this move."""
    result = position.play(position.parse(text)).result()
    return result is not None and result.winner == position.turn


def wins_at_once(position: Board) -> bool:
    return any(wins(position, position.format(move)) for move in position.legal_moves())


def saved(case: Case, text: str) -> bool:
    """Whether these places, and no others, were in danger and are no more; the mover may have left its own."""
    before, after = in_reach(passed(case.before)), in_reach(case.after)
    moved = case.before.steps(case.move)[1]
    return places(text) <= before and not places(text) & after and (moved not in after or bool(places(text) - after))


def attacked(case: Case, text: str) -> bool:
    return places(text) <= in_reach(passed(case.after)) - in_reach(case.before)


def squares_missing(position: Board, seat: int) -> int:
    """By Dijkstra's method: the least number of squares without an active disc of the seat on a path from 1 to 8."""
    mine = held(position, seat)
    queue = [(int(f"{file}1" not in mine), i, 0) for i, file in enumerate(FILES[:8])]
    heapq.heapify(queue)
    seen = set()
    while queue:
        cost, x, y = heapq.heappop(queue)
        if (x, y) in seen:
            continue
        seen.add((x, y))
        if y == 7:
            return cost
        for to_x in range(max(0, x - 1), min(8, x + 2)):
            for to_y in range(max(0, y - 1), min(8, y + 2)):
                heapq.heappush(queue, (cost + (f"{FILES[to_x]}{to_y + 1}" not in mine), to_x, to_y))
    raise AssertionError("there is always a way")


def king_steps(position: Board) -> list[set[str]]:
    """The squares that the king comes to with one move, two moves and so on, played by the rules."""
    position = replace(position, turn=1, earlier=())
    known, latest, steps = {SEA[position.board.find(KING)]}, [position], []
    while latest:
        reached = {}
        for at in latest:
            king = at.board.find(KING)
            for move in at.legal_moves():
                if move.origin == king and SEA[move.target] not in known:
                    # Nothing is captured on the way: only the king is set down elsewhere.
                    cells = bytearray(at.board)
                    cells[king], cells[move.target] = 0, KING
                    reached[SEA[move.target]] = replace(at, board=bytes(cells), earlier=())
        known |= set(reached)
        latest = list(reached.values())
        if reached:
            steps.append(set(reached))
    return steps


def corners(position: Board) -> set[str]:
    return set().union(*king_steps(position)) & {SEA[corner] for corner in CORNERS}


def moves_to_corner(position: Board) -> int:
    steps = king_steps(position)
    return next((i for i, step in enumerate(steps, 1) if step & {SEA[corner] for corner in CORNERS}), 0)


def king_room(case: Case, moves: int) -> int:
    """How many more squares the king reaches in so many moves than before."""
    return len(set().union(*king_steps(case.after)[:moves])) - len(set().union(*king_steps(case.before)[:moves]))


def replies(position: Board) -> set[tuple[Any, Any]]:
    """The ways that the side to move has, whatever happens to coral."""
    return {position.steps(move)[:2] for move in position.legal_moves()}


def mine(case: Case) -> int:
    """How much more ways the mover has than before."""
    return len(replies(passed(case.after))) - len(replies(case.before))


def theirs(case: Case) -> int:
    """How much fewer ways the opponent has than before."""
    return len(replies(passed(case.before))) - len(replies(case.after))


def groups(position: Board, seat: int) -> list[set[str]]:
    """A side's groups by the names of their cells, the largest first."""
    return sorted((set(position.board.names(group)) for group in position.groups(seat)), key=len, reverse=True)


def beside(position: Board, cell: str) -> set[str]:
    return set(position.board.names(position.board.neighbours[position.board.bit[cell]]))


def room(position: Board, seat: int) -> int:
    """How many legal cells lie beside the largest group of a side."""
    largest = groups(position, seat)[0]
    return sum(bool(beside(position, cell) & largest) for cell in position.legal_moves() if cell != "swap")


def groups_beside(case: Case, seat: int) -> int:
    around = beside(case.before, case.move)
    return sum(bool(group & around) for group in groups(case.before, seat))


def sure_jumps(case: Case) -> int:
    """How many jumps the mover has whatever the reply is."""
    each = [set(replies(case.after.play(reply))) for reply in case.after.legal_moves()]
    return len(replies(passed(case.after)).intersection(*each))


def largest(case: Case) -> bool:
    return case.count == len(groups(case.after, case.seat)[0]) > len(next(iter(groups(case.before, case.seat)), ()))


TRUE: dict[str, Callable[[Case], bool]] = {
    "it wins at once": lambda case: wins(case.before, case.before.format(case.move)),
    "it is the only legal move": lambda case: list(case.before.legal_moves()) == [case.move],
    "it stops {move}, which would win at once": lambda case: (
        wins(passed(case.before), case.field("move")) and not wins_at_once(case.after)
    ),
    "it threatens {move}, which would win at once": lambda case: wins(passed(case.after), case.field("move")),
    # Konane
    "it leaves your opponent {count} jump": lambda case: case.count == len(replies(case.after)),
    "it takes {count} jump from your opponent": lambda case: case.count == theirs(case),
    "it gives you {count} jump more than you have now": lambda case: case.count == mine(case),
    "it leaves you {count} jump that no reply can stop": lambda case: case.count == sure_jumps(case),
    # SquAlma
    "it covers your opponent's disc on {square}": lambda case: (
        {case.field("square")} == lost(case.before, case.after, 1 - case.seat)
    ),
    "your opponent can no longer cover your disc on {squares}": lambda case: saved(case, case.field("squares")),
    "it threatens to cover your opponent's disc on {squares}": lambda case: attacked(case, case.field("squares")),
    "you need only {count} more square for a path from row 1 to row 8 then": lambda case: (
        squares_missing(case.before, case.seat) > squares_missing(case.after, case.seat) == case.count
    ),
    "your opponent needs {count} more square for a path from row 1 to row 8 then": lambda case: (
        squares_missing(case.before, 1 - case.seat) < squares_missing(case.after, 1 - case.seat) == case.count
    ),
    "it frees your own disc on {square}": lambda case: (
        case.field("square") == case.before.steps(case.move)[0] in held(case.after, case.seat)
    ),
    "it gives your discs {count} more move": lambda case: case.count == mine(case),
    "from there the disc moves {count} square at a time": lambda case: (
        len(case.after.stacks[case.move.stop]) == case.count > len(case.before.stacks[case.move.start])
    ),
    # King's Convoy
    "it captures {count} boat": lambda case: case.count == len(lost(case.before, case.after, 1 - case.seat)),
    "your opponent can no longer capture the boat on {boats}": lambda case: saved(case, case.field("boats")),
    "it threatens to capture the boat on {boats}": lambda case: attacked(case, case.field("boats")),
    "it bars the king's way to {count} corner": lambda case: (
        case.count == len(corners(case.before) - corners(case.after))
    ),
    "it opens a way for the king to {count} corner": lambda case: (
        case.count == len(corners(case.after) - corners(case.before))
    ),
    "the king now needs {after} moves to a corner instead of {before}": lambda case: (
        (case.field("before"), case.field("after")) == (moves_to_corner(case.before), moves_to_corner(case.after))
        and case.field("before") < case.field("after")
    ),
    "the king could be in a corner in {count} more move": lambda case: (
        case.count == moves_to_corner(case.after) != moves_to_corner(case.before)
    ),
    "it cuts the king off from {count} square": lambda case: (
        case.count
        == len(
            set().union(*king_steps(case.before))
            - set().union(*king_steps(case.after))
            - {case.before.steps(case.move)[1]}
        )
    ),
    "it guards the corner {corner}: {count} of the 3 boats that close it is there": lambda case: (
        case.count
        == sum(
            abs(ord(place[0]) - ord(case.field("corner")[0])) + abs(int(place[1:]) - int(case.field("corner")[1:])) == 2
            for place in held(case.after, 0)
        )
    ),
    "it takes {count} square from the king": lambda case: case.count == -king_room(case, 1),
    "it takes {count} square from the king that he could reach in two moves": lambda case: (
        case.count == -king_room(case, 2)
    ),
    "it gives the king {count} more square to sail to": lambda case: case.count == king_room(case, 1),
    "the king reaches {count} more square in two moves": lambda case: case.count == king_room(case, 2),
    # Brain Coral and Branching Coral
    "your opponent may swap, so the first stone should not be too strong": lambda case: (
        case.before.ply == 0 and "swap" in case.after.legal_moves()
    ),
    "it lifts {count} enemy stone": lambda case: (
        case.count == (case.before.stones(1 - case.seat) & ~case.after.stones(1 - case.seat)).bit_count()
    ),
    "it joins {count} group of yours to one of {size} stones": lambda case: (
        case.count == groups_beside(case, case.seat)
        and any(case.move in group and len(group) == case.field("size") for group in groups(case.after, case.seat))
    ),
    "your largest group grows to {count} stone": largest,
    "your opponent could join {count} group there": lambda case: case.count == groups_beside(case, 1 - case.seat),
    "it closes {count} more cell": lambda case: (
        case.count == len(set(case.before.legal_moves()) - {"swap"}) - len(case.after.legal_moves()) - 1
    ),
    "it leaves your opponent's largest group {count} cell to grow": lambda case: (
        case.count == room(case.after, 1 - case.seat) < room(case.before, 1 - case.seat)
    ),
    "your largest group can grow on {count} cell then": lambda case: (
        case.count == room(case.after, case.seat) > room(case.before, case.seat)
    ),
    "it brings you {count} point": lambda case: (
        case.count == case.after.scores()[case.seat] - case.before.scores()[case.seat]
    ),
    # Coral Clash
    "it gives check to the enemy Whale": lambda case: bool(case.after.checkers),
    "it gains by {effect}": lambda case: bool(lost(case.before, case.after, 1 - case.seat)),
    "your area grows to {count} coral": lambda case: (
        case.before.board.areas[case.seat] < case.after.board.areas[case.seat] == case.count
    ),
    "it takes {count} coral from your opponent's area": lambda case: (
        case.count == case.before.board.areas[1 - case.seat] - case.after.board.areas[1 - case.seat]
    ),
    "your opponent can no longer capture your {piece}": lambda case: saved(case, case.field("piece")[-2:]),
    "it attacks the {piece}": lambda case: attacked(case, case.field("piece")[-2:]),
    "it gives your pieces {count} more move": lambda case: case.count == mine(case),
    "it takes {count} move from your opponent": lambda case: case.count == theirs(case),
}
"""For each reason whether it is true. A game that is not among these has them as `REASONS` in its own tests."""


def cases(key: str, games: int, share: float) -> list[Case]:
    """Two moves of a share of the positions of random games, with their reasons."""
    told = []
    for number in range(games):
        chance, position = random.Random(f"{key} {number}"), GAMES[key].start()
        while position.result() is None and position.ply < 120:
            moves = list(position.legal_moves())
            some = chance.sample(moves, min(2, len(moves))) if chance.random() < share else []
            reasons = [(move, merit(position, move)) for move in some]
            told += [Case(position, move, position.play(move), reason) for move, reason in reasons if reason]
            position = position.play(chance.choice(moves))
    return told


def check(some: list[Case]) -> None:
    for case in some:
        told = f"{case.before.encode()}: {case.before.format(case.move)}, because {case.reason}"
        assert truth(case)(case), told


def truth(case: Case) -> Callable[[Case], bool]:
    """How to find out whether the reason is true: from `TRUE`, or from `REASONS` in the game's own tests."""
    message, key = case.reason.message, case.before.info.key
    known = TRUE.get(message) or own_reasons(key).get(message)
    assert known, (
        f"nothing checks “{message}”: tests/games/test_{key}.py needs a dictionary "
        "`REASONS` with a function that finds out from a Case whether it is true (docs/adding-a-game.md, step 2)"
    )
    return known


def own_reasons(key: str) -> dict[str, Callable[[Case], bool]]:
    """The reasons that the tests of this game check themselves: `REASONS` in `test_<key>.py`."""
    reasons: dict[str, Callable[[Case], bool]] = getattr(
        importlib.import_module(f"tests.games.test_{key}"), "REASONS", {}
    )
    return reasons


def tells_gains(key: str) -> bool:
    """Whether the game says more of a move than whether it wins."""
    return GAMES[key].gain is not Position.gain


@pytest.mark.parametrize("key", GAMES)
def test_what_is_said_for_a_move_is_true(key: str) -> None:
    sample = cases(key, 1, 0.15)
    assert len(sample) > 3 or not tells_gains(key)
    check(sample)


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_what_is_said_for_many_moves_is_true(key: str) -> None:
    sample = cases(key, 4, 0.6)
    assert len({case.reason.message for case in sample}) > (4 if not own_reasons(key) else 1) or not tells_gains(key)
    check(sample)
