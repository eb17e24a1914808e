"""King's Convoy positions: moves, endings and texts."""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from games._grid import grid
from games.base import (
    GameInfo,
    IllegalMove,
    InvalidNotation,
    Measure,
    Placeable,
    Position,
    Result,
    RuleError,
    Seat,
    Stacks,
    chosen_options,
    other_side,
    shorten,
)
from games.kings_convoy.board import (
    ATTACKER,
    ATTACKERS,
    BOAT_RAYS,
    BOAT_RAYS_OVER_THRONE,
    CORNERS,
    DEFENDER,
    DEFENDERS,
    EMPTY,
    KING,
    KING_RAYS,
    LETTERS,
    MOVES,
    NAMES,
    NEIGHBOURS,
    SANDWICHES,
    SIZE,
    SQUARES,
    START,
    THRONE,
    Move,
    directions,
    king_taken,
    move_between,
)
from games.kings_convoy.info import INFO
from games.kings_convoy.king_reach import WORTH_CUTTING, closing, king_reach, opening, room, ways_home
from language import Sentence, counted, listing, mark


@dataclass(frozen=True, slots=True)
class KingsConvoy(Position[Move]):
    """A position of King's Convoy: the board, and the earlier boards that could still recur."""

    info: ClassVar[GameInfo] = INFO

    board: bytes
    """The content of each of the 169 squares: EMPTY, ATTACKER, DEFENDER or KING."""
    turn: Seat
    ply: int
    throne: str = "always"
    """The option `throne`: `always` or `empty`."""
    earlier: tuple[bytes, ...] = ()
    """The boards since the last capture, oldest first. Older boards cannot recur, because they have more boats."""

    @classmethod
    def start(cls, **options: str) -> Self:
        return cls.draw(START, throne=chosen_options(cls.info, options)["throne"])

    @classmethod
    def draw(cls, text: str, *, turn: Seat = ATTACKERS, throne: str = "always") -> Self:
        """Return the position shown in a diagram, without history. Raises ValueError if the diagram is invalid."""
        rows = [row for line in text.splitlines() if (row := re.sub(r"[\d\sa-m]", "", line).replace("+", "."))]
        cells = "".join(reversed(rows))
        if any(len(row) != SIZE for row in rows) or len(rows) != SIZE or cells.strip(LETTERS):
            raise ValueError("a diagram has 13 rows of 13 squares: A, D, K, . or +")
        return cls(bytes(map(LETTERS.index, cells)), turn, turn, throne)

    def legal_moves(self) -> list[Move]:
        return [] if self._decisive_result() else list(self._moves())

    def _moves(self) -> Iterator[Move]:
        """Yield the moves of the side to move, even if a repetition has ended the game."""
        board = self.board
        boat = ATTACKER if self.turn == ATTACKERS else DEFENDER
        boat_rays = BOAT_RAYS if board[THRONE] else BOAT_RAYS_OVER_THRONE
        square = board.find(boat)
        while square >= 0:
            for ray in boat_rays[square]:
                for to, move in ray:
                    if board[to]:
                        break
                    yield move
            square = board.find(boat, square + 1)
        if self.turn == DEFENDERS:
            for ray in KING_RAYS[board.find(KING)]:
                for to, move in ray:
                    if board[to]:
                        break
                    yield move

    def play(self, move: Move) -> Self:
        origin, target = move
        cells = bytearray(self.board)
        cells[target] = cells[origin]
        cells[origin] = EMPTY
        captured = self._captured_squares(cells, target)
        for square in captured:
            cells[square] = EMPTY
        earlier = () if captured else (*self.earlier, self.board)
        return type(self)(bytes(cells), other_side(self.turn), self.ply + 1, self.throne, earlier)

    def _captured_squares(self, cells: bytearray, target: int) -> list[int]:
        """Return the squares of the boats captured by a move to `target`. `cells` is the board after the move."""
        attacking = self.turn == ATTACKERS
        mine, enemy = ((ATTACKER,), DEFENDER) if attacking else ((DEFENDER, KING), ATTACKER)
        # The throne always helps to capture attackers, whether it is empty or the king is on it.
        throne_helps = self.throne == "always" or cells[THRONE] == EMPTY
        captured = [
            near
            for near, far in SANDWICHES[target]
            if cells[near] == enemy and (cells[far] in mine or far in CORNERS or (far == THRONE and throne_helps))
        ]
        if attacking and (king := cells.find(KING)) in NEIGHBOURS[target] and king_taken(cells, king, target):
            captured.append(king)
        return captured

    def result(self) -> Result | None:
        if decided := self._decisive_result():
            return decided
        return None if next(self._moves(), None) else self.info.ended("stuck", other_side(self.turn))

    def _decisive_result(self) -> Result | None:
        """Return the result if the king's capture, his escape or a repetition has ended the game, or else None."""
        king = self.board.find(KING)
        if king < 0:
            return self.info.ended("captured", ATTACKERS)
        if king in CORNERS:
            return self.info.ended("escaped", DEFENDERS)
        return self.info.ended("repetition", None) if self.count_repetitions() >= 2 else None

    def count_repetitions(self) -> int:
        # The sides alternate, so every second earlier board had the same side to move.
        return self.earlier[len(self.earlier) % 2 :: 2].count(self.board)

    def king_in_danger(self) -> bool:
        """Return True if the attackers could capture the king if it were their turn."""
        king = self.board.find(KING)
        if king < 0 or self._decisive_result():
            return False
        free = [near for near in NEIGHBOURS[king] if not self.board[near] and near not in {THRONE, *CORNERS}]
        return any(king_taken(self._with_attacker(near), king, near) and self._attackers_reach(near) for near in free)

    def _with_attacker(self, square: int) -> bytearray:
        cells = bytearray(self.board)
        cells[square] = ATTACKER
        return cells

    def _attackers_reach(self, square: int) -> bool:
        """Return True if an attacker could move to an empty square."""
        lines = ((self.board[to] for to in line) for line in directions(square))
        return any(next(filter(None, boats), EMPTY) == ATTACKER for boats in lines)

    def format(self, move: Move) -> str:
        return f"{NAMES[move.origin]}-{NAMES[move.target]}"

    def find(self, text: str, moves: Sequence[Move]) -> Move | None:
        move = MOVES.get(text)
        return move if move in moves else None

    def question(self, steps: Sequence[str] = (), *, own_turn: bool = True) -> Sentence:
        if not steps:
            return Sentence("Which boat sails?")
        if self.board[SQUARES[steps[0]]] == KING:
            return Sentence("Where does your king sail?") if own_turn else Sentence("Where does the king sail?")
        return Sentence("Where does the boat on {square} sail?", {"square": steps[0]})

    def task(self) -> Sentence:
        return (
            Sentence("sail one of your boats") if self.turn == ATTACKERS else Sentence("sail your king or a defender")
        )

    def warnings(self) -> Sequence[Sentence]:
        if self._decisive_result():
            return []
        warnings = []
        if corners := [NAMES[way[-1]] for way in ways_home(self.board)]:
            warnings.append(Sentence("The king has an open way to {corners}", {"corners": listing(corners)}))
        if self.king_in_danger():
            warnings.append(Sentence("The king is in danger of capture"))
        return [*warnings, *self.recurrence()]

    def annotate_move(self, move: Move) -> Sentence:
        if boats := self._taken(move):
            return Sentence("{move} (taking {taken})", {"move": self.format(move), "taken": listing(boats)})
        return self.worded(self.format(move))

    def _taken(self, move: Move) -> list[str]:
        """Return the names of the squares where a move captures enemy boats."""
        after = self.play(move).board
        return [
            NAMES[square]
            for square, boat in enumerate(self.board)
            if boat and not after[square] and square != move.origin
        ]

    def describe(self, move: Move, player: object) -> Sentence:
        text = {"player": player, "move": self.format(move)}
        if self.play(move).board.find(KING) < 0:
            return Sentence("{player} sailed {move}, capturing the king", text)
        boats = self._taken(move)
        text |= {"taken": listing(boats)}
        if self.board[move.origin] == KING:
            if boats:
                return Sentence("{player} sailed the king {move}, taking {taken}", text)
            return Sentence("{player} sailed the king {move}", text)
        if boats:
            return Sentence("{player} sailed {move}, taking {taken}", text)
        return Sentence("{player} sailed {move}", text)

    def gain(self, move: Move) -> Sentence | None:
        played = self.play(move)
        left = {square for square, boat in enumerate(self.board) if boat and not played.board[square]}
        if captured := left - {move.origin}:
            return counted("it captures {count} boat", "it captures {count} boats", len(captured))
        before, after = king_reach(self.board), king_reach(played.board)
        ways = closing(before, after, move) if self.turn == ATTACKERS else opening(before, after)
        return ways or self._captures_to_come(move, played) or room(self.board, move, before, after)

    def taken_by(self, move: Move) -> Sentence | None:
        taken = self._taken(move)
        if not taken:
            return None
        return counted("the boat on {squares}", "the boats on {squares}", len(taken), squares=listing(taken))

    def measures(self) -> Sequence[Measure]:
        reach = king_reach(self.board)
        measures = [Measure(mark("Corners that the king could reach"), (len(reach.corners),), sign=-1)]
        if reach.to_corner:
            measures.append(Measure(mark("Moves that the king needs to reach a corner"), (reach.to_corner,)))
        boats = (self.board.count(ATTACKER), self.board.count(DEFENDER))
        measures.append(Measure(mark("Boats left"), boats, material=True))
        two_moves = Measure(
            mark("Squares that the king could reach in two moves"),
            (reach.count_within(2),),
            sign=-1,
            least=WORTH_CUTTING,
        )
        return [*measures, two_moves]

    def capturable(self) -> set[int]:
        """Return the squares of the boats that the side to move could capture."""
        targets = set[int]()
        for move in self.legal_moves():
            cells = bytearray(self.board)
            cells[move.target], cells[move.origin] = cells[move.origin], EMPTY
            targets.update(self._captured_squares(cells, move.target))
        return targets

    def _captures_to_come(self, move: Move, after: Self) -> Sentence | None:
        """Describe the boats that a move, which leads to `after`, saves from capture or threatens to capture."""
        danger = after.capturable()
        saved = sorted(self.after_null_move().capturable() - danger)
        if saved and not (move.origin in saved and move.target in danger):
            boats = listing([NAMES[square] for square in saved])
            return Sentence("your opponent can no longer capture the boat on {boats}", {"boats": boats})
        threatened = sorted(after.after_null_move().capturable() - self.capturable())
        if threatened and move.target not in danger:
            boats = listing([NAMES[square] for square in threatened], last="or")
            return Sentence("it threatens to capture the boat on {boats}", {"boats": boats})
        return None

    def after_null_move(self) -> Self:
        return replace(self, turn=other_side(self.turn), earlier=())

    def refusal(self, text: str, typed: str) -> RuleError:
        squares = re.findall(r"[a-z]\d+", text)
        if not 1 <= len(squares) <= 2 or "".join(squares) != text:
            return InvalidNotation(
                "“{typed}” is not a move: name the boat's square and the square to go to, like {example}.",
                typed=typed,
                example=self.format(self.legal_moves()[0]),
            )
        for name in squares:
            if name not in SQUARES:
                return InvalidNotation("There is no square {name}: the board goes from a1 to m13.", name=name)
        return self._boat_refusal(squares[0]) or self._way_refusal(squares[0], squares[-1])

    def _boat_refusal(self, name: str) -> RuleError | None:
        """Return an error if the square holds no boat that the player can move, or None if it does."""
        boat = self.board[SQUARES[name]]
        if boat == EMPTY:
            return IllegalMove("There is no boat on {name}.", name=name)
        if (boat == ATTACKER) != (self.turn == ATTACKERS):
            return IllegalMove("{name} is not yours: {boat} stands there.", name=name, boat=self._whose(boat))
        return None

    def _way_refusal(self, origin: str, target: str) -> RuleError:
        """Return the error explaining why the boat on `origin` cannot go to `target`, which may be the same square."""
        start, end = SQUARES[origin], SQUARES[target]
        facts = {"origin": origin, "target": target}
        if start == end:
            if any(move.origin == start for move in self.legal_moves()):
                return IllegalMove("{origin} is where the boat stands already: name another square to go to.", **facts)
            return IllegalMove("The boat on {origin} cannot move: it is blocked on all sides.", **facts)
        line = next((line for line in directions(start) if end in line), None)
        if line is None:
            return IllegalMove(
                "Boats go straight along a row or a column, and {target} is not in line with {origin}.", **facts
            )
        for square in line[: line.index(end) + 1]:
            if boat := self.board[square]:
                return self._blocked(facts, boat, square)
        if end == THRONE:
            return IllegalMove("Only the king may stop on the throne; other boats may only cross it.")
        return IllegalMove("Only the king may end on a corner.")

    def _blocked(self, facts: Mapping[str, str], boat: int, square: int) -> RuleError:
        whose = self._whose(boat)
        if NAMES[square] == facts["target"]:
            return IllegalMove("The boat on {origin} cannot go to {target}: {boat} stands there.", boat=whose, **facts)
        message = mark("The boat on {origin} cannot go to {target}: {boat} is in the way on {square}.")
        return IllegalMove(message, boat=whose, square=NAMES[square], **facts)

    def _whose(self, boat: int) -> Sentence:
        if boat == KING:
            return Sentence("your king") if self.turn == DEFENDERS else Sentence("the king")
        if (boat == ATTACKER) == (self.turn == ATTACKERS):
            return Sentence("your own boat")
        return Sentence("an attacker") if boat == ATTACKER else Sentence("a defender")

    def diagram(self) -> str:
        marked = {THRONE, *CORNERS}
        signs = ["+" if square in marked and not boat else LETTERS[boat] for square, boat in enumerate(self.board)]
        return grid(SIZE).diagram(signs)

    def encode(self) -> str:
        """Return the position as text.

        It consists of the option, the ply of the oldest board that could occur again, that board from a1 on, and the
        moves since then.
        """
        boards = (*self.earlier, self.board)
        moves = [self.format(move_between(before, after)) for before, after in itertools.pairwise(boards)]
        oldest = re.sub(r"\.+", lambda run: str(len(run[0])), "".join(LETTERS[boat] for boat in boards[0]))
        return " ".join([self.throne, str(self.ply - len(moves)), oldest, *moves])

    def palette(self) -> dict[str, Placeable]:
        boats = [name for square, name in enumerate(NAMES) if square not in {THRONE, *CORNERS}]
        return {
            LETTERS[ATTACKER]: Placeable(Sentence("attacker"), boats),
            LETTERS[DEFENDER]: Placeable(Sentence("defender"), boats),
            LETTERS[KING]: Placeable(Sentence("king"), NAMES, only=True),
        }

    def placement(self) -> Stacks:
        return {name: (LETTERS[boat],) for name, boat in zip(NAMES, self.board, strict=True) if boat}

    def with_placement(self, placement: Stacks, turn: Seat) -> Self:
        cells = bytearray(SIZE * SIZE)
        for cell, (boat,) in placement.items():
            cells[SQUARES[cell]] = LETTERS.index(boat)
        ply = self.ply if self.ply % 2 == turn else self.ply + 1
        return type(self)(bytes(cells), turn, ply, self.throne)

    def flaw(self) -> Sentence | None:
        begun = type(self).start().board
        counts = {"attackers": ATTACKER, "defenders": DEFENDER}
        if any(self.board.count(kind) > begun.count(kind) for kind in counts.values()):
            text = mark("There are at most {attackers} attackers and {defenders} defenders.")
            return Sentence(text, {side: begun.count(kind) for side, kind in counts.items()})
        if any(self.board[square] not in {EMPTY, KING} for square in (THRONE, *CORNERS)):
            return Sentence("Only the king may stand on the throne or on a corner.")
        return None

    @classmethod
    def decode(cls, text: str) -> Self:
        match = re.fullmatch(r"(always|empty) (\d{1,6}) ([ADK\d]+)((?: [a-m]\d+-[a-m]\d+)*)", text, re.ASCII)
        if match is None:
            raise ValueError(f"no position of King's Convoy: {shorten(text)}")
        throne, ply, oldest, moves = match.groups()
        cells = re.sub(r"\d{1,3}", lambda run: "." * int(run[0]), oldest)
        if len(cells) != SIZE * SIZE or cells.count("K") > 1:
            raise ValueError("a board of King's Convoy has 169 squares and one king")
        turn = DEFENDERS if int(ply) % 2 else ATTACKERS
        position = cls(bytes(map(LETTERS.index, cells)), turn, int(ply), throne)
        for name in moves.split():
            move = Move(*(SQUARES.get(square, -1) for square in name.split("-")))
            if move not in position.legal_moves():
                raise ValueError(f"{name} cannot have led to this position")
            position = position.play(move)
        if position.encode() != text:
            raise ValueError(f"not as King's Convoy writes a position: {shorten(text)}")
        return position
