"""The board of Coral Clash: an immutable value that holds the pieces and the coral and can be written as text."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple, Self

from games.base import SEATS, IllegalMove, Placeable, Seat, Stacks
from games.coral_clash.lines import NAMES, SLIDES, SQUARE, bits, names_of
from language import Sentence, mark

WHALE, DOLPHIN, TURTLE, PUFFERFISH, CRAB, OCTOPUS = range(6)
_HUNTERS = (
    mark("Whale"),
    mark("hunter dolphin"),
    mark("hunter turtle"),
    mark("hunter pufferfish"),
    mark("hunter crab"),
    mark("hunter octopus"),
)
_GATHERERS = (
    mark("Whale"),
    mark("gatherer dolphin"),
    mark("gatherer turtle"),
    mark("gatherer pufferfish"),
    mark("gatherer crab"),
    mark("gatherer octopus"),
)
KINDS = (mark("Whale"), mark("dolphin"), mark("turtle"), mark("pufferfish"), mark("crab"), mark("octopus"))
_LETTERS = "WDTPCO"
_EMPTY = "..."
_TOKEN = re.compile(r"([PTDCO][HG]|WW|[ptdco][hg]|ww|\.\.)([yb.])")
_CORAL = "yb"
_YELLOW = """
    PH. TH. TG. WW. WW. TG. TH. PG.
    CH. OG. CG. DH. DG. CH. OH. CG.
    ... ... ... OHy OGy ... ... ...
"""
"""Yellow's pieces at the start, rank 1 first."""

SIDES = (mark("Yellow"), mark("Blue"))
CORAL_OF_A_SIDE = 17
"""How many corals each side has, counting those in its supply and those on the board."""


class Piece(NamedTuple):
    seat: Seat
    kind: int
    """The number of the piece's kind, from WHALE to OCTOPUS."""
    gatherer: bool
    """Whether the piece is a gatherer rather than a hunter. It is always false for a Whale."""

    def __str__(self) -> str:
        return str(self.name)

    @property
    def name(self) -> Sentence:
        """The piece's role and kind, such as `hunter dolphin`."""
        return Sentence((_GATHERERS if self.gatherer else _HUNTERS)[self.kind])

    @property
    def kind_name(self) -> Sentence:
        """The piece's kind, such as `dolphin`."""
        return Sentence(KINDS[self.kind])


class Move(NamedTuple):
    """A move, with its squares as bit masks. The setup move only places a coral and so only uses the field `placed`."""

    start: int
    """The starting square. A Whale has two."""
    end: int
    """The final square. A Whale has two."""
    placed: int = 0
    """The square on which a coral is placed, or 0."""
    lifted: int = 0
    """The squares from which coral is lifted, or 0."""


