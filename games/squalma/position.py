"""SquAlma positions: moves, endings and texts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

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
)
from games.squalma.board import (
    DISCS,
    FIRST_RANK,
    GRID,
    LAST_RANK,
    MOVES,
    PASS,
    PASS_TEXT,
    ROOM,
    SIZE,
    TALLEST,
    TARGETS,
    Move,
    connects,
    decode_board,
    encode_board,
    missing,
    with_neighbours,
)
from games.squalma.info import INFO
from language import Sentence, counted, listing, mark

DISCS_OF_A_SIDE = 16


@dataclass(frozen=True, slots=True)
class SquAlma(Position[Move]):
    info: ClassVar[GameInfo] = INFO

    stacks: tuple[str, ...]
    """The stack on each square, rank by rank from a1. A stack is written from bottom to top, such as `BWB`."""
    active: tuple[int, int]
    """By seat, the squares of each side's active (top) discs as bits. They are derived from the stacks."""
    turn: Seat
    ply: int
    history: tuple[tuple[str, ...], ...]
    """The stacks of the earlier positions, oldest first. They do not say whose turn it was, because sides alternate."""

    @classmethod
    def start(cls, **options: str) -> Self:
        chosen_options(cls.info, options)
        return cls._of(("B",) * 16 + ("",) * 32 + ("W",) * 16, 0, 0, ())

    @classmethod
    def _of(cls, stacks: tuple[str, ...], turn: Seat, ply: int, history: tuple[tuple[str, ...], ...]) -> Self:
        black, white = (sum(1 << square for square, stack in enumerate(stacks) if stack[-1:] == disc) for disc in DISCS)
        return cls(stacks, (black, white), turn, ply, history)

    def legal_moves(self) -> list[Move]:
        if self._decisive_result():
            return []
        if moves := self._moves(self.turn):
            return moves
        return [PASS] if self._moves(1 - self.turn) else []

    def _moves(self, seat: int) -> list[Move]:
        """Return the moves of a side's active discs, even if it is not that side's turn."""
        stacks, disc = self.stacks, DISCS[seat]
        moves = []
        for square, stack in enumerate(stacks):
            if stack and stack[-1] == disc:
                height = len(stack)
                room = ROOM[height]
                moves += [move for move, stop in TARGETS[height][square] if len(stacks[stop]) <= room]
        return moves

    def play(self, move: Move) -> Self:
        other = other_side(self.turn)
        history = (*self.history, self.stacks)
        if move == PASS:
            return type(self)(self.stacks, self.active, other, self.ply + 1, history)
        stacks = list(self.stacks)
        left = stacks[move.start][:-1]
        stacks[move.start] = left
        stacks[move.stop] += DISCS[self.turn]
        moved, landed = 1 << move.start, 1 << move.stop
        active = [self.active[0] & ~landed, self.active[1] & ~landed]
        active[self.turn] ^= moved | landed
        if left:
            active[left[-1] == "W"] |= moved
        return type(self)(tuple(stacks), (active[0], active[1]), other, self.ply + 1, history)

    def result(self) -> Result | None:
        if ended := self._decisive_result():
            return ended
        if self._moves(self.turn) or self._moves(1 - self.turn):
            return None
        return self.info.ended("stuck", None)

    def _decisive_result(self) -> Result | None:
        """Return the result if a path or repetition has decided the game, or None otherwise."""
        black, white = (connects(bits) for bits in self.active)
        if black and white:
            return self.info.ended("both_connected", None)
        if black or white:
            return self.info.ended("connected", 0 if black else 1)
        if self.count_repetitions() >= 2:
            return self.info.ended("repetition", None)
        return None

    def path(self, seat: Seat) -> tuple[str, ...]:
        """Return one of the shortest paths of a side's active discs from rank 1 to rank 8, or () if there is none."""
        active = self.active[seat]
        waves = [active & FIRST_RANK]
        while waves[-1] and not waves[-1] & LAST_RANK:
            waves.append(with_neighbours(waves[-1]) & active & ~sum(waves))
        if not waves[-1]:
            return ()
        path = [(waves.pop() & LAST_RANK).bit_length() - 1]
        while waves:
            path.append((with_neighbours(1 << path[-1]) & waves.pop()).bit_length() - 1)
        return tuple(GRID.names[square] for square in reversed(path))

    def format(self, move: Move) -> str:
        return PASS_TEXT if move == PASS else f"{GRID.names[move.start]}-{GRID.names[move.stop]}"

    def steps(self, move: Move) -> tuple[str, ...]:
        return (PASS_TEXT,) if move == PASS else (GRID.names[move.start], GRID.names[move.stop])

    def find(self, text: str, moves: Sequence[Move]) -> Move | None:
        move = MOVES.get(text)
        return move if move in moves else None

    def question(self, steps: Sequence[str] = (), *, own_turn: bool = True) -> Sentence:
        del own_turn
        if steps:
            return Sentence("Where does the disc on {square} go?", {"square": steps[0]})
        return Sentence("Which disc moves?")

    def task(self) -> Sentence:
        if self.legal_moves() == [PASS]:
            return Sentence("pass, because you have no legal move")
        return Sentence("move one of your top discs")

    def describe(self, move: Move, player: object) -> Sentence:
        if move == PASS:
            return Sentence("{player} had to pass", {"player": player})
        text = {"player": player, "move": self.format(move)}
        under = self.stacks[move.stop]
        if not under:
            return Sentence("{player} moved {move}", text)
        if under[-1] == DISCS[self.turn]:
            return Sentence("{player} moved {move}, covering one of their own discs", text)
        if self.turn == 0:
            return Sentence("{player} moved {move}, covering a white disc", text)
        return Sentence("{player} moved {move}, covering a black disc", text)

    def count_repetitions(self) -> int:
        return self.history[-2::-2].count(self.stacks)

    def warnings(self) -> Sequence[Sentence]:
        return self.recurrence()

    def gain(self, move: Move) -> Sentence | None:
        return None if move == PASS else self._covering(move) or self._on_the_way(move) or self._freedom(move)

    def measures(self) -> Sequence[Measure]:
        ways = (missing(self.active[0]), missing(self.active[1]))
        discs = (self.active[0].bit_count(), self.active[1].bit_count())
        return [
            Measure(mark("Enemy discs covered"), (self.covering(0), self.covering(1))),
            Measure(mark("Squares missing from a path"), ways, sign=-1),
            Measure(mark("Discs that are not covered"), discs, least=2),
        ]

    def covering(self, seat: Seat) -> int:
        """Return the number of enemy discs in stacks topped by one of this side's discs."""
        own, enemy = DISCS[seat], DISCS[other_side(seat)]
        return sum(stack.count(enemy) for stack in self.stacks if stack.endswith(own))

    def coverable(self) -> set[int]:
        """Return the squares of the enemy discs that the side to move could cover."""
        enemy = self.active[1 - self.turn]
        return {move.stop for move in self._moves(self.turn) if enemy >> move.stop & 1}

    def _covering(self, move: Move) -> Sentence | None:
        """Describe the discs that a move covers, saves or threatens to cover, or return None if there are none."""
        after = self.play(move)
        if self.active[1 - self.turn] >> move.stop & 1:
            return Sentence("it covers your opponent's disc on {square}", {"square": GRID.names[move.stop]})
        danger = after.coverable()
        saved = sorted(self.after_null_move().coverable() - danger - {move.stop})
        if saved and not (move.start in saved and move.stop in danger):
            squares = listing([GRID.names[square] for square in saved])
            return Sentence("your opponent can no longer cover your disc on {squares}", {"squares": squares})
        threatened = sorted(after.after_null_move().coverable() - self.coverable())
        if threatened and move.stop not in danger:
            squares = listing([GRID.names[square] for square in threatened], last="or")
            return Sentence("it threatens to cover your opponent's disc on {squares}", {"squares": squares})
        return None

    def _on_the_way(self, move: Move) -> Sentence | None:
        """Return a phrase about how a move affects either side's path, or None if it does not."""
        after, other = self.play(move), 1 - self.turn
        ahead, theirs = missing(after.active[self.turn]), missing(after.active[other])
        if ahead < missing(self.active[self.turn]):
            return counted(
                "you then need only {count} more square for a path from row 1 to row 8",
                "you then need only {count} more squares for a path from row 1 to row 8",
                ahead,
            )
        if theirs > missing(self.active[other]):
            return counted(
                "your opponent then needs {count} more square for a path from row 1 to row 8",
                "your opponent then needs {count} more squares for a path from row 1 to row 8",
                theirs,
            )
        return None

    def _freedom(self, move: Move) -> Sentence | None:
        """Return a phrase about how a move affects the discs' mobility, or None if it does not."""
        left, height = self.stacks[move.start][:-1], len(self.stacks[move.stop]) + 1
        if left and left[-1] == DISCS[self.turn]:
            return Sentence("it frees your own disc on {square}", {"square": GRID.names[move.start]})
        more = len(self.play(move).after_null_move().legal_moves()) - len(self.legal_moves())
        if more > 0:
            return counted("it gives your discs {count} more move", "it gives your discs {count} more moves", more)
        if height > len(self.stacks[move.start]):
            return counted(
                "from there the disc moves {count} square at a time",
                "from there the disc moves {count} squares at a time",
                height,
            )
        return None

    def after_null_move(self) -> Self:
        return replace(self, turn=other_side(self.turn), history=())

    def refusal(self, text: str, typed: str) -> RuleError:
        moves = self.legal_moves()
        if text == PASS_TEXT:
            return IllegalMove(
                "You cannot pass while you have a move, such as {example}.", example=self.format(moves[0])
            )
        try:
            squares = GRID.parse_squares(text, typed)
        except InvalidNotation as refusal:
            return refusal
        if moves == [PASS]:
            return IllegalMove("You have no legal move: you have to pass.")
        if len(squares) > 2:
            return InvalidNotation("A move names two squares, where the disc is and where it goes, such as a2-a3.")
        return self._why_not_from(squares[0]) or self._why_not_to(squares[0], squares[-1])

    def _why_not_from(self, start: int) -> RuleError | None:
        stack, name, mine = self.stacks[start], GRID.names[start], DISCS[self.turn]
        if not stack:
            return IllegalMove("There is no disc on {name}. Choose a square with your disc on top.", name=name)
        if stack[-1] == mine:
            return None
        other = self.info.side(other_side(self.turn))
        if mine in stack:
            message = mark("{other}'s disc covers yours on {name}. Choose a square with your disc on top.")
            return IllegalMove(message, name=name, other=other)
        message = mark("The disc on top of {name} is {other}'s. Choose a square with your disc on top.")
        return IllegalMove(message, name=name, other=other)

    def _why_not_to(self, start: int, stop: int) -> RuleError:
        height, target = len(self.stacks[start]), len(self.stacks[stop])
        facts = {"start": GRID.names[start], "stop": GRID.names[stop], "choices": self._choices(start)}
        if start == stop:
            return IllegalMove("Say where the disc on {start} goes. {choices}", **facts)
        ranks, files = (abs(a - b) for a, b in zip(divmod(start, SIZE), divmod(stop, SIZE), strict=True))
        if ranks and files and ranks != files:
            return IllegalMove(
                "{start} to {stop} is not a straight line: a disc goes along a row, a column or a diagonal. {choices}",
                **facts,
            )
        if max(ranks, files) != height:
            return IllegalMove(
                counted(
                    "The disc on {start} is alone there, so it must go exactly {count} square. {choices}",
                    "The disc on {start} tops a stack of {count}, so it must go exactly {count} squares. {choices}",
                    height,
                    **facts,
                )
            )
        if target == TALLEST:
            message = mark("The stack on {stop} is full: it has {discs} discs already. {choices}")
            return IllegalMove(message, discs=TALLEST, **facts)
        message = mark("The stack on {stop} is too tall: it has {discs} discs, but yours has only {height}. {choices}")
        return IllegalMove(message, discs=target, height=height, **facts)

    def _choices(self, start: int) -> Sentence:
        """Return a sentence listing the squares that the disc on `start` can move to."""
        height = len(self.stacks[start])
        stops = [GRID.names[stop] for _, stop in TARGETS[height][start] if len(self.stacks[stop]) <= ROOM[height]]
        if not stops:
            return Sentence("The disc on {name} cannot move now: choose another one.", {"name": GRID.names[start]})
        return Sentence(
            "From {name} it can go to {stops}.", {"name": GRID.names[start], "stops": listing(stops, last="or")}
        )

    def diagram(self) -> str:
        return GRID.diagram(self.stacks)

    def encode(self) -> str:
        return " ".join([str(self.turn), str(self.ply), *map(encode_board, (self.stacks, *self.history))])

    def palette(self) -> dict[str, Placeable]:
        names = (Sentence("black disc"), Sentence("white disc"))
        return {disc: Placeable(name, GRID.names, layer=None) for disc, name in zip(DISCS, names, strict=True)}

    def placement(self) -> Stacks:
        return {name: tuple(stack) for name, stack in zip(GRID.names, self.stacks, strict=True) if stack}

    def with_placement(self, placement: Stacks, turn: Seat) -> Self:
        stacks = [""] * SIZE * SIZE
        for cell, stack in placement.items():
            if len(stack) > TALLEST:
                raise IllegalMove("A stack has at most {discs} discs.", discs=TALLEST)
            stacks[GRID.square(cell)] = "".join(stack)
        return self._of(tuple(stacks), turn, self.ply, ())

    def flaw(self) -> Sentence | None:
        discs = "".join(self.stacks)
        black, white = map(discs.count, DISCS)
        if black == white == DISCS_OF_A_SIDE:
            return Sentence("The position is not complete.") if len(self.history) > self.ply else None
        text = mark("Each side has {most} discs. Now there are {black} black and {white} white discs.")
        return Sentence(text, {"most": DISCS_OF_A_SIDE, "black": black, "white": white})

    @classmethod
    def decode(cls, text: str) -> Self:
        match text.split(" "):
            case ["0" | "1" as turn, ply, stacks, *history] if ply.isascii() and ply.isdigit():
                return cls._of(
                    decode_board(stacks), 1 if turn == "1" else 0, int(ply), tuple(map(decode_board, history))
                )
        raise ValueError(f"{text[:80]!r} is no position of SquAlma")
