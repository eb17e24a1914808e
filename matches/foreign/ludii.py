"""Ludii trials: the `.trl` files saved by the Ludii application.

The only game that both programs support is Konane.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from games import GAMES, Position
from language import mark
from matches.checking import in_our_notation, positions
from matches.errors import Refusal
from matches.movetext import MOST_MOVES, RecordedMove, RecordedResult, too_many_moves
from matches.notation import Record

KEY, NAME, SUFFIX, GAME = "ludii", "Ludii", "trl", "konane"
KONANE = GAMES[GAME]
NAMED = re.compile(r"game=(?:.{0,200}/)?([^/\n]{1,80}?)(?:\.lud)?\s*(?:\n|$)")
LONGEST_NAME = 400
"""The longest line that names the game, in characters."""
SIZE = re.compile(r"(?:Board Size|Ruleset)/(\d{1,3})x(\d{1,3})")
USUAL_SIZE = "10"
MOVE = re.compile(r"Move=\[(?:Move|Pass):?mover=(\d{1,2})(?:,from=(-?\d{1,4}))?(?:,to=(-?\d{1,4}))?(.*)")
LINE = re.compile(
    r"\s(?=(?:START GAME OPTIONS|END GAME OPTIONS|RNG internal state=|Move=|numInitialPlacementMoves=|winner=|endtype="
    r"|rankings=|SANDBOX=|LUDII_VERSION=))"
)
"""Matches the white space before each line of a trial."""
FIRST = re.compile(r"^numInitialPlacementMoves=(\d{1,4})\s*$", re.MULTILINE)
WINNER = re.compile(r"^winner=(-?\d)\s*$", re.MULTILINE)
END = re.compile(r"^(?:rankings|SANDBOX|LUDII_VERSION)=", re.MULTILINE)
"""Matches a line that follows the moves."""
WINNERS: dict[str, RecordedResult] = {"1": "1-0", "2": "0-1"}
RANKINGS = {"1-0": "0.0,1.0,2.0", "0-1": "0.0,2.0,1.0", "*": "0.0,0.0,0.0"}
"""The rankings of nobody and of both players, by our result. They are 0 while the game is running."""
PLACED = "Move=[Move:mover=0,"
"""The start of a move that sets up the board. Older trials do not count such moves."""
HEADER = """\
game=/lud/board/war/leaping/orthogonal/Konane.lud
START GAME OPTIONS
Board Size/{size}x{size}
END GAME OPTIONS
RNG internal state=0,0,0,0,0,0,0,0
"""
"""The header of an exported trial. The RNG state is zero because Konane has no element of chance."""
FOOTER = "SANDBOX=false\nLUDII_VERSION=1.3.13\n"


def recognises(text: str) -> bool:
    """Return whether the text looks like a Ludii trial."""
    return text.lstrip().startswith("game=")


def read(text: str) -> Record:
    """Parse a trial without checking its moves. Raises Refusal if the trial is malformed or unsupported."""
    if "\n" not in text:
        text = LINE.sub("\n", text)  # restores the line breaks that Discord has removed from a typed text
    name = NAMED.match(text.lstrip()[:LONGEST_NAME].partition("\n")[0])
    if name is None or name[1] != "Konane":
        raise Refusal("From Ludii, only Konane can be imported, not “{found}”.", found=name[1][:40] if name else "?")
    size = _size(text)
    moves = [RecordedMove(move) for move in _moves(text, int(size))]
    if END.search(text) is None:
        raise Refusal("This trial is cut off: its last lines are missing. Copy the whole file.")
    winner = WINNER.search(text)
    return Record(
        GAME, {"size": size}, KONANE.info.rules_version, ("", ""), moves, WINNERS.get(winner[1], "*") if winner else "*"
    )


def _size(text: str) -> str:
    size = SIZE.search(text)
    if size is None:
        return USUAL_SIZE
    if size[1] != size[2] or size[1] not in KONANE.info.options["size"]:
        raise Refusal("Konane cannot be played here on a {width}x{height} board.", width=size[1], height=size[2])
    return size[1]


def _moves(text: str, size: int) -> Iterator[str]:
    """Yield the moves in our notation, joining the hops of a jump, which Ludii stores as separate moves."""
    first = FIRST.search(text)
    lines = [line for line in text.splitlines() if line.startswith("Move=")][int(first[1]) if first else 0 :]
    lines = [line for line in lines if not line.startswith(PLACED)]
    if len(lines) > MOST_MOVES:
        raise too_many_moves()
    jump: tuple[str, int, int] | None = None
    for number, line in enumerate(lines, 1):
        mover, start, stop = _hop(line, number, size)
        if jump is not None and jump[0] == mover and start in {None, jump[2]}:
            jump = jump if stop is None else (mover, jump[1], stop)
            continue
        if jump is not None:
            yield _format(jump[1], jump[2], size)
            jump = None
        if start is None or stop is None:
            raise Refusal("Move {number} of this trial is a pass, which Konane does not allow.", number=number)
        if start == stop:
            yield _format(start, stop, size)
        else:
            jump = (mover, start, stop)
    if jump is not None:
        yield _format(jump[1], jump[2], size)


def _hop(line: str, number: int, size: int) -> tuple[str, int | None, int | None]:
    """Return who moved and the hop's first and last squares, which are both None for a pass (the end of a turn)."""
    move = MOVE.match(line)
    if move is None:
        raise Refusal(mark("Move {number} of this trial cannot be read."), number=number)
    if "[Pass:" in move[4] or line.startswith("Move=[Pass"):
        return move[1], None, None
    start, stop = (int(site or -1) for site in (move[2], move[3]))
    if not (0 <= start < size * size and 0 <= stop < size * size):
        raise Refusal(mark("Move {number} of this trial cannot be read."), number=number)
    return move[1], start, stop