class Board(NamedTuple):
    """The pieces and coral on the 64 squares. All fields except `steps` are bit masks."""

    sides: tuple[int, int]
    """Each side's pieces, by seat."""
    kinds: tuple[int, ...]
    """The pieces of each kind, from WHALE to OCTOPUS."""
    gatherers: int
    coral: tuple[int, int]
    """Each side's coral, by seat."""
    steps: str
    """The value of the option `steps`, which decides how octopuses and crabs move: `text` or `diagram`."""

    @property
    def supplies(self) -> tuple[int, int]:
        """The number of corals left in each side's supply, by seat."""
        yellow, blue = self.coral
        return CORAL_OF_A_SIDE - yellow.bit_count(), CORAL_OF_A_SIDE - blue.bit_count()

    @property
    def areas(self) -> tuple[int, int]:
        """Each side's area, by seat: the number of its corals on the board that are not under an enemy piece."""
        (yellow, blue), (yellow_coral, blue_coral) = self.sides, self.coral
        return (yellow_coral & ~blue).bit_count(), (blue_coral & ~yellow).bit_count()

    def whale(self, seat: Seat) -> int:
        """Return the two squares of a side's Whale."""
        return self.kinds[WHALE] & self.sides[seat]

    def piece(self, square: int) -> Piece | None:
        for kind, men in enumerate(self.kinds):
            if men >> square & 1:
                return Piece(1 if self.sides[1] >> square & 1 else 0, kind, bool(self.gatherers >> square & 1))
        return None

    def coral_owner(self, square: int) -> Seat | None:
        if self.coral[0] >> square & 1:
            return 0
        return 1 if self.coral[1] >> square & 1 else None

    def after(self, move: Move, seat: Seat) -> Self:
        start, end, placed, lifted = move
        keep = ~(start | end)
        kinds = [men & keep for men in self.kinds]
        for kind, men in enumerate(self.kinds):
            if men & start:
                kinds[kind] |= end
                break
        gatherers = self.gatherers & keep
        if self.gatherers & start:
            gatherers |= end
        (yellow, blue), (yellow_coral, blue_coral) = self.sides, self.coral
        if seat == 0:
            sides = yellow & keep | end, blue & keep
            coral = yellow_coral & ~lifted | placed, blue_coral & ~lifted
        else:
            sides = yellow & keep, blue & keep | end
            coral = yellow_coral & ~lifted, blue_coral & ~lifted | placed
        return type(self)(sides, tuple(kinds), gatherers, coral, self.steps)

    def tokens(self) -> list[str]:
        """Return a token for each square, starting with a1. Its three characters give the kind, the role and the coral.

        Yellow's pieces are in capitals: `TG.` is Yellow's gatherer turtle, `wwb` half of Blue's Whale on Blue's coral,
        `..y` Yellow's coral alone.
        """
        tokens = []
        for square in range(64):
            piece, owner = self.piece(square), self.coral_owner(square)
            man = ".."
            if piece is not None:
                man = _LETTERS[piece.kind] + ("W" if piece.kind == WHALE else "HG"[piece.gatherer])
                man = man.lower() if piece.seat else man
            tokens.append(man + ("." if owner is None else _CORAL[owner]))
        return tokens

    @classmethod
    def from_tokens(cls, tokens: Sequence[str], steps: str) -> Self:
        """Return the board with these tokens on its 64 squares. Raises ValueError if this board is impossible."""
        if len(tokens) != 64:
            raise ValueError(f"a board has 64 squares, not {len(tokens)}")
        sides, kinds, coral, gatherers = [0, 0], [0] * 6, [0, 0], 0
        for square, token in enumerate(tokens):
            match = _TOKEN.fullmatch(token)
            if match is None:
                raise ValueError(f"“{token}” on {NAMES[square]} is nothing that can lie there")
            piece, owner = match.groups()
            if piece != "..":
                sides[piece.islower()] |= 1 << square
                kinds[_LETTERS.index(piece[0].upper())] |= 1 << square
                gatherers |= (piece[1] in "Gg") << square
            if owner != ".":
                coral[_CORAL.index(owner)] |= 1 << square
        if not all(kinds[WHALE] & side in SLIDES for side in sides):
            raise ValueError("each side has one Whale on two neighbouring squares")
        if max(coral[0].bit_count(), coral[1].bit_count()) > CORAL_OF_A_SIDE:
            raise ValueError(f"a side has only {CORAL_OF_A_SIDE} coral")
        return cls((sides[0], sides[1]), tuple(kinds), gatherers, (coral[0], coral[1]), steps)

    def placement(self) -> Stacks:
        """Return a dict from occupied squares to their contents, with coral before the piece on top of it.

        A Whale is listed under both its squares together, such as `d1e1`.
        """
        placed: dict[str, tuple[str, ...]] = {}
        for square, token in enumerate(self.tokens()):
            man, coral = token[:2], token[2]
            parts = [part for part in (coral, man) if part not in {".", "..", "WW", "ww"}]
            if parts:
                placed[NAMES[square]] = tuple(parts)
        return placed | {names_of(self.whale(seat)): (whale,) for seat, whale in zip(SEATS, ("WW", "ww"), strict=True)}

    @classmethod
    def from_placement(cls, placement: Stacks, steps: str) -> Self:
        """Return the board with these pieces and corals, given in the form returned by `placement`.

        Raises RuleError if such a board is impossible.
        """
        men, coral = [".."] * 64, ["."] * 64
        for cell, parts in placement.items():
            for part in parts:
                for name in (cell[:2], cell[2:]) if cell[2:] else (cell,):
                    square = SQUARE[name]
                    if part in _CORAL:
                        coral[square] = part
                    elif men[square] == "..":
                        men[square] = part
                    else:
                        raise IllegalMove("There is a piece on {square} already. Take it off first.", square=name)
        if any(coral.count(owner) > CORAL_OF_A_SIDE for owner in _CORAL):
            raise IllegalMove("A side has only {coral} corals.", coral=CORAL_OF_A_SIDE)
        if any(men.count(whale) != 2 for whale in ("WW", "ww")):
            raise IllegalMove("Each side has a Whale. You can move it, but not take it off.")
        return cls.from_tokens([man + owner for man, owner in zip(men, coral, strict=True)], steps)

    def line(self) -> str:
        """Return the board as one line of text without spaces, from rank 8 to rank 1.

        A digit counts empty squares; a colon replaces the piece on a square with coral only.
        """
        tokens = self.tokens()
        ranks = []
        for rank in range(7, -1, -1):
            text = ""
            for token, run in groupby(tokens[8 * rank : 8 * rank + 8]):
                equal = list(run)
                text += str(len(equal)) if token == _EMPTY else "".join(equal).replace("..", ":").replace(".", "")
            ranks.append(text)
        return "/".join(ranks)

    @classmethod
    def from_line(cls, text: str, steps: str) -> Self:
        """Return the board described by `text`. Raises ValueError if `line` did not produce the text."""
        tokens: list[str] = []
        for rank in reversed(text.split("/")):
            for part in re.findall(r"[1-8]|(?:[PTDCOptdco][HGhg]|WW|ww)[yb]?|:[yb]|.", rank):
                if part.isdigit():
                    tokens += [_EMPTY] * int(part)
                else:
                    tokens.append(part.replace(":", "..").ljust(3, "."))
        board = cls.from_tokens(tokens, steps)
        if board.line() != text:
            raise ValueError(f"“{text}” is no board")
        return board

    def diagram(self) -> str:
        """Return the board as eight lines of tokens with coordinates, rank 8 first."""
        tokens = self.tokens()
        ranks = [f"{rank}  {' '.join(tokens[8 * rank - 8 : 8 * rank])}" for rank in range(8, 0, -1)]
        return "\n".join([*ranks, "   " + "   ".join("abcdefgh")])


