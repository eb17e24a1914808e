"""Ludii's trials (`.trl`), as its application saves them as text. Of our games it has Konane."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from games import GAMES
from language import mark
from matches.checking import in_our_notation, positions
from matches.errors import Refusal
from matches.movetext import MOST_MOVES, RecordedMove, too_many_moves
from matches.notation import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games import Position
    from matches.movetext import RecordedResult

KEY, NAME, SUFFIX, GAME = "ludii", "Ludii", "trl", "konane"
KONANE = GAMES[GAME]
NAMED = re.compile(r"game=(?:.{0,200}/)?([^/\n]{1,80}?)(?:\.lud)?\s*(?:\n|$)")
LONGEST_NAME = 400
"""The most characters of the line that names the game."""
SIZE = re.compile(r"(?:Board Size|Ruleset)/(\d{1,3})x(\d{1,3})")
USUAL_SIZE = "10"
MOVE = re.compile(r"Move=\[(?:Move|Pass):?mover=(\d{1,2})(?:,from=(-?\d{1,4}))?(?:,to=(-?\d{1,4}))?(.*)")
LINE = re.compile(
    r"\s(?=(?:START GAME OPTIONS|END GAME OPTIONS|RNG internal state=|Move=|numInitialPlacementMoves=|winner=|endtype="
    r"|rankings=|SANDBOX=|LUDII_VERSION=))"
)
"""Where a line of a trial begins."""
FIRST = re.compile(r"^numInitialPlacementMoves=(\d{1,4})\s*$", re.MULTILINE)
WINNER = re.compile(r"^winner=(-?\d)\s*$", re.MULTILINE)
WINNERS: dict[str, RecordedResult] = {"1": "1-0", "2": "0-1"}
RANKINGS = {"1-0": "0.0,1.0,2.0", "0-1": "0.0,2.0,1.0", "*": "0.0,0.0,0.0"}
"""The places of nobody and of both players; 0 while it runs."""
PLACED = "Move=[Move:mover=0,"
"""How a move begins that sets up the board. Older trials do not count them elsewhere."""
HEADER = """\
game=/lud/board/war/leaping/orthogonal/Konane.lud
START GAME OPTIONS
Board Size/{size}x{size}
END GAME OPTIONS
RNG internal state=0,0,0,0,0,0,0,0
"""
"""How a trial begins that is written here; nothing is drawn by lot in Konane."""
FOOTER = "SANDBOX=false\nLUDII_VERSION=1.3.13\n"


def recognised(text: str) -> bool:
    """Whether this looks like such a trial."""
    return text.lstrip().startswith("game=")


def read(text: str) -> Record:
    """The record, its moves in our notation and not yet checked. Raises Refusal that says what is wrong."""
    text = _in_lines(text)
    name = NAMED.match(text.lstrip()[:LONGEST_NAME].partition("\n")[0])
    if name is None or name[1] != "Konane":
        raise Refusal(
            "Of Ludii's games only Konane is played here, not “{found}”.", found=name[1][:40] if name else "?"
        )
    size = _size(text)
    winner = WINNER.search(text)
    return Record(
        GAME,
        {"size": size},
        KONANE.info.rules_version,
        ("", ""),
        [RecordedMove(move) for move in _moves(text, int(size))],
        WINNERS.get(winner[1], "*") if winner else "*",
    )


def _in_lines(text: str) -> str:
    """The trial with its line breaks, also where it came as one line: Discord takes them out of a typed text."""
    return text if "\n" in text else LINE.sub("\n", text)


def _size(text: str) -> str:
    found = SIZE.search(text)
    if found is None:
        return USUAL_SIZE
    if found[1] != found[2] or found[1] not in KONANE.info.options["size"]:
        raise Refusal("Konane is not played here on a board of {width}x{height}.", width=found[1], height=found[2])
    return found[1]


def _moves(text: str, size: int) -> Iterator[str]:
    """Moves as they are written here: the hops of one turn, each a move there, are one jump."""
    first = FIRST.search(text)
    lines = [line for line in text.splitlines() if line.startswith("Move=")][int(first[1]) if first else 0 :]
    lines = [line for line in lines if not line.startswith(PLACED)]
    if len(lines) > MOST_MOVES:
        raise too_many_moves()
    begun: tuple[str, int, int] | None = None
    for number, line in enumerate(lines, 1):
        mover, start, stop = _hop(line, number, size)
        if begun is not None and begun[0] == mover and start in {None, begun[2]}:
            begun = begun if stop is None else (mover, begun[1], stop)
            continue
        if begun is not None:
            yield _written(begun[1], begun[2], size)
            begun = None
        if start is None or stop is None:
            raise Refusal("Move {number} of this trial is a pass, which Konane does not know there.", number=number)
        if start == stop:
            yield _written(start, stop, size)
        else:
            begun = (mover, start, stop)
    if begun is not None:
        yield _written(begun[1], begun[2], size)


def _hop(line: str, number: int, size: int) -> tuple[str, int | None, int | None]:
    """Who moved, from which site, to which; no sites for a pass, which ends a turn."""
    found = MOVE.match(line)
    if found is None:
        raise Refusal(mark("Move {number} of this trial cannot be read."), number=number)
    if "[Pass:" in found[4] or line.startswith("Move=[Pass"):
        return found[1], None, None
    start, stop = (int(site or -1) for site in (found[2], found[3]))
    if not (0 <= start < size * size and 0 <= stop < size * size):
        raise Refusal(mark("Move {number} of this trial cannot be read."), number=number)
    return found[1], start, stop


def _written(start: int, stop: int, size: int) -> str:
    squares = [f"{'abcdefghij'[site % size]}{site // size + 1}" for site in (start, stop)]
    return squares[0] if start == stop else "-".join(squares)


def fits(record: Record) -> bool:
    """Whether the game runs, or somebody has won it."""
    return record.outcome in RANKINGS


def write(record: Record) -> str:
    """A record that fits, as a trial that Ludii opens. It names no players."""
    record = in_our_notation(record)
    boards = [board for board, _ in positions(record)]
    size = int(boards[0].chosen["size"])
    lines = [*_placed(size)]
    for number, ((before, _), move) in enumerate(zip(pairwise(boards), record.moves, strict=True)):
        lines += _hops(before, move.text, number % 2 + 1, size)
    ended = boards[-1].result() is not None
    return "".join(
        [
            HEADER.format(size=size),
            *(f"Move=[Move:{line}]\n" for line in lines),
            f"numInitialPlacementMoves={size * size}\n",
            *_winner(record.outcome, ended=ended),
            FOOTER,
        ]
    )


def _placed(size: int) -> Iterator[str]:
    """The stones of the first player, then those of the second, each set up by a move."""
    for player, colour in ((1, 1), (2, 0)):
        for site in range(size * size):
            if (site // size + site % size) % 2 == colour:
                yield f"mover=0,from={site},to={site},actions=[Add:type=Cell,to={site},what={player}]"


def _hops(before: Position[Any], text: str, mover: int, size: int) -> Iterator[str]:
    """A move as Ludii plays it: one hop after the other, and a pass where one more could follow."""
    start, *stops = _sites(text, size)
    if not stops:
        yield f"mover={mover},from={start},to={start},actions=[Remove:type=Cell,to={start},decision=true]"
        return
    stop = stops[0]
    hop = (2 if abs(stop - start) < size else 2 * size) * (1 if stop > start else -1)
    known = [_sites(before.format(move), size) for move in before.legal_moves()]
    for site in range(start, stop, hop):
        goes_on = [start, site + 2 * hop] in known
        hopped = f"[Move:typeFrom=Cell,from={site},typeTo=Cell,to={site + hop},decision=true]"
        more = f",[SetNextPlayer:player={mover}]" if goes_on else ""
        taken = f"[Remove:type=Cell,to={site + hop // 2}]"
        yield f"mover={mover},from={site},to={site + hop},actions={taken},{hopped}{more}"
    if goes_on:
        yield f"mover={mover},actions=[Pass:decision=true]"


def _sites(text: str, size: int) -> list[int]:
    """The squares of a move as Ludii counts them, row by row."""
    return [(int(square[1:]) - 1) * size + "abcdefghij".index(square[0]) for square in text.split("-")]


def _winner(outcome: RecordedResult, *, ended: bool) -> Iterator[str]:
    winner = next((player for player, known in WINNERS.items() if known == outcome), None)
    if winner is not None:
        yield f"winner={winner}\nendtype={'NaturalEnd' if ended else 'Unknown'}\n"
    yield f"rankings={RANKINGS[outcome]}\n"