def _format(start: int, stop: int, size: int) -> str:
    squares = [f"{'abcdefghij'[site % size]}{site // size + 1}" for site in (start, stop)]
    return squares[0] if start == stop else "-".join(squares)


def fits(record: Record) -> bool:
    """Return whether Ludii can represent a record: its game must be unfinished or have a winner."""
    return record.result in RANKINGS


def write(record: Record) -> str:
    """Return a record as a Ludii trial, without the players' names. Call this only if `fits` returns True."""
    record = in_our_notation(record)
    boards = [board for board, _ in positions(record)]
    size = int(boards[0].chosen["size"])
    lines = [*_setup_moves(size)]
    for number, ((before, _), move) in enumerate(zip(pairwise(boards), record.moves, strict=True)):
        lines += _hops(before, move.text, number % 2 + 1, size)
    ended = boards[-1].result() is not None
    return "".join(
        [
            HEADER.format(size=size),
            *(f"Move=[Move:{line}]\n" for line in lines),
            f"numInitialPlacementMoves={size * size}\n",
            *_winner(record.result, ended=ended),
            FOOTER,
        ]
    )


def _setup_moves(size: int) -> Iterator[str]:
    """Yield the moves that set up the board: all of the first player's stones, then all of the second's."""
    for player, colour in ((1, 1), (2, 0)):
        for site in range(size * size):
            if (site // size + site % size) % 2 == colour:
                yield f"mover=0,from={site},to={site},actions=[Add:type=Cell,to={site},what={player}]"


def _hops(before: Position[Any], text: str, mover: int, size: int) -> Iterator[str]:
    """Yield a move's hops in Ludii's notation, followed by a pass if the stone could have hopped further."""
    start, *stops = _sites(text, size)
    if not stops:
        yield f"mover={mover},from={start},to={start},actions=[Remove:type=Cell,to={start},decision=true]"
        return
    stop = stops[0]
    hop = (2 if abs(stop - start) < size else 2 * size) * (1 if stop > start else -1)
    legal = [_sites(before.format(move), size) for move in before.legal_moves()]
    for site in range(start, stop, hop):
        goes_on = [start, site + 2 * hop] in legal
        hopped = f"[Move:typeFrom=Cell,from={site},typeTo=Cell,to={site + hop},decision=true]"
        more = f",[SetNextPlayer:player={mover}]" if goes_on else ""
        taken = f"[Remove:type=Cell,to={site + hop // 2}]"
        yield f"mover={mover},from={site},to={site + hop},actions={taken},{hopped}{more}"
    if goes_on:
        yield f"mover={mover},actions=[Pass:decision=true]"


def _sites(text: str, size: int) -> list[int]:
    """Return Ludii's numbers for the squares of a move. Ludii numbers the squares row by row."""
    return [(int(square[1:]) - 1) * size + "abcdefghij".index(square[0]) for square in text.split("-")]


def _winner(result: RecordedResult, *, ended: bool) -> Iterator[str]:
    winner = next((player for player, won in WINNERS.items() if won == result), None)
    if winner is not None:
        yield f"winner={winner}\nendtype={'NaturalEnd' if ended else 'Unknown'}\n"
    yield f"rankings={RANKINGS[result]}\n"