def starting_board(steps: str) -> Board:
    """Return the board before Blue's setup move, which begins the game.

    Blue's pieces are Yellow's rotated by 180 degrees.
    """
    yellow = _YELLOW.split()
    blue = [token.lower().replace("y", "b") for token in reversed(yellow)]
    return Board.from_tokens([*yellow, *[_EMPTY] * 16, *blue], steps)


def setup_moves(board: Board, seat: Seat) -> list[Move]:
    """Return all possible setup moves. Each places a coral under a piece of `seat` that has none."""
    bare = board.sides[seat] & ~(board.coral[0] | board.coral[1])
    return [Move(0, 0, placed=bit) for bit in bits(bare)]


@cache
def palette() -> dict[str, Placeable]:
    """Return both sides' pieces and coral, by key. A Whale covers two squares, and coral lies under pieces."""
    pieces = {}
    for seat, side in enumerate(SIDES):
        whale, *others = (Sentence(name) for name in (*_HUNTERS, *_GATHERERS[1:]))
        keys = ["WW", *(f"{kind}{role}" for role in "HG" for kind in _LETTERS[1:])]
        for key, name in zip(keys, (whale, *others), strict=True):
            text = Sentence("{side}: {piece}", {"side": Sentence(side), "piece": name})
            cells = [names_of(pair) for pair in SLIDES] if name is whale else NAMES
            pieces[key.lower() if seat else key] = Placeable(text, cells, layer=1, only=name is whale)
        coral = Sentence("{side}: {piece}", {"side": Sentence(side), "piece": Sentence("coral")})
        pieces[_CORAL[seat]] = Placeable(coral, NAMES)
    return pieces
