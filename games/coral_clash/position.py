"""Coral Clash positions: moves, endings and texts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from games.base import (
    SEATS,
    AmbiguousMove,
    GameInfo,
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
    squash,
)
from games.coral_clash.board import (
    CRAB,
    KINDS,
    OCTOPUS,
    WHALE,
    Board,
    Move,
    palette,
    setup_moves,
    starting_board,
)
from games.coral_clash.info import INFO
from games.coral_clash.lines import NAMES, RANK, bits, names_of, squares
from games.coral_clash.moves import checkers, moves
from games.coral_clash.phrases import (
    JUST_MOVE,
    LIFT,
    LIFT_NONE,
    PLACE,
    annotate,
    check,
    describe,
    effects,
    label,
    question,
    worded,
)
from games.coral_clash.refusals import refusal
from language import Sentence, counted, listing, mark

_SQUARE = re.compile(r"[a-h][1-8]")
_WHALE_MOVE = re.compile(r"((?:[a-h][1-8]){4})(\^?)((?:[a-h][1-8]){0,2})")
_LAST_RANK = (7, 0)
"""For each seat, the rank nearest to the enemy, counting from 0."""


@dataclass(frozen=True, slots=True)
class CoralClash(Position[Move]):
    """A position of Coral Clash: the board, and the earlier boards that could still recur."""

    info: ClassVar[GameInfo] = INFO

    board: Board
    turn: Seat
    ply: int
    earlier: tuple[Board, ...] = ()
    """The boards since the last capture or the setup, oldest first. Older boards cannot recur."""

    @classmethod
    def start(cls, **options: str) -> Self:
        return cls(starting_board(chosen_options(cls.info, options)["steps"]), 1, 0)

    @classmethod
    def _of(cls, board: Board, ply: int, earlier: tuple[Board, ...] = ()) -> Self:
        return cls(board, 0 if ply % 2 else 1, ply, earlier)

    @property
    def checkers(self) -> str:
        """The squares of the pieces giving check to the side to move, as one string, or "" if there is no check."""
        return names_of(checkers(self.board, self.turn))

    def possible_moves(self) -> Iterator[Move]:
        """Yield the legal moves, even if the game has ended by area or repetition."""
        return iter(setup_moves(self.board, self.turn)) if self.ply == 0 else moves(self.board, self.turn)

    def legal_moves(self) -> list[Move]:
        return [] if self.scored or self.count_repetitions() >= 2 else list(self.possible_moves())

    def play(self, move: Move) -> Self:
        board = self.board.after(move, self.turn)
        captured = move.end & self.board.sides[1 - self.turn]
        earlier = () if captured or self.ply == 0 else (*self.earlier, self.board)
        return type(self)(board, other_side(self.turn), self.ply + 1, earlier)

    def result(self) -> Result | None:
        stuck = not any(True for _ in self.possible_moves())
        if stuck and checkers(self.board, self.turn):
            return self.info.ended("checkmate", other_side(self.turn))
        if self.scored:
            yellow, blue = self.board.areas
            winner: Seat | None = None if yellow == blue else 0 if yellow > blue else 1
            return self.info.ended(self.scoring[0], winner, more=max(yellow, blue), less=min(yellow, blue))
        if stuck:
            return self.info.ended("stalemate", None)
        return self.info.ended("repetition", None) if self.count_repetitions() >= 2 else None

    @property
    def scored(self) -> bool:
        """Whether the game ends in this position and is decided by comparing areas. Checkmate takes precedence."""
        return bool(self.scoring[0])

    @property
    def scoring(self) -> tuple[str, Seat]:
        """The key of the area-comparing ending that applies in this position, and the side that caused it.

        The key is "" if none applies.
        """
        board = self.board
        if self.ply < 2:
            return "", 0
        for seat, men in zip(SEATS, board.sides, strict=True):
            if not board.supplies[seat]:
                return "empty_supply", seat
            if not men & ~board.kinds[WHALE]:
                return "lone_whale", seat
            if men & (board.kinds[CRAB] | board.kinds[OCTOPUS]) & RANK[_LAST_RANK[seat]]:
                return "last_row", seat
        return "", 0

    def count_repetitions(self) -> int:
        return self.earlier[-2::-2].count(self.board)

    def format(self, move: Move) -> str:
        if not move.start:
            return f"+{names_of(move.placed)}"
        way = f"{names_of(move.start)}-{names_of(move.end)}"
        if move.placed:
            return f"{way}+"
        if not move.lifted:
            return way
        return f"{way}^{names_of(move.lifted)}" if move.end.bit_count() == 2 else f"{way}^"

    def parse(self, text: str) -> Move:
        try:
            return Position.parse(self, text)
        except AmbiguousMove:
            squashed = squash(text)
            if _WHALE_MOVE.fullmatch(squashed):  # a complete move, legal only if more coral is lifted
                raise self.refusal(self.normalise(squashed), shorten(text)) from None
            raise

    def normalise(self, text: str) -> str:
        """Return a typed move in its usual spelling, with a plus sign for a setup move and a Whale's squares sorted."""
        if self.ply == 0 and text[:1].isalpha():
            return f"+{text}"
        if whole := _WHALE_MOVE.fullmatch(text):
            squares, sign, lifted = whole.groups()
            return f"{_in_order(squares)}{sign}{_in_order(lifted)}"
        return text

    def steps(self, move: Move) -> tuple[str, ...]:
        """Return a move's steps: the piece, the destination and, if there is a choice, the effect."""
        if not move.start:
            return (names_of(move.placed),)
        squares = names_of(move.start), names_of(move.end)
        coral = move.end & (self.board.coral[0] | self.board.coral[1])
        if move.start & self.board.gatherers:
            if coral or not self.board.supplies[self.turn]:
                return squares
            return (*squares, PLACE if move.placed else JUST_MOVE)
        if not coral:
            return squares
        if move.end.bit_count() == 2:
            lifted = " and ".join(map(names_of, bits(move.lifted)))
            return (*squares, f"lift {lifted}" if lifted else LIFT_NONE)
        return (*squares, LIFT if move.lifted else JUST_MOVE)

    def question(self, steps: Sequence[str] = (), *, own_turn: bool = True) -> Sentence:
        return question(self.board, self.turn, steps, setup=self.ply == 0, own_turn=own_turn)

    def usual_effect(self, effects: Sequence[str], end: str = "") -> str:
        """Return the effect players usually want: placing or lifting coral, but not lifting their own."""
        if LIFT in effects and end in map(names_of, bits(self.board.coral[self.turn])):
            return JUST_MOVE
        return next((effect for effect in (PLACE, LIFT) if effect in effects), effects[0])

    def label(self, step: str, steps: Sequence[str] = ()) -> Sentence:
        return label(self.board, step, steps)

    def task(self) -> Sentence:
        if self.ply == 0:
            return Sentence("put a coral under one of your pieces")
        return Sentence("bring your Whale out of check") if self.checkers else Sentence("move one of your pieces")

    def warnings(self) -> Sequence[Sentence]:
        checking = checkers(self.board, self.turn)
        last = [self.info.side(seat) for seat in SEATS if self.board.supplies[seat] == 1]
        ends = [Sentence("{side} has one coral left, and placing it ends the game", {"side": side}) for side in last]
        return [*([check(self.board, checking)] if checking else []), *ends, *self.recurrence()]

    @classmethod
    def worded(cls, text: str) -> Sentence:
        return worded(text)

    @classmethod
    def worded_in_line(cls, text: str) -> Sentence:
        return worded(text.strip("+"))

    def annotate_move(self, move: Move) -> Sentence:
        return annotate(self.board, self.turn, move, self.format(move))

    def describe(self, move: Move, player: object) -> Sentence:
        return describe(self.board, self.turn, move, self.format(move), player)

    def gain(self, move: Move) -> Sentence | None:
        after = self.play(move)
        if after.checkers:
            return Sentence("it gives check to the enemy Whale")
        if move.end & self.board.sides[1 - self.turn]:
            return Sentence("it gains by {effect}", {"effect": next(self.effects(move))})
        if self.ply == 0:
            return None
        return self._grown(after) or self._danger(move, after) or self._freedom(after)

    def after_null_move(self) -> Self | None:
        """Return the position after a pass, or None if the side to move is in check or has not made its setup move."""
        if self.ply == 0 or self.checkers:
            return None
        return replace(self, turn=other_side(self.turn), earlier=())

    def taken_by(self, move: Move) -> Sentence | None:
        taken = [
            Sentence("the {piece} on {square}", {"piece": piece.name, "square": NAMES[square]})
            for square in squares(move.end & self.board.sides[1 - self.turn])
            if (piece := self.board.piece(square))
        ]
        return listing(taken) if taken else None

    def measures(self) -> Sequence[Measure]:
        if self.ply == 0:
            return ()
        pieces = (self.board.sides[0].bit_count(), self.board.sides[1].bit_count())
        return [
            Measure(mark("Pieces left"), (pieces[0] - 1, pieces[1] - 1), material=True),  # a Whale has two squares
            Measure(mark("Points"), self.board.areas),
        ]

    def capturable(self) -> int:
        """Return a mask of the enemy pieces that the side to move could capture."""
        enemy, targets = self.board.sides[1 - self.turn], 0
        for move in self.possible_moves():
            targets |= move.end & enemy
        return targets

    def _grown(self, after: Self) -> Sentence | None:
        """Describe how a move changes the areas in the player's favour, or return None if it does not."""
        seat, other = self.turn, 1 - self.turn
        area = after.board.areas[seat]
        if area > self.board.areas[seat]:
            return counted(
                "your score rises from {before} to {count} point",
                "your score rises from {before} to {count} points",
                area,
                before=self.board.areas[seat],
            )
        lost = self.board.areas[other] - after.board.areas[other]
        if lost > 0:
            return counted(
                "it costs your opponent {count} point",
                "it costs your opponent {count} points",
                lost,
            )
        return None

    def _danger(self, move: Move, after: Self) -> Sentence | None:
        """Return a phrase about a piece that a move attacks or saves from capture, or None if there is none."""
        null, threat = self.after_null_move(), after.after_null_move()
        danger = after.capturable()
        saved = null.capturable() & ~danger if null else 0
        if saved and not (move.start & saved and move.end & danger):
            return Sentence("your opponent can no longer capture your {piece}", {"piece": self._most_worth(saved)})
        attacked = threat.capturable() & ~self.capturable() if threat else 0
        if attacked and not move.end & danger:
            return Sentence("it attacks the {piece}", {"piece": self._most_worth(attacked)})
        return None

    def _most_worth(self, mask: int) -> Sentence:
        """Return the most valuable piece in a mask and its square, such as `hunter dolphin on d5`."""
        kind = next(men for men in self.board.kinds if men & mask) & mask
        square = next(squares(kind))
        piece = self.board.piece(square)
        return Sentence("{piece} on {square}", {"piece": piece and piece.name, "square": NAMES[square]})

    def _freedom(self, after: Self) -> Sentence | None:
        """Describe how much mobility a move gains or takes from the opponent, or return None if it does neither."""
        null, threat = self.after_null_move(), after.after_null_move()
        if null is None or threat is None:
            return None
        won, lost = threat.ways() - self.ways(), null.ways() - after.ways()
        if won > 0 and won >= lost:
            return counted("it gives your pieces {count} more move", "it gives your pieces {count} more moves", won)
        if lost > 0:
            return counted(
                "it takes {count} move from your opponent", "it takes {count} moves from your opponent", lost
            )
        return None

    def ways(self) -> int:
        """Return how many moves the side to move has, without counting different effects on coral separately."""
        return len({(move.start, move.end) for move in self.possible_moves()})

    def effects(self, move: Move) -> Iterator[Sentence]:
        """Yield a phrase for each thing a legal move captures, places or lifts, like the function `effects`."""
        return effects(self.board, self.turn, move)

    def refusal(self, text: str, typed: str) -> RuleError:
        return refusal(self.board, self.turn, text, typed, setup=self.ply == 0)

    def diagram(self) -> str:
        return self.board.diagram()

    def encode(self) -> str:
        return " ".join([self.board.steps, str(self.ply), *(board.line() for board in (self.board, *self.earlier))])

    @property
    def chosen(self) -> dict[str, str]:
        return {"steps": self.board.steps}

    def palette(self) -> dict[str, Placeable]:
        return palette()

    def placement(self) -> Stacks:
        return self.board.placement()

    def with_placement(self, placement: Stacks, turn: Seat) -> Self:
        board = Board.from_placement(placement, self.board.steps)
        ply = self.ply if self.turn == turn else self.ply + 1
        return self._of(board, ply)

    def flaw(self) -> Sentence | None:
        begun = starting_board(self.board.steps)
        for kind, (men, known) in enumerate(zip(self.board.kinds, begun.kinds, strict=True)):
            for side, known_side in zip(self.board.sides, begun.sides, strict=True):
                if (men & side).bit_count() > (most := (known & known_side).bit_count()):
                    text = mark("A side has at most {most} pieces of the kind {piece}.")
                    return Sentence(text, {"most": most, "piece": Sentence(KINDS[kind])})
        return None

    @classmethod
    def decode(cls, text: str) -> Self:
        match text.split(" "):
            case [steps, ply, line, *earlier] if steps in cls.info.options["steps"] and re.fullmatch(
                r"0|[1-9]\d{0,5}", ply, re.ASCII
            ):
                boards = tuple(Board.from_line(board, steps) for board in earlier)
                return cls._of(Board.from_line(line, steps), int(ply), boards)
        raise ValueError(f"{text!r} is no position of Coral Clash")


def _in_order(text: str) -> str:
    """Return a string of square names with the two names of each pair in alphabetical order."""
    names = _SQUARE.findall(text)
    return "".join("".join(sorted(names[first : first + 2])) for first in range(0, len(names), 2))
